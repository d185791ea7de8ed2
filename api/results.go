// Package api has the types of all results: what verbs print with --json and what
// others who show or carry results pass on. They are plain values, made by small
// constructors from what the packages return; what is a plain value there already
// is used as it is. Every field says what it is, by a doc tag or, if it belongs to
// another package, by a note here, and Results tells which verb prints what. From
// all that the JSON Schema is generated.
package api

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"gambito/arena"
	"gambito/bandit/trees"
	"gambito/bench"
	"gambito/fleet"
	"gambito/ladder"
	"gambito/learn/network"
	"gambito/learn/regress"
	"gambito/learn/strategy"
	"gambito/learn/training"
	"gambito/learn/tuples"
	"gambito/learn/value"
	"gambito/learn/zero"
	"gambito/measure"
	"gambito/papers"
	"gambito/protocol/ggp"
	"gambito/report"
	"gambito/spec"
	"gambito/tune"
)

// Result is what a verb prints with --json.
type Result struct {
	Verb  string // such as "runs list"
	When  string // with which arguments, if it prints something else with others
	Value any    // a value of the type
	Lines bool   // one object a line, as many as there are
}

// Results are those of all verbs, in the order of their names.
var Results = []Result{
	{Verb: "accuracy", Value: []Accuracy{}},
	{Verb: "agents", Value: []spec.Schema{}},
	{Verb: "analyze", Value: Analysis{}},
	{Verb: "analyze", When: "backgammon, if the agent tells chances", Value: BackgammonAnalysis{}},
	{Verb: "analyze", When: "--mat", Value: BackgammonReview{}},
	{Verb: "balance", Value: Balanced{}},
	{Verb: "bandit regret", Value: []Regret{}},
	{Verb: "bandit trees", Value: []trees.Result{}},
	{Verb: "bandit tune", Value: Tuning{}},
	{Verb: "bearoff", Value: Bearoff{}},
	{Verb: "bench", Value: []bench.Result{}},
	{Verb: "bench", When: "--compare", Value: bench.Comparison{}},
	{Verb: "bench", When: "web", Value: WebLoad{}},
	{Verb: "bench", When: "lab", Value: LabLoad{}},
	{Verb: "bench", When: "fleet", Value: FleetLoad{}},
	{Verb: "config", Value: Config{}},
	{Verb: "dataset fit", Value: value.Stage{}},
	{Verb: "drill", Value: Faults{}},
	{Verb: "evolve", Value: Evolution{}},
	{Verb: "evolve", When: "--options", Value: EvolutionOptions{}},
	{Verb: "explain", Value: []Walk{}},
	{Verb: "explain", When: "--steps", Value: []Lesson{}},
	{Verb: "exploitability", Value: Exploitability{}},
	{Verb: "exploitability", When: "no game is named", Value: []spec.Schema{}},
	{Verb: "fleet drill", Value: Drill{}},
	{Verb: "fleet simulate", Value: []FleetForecast{}},
	{Verb: "fleet status", Value: fleet.Status{}},
	{Verb: "games", Value: []Game{}},
	{Verb: "gdl bench", Value: SheetSpeed{}},
	{Verb: "gdl check", Value: []SheetProblem{}},
	{Verb: "gdl list", Value: []spec.Schema{}},
	{Verb: "gdl perft", Value: SheetPerft{}},
	{Verb: "ggp server", Value: ggp.Record{}},
	{Verb: "levels", Value: ladder.Result{}},
	{Verb: "levels", When: "no game is named, or --list", Value: []Levels{}},
	{Verb: "match", Value: Match{}},
	{Verb: "matrix", Value: Matrix{}},
	{Verb: "matrix", When: "no game is named", Value: []MatrixExample{}},
	{Verb: "measure", Value: []measure.Size{}},
	{Verb: "measure", When: "--profile", Value: []measure.Profile{}},
	{Verb: "moves", Value: []string{}},
	{Verb: "moves", When: "--count", Value: 0},
	{Verb: "moves", When: "--file", Value: []int{}},
	{Verb: "network compare", Value: network.Comparison{}},
	{Verb: "network list", Value: []network.Entry{}},
	{Verb: "network show", Value: Network{}},
	{Verb: "network show", When: "a file of train backgammon", Value: BackgammonNetwork{}},
	{Verb: "network show", When: "a file of patterns", Value: Patterns{}},
	{Verb: "network show", When: "a file of patterns, --values, --position or --moves", Value: PatternValues{}},
	{Verb: "network show", When: "a file of patterns, --table", Value: []PatternValues{}},
	{Verb: "perft", Value: Perft{}},
	{Verb: "play", Value: arena.Record{}},
	{Verb: "report", Value: report.Summary{}},
	{Verb: "report", When: "several runs", Value: []report.Summary{}},
	{Verb: "reproduce", Value: []papers.Finding{}},
	{Verb: "reproduce", When: "no study is named", Value: []papers.Study{}},
	{Verb: "review", Value: Review{}},
	{Verb: "runs export", Value: arena.Record{}, Lines: true},
	{Verb: "runs import", Value: Run{}},
	{Verb: "runs list", Value: []Run{}},
	{Verb: "runs resume", Value: report.Summary{}},
	{Verb: "runs show", Value: RunDetails{}},
	{Verb: "saved add", Value: []SavedGame{}},
	{Verb: "saved list", Value: []SavedGame{}},
	{Verb: "saved show", Value: SavedGameDetails{}},
	{Verb: "solve", Value: Solution{}},
	{Verb: "solve", When: "--file", Value: []Solution{}},
	{Verb: "solve", When: "players move at once or do not see everything", Value: Equilibrium{}},
	{Verb: "tournament", Value: report.Summary{}},
	{Verb: "tournament", When: "--dry-run", Value: Estimate{}},
	{Verb: "train", When: "--method alphazero or solver", Value: zero.Round{}, Lines: true},
	{Verb: "train", When: "--method value", Value: value.Stage{}, Lines: true},
	{Verb: "train", When: "--method td", Value: TDTraining{}},
	{Verb: "train", When: "--method q, sarsa, mc, or td of other games than backgammon", Value: tuples.Measurement{}, Lines: true},
	{Verb: "train", When: "--method fit", Value: regress.Round{}, Lines: true},
	{Verb: "train", When: "games with secrets", Value: strategy.Round{}, Lines: true},
	{Verb: "train", When: "--options", Value: training.Description{}},
	{Verb: "tune", Value: tune.Result{}},
	{Verb: "tune", When: "--keys", Value: []spec.Option{}},
	{Verb: "tune", When: "--methods", Value: []spec.Schema{}},
	{Verb: "version", Value: Version{}},
	{Verb: "watch", Value: arena.Record{}},
}

