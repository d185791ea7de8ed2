package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/alecthomas/kong"

	"gambito/api"
)

type schemaCmd struct {
	Name []string `arg:"" optional:"" complete:"result" help:"Only what this verb prints, such as match or runs list, or only this definition, such as Record."`
	idleFlags
}

// Help is shown by --help.
func (schemaCmd) Help() string {
	return `Prints a JSON Schema (draft 2020-12) of everything that verbs print with --json
and of the records of games. Each result has a title that names its verb; what
results are made of are the definitions.

Examples:

  gambito schema > gambito.schema.json
  gambito schema match
  gambito schema runs show
  gambito schema Record`
}

// Run prints the schema.
func (c schemaCmd) Run(s *session) error {
	schema := api.All()
	if len(c.Name) > 0 {
		var err error
		if schema, err = api.Named(strings.Join(c.Name, " ")); err != nil {
			return err
		}
	}
	encoder := json.NewEncoder(s.stdout)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(schema); err != nil {
		return failure{fmt.Errorf("the schema could not be written: %w", err)}
	}
	return nil
}

// nameResults has --json of every verb name what it prints.
func nameResults(parser *kong.Kong) {
	for verb, flag := range jsonFlags(parser.Model.Node, "") {
		if types := api.TypesOf(verb); types != "" {
			flag.Help = fmt.Sprintf("Print the result as JSON: %s (gambito schema %s).", types, verb)
		}
	}
}

// jsonFlags are the flags --json by verb.
func jsonFlags(node *kong.Node, verb string) map[string]*kong.Flag {
	flags := map[string]*kong.Flag{}
	for _, flag := range node.Flags {
		if flag.Name == "json" {
			flags[verb] = flag
		}
	}
	for _, child := range node.Children {
		for name, flag := range jsonFlags(child, strings.TrimSpace(verb+" "+child.Name)) {
			flags[name] = flag
		}
	}
	return flags
}
