package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"gambito/game"
	"gambito/games/backgammon"
	"gambito/learn/folder"
	"gambito/learn/td"
	"gambito/learn/training"
	"gambito/models"
	"gambito/progress"
)

type trainCmd struct {
	Game       string        `arg:"" help:"Game spec, such as connect4, othello or backgammon."`
	Method     string        `placeholder:"METHOD" complete:"method" help:"How: alphazero, by self-play; solver, by self-play that a solver corrects; value, a value for UCT, from results; td, by temporal differences; q, by Q-learning; sarsa; mc, by Monte Carlo; fit, patterns by regression (default: td for backgammon, else alphazero); of games with secrets ${strategymethods} (default: cfr+)."`
	Out        string        `type:"path" placeholder:"DIR" help:"Folder for what is learned. A run that is there already goes on."`
	Options    bool          `help:"List the settings of the method for the game, with ranges and presets, and stop."`
	From       string        `placeholder:"MODEL" help:"Begin with this model: a file, the name of one in the data folder, or but for td of one that comes with gambito."`
	For        time.Duration `placeholder:"TIME" help:"Stop after about this time, such as 9m; the same command goes on."`
	Preset     string        `placeholder:"NAME" complete:"trainpreset" help:"Settings to begin with: laptop or workstation, of tic-tac-toe also seconds; of value paper, once or better; of backgammon look-ahead; --options lists them (default: the first)."`
	Rounds     int           `placeholder:"N" help:"Stop after so many rounds (default: go on until stopped)."`
	Set        string        `placeholder:"NAME=VALUE,…" complete:"trainsetting" help:"Change settings, such as filters=48,games=800; --options lists them."`
	GamesFrom  []string      `type:"path" placeholder:"FILE" help:"Of method fit: learn in the first round from the games in a file, such as records of gambito, GGF or WTHOR; may be repeated."`
	Iterations int           `placeholder:"N" help:"Of games with secrets: iterations of a round (default: 100, of methods that draw 10000)."`
	Batch      int           `placeholder:"N" help:"Of games with secrets, method external: iterations that are drawn against the same strategies, by --jobs cores; 1 draws one after the other (default: 1000, or the most below that divides --iterations)."`
	tdFlags
	seedFlag
	jobsFlag
	fleetFlag
	jsonFlag
	quietFlag

	kind learningKind
}

// Help is shown by --help.
func (trainCmd) Help() string {
	return `Lets an agent learn a game from playing against itself. What is learned is kept
in the folder DIR while it goes on; a run that was stopped, by whatever, goes on
with the same command.

The method alphazero takes any game for two without chance that can be shown to a
network. A round is self-play, learning, a match of the new network against the
best so far, and one against fixed opponents; a line tells what came out, and
DIR/curves.svg shows it. The best network is DIR/model.safetensors, which the
agents alphazero, uct-net and policy take: alphazero:model=FILE. A folder
DATA/training/NAME is shown on the page too, and agents take alphazero:model=NAME. The method solver
does the same, and has the later positions of every game solved exactly to learn
the truth about them, which is not learning from itself alone: the model says so.
--from begins with a network that has learned before. The method value fits a network to the results of games of UCT and of UCT
with the network before, stage by stage; DIR/curves.svg shows how, and uct-net
plays with it. These methods take --preset, --rounds and --set; --options explains
the settings.

The methods td, q, sarsa and mc teach games with cells, such as Connect 4, Othello,
tic-tac-toe and Breakthrough, to a system of patterns: tables of what groups of cells
are worth by what they show, or one table of all positions where the board is small.
Moves are chosen by the positions right behind them, and now and then at random. They
take --preset, --rounds, --set, --games, --lambda, --rate, --final-rate, --explore, --every
and --measure; a step is a measurement against an opponent and in solved positions.

The method fit teaches the same games by regression. In a round the model so far plays
itself by a search of a few plies, and the ends of games are solved; then the worths of
all patterns are fitted to what positions came to. The first round draws moves at random,
or takes the games of --games-from. With --from MODEL it is played by that model, and the
worths of patterns are pulled to the model's instead of to zero. It takes --preset, --rounds
and --set. What comes of it, DIR/model.safetensors, is played by pattern:model=FILE.

Backgammon is learned by temporal differences (td) with networks for races,
contact and crashed positions, which td:model=FILE plays; on the way they meet
Pubeval. It takes --from too (with more hidden units, if asked), --preset, --games, --hidden, --lambda, --rate, --final-rate,
--explore, --every, --measure and --set, and ends with the same result for any number of
jobs. --preset look-ahead makes networks that know something better.

Games in which players do not see everything (such as kuhn, leduc or push-fold) are
learned by counterfactual regret minimisation: the methods cfr, cfr+, linear and dcfr walk
the whole tree in every iteration, external and outcome draw a part of it. A round is
--iterations (100, of the last two 10000); its line tells how much the strategy so far
gives away. It is DIR/strategy.json, which gambito exploitability takes; --out may be left
out. They take --rounds (10 unless told), --iterations, --for and --seed. The method external
draws --batch iterations at a time on all cores, or --jobs of them; what is learned is the same
for any number.

With --fleet the games are played by the workers of a fleet; this machine learns from
them. What is learned is the same, bit by bit.

Examples:

  gambito train connect4 --options
  gambito train tictactoe --out mine --rounds 20
  gambito train connect4 --method alphazero --preset laptop --out mine
  gambito train breakthrough --method alphazero --out mine --for 9m --set games=800,filters=48
  gambito train othello --method value --preset better --out mine --rounds 4
  gambito train backgammon --out mine --games 50000 --hidden 256
  gambito train backgammon --out better --from mine/model.safetensors --preset look-ahead
  gambito train tictactoe --method q --out mine
  gambito train connect4 --method td --preset minutes --out mine
  gambito train othello --method fit --preset minutes --out mine
  gambito train kuhn --method cfr --out mine
  gambito train leduc --method cfr+ --rounds 20 --out mine
  gambito train liars-dice --method external --iterations 100000 --jobs 2 --out mine
  gambito train connect4 --out mine --rounds 20 --fleet nats://TOKEN@10.0.0.1:4222
  gambito match connect4 alphazero:model=mine/model.safetensors mcts:sims=4000`
}

