package api

import (
	"encoding/json"

	"gambito/game"
	backgammon "gambito/games/backgammon/networks"
	"gambito/nn"
	"gambito/ntuple"
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

// Patterns are a pattern system and how its worths were learned.
type Patterns struct {
	Game       string             `json:"game" doc:"Game spec."`
	Meaning    ntuple.Meaning     `json:"meaning" enum:"discs,score" doc:"What the sum of worths tells of a position: the difference in discs that is expected at the end, or a number whose tanh is the score that is expected."`
	Sets       []PatternSet       `json:"sets" doc:"The sets of cells, without their images."`
	Stages     []int              `json:"stages" nullable:"true" doc:"With how many vacant cells stages begin, whose worths differ; null if there is one for all."`
	Parity     bool               `json:"parity" doc:"Whether even and odd numbers of vacant cells have worths of their own."`
	Places     int                `json:"places" doc:"Sets with all their images: how many worths make a value."`
	Parameters int                `json:"parameters" doc:"Worths that are not 0, in all stages."`
	Scale      float64            `json:"scale" doc:"So many times a worth is what the file holds as a whole number; 0 if it holds floats."`
	History    []ntuple.Milestone `json:"history" nullable:"true" doc:"How learning went, oldest first; null if nothing is known."`
	Notes      map[string]string  `json:"notes" nullable:"true" doc:"Texts that are kept with the patterns, such as the command that made them."`
}

// PatternSet is a set of cells whose patterns have worths.
type PatternSet struct {
	Cells  []int   `json:"cells" doc:"Cells, counted row by row from the top left."`
	Places int     `json:"places" doc:"Where it lies with all its images."`
	Worths int     `json:"worths" doc:"Different worths of a stage."`
	Known  int     `json:"known" doc:"Worths that are not 0, in all stages."`
	Size   float64 `json:"size" doc:"Root of the mean square of these."`
}

// NewPatterns describes patterns.
func NewPatterns(m *ntuple.Model) Patterns {
	shape := m.Weights.System.Shape()
	p := Patterns{
		Game: m.Game, Meaning: m.Meaning, Sets: []PatternSet{}, Stages: shape.Stages, Parity: shape.Parity,
		Places: m.Weights.System.Places(), Parameters: m.Weights.Count(), Scale: m.Scale, History: m.History, Notes: m.Notes,
	}
	for n, cells := range shape.Sets {
		about := m.Weights.Set(n)
		set := PatternSet{Places: about.Places, Worths: about.Worths, Known: about.Known, Size: about.Size}
		for _, c := range cells {
			set.Cells = append(set.Cells, int(c))
		}
		p.Sets = append(p.Sets, set)
	}
	return p
}

// PatternValues are what the moves of a position are worth to a pattern system.
type PatternValues struct {
	Position string         `json:"position" doc:"As the game writes it."`
	ToMove   game.Player    `json:"to_move" doc:"Seat of the player to move, to whom values are."`
	Meaning  ntuple.Meaning `json:"meaning" enum:"discs,score" doc:"What values count: discs, or a score from -1, a loss, to 1, a win."`
	Moves    []PatternValue `json:"moves" doc:"All legal moves."`
}

// PatternValue is what a move is worth.
type PatternValue struct {
	Move  string  `json:"move" doc:"The move."`
	Value float64 `json:"value" doc:"What the position behind it is worth: Q(s, a)."`
	Over  bool    `json:"over" doc:"The move ends the game, and the value is its result."`
}

// NewPatternValues tells the choices of a position.
func NewPatternValues(g game.Game, m *ntuple.Model, at game.State, choices []ntuple.Choice) PatternValues {
	v := PatternValues{Position: g.FormatPosition(at), ToMove: at.Turn(), Meaning: m.Meaning, Moves: []PatternValue{}}
	for _, c := range choices {
		v.Moves = append(v.Moves, PatternValue{g.FormatMove(at, c.Move), c.Value, c.Over})
	}
	return v
}

// BackgammonNetwork is the networks that learned backgammon together.
type BackgammonNetwork struct {
	Hidden     int             `json:"hidden" doc:"Hidden units of each network, of those of the thesis of the one for contact."`
	Parameters int             `json:"parameters" doc:"Numbers that were learned, of all networks."`
	Run        json.RawMessage `json:"run,omitempty" doc:"The training that they come from, as it is kept with them."`
}

// NewBackgammonNetwork describes networks; run is what is kept with them.
func NewBackgammonNetwork(m *backgammon.Model, run string) BackgammonNetwork {
	r := BackgammonNetwork{Hidden: m[0].Units}
	for _, n := range m {
		r.Parameters += n.Parameters()
	}
	if json.Valid([]byte(run)) {
		r.Run = json.RawMessage(run)
	}
	return r
}
