package training

import (
	"context"
	"fmt"

	"gambito/game"
	"gambito/games/backgammon"
	"gambito/learn/setting"
	"gambito/learn/td"
	"gambito/learn/value"
	"gambito/learn/zero"
	"gambito/spec"
)

// Method is a way to learn.
type Method struct {
	Name    string        `json:"name"`
	About   string        `json:"about"`
	Step    string        `json:"step"` // what a step is called
	Options []spec.Option `json:"options"`

	takes   func(g game.Game) error // is what keeps it from learning a game
	presets func(g game.Game) []setting.Preset
	choose  func(ctx context.Context, r Request) (Plan, error)
}

// Names of the methods.
const (
	Zero   = "alphazero"
	Solver = "solver"
	Value  = "value"
	TD     = "td"
)

// Methods are all of them. The first is the default of most games.
func Methods() []Method {
	return []Method{
		{Zero, "by self-play: a network leads the search from which it learns", "round", zero.Options, isEncoded, zero.Presets, chooseZero},
		{Solver, "by self-play that a solver corrects", "round", zero.Options, isEncoded, solverPresets, chooseSolver},
		{Value, "a value for UCT, fitted to the results of games stage by stage", "stage", value.Options, isEncoded, value.Presets, chooseValue},
		{TD, "backgammon by temporal differences", "measurement", td.Options, isBackgammon, tdPresets, chooseTD},
		tuplesMethod(Q, "patterns of the board, or a table of all positions, by Q-learning"),
		tuplesMethod(Sarsa, "the same by SARSA: moves are worth what the player makes of them"),
		tuplesMethod(MC, "the same by Monte Carlo: positions are worth how games end"),
		fitMethod,
	}
}

// MethodNames are the names of the methods.
func MethodNames() (names []string) {
	for _, m := range Methods() {
		names = append(names, m.Name)
	}
	return names
}

// MethodFor finds a method by its name, or the first for a game.
func MethodFor(g game.Game, name string) (Method, error) {
	if name == "" {
		name = Zero
		if _, ok := g.(*backgammon.Game); ok {
			name = TD
		}
	}
	if _, ok := g.(*backgammon.Game); name == TD && !ok {
		return tuplesTD, nil
	}
	if m, ok := MethodNamed(name); ok {
		return m, nil
	}
	return Method{}, InputError{"method", "", fmt.Errorf("unknown method %q %s", name, spec.Suggest(name, MethodNames()))}
}

// MethodNamed finds a method by its name. That of TD is for backgammon.
func MethodNamed(name string) (m Method, ok bool) {
	for _, m := range Methods() {
		if m.Name == name {
			return m, true
		}
	}
	return m, false
}

// Values are the settings of a preset as texts, by the names of the method's options.
func Values(m Method, p setting.Preset) map[string]string {
	values := map[string]string{}
	for _, o := range m.Options {
		values[o.Name] = setting.Text(p.Settings, o.Name)
	}
	return values
}

// Description is what can be chosen for a game: options, whose defaults are those
// of the first preset, and presets.
type Description struct {
	Method
	Game    string           `json:"game"`
	Presets []setting.Preset `json:"presets"`
}

// Describe tells what a method, or the first for the game if it has no name, can
// be told for a game.
func Describe(g game.Game, method string) (Description, error) {
	m, err := MethodFor(g, method)
	if err != nil {
		return Description{}, err
	}
	if err := m.takes(g); err != nil {
		return Description{}, err
	}
	d := Description{m, g.Info().ID, m.presets(g)}
	d.Options = setting.Defaults(m.Options, d.Presets[0].Settings)
	return d, nil
}
