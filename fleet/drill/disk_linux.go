package drill

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"golang.org/x/sys/unix"
)

// disk is a place for the data of the broker that can become full. With the rights to
// do so it is a small file system in memory, which nobody else sees and which goes with
// this process; else a folder in which the broker's files may not grow.
type disk struct {
	path string
	held *os.File // the file system, nil for a folder
}

// newDisk makes a disk of so many bytes, or a folder.
func newDisk(folder string, size int64) (*disk, error) {
	if held, err := memoryDisk(size); err == nil {
		return &disk{fmt.Sprintf("/proc/%d/fd/%d", os.Getpid(), held.Fd()), held}, nil
	}
	d := &disk{path: filepath.Join(folder, "store")}
	return d, os.MkdirAll(d.path, 0o755)
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

// kind says what the disk is.
func (d *disk) kind() string {
	if d.held == nil {
		return "no file of it may grow"
	}
	return "no byte is free"
}

// fill leaves no room for the process that uses the disk until the function it returns
// is called.
func (d *disk) fill(pid int) (end func(), err error) {
	if d.held == nil {
		return forbidGrowth(pid)
	}
	ballast := filepath.Join(d.path, "ballast")
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

// save copies what is on the disk to a folder, if it would be lost.
func (d *disk) save(folder string) error {
	if d.held == nil {
		return nil
	}
	return os.CopyFS(folder, os.DirFS(d.path))
}

func (d *disk) close() error {
	if d.held == nil {
		return nil
	}
	return d.held.Close()
}
