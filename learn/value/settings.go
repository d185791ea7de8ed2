// Package value learns what positions of a game are worth, as published for
// Othello: a network learns the results of games by regression, then takes the
// place of playouts in UCT, whose games teach the next network.
//
// A stage is new games (games.go) and a network fitted to the latest of them
// (fit.go). In the first stage plain UCT plays itself; then the network version
// meets a random player, plain UCT, and itself with noise, stage by stage, or one of
// them all the time. As published for Connect 4, games are played once, and then
// learning and measuring alternate.
package value

import (
	"gambito/game"
	"gambito/learn/setting"
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
	BothNoisy   bool    `json:"both_noisy"`  // both sides have it then, not one
	Opponent    string  `json:"opponent"`    // whom the network version meets, see Staged; none is Staged
	Once        bool    `json:"once"`        // games are played in the first stage alone; others learn on from them
	Keep        int     `json:"keep"`        // of the latest games to learn from; older ones are dropped

	Epochs   int     `json:"epochs"`
	Batch    int     `json:"batch"`
	Rate     float64 `json:"rate"`
	L2       float64 `json:"l2"`
	HeldOut  float64 `json:"held_out"`  // share that is not learnt from, but measured on
	Split    string  `json:"split"`     // what is held out: games, or positions
	Images   bool    `json:"images"`    // learn from positions under random symmetries
	Patience int     `json:"patience"`  // epochs without a better network before fitting stops
	Last     bool    `json:"last"`      // take the network of the last epoch, not of the best one
	Measure  int     `json:"measure"`   // games against plain UCT after each stage
	PlaySims int     `json:"play_sims"` // of both in them
}

// The ways to hold out.
const (
	ByGame     = "game"
	ByPosition = "position"
)

// Whom the network version meets after the first stage.
const (
	Staged    = "staged" // a random player, plain UCT, itself with noise, in turn
	MeetsSelf = "self"
	MeetsRand = "random"
	MeetsUCT  = "uct"
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
	name, about string
	Settings
}{
	{"paper", "as published for Othello", Settings{
		Network: "paper", Games: 500, Simulations: 500, Opening: 0, Noise: 0.1, BothNoisy: true, Opponent: Staged, Keep: 2000,
		Epochs: 50, Batch: 128, Rate: 1e-3, HeldOut: 0.2, Split: ByPosition, Patience: 50, Last: true, Measure: 40, PlaySims: 500,
	}},
	{"once", "games played once, then learning and measuring in turn, as published for Connect 4", Settings{
		Network: "paper", Games: 500, Simulations: 500, Opening: 0, Noise: 0.1, BothNoisy: true, Opponent: Staged, Once: true, Keep: 500,
		Epochs: 5, Batch: 128, Rate: 1e-3, HeldOut: 0.2, Split: ByPosition, Patience: 5, Last: true, Measure: 40, PlaySims: 500,
	}},
	{"better", "a deeper network, games that differ, whole games held out", Settings{
		Network: "residual", Games: 1000, Simulations: 200, Opening: 8, Noise: 0.1, Opponent: Staged, Keep: 6000,
		Epochs: 12, Batch: 256, Rate: 1e-3, L2: 1e-4, HeldOut: 0.2, Split: ByGame, Images: true, Patience: 3, Measure: 40, PlaySims: 500,
	}},
}

// Presets are the settings that come with the program, for a game.
func Presets(g game.Game) (all []setting.Preset) {
	for _, p := range presets {
		p.Game = g.Info().ID
		all = append(all, setting.Preset{Name: p.name, About: p.about, Settings: p.Settings})
	}
	return all
}

// Preset returns the settings of that name for a game.
func Preset(name string, g game.Game) (Settings, error) {
	p, err := setting.FindPreset(Presets(g), name)
	if err != nil {
		return Settings{}, err
	}
	return p.Settings.(Settings), nil
}

// For is the game that is learnt.
func (s Settings) For() string { return s.Game }

// Check says which of the settings make no sense.
func (s Settings) Check() error {
	if s.Opponent == "" { // runs that were begun before there was a choice
		s.Opponent = Staged
	}
	return setting.Check(Options, s)
}
