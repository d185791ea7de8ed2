package faults

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"golang.org/x/sys/unix"
)

// Disk is a place for the data of a process that can become full. With the rights to
// do so it is a small file system in memory, which nobody else sees and which goes with
// this process; else a folder in which the files of the process may not grow.
type Disk struct {
	Path string
	held *os.File // the file system, nil for a folder

	mounted bool // at its path
}

// NewDisk makes a disk of so many bytes, or a folder.
func NewDisk(folder string, size int64) (*Disk, error) {
	if held, err := memoryDisk(size); err == nil {
		return &Disk{Path: fmt.Sprintf("/proc/%d/fd/%d", os.Getpid(), held.Fd()), held: held}, nil
	}
	d := &Disk{Path: filepath.Join(folder, "disk")}
	return d, os.MkdirAll(d.Path, 0o755)
}

// MountDisk is NewDisk whose file system everybody sees, below a folder, until Close: SQLite
// finds no other. It is not Real where nobody may mount one.
func MountDisk(folder string, size int64) (*Disk, error) {
	d := &Disk{Path: filepath.Join(folder, "disk")}
	if err := os.MkdirAll(d.Path, 0o755); err != nil {
		return nil, err
	}
	held, err := memoryDisk(size)
	if err != nil {
		return d, nil
	}
	if err := unix.MoveMount(int(held.Fd()), "", unix.AT_FDCWD, d.Path, unix.MOVE_MOUNT_F_EMPTY_PATH); err != nil {
		held.Close()
		return d, nil
	}
	d.held, d.mounted = held, true
	return d, nil
}

// memoryDisk mounts a file system nowhere: it is reached by its descriptor.
func memoryDisk(size int64) (*os.File, error) {
	context, err := unix.Fsopen("tmpfs", unix.FSOPEN_CLOEXEC)
	if err != nil {
		return nil, err
	}
	defer unix.Close(context)
	if err := unix.FsconfigSetString(context, "size", strconv.FormatInt(size, 10)); err != nil {
		return nil, err
	}
	if err := unix.FsconfigCreate(context); err != nil {
		return nil, err
	}
	mount, err := unix.Fsmount(context, unix.FSMOUNT_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(mount), "disk"), nil
}

// Real reports whether it is a file system of its own.
func (d *Disk) Real() bool { return d.held != nil }

// Kind says what it is when it is full.
func (d *Disk) Kind() string {
	if d.held == nil {
		return "no file of it may grow"
	}
	return "no byte is free"
}

// Fill leaves no room for the process that uses the disk until the function it returns
// is called.
func (d *Disk) Fill(pid int) (end func(), err error) {
	if d.held == nil {
		return forbidGrowth(pid)
	}
	ballast := filepath.Join(d.Path, "ballast")
	f, err := os.Create(ballast)
	if err != nil {
		return nil, err
	}
	end = func() { os.Remove(ballast) }
	for chunk := make([]byte, 64<<10); len(chunk) > 0; {
		if _, err := f.Write(chunk); err != nil {
			if !errors.Is(err, unix.ENOSPC) {
				f.Close()
				end()
				return nil, err
			}
			chunk = chunk[:len(chunk)/16*8] // the rest in smaller ones
		}
	}
	return end, f.Close()
}

// forbidGrowth lets no file that a process writes become larger than nothing.
func forbidGrowth(pid int) (end func(), err error) {
	var old unix.Rlimit
	if err := unix.Prlimit(pid, unix.RLIMIT_FSIZE, nil, &old); err != nil {
		return nil, err
	}
	if err := unix.Prlimit(pid, unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: 1, Max: old.Max}, nil); err != nil {
		return nil, err
	}
	return func() { unix.Prlimit(pid, unix.RLIMIT_FSIZE, &old, nil) }, nil
}

// Save copies what is on the disk to a folder, if it would be lost.
func (d *Disk) Save(folder string) error {
	if d.held == nil {
		return nil
	}
	return os.CopyFS(folder, os.DirFS(d.Path))
}

// Close lets go of the disk, with what is on it if it is a file system.
func (d *Disk) Close() error {
	if d.held == nil {
		return nil
	}
	err := d.held.Close()
	if d.mounted {
		err = errors.Join(err, unix.Unmount(d.Path, unix.MNT_DETACH))
	}
	return err
}
