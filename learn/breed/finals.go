package breed

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"gambito/agent"
)

// Finalist is one of the best of all generations with what it has reached once
// more, against the agent or, in co-evolution, the default player of its kind. Of
// several agents the result is that of all together.
type Finalist struct {
	Genes []int  `json:"genes"`
	Spec  string `json:"spec"`
	Result
	Met []Meeting `json:"met,omitempty"` // each of several agents
}

// finalSeed keeps the dice of the finals apart from those of generations.
const finalSeed = 1 << 32

// Finals has the best of all generations play many games with equal dice, which
// no generation has seen: the best by far was lucky too. The winner comes first. If
// generations are kept in a file, so is what comes of the finals, beside it.
func (e *Evolution) Finals(ctx context.Context) ([]Finalist, error) {
	met, err := e.met()
	if err != nil {
		return nil, err
	}
	best := e.Run.Best(e.Settings.Finalists)
	if e.rivals.self || e.Kind.Long() {
		best = e.Run.Latest(e.Settings.Finalists)
	}
	told, done := e.Progress.Count("games of the finals", len(best)*len(met)*e.Settings.FinalGames), 0
	played := func(games int) {
		done += games
		told(done)
	}
	m := matches{generation: -1, games: e.Settings.FinalGames, seed: e.Settings.Genetic.Seed + finalSeed}
	for _, genes := range best {
		own, err := e.player(genes)
		if err != nil {
			return nil, err
		}
		for _, rival := range met {
			m.pairs = append(m.pairs, pair{own, rival})
		}
	}
	results, err := e.play(ctx, m, played)
	if err != nil {
		return nil, err
	}
	var all []Finalist
	for i, genes := range best {
		of := results[i*len(met):][:len(met)]
		f := Finalist{Genes: genes, Spec: e.Kind.Spec(genes), Result: together(of)}
		for k, rival := range met {
			if len(met) > 1 {
				f.Met = append(f.Met, Meeting{rival.String(), of[k]})
			}
		}
		all = append(all, f)
	}
	slices.SortStableFunc(all, func(a, b Finalist) int { return cmp.Compare(b.Share, a.Share) })
	if e.Kind.network && len(all) > 0 {
		if all[0].Spec, err = e.keepModel(all[0].Genes); err != nil {
			return nil, err
		}
		for i := range all {
			all[i].Genes = []int{} // they are too many, and what counts is in the file
		}
	}
	return all, e.keepFinals(all)
}

// met are whom the finalists meet.
func (e *Evolution) met() ([]agent.Spec, error) {
	if len(e.rivals.agents) > 0 {
		return e.rivals.agents, nil
	}
	usual, err := e.agents.Parse(e.Kind.usual())
	return []agent.Spec{usual}, err
}

// Rival is whom the finalists meet: semicolons between several.
func (e *Evolution) Rival() string {
	if len(e.rivals.agents) == 0 {
		return e.Kind.usual()
	}
	var names []string
	for _, rival := range e.rivals.agents {
		names = append(names, rival.String())
	}
	return strings.Join(names, ";")
}

// OfPoints reports whether games can count more than one point.
func (e *Evolution) OfPoints() bool { return e.game.Info().MaxScore > 1 }
