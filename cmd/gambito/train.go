package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"gambito/game"
	"gambito/games/backgammon"
	"gambito/spec"
	"gambito/terminal"
)

type trainCmd struct {
	Game   string        `arg:"" help:"Game spec, such as connect4, othello or backgammon."`
	Method string        `placeholder:"METHOD" help:"How: alphazero, by self-play; solver, by self-play that a solver corrects; value, a value for UCT, from results; td, by temporal differences (default: td for backgammon, else alphazero)."`
	Out    string        `type:"path" required:"" placeholder:"DIR" help:"Folder for what is learned. A run that is there already goes on."`
	From   string        `placeholder:"MODEL" help:"Begin with this model: a file, or but for td the name of one that comes with gambito."`
	For    time.Duration `placeholder:"TIME" help:"Stop after about this time, such as 9m; the same command goes on."`
	zeroFlags
	tdFlags
	seedFlag
	jobsFlag
	jsonFlag
	quietFlag
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
agents alphazero, uct-net and policy take: alphazero:model=FILE. The method solver
does the same, and has the later positions of every game solved exactly to learn
the truth about them, which is not learning from itself alone: the model says so.
--from begins with a network that has learned before. The method value fits a network to the results of games of UCT and of UCT
with the network before, stage by stage; DIR/curves.svg shows how, and uct-net
plays with it. These methods take --preset, --rounds and --set.

Backgammon is learned by temporal differences (td) with networks for races,
contact and crashed positions, which td:model=FILE plays; on the way they meet
Pubeval. It takes --from too, --games, --hidden, --lambda, --rate, --final-rate, --explore,
--every and --measure, and ends with the same result for any number of jobs.

Examples:

  gambito train connect4 --method alphazero --preset laptop --out mine
  gambito train breakthrough --method alphazero --out mine --for 9m --set games=800,filters=48
  gambito train othello --method value --preset better --out mine --rounds 4
  gambito train backgammon --out mine --games 50000 --hidden 64
  gambito match connect4 alphazero:model=mine/model.safetensors mcts:sims=4000`
}

// Validate is called by the command-line parser.
func (c trainCmd) Validate() error {
	if c.For < 0 {
		return fmt.Errorf("--for %s: it must not be negative", c.For)
	}
	if c.Rounds < 0 {
		return fmt.Errorf("--rounds %d: it must be 1 or more", c.Rounds)
	}
	return c.jobsFlag.Validate()
}

// trainMethods are the ways to learn, by name.
var trainMethods = []struct {
	name  string
	train func(c trainCmd, s *session, g game.Game) error
}{
	{"alphazero", trainCmd.trainZero},
	{solverMethod, trainCmd.trainZero},
	{"value", trainCmd.trainValue},
	{tdMethod, trainCmd.trainTDOf},
}

const tdMethod = "td"

const solverMethod = "solver"

// Run learns by the method that is asked for.
func (c trainCmd) Run(s *session) error {
	g, err := parseGame(c.Game)
	if err != nil {
		return err
	}
	_, isBackgammon := g.(*backgammon.Game)
	if c.Method == "" && isBackgammon {
		c.Method = tdMethod
	}
	if c.Method != tdMethod && c.tdFlags.given() {
		return fmt.Errorf("--games, --hidden, --lambda, --rate, --final-rate, --explore, --every and --measure are for method %s; others take --set", tdMethod)
	}
	var names []string
	for _, m := range trainMethods {
		if m.name == c.Method || c.Method == "" {
			return m.train(c, s, g)
		}
		names = append(names, m.name)
	}
	return fmt.Errorf("--method: unknown method %q %s", c.Method, spec.Suggest(c.Method, names))
}

// trainTDOf checks that temporal differences fit the game.
func (c trainCmd) trainTDOf(s *session, g game.Game) error {
	if _, ok := g.(*backgammon.Game); !ok {
		return fmt.Errorf("--method %s: only backgammon is learned so, not %s", tdMethod, g.Info().ID)
	}
	if c.zeroFlags != (zeroFlags{}) {
		return fmt.Errorf("--preset, --rounds and --set are not for method %s", tdMethod)
	}
	return c.trainTD(s)
}

// limit is the context that --for leaves.
func (c trainCmd) limit(ctx context.Context) (context.Context, context.CancelFunc) {
	if c.For > 0 {
		return context.WithTimeout(ctx, c.For)
	}
	return context.WithCancel(ctx)
}

// trainingStopped tells why learning ended in a round, and how it goes on.
func trainingStopped(err error, round int) error {
	again := "gambito " + strings.Join(os.Args[1:], " ")
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		fmt.Fprintf(os.Stderr, "gambito: the time is over in round %d; to go on: %s\n", round, again)
		return nil
	case errors.Is(err, context.Canceled):
		return failure{fmt.Errorf("stopped in round %d; to go on: %s", round, again)}
	}
	return failure{err}
}

// trainingDone tells that nothing is left to do.
func (c trainCmd) trainingDone(rounds int) {
	if c.Rounds > 0 && rounds >= c.Rounds && !c.JSON {
		fmt.Fprintf(os.Stderr, "gambito: %s has %d rounds already; --rounds %d goes on\n", c.Out, rounds, rounds+1)
	}
}

// trainDashboard shows how learning goes.
type trainDashboard struct {
	cmd      trainCmd
	deadline time.Time
	what     string
	bar      *terminal.Progress
}

func (d *trainDashboard) progress(what string, done, total int) {
	if d.cmd.Quiet {
		return
	}
	if d.what != what {
		d.bar.Clear()
		d.what, d.bar = what, terminal.NewProgress(os.Stderr, what, total)
		d.bar.From(done)
	}
	d.bar.Show(done)
}

// showTime ends a line with the time that was taken and that is left.
func (d *trainDashboard) showTime(s *session, round int, seconds, total float64) {
	span := func(seconds float64) time.Duration {
		return time.Duration(seconds * float64(time.Second)).Round(time.Second)
	}
	fmt.Fprintf(s.stdout, "; %s, %s in all", span(seconds), span(total))
	switch {
	case d.cmd.Rounds > 0:
		fmt.Fprintf(s.stdout, ", %s left", span(float64(d.cmd.Rounds-round-1)*total/float64(round+1)))
	case !d.deadline.IsZero():
		fmt.Fprintf(s.stdout, ", %s left", span(max(0, time.Until(d.deadline).Seconds())))
	}
	fmt.Fprintln(s.stdout)
}
