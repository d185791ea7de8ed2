package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"gambito/agent"
	"gambito/files"
	"gambito/learn/breed"
	"gambito/learn/setting"
	"gambito/shell"
)

type evolveCmd struct {
	Game        string `arg:"" optional:"" help:"Game spec: backgammon, othello or connect4 (default: what the player of the preset or the settings plays)."`
	Preset      string `xor:"settings" complete:"preset" help:"Settings that come with gambito: ${presets}."`
	Settings    string `xor:"settings" type:"path" placeholder:"FILE" help:"Settings of your own, in YAML."`
	Show        bool   `help:"Print the preset, or the settings with all defaults, as YAML and stop."`
	Options     bool   `help:"List the settings with their ranges and what presets choose, and stop."`
	Set         string `placeholder:"NAME=VALUE,…" complete:"breedsetting" help:"Change settings, such as coding=gray,mutation=0.02; --options lists them."`
	Player      string `complete:"breedplayer" help:"What is bred instead: ${breedplayers}."`
	Against     string `placeholder:"AGENT,…" help:"Against whom instead: an agent spec, self or default; of several, such as pubeval,td, the mean counts. Semicolons may stand between them."`
	Games       *int   `help:"How many games an individual plays in a generation instead."`
	Generations *int   `help:"How many generations at most instead."`
	FinalGames  *int   `help:"How many games each finalist plays instead."`
	Out         string `type:"output" placeholder:"FILE" help:"Keep the state in this file after every generation, and go on from there if it exists."`
	CSV         string `name:"csv" type:"output" placeholder:"FILE" help:"Write the log: best, mean and diversity by generation."`
	SVG         string `name:"svg" type:"output" placeholder:"FILE" help:"Draw it; FILE-diversity.svg and FILE-vector.svg show the diversity and the last best vector."`
	seedFlag
	jobsFlag
	fleetFlag
	jsonFlag
	quietFlag
}

// Help is shown by --help.
func (evolveCmd) Help() string {
	return `Breeds the numbers by which a player plays, by a genetic algorithm or by hill
climbing: of backgammon those of rules or fuzzy or all weights of a network, of Othello and Connect 4 the
weights of an evaluation, with which a search chooses moves. With coding=tree expressions
of what the rules count are bred instead (genetic programming). Fitness is the share of
points won, in percent, half a point each for a draw, and all individuals of a
generation play with equal dice and openings. In the end the best of all generations
meet the opponent once more, with others: what they reach then is what they are
worth. --options and docs/evolve.md explain the settings.

With agree, fitness is how well the individuals agree with the opponent's moves:

` + breed.Schemes + `

Examples:

  gambito evolve backgammon --preset gray --out gray.json --svg gray.svg
  gambito evolve backgammon --preset hill --player fuzzy
  gambito evolve backgammon --preset rules-1 --against pubeval,td --out both.json
  gambito evolve backgammon --preset tree --out trees.json
  gambito evolve othello --preset othello-hand --out hand.json
  gambito evolve connect4 --player h1 --games 400 --set search=alphabeta:depth=3
  gambito evolve backgammon --preset hc-gammon --out hc.json
  gambito match backgammon td:model=hc.safetensors pubeval -n 10000
  gambito evolve --options
  gambito evolve --show --preset ga-gammon > mine.yaml
  gambito evolve backgammon --settings mine.yaml --out mine.json
  gambito evolve backgammon --preset gray --out gray.json --fleet nats://TOKEN@10.0.0.1:4222`
}

// Validate is called by the command-line parser.
func (c evolveCmd) Validate() error {
	return errors.Join(c.jobsFlag.Validate(), c.fleetFlag.check())
}