// Of lists what a verb prints.
func Of(verb string) (list []Result) {
	for _, r := range Results {
		if r.Verb == verb {
			list = append(list, r)
		}
	}
	return list
}

// Type is what the result is called: the name of a definition, or a list of such.
func (r Result) Type() string { return typeName(reflect.TypeOf(r.Value)) }

func typeName(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Slice:
		return "[]" + typeName(t.Elem())
	case reflect.Struct:
		return nameOf(t)
	}
	return t.Name()
}

// schema is that of the result, called as the verb is.
func (r Result) schema(g *generator) *Schema {
	s := g.schema(reflect.TypeOf(r.Value))
	s.Title = "gambito " + r.Verb
	if r.When != "" {
		s.Title += ", " + r.When
	}
	if r.Lines {
		s.Description = "One object a line."
	}
	return s
}

// All is the schema of every result. Each has a title that names its verb; what
// they are made of are the definitions, game records among them.
func All() *Schema {
	return anyOf(Results, "What gambito prints with --json, and the records of games that it writes.")
}

func anyOf(results []Result, description string) *Schema {
	g := newGenerator()
	s := &Schema{Dialect: dialect, Title: "gambito", Description: description, Defs: g.defs}
	for _, r := range results {
		s.AnyOf = append(s.AnyOf, r.schema(g))
	}
	return s
}

// Named is the schema of what a verb prints, or of one definition.
func Named(name string) (*Schema, error) {
	if results := Of(name); len(results) > 0 {
		return anyOf(results, ""), nil
	}
	all := newGenerator()
	var verbs []string
	for _, r := range Results {
		all.schema(reflect.TypeOf(r.Value))
		verbs = append(verbs, r.Verb)
	}
	t, ok := all.types[name]
	if !ok {
		names := append(slices.Sorted(maps.Keys(all.types)), slices.Compact(verbs)...)
		return nil, fmt.Errorf("unknown result %q %s", name, spec.Suggest(name, names))
	}
	g := newGenerator()
	s := g.schema(t)
	s.Dialect, s.Title, s.Defs = dialect, name, g.defs
	return s, nil
}

// TypesOf names what a verb prints, for its help: "Analysis, BackgammonAnalysis or
// BackgammonReview".
func TypesOf(verb string) string {
	var names []string
	for _, r := range Of(verb) {
		names = append(names, r.Type())
	}
	names = slices.Compact(names)
	if last := len(names) - 1; last > 0 {
		return strings.Join(names[:last], ", ") + " or " + names[last]
	}
	return strings.Join(names, "")
}
