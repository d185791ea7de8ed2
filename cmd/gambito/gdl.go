package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"gambito/api"
	"gambito/games"
	"gambito/gdl"
	"gambito/progress"
	"gambito/spec"
)

// gdlCmd holds the verbs on rulesheets.
type gdlCmd struct {
	List  gdlListCmd  `cmd:"" help:"List the rulesheets that come with gambito."`
	Show  gdlShowCmd  `cmd:"" help:"Print a rulesheet."`
	Check gdlCheckCmd `cmd:"" help:"Look for errors in a rulesheet."`
	Perft gdlPerftCmd `cmd:"" help:"Count the positions after a number of joint moves."`
	Bench gdlBenchCmd `cmd:"" help:"Compile a rulesheet and measure random games on one core."`
}

// sheetFlags name a rulesheet and bound the work of compiling it.
type sheetFlags struct {
	File         string `arg:"" complete:"sheet" help:"Rulesheet in the Game Description Language, or one of those that gambito games lists, such as hex."`
	GroundSteps  int64  `default:"${groundSteps}" placeholder:"MILLIONS" help:"Compile in at most so many million steps; a sheet that takes more is played slowly, position by position (default: ${default}, which take 20 to 50 s)."`
	GroundTime   string `hidden:""` // what GroundSteps was
	GroundMemory int64  `default:"${groundMemory}" placeholder:"MIB" help:"Compile in at most so many MiB, likewise (default: ${default})."`
}

// Validate is called by the command-line parser.
func (f sheetFlags) Validate() error {
	switch {
	case f.GroundTime != "":
		return fmt.Errorf("--ground-time is no more, since games must not depend on the speed of the machine: use --ground-steps, of which a second takes about 25 million")
	case f.GroundSteps < 0 || f.GroundMemory < 0:
		return fmt.Errorf("--ground-steps and --ground-memory must not be negative")
	}
	return nil
}

// open makes the game.
func (f sheetFlags) open(ctx context.Context) (*gdl.Game, error) {
	defer wait("compiling " + f.File)()
	g, err := unless(ctx, func() (*gdl.Game, error) {
		return gdl.Open(f.File, gdl.Limits{Steps: f.GroundSteps * 1_000_000, Memory: f.GroundMemory << 20})
	})
	if err != nil {
		return nil, err
	}
	noteFallback(g)
	return g, nil
}

// keepCompiled keeps rulesheets that take long to compile in the data folder, if there is one.
func keepCompiled(data string) {
	if data == "" {
		return
	}
	gdl.Keep(gdl.NewKeeper(filepath.Join(data, "compiled"), func(err error) {
		fmt.Fprintf(os.Stderr, "gambito: %v\n", err)
	}))
}

// noteFallback says so if a rulesheet is not compiled.
func noteFallback(g any) {
	if sheet, ok := g.(*gdl.Game); ok && sheet.Fallback() != nil {
		fmt.Fprintf(os.Stderr, "gambito: %s is not compiled and played slowly: %v\n", sheet.Info().ID, sheet.Fallback())
	}
}

type gdlListCmd struct {
	jsonFlag
	idleFlags
}

// Run lists the rulesheets.
func (c gdlListCmd) Run(s *session) error {
	list := []spec.Schema{}
	for _, sheet := range games.Sheets() {
		list = append(list, api.Listed(sheet))
	}
	if c.JSON {
		return s.printJSON(list)
	}
	for _, sheet := range list {
		printSchema(s, sheet, nil)
	}
	return nil
}

type gdlShowCmd struct {
	File string `arg:"" complete:"sheet" help:"One of the rulesheets that gambito gdl list lists, such as hex, or a file."`
	idleFlags
}

// Help is shown by --help.
func (gdlShowCmd) Help() string {
	return `Prints a rulesheet as it stands, to read or to begin one of your own with.

Examples:

  gambito gdl show hex
  gambito gdl show gdl:tictactoe > mine.kif
  gambito play gdl:mine.kif`
}

// Run prints a rulesheet.
func (c gdlShowCmd) Run(s *session) error {
	text, _, err := gdl.ReadSheet(c.File)
	if err != nil {
		return err
	}
	_, err = s.stdout.Write(text)
	return err
}

type gdlCheckCmd struct {
	File string `arg:"" complete:"sheet" help:"Rulesheet in the Game Description Language, or one of those that gambito games lists, such as hex."`
	jsonFlag
	idleFlags
}

// Help is shown by --help.
func (gdlCheckCmd) Help() string {
	return `Prints what is wrong with a rulesheet to the standard error, one problem a line
with its line and column. With errors the exit code is 2; a sheet with warnings
only can be played, and the exit code is 0.

Examples:

  gambito gdl check my.kif
  gambito gdl check hex --json`
}