// settings are those of the preset or the file, changed by flags, and as YAML.
func (c evolveCmd) settings() (breed.Settings, []byte, error) {
	name, text := "preset "+c.Preset, []byte("")
	var err error
	switch {
	case c.Settings != "":
		name = c.Settings
		text, err = files.Read(c.Settings)
	case c.Preset != "":
		text, err = breed.Preset(c.Preset)
	}
	if err != nil {
		return breed.Settings{}, nil, err
	}
	s, err := breed.ParseFor(c.Game, text)
	if err != nil {
		return s, nil, fmt.Errorf("%s: %w", name, err)
	}
	s.Genetic.Seed = c.Seed
	before := s
	if c.Player != "" {
		s.Player = c.Player
	}
	if c.Against != "" {
		s.Against = c.Against
	}
	for _, change := range []struct {
		to, flag *int
	}{{&s.Games, c.Games}, {&s.Genetic.Generations, c.Generations}, {&s.FinalGames, c.FinalGames}} {
		if change.flag != nil {
			*change.to = *change.flag
		}
	}
	if err := setting.Set(breed.Options, &s, c.Set); err != nil {
		return s, nil, fmt.Errorf("--set %s: %w", c.Set, err)
	}
	if s != before || len(text) == 0 {
		text = s.YAML()
	}
	return s, text, s.Check()
}

// Run breeds.
func (c evolveCmd) Run(s *session) error {
	if c.Options {
		return c.listOptions(s)
	}
	settings, text, err := c.settings()
	if err != nil {
		return err
	}
	if c.Show {
		_, err := s.stdout.Write(text)
		return err
	}
	if c.Game == "" && c.Preset == "" && c.Settings == "" && c.Player == "" {
		return errors.New("which game? (gambito evolve backgammon)")
	}
	if c.Game == "" {
		c.Game = settings.GameSpec()
	}
	g, err := parseGame(s.ctx, c.Game)
	if err != nil {
		return err
	}
	e, err := breed.New(g, s.agents, settings, c.Jobs)
	if err != nil {
		return err
	}
	if e.Kind.Long() && c.Out == "" {
		return errors.New("what comes of it is a network in a file: name its state with --out, such as --out hc.json for hc.safetensors")
	}
	if err := c.load(e); err != nil {
		return err
	}
	defer e.Leave()
	fleet, err := c.joinFleet(s)
	if err != nil {
		return err
	}
	defer fleet.leave()
	e.Fleet = fleet.fleet()
	begin := time.Now()
	if err := c.evolve(s.ctx, e, fleet); err != nil {
		return err
	}
	finalists, err := c.finals(s.ctx, e, fleet)
	if err != nil {
		return err
	}
	return c.show(s, e, finalists, time.Since(begin))
}

// load goes on where a file says.
func (c evolveCmd) load(e *breed.Evolution) error {
	if c.Out == "" {
		return nil
	}
	found, err := e.KeepIn(c.Out)
	if found && !c.Quiet {
		fmt.Fprintf(os.Stderr, "gambito: %d generations are in %s\n", len(e.Run.Log()), c.Out)
	}
	if errors.As(err, new(breed.ErrBusy)) {
		return failure{err}
	}
	return err
}

// joinFleet joins the fleet, if there is one. Beside the file of the state is kept what
// the same command needs to find its results there again.
func (c evolveCmd) joinFleet(s *session) (*coordinator, error) {
	if c.Out == "" {
		return c.join(s, "")
	}
	return c.join(s, filepath.Dir(c.Out))
}

// evolve breeds generations and shows them: every one, or of those that take no time one
// a second.
func (c evolveCmd) evolve(ctx context.Context, e *breed.Evolution, fleet *coordinator) error {
	bar := c.bar()
	e.Progress = fleet.drawn(bar)
	var shown time.Time
	err := e.Evolve(ctx, func(e *breed.Evolution) error {
		if _, ended := e.Finished(); e.Kind.Long() && !ended && time.Since(shown) < time.Second {
			return nil
		}
		shown = time.Now()
		if !c.Quiet {
			log := e.Run.Log()
			last := log[len(log)-1]
			fleet.show(nil, bar.Clear)
			fmt.Fprintf(os.Stderr, "generation %d: best %.2f, mean %.2f, diversity %.2f", len(log), last.Best, last.Mean, last.Diversity)
			if spec := e.Kind.Spec(last.Genes); spec != "" {
				fmt.Fprint(os.Stderr, ": ", spec)
			}
			fmt.Fprintln(os.Stderr)
		}
		return c.writeLog(e)
	})
	fleet.show(nil, bar.Clear)
	return c.stopped(e, err)
}

