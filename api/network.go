package api

import (
	"encoding/json"

	backgammon "gambito/games/backgammon/networks"
	"gambito/nn"
)

// Network is what a network is made of and how it was trained.
type Network struct {
	Architecture nn.Architecture   `json:"architecture" doc:"Its layers."`
	Parameters   int               `json:"parameters" doc:"Numbers that were learned."`
	Steps        int               `json:"steps" doc:"Steps of the optimizer."`
	Positions    int               `json:"positions" doc:"Positions learned from, repetitions included."`
	History      []nn.Milestone    `json:"history" nullable:"true" doc:"How training went, oldest first; null if nothing is known."`
	Notes        map[string]string `json:"notes" nullable:"true" doc:"Texts that are kept with the network, such as the command that trained it."`
}

// NewNetwork describes a network.
func NewNetwork(m *nn.Model) Network {
	return Network{m.Architecture, m.Count(), m.Steps, m.Positions, m.History, m.Notes}
}

// BackgammonNetwork is the networks that learned backgammon together.
type BackgammonNetwork struct {
	Hidden     int             `json:"hidden" doc:"Hidden units of each network."`
	Parameters int             `json:"parameters" doc:"Numbers that were learned, of all networks."`
	Run        json.RawMessage `json:"run,omitempty" doc:"The training that they come from, as it is kept with them."`
}

// NewBackgammonNetwork describes networks; run is what is kept with them.
func NewBackgammonNetwork(m *backgammon.Model, run string) BackgammonNetwork {
	r := BackgammonNetwork{Hidden: m[0].Hidden}
	for _, n := range m {
		r.Parameters += len(n.First) + len(n.FirstBias) + len(n.Second) + len(n.SecondBias)
	}
	if json.Valid([]byte(run)) {
		r.Run = json.RawMessage(run)
	}
	return r
}
