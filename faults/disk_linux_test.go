package faults

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestDisk: a full disk refuses to take more, and takes it again when there is room.
func TestDisk(t *testing.T) {
	d, err := NewDisk(t.TempDir(), 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if !d.Real() {
		t.Skip("only with the right to mount file systems")
	}
	name := filepath.Join(d.Path, "kept")
	write := func() error { return os.WriteFile(name, make([]byte, 100<<10), 0o644) }
	if err := os.WriteFile(filepath.Join(d.Path, "small"), []byte("text"), 0o644); err != nil {
		t.Fatal(err)
	}
	end, err := d.Fill(0)
	if err != nil {
		t.Fatal(err)
	}
	if err := write(); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("a full disk takes a file: %v", err)
	}
	end()
	if err := write(); err != nil {
		t.Error(err)
	}
	saved := filepath.Join(t.TempDir(), "saved")
	if err := d.Save(saved); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(filepath.Join(saved, "small")); string(text) != "text" {
		t.Error(string(text), err)
	}
}

// TestForbidGrowth tries the other way on this process.
func TestForbidGrowth(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	end, err := forbidGrowth(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.Write(make([]byte, 100))
	end()
	if !errors.Is(err, syscall.EFBIG) {
		t.Errorf("a file grows: %v", err)
	}
	if _, err := f.Write(make([]byte, 100)); err != nil {
		t.Error(err)
	}
}
