package main

import (
	"fmt"

	"gambito/build"
)

type versionCmd struct {
	jsonFlag
	idleFlags
}

// Help is shown by --help.
func (versionCmd) Help() string {
	return "Examples:\n\n  gambito version\n  gambito version --json"
}

// versionText says which gambito this is.
func versionText() string {
	this := build.This()
	return fmt.Sprintf("gambito %s, %s, %s", this.Version, this.Go, this.Machine)
}

// Run prints it.
func (c versionCmd) Run(s *session) error {
	if c.JSON {
		return s.printJSON(build.This())
	}
	_, err := fmt.Fprintln(s.stdout, versionText())
	return err
}