// Validate is called by the command-line parser.
func (c trainCmd) Validate() error {
	switch {
	case c.For < 0:
		return fmt.Errorf("--for %s: it must not be negative", c.For)
	case c.Rounds < 0:
		return fmt.Errorf("--rounds %d: it must be 1 or more", c.Rounds)
	case c.Iterations < 0:
		return fmt.Errorf("--iterations %d: it must be 1 or more", c.Iterations)
	case c.Batch < 0:
		return fmt.Errorf("--batch %d: it must be 1 or more", c.Batch)
	}
	if err := c.fleetFlag.check(); err != nil {
		return err
	}
	return c.jobsFlag.Validate()
}

// Run learns, or lists what can be chosen.
func (c trainCmd) Run(s *session) error {
	g, err := parseGame(s.ctx, c.Game)
	if err != nil {
		return err
	}
	if game.OfSecrets(g) {
		return c.learnStrategy(s, g)
	}
	method, err := training.MethodFor(g, c.Method)
	if err != nil {
		return c.refused(err)
	}
	c.Method, c.kind = method.Name, learningKindOf(g, method)
	if err := c.checkFlags(); err != nil {
		return err
	}
	switch {
	case c.Options:
		return c.listOptions(s, g)
	case c.Out == "":
		return errors.New("missing flags: --out=DIR (gambito train --help shows how it is used)")
	}
	plan, err := training.Choose(s.ctx, c.request(s, g))
	if err != nil {
		return c.refused(err)
	}
	fleet, err := c.fleetFlag.join(s, c.Out)
	if err != nil {
		return err
	}
	defer fleet.leave()
	plan.Fleet = fleet.fleet()
	t, err := plan.Open()
	if err != nil {
		return c.refused(err)
	}
	err = c.learn(s, t, fleet)
	if closed := t.Close(); err == nil && closed != nil {
		return failure{closed}
	}
	return err
}

// checkFlags refuses flags that are for other methods.
func (c trainCmd) checkFlags() error {
	switch {
	case c.Iterations > 0:
		return errors.New("--iterations is for games with secrets, such as kuhn")
	case c.Batch != 0:
		return errors.New("--batch is for games with secrets, such as kuhn")
	case c.kind == byNetworks && c.tdFlags.given():
		return fmt.Errorf("--games, --hidden, --lambda, --rate, --final-rate, --explore, --every and --measure are for methods %s, %s, %s and %s; others take --set",
			training.TD, training.Q, training.Sarsa, training.MC)
	case len(c.GamesFrom) > 0 && c.Method != training.Fit:
		return fmt.Errorf("--games-from is for method %s", training.Fit)
	case c.kind == byTD && c.Rounds != 0:
		return fmt.Errorf("--rounds is not for method %s of backgammon", training.TD)
	}
	return nil
}

