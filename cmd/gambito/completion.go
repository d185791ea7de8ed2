package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"gambito/agents"
	"gambito/api"
	"gambito/bandit"
	"gambito/bench"
	"gambito/game"
	"gambito/games"
	"gambito/learn/breed"
	"gambito/papers"
	"gambito/search/lesson"
	"gambito/shell"
	"gambito/spec"
	"gambito/theory"
	"gambito/theory/lecture"
)

type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
	idleFlags
}

// Help is shown by --help.
func (completionCmd) Help() string {
	return `Prints a script that has a shell complete verbs, flags, games, agents with their
options, stored runs and studies. It asks this program, so that it is always current.

Examples:

  source <(gambito completion bash)
  gambito completion bash > ~/.local/share/bash-completion/completions/gambito
  gambito completion zsh > "${fpath[1]}/_gambito"
  gambito completion fish > ~/.config/fish/completions/gambito.fish`
}

// Run prints the script.
func (c completionCmd) Run(s *session) error {
	script, err := shell.Script(c.Shell)
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(s.stdout, script)
	return err
}

// completeCmd is what those scripts ask.
type completeCmd struct {
	Words []string `arg:"" optional:"" help:"Words after gambito, of which the last is to be completed."`
}

// Run prints the candidates. That a list cannot be had, such as runs of a store that
// is damaged, is no reason to disturb who types.
func (c completeCmd) Run(s *session, parser *kong.Kong) error {
	completer := shell.Completer{Root: parser.Model.Node, Kind: kindOf, Sources: s.sources()}
	return completer.Complete(c.Words).Write(s.stdout)
}

// kinds of values by the names of flags and arguments, as far as those are the same
// everywhere. The tag complete goes before.
var kinds = map[string]string{
	"game": "game", "spec": "agent", "agent": "agent", "vs": "agent", "hint": "agent", "against": "agent",
	"run": "run", "eval": "evaluation", "policies": "policy", "compare": "algorithm", "level": "level", "lang": "language",
}

// kindOf says what values a flag or an argument takes.
func kindOf(v *kong.Value, verb []string) string {
	if kind := v.Tag.Get("complete"); kind != "" {
		return kind
	}
	switch {
	case slices.Contains([]string{"path", "output", "existingfile", "existingdir"}, v.Tag.Type), v.Tag.PlaceHolder == "FILE", v.Tag.PlaceHolder == "DIR":
		return shell.Files
	case slices.Equal(verb, []string{"bearoff"}):
		return ""
	case kinds[v.Name] != "":
		return kinds[v.Name]
	case v.Name == "file", v.Name == "load", v.Name == "mat":
		return shell.Files
	}
	return ""
}

// sources know the values of every kind.
func (s *session) sources() map[string]shell.Source {
	return map[string]shell.Source{
		"game":       func(word string, _ shell.Line) shell.Candidates { return shell.Specs(gameSchemas(), word, nil) },
		"gamename":   func(string, shell.Line) shell.Candidates { return schemaNames(gameSchemas()) },
		"agent":      s.agentSpecs,
		"agentname":  func(string, shell.Line) shell.Candidates { return schemaNames(s.agentSchemas()) },
		"sheet":      func(string, shell.Line) shell.Candidates { return sheetNames() },
		"network":    func(string, shell.Line) shell.Candidates { return orFiles(names(s.networkNames())) },
		"evaluation": func(_ string, l shell.Line) shell.Candidates { return names(evaluationsOf(l)) },
		"run":        storedRuns,
		"saved":      func(string, shell.Line) shell.Candidates { return names(s.kept.Names()) },
		"gamefile":   func(string, shell.Line) shell.Candidates { return orFiles(names(s.kept.Names())) },
		"study":      func(string, shell.Line) shell.Candidates { return studies() },
		"speed": func(string, shell.Line) shell.Candidates {
			return names(append(append(bench.Names(), webBenchmark, labBenchmark, fleetBenchmark), fleetBenchmarks...))
		},
		"preset":    func(string, shell.Line) shell.Candidates { return names(breed.Presets()) },
		"policy":    func(word string, _ shell.Line) shell.Candidates { return policies(word) },
		"algorithm": func(string, shell.Line) shell.Candidates { return names(append(lesson.Algorithms(), "all")) },
		"language":  func(string, shell.Line) shell.Candidates { return names([]string{"en", "es"}) },
		"level":     func(string, shell.Line) shell.Candidates { return levels() },
		"explain":   s.gameAndAlgorithm,
		"law": func(string, shell.Line) shell.Candidates {
			return names([]string{"bernoulli", "gaussian:", "constant"})
		},

		"method":       func(string, shell.Line) shell.Candidates { return trainMethods() },
		"trainpreset":  func(_ string, l shell.Line) shell.Candidates { return trainPresets(l) },
		"trainsetting": func(word string, l shell.Line) shell.Candidates { return shell.Options(trainingOf(l).Options, word) },
		"breedplayer":  func(string, shell.Line) shell.Candidates { return names(breed.Players()) },
		"breedsetting": func(word string, _ shell.Line) shell.Candidates { return shell.Options(breed.Options, word) },

		"veiled": func(word string, _ shell.Line) shell.Candidates { return shell.Specs(veiledSchemas(), word, nil) },
		"veiledplayer": func(word string, _ shell.Line) shell.Candidates {
			return orFiles(shell.Specs(veiledPlayers(s.agents), word, nil))
		},

		"matrix":        func(string, shell.Line) shell.Candidates { return orFiles(names(theory.Examples())) },
		"matrixmethod":  func(string, shell.Line) shell.Candidates { return names(methodNames()) },
		"matrixpicture": func(string, shell.Line) shell.Candidates { return names(lecture.AllPictures()) },

		"result": func(string, shell.Line) shell.Candidates { return results() },
	}
}

