package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"io"
	"time"
)

// file is one of an archive.
type file struct {
	name string
	data []byte
	runs bool
}

func (f file) mode() int64 {
	if f.runs {
		return 0o755
	}
	return 0o644
}

// tarball packs files into one folder. It depends on nothing but its arguments.
func tarball(w io.Writer, folder string, at time.Time, files []file) error {
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	t := tar.NewWriter(z)
	for _, f := range files {
		header := &tar.Header{Typeflag: tar.TypeReg, Name: folder + "/" + f.name, Mode: f.mode(), Size: int64(len(f.data)), ModTime: at, Format: tar.FormatPAX}
		if err := t.WriteHeader(header); err != nil {
			return err
		}
		if _, err := t.Write(f.data); err != nil {
			return err
		}
	}
	if err := t.Close(); err != nil {
		return err
	}
	return z.Close()
}

// zipped does the same as a zip file.
func zipped(w io.Writer, folder string, at time.Time, files []file) error {
	z := zip.NewWriter(w)
	for _, f := range files {
		part, err := z.CreateHeader(&zip.FileHeader{Name: folder + "/" + f.name, Method: zip.Deflate, Modified: at})
		if err != nil {
			return err
		}
		if _, err := part.Write(f.data); err != nil {
			return err
		}
	}
	return z.Close()
}
