package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"

	"gambito/agent"
	"gambito/api"
	"gambito/arena"
	"gambito/files"
	"gambito/game"
	"gambito/review"
	"gambito/search/explain"
)

type analyzeCmd struct {
	loadFlags
	Load  string `xor:"position,moves" placeholder:"FILE" complete:"gamefile" help:"A position of this game: a file, or a name that gambito saved lists, or last."`
	At    *int   `placeholder:"PLY" help:"With --load: after how many moves, 0 for the start, -1 for one move before the end (default: as far as the game goes)."`
	Agent string `help:"Agent spec of who is asked (default: ${judge})."`
	For   int    `default:"0" help:"Seat of the player to choose for, where all move at once (default: ${default})."`
	Lines int    `default:"3" placeholder:"N" help:"Of how many moves the value should be exact, where that costs more time: the best ones (default: ${default})."`
	SVG   string `name:"svg" aliases:"tree-svg" type:"output" placeholder:"FILE" help:"Draw the top of the search tree into this SVG file."`
	cubeFlags
	langFlag
	seedFlag
	jobsFlag
	jsonFlag
	quietFlag
}

// Help is shown by --help.
func (analyzeCmd) Help() string {
	return `Draws the board and prints the move that the agent would make, what that is worth
in the game's own words (discs, the stone that wins, points, equity and gammons,
or the share of the points that may be expected), the moves it expects to follow,
and a table of what it knows of other moves. Alpha-beta and its kin find exact
values of as many moves as --lines says, each to the same depth, and a bound of
the rest; perfect solves every move; a tree search tells visits and the 95 %
interval of the expected score (1 a win, −1 a loss), as if visits were
independent, which they are not quite; a network tells how likely it took moves
to be.

Of backgammon it prints, if the agent can tell chances as td can, all moves
with their equities or, before the roll, what there is to do about the cube. The
position may be an XGID, a FIBS board or a position ID with a match ID, which
tell the cube and the score. Of a whole match, a .mat file, it lists errors and
blunders.

Examples:

  gambito analyze connect4 --moves 4433
  gambito analyze othello --agent mcts:sims=50000,solver=on --svg tree.svg
  gambito analyze connect4 --agent alphazero:sims=1000
  gambito analyze othello --moves f5d6c3 --agent pvs:depth=10 --lines 5
  gambito analyze connect4 --moves 44444 --agent perfect
  gambito analyze breakthrough --agent alphabeta:depth=8 --json
  gambito analyze --load last --at 12
  gambito analyze backgammon --position 'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10'
  gambito analyze backgammon --mat match.mat --agent td:plies=2`
}

// Validate is called by the command-line parser.
func (c analyzeCmd) Validate() error {
	return cmp.Or(c.jobsFlag.Validate(), c.langFlag.Validate())
}

// Run asks the agent.
func (c analyzeCmd) Run(s *session) error {
	s.stdout.Words, _ = c.words() // it was read before
	if err := c.cubeFlags.check(); err != nil {
		return err
	}
	if c.Lines < 0 {
		return fmt.Errorf("--lines %d: it must be 0 or more", c.Lines)
	}
	at, err := c.position(s)
	if err != nil {
		return err
	}
	g := at.game
	spec, err := s.agents.Parse(c.Agent)
	if c.Agent == "" {
		spec, err = review.DefaultJudge(s.agents, g)
	}
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
	if isBackgammon(g) && at.state.Turn() != game.Over {
		j, ok, err := c.judge(spec)
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
	a.NewGame(seat, arena.AgentSeed(c.Seed, at.game.Info().ID, 0, 0, int(seat)))
	if w, ok := a.(agent.Watcher); ok {
		defer w.Leave()
		if err := at.show(s, w); err != nil {
			return failure{fmt.Errorf("agent %s: %w", spec, err)}
		}
	}
	bar := c.bar()
	found, err := agent.Analyze(s.ctx, a, at.state, agent.Question{Lines: c.Lines, Tell: thoughtsOn(bar)})
	bar.Clear()
	if err != nil {
		return failure{fmt.Errorf("agent %s: %w", spec, err)}
	}
	if c.SVG != "" {
		if err := c.draw(at, found, spec); err != nil {
			return err
		}
	}
	r := api.NewAnalysis(s.stdout.Words, at.game, at.state, seat, spec.String(), found)
	if c.JSON {
		return s.printJSON(r)
	}
	s.stdout.Position(at.game, at.state, nil)
	showAnalysis(s, r, found)
	return nil
}

// position is the one to look at.
func (c analyzeCmd) position(s *session) (chosen, error) {
	if c.Load == "" {
		if c.At != nil {
			return chosen{}, errors.New("--at: it goes with --load")
		}
		if c.Game == "" {
			return chosen{}, errors.New("which game? gambito games lists them, and --load takes a position of one that was played")
		}
		g, err := parseGame(s.ctx, c.Game)
		if err == nil {
			g, err = c.withTable(g)
		}
		if err != nil {
			return chosen{}, err
		}
		return positionFlags(c.loadFlags).chooseIn(g)
	}
	at, _, err := c.chooseOrLoad(s, c.Load)
	if err != nil || c.At == nil {
		return at, err
	}
	plies := len(at.moves)
	ply := *c.At
	if ply < 0 {
		ply += plies
	}
	if ply < 0 || ply > plies {
		return chosen{}, fmt.Errorf("--at %d: the game has %d moves, chance included", *c.At, plies)
	}
	at.moves = at.moves[:ply]
	at.state.CopyFrom(at.start)
	for _, m := range at.moves {
		at.state.Play(m)
	}
	return at, nil
}

// show tells an agent that watches how the position came about.
func (at chosen) show(s *session, w agent.Watcher) error {
	state := at.start.Clone()
	for _, m := range at.moves {
		if err := w.Watch(s.ctx, state, m); err != nil {
			return err
		}
		state.Play(m)
	}
	return nil
}

// draw writes the top of the tree as SVG.
func (c analyzeCmd) draw(at chosen, found agent.Analysis, spec agent.Spec) error {
	if found.Tree == nil {
		return fmt.Errorf("--svg: agent %s has no tree to draw", spec)
	}
	var svg bytes.Buffer
	if err := explain.TopSVG(&svg, at.game, at.state, found.Tree); err != nil {
		return err
	}
	if err := files.Replace(c.SVG, svg.Bytes()); err != nil {
		return failure{err}
	}
	return nil
}

// seat is the player the agent chooses for.
func (c analyzeCmd) seat(at chosen) (game.Player, error) {
	switch turn := at.state.Turn(); turn {
	case game.Over:
		if c.Load != "" && len(at.moves) > 0 {
			return 0, fmt.Errorf("%s: the game is over in that position; --at %d takes the one before", at.game.Info().ID, len(at.moves)-1)
		}
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
