package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// pack is a package with fuzz targets.
type pack struct {
	folder  string // as in "games/connect4"
	targets []string
}

var declared = regexp.MustCompile(`(?m)^func (Fuzz\w*)\(\w+ \*testing\.F\)`)

// find lists the packages below a folder that have targets, those with most of them
// first; of those named, if there are any.
func find(root string, named []string) ([]pack, error) {
	targets := map[string][]string{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch name := filepath.Base(path); {
		case err != nil:
			return err
		case entry.IsDir() && path != root && (strings.HasPrefix(name, ".") || name == "node_modules" || name == "testdata"):
			return filepath.SkipDir
		case entry.IsDir() || !strings.HasSuffix(name, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		folder, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		for _, found := range declared.FindAllSubmatch(text, -1) {
			targets[filepath.ToSlash(folder)] = append(targets[filepath.ToSlash(folder)], string(found[1]))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(named) > 0 {
		chosen := map[string][]string{}
		for _, name := range named {
			folder := filepath.ToSlash(filepath.Clean(name))
			if len(targets[folder]) == 0 {
				return nil, fmt.Errorf("%s has no fuzz targets: name a folder as in ./gdl", name)
			}
			chosen[folder] = targets[folder]
		}
		targets = chosen
	}
	var all []pack
	for folder, names := range targets {
		all = append(all, pack{folder, names})
	}
	slices.SortFunc(all, func(a, b pack) int {
		if n := len(b.targets) - len(a.targets); n != 0 {
			return n
		}
		return strings.Compare(a.folder, b.folder)
	})
	return all, nil
}
