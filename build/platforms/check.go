package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
)

// listed is a package as "go list" tells of it, after those that it imports.
type listed struct {
	ImportPath string
	Dir        string
	GoFiles    []string
	ImportMap  map[string]string // from what a file says to what is meant
	Module     *struct{ Main bool }
	Error      *struct{ Err string }
}

// ours reports whether it is of this module, and not the main function that "go test" writes.
func (p listed) ours() bool {
	return p.Module != nil && p.Module.Main && !strings.HasSuffix(p.ImportPath, ".test")
}

// list returns packages of a folder and all that they and their tests import.
func list(folder, system, processor string, patterns ...string) (all []listed, err error) {
	command := exec.Command("go", append([]string{"list", "-deps", "-test", "-e",
		"-json=ImportPath,Dir,GoFiles,ImportMap,Module,Error"}, patterns...)...)
	command.Dir = folder
	command.Env = append(os.Environ(), "GOOS="+system, "GOARCH="+processor, "CGO_ENABLED=0")
	var problems bytes.Buffer
	command.Stderr = &problems
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w: %s", err, strings.TrimSpace(problems.String()))
	}
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		if !strings.HasSuffix(p.ImportPath, ".test") {
			all = append(all, p)
		}
	}
}

// check returns what is wrong in packages of ours. They come in the order of their imports.
func check(packages []listed, processor string) (problems []string) {
	files := token.NewFileSet()
	parsed := parse(files, packages)
	known := map[string]*types.Package{"unsafe": types.Unsafe}
	for i, p := range packages {
		if p.ImportPath == "unsafe" {
			continue
		}
		if p.Error != nil && p.ours() {
			problems = append(problems, p.ImportPath+": "+p.Error.Err)
		}
		config := types.Config{
			Importer:         importer{p.ImportMap, known},
			IgnoreFuncBodies: !p.ours(),
			FakeImportC:      true,
			Sizes:            types.SizesFor("gc", processor),
			Error: func(err error) {
				if p.ours() {
					problems = append(problems, err.Error())
				}
			},
		}
		path, _, _ := strings.Cut(p.ImportPath, " ") // without "[of.test]"
		known[p.ImportPath], _ = config.Check(path, files, parsed[i].files, nil)
		if parsed[i].err != nil && p.ours() {
			problems = append(problems, parsed[i].err.Error())
		}
	}
	return problems
}

type source struct {
	files []*ast.File
	err   error
}

// parse reads all packages, several at a time.
func parse(files *token.FileSet, packages []listed) []source {
	parsed := make([]source, len(packages))
	var readers sync.WaitGroup
	next := make(chan int)
	for range runtime.NumCPU() {
		readers.Go(func() {
			for i := range next {
				for _, name := range packages[i].GoFiles {
					file, err := parser.ParseFile(files, filepath.Join(packages[i].Dir, name), nil, parser.SkipObjectResolution)
					if err != nil {
						parsed[i].err = err
					}
					if file != nil {
						parsed[i].files = append(parsed[i].files, file)
					}
				}
			}
		})
	}
	for i := range packages {
		next <- i
	}
	close(next)
	readers.Wait()
	return parsed
}

// importer finds packages that were checked before.
type importer struct {
	meant map[string]string
	known map[string]*types.Package
}

// Import returns the package that a file means by a path.
func (i importer) Import(path string) (*types.Package, error) {
	if meant, ok := i.meant[path]; ok {
		path = meant
	}
	if p := i.known[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("there is no package %s", path)
}
