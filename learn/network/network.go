// Package network knows the networks that there are, by name: those that come with
// gambito, and those of the data folder, dropped there or learned there. It tells what
// they are (network.go, list.go), lets them meet (compare.go), and takes new ones
// (keep.go).
package network

import (
	"errors"
	"fmt"
	"os"

	"gambito/files"
	"gambito/game"
	"gambito/games"
	backgammon "gambito/games/backgammon/networks"
	"gambito/learn/td"
	"gambito/models"
	"gambito/neural"
	"gambito/nn"
	"gambito/ntuple"
)

// Kind is what a network says of a position.
type Kind string

// The kinds.
const (
	PolicyAndValue Kind = "policy and value"
	ValueOnly      Kind = "value"
	Backgammon     Kind = "chances"  // of backgammon: three networks that belong together
	Patterns       Kind = "patterns" // no network: sums of worths of patterns
)

// backgammonGame is the game of networks that tell chances.
const backgammonGame = "backgammon"

// MostBytes is the size of the largest file that is taken for a network from elsewhere.
const MostBytes = 64 << 20

// Network is one that was read: of one kind or the other.
type Network struct {
	Game     string // spec
	Kind     Kind
	Model    *nn.Model         // nil of backgammon and of patterns
	Men      *backgammon.Model // nil of others
	Patterns *ntuple.Model     // nil of others
	about    map[string]string
}

// Decode reads a network from the content of its file, and checks that it is one for a
// game that there is.
func Decode(data []byte) (Network, error) {
	if m, about, err := backgammon.Decode(data); err == nil {
		return Network{Game: backgammonGame, Kind: Backgammon, Men: m, about: about}, nil
	}
	if m, err := ntuple.Decode(data); err == nil {
		return ofPatterns(m)
	} else if !errors.Is(err, ntuple.ErrOther) {
		return Network{}, err
	}
	m, err := nn.Decode(data)
	if err != nil {
		return Network{}, err
	}
	of := m.Notes[neural.GameNote]
	if of == "" {
		return Network{}, errors.New("the network does not say for which game it is")
	}
	g, err := games.Parse(of)
	if err != nil {
		return Network{}, fmt.Errorf("the network is for a game that cannot be played here: %w", err)
	}
	e, err := neural.Encoded(g)
	if err == nil {
		err = neural.Check(m, e)
	}
	if err != nil {
		return Network{}, err
	}
	n := Network{Game: g.Info().ID, Kind: ValueOnly, Model: m, about: m.Notes}
	if m.Architecture.Moves() > 0 {
		n.Kind = PolicyAndValue
	}
	return n, nil
}

// ofPatterns checks that patterns are for a game that there is.
func ofPatterns(m *ntuple.Model) (Network, error) {
	g, err := games.Parse(m.Game)
	if err != nil {
		return Network{}, fmt.Errorf("the patterns are for a game that cannot be played here: %w", err)
	}
	celled, ok := g.(game.Celled)
	if !ok {
		return Network{}, fmt.Errorf("the patterns are for %s, which has no cells that patterns read", m.Game)
	}
	return Network{Game: g.Info().ID, Kind: Patterns, Patterns: m, about: m.Notes}, m.For(celled)
}

// Parameters are the numbers that were learned.
func (n Network) Parameters() (count int) {
	switch {
	case n.Model != nil:
		return n.Model.Count()
	case n.Patterns != nil:
		return n.Patterns.Weights.Count()
	}
	for _, m := range n.Men {
		count += len(m.First) + len(m.FirstBias) + len(m.Second) + len(m.SecondBias)
	}
	return count
}

// Agent is the spec of an agent that plays by a network of that name, with so many
// simulations a move where it searches.
func (n Network) Agent(name string, simulations int) string {
	switch n.Kind {
	case PolicyAndValue:
		return fmt.Sprintf("alphazero:model=%s,sims=%d", name, simulations)
	case ValueOnly:
		return fmt.Sprintf("uct-net:model=%s,sims=%d", name, simulations)
	case Patterns:
		return "pattern:model=" + name
	}
	return "td:model=" + name
}

// learned is what the file tells of games learned from; "" if that is nothing.
func (n Network) learned(data []byte) string {
	if n.Men == nil {
		return ""
	}
	run, err := td.Decode(data, nil)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%d of %d games", run.Done, run.Settings.Games)
}

// Names are those of networks that come with gambito.
func Names() []string { return append([]string{backgammonGame}, models.Names()...) }

// Read returns the content of the network of a name in a data folder, or of one that
// comes with gambito.
func Read(data, name string) ([]byte, error) {
	if content, ok := shipped(name); ok {
		return content, nil
	}
	file, ok := models.In(data).File(name)
	if !ok {
		return nil, ErrNone{name}
	}
	return read(file, name)
}

// shipped is the content of a network that comes with gambito.
func shipped(name string) ([]byte, bool) {
	if name == backgammonGame {
		return backgammon.Standard, true
	}
	return models.Read(name)
}

// read reads the file of a network; what is told of it names no file.
func read(file, name string) ([]byte, error) {
	data, err := files.ReadModel(file)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, ErrNone{name}
	case err != nil:
		return nil, fmt.Errorf("the network %s could not be read", name)
	}
	return data, nil
}

// ErrNone says that no network has a name.
type ErrNone struct{ Name string }

func (e ErrNone) Error() string {
	return fmt.Sprintf("there is no network %q: gambito network list shows those that there are", e.Name)
}

// For says why a network does not play a game.
func (n Network) For(g game.Game) error {
	if n.Game != g.Info().ID {
		return fmt.Errorf("the network is for %s, not for %s", n.Game, g.Info().ID)
	}
	return nil
}
