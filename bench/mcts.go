package bench

import (
	"context"
	"fmt"

	"gambito/bandit"
	"gambito/game"
	"gambito/search/mcts"
)

// treeSimulations is how many simulations one search of a benchmark has.
const treeSimulations = 1000

// treeSearch searches the start position by UCT with uniform playouts, each time
// with an empty tree.
func treeSearch(g game.Game) (operation, error) {
	s, err := mcts.New(g, mcts.Params{Policy: bandit.UCB{Alpha: 2}})
	if err != nil {
		return nil, err
	}
	start := g.New()
	return func(n int) (int, error) {
		done := 0
		for done < n {
			s.Forget()
			r, err := s.Run(context.Background(), start, mcts.Budget{Simulations: treeSimulations})
			if err != nil {
				return 0, err
			}
			visits := 0
			for _, m := range r.Moves {
				visits += m.Visits
			}
			if visits < treeSimulations { // players who move at once have moves each
				return 0, fmt.Errorf("%d simulations visited the root's moves %d times", treeSimulations, visits)
			}
			done += r.Simulations
		}
		return done, nil
	}, nil
}
