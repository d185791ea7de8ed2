package review

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"gambito/agent"
	"gambito/crew"
	"gambito/game"
	"gambito/progress"
)

// Settings say how a game is reviewed.
type Settings struct {
	Agents     *agent.Registry
	Judge      string     // agent spec; "" for DefaultJudge
	Thresholds Thresholds // the zero value for Defaults
	Seed       uint64     // of the judge's randomness
	Jobs       int        // positions that are looked at at a time; the review does not depend on it
	Tell       progress.Func
}

// Run reviews a game. When ctx ends it returns what was judged so far, with the
// error.
func Run(ctx context.Context, g Game, s Settings) (*Review, error) {
	spec, err := s.Agents.Parse(s.Judge)
	if s.Judge == "" {
		spec, err = DefaultJudge(s.Agents, g.Rules)
	}
	if err != nil {
		return nil, err
	}
	if s.Thresholds == (Thresholds{}) {
		s.Thresholds = Defaults
	}
	if isBackgammon(g.Rules) {
		return runBackgammon(ctx, g, spec, s)
	}
	w, err := newWork(g, spec, s)
	if err != nil {
		return nil, err
	}
	judges, err := crew.Make(s.Jobs, len(w.positions), func() (*judge, error) { return newJudge(spec, g.Rules, s.Seed) })
	if err != nil {
		return nil, err
	}
	err = crew.Do(ctx, len(w.positions), judges, w.look, s.Tell.Count("positions", len(w.positions)))
	if err == nil && !w.told() {
		return nil, fmt.Errorf("agent %s: it does not tell what positions are worth", spec)
	}
	return w.review(), err
}

// work is a review in the making: one position of the game a piece.
type work struct {
	game      Game
	judge     string
	settings  Settings
	positions []position
}

// position is one of the game, and what is found out about it.
type position struct {
	start    game.State // several look at it at once, so that only copies are used
	verdicts []Verdict  // of the move made here
	value    []agent.Value
	done     bool

	once  sync.Once // of what follows
	found []agent.Analysis
	err   error
}

func newWork(g Game, spec agent.Spec, s Settings) (*work, error) {
	if len(g.Moves) == 0 {
		return nil, errors.New("no move was made, so there is nothing to review")
	}
	w := &work{game: g, judge: spec.String(), settings: s, positions: make([]position, len(g.Moves)+1)}
	at := g.Start.Clone()
	for i := range w.positions {
		w.positions[i].start = at.Clone()
		if i < len(g.Moves) {
			at.Play(g.Moves[i])
		}
	}
	return w, nil
}

// state is a position of the game. It is a copy: states may note what they find out
// about themselves.
func (w *work) state(ply int) game.State { return w.positions[ply].start.Clone() }

// deciders are the players who decide in a position.
func deciders(g game.Game, s game.State) (seats []game.Player) {
	switch turn := s.Turn(); turn {
	case game.Over, game.Chance:
	case game.Together:
		for p := range game.Player(g.Info().Players()) {
			seats = append(seats, p)
		}
	default:
		seats = []game.Player{turn}
	}
	return seats
}

// ask is what the judge finds in a position of the game, for each who decides there.
// It is asked once, by whoever needs it first.
func (w *work) ask(ctx context.Context, j *judge, ply int) ([]agent.Analysis, error) {
	p := &w.positions[ply]
	p.once.Do(func() {
		state := w.state(ply)
		for _, seat := range deciders(w.game.Rules, state) {
			var found agent.Analysis
			if found, p.err = j.ask(ctx, state, seat, ply); p.err != nil {
				return
			}
			p.found = append(p.found, found)
		}
	})
	return p.found, p.err
}

// look judges a position and the move that was made in it.
func (w *work) look(ctx context.Context, j *judge, ply int) error {
	p := &w.positions[ply]
	found, err := w.ask(ctx, j, ply)
	if err != nil {
		return err
	}
	w.evaluate(ply, found)
	if ply == len(w.game.Moves) {
		p.done = true
		return nil
	}
	for i, seat := range deciders(w.game.Rules, w.state(ply)) {
		v := w.verdict(ply, seat, found[i])
		if !v.Forced {
			err := w.compare(ctx, j, &v, found[i])
			if err != nil && !errors.Is(err, errUntold) {
				return err
			}
		}
		w.classify(&v)
		p.verdicts = append(p.verdicts, v)
	}
	p.done = true
	return nil
}

// evaluate notes what the position is worth.
func (w *work) evaluate(ply int, found []agent.Analysis) {
	p, g, state := &w.positions[ply], w.game.Rules, w.state(ply)
	p.value = make([]agent.Value, g.Info().Players())
	if state.Turn() == game.Over {
		for seat := range p.value {
			p.value[seat] = agent.Ended(g, state, game.Player(seat))
		}
		return
	}
	for i, seat := range deciders(g, state) {
		p.value[seat] = found[i].Value
		if other := seat ^ 1; opposed(g) && len(found) == 1 {
			p.value[other] = seenBy(found[i].Value, seat, other)
		}
	}
}

// verdict is what is known of a player's move at once.
func (w *work) verdict(ply int, seat game.Player, found agent.Analysis) Verdict {
	g, s := w.game.Rules, w.state(ply)
	v := Verdict{
		Ply: ply, Player: seat, Move: w.played(s, seat, w.game.Moves[ply]), Best: found.Move,
		Given:  ply < w.game.Opening,
		Forced: len(game.MovesFor(s, seat, nil)) == 1,
		Before: found.Value,
	}
	v.Played, v.BestText = game.FormatMoveFor(g, s, seat, v.Move), game.FormatMoveFor(g, s, seat, v.Best)
	if s.Turn() != game.Together {
		v.Line, v.LineText = lineOf(g, s, found)
	}
	return v
}

// played is a player's part of a move.
func (w *work) played(s game.State, seat game.Player, m game.Move) game.Move {
	if s.Turn() != game.Together {
		return m
	}
	return Split(s.(game.Simultaneous), w.game.Rules.Info().Players(), m)[seat]
}

// Split takes a joint move apart: it is that of one combination of the players'
// moves.
func Split(s game.Simultaneous, players int, joint game.Move) []game.Move {
	lists, at := make([][]game.Move, players), make([]int, players)
	for p := range lists {
		lists[p] = s.MovesOf(game.Player(p), nil)
	}
	moves := make([]game.Move, players)
	for {
		for p := range moves {
			moves[p] = lists[p][at[p]]
		}
		p := players - 1
		if s.Join(moves) == joint {
			return moves
		}
		for ; p > 0 && at[p] == len(lists[p])-1; p-- {
			at[p] = 0
		}
		at[p]++
	}
}

// lineOf is the best line, cut where it is not legal.
func lineOf(g game.Game, s game.State, found agent.Analysis) (line []game.Move, texts []string) {
	pv := found.PV
	if len(pv) == 0 || pv[0] != found.Move {
		pv = []game.Move{found.Move}
	}
	at := s.Clone()
	for _, m := range pv {
		if !slices.Contains(at.Moves(nil), m) {
			break
		}
		line, texts = append(line, m), append(texts, g.FormatMove(at, m))
		at.Play(m)
	}
	return line, texts
}
