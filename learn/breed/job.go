package breed

import (
	"context"
	"fmt"
	"path/filepath"

	"gambito/arena"
	"gambito/duel"
)

// playElsewhere is play by the fleet.
func (e *Evolution) playElsewhere(ctx context.Context, m matches, played func(games int)) ([]Result, error) {
	p := duel.Plan{Name: e.jobName(m.generation), Game: e.game, Openings: e.openings, Seed: m.seed}
	for _, pair := range m.pairs {
		p.Duels = append(p.Duels, duel.Duel{A: pair[0], B: pair[1], Games: m.games})
	}
	units := p.Units()
	wanted := make([]int, len(units))
	for i := range wanted {
		wanted[i] = i
	}
	scores := make([][]duel.Score, len(units))
	err := p.Play(ctx, duel.Who{Fleet: e.Fleet}, wanted, func(unit int, s []duel.Score) error {
		scores[unit] = s
		played(len(s))
		return nil
	})
	if err != nil {
		return nil, err
	}
	return e.results(len(p.Duels), units, scores), nil
}

// results counts what came of the units, in the order of the games.
func (e *Evolution) results(duels int, units []duel.Unit, scores [][]duel.Score) []Result {
	counters := make([]counter, duels)
	for i := range counters {
		counters[i].points = arena.PointTally{Game: e.game, Paired: true}
	}
	for i, u := range units {
		for k, s := range scores[i] {
			n := u.From + k
			counters[u.Duel].add(arena.Record{Number: n, Seats: []int{n % 2, 1 - n%2}, Result: s[:]})
		}
	}
	results := make([]Result, duels)
	for i := range results {
		results[i] = counters[i].result()
	}
	return results
}

// jobName is what people call the work of a generation, or of the finals: by the file
// where it is kept, for another may breed the very same in another file.
func (e *Evolution) jobName(generation int) string {
	name := e.Settings.Player
	if e.file != "" {
		name = filepath.Base(e.file)
	}
	if generation < 0 {
		return name + ", finals"
	}
	return fmt.Sprintf("%s, generation %d", name, generation+1)
}

// upTo is the numbers from 0 to n−1.
func upTo(n int) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for i := 0; i < n && yield(i); i++ {
		}
	}
}
