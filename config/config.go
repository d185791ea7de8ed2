// Package config is the file in which a user keeps defaults of gambito: the data
// folder, the language, the number of jobs and colours.
//
//	data: ~/games          # where runs and tables live
//	lang: es               # en or es
//	jobs: 4                # cores to use
//	colour: auto           # or always, never
//
// What is given on the command line goes before the environment, that before the
// file, and the file before what gambito chooses by itself. Only the locale, which
// asks for a language of everything, comes after the file.
package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"gambito/files"
	"gambito/spec"
	"gambito/words"
	"gambito/yamlfile"
)

// Keys are what the file may say.
var Keys = []spec.Option{
	{Name: "data", Type: spec.File, Help: "folder where runs and tables live"},
	{Name: "lang", Type: spec.Choice, Choices: []string{string(words.English), string(words.Spanish)}, Help: "language in which gambito speaks to players"},
	{Name: "jobs", Type: spec.Int, Min: 1, Max: 1e6, Help: "cores to use"},
	{Name: "colour", Type: spec.Choice, Choices: []string{Auto, Always, Never}, Default: Auto, Help: "whether boards are drawn in colour"},
}

// When there are colours: on terminals that have them, or whatever the output is, or
// not at all.
const (
	Auto   = "auto"
	Always = "always"
	Never  = "never"
)

// Example is a file to begin with.
const Example = `# Defaults of gambito. What is given on the command line goes before them.

# data: ~/games     # folder where runs and tables live
# lang: es          # language: en or es
# jobs: 2           # cores to use
# colour: auto      # or always, never
`

// File is what a file says.
type File struct {
	Path   string
	Found  bool // there is such a file
	values map[string]value
}

// value is what stands under a key.
type value struct {
	text string
	line int
}

// DefaultPath is where the file is unless told otherwise: gambito/config.yaml in
// $XDG_CONFIG_HOME or ~/.config, or where other systems keep such files.
func DefaultPath() (string, error) {
	folder, err := os.UserConfigDir()
	return filepath.Join(folder, "gambito", "config.yaml"), err
}

// Read reads the file at path. Without a path it reads that at DefaultPath, which need
// not be there.
func Read(path string) (File, error) {
	given := path != ""
	if !given {
		var err error
		if path, err = DefaultPath(); err != nil {
			return File{}, nil // without a home there are no defaults
		}
	}
	f := File{Path: path, values: map[string]value{}}
	content, err := files.Read(path)
	if errors.Is(err, fs.ErrNotExist) && !given {
		return f, nil
	}
	if err != nil {
		return f, err
	}
	f.Found = true
	if err := f.parse(content); err != nil {
		return f, fmt.Errorf("%s: %w", path, err)
	}
	return f, nil
}

func (f *File) parse(content []byte) error {
	root, err := yamlfile.Parse(content)
	if errors.Is(err, yamlfile.ErrEmpty) {
		return nil
	}
	if err != nil {
		return err
	}
	var known []string
	for _, o := range Keys {
		known = append(known, o.Name)
	}
	entries, err := root.Mapping(known...)
	if err != nil {
		return err
	}
	for _, e := range entries {
		text, err := f.read(e)
		if err != nil {
			return err
		}
		f.values[e.Name] = value{text, e.Value.Line()}
	}
	return nil
}

// read checks what stands under a key.
func (f *File) read(e yamlfile.Entry) (string, error) {
	for _, o := range Keys {
		if o.Name != e.Name {
			continue
		}
		switch o.Type {
		case spec.Choice:
			return e.Value.Choice(o.Choices...)
		case spec.Int:
			n, err := e.Value.Whole(int(o.Min), int(o.Max))
			return strconv.Itoa(n), err
		}
	}
	folder, err := e.Value.Text()
	if err != nil {
		return "", err
	}
	return f.expand(folder), nil
}

// expand finds a folder that begins with ~ or, if it is not absolute, beside the
// file.
func (f *File) expand(folder string) string {
	if rest, ok := strings.CutPrefix(folder, "~"); ok && (rest == "" || rest[0] == '/') {
		if home, err := os.UserHomeDir(); err == nil {
			return filepath.Join(home, rest)
		}
	}
	if !filepath.IsAbs(folder) {
		return filepath.Join(filepath.Dir(f.Path), folder)
	}
	return folder
}

// Value is what the file says about a key, "" if nothing.
func (f File) Value(key string) string { return f.values[key].text }

// Setting is what holds, and who says so.
type Setting struct {
	Key    string `json:"key"`
	Value  string `json:"value"`
	Origin string `json:"origin"`
}

// Settings are those of all keys as they hold without flags.
func (f File) Settings(getenv func(string) string) (list []Setting) {
	for _, o := range Keys {
		s := Setting{Key: o.Name}
		v, inFile := f.values[o.Name]
		env := variable(o.Name, getenv)
		switch {
		case env != "" && o.Name != "lang":
			s.Value, s.Origin = getenv(env), "$"+env
			if o.Name == "colour" {
				s.Value = Never
			}
		case inFile:
			s.Value, s.Origin = v.text, fmt.Sprintf("%s: line %d", f.Path, v.line)
		default:
			s.Value, s.Origin = usual(o.Name, getenv)
		}
		list = append(list, s)
	}
	return list
}

// variable is the environment variable that says what a key is, "" if none does.
func variable(key string, getenv func(string) string) string {
	name := map[string]string{"data": files.DataVariable, "colour": "NO_COLOR"}[key]
	if name == "" || getenv(name) == "" {
		return ""
	}
	return name
}

// usual is what holds if nobody says anything.
func usual(key string, getenv func(string) string) (text, origin string) {
	switch key {
	case "data":
		folder, err := files.DefaultDataFolder()
		if err != nil {
			return "", "there is no home folder"
		}
		return folder, "default"
	case "lang":
		for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
			if getenv(name) != "" {
				return string(words.FromEnvironment(getenv)), "$" + name
			}
		}
		return string(words.English), "default"
	case "jobs":
		return strconv.Itoa(runtime.NumCPU()), "all cores"
	}
	return Auto, "default"
}
