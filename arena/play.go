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
func play(ctx context.Context, g game.Game, s game.State, l luck, seats []agent.Agent, limits agent.Limits, r *Record) error {
	start := s.Clone()
	moves := slices.Clone(l.opening)
	for _, m := range l.opening {
		s.Play(m)
	}
	r.Simulations, r.Nodes = make([]int, len(seats)), make([]int, len(seats))
	r.Seconds = make([]float64, len(seats))
	r.Opening = len(l.opening)
	r.Reason = ByTheRules
	t := turn{game: g, seats: seats, dice: l.dice, limits: limits, record: r, chosen: make([]game.Move, len(seats))}
	for s.Turn() != game.Over {
		m, err := t.take(ctx, s)
		if err != nil {
			return err
		}
		if r.Faults != nil {
			break
		}
		s.Play(m)
		moves = append(moves, m)
	}
	r.Moves = game.FormatLine(g, start, moves)
	if r.Faults == nil {
		r.Result = Scores(s, len(seats))
	} else {
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

// turn asks for moves: one agent or, where players move together, all of them,
// each of whom sees the position before anybody has moved; or the dice, where
// chance decides.
type turn struct {
	game   game.Game
	seats  []agent.Agent
	dice   *Dice
	limits agent.Limits
	record *Record
	chosen []game.Move // by seat
	legal  []game.Move // buffer
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
		m, info, err := t.seats[p].Choose(ctx, s, t.limits)
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
		if f := t.fault(s, p, m, err); f.Reason != "" {
			t.record.Faults = append(t.record.Faults, f)
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
