package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/alecthomas/kong"

	"gambito/api"
	"gambito/config"
	"gambito/files"
	"gambito/table"
)

// configFlags are those of all verbs.
type configFlags struct {
	Config string `type:"path" placeholder:"FILE" help:"File of defaults (default: ${config}); gambito config shows what holds."`
	Colour string `enum:"auto,always,never" default:"${colour}" aliases:"color" help:"Whether to draw in colour: auto, always or never."`
}

type configCmd struct {
	Example bool `help:"Print a file to begin with."`
	jsonFlag
	idleFlags
}

// Help is shown by --help.
func (configCmd) Help() string {
	return `Shows which defaults hold and where each comes from: the environment, the file of
defaults, or gambito itself. Flags go before all of them.

Examples:

  gambito config
  gambito config --example > ~/.config/gambito/config.yaml
  gambito config --config other.yaml --json`
}

// Run shows what holds.
func (c configCmd) Run(s *session) error {
	if c.Example {
		_, err := fmt.Fprint(s.stdout, config.Example)
		return err
	}
	result := api.Config{File: s.config.Path, Found: s.config.Found, Settings: s.defaults}
	if c.JSON {
		return s.printJSON(result)
	}
	found := "is not there"
	if result.Found {
		found = "is read"
	}
	fmt.Fprintf(s.stdout, "%s %s\n\n", result.File, found)
	rows := [][]string{{"key", "value", "from"}}
	for _, setting := range result.Settings {
		rows = append(rows, []string{setting.Key, setting.Value, setting.Origin})
	}
	table.Style{Text: []int{1, 2}}.Write(s.stdout, rows)
	return nil
}

// readConfig reads the file of defaults that the command line names, or the usual
// one. What does not need it is not disturbed by its faults.
func readConfig(args []string) (config.File, error) {
	path := ""
	for i, arg := range args {
		if arg == "--" {
			break
		}
		if value, ok := strings.CutPrefix(arg, "--config="); ok {
			path = value
		} else if arg == "--config" && i+1 < len(args) {
			path = args[i+1]
		}
	}
	if path != "" {
		path = kong.ExpandPath(path)
	}
	f, err := config.Read(path)
	if path != "" && errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("--config %s: there is no such file", path)
	}
	if len(args) > 0 && args[0] == "complete" || helpWanted(args) {
		return f, nil
	}
	return f, err
}

func helpWanted(args []string) bool {
	for _, arg := range args {
		if arg == "--help" || arg == "-h" {
			return true
		}
	}
	return false
}

// setDefaults has flags that were not given, and what asks the environment, follow
// the file.
func setDefaults(f config.File) kong.Option {
	if folder := f.Value("data"); folder != "" && os.Getenv(files.DataVariable) == "" {
		os.Setenv(files.DataVariable, folder)
	}
	return kong.Resolvers(kong.ResolverFunc(func(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
		if flag.Name != "lang" && flag.Name != "jobs" || f.Value(flag.Name) == "" {
			return nil, nil
		}
		return f.Value(flag.Name), nil
	}))
}

// setColour tells all who draw, by the variables that they ask.
func setColour(when string) {
	switch when {
	case config.Always:
		os.Unsetenv("NO_COLOR")
		os.Setenv("CLICOLOR_FORCE", "1")
	case config.Never:
		os.Setenv("NO_COLOR", "1")
	}
}

// usualColour is whether there are colours if no flag says so. NO_COLOR forbids them
// whatever its value is.
func usualColour(f config.File) string {
	switch {
	case os.Getenv("NO_COLOR") != "":
		return config.Never
	case f.Value("colour") != "":
		return f.Value("colour")
	}
	return config.Auto
}
