package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"gambito/agent"
	"gambito/api"
	"gambito/arena"
	"gambito/files"
	"gambito/game"
)

type analyzeCmd struct {
	positionFlags
	Agent   string `help:"Agent spec of who is asked (default: mcts:sims=10000, in backgammon td:plies=1)."`
	For     int    `default:"0" help:"Seat of the player to choose for, where all move at once (default: ${default})."`
	TreeSVG string `name:"tree-svg" type:"output" placeholder:"FILE" help:"Draw the top of the search tree into this SVG file."`
	cubeFlags
	seedFlag
	jobsFlag
	jsonFlag
}

// Help is shown by --help.
func (analyzeCmd) Help() string {
	return `Prints the move the agent would make, what it expects to score (1 a win, 0 a
draw, −1 a loss; - if it does not tell), the moves it expects to follow and, of a Monte Carlo tree
search, a table of all moves with visits, value and 95 % interval, of a search
led by a network also how likely the network took them to be. The intervals count
visits as if they were independent, which they are not quite.

Of backgammon it prints, if the agent can tell chances as td can, all moves
with their equities or, before the roll, what there is to do about the cube. The
position may be an XGID, a FIBS board or a position ID with a match ID, which
tell the cube and the score. Of a whole match, a .mat file, it lists errors and
blunders.

Examples:

  gambito analyze connect4 --moves 4433
  gambito analyze othello --agent mcts:sims=50000,solver=on --tree-svg tree.svg
  gambito analyze connect4 --agent alphazero:sims=1000
  gambito analyze breakthrough --agent alphabeta:depth=8 --json
  gambito analyze backgammon --position 'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10'
  gambito analyze backgammon --mat match.mat --agent td:plies=2`
}

// Run asks the agent.
func (c analyzeCmd) Run(s *session) error {
	g, err := parseGame(c.Game)
	if err != nil {
		return err
	}
	if err := c.cubeFlags.check(); err != nil {
		return err
	}
	asked := cmp.Or(c.Agent, "mcts:sims=10000")
	if c.Agent == "" && isBackgammon(g) {
		asked = backgammonAnalyst
	}
	spec, err := s.agents.Parse(asked)
	if err != nil {
		return err
	}
	if spec.Interactive() {
		return fmt.Errorf("--agent %s: it must be an agent that thinks for itself", spec)
	}
	switch {
	case c.Mat != "" && !isBackgammon(g):
		return fmt.Errorf("--mat: it is for backgammon, not for %s", g.Info().ID)
	case c.Mat != "":
		return c.analyzeMat(s, spec)
	}
	if g, err = c.withTable(g); err != nil {
		return err
	}
	at, err := c.chooseIn(g)
	if err != nil {
		return err
	}
	if isBackgammon(g) && at.state.Turn() != game.Over {
		j, ok, err := c.judge(s.agents, spec)
		if err != nil {
			return err
		} else if ok {
			return c.analyzeTable(s, at, j, spec)
		}
	}
	seat, err := c.seat(at)
	if err != nil {
		return err
	}
	a, err := spec.New(at.game)
	if err != nil {
		return err
	}
	analyst, told := a.(agent.Analyst)
	if c.TreeSVG != "" && !told {
		return fmt.Errorf("--tree-svg: agent %s has no tree to draw", spec)
	}
	a.NewGame(seat, arena.AgentSeed(c.Seed, at.game.Info().ID, 0, 0, int(seat)))
	var m game.Move
	var found agent.Analysis
	if told {
		m, found, err = analyst.Analyze(s.ctx, at.state, agent.Limits{})
	} else {
		m, found.Info, err = a.Choose(s.ctx, at.state, agent.Limits{})
	}
	if err != nil {
		return failure{fmt.Errorf("agent %s: %w", spec, err)}
	}
	if c.TreeSVG != "" {
		var svg bytes.Buffer
		if err := found.Draw(&svg); err != nil {
			return err
		}
		if err := files.Replace(c.TreeSVG, svg.Bytes()); err != nil {
			return failure{err}
		}
	}
	r := api.NewAnalysis(at.game, at.state, seat, spec, m, found)
	if c.JSON {
		return s.printJSON(r)
	}
	showAnalysis(s, r)
	return nil
}

// seat is the player the agent chooses for.
func (c analyzeCmd) seat(at chosen) (game.Player, error) {
	switch turn := at.state.Turn(); turn {
	case game.Over:
		return 0, fmt.Errorf("%s: the game is over in that position", at.game.Info().ID)
	case game.Chance:
		return 0, fmt.Errorf("%s: chance decides in that position; add its outcome to --moves", at.game.Info().ID)
	case game.Together:
		if n := at.game.Info().Players(); c.For < 0 || c.For >= n {
			return 0, fmt.Errorf("--for %d: seats are 0 to %d", c.For, n-1)
		}
		return game.Player(c.For), nil
	default:
		return turn, nil
	}
}

// showAnalysis prints what an agent thinks.
func showAnalysis(s *session, r api.Analysis) {
	out := s.stdout
	value := "-"
	if r.Value != nil {
		value = fmt.Sprintf("%+.3f", *r.Value)
	}
	fmt.Fprintf(out, "%s plays %s, value %s\n", r.Agent, r.Move, value)
	fmt.Fprintf(out, "expects %s\n", strings.Join(r.PV, " "))
	if len(r.Moves) > 0 {
		showMoves(out, r.Moves)
		fmt.Fprintln(out)
	}
	var facts []string
	add := func(n int, format string) {
		if n > 0 {
			facts = append(facts, fmt.Sprintf(format, n))
		}
	}
	add(r.Simulations, "%d simulations")
	add(r.Nodes, "%d positions")
	add(r.Depth, "depth %d")
	add(r.Bytes/1024, "%d KiB")
	facts = append(facts, fmt.Sprintf("%.3f s", r.Seconds))
	fmt.Fprintln(out, strings.Join(facts, ", "))
}

// showMoves prints the table of moves, with a column for what was thought of
// them before the search if anybody thought anything.
func showMoves(out io.Writer, moves []api.AnalysedMove) {
	prior := func(string, ...any) string { return "" }
	if slices.ContainsFunc(moves, func(m api.AnalysedMove) bool { return m.Prior > 0 }) {
		prior = fmt.Sprintf
	}
	fmt.Fprintf(out, "\n%-10s%s %10s %8s %19s\n", "move", prior("%8s", "prior"), "visits", "value", "95 % interval")
	for _, m := range moves {
		fmt.Fprintf(out, "%-10s%s %10d", m.Move, prior("%7.1f%%", 100*m.Prior), m.Visits)
		switch {
		case m.Proven:
			fmt.Fprintf(out, " %+8.0f %19s", m.Value, "proven")
		case m.Visits > 0:
			fmt.Fprintf(out, " %+8.3f   %+.3f to %+.3f", m.Value, m.Low, m.High)
		}
		fmt.Fprintln(out)
	}
}
