package api

import (
	"gambito/theory/extensive"
)

// MatchExact is what is known of agents without playing: all positions of the game are
// looked at.
type MatchExact struct {
	Why       string       `json:"why,omitempty" doc:"Why nothing is told, if nothing is."`
	Sets      int          `json:"sets,omitempty" doc:"Information sets of the game."`
	Positions int          `json:"positions,omitempty" doc:"Positions of its tree."`
	Agents    []AgentExact `json:"agents,omitempty" doc:"The agents, in the order they were given."`
	PerGame   *float64     `json:"per_game,omitempty" doc:"What the first agent wins from the second a game, as first and as second player equally often."`
	Wins      []float64    `json:"wins,omitempty" doc:"The same as first and as second player."`
}

// AgentExact is what one agent gives away.
type AgentExact struct {
	Why            string    `json:"why,omitempty" doc:"Why it is not told, if it is not."`
	Exploitability *float64  `json:"exploitability,omitempty" doc:"The mean of what best replies win against it, in units of the game: 0 of an equilibrium."`
	Replies        []float64 `json:"replies,omitempty" doc:"What a best reply wins on average, as first and as second player."`
}

// NewMatchExact judges two strategies; for one that is nil why says what is in the way.
func NewMatchExact(t *extensive.Tree, strategies [2]extensive.Strategy, why [2]string) *MatchExact {
	r := &MatchExact{Sets: len(t.Sets), Positions: t.Nodes, Agents: make([]AgentExact, len(strategies))}
	for i, s := range strategies {
		a := &r.Agents[i]
		if a.Why = why[i]; s == nil {
			continue
		}
		e := NewExploitability(t, "", s)
		a.Exploitability, a.Replies = &e.Exploitability, e.Replies[:]
	}
	if a, b := strategies[0], strategies[1]; a != nil && b != nil {
		r.Wins = []float64{t.Value([2]extensive.Strategy{a, b}), -t.Value([2]extensive.Strategy{b, a})}
		mean := (r.Wins[0] + r.Wins[1]) / 2
		r.PerGame = &mean
	}
	return r
}
