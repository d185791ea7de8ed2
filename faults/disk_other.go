//go:build !linux

package faults

// Disk is a place for the data of a process.
type Disk struct{ Path string }

func NewDisk(folder string, size int64) (*Disk, error)   { return nil, Supported }
func MountDisk(folder string, size int64) (*Disk, error) { return nil, Supported }
func (d *Disk) Real() bool                               { return false }
func (d *Disk) Kind() string                             { return "" }
func (d *Disk) Fill(pid int) (end func(), err error)     { return nil, Supported }
func (d *Disk) Save(folder string) error                 { return nil }
func (d *Disk) Close() error                             { return nil }
