package extensive

import (
	"encoding/json"
	"fmt"
	"math"

	"gambito/game"
)

// File is a strategy as it is kept: what both players do, and what learning needs to go
// on.
type File struct {
	Game       string    `json:"game"`
	Method     Method    `json:"method,omitempty"` // by which it was learned, if it was
	Seed       uint64    `json:"seed"`
	Batch      int       `json:"batch,omitempty"` // iterations of external sampling against the same strategies
	Iterations int       `json:"iterations"`
	Sets       []FileSet `json:"sets"`
}

// FileSet is what is done at an information set.
type FileSet struct {
	Player        game.Player `json:"player"`
	Sees          string      `json:"sees"`
	Moves         []string    `json:"moves"`
	Probabilities []float64   `json:"probabilities"`
	Regrets       []float64   `json:"regrets,omitempty"`
	Sums          []float64   `json:"sums,omitempty"`
}

// StrategyFile is the name of a strategy in the folder of its learning.
const StrategyFile = "strategy.json"

// Table is a strategy by what is seen, for who plays by it and knows no tree.
type Table map[tableKey][]float64

type tableKey struct {
	player game.Player
	sees   string
}

// ReadTable reads a strategy of a game.
func ReadTable(g game.Game, data []byte) (Table, error) {
	var f File
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, err
	}
	if id := g.Info().ID; f.Game != id {
		return nil, fmt.Errorf("it is a strategy of %q, not of %q", f.Game, id)
	}
	t := make(Table, len(f.Sets))
	for i, s := range f.Sets {
		if err := checkMix(i, s.Sees, s.Probabilities); err != nil {
			return nil, err
		}
		t[tableKey{s.Player, s.Sees}] = s.Probabilities
	}
	return t, nil
}

// Mix is how likely the legal moves are of player p, who is to move.
func (t Table) Mix(s game.Veiled, p game.Player) ([]float64, error) {
	sees := string(s.Sees(p, nil))
	shares, ok := t[tableKey{p, sees}]
	if n := len(s.Moves(nil)); !ok || len(shares) != n {
		return nil, fmt.Errorf("the strategy does not say what player %d does with %d moves that has seen %q", p, n, sees)
	}
	return shares, nil
}

// checkMix refuses what are no probabilities.
func checkMix(set int, sees string, probabilities []float64) error {
	sum := 0.0
	for _, x := range probabilities {
		if !(x >= 0 && x <= 1) {
			return fmt.Errorf("at information set %d, %q, a probability is %g", set+1, sees, x)
		}
		sum += x
	}
	if math.Abs(sum-1) > 1e-6 {
		return fmt.Errorf("at information set %d, %q, probabilities sum to %g", set+1, sees, sum)
	}
	return nil
}

// Names are the moves of a set as the game writes them.
func (t *Tree) Names(s *Set) (names []string) {
	state := t.Position(s)
	for _, m := range s.Moves {
		names = append(names, t.Game.FormatMove(state, m))
	}
	return names
}

// Position is one of the positions of an information set.
func (t *Tree) Position(s *Set) game.Veiled {
	state := t.Game.New()
	for _, m := range s.History {
		state.Play(m)
	}
	return state.(game.Veiled)
}

// Encode writes a strategy from which nothing is to be learned.
func (t *Tree) Encode(strategy Strategy) ([]byte, error) {
	f := File{Game: t.Game.Info().ID}
	for i := range t.Sets {
		s := &t.Sets[i]
		f.Sets = append(f.Sets, FileSet{Player: s.Player, Sees: s.Sees, Moves: t.Names(s), Probabilities: strategy[s.First : s.First+len(s.Moves)]})
	}
	return json.Marshal(f)
}

// Encode writes what was learned so far.
func (l *Learner) Encode() ([]byte, error) {
	t := l.Tree
	f := File{Game: t.Game.Info().ID, Method: l.Method, Seed: l.Seed, Batch: l.Batch, Iterations: l.Iterations}
	average := l.Average()
	for i := range t.Sets {
		s := &t.Sets[i]
		end := s.First + len(s.Moves)
		f.Sets = append(f.Sets, FileSet{s.Player, s.Sees, t.Names(s), average[s.First:end], l.regrets[s.First:end], l.sums[s.First:end]})
	}
	return json.Marshal(f)
}

// Decode reads a strategy of the game.
func (t *Tree) Decode(data []byte) (File, Strategy, error) {
	var f File
	if err := json.Unmarshal(data, &f); err != nil {
		return f, nil, err
	}
	if id := t.Game.Info().ID; f.Game != id {
		return f, nil, fmt.Errorf("it is a strategy of %q, not of %q", f.Game, id)
	}
	if len(f.Sets) != len(t.Sets) {
		return f, nil, fmt.Errorf("it has %d information sets, and the game has %d", len(f.Sets), len(t.Sets))
	}
	strategy := make(Strategy, t.Actions)
	for i := range t.Sets {
		s, read := &t.Sets[i], f.Sets[i]
		if read.Player != s.Player || read.Sees != s.Sees || len(read.Probabilities) != len(s.Moves) {
			return f, nil, fmt.Errorf("its information set %d is %q of player %d with %d moves, and should be %q of player %d with %d", i+1, read.Sees, read.Player, len(read.Probabilities), s.Sees, s.Player, len(s.Moves))
		}
		if err := checkMix(i, s.Sees, read.Probabilities); err != nil {
			return f, nil, err
		}
		copy(strategy[s.First:], read.Probabilities)
	}
	return f, strategy, nil
}

// Resume goes on where a file ends.
func (t *Tree) Resume(data []byte) (*Learner, error) {
	f, _, err := t.Decode(data)
	if err != nil {
		return nil, err
	}
	l, err := NewLearner(t, f.Method, f.Seed)
	if err != nil {
		return nil, err
	}
	if l.Iterations, l.Batch = f.Iterations, f.Batch; f.Iterations < 0 || f.Batch < 0 || f.Batch > MaxBatch {
		return nil, fmt.Errorf("it has %d iterations in batches of %d", f.Iterations, f.Batch)
	}
	for i := range t.Sets {
		s, read := &t.Sets[i], f.Sets[i]
		if len(read.Regrets) != len(s.Moves) || len(read.Sums) != len(s.Moves) {
			return nil, fmt.Errorf("at information set %d, %q, there are no regrets: learning cannot go on from it", i+1, s.Sees)
		}
		copy(l.regrets[s.First:], read.Regrets)
		copy(l.sums[s.First:], read.Sums)
	}
	l.matchAll()
	return l, nil
}
