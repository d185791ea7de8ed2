package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/alecthomas/kong"

	"gambito/files"
	"gambito/store"
)

// dataFlag says where runs and tables live.
type dataFlag struct {
	Data string `env:"GAMBITO_DATA" type:"path" help:"Folder where runs and tables live (default: ${data})."`
}

// dataHelp names the default for --help.
func dataHelp() string {
	folder, err := files.DefaultDataFolder()
	if err != nil {
		return "none, because there is no home folder"
	}
	return folder
}

// outputFile reads the name of a file to write, type:"output" in a flag's tag. That
// its folder is there is seen before the work, not after it.
func outputFile(ctx *kong.DecodeContext, target reflect.Value) error {
	var name string
	if err := ctx.Scan.PopValueInto("file", &name); err != nil {
		return err
	}
	if name == "" {
		return errors.New("it needs the name of a file")
	}
	if strings.HasPrefix(name, "~") {
		name = kong.ExpandPath(name)
	}
	folder := filepath.Dir(name)
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return fmt.Errorf("%s: there is no folder %s", name, folder)
	}
	target.SetString(name)
	return nil
}

// dataFolder is where all that this process keeps lives, such as the tables of
// agents: what --data says, where a verb was given it, or else the usual folder; ""
// if there is none.
func dataFolder(parsed *kong.Context) string {
	for _, flag := range parsed.Flags() {
		if folder := flag.Target.String(); flag.Name == "data" && folder != "" {
			return folder
		}
	}
	folder, err := files.DataFolder()
	if err != nil {
		return ""
	}
	return folder
}

// folder is what --data says, or the usual one.
func (f dataFlag) folder() (string, error) {
	if f.Data != "" {
		return f.Data, nil
	}
	return files.DataFolder()
}

// open opens the store, and makes it if it is not there.
func (f dataFlag) open() (*store.Store, error) {
	folder, err := f.folder()
	if err != nil {
		return nil, err
	}
	return store.Open(folder)
}

// openExisting opens the store; nil if there is none.
func (f dataFlag) openExisting() (*store.Store, error) {
	folder, err := f.folder()
	if err != nil {
		return nil, failure{err}
	}
	db, err := store.OpenExisting(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, failure{err}
	}
	return db, nil
}
