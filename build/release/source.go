package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// source is a clean checkout of the repository.
type source struct {
	folder  string
	commit  string
	version string    // its tag, or the beginning of its commit
	time    time.Time // of the commit, which all files of archives carry
	cache   string    // of compiled packages; Go's own if empty
}

// readSource looks at a checkout. One with changes is refused: nobody could make it again.
func readSource(ctx context.Context, folder string) (source, error) {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return source{}, err
	}
	s := source{folder: folder}
	changes, err := command(ctx, folder, nil, "git", "status", "--porcelain")
	if err != nil {
		return s, err
	}
	if changes != "" {
		return s, errors.New("the repository has changes that are not committed, and a release is made of a commit")
	}
	if s.commit, err = command(ctx, folder, nil, "git", "rev-parse", "HEAD"); err != nil {
		return s, err
	}
	s.version = s.commit[:12]
	if tag, err := command(ctx, folder, nil, "git", "describe", "--tags", "--exact-match"); err == nil {
		s.version = tag
	}
	seconds, err := command(ctx, folder, nil, "git", "log", "-1", "--format=%ct")
	if err != nil {
		return s, err
	}
	n, err := strconv.ParseInt(seconds, 10, 64)
	s.time = time.Unix(n, 0).UTC()
	return s, err
}

// extras go into archives beside the binary.
var extras = []string{"LICENSE", "README.md", "examples"}

// release makes the archive of a platform and the list of what is in it, and returns the
// archive's name.
func (s source) release(ctx context.Context, out, platform string) (string, error) {
	system, processor, _ := strings.Cut(platform, "/")
	work, err := os.MkdirTemp("", "release")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(work)
	name := "gambito-" + s.version + "-" + system + "-" + processor
	binary := filepath.Join(work, "gambito")
	if system == "windows" {
		binary += ".exe"
	}
	begin := time.Now()
	environment := []string{"GOOS=" + system, "GOARCH=" + processor, "GOAMD64=v1", "GOARM64=v8.0", "CGO_ENABLED=0", "GOFLAGS=", "GOEXPERIMENT="}
	if s.cache != "" {
		environment = append(environment, "GOCACHE="+s.cache)
	}
	if _, err := command(ctx, s.folder, environment, "go", "build", "-trimpath", "-buildvcs=true", "-ldflags=-s -w -buildid=", "-o", binary, "./cmd/gambito"); err != nil {
		return "", err
	}
	content, err := s.content(binary)
	if err != nil {
		return "", err
	}
	archive, pack := name+".tar.gz", tarball
	if system == "windows" {
		archive, pack = name+".zip", zipped
	}
	var packed bytes.Buffer
	if err := pack(&packed, name, s.time, content); err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(out, archive), packed.Bytes(), 0o644); err != nil {
		return "", err
	}
	list, err := s.components(binary, platform)
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(out, archive+".cdx.json"), list, 0o644); err != nil {
		return "", err
	}
	fmt.Printf("%s: %.1f MB, the binary %.1f MB, in %.0f s\n", archive, float64(packed.Len())/1e6, float64(len(content[0].data))/1e6, time.Since(begin).Seconds())
	return archive, nil
}

// content reads what goes into an archive, the binary first.
func (s source) content(binary string) (all []file, err error) {
	data, err := os.ReadFile(binary)
	if err != nil {
		return nil, err
	}
	all = append(all, file{filepath.Base(binary), data, true})
	if data, err = os.ReadFile(filepath.Join(s.folder, licencesFile)); err != nil {
		return nil, err
	}
	all = append(all, file{filepath.Base(licencesFile), data, false})
	for _, extra := range extras {
		err := filepath.WalkDir(filepath.Join(s.folder, extra), func(path string, entry os.DirEntry, err error) error {
			if err != nil || entry.IsDir() || strings.HasSuffix(path, ".go") {
				return err
			}
			name, err := filepath.Rel(s.folder, path)
			if err != nil {
				return err
			}
			data, err := os.ReadFile(path)
			all = append(all, file{filepath.ToSlash(name), data, false})
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// command runs a program in a folder and returns what it prints.
func command(ctx context.Context, folder string, environment []string, name string, args ...string) (string, error) {
	c := exec.CommandContext(ctx, name, args...)
	c.Dir = folder
	c.Env = append(os.Environ(), environment...)
	var problems bytes.Buffer
	c.Stderr = &problems
	out, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w: %s", name, strings.Join(args, " "), err, strings.TrimSpace(problems.String()))
	}
	return strings.TrimSpace(string(out)), nil
}

// writeSums writes the checksums of files in a folder, as sha256sum -c reads them.
func writeSums(folder string, names []string) error {
	var b strings.Builder
	for _, name := range slices.Sorted(slices.Values(names)) {
		text, err := sum(filepath.Join(folder, name))
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "%s  %s\n", text, name)
	}
	return os.WriteFile(filepath.Join(folder, "SHA256SUMS"), []byte(b.String()), 0o644)
}

// sum is the SHA-256 of a file.
func sum(name string) (string, error) {
	file, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	h := sha256.New()
	_, err = io.Copy(h, file)
	return hex.EncodeToString(h.Sum(nil)), err
}
