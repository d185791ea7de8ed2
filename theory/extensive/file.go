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
	Method     Method    `json:"method"`
	Seed       uint64    `json:"seed"`
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

// names are the moves of a set as the game writes them.
func (t *Tree) names(s *Set) (names []string) {
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

// Encode writes what was learned so far.
func (l *Learner) Encode() ([]byte, error) {
	t := l.Tree
	f := File{Game: t.Game.Info().ID, Method: l.Method, Seed: l.Seed, Iterations: l.Iterations}
	average := l.Average()
	for i := range t.Sets {
		s := &t.Sets[i]
		end := s.First + len(s.Moves)
		f.Sets = append(f.Sets, FileSet{s.Player, s.Sees, t.names(s), average[s.First:end], l.regrets[s.First:end], l.sums[s.First:end]})
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
		sum := 0.0
		for _, x := range read.Probabilities {
			if !(x >= 0 && x <= 1) {
				return f, nil, fmt.Errorf("at information set %d, %q, a probability is %g", i+1, s.Sees, x)
			}
			sum += x
		}
		if math.Abs(sum-1) > 1e-6 {
			return f, nil, fmt.Errorf("at information set %d, %q, probabilities sum to %g", i+1, s.Sees, sum)
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
	if l.Iterations = f.Iterations; f.Iterations < 0 {
		return nil, fmt.Errorf("it has %d iterations", f.Iterations)
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
