package main

import (
	"archive/tar"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// tryArchive unpacks the archive of this machine into a folder and runs it with that folder
// as its root: there is no other file, no library, no /tmp, /dev or /proc. The first is the
// README's first command; its second needs Go, and in its place the binary serves the page
// and asks itself whether it does.
func tryArchive(ctx context.Context, out, version string) error {
	root, err := os.MkdirTemp("", "root")
	if err != nil {
		return err
	}
	defer os.RemoveAll(root)
	name := "gambito-" + version + "-" + runtime.GOOS + "-" + runtime.GOARCH
	if err := unpack(filepath.Join(out, name+".tar.gz"), root); err != nil {
		return err
	}
	inside := func(ctx context.Context, args ...string) *exec.Cmd {
		enter := []string{"chroot", root}
		if os.Getuid() != 0 {
			enter = []string{"unshare", "--map-root-user", "--root=" + root}
		}
		c := exec.CommandContext(ctx, enter[0], append(enter[1:], args...)...)
		c.Env = []string{"GAMBITO_DATA=/data"}
		c.Stdout, c.Stderr = os.Stdout, os.Stderr
		return c
	}
	gambito := "/" + name + "/gambito"
	for _, args := range [][]string{
		{gambito, "version", "--json"},
		{gambito, "tournament", "/" + name + "/examples/policies.yaml"},
		{gambito, "solve", "connect4", "--moves", "44444"},
	} {
		fmt.Println("in an empty root:", strings.Join(args, " "))
		if err := inside(ctx, args...).Run(); err != nil {
			return fmt.Errorf("%s: %w", strings.Join(args, " "), err)
		}
	}
	return tryServing(ctx, gambito, inside)
}

// tryServing serves the page until it answers.
func tryServing(ctx context.Context, gambito string, inside func(context.Context, ...string) *exec.Cmd) error {
	fmt.Println("in an empty root:", gambito, "serve")
	serving, stop := context.WithCancel(ctx)
	server := inside(serving, gambito, "serve", "--addr", "127.0.0.1:17777")
	server.Cancel = func() error { return server.Process.Signal(os.Interrupt) }
	if err := server.Start(); err != nil {
		stop()
		return err
	}
	defer func() {
		stop()
		_ = server.Wait() // it was told to end
	}()
	var err error
	for range 60 {
		check := inside(ctx, gambito, "serve", "--check", "--addr", "127.0.0.1:17777")
		check.Stderr = nil
		if err = check.Run(); err == nil {
			fmt.Println("it answers")
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(500 * time.Millisecond):
		}
	}
	return fmt.Errorf("the page does not answer: %w", err)
}

// unpack writes the files of a tarball of ours below a folder.
func unpack(archive, folder string) error {
	packed, err := os.Open(archive)
	if err != nil {
		return err
	}
	defer packed.Close()
	z, err := gzip.NewReader(packed)
	if err != nil {
		return err
	}
	for t := tar.NewReader(z); ; {
		header, err := t.Next()
		if errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		if !filepath.IsLocal(header.Name) {
			return fmt.Errorf("%s: %q leads out of the folder", archive, header.Name)
		}
		path := filepath.Join(folder, header.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		data, err := io.ReadAll(t)
		if err != nil {
			return err
		}
		if err := os.WriteFile(path, data, os.FileMode(header.Mode)); err != nil {
			return err
		}
	}
}
