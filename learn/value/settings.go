// Package value learns what positions of a game are worth, as published for
// Othello: a network learns the results of games by regression, then takes the
// place of playouts in UCT, whose games teach the next network.
//
// A stage is new games (games.go) and a network fitted to the latest of them
// (fit.go). In the first stage plain UCT plays itself; then the network version
// meets a random player, plain UCT, and itself with noise, stage by stage.
package value

import (
	"fmt"
	"slices"
	"strings"

	"gambito/game"
	"gambito/nn"
)

// Settings say how a game is learnt. They are kept with what is learnt.
type Settings struct {
	Game string `json:"game"`
	Seed uint64 `json:"seed"`

	Network string `json:"network"` // by its name in Networks

	Games       int     `json:"games"`       // of a stage
	Simulations int     `json:"simulations"` // of a move
	Opening     int     `json:"opening"`     // random moves that games begin with, so that they differ
	Noise       float64 `json:"noise"`       // on the choice of moves when the network version plays itself
	Keep        int     `json:"keep"`        // of the latest games to learn from; older ones are dropped

	Epochs   int     `json:"epochs"`
	Batch    int     `json:"batch"`
	Rate     float64 `json:"rate"`
	L2       float64 `json:"l2"`
	HeldOut  float64 `json:"held_out"`  // share that is not learnt from, but measured on
	Split    string  `json:"split"`     // what is held out: games, or positions
	Images   bool    `json:"images"`    // learn from positions under random symmetries
	Patience int     `json:"patience"`  // epochs without a better network before fitting stops
	Measure  int     `json:"measure"`   // games against plain UCT after each stage
	PlaySims int     `json:"play_sims"` // of both in them
}

// The ways to hold out.
const (
	ByGame     = "game"
	ByPosition = "position"
)

// Networks are the architectures by name.
var Networks = map[string]func(e game.Encoding) nn.Architecture{
	"paper": func(e game.Encoding) nn.Architecture {
		return nn.Architecture{Planes: e.Planes, Rows: e.Rows, Columns: e.Columns,
			Trunk: []nn.Layer{{Kind: "conv3", Size: 128, Activation: "relu"}, {Kind: "conv3", Size: 128, Activation: "relu"}},
			Value: []nn.Layer{{Kind: "dense", Size: 128, Activation: "relu"}, {Kind: "dense", Size: 64, Activation: "relu"}, {Kind: "dense", Size: 1, Activation: "tanh"}},
		}
	},
	"residual": func(e game.Encoding) nn.Architecture {
		a := nn.Residual(e.Planes, e.Rows, e.Columns, e.Moves, 48, 4)
		a.Policy, a.Value[0].Size = nil, 8
		return a
	},
}

// presets by name.
var presets = []struct {
	name string
	Settings
}{
	{"paper", Settings{
		Network: "paper", Games: 500, Simulations: 500, Opening: 0, Noise: 0.1, Keep: 2000,
		Epochs: 50, Batch: 128, Rate: 1e-3, HeldOut: 0.2, Split: ByPosition, Patience: 50, Measure: 40, PlaySims: 500,
	}},
	{"better", Settings{
		Network: "residual", Games: 1000, Simulations: 200, Opening: 8, Noise: 0.1, Keep: 6000,
		Epochs: 12, Batch: 256, Rate: 1e-3, L2: 1e-4, HeldOut: 0.2, Split: ByGame, Images: true, Patience: 3, Measure: 40, PlaySims: 500,
	}},
}

// PresetNames lists the presets.
func PresetNames() (names []string) {
	for _, p := range presets {
		names = append(names, p.name)
	}
	return names
}

// Preset returns the settings of that name for a game.
func Preset(name string, g game.Game) (Settings, error) {
	for _, p := range presets {
		if p.name == name {
			p.Settings.Game = g.Info().ID
			return p.Settings, nil
		}
	}
	return Settings{}, fmt.Errorf("unknown preset %q: there are %s", name, strings.Join(PresetNames(), ", "))
}

// For is the game that is learnt.
func (s Settings) For() string { return s.Game }

// Check says which of the settings make no sense.
func (s Settings) Check() error {
	for _, c := range []struct {
		name      string
		value     float64
		low, high float64
	}{
		{"games", float64(s.Games), 2, 1e7}, {"simulations", float64(s.Simulations), 1, 1e6}, {"opening", float64(s.Opening), 0, 1000},
		{"noise", s.Noise, 0, 10}, {"keep", float64(s.Keep), 2, 1e8}, {"epochs", float64(s.Epochs), 1, 1e5}, {"batch", float64(s.Batch), 1, 1e5},
		{"rate", s.Rate, 1e-7, 1}, {"l2", s.L2, 0, 1}, {"held out", s.HeldOut, 0.01, 0.9}, {"patience", float64(s.Patience), 1, 1e5},
		{"measure", float64(s.Measure), 0, 1e6}, {"play sims", float64(s.PlaySims), 1, 1e6},
	} {
		if !(c.value >= c.low && c.value <= c.high) {
			return fmt.Errorf("%s of %g: it must be from %g to %g", c.name, c.value, c.low, c.high)
		}
	}
	if s.Split != ByGame && s.Split != ByPosition {
		return fmt.Errorf("split by %q: it must be %s or %s", s.Split, ByGame, ByPosition)
	}
	if Networks[s.Network] == nil {
		var names []string
		for name := range Networks {
			names = append(names, name)
		}
		slices.Sort(names)
		return fmt.Errorf("network %q: it must be one of %s", s.Network, strings.Join(names, ", "))
	}
	return nil
}
