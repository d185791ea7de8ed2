package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"
)

// TestLicences: licences.txt names what the binary and its page are made of now, with the
// texts that are in the module cache, and all of them are permissive.
func TestLicences(t *testing.T) {
	t.Chdir("../..")
	kept, err := os.ReadFile(licencesFile)
	if err != nil {
		t.Fatal(err)
	}
	parts, err := modules(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	page, err := pageParts(".")
	if err != nil {
		t.Fatal(err)
	}
	known := listedLicences(string(kept))
	if len(known) != len(parts)+len(page) {
		t.Errorf("it lists %d parts, and there are %d", len(known), len(parts)+len(page))
	}
	for _, p := range append(parts, page...) {
		if known[p.title()] == "" {
			t.Errorf("%s is not in it", p.title())
		}
	}
	for _, p := range parts {
		if p.name == "Go" {
			continue // of whichever version this is
		}
		text, err := p.text()
		if err != nil || !strings.Contains(string(kept), text) || classify(text) != known[p.title()] {
			t.Errorf("%s: its licence is not in it, or another, %v", p.title(), err)
		}
	}
	if t.Failed() {
		t.Log("go run ./build/release --licences writes it anew")
	}
}

func TestClassify(t *testing.T) {
	for text, want := range map[string]string{
		"Permission is hereby granted, free of charge,\nto any person obtaining a copy": "MIT",
		"Apache License\n   Version 2.0, January 2004":                                  "Apache-2.0",
		"GNU General Public License, version 3":                                         "",
		"Permission is hereby granted, free of charge, to any person obtaining a copy; parts are under the GNU Lesser General Public License": "",
		"All rights reserved.": "",
	} {
		if got := classify(text); got != want {
			t.Errorf("%q is %q, not %q", text, got, want)
		}
	}
}

// TestArchives: the same files give the same bytes, which can be unpacked.
func TestArchives(t *testing.T) {
	files := []file{{"gambito", []byte("binary"), true}, {"examples/a.yaml", []byte("name: a\n"), false}}
	at := time.Date(2026, 11, 18, 1, 2, 3, 0, time.UTC)
	var first, second, zip bytes.Buffer
	for _, b := range []*bytes.Buffer{&first, &second} {
		if err := tarball(b, "gambito-1", at, files); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("two archives differ")
	}
	if err := zipped(&zip, "gambito-1", at, files); err != nil || zip.Len() == 0 {
		t.Errorf("no zip file: %v", err)
	}
	folder := t.TempDir()
	if err := os.WriteFile(folder+"/a.tar.gz", first.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := unpack(folder+"/a.tar.gz", folder); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(folder + "/gambito-1/gambito"); err != nil || info.Mode().Perm()&0o100 == 0 {
		t.Errorf("the binary is %v, %v", info, err)
	}
	if text, err := os.ReadFile(folder + "/gambito-1/examples/a.yaml"); err != nil || string(text) != "name: a\n" {
		t.Errorf("the example is %q, %v", text, err)
	}
}
