// Package zero learns a game by AlphaZero's method: a network leads the tree
// search with which it plays itself, and learns from what the search found and
// from how the games ended (Silver et al., A General Reinforcement Learning
// Algorithm that Masters Chess, Shogi, and Go through Self-Play, Science 362,
// 2018). A round is
//
//	self-play   many games at once, whose searches share batches (selfplay.go)
//	learning    steps on positions drawn from the latest games (learn.go)
//	the gate    the new network meets the best so far (gate.go)
//
// and everything is on the disk as it happens (loop.go): a process that is
// killed at any moment goes on where it was.
package zero

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"gambito/game"
	"gambito/learn/setting"
	"gambito/neural"
	"gambito/nn"
)

// Settings say how a game is learnt. They are kept with what is learnt.
type Settings struct {
	Game string `json:"game"`
	Seed uint64 `json:"seed"`

	// Teacher, if any, is who says what positions are worth from ply Solved on:
	// SolverTeacher. A run without one learns from itself alone.
	Teacher string `json:"teacher,omitempty"`
	Solved  int    `json:"solved"`

	// From, if any, is the model to begin with, see neural.Load.
	From string `json:"from,omitempty"`

	Filters int `json:"filters"` // of the network
	Blocks  int `json:"blocks"`

	Games int `json:"games"` // of a round

	// A search for a target has Simulations and is made with probability
	// FullShare; the others, with Fast simulations, only move the game on
	// (playout-cap randomisation; Wu, Accelerating Self-Play Learning in Go,
	// 2019).
	Simulations int     `json:"simulations"`
	Fast        int     `json:"fast"`
	FullShare   float64 `json:"full_share"`

	// Considered is how many moves meet in the root's knockout, see mcts.Gumbel.
	// 0 searches as the first AlphaZero did: with Dirichlet noise, the move drawn
	// by visits in the first Warm plies.
	Considered int     `json:"considered"`
	ValueScale float64 `json:"value_scale"` // what values count in the knockout beside priors
	NoiseAlpha float64 `json:"noise_alpha"`
	NoiseShare float64 `json:"noise_share"`
	Warm       int     `json:"warm"`

	// A share of the games begins with OpeningLeast to Opening random moves, so
	// that the network also knows what good players never see.
	OpeningShare float64 `json:"opening_share"`
	OpeningLeast int     `json:"opening_least"`
	Opening      int     `json:"opening"`

	// Resign, if it is positive, ends the searches of a game once the player to
	// move expects less than −Resign: the rest is played by the network alone.
	Resign float64 `json:"resign"`

	Window    int     `json:"window"`     // positions to learn from: those of the latest games
	Batch     int     `json:"batch"`      // positions of a step
	Passes    float64 `json:"passes"`     // how often a position is learnt in the round it comes from
	Rate      float64 `json:"rate"`       // of learning
	L2        float64 `json:"l2"`         // weight decay
	ValueMix  float64 `json:"value_mix"`  // share of what the search expected in the value to learn; the rest is the result
	Averaging float64 `json:"averaging"`  // how much of the network that plays a hundred steps of learning replace; 1 plays what was learnt last
	GateGames int     `json:"gate_games"` // between a new network and the best so far
	GateShare float64 `json:"gate_share"` // of the points that lets it pass

	Baselines     []string `json:"baselines"` // whom the best network meets after each round
	BaselineGames int      `json:"baseline_games"`
	PlaySims      int      `json:"play_sims"` // of the network at the gate and against baselines
	Resolve       bool     `json:"solver"`    // prove ends of games in the tree

	// Truth is on how many positions the best network alone, without search, is
	// compared with a solver after each round, where there is one. It changes nothing
	// of what is learnt.
	Truth int `json:"truth,omitempty"`
}

// preset is Settings under a name. Those for any game come before those for some.
type preset struct {
	name, about string
	games       []string // specs, or what they begin with; none for any game
	Settings
}

// common is what presets have in common.
var common = Settings{
	Filters: 32, Blocks: 3,
	Games: 400, Simulations: 64, Fast: 16, FullShare: 0.4,
	Considered: 16, ValueScale: 0.4, NoiseAlpha: 1, NoiseShare: 0.25, Warm: 12,
	OpeningShare: 0.5, OpeningLeast: 1, Opening: 8,
	Window: 150_000, Batch: 256, Passes: 4, Rate: 2e-3, L2: 1e-4, ValueMix: 0.3, Averaging: 0.3,
	GateGames: 40, GateShare: 0.4,
	Baselines: []string{"mcts:sims=1000"}, BaselineGames: 20, PlaySims: 100,
	Resolve: true, Truth: 100,
}

// with returns the common settings, changed.
func with(change func(s *Settings)) Settings {
	s := common
	change(&s)
	return s
}

