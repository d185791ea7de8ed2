package main

import (
	"fmt"
	"os"

	"gambito/gdl"
)

// gdlCmd holds the verbs on rulesheets.
type gdlCmd struct {
	Check gdlCheckCmd `cmd:"" help:"Look for errors in a rulesheet."`
}

type gdlCheckCmd struct {
	File string `arg:"" help:"Rulesheet in the Game Description Language."`
	idleFlags
}

// Help is shown by --help.
func (gdlCheckCmd) Help() string {
	return `Prints what is wrong with a rulesheet to the standard error, one problem a line
with its line and column. With errors the exit code is 2; a sheet with warnings
only can be played, and the exit code is 0.`
}

// Run checks.
func (c gdlCheckCmd) Run(s *session) error {
	text, err := gdl.ReadFile(c.File)
	if err != nil {
		return err
	}
	_, problems := gdl.Check(text)
	errors := 0
	for _, p := range problems {
		fmt.Fprintf(os.Stderr, "%s:%s\n", c.File, p.Error())
		if !p.Warning {
			errors++
		}
	}
	if errors > 0 {
		return fmt.Errorf("%s: %d errors", c.File, errors)
	}
	return nil
}
