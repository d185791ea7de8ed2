package agent

import (
	"fmt"
	"slices"

	"gambito/game"
	"gambito/games/backgammon/match"
	"gambito/spec"
)

// Maker makes agents of one kind.
type Maker struct {
	// New returns an agent for g. The values were checked against the schema;
	// an error says why they do not fit g or each other.
	New func(g game.Game, v spec.Values) (Agent, error)

	// Interactive says that the agent asks a person, so that only one game
	// can be played at a time.
	Interactive bool

	// OneGame, if not nil, says of an agent that is no person whether only one
	// game can be played with it at a time.
	OneGame func(v spec.Values) bool

	// Cube says that the agent itself turns the doubling cube of backgammon.
	// Others are made for the game without it and play the turns; see
	// cubePlayer.
	Cube bool
}

// Entry is one kind of agent.
type Entry = spec.Entry[Maker]

// Registry is the agents that specs may name.
type Registry struct {
	spec.Catalogue[Maker]
}

// NewRegistry returns the agents that need nothing from outside this package
// and those of more, which take the place of those with their ID.
func NewRegistry(more ...Entry) *Registry {
	entries := slices.Concat(
		[]Entry{randomEntry}, minimaxEntries(), []Entry{expectiminimaxEntry}, mctsEntries(), networkEntries,
		[]Entry{perfectEntry, pubevalEntry, rulesEntry, rolloutEntry, fuzzyEntry, tdEntry, ensembleEntry, lookaheadEntry},
	)
	for _, m := range more {
		if i := slices.IndexFunc(entries, func(e Entry) bool { return e.ID == m.ID }); i >= 0 {
			entries[i] = m
		} else {
			entries = append(entries, m)
		}
	}
	return &Registry{spec.Catalogue[Maker]{Kind: "agent", Entries: entries}}
}

// Spec is a checked agent spec, from which any number of agents can be made.
type Spec struct {
	text   string
	maker  Maker
	values spec.Values
}

// Parse checks an agent spec.
func (r *Registry) Parse(text string) (Spec, error) {
	entry, values, err := r.Read(text)
	if err != nil {
		return Spec{}, err
	}
	return Spec{text: text, maker: entry.Make, values: values}, nil
}

// ParseAll is Parse of several texts.
func (r *Registry) ParseAll(texts ...string) (specs []Spec, err error) {
	for _, text := range texts {
		s, err := r.Parse(text)
		if err != nil {
			return nil, err
		}
		specs = append(specs, s)
	}
	return specs, nil
}

// String is the text the spec was read from.
func (s Spec) String() string { return s.text }

// Full is the spec with every option, defaults too, in a fixed order.
func (s Spec) Full() string { return s.values.Full() }

// Interactive reports whether the agent asks a person.
func (s Spec) Interactive() bool { return s.maker.Interactive }

// OneGame reports whether only one game can be played with the agent at a time.
func (s Spec) OneGame() bool {
	return s.maker.Interactive || s.maker.OneGame != nil && s.maker.OneGame(s.values)
}

// New makes an agent for g.
func (s Spec) New(g game.Game) (Agent, error) {
	m, cube := g.(*match.Game)
	if cube = cube && !s.maker.Cube; cube {
		g = m.Plain()
	}
	a, err := s.maker.New(g, s.values)
	if err != nil {
		return nil, fmt.Errorf("agent %q: %w", s.text, err)
	}
	if cube {
		a = newCubePlayer(a)
	}
	return a, nil
}