// large is what presets for many cores have in common.
var large = with(func(s *Settings) {
	s.Filters, s.Blocks, s.Games, s.Batch, s.Window = 48, 4, 1200, 512, 300_000
})

// largeWith returns them, changed.
func largeWith(change func(s *Settings)) Settings {
	s := large
	change(&s)
	return s
}

// widely is for games that are soon always the same: few begin at the beginning,
// and what is learnt of a position is less how its one game went on.
func widely(s *Settings) {
	s.OpeningShare, s.Opening, s.ValueMix, s.Averaging = 0.9, 16, 0.5, 0.2
}

// tiny is for tic-tac-toe: rounds so short that one sees it learn.
var tiny = with(func(s *Settings) {
	s.Blocks, s.Simulations, s.Opening, s.Window, s.Batch, s.Rate = 2, 32, 4, 20_000, 64, 3e-3
	s.GateGames, s.BaselineGames, s.PlaySims, s.Resolve = 0, 40, 4, false
	s.Baselines = []string{"random", "perfect"}
})

var presets = []preset{
	{"seconds", "rounds of less than a second, learned within one minute", []string{"tictactoe"}, tiny},
	{"laptop", "two cores, an hour", nil, common},
	{"laptop", "two cores, an hour", []string{"connect4"}, with(widely)},
	{"laptop", "two cores, some hours", []string{"othello"}, with(func(s *Settings) {
		s.Games, s.Opening, s.Warm, s.OpeningShare = 200, 10, 16, 0.7
		s.Baselines = []string{"uct:sims=500"}
	})},
	{"laptop", "two cores, an hour", []string{"breakthrough"}, with(func(s *Settings) {
		s.Opening, s.Warm = 6, 10
	})},
	{"workstation", "sixteen cores, ten minutes or more", nil, large},
	{"workstation", "sixteen cores, ten minutes or more", []string{"connect4"}, largeWith(widely)},
	{"workstation", "sixteen cores, ten minutes or more", []string{"othello"}, largeWith(func(s *Settings) {
		s.Games, s.Opening, s.Warm, s.OpeningShare = 800, 10, 16, 0.7
		s.Baselines = []string{"uct:sims=500"}
	})},
	{"workstation", "sixteen cores, ten minutes or more", []string{"breakthrough"}, largeWith(func(s *Settings) {
		s.Opening, s.Warm = 6, 10
	})},
}

// Presets are the settings that come with the program, for a game.
func Presets(g game.Game) (all []setting.Preset) {
	id, _, _ := strings.Cut(g.Info().ID, ":")
	for _, p := range presets {
		if p.games != nil && !slices.Contains(p.games, id) {
			continue
		}
		p.Game = g.Info().ID
		found := setting.Preset{Name: p.name, About: p.about, Settings: p.Settings}
		if i := slices.IndexFunc(all, func(q setting.Preset) bool { return q.Name == p.name }); i >= 0 {
			all[i] = found // what is for the game itself
		} else {
			all = append(all, found)
		}
	}
	return all
}

// For is the game that is learnt.
func (s Settings) For() string { return s.Game }

// Check says which of the settings make no sense.
func (s Settings) Check() error {
	if err := setting.Check(Options, s); err != nil {
		return err
	}
	if s.OpeningLeast > s.Opening {
		return fmt.Errorf("opening_least %d: it must not be above opening, %d", s.OpeningLeast, s.Opening)
	}
	if s.Solved != 0 && s.Teacher == "" {
		return fmt.Errorf("solved from ply %d: only a run with a teacher has solved positions", s.Solved)
	}
	if s.Filters%8 != 0 {
		return fmt.Errorf("%d filters: it must be a multiple of 8", s.Filters)
	}
	return nil
}

// BeginWith lets a run begin with a model, whose filters and blocks it takes.
func (s *Settings) BeginWith(name string, g game.Encoded) error {
	m, err := neural.Load(name, g)
	if err != nil {
		return err
	}
	s.From, s.Filters, s.Blocks = name, m.Architecture.Trunk[0].Size, len(m.Architecture.Trunk)-1
	return s.fits(m, g)
}

// fits says whether a model is made as the settings say.
func (s Settings) fits(m *nn.Model, g game.Encoded) error {
	if !reflect.DeepEqual(m.Architecture, s.architecture(g)) {
		return fmt.Errorf("model %s: it does not have the layers of %d filters and %d blocks", s.From, s.Filters, s.Blocks)
	}
	return nil
}

// architecture is the network's.
func (s Settings) architecture(g game.Encoded) nn.Architecture {
	e := g.Encoding()
	a := nn.Residual(e.Planes, e.Rows, e.Columns, e.Moves, s.Filters, s.Blocks)
	a.Policy[0].Size, a.Value[0].Size = 8, 8
	return a
}
