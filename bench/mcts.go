package bench

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"gambito/bandit"
	"gambito/game"
	"gambito/search/mcts"
)

// How many simulations one search of a benchmark has, and one thread of a search
// by several, for which threads are worth starting.
const (
	treeSimulations   = 1000
	threadSimulations = 50_000
)

// treeSearch searches the start position by UCT with uniform playouts, each time
// with an empty tree: by one thread or, if way is tree=N or root=N, by N on one
// tree or with a tree each, for many more simulations.
func treeSearch(g game.Game, way string) (operation, error) {
	p := mcts.Params{Policy: bandit.UCB{Alpha: 2}, Threads: 1}
	if way != "" {
		kind, number, _ := strings.Cut(way, "=")
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 || n > 1024 || kind != "tree" && kind != "root" {
			return nil, fmt.Errorf("%q is not tree=THREADS or root=THREADS", way)
		}
		p.Threads, p.RootParallel = n, kind == "root"
	}
	s, err := mcts.New(g, p)
	if err != nil {
		return nil, err
	}
	simulations := treeSimulations
	if way != "" {
		simulations = threadSimulations * p.Threads
	}
	start := g.New()
	return func(n int) (int, error) {
		done := 0
		for done < n {
			s.Forget()
			r, err := s.Run(context.Background(), start, mcts.Budget{Simulations: simulations})
			if err != nil {
				return 0, err
			}
			visits := 0
			for _, m := range r.Moves {
				visits += m.Visits
			}
			if visits < simulations { // players who move at once have moves each
				return 0, fmt.Errorf("%d simulations visited the root's moves %d times", simulations, visits)
			}
			done += r.Simulations
		}
		return done, nil
	}, nil
}