// learningKind tells apart what flags mean and what is printed.
type learningKind int

const (
	byNetworks learningKind = iota // rounds or stages
	byTD                           // backgammon by temporal differences
	byPatterns                     // pattern systems
)

func learningKindOf(g game.Game, m training.Method) learningKind {
	switch _, isBackgammon := g.(*backgammon.Game); m.Name {
	case training.TD, training.Q, training.Sarsa, training.MC:
		if isBackgammon {
			return byTD
		}
		return byPatterns
	}
	return byNetworks
}

// request says what the flags ask for.
func (c trainCmd) request(s *session, g game.Game) training.Request {
	r := training.Request{Game: g, Folder: c.Out, Method: c.Method, Preset: c.Preset, Set: c.Set, From: c.From, Stored: c.GamesFrom, Seed: c.Seed, Jobs: c.Jobs}
	if strings.HasPrefix(r.From, "~") {
		r.From = kong.ExpandPath(r.From)
	}
	if file, ok := models.In(s.agents.Environment.Folder()).File(r.From); ok {
		r.From = file
	}
	switch c.kind {
	case byPatterns:
		r.Set = c.tdFlags.set(c.tdFlags.measuring(c.Set))
	case byTD:
		r.Set, r.Measuring = c.tdFlags.set(c.Set), td.Measuring{Every: c.Every, Games: c.Measure}
		r.Tables = tablesOf(s)
	}
	return r
}

// refused says in words of the flags why nothing can be learned so. A folder that
// holds something else or is in use is bad input, as flags are; one that cannot be
// used is a failure.
func (c trainCmd) refused(err error) error {
	var input training.InputError
	var other folder.ErrOther
	var ends td.ErrEnds
	switch {
	case errors.As(err, &input):
		switch {
		case input.Field == "" || c.kind != byNetworks && input.Field == "set":
			return input.Err
		case input.Field == "folder":
			input.Field = "out"
		}
		return fmt.Errorf("--%w", input)
	case errors.As(err, &ends):
		return fmt.Errorf("--games %d: %s cannot go on so: %w; to learn on from it choose another --out with --from %s --rate %g",
			ends.Games, ends.Model, ends.Err, ends.Model, ends.FinalRate)
	case errors.As(err, &other):
		if other.What == "from" {
			other.What = "--from"
		}
		return other
	case errors.As(err, new(folder.ErrBusy)) || errors.As(err, new(folder.ErrContent)):
		return err
	}
	return failure{err}
}

// learn goes on until the rounds, the games or the time are over, or a signal comes.
func (c trainCmd) learn(s *session, t training.Training, fleet *coordinator) error {
	ctx, cancel := context.WithCancel(s.ctx)
	if c.For > 0 {
		ctx, cancel = context.WithTimeout(s.ctx, c.For)
	}
	defer cancel()
	done, _ := t.Done()
	if c.Rounds > 0 && done >= c.Rounds && !c.JSON {
		fmt.Fprintf(os.Stderr, "gambito: %s has %d rounds already; --rounds %d goes on\n", c.Out, done, done+1)
	}
	begin := time.Now()
	d := trainDashboard{cmd: c, settings: t.Settings()}
	d.deadline, _ = ctx.Deadline()
	bar := c.bar()
	draw := func(p progress.Step) { fleet.show(bar, func() { bar.Show(p) }) }
	err := training.Learn(ctx, t, c.Rounds, draw, func(step training.Step) (err error) {
		fleet.show(bar, func() {
			bar.Clear()
			err = d.show(s, step)
		})
		return err
	})
	bar.Clear()
	switch c.kind {
	case byPatterns:
		return c.endPatterns(s, t, err, time.Since(begin))
	case byTD:
		return c.endTD(s, t, err, time.Since(begin))
	}
	if err != nil {
		return trainingStopped(err, t)
	}
	return nil
}

// trainingStopped tells why learning ended in a round, and how it goes on.
func trainingStopped(err error, t training.Training) error {
	again := "gambito " + strings.Join(os.Args[1:], " ")
	round, _ := t.Done()
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		fmt.Fprintf(os.Stderr, "gambito: the time is over in round %d; to go on: %s\n", round, again)
		return nil
	case errors.Is(err, context.Canceled):
		return failure{fmt.Errorf("stopped in round %d; to go on: %s", round, again)}
	}
	return failure{err}
}
