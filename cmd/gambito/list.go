package main

import (
	"fmt"
	"slices"

	"gambito/agents"
	"gambito/api"
	"gambito/games"
	"gambito/spec"
	"gambito/table"
)

type gamesCmd struct {
	Name string `arg:"" optional:"" complete:"gamename" help:"Only this game."`
	jsonFlag
	idleFlags
}

// Help is shown by --help.
func (gamesCmd) Help() string {
	return "Examples:\n\n  gambito games\n  gambito games connect4\n  gambito games --json"
}

// Run lists the games.
func (c gamesCmd) Run(s *session) error {
	var schemas []spec.Schema
	for _, e := range games.Catalogue.Entries {
		schemas = append(schemas, e.Schema)
	}
	schemas = append(schemas, games.Sheets()...)
	var ids []string
	for _, schema := range schemas {
		ids = append(ids, schema.ID)
	}
	if err := knownName("game", c.Name, ids); err != nil {
		return err
	}
	entries := []api.Game{}
	for _, schema := range schemas {
		if c.Name != "" && schema.ID != c.Name {
			continue
		}
		g, err := games.Parse(schema.ID)
		if err != nil {
			return failure{err}
		}
		entries = append(entries, api.NewGame(schema, g))
	}
	if c.JSON {
		return s.printJSON(entries)
	}
	for _, e := range entries {
		printSchema(s, e.Schema, nil)
		for _, evaluation := range e.Evaluations {
			table.Paragraph(s.stdout, fmt.Sprintf("  eval=%-7s ", evaluation.Name), evaluation.Help)
		}
	}
	return nil
}

type agentsCmd struct {
	Name string `arg:"" optional:"" complete:"agentname" help:"Only this agent, with all of its options."`
	jsonFlag
	idleFlags
}

// Help is shown by --help.
func (agentsCmd) Help() string {
	return "Examples:\n\n  gambito agents\n  gambito agents mcts\n  gambito agents --json"
}

// Run lists the agents.
func (c agentsCmd) Run(s *session) error {
	var ids []string
	for _, e := range s.agents.Entries {
		ids = append(ids, e.ID)
	}
	if err := knownName("agent", c.Name, ids); err != nil {
		return err
	}
	schemas := []spec.Schema{}
	for _, e := range s.agents.Entries {
		if c.Name == "" || e.ID == c.Name {
			schemas = append(schemas, api.Listed(e.Schema))
		}
	}
	if c.JSON {
		return s.printJSON(schemas)
	}
	for i, schema := range schemas {
		printSchema(s, schema, likeAnother(schema, schemas[:i]))
	}
	if c.Name == agents.LevelID {
		fmt.Fprintln(s.stdout)
		return showLadders(s, false, agents.Ladders...)
	}
	return nil
}

// knownName refuses a name that is none of those there are. None at all is fine.
func knownName(kind, name string, names []string) error {
	if name == "" || slices.Contains(names, name) {
		return nil
	}
	return fmt.Errorf("unknown %s %q %s", kind, name, spec.Suggest(name, names))
}

// likeAnother finds, of the schemas before, the one with most options in common,
// if the schema has all of its options, some perhaps with another default.
func likeAnother(schema spec.Schema, before []spec.Schema) *spec.Schema {
	const worth = 5 // options in common: fewer are listed again
	var like *spec.Schema
	most := worth - 1
	for i, other := range before {
		same, all := 0, true
		for _, o := range other.Options {
			all = all && slices.ContainsFunc(schema.Options, func(own spec.Option) bool { return own.Name == o.Name })
			if hasOption(schema, o) {
				same++
			}
		}
		if all && same > most {
			like, most = &before[i], same
		}
	}
	return like
}

// hasOption reports whether a schema has the very same option.
func hasOption(schema spec.Schema, o spec.Option) bool {
	return slices.ContainsFunc(schema.Options, func(own spec.Option) bool {
		return own.Name == o.Name && own.Default == o.Default && own.Help == o.Help && own.Domain() == o.Domain()
	})
}

// printSchema prints what a schema has that another, if any, has not.
func printSchema(s *session, schema spec.Schema, like *spec.Schema) {
	table.Paragraph(s.stdout, fmt.Sprintf("%-20s ", schema.ID), schema.About)
	if form := schema.SizeForm(); form != "" {
		fmt.Fprintf(s.stdout, "  %s:%s for short\n", schema.ID, form)
	}
	if like != nil {
		fmt.Fprintf(s.stdout, "  the options of %s\n", like.ID)
	}
	for _, o := range schema.Options {
		if like != nil && hasOption(*like, o) {
			continue
		}
		value := o.Name
		if o.Default != "" {
			value += "=" + o.Default
		}
		table.Paragraph(s.stdout, fmt.Sprintf("  %-12s ", value), o.Help+"; "+o.Domain())
	}
}
