package main

import (
	"fmt"

	"gambito/api"
	"gambito/build"
)

type versionCmd struct {
	jsonFlag
	idleFlags
}

// Help is shown by --help.
func (versionCmd) Help() string {
	return `The eight letters after the version tell builds apart: two that have the same, on whatever
machines, come to the same results, and may work in one fleet.

Examples:

  gambito version
  gambito version --json`
}

// versionText says which gambito this is.
func versionText() string {
	this := build.This()
	return fmt.Sprintf("gambito %s, %s, %s", this.Version, this.Go, this.Machine)
}

// Run prints it.
func (c versionCmd) Run(s *session) error {
	if c.JSON {
		return s.printJSON(api.NewVersion())
	}
	v := api.NewVersion()
	_, err := fmt.Fprintf(s.stdout, "gambito %s, %s, %s\n", v.Name, v.Go, v.Machine)
	return err
}
