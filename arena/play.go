package arena

import (
	"context"
	"errors"
	"slices"
	"time"

	"gambito/agent"
	"gambito/game"
)

// play finishes a game from s, which it changes, and fills in what the record
// says of moves and result. It returns an error only if the game was broken
// off; what an agent does wrong costs it the game.
func play(ctx context.Context, g game.Game, s game.State, opening []game.Move, seats []agent.Agent, limits agent.Limits, r *Record) error {
	start := s.Clone()
	moves := slices.Clone(opening)
	for _, m := range opening {
		s.Play(m)
	}
	r.Simulations, r.Nodes = make([]int, len(seats)), make([]int, len(seats))
	r.Seconds = make([]float64, len(seats))
	r.Opening = len(opening)
	r.Reason = ByTheRules
	loser := game.Over
	var legal []game.Move
	for turn := s.Turn(); turn != game.Over; turn = s.Turn() {
		begin := time.Now()
		m, info, err := seats[turn].Choose(ctx, s, limits)
		r.Seconds[turn] += time.Since(begin).Seconds()
		r.Simulations[turn] += info.Simulations
		r.Nodes[turn] += info.Nodes
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if errors.Is(err, agent.ErrQuit) {
			return err
		}
		if r.Reason, r.Detail = verdict(s, m, err, &legal); r.Reason != ByTheRules {
			loser = turn
			break
		}
		s.Play(m)
		moves = append(moves, m)
	}
	r.Moves = game.FormatLine(g, start, moves)
	if loser != game.Over {
		r.Result = Forfeit(len(seats), loser)
	} else {
		r.Result = Scores(s, len(seats))
	}
	r.dropZeros()
	return nil
}

// Scores are what a finished game gives the players.
func Scores(final game.State, players int) []float64 {
	scores := make([]float64, players)
	for p := range scores {
		scores[p] = final.Score(game.Player(p))
	}
	return scores
}

// Forfeit is what a game gives the players when one of them gives it up.
func Forfeit(players int, loser game.Player) []float64 {
	scores := make([]float64, players)
	for p := range scores {
		scores[p] = 1 / float64(players-1)
	}
	scores[loser] = -1
	return scores
}

// verdict is ByTheRules if the game goes on with m.
func verdict(s game.State, m game.Move, err error, legal *[]game.Move) (Reason, string) {
	switch {
	case errors.Is(err, agent.ErrResigned):
		return Resignation, ""
	case err != nil:
		return AgentError, err.Error()
	}
	*legal = s.Moves((*legal)[:0])
	if !slices.Contains(*legal, m) {
		return IllegalMove, ""
	}
	return ByTheRules, ""
}

// dropZeros forgets counts that no agent told.
func (r *Record) dropZeros() {
	for _, counts := range []*[]int{&r.Simulations, &r.Nodes} {
		if !slices.ContainsFunc(*counts, func(n int) bool { return n != 0 }) {
			*counts = nil
		}
	}
}
