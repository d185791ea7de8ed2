package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// licencesFile has the licences of everything that is in a binary and not ours.
const licencesFile = "build/release/licences.txt"

// part is somebody else's work.
type part struct {
	name, version string
	folder        string
}

// title is how the file calls it.
func (p part) title() string { return strings.TrimSpace(p.name + " " + p.version) }

// licencesHead begins the file.
const licencesHead = `What gambito is made of besides its own code, and under which licences. Their texts follow,
each once: parts of the same text stand together. "go run ./build/release --licences" writes
this file, and a test knows that it is current and that all licences are permissive.
`

// writeLicences writes the file. The packages of the page must be installed.
func writeLicences(ctx context.Context) error {
	parts, err := modules(ctx)
	if err != nil {
		return err
	}
	page, err := pageParts(".")
	if err != nil {
		return err
	}
	text, err := licencesText(append(parts, page...))
	if err != nil {
		return err
	}
	return os.WriteFile(licencesFile, []byte(text), 0o644)
}

// modules lists Go and the modules of the binary, on whatever system.
func modules(ctx context.Context) ([]part, error) {
	root, err := command(ctx, ".", nil, "go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	all := []part{{"Go", "", root}} // whichever version compiles it
	for _, platform := range []string{"linux/amd64", "darwin/arm64", "windows/amd64"} {
		system, processor, _ := strings.Cut(platform, "/")
		out, err := command(ctx, ".", []string{"GOOS=" + system, "GOARCH=" + processor, "CGO_ENABLED=0"}, "go", "list", "-deps",
			"-f", "{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}{{end}}", "gambito/cmd/gambito")
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(out) {
			fields := strings.Split(strings.TrimSpace(line), "\t")
			if p := (part{}); len(fields) == 3 {
				p.name, p.version, p.folder = fields[0], fields[1], fields[2]
				if !slices.Contains(all, p) {
					all = append(all, p)
				}
			}
		}
	}
	return all, nil
}

// pageParts lists the packages whose code is in the page, by its lock file: all that it
// depends on, and the framework, which is compiled into it.
func pageParts(root string) ([]part, error) {
	text, err := os.ReadFile(filepath.Join(root, "web/app/package-lock.json"))
	if err != nil {
		return nil, err
	}
	var lock struct {
		Packages map[string]struct {
			Version string
			Dev     bool
		}
	}
	if err := json.Unmarshal(text, &lock); err != nil {
		return nil, err
	}
	var all []part
	for path, p := range lock.Packages {
		name := strings.TrimPrefix(path, "node_modules/")
		if path != "" && (!p.Dev || name == "svelte") {
			all = append(all, part{name, p.Version, filepath.Join(root, "web/app", filepath.FromSlash(path))})
		}
	}
	slices.SortFunc(all, func(a, b part) int { return strings.Compare(a.name, b.name) })
	return all, nil
}

var licenceName = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice)([-.].*)?$`)

// text is what the licence files of a part say.
func (p part) text() (string, error) {
	entries, err := os.ReadDir(p.folder)
	if err != nil {
		return "", fmt.Errorf("%s: %w", p.name, err)
	}
	var b bytes.Buffer
	for _, e := range entries {
		if e.IsDir() || !licenceName.MatchString(e.Name()) || strings.Contains(e.Name(), "LOGO") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(p.folder, e.Name()))
		if err != nil {
			return "", err
		}
		if b.Len() > 0 {
			b.WriteString("\n\n")
		}
		b.Write(bytes.TrimSpace(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))))
	}
	if b.Len() == 0 {
		return "", fmt.Errorf("%s has no licence", p.title())
	}
	return b.String(), nil
}

// licencesText is the file: a list of all parts, and each text with whose it is.
func licencesText(parts []part) (string, error) {
	var list, texts strings.Builder
	whose := map[string][]part{}
	var order []string
	var problems []error
	for _, p := range parts {
		text, err := p.text()
		if err != nil {
			problems = append(problems, err)
			continue
		}
		id := classify(text)
		if id == "" {
			problems = append(problems, fmt.Errorf("%s: its licence is none of those that are known to be permissive", p.title()))
		}
		fmt.Fprintf(&list, "  %s: %s\n", p.title(), id)
		if whose[text] == nil {
			order = append(order, text)
		}
		whose[text] = append(whose[text], p)
	}
	for _, text := range order {
		texts.WriteString("\n" + strings.Repeat("=", 88) + "\n")
		for _, p := range whose[text] {
			texts.WriteString(p.title() + "\n")
		}
		texts.WriteString(strings.Repeat("=", 88) + "\n\n" + text + "\n")
	}
	return licencesHead + "\n" + list.String() + texts.String(), errors.Join(problems...)
}

// listedLicences reads the list at the head of the file: from "name version" to a licence.
func listedLicences(text string) map[string]string {
	known := map[string]string{}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "====") {
			break
		}
		if name, id, ok := strings.Cut(strings.TrimSpace(line), ": "); ok && strings.HasPrefix(line, "  ") {
			known[name] = id
		}
	}
	return known
}

// permissive are sentences by which licences are known, those that hold another's first.
var permissive = []struct{ id, says string }{
	{"Apache-2.0", "Apache License Version 2.0"},
	{"Apache-2.0", "Licensed under the Apache License, Version 2.0"},
	{"BSD-3-Clause", "Neither the name"},
	{"BSD-3-Clause", "names of its contributors may be used to endorse"},
	{"BSD-2-Clause", "Redistributions in binary form must reproduce the above copyright notice"},
	{"MIT", "Permission is hereby granted, free of charge, to any person obtaining a copy"},
	{"ISC", "Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee"},
}

// copyleft are words of licences that ask for more than to be named.
var copyleft = []string{"GNU GENERAL PUBLIC", "GNU LESSER", "GNU AFFERO", "Mozilla Public License", "Eclipse Public License", "Common Development and Distribution", "Server Side Public", "Business Source License"}

// classify finds the SPDX name of a permissive licence, "" if it is none or not known.
func classify(text string) string {
	plain := strings.Join(strings.Fields(text), " ")
	for _, words := range copyleft {
		if strings.Contains(strings.ToLower(plain), strings.ToLower(words)) {
			return ""
		}
	}
	for _, p := range permissive {
		if strings.Contains(plain, p.says) {
			return p.id
		}
	}
	return ""
}
