package main

import (
	"fmt"

	"gambito/game"
	"gambito/games"
	"gambito/spec"
)

type gamesCmd struct {
	jsonFlag
	idleFlags
}

// Help is shown by --help.
func (gamesCmd) Help() string {
	return "Examples:\n\n  gambito games\n  gambito games --json"
}

// gameEntry is how a game is listed as JSON.
type gameEntry struct {
	spec.Schema
	Players      []string `json:"players"`
	Capabilities []string `json:"capabilities"`

	Evaluations []game.EvaluationInfo `json:"evaluations"`
}

// Run lists the games.
func (c gamesCmd) Run(s *session) error {
	var schemas []spec.Schema
	for _, e := range games.Catalogue.Entries {
		schemas = append(schemas, e.Schema)
	}
	var entries []gameEntry
	for _, schema := range append(schemas, games.Sheets()...) {
		g, err := games.Parse(schema.ID)
		if err != nil {
			return failure{err}
		}
		entry := gameEntry{Schema: listed(schema), Players: g.Info().Roles, Capabilities: capabilities(g), Evaluations: []game.EvaluationInfo{}}
		if e, ok := g.(game.Evaluated); ok {
			entry.Evaluations = e.Evaluations()
		}
		entries = append(entries, entry)
	}
	if c.JSON {
		return s.printJSON(entries)
	}
	for _, e := range entries {
		printSchema(s, e.Schema)
		for _, evaluation := range e.Evaluations {
			fmt.Fprintf(s.stdout, "  eval=%-7s %s\n", evaluation.Name, evaluation.Help)
		}
	}
	return nil
}

// capabilities names what g has beyond the rules.
func capabilities(g game.Game) []string {
	names := []string{}
	state := g.New()
	if _, ok := state.(game.Undoer); ok {
		names = append(names, "undo")
	}
	if _, ok := state.(game.Playouter); ok {
		names = append(names, "playout")
	}
	if _, ok := state.(game.WinFinder); ok {
		names = append(names, "winning-moves")
	}
	if _, ok := state.(game.Simultaneous); ok {
		names = append(names, "simultaneous")
	}
	if _, ok := state.(game.Stochastic); ok {
		names = append(names, "chance")
	}
	if _, ok := g.(game.Symmetric); ok {
		names = append(names, "symmetries")
	}
	_, board := state.(game.Drawer)
	if _, text := state.(game.TextDrawer); board || text {
		names = append(names, "drawing")
	}
	return names
}

type agentsCmd struct {
	jsonFlag
	idleFlags
}

// Help is shown by --help.
func (agentsCmd) Help() string {
	return "Examples:\n\n  gambito agents\n  gambito agents --json"
}

// Run lists the agents.
func (c agentsCmd) Run(s *session) error {
	var schemas []spec.Schema
	for _, e := range s.agents.Entries {
		schemas = append(schemas, listed(e.Schema))
	}
	if c.JSON {
		return s.printJSON(schemas)
	}
	for _, schema := range schemas {
		printSchema(s, schema)
	}
	return nil
}

// listed is a schema whose options are never null in JSON.
func listed(schema spec.Schema) spec.Schema {
	if schema.Options == nil {
		schema.Options = []spec.Option{}
	}
	return schema
}

func printSchema(s *session, schema spec.Schema) {
	fmt.Fprintf(s.stdout, "%-20s %s\n", schema.ID, schema.About)
	if form := schema.SizeForm(); form != "" {
		fmt.Fprintf(s.stdout, "  %s:%s for short\n", schema.ID, form)
	}
	for _, o := range schema.Options {
		value := o.Name
		if o.Default != "" {
			value += "=" + o.Default
		}
		fmt.Fprintf(s.stdout, "  %-12s %s; %s\n", value, o.Help, o.Domain())
	}
}