func names(list []string) (found shell.Candidates) {
	for _, name := range list {
		found.List = append(found.List, shell.Candidate{Text: name})
	}
	return found
}

func orFiles(found shell.Candidates) shell.Candidates {
	found.Files = true
	return found
}

func schemaNames(schemas []spec.Schema) (found shell.Candidates) {
	for _, schema := range schemas {
		found.List = append(found.List, shell.Candidate{Text: schema.ID, Help: schema.About})
	}
	return found
}

func gameSchemas() (list []spec.Schema) {
	for _, e := range games.Catalogue.Entries {
		list = append(list, e.Schema)
	}
	return append(list, games.Sheets()...)
}

func (s *session) agentSchemas() (list []spec.Schema) {
	for _, e := range s.agents.Entries {
		list = append(list, e.Schema)
	}
	return list
}

// agentSpecs completes agents; evaluations are those of the game on the line.
func (s *session) agentSpecs(word string, l shell.Line) shell.Candidates {
	return shell.Specs(s.agentSchemas(), word, func(_ spec.Schema, o spec.Option) []string {
		if o.Type == spec.Evaluation {
			return evaluationsOf(l)
		}
		return nil
	})
}

// evaluationsOf are those of the game that the line names.
func evaluationsOf(l shell.Line) (list []string) {
	if len(l.Args) == 0 {
		return nil
	}
	g, err := games.Parse(l.Args[0])
	if err != nil {
		return nil
	}
	if g, ok := g.(game.Evaluated); ok {
		for _, e := range g.Evaluations() {
			list = append(list, e.Name)
		}
	}
	return list
}

func sheetNames() (found shell.Candidates) {
	for _, schema := range games.Sheets() {
		found.List = append(found.List, shell.Candidate{Text: strings.TrimPrefix(schema.ID, "gdl:"), Help: schema.About})
	}
	return orFiles(found)
}

// dataOf is the folder that the line names, or the usual one.
func dataOf(l shell.Line) (f dataFlag) {
	if given := l.Flags["data"]; len(given) > 0 {
		f.Data = kong.ExpandPath(given[len(given)-1])
	}
	return f
}

// storedRuns are those in the folder that the line names, or the usual one.
func storedRuns(_ string, l shell.Line) (found shell.Candidates) {
	db, err := dataOf(l).openExisting()
	if err != nil || db == nil {
		return found
	}
	defer db.Close()
	runs, _, _ := db.Runs()
	for _, r := range runs {
		run := api.NewRun(r)
		found.List = append(found.List, shell.Candidate{Text: run.Name, Help: fmt.Sprintf("%s, %d of %d games", run.State, run.Games, run.Planned)})
	}
	return found
}

func studies() (found shell.Candidates) {
	list, _ := papers.All()
	for _, study := range list {
		found.List = append(found.List, shell.Candidate{Text: study.ID, Help: study.About})
	}
	return found
}

func levels() (found shell.Candidates) {
	for n := 1; n <= agents.Levels; n++ {
		found.List = append(found.List, shell.Candidate{Text: strconv.Itoa(n)})
	}
	return found
}

// policies completes the last of a list of policies, which semicolons or commas
// separate, as --policies reads them.
func policies(word string) shell.Candidates {
	before := ""
	if at := strings.LastIndexAny(word, ";,"); at >= 0 {
		before, word = word[:at+1], word[at+1:]
	}
	var schemas []spec.Schema
	for i := range bandit.Catalogue {
		schemas = append(schemas, bandit.Catalogue[i].Schema())
	}
	found := shell.Specs(schemas, word, nil)
	for i := range found.List {
		found.List[i].Text = before + found.List[i].Text
	}
	return found
}

// gameAndAlgorithm completes what explain takes: a game unless there is a tree,
// then an algorithm.
func (s *session) gameAndAlgorithm(word string, l shell.Line) shell.Candidates {
	_, tree := l.Flags["tree"]
	_, random := l.Flags["random"]
	if len(l.Args) == 0 && !tree && !random {
		return shell.Specs(gameSchemas(), word, nil)
	}
	return names(lesson.Algorithms())
}

// results are what schema takes: verbs and definitions.
func results() (found shell.Candidates) {
	for _, r := range api.Results {
		if name := (shell.Candidate{Text: r.Verb}); !slices.Contains(found.List, name) && !strings.Contains(r.Verb, " ") {
			found.List = append(found.List, name)
		}
	}
	return found
}
