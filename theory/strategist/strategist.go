// Package strategist makes strategies for whole games of hidden information from specs: of
// searches, which are asked at every information set by what is seen there, of files that
// learning has written, and of playing at random.
package strategist

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"gambito/files"
	"gambito/progress"
	"gambito/search/ismcts"
	"gambito/spec"
	"gambito/theory/extensive"
)

// ask is the probabilities of the moves at an information set.
type ask func(t *extensive.Tree, s *extensive.Set, r *rand.Rand) []float64

// Catalogue lists who can be asked.
var Catalogue = spec.Catalogue[func(spec.Values) ask]{
	Kind: "player",
	Entries: []spec.Entry[func(spec.Values) ask]{
		{
			Schema: spec.Schema{ID: "random", Name: "Random", About: "All moves alike."},
			Make: func(spec.Values) ask {
				return func(_ *extensive.Tree, s *extensive.Set, _ *rand.Rand) []float64 {
					shares := make([]float64, len(s.Moves))
					for i := range shares {
						shares[i] = 1 / float64(len(shares))
					}
					return shares
				}
			},
		},
		{
			Schema: spec.Schema{
				ID: "ismcts", Name: "Information-set MCTS", About: "Plays moves as often as a tree search over what players see chooses them.",
				Options: []spec.Option{
					{Name: "sims", Type: spec.Int, Default: "1000", Min: 1, Max: 1_000_000, Help: "simulations at an information set"},
					{Name: "explore", Type: spec.Float, Default: "0.7", Min: 0, Max: 100, Help: "the constant of UCB, beside rewards between -1 and 1"},
					{Name: "observers", Type: spec.Choice, Default: "multiple", Choices: []string{"multiple", "single"}, Help: "whether each player has a tree of what it sees, or all moves are in that of the one who searches"},
				},
			},
			Make: func(v spec.Values) ask {
				o := ismcts.Options{Simulations: v.Int("sims"), Explore: v.Float("explore"), Single: v.Text("observers") == "single"}
				return func(t *extensive.Tree, s *extensive.Set, r *rand.Rand) []float64 {
					return ismcts.Search(t.Game, t.Position(s), s.Player, o, r)
				}
			},
		},
		{
			Schema: spec.Schema{
				ID: "pimc", Name: "Determinised search", About: "Plays what is best on average over worlds that are drawn, each as if everything were seen.",
				Options: []spec.Option{{Name: "worlds", Type: spec.Int, Default: "100", Min: 1, Max: 100_000, Help: "worlds that are drawn at an information set"}},
			},
			Make: func(v spec.Values) ask {
				return func(t *extensive.Tree, s *extensive.Set, r *rand.Rand) []float64 {
					return ismcts.Determinised(t.Position(s), s.Player, v.Int("worlds"), r)
				}
			},
		},
	},
}

// StrategyFile is the name of a strategy in the folder of its learning.
const StrategyFile = "strategy.json"

// Strategy is what a player does in a game: text is a spec, or a file that learning has
// written, or its folder. Every information set has a seed of its own.
func Strategy(ctx context.Context, t *extensive.Tree, text string, seed uint64, tell progress.Func) (extensive.Strategy, error) {
	if info, err := os.Stat(text); err == nil {
		name := text
		if info.IsDir() {
			name = filepath.Join(text, StrategyFile)
		}
		data, err := files.Read(name)
		if err != nil {
			return nil, err
		}
		_, strategy, err := t.Decode(data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		return strategy, nil
	}
	entry, values, err := Catalogue.Read(text)
	if err != nil {
		if strings.ContainsAny(text, "./") {
			return nil, fmt.Errorf("%s: there is no such file", text)
		}
		return nil, err
	}
	play := entry.Make(values)
	strategy := make(extensive.Strategy, t.Actions)
	source := rand.NewPCG(seed, 0)
	r := rand.New(source)
	for i := range t.Sets {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		source.Seed(seed, uint64(i)+1)
		s := &t.Sets[i]
		copy(strategy[s.First:], play(t, s, r))
		tell.Tell("information sets", i+1, len(t.Sets))
	}
	return strategy, nil
}