// writeLog writes the log as a table and draws it.
func (c evolveCmd) writeLog(e *breed.Evolution) error {
	rows := [][]string{{"generation", "best", "mean", "deviation", "diversity", "record", "restarts", "genes"}}
	log := e.Run.Log()
	for i, entry := range log {
		row := []string{strconv.Itoa(i + 1)}
		for _, x := range []float64{entry.Best, entry.Mean, entry.Deviation, entry.Diversity, entry.Record} {
			row = append(row, strconv.FormatFloat(x, 'f', 4, 64))
		}
		genes := strings.ReplaceAll(strings.Trim(fmt.Sprint(entry.Genes), "[]"), " ", "/")
		rows = append(rows, append(row, strconv.Itoa(entry.Restarts), genes))
	}
	if err := writeCSV(c.CSV, rows); err != nil || c.SVG == "" {
		return err
	}
	genes, before := log[len(log)-1].Genes, []int(nil)
	switch {
	case e.Kind.Long(): // the log has none
		genes = e.Run.Latest(1)[0]
	case len(log) > 1:
		before = log[len(log)-2].Genes
	}
	return errors.Join(
		writeChart(c.SVG, "", breed.FitnessChart(c.Game, log)),
		writeChart(c.SVG, "-diversity", breed.DiversityChart(c.Game, log)),
		writeChart(c.SVG, "-vector", breed.VectorChart(c.Game, e.Kind.Names, e.Kind.Shown(genes), e.Kind.Shown(before))),
	)
}

// finals shows how far the finals are.
func (c evolveCmd) finals(ctx context.Context, e *breed.Evolution, fleet *coordinator) ([]breed.Finalist, error) {
	bar := c.bar()
	e.Progress = fleet.drawn(bar)
	finalists, err := e.Finals(ctx)
	fleet.show(nil, bar.Clear)
	return finalists, c.stopped(e, err)
}

// stopped says how to go on after a signal.
func (c evolveCmd) stopped(e *breed.Evolution, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, agent.ErrQuit):
		reason := strings.TrimPrefix(err.Error(), agent.ErrQuit.Error()+": ")
		return failure{fmt.Errorf("evolve stopped after %d generations, for the opponent is gone: %s", len(e.Run.Log()), reason)}
	case !errors.Is(err, context.Canceled):
		return failure{err}
	case c.Out == "":
		return failure{fmt.Errorf("evolve stopped after %d generations; without --out nothing is kept", len(e.Run.Log()))}
	}
	return failure{fmt.Errorf("evolve stopped after %d generations; to go on: %s", len(e.Run.Log()), c.resume())}
}

// resume is the command that goes on.
func (c evolveCmd) resume() string {
	command := "gambito evolve " + c.Game
	for _, flag := range []struct{ name, value string }{
		{"preset", c.Preset}, {"settings", c.Settings}, {"set", c.Set}, {"player", c.Player}, {"against", c.Against},
		{"games", number(c.Games)}, {"generations", number(c.Generations)}, {"final-games", number(c.FinalGames)},
		{"out", c.Out}, {"csv", c.CSV}, {"svg", c.SVG},
	} {
		if flag.value != "" {
			command += " --" + flag.name + " " + shell.Quote(flag.value)
		}
	}
	if c.Seed != 1 {
		command += fmt.Sprintf(" --seed %d", c.Seed)
	}
	return command + c.arguments()
}

// number writes a number, nothing for none.
func number(n *int) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(*n)
}
