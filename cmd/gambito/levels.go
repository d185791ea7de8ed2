package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"time"

	"gambito/agents"
	"gambito/api"
	"gambito/arena"
	"gambito/files"
	"gambito/game"
	"gambito/ladder"
	"gambito/report"
	"gambito/run"
	"gambito/shell"
	"gambito/store"
	"gambito/table"
)

type levelsCmd struct {
	Game     string `arg:"" optional:"" help:"Game spec, such as connect4; without one the levels are listed."`
	Games    int    `short:"n" default:"200" help:"Games of every two neighbours, an even number (default: ${default})."`
	Openings string `help:"Moves to start with: none, random:PLIES, or a file with a line of moves a line (default: what suits the game)."`
	CSV      string `name:"csv" type:"output" placeholder:"FILE" help:"Write the table to this file, one line a level."`
	MD       string `name:"md" type:"output" placeholder:"FILE" help:"Write the table as Markdown."`
	List     bool   `help:"List the levels of the game, and play nothing."`
	seedFlag
	dataFlag
	jobsFlag
	jsonFlag
	quietFlag
}

// Help is shown by --help.
func (levelsCmd) Help() string {
	return fmt.Sprintf(`A level is a name for an agent: level:1 loses to a beginner, level:%d is the best
that gambito has for a game and that does not keep one waiting. Without a game the
agents behind the names are listed. With one every level plays the one below, from
random openings that both play from both sides, and the table says what share of the
points it makes, which should be %.0f %% or more, how strong it is by Bradley and
Terry's model, and how long it thinks over a move on this machine.

Every game is stored when it is finished: levels that were stopped, by whatever, go
on with the same command. gambito report shows the run, too.

Examples:

  gambito levels
  gambito levels connect4 --list
  gambito levels connect4
  gambito levels gdl:hex --games 40 --csv hex.csv
  gambito play othello --level 3
  gambito match othello level:4 level:3 -n 200 --openings random:4`, agents.Levels, 100*ladder.Target)
}

// Validate is called by the command-line parser.
func (c levelsCmd) Validate() error {
	switch {
	case c.Games < 2 || c.Games%2 != 0:
		return fmt.Errorf("--games %d: it must be an even number from 2 on, because games come in pairs with sides swapped", c.Games)
	case (c.Game == "" || c.List) && (c.CSV != "" || c.MD != ""):
		return errors.New("--csv and --md are for what was measured: it takes a game, and no --list")
	}
	return c.jobsFlag.Validate()
}

// Run lists the levels or measures those of a game.
func (c levelsCmd) Run(s *session) error {
	if c.Game == "" {
		return showLadders(s, c.JSON, agents.Ladders...)
	}
	g, err := parseGame(s.ctx, c.Game)
	if err != nil {
		return err
	}
	if c.List {
		return showLadders(s, c.JSON, agents.LadderOf(g))
	}
	e, err := ladder.Experiment(s.agents, g, ladder.Settings{Games: c.Games, Openings: c.Openings, Seed: c.Seed})
	if err != nil {
		return err
	}
	r, err := c.measure(s, g, e)
	if err != nil {
		return err
	}
	if c.JSON {
		err = s.printJSON(r)
	} else {
		err = r.Text(s.stdout)
	}
	return errors.Join(err, c.write(r))
}

// measure plays the games, or what is left of them.
func (c levelsCmd) measure(s *session, g game.Game, e *arena.Experiment) (r ladder.Result, err error) {
	db, err := c.open()
	if err != nil {
		return r, failure{err}
	}
	defer db.Close()
	stored := storedRun{verb: "levels", resume: c.resume(), unit: "games", jobs: c.Jobs, quiet: c.Quiet}
	begun, err := stored.begin(db, e, "")
	if err != nil {
		return r, err
	}
	defer begun.Close()
	if err := c.announce(s, g, begun); err != nil {
		return r, err
	}
	standings, err := stored.play(s, begun)
	if err != nil {
		return r, err
	}
	for _, warning := range report.Summarize(standings).Warnings {
		fmt.Fprintln(os.Stderr, "gambito:", warning)
	}
	moves, err := countMoves(db, e.Name, g)
	if err != nil {
		return r, failure{err}
	}
	return ladder.Measure(g, standings, moves), nil
}

// announceTime is for how long games are tried to tell how long all will take.
const announceTime = 3 * time.Second

// announce says what will be played, and about how long that takes.
func (c levelsCmd) announce(s *session, g game.Game, r *run.Run) error {
	if c.Quiet || r.Finished() {
		return nil
	}
	notice(fmt.Sprintf("levels of %s: each of %d against the one below, %d games each, %d games in all", g.Info().ID, agents.Levels, c.Games, r.Total()))
	estimates, err := r.Probe(s.ctx, announceTime)
	switch {
	case s.ctx.Err() != nil:
		return failure{fmt.Errorf("levels stopped before the first game; to go on: %s", c.resume())}
	case err != nil:
		return failure{err}
	}
	e := estimates[0]
	whole := time.Duration(e.Seconds * float64(e.Left) / float64(max(c.Jobs, 1)) * float64(time.Second)).Round(time.Second)
	about := "about"
	if e.AtLeast || e.Probed < agents.Levels-1 { // not every two have been tried
		about = "probably more than"
	}
	notice(fmt.Sprintf("%s %s with %s at a time; --games plays fewer, Ctrl-C stops and the same command goes on", about, whole, counted(c.Jobs, "game")))
	return nil
}

// countMoves counts those that the agents of a stored run chose.
func countMoves(db *store.Store, name string, g game.Game) (moves ladder.Moves, err error) {
	info, err := db.Run(name)
	if err != nil {
		return nil, err
	}
	err = db.Records(info, func(r arena.Record) error { return moves.Add(g, r) })
	return moves, err
}

// write writes the files that are asked for.
func (c levelsCmd) write(r ladder.Result) error {
	if c.MD != "" {
		var b bytes.Buffer
		r.Markdown(&b)
		if err := files.Replace(c.MD, b.Bytes()); err != nil {
			return failure{err}
		}
	}
	if c.CSV == "" {
		return nil
	}
	table, err := r.CSV()
	if err == nil {
		err = files.Replace(c.CSV, table)
	}
	if err != nil {
		return failure{err}
	}
	return nil
}

// resume is the command that goes on.
func (c levelsCmd) resume() string {
	command := fmt.Sprintf("gambito levels %s --games %d", shell.Quote(c.Game), c.Games)
	if c.Openings != "" {
		command += " --openings " + shell.Quote(c.Openings)
	}
	if c.Seed != 1 {
		command += fmt.Sprintf(" --seed %d", c.Seed)
	}
	if c.Data != "" {
		command += " --data " + shell.Quote(c.Data)
	}
	return command
}

// showLadders lists who plays the levels.
func showLadders(s *session, asJSON bool, ladders ...agents.Ladder) error {
	if asJSON {
		return s.printJSON(api.NewLadders(ladders))
	}
	for i, l := range ladders {
		if i > 0 {
			fmt.Fprintln(s.stdout)
		}
		if l.Game == "" {
			fmt.Fprintln(s.stdout, "games without levels of their own, rulesheets among them")
		} else {
			fmt.Fprintln(s.stdout, l.Game)
		}
		for n, spec := range l.Specs {
			table.Paragraph(s.stdout, fmt.Sprintf("  level:%-3d ", n+1), spec)
		}
	}
	return nil
}
