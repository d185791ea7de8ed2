//go:build !linux

package drill

// disk is a place for the data of the broker.
type disk struct{ path string }

func newDisk(folder string, size int64) (*disk, error) { return nil, Supported }
func (d *disk) kind() string                           { return "" }
func (d *disk) fill(pid int) (end func(), err error)   { return nil, Supported }
func (d *disk) save(folder string) error               { return nil }
func (d *disk) close() error                           { return nil }
