package arena

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"gambito/agent"
	"gambito/game"
)

// luck is what a game has that nobody chooses: its first moves and its dice.
type luck struct {
	opening []game.Move
	dice    *Dice
}

// play finishes a game from s, which it changes, and fills in what the record
// says of moves and result. It returns an error only if the game was broken
// off; what an agent does wrong costs it the game.
func (e *Experiment) play(ctx context.Context, g game.Game, s game.State, l luck, seats []agent.Agent, r *Record) error {
	defer Leave(seats)
	start := s.Clone()
	moves := slices.Clone(l.opening)
	for _, m := range l.opening {
		if err := Tell(ctx, seats, s, m); err != nil {
			return err
		}
		s.Play(m)
	}
	r.Simulations, r.Nodes = make([]int, len(seats)), make([]int, len(seats))
	r.Seconds = make([]float64, len(seats))
	r.Opening = len(l.opening)
	r.Reason = ByTheRules
	t := turn{
		game: g, seats: seats, dice: l.dice, limits: e.Limits, resign: e.Resign, record: r,
		chosen: make([]game.Move, len(seats)), hopeless: make([]int, len(seats)),
	}
	for r.Faults == nil && s.Turn() != game.Over {
		if e.MaxPlies > 0 && len(moves) >= e.MaxPlies {
			r.Reason = TooLong
			break
		}
		m, err := t.take(ctx, s)
		if err != nil {
			return err
		}
		if r.Faults != nil {
			break
		}
		if err := Tell(ctx, seats, s, m); err != nil {
			return err
		}
		s.Play(m)
		moves = append(moves, m)
	}
	r.Moves = game.FormatLine(g, start, moves)
	switch {
	case r.Reason == TooLong:
		r.Result = make([]float64, len(seats))
	case r.Faults == nil:
		r.Result = Scores(s, len(seats))
	default:
		r.Reason = r.Faults[0].Reason
		var losers []game.Player
		for _, f := range r.Faults {
			losers = append(losers, game.Player(f.Seat))
		}
		r.Result = Forfeit(len(seats), losers...)
	}
	r.dropZeros()
	return nil
}

// Tell tells the agents who watch of a move before it is made in s. Seats may be
// nil where nobody sits that would listen.
func Tell(ctx context.Context, seats []agent.Agent, s game.State, m game.Move) error {
	for _, a := range seats {
		if w, ok := a.(agent.Watcher); ok {
			if err := w.Watch(ctx, s, m); err != nil {
				return err
			}
		}
	}
	return nil
}

// Leave tells the agents who watch that a game has ended.
func Leave(seats []agent.Agent) {
	for _, a := range seats {
		if w, ok := a.(agent.Watcher); ok {
			w.Leave()
		}
	}
}

// turn asks for moves: one agent or, where players move together, all of them,
// each of whom sees the position before anybody has moved; or the dice, where
// chance decides.
type turn struct {
	game     game.Game
	seats    []agent.Agent
	dice     *Dice
	limits   agent.Limits
	resign   Resign
	record   *Record
	chosen   []game.Move // by seat
	hopeless []int       // by seat, how many moves in a row
	legal    []game.Move // buffer
}

// choose asks one agent, whose panic is an error like any other.
func (t *turn) choose(ctx context.Context, s game.State, p game.Player) (m game.Move, info agent.Info, err error) {
	defer recovered(&err)
	return t.seats[p].Choose(ctx, s, t.limits)
}

func (t *turn) take(ctx context.Context, s game.State) (game.Move, error) {
	if s.Turn() == game.Chance {
		return t.dice.Roll(s), nil
	}
	for p := range game.Player(len(t.seats)) {
		if !game.ToMove(s, p) {
			continue
		}
		begin := time.Now()
		m, info, err := t.choose(ctx, s, p)
		t.record.Seconds[p] += time.Since(begin).Seconds()
		t.record.Simulations[p] += info.Simulations
		t.record.Nodes[p] += info.Nodes
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
		if errors.Is(err, agent.ErrQuit) {
			return 0, err
		}
		t.chosen[p] = m
		f := t.fault(s, p, m, err)
		if f.Reason == "" {
			f = t.givesUp(p, info.Value)
		}
		if f.Reason != "" {
			t.record.Faults = append(t.record.Faults, f)
		}
		if errors.As(err, new(errPanic)) {
			break // it may have left s anyhow
		}
	}
	if t.record.Faults != nil {
		return 0, nil
	}
	if s.Turn() == game.Together {
		return s.(game.Simultaneous).Join(t.chosen), nil
	}
	return t.chosen[s.Turn()], nil
}

// fault is what is wrong with a choice, if its Reason is not empty.
func (t *turn) fault(s game.State, p game.Player, m game.Move, err error) Fault {
	switch {
	case errors.Is(err, agent.ErrResigned):
		return Fault{int(p), Resignation, ""}
	case err != nil:
		return Fault{int(p), AgentError, err.Error()}
	}
	t.legal = game.MovesFor(s, p, t.legal[:0])
	if !slices.Contains(t.legal, m) {
		return Fault{int(p), IllegalMove, fmt.Sprintf("move number %d is not legal in %s", m, t.game.FormatPosition(s))}
	}
	return Fault{}
}

// givesUp sees whether the agent's own judgement makes it resign.
func (t *turn) givesUp(p game.Player, value float64) Fault {
	if t.resign.Moves == 0 {
		return Fault{}
	}
	t.hopeless[p]++
	if value > -t.resign.Value {
		t.hopeless[p] = 0
	}
	if t.hopeless[p] < t.resign.Moves {
		return Fault{}
	}
	return Fault{int(p), Resignation, fmt.Sprintf("value %.3f or worse for %d moves", -t.resign.Value, t.resign.Moves)}
}

// Scores are what a finished game gives the players.
func Scores(final game.State, players int) []float64 {
	scores := make([]float64, players)
	for p := range scores {
		scores[p] = final.Score(game.Player(p))
	}
	return scores
}

// Forfeit is what a game gives the players when some of them give it up: they
// lose, and what they lose goes to the others, if there are any.
func Forfeit(players int, losers ...game.Player) []float64 {
	scores := make([]float64, players)
	for p := range scores {
		scores[p] = float64(len(losers)) / float64(max(players-len(losers), 1))
	}
	for _, p := range losers {
		scores[p] = -1
	}
	return scores
}

// dropZeros forgets counts that no agent told.
func (r *Record) dropZeros() {
	for _, counts := range []*[]int{&r.Simulations, &r.Nodes} {
		if !slices.ContainsFunc(*counts, func(n int) bool { return n != 0 }) {
			*counts = nil
		}
	}
}
