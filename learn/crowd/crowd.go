// Package crowd lets many searches ask one network at once, in batches: for self-play,
// and for matches in which networks are agents, played here or by a fleet (match.go).
package crowd

import (
	"gambito/agent"
	"gambito/agents"
	"gambito/game"
	"gambito/neural"
	"gambito/search/mcts"
	"gambito/spec"
)

const (
	// batch is how many positions a worker judges at a time.
	batch = 16

	// gamesAPlace is how many games are to be played for each place in the
	// batches: two, so that while one batch is judged the next one is gathered.
	gamesAPlace = 2

	// remembered is how many positions are judged without asking again.
	remembered = 1 << 17
)

// New returns a judge for searches in many goroutines, which uses so many cores.
func New(g game.Encoded, network *neural.Network, jobs int) *neural.Judge {
	size := g.Encoding()
	gatherer := neural.NewGatherer(network, size.Inputs(), size.Moves, batch, jobs)
	return neural.NewJudge(g, gatherer, neural.JudgeOptions{Policy: network.HasPolicy(), Cache: remembered})
}

// Games is how many should be played at a time.
func Games(jobs int) int { return gamesAPlace * batch * jobs }

// Entry lets matches name an agent that searches with a judge. The parameters
// are of its searches, but for the evaluator.
func Entry(id string, judge *neural.Judge, params mcts.Params, simulations int) agent.Entry {
	params.Evaluator = judge
	params.Memory = 16 << 20 // there are many
	return agent.Entry{
		Schema: spec.Schema{ID: id, Name: id},
		Make: agent.Maker{New: func(o agent.Order) (agent.Agent, error) {
			return agents.FromParams(o.Game, params, simulations)
		}},
	}
}
