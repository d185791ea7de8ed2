package tuples

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"gambito/game"
	"gambito/ntuple"
)

// Sets may be grown: by what explains the results of quick games. These are played at
// random, but a move that wins is made.

const (
	grownKind = "grown:"

	// sampleGames are played to grow sets, one position taken from each.
	sampleGames = 10_000

	// sampleStream tells the randomness of these games from that of games to learn from.
	sampleStream = 1 << 63
)

// SetsHelp says what Settings.Sets may be.
const SetsHelp = ntuple.SetsHelp + ", " + grownKind + "COUNTxLENGTH, such as grow cell by cell by what explains the results of quick games"

// sets are those that the settings name.
func (s Settings) sets(g game.Celled) ([][]uint8, error) {
	texts := strings.Split(s.Sets, "+")
	var sample *ntuple.Sample
	for i, part := range texts {
		size, ok := strings.CutPrefix(part, grownKind)
		if !ok {
			continue
		}
		// Walks have the same sizes, and say what is wrong with them.
		like, err := ntuple.ParseSets(g.Cells(), "walks:"+size, s.Seed)
		if err != nil {
			return nil, fmt.Errorf("sets %q: it must be %s", part, SetsHelp)
		}
		if err := s.fits(ntuple.Shape{Cells: g.Cells(), Sets: like}); err != nil {
			return nil, err
		}
		if sample == nil {
			sample = s.sample(g)
		}
		grown := ntuple.Grow(g.Cells(), *sample, len(like), len(like[0]), rand.New(rand.NewPCG(s.Seed, sampleStream)))
		texts[i] = ntuple.FormatSets(grown)
	}
	return ntuple.ParseSets(g.Cells(), strings.Join(texts, "+"), s.Seed)
}

// sample plays quick games. Positions are seen through symmetries, each with the same
// chance, for sets lie at the places of all their images.
func (s Settings) sample(g game.Celled) *ntuple.Sample {
	out := new(ntuple.Sample)
	images := g.Cells().Images
	view := make([]uint8, g.Cells().Count())
	for number := range sampleGames {
		r := rand.New(rand.NewPCG(s.Seed, sampleStream+uint64(number)))
		state := g.New()
		var states []game.State
		for state.Turn() != game.Over {
			states = append(states, state)
			state = quick(state, r)
		}
		at := states[r.IntN(len(states))]
		g.Look(at, at.Turn(), view)
		turned, image := make([]uint8, len(view)), images[r.IntN(len(images))]
		for c, shows := range view {
			turned[image[c]] = shows
		}
		out.Views = append(out.Views, turned)
		out.Results = append(out.Results, state.Score(at.Turn()))
	}
	return out
}

// quick is the position behind a move that wins, or else behind any.
func quick(s game.State, r *rand.Rand) game.State {
	var chosen game.State
	for i, m := range s.Moves(nil) {
		next := s.Clone()
		next.Play(m)
		if next.Turn() == game.Over && next.Score(s.Turn()) > 0 {
			return next
		}
		if r.IntN(i+1) == 0 {
			chosen = next
		}
	}
	return chosen
}
