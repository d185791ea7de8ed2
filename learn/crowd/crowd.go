// Package crowd lets many searches ask one network at once, a worker a core, in
// batches: for self-play, and for matches in which networks are agents.
package crowd

import (
	"context"

	"gambito/agent"
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

// Crowd is a network that many ask.
type Crowd struct {
	Judge    *neural.Judge
	gatherer *neural.Gatherer
}

// New starts so many workers.
func New(g game.Encoded, network *neural.Network, jobs int) *Crowd {
	networks := make([]neural.Predictor, jobs)
	for i := range networks {
		networks[i] = network
	}
	size := g.Encoding()
	gatherer := neural.NewGatherer(networks, size.Inputs(), size.Moves, batch)
	return &Crowd{neural.NewJudge(g, gatherer, neural.JudgeOptions{Policy: network.HasPolicy(), Cache: remembered}), gatherer}
}

// Games is how many should be played at a time.
func Games(jobs int) int { return gamesAPlace * batch * jobs }

// Join says that so many more goroutines may ask, or fewer.
func (c *Crowd) Join(clients int) { c.gatherer.Join(clients) }

// Close ends the workers.
func (c *Crowd) Close() { c.gatherer.Close() }

// Entry lets matches name an agent that searches with the network. The
// parameters are of its searches, whose evaluator is the network.
func (c *Crowd) Entry(id string, params mcts.Params, simulations int) agent.Entry {
	params.Evaluator = c.Judge
	params.Memory = 16 << 20 // there are many
	return agent.Entry{
		Schema: spec.Schema{ID: id, Name: id},
		Make: agent.Maker{New: func(g game.Game, _ spec.Values) (agent.Agent, error) {
			a, err := agent.FromParams(g, params, simulations)
			return guest{a, c}, err
		}},
	}
}

// guest is an agent that asks only while it searches.
type guest struct {
	agent.Agent
	crowd *Crowd
}

// Choose implements agent.Agent.
func (g guest) Choose(ctx context.Context, s game.State, limits agent.Limits) (game.Move, agent.Info, error) {
	g.crowd.Join(1)
	defer g.crowd.Join(-1)
	return g.Agent.Choose(ctx, s, limits)
}
