package api

import (
	"gambito/agent"
	"gambito/game"
)

// Analysis is what an agent thinks of a position.
type Analysis struct {
	Game        string         `json:"game" doc:"Game spec."`
	Position    string         `json:"position" doc:"The position, as the game writes it."`
	Agent       string         `json:"agent" doc:"Agent spec of who was asked."`
	Move        string         `json:"move" doc:"The move it would make."`
	Value       *float64       `json:"value" doc:"What the player to move is expected to score, from -1, a loss, to 1, a win; null if the agent tells none."`
	PV          []string       `json:"pv" doc:"The moves it expects, its own first."`
	Moves       []AnalysedMove `json:"moves,omitempty" doc:"All moves, if the agent is a Monte Carlo tree search."`
	Simulations int            `json:"simulations,omitempty" doc:"Playouts or evaluations of a tree search."`
	Nodes       int            `json:"nodes,omitempty" doc:"Positions visited."`
	Depth       int            `json:"depth,omitempty" doc:"Plies looked ahead."`
	Bytes       int            `json:"bytes,omitempty" doc:"Memory that the tree takes, in bytes."`
	Seconds     float64        `json:"seconds" doc:"Time that the agent took, in seconds."`
}

// AnalysedMove is what a tree search found out about a move.
type AnalysedMove struct {
	Move   string  `json:"move" doc:"The move, as the game writes it."`
	Visits int     `json:"visits" doc:"How often the search tried it."`
	Value  float64 `json:"value" doc:"What it is expected to score, from -1 to 1."`
	Low    float64 `json:"low" doc:"Lower end of the 95 % interval of the value, which takes visits for independent."`
	High   float64 `json:"high" doc:"Upper end of that interval."`
	Proven bool    `json:"proven,omitempty" doc:"Whether the value is proven."`
	Prior  float64 `json:"prior,omitempty" doc:"How likely a network took the move to be before the search, from 0 to 1."`
}

// NewAnalysis puts what an agent found for a seat in a position into words.
func NewAnalysis(g game.Game, at game.State, seat game.Player, who agent.Spec, m game.Move, found agent.Analysis) Analysis {
	name := func(m game.Move) string { return game.FormatMoveFor(g, at, seat, m) }
	r := Analysis{
		Game: g.Info().ID, Position: g.FormatPosition(at), Agent: who.String(),
		Move: name(m), PV: []string{name(m)},
		Simulations: found.Simulations, Nodes: found.Nodes, Depth: found.Depth, Bytes: found.Bytes,
		Seconds: found.Time.Seconds(),
	}
	if found.Judged {
		r.Value = &found.Value
	}
	if at.Turn() != game.Together && len(found.PV) > 0 {
		r.PV = r.PV[:0]
		s := at.Clone()
		for _, m := range found.PV {
			r.PV = append(r.PV, g.FormatMove(s, m))
			s.Play(m)
		}
	}
	for _, m := range found.Moves {
		r.Moves = append(r.Moves, AnalysedMove{name(m.Move), m.Visits, m.Value, m.Low, m.High, m.Proven, m.Prior})
	}
	return r
}
