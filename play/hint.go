package play

import (
	"context"
	"fmt"

	"gambito/agent"
	"gambito/arena"
	"gambito/game"
)

// BestMoves is of how many moves people are told when they ask for a hint.
const BestMoves = 3

// Question is what a player would like to know of a position. It is a copy: the game
// may go on while it is answered on another goroutine.
type Question struct {
	Rules game.Game
	State game.State
	Seat  game.Player // who would like to know
	Seed  uint64      // of whoever is asked
}

// Question is that of a player about the present position, as far as the player sees it.
func (g *Game) Question(p game.Player) Question {
	return Question{g.Rules, game.View(g.State().Clone(), p), p, arena.AgentSeed(g.Seed, g.Rules.Info().ID, 0, len(g.Moves), len(g.Seats))}
}

// Ask asks an agent, made anew, what it thinks, and what the best moves are worth.
// Its panic is an error like any other. The answer shares nothing with it.
func (q Question) Ask(ctx context.Context, spec agent.Spec) (agent.Analysis, error) {
	if spec.Interactive() {
		return agent.Analysis{}, wrong("a hint must come from an agent, not from %s", spec)
	}
	a, err := spec.New(q.Rules)
	if err != nil {
		return agent.Analysis{}, err
	}
	found, err := agent.Analysis{}, arena.NewGame(a, q.Seat, q.Seed)
	if err == nil {
		found, err = analyze(ctx, a, q.State.Clone())
	}
	if err != nil {
		return found, fmt.Errorf("agent %q: %w", spec, err)
	}
	return found, nil
}

func analyze(ctx context.Context, a agent.Agent, s game.State) (found agent.Analysis, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v", v)
		}
	}()
	return agent.Analyze(ctx, a, s, agent.Question{Lines: BestMoves})
}
