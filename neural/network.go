// Package neural lets networks judge positions of games: it reads models and
// checks that they fit a game (network.go), asks them on behalf of a search
// (judge.go), remembers what they said (cache.go), and gathers the questions of
// many searches into batches (gather.go).
package neural

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"

	"gambito/files"
	"gambito/game"
	"gambito/models"
	"gambito/nn"
	"gambito/spec"
)

// GameNote is the note of a model that says for which game it is.
const GameNote = "game"

// Network is a network for a game, ready to be asked by any number of
// goroutines.
type Network struct {
	network *nn.Network
	Notes   map[string]string // what its file tells of it
	Name    string            // under which it was read, if any; for errors

	mutex sync.Mutex
	idle  []*nn.Workspace

	faulty atomic.Bool
}

// Of returns what a model is at the moment as a network to be asked.
func Of(m *nn.Model) *Network { return &Network{network: m.Compile(), Notes: m.Notes} }

// HasPolicy reports whether the network says which moves are likely.
func (n *Network) HasPolicy() bool { return n.network.Architecture().Moves() > 0 }

// Predict implements Predictor.
func (n *Network) Predict(positions int, inputs, logits, values []float32) {
	w := n.take()
	n.network.Forward(w, positions, inputs, logits, values)
	n.mutex.Lock()
	n.idle = append(n.idle, w)
	n.mutex.Unlock()
	wrong := mend(values)
	if n.HasPolicy() {
		wrong = mend(logits) || wrong
	}
	if wrong {
		n.faulty.Store(true)
	}
}

// mend puts zeros where there are no numbers, so that nobody counts with them, and
// reports whether it had to.
func mend(outputs []float32) (wrong bool) {
	for i, x := range outputs {
		if x-x != 0 { // NaN or infinite
			outputs[i], wrong = 0, true
		}
	}
	return wrong
}

// Fault tells whether the network has answered with what is no number. Weights are
// numbers, each of them, when they are read; but sums of large ones may be none.
func (n *Network) Fault() error {
	if !n.faulty.Load() {
		return nil
	}
	name := n.Name
	if name != "" {
		name = " " + name
	}
	return fmt.Errorf("model%s: what it answers is no number: its weights are damaged, or learning went astray", name)
}

func (n *Network) take() *nn.Workspace {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	if last := len(n.idle) - 1; last >= 0 {
		w := n.idle[last]
		n.idle = n.idle[:last]
		return w
	}
	return n.network.NewWorkspace()
}

// Encoded returns the game as one that can be shown to networks.
func Encoded(g game.Game) (game.Encoded, error) {
	e, ok := g.(game.Encoded)
	if !ok || g.Info().Players() != 2 || g.Info().GeneralSum || game.OfChance(g) {
		return nil, fmt.Errorf("%s cannot be shown to a network: only games for two without chance that say how they look to one can", g.Info().ID)
	}
	return e, nil
}

// Check says why a model does not fit a game.
func Check(m *nn.Model, g game.Encoded) error {
	a, size := m.Architecture, g.Encoding()
	of := m.Notes[GameNote]
	switch {
	case of != g.Info().ID:
		return fmt.Errorf("the model is for %s, not for %s", of, g.Info().ID)
	case a.Planes != size.Planes || a.Rows != size.Rows || a.Columns != size.Columns:
		return fmt.Errorf("the model reads %d planes of %d×%d cells; %s has %d of %d×%d", a.Planes, a.Rows, a.Columns, of, size.Planes, size.Rows, size.Columns)
	case a.Moves() != 0 && a.Moves() != size.Moves:
		return fmt.Errorf("the model has places for %d moves; %s has %d", a.Moves(), of, size.Moves)
	case a.Values() != 1:
		return fmt.Errorf("the model gives %d values a position, not one", a.Values())
	}
	return nil
}

// Standard is the name of the model that comes with gambito for a game.
func Standard(g game.Game) (string, error) {
	id := g.Info().ID
	if _, ok := models.Read(models.Of(id)); !ok {
		return "", fmt.Errorf("no model comes with gambito for %s: train one and give its file as model=FILE", id)
	}
	return models.Of(id), nil
}

// Load returns a model for g: from a file, by the name of one that comes with
// gambito, or, if name is empty, the one that comes for the game.
func Load(name string, g game.Encoded) (_ *nn.Model, err error) {
	if name == "" {
		if name, err = Standard(g); err != nil {
			return nil, err
		}
	}
	data, err := Read(name)
	if err != nil {
		return nil, err
	}
	return Decode(name, data, g)
}

// Decode makes a model for g of the content of its file.
func Decode(name string, data []byte, g game.Encoded) (*nn.Model, error) {
	m, err := nn.Decode(data)
	if err == nil {
		err = Check(m, g)
	}
	if err != nil {
		return nil, fmt.Errorf("model %s: %w", name, err)
	}
	return m, nil
}

// Included reports whether a network of that name comes with gambito.
func Included(name string) bool {
	_, ok := models.Read(name)
	return ok
}

// Read returns the content of a file, or of one that comes with gambito.
func Read(name string) ([]byte, error) { return Find(name, files.ReadModel) }

// Find is Read where the caller says how files are read.
func Find(name string, read func(name string) ([]byte, error)) ([]byte, error) {
	if data, ok := models.Read(name); ok {
		return data, nil
	}
	data, err := read(name)
	if errors.Is(err, os.ErrNotExist) {
		hint := ""
		if names := models.Names(); len(names) > 0 && !strings.ContainsAny(name, "./\\") {
			hint = " " + spec.Suggest(name, names)
		}
		return nil, fmt.Errorf("model %q: there is no such file%s", name, hint)
	}
	return data, err
}
