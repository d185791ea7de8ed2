package main

import (
	"fmt"

	"github.com/alecthomas/kong"

	"gambito/build"
	"gambito/shell"
)

type manCmd struct{ idleFlags }

// Help is shown by --help.
func (manCmd) Help() string {
	return `Prints the manual page, made from what --help of every verb says.

Examples:

  gambito man | man -l -
  gambito man > ~/.local/share/man/man1/gambito.1`
}

// manualEnd is what stands in the manual page after the verbs.
var manualEnd = []shell.Section{
	{Title: "Exit status", Text: `0 if the work is done, 1 if it failed or a check did not hold, 2 if the command line
or an input is wrong. Ctrl-C stops cleanly and prints the command that goes on,
where there is one.`},
	{Title: "Environment", Text: `GAMBITO_DATA is the data folder, as --data says it. GAMBITO_FLEET_TOKEN
lets into a fleet whose URL has no token. NO_COLOR turns colours off,
whatever its value. Players are spoken to in the language of the locale (LC_ALL,
LC_MESSAGES, LANG), if gambito speaks it.`},
	{Title: "Files", Text: `gambito/config.yaml in the folder for settings of the user, ~/.config if nothing else
is said, holds defaults: data, lang, jobs and colour. gambito config shows what holds,
and gambito config --example prints a file to begin with.`},
}

// Run prints it.
func (manCmd) Run(s *session, parser *kong.Kong) error {
	_, err := fmt.Fprint(s.stdout, shell.Manual(parser.Model, shell.Page{Version: "gambito " + build.This().Version, Sections: manualEnd}))
	return err
}
