package breed

import (
	"cmp"
	"context"
	"slices"
)

// Finalist is one of the best of all generations with what it has reached once
// more, against the agent or, in co-evolution, the default player of its kind.
type Finalist struct {
	Genes []int  `json:"genes"`
	Spec  string `json:"spec"`
	Result
}

// finalSeed keeps the dice of the finals apart from those of generations.
const finalSeed = 1 << 32

// Finals has the best of all generations play many games with equal dice, which
// no generation has seen: the best by far was lucky too. The winner comes first. If
// generations are kept in a file, so is what comes of the finals, beside it.
func (e *Evolution) Finals(ctx context.Context) ([]Finalist, error) {
	rival := e.rival
	if e.Settings.Against == Self {
		var err error
		if rival, err = e.agents.Parse(e.Kind.Agent); err != nil {
			return nil, err
		}
	}
	best := e.Run.Best(e.Settings.Finalists)
	if e.Settings.Against == Self {
		best = e.Run.Latest(e.Settings.Finalists)
	}
	told, done := e.Progress.Count("games of the finals", len(best)*e.Settings.FinalGames), 0
	played := func(games int) {
		done += games
		told(done)
	}
	m := matches{generation: -1, games: e.Settings.FinalGames, seed: e.Settings.Genetic.Seed + finalSeed}
	for _, genes := range best {
		own, err := e.agents.Parse(e.Kind.Spec(genes))
		if err != nil {
			return nil, err
		}
		m.pairs = append(m.pairs, pair{own, rival})
	}
	results, err := e.play(ctx, m, played)
	if err != nil {
		return nil, err
	}
	var all []Finalist
	for i, genes := range best {
		all = append(all, Finalist{Genes: genes, Spec: e.Kind.Spec(genes), Result: results[i]})
	}
	slices.SortStableFunc(all, func(a, b Finalist) int { return cmp.Compare(b.Share, a.Share) })
	return all, e.keepFinals(all)
}

// Rival is whom the finalists meet.
func (e *Evolution) Rival() string {
	if e.Settings.Against == Self {
		return e.Kind.Agent
	}
	return e.rival.String()
}