// Run checks.
func (c gdlCheckCmd) Run(s *session) error {
	text, _, err := gdl.ReadSheet(c.File)
	if err != nil {
		return err
	}
	_, problems := gdl.Check(text)
	if c.JSON {
		if err := s.printJSON(api.NewSheetProblems(problems)); err != nil {
			return err
		}
	}
	errors := 0
	for _, p := range problems {
		if !c.JSON {
			fmt.Fprintf(os.Stderr, "%s:%s\n", c.File, p.Error())
		}
		if !p.Warning {
			errors++
		}
	}
	if errors == 1 {
		return fmt.Errorf("%s: 1 error", c.File)
	}
	if errors > 0 {
		return fmt.Errorf("%s: %d errors", c.File, errors)
	}
	return nil
}

type gdlPerftCmd struct {
	sheetFlags
	Depth int `arg:"" help:"How many joint moves deep."`
	jsonFlag
	quietFlag
	idleFlags
}

// Help is shown by --help.
func (gdlPerftCmd) Help() string {
	return `Counts the positions after exactly DEPTH joint moves, one move of every role
each. Games that ended earlier are not among them; their number is printed
before. The last line is the number of positions alone.

Examples:

  gambito gdl perft my.kif 3
  gambito gdl perft tictactoe 4 --json`
}

// Validate is called by the command-line parser.
func (c gdlPerftCmd) Validate() error {
	if c.Depth < 0 {
		return fmt.Errorf("depth %d: it must be 0 or more", c.Depth)
	}
	return c.sheetFlags.Validate()
}

// Run counts.
func (c gdlPerftCmd) Run(s *session) error {
	g, err := c.open(s.ctx)
	if err != nil {
		return err
	}
	if positions := g.EstimatePerft(c.Depth); positions > mostLeaves {
		return fmt.Errorf("depth %d: there are %s positions; at most 10¹⁴ are counted, which takes days: choose a smaller depth", c.Depth, power(positions))
	}
	begin := time.Now()
	bar := c.bar()
	positions, ended, err := g.Perft(s.ctx, c.Depth, func(positions uint64) { bar.Show(progress.Step{What: "positions", Done: int(positions)}) })
	bar.Clear()
	if err != nil {
		return failure{fmt.Errorf("perft stopped after %s: the count is not complete", time.Since(begin).Round(time.Second))}
	}
	if c.JSON {
		return s.printJSON(api.SheetPerft{Game: g.Info().ID, Depth: c.Depth, Positions: positions, Ended: ended, Seconds: time.Since(begin).Seconds()})
	}
	if ended > 0 {
		fmt.Fprintf(s.stdout, "%d games ended earlier\n", ended)
	}
	fmt.Fprintln(s.stdout, positions)
	return nil
}

type gdlBenchCmd struct {
	sheetFlags
	Time time.Duration `default:"2s" help:"How long to play (default: ${default})."`
	seedFlag
	jsonFlag
	Jobs int `hidden:""`
}

// Help is shown by --help.
func (gdlBenchCmd) Help() string {
	return `Prints how large the compiled sheet is, how long compiling took, and how many
random games and positions a second one core plays.

Examples:

  gambito gdl bench my.kif
  gambito gdl bench connect4 --time 4s --json`
}

// Validate is called by the command-line parser.
func (c gdlBenchCmd) Validate() error {
	if c.Time < 0 {
		return fmt.Errorf("--time %s: it must not be negative", c.Time)
	}
	return c.sheetFlags.Validate()
}

// Run measures.
func (c gdlBenchCmd) Run(s *session) error {
	g, err := c.open(s.ctx)
	if err != nil {
		return err
	}
	r := api.NewSheetSpeed(g, g.Measure(s.ctx, c.Time, c.Seed))
	if c.JSON {
		return s.printJSON(r)
	}
	if size := r.Size; size != nil {
		fmt.Fprintf(s.stdout, "%-12s %d facts, %d moves, %d nodes, %d edges, %d loops\n", "network", size.Facts, size.Moves, size.Nodes, size.Edges, size.Loops)
		fmt.Fprintf(s.stdout, "%-12s %.1f KiB, and %.1f KiB a position\n", "memory", float64(size.Bytes)/1024, float64(size.State)/1024)
		fmt.Fprintf(s.stdout, "%-12s %.3f s, %.1f million steps\n", "compiled in", size.Seconds, float64(size.Steps)/1e6)
	}
	fmt.Fprintf(s.stdout, "%-12s %.0f\n", "playouts/s", r.PlayoutsPerSecond)
	fmt.Fprintf(s.stdout, "%-12s %.0f\n", "positions/s", r.PositionsPerSecond)
	return nil
}
