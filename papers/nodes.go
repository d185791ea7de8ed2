package papers

import (
	"context"
	"fmt"
	"math/rand/v2"

	"gambito/game"
	"gambito/games"
	"gambito/search/minimax"
)

// nodesStudy counts the positions that the algorithms of a lecture look at.
var nodesStudy = Study{
	ID:     "lecture/nodes",
	Source: "lecture on adversarial search",
	About:  "The positions that each algorithm of the minimax family visits, as a share of minimax's, on the same positions to the same depth. The lecture prints no counts.",
	run:    runNodes,
}

// nodesGames are the games, with the depth of their searches.
var nodesGames = []struct {
	id    string
	depth int
}{{"connect4", 6}, {"othello", 5}, {"breakthrough", 4}, {"tictactoe:4x4", 4}, {"knightthrough", 3}}

func runNodes(ctx context.Context, w Workshop) ([]Finding, error) {
	positions := map[Scale]int{Smoke: 2, Quick: 10, Full: 50}[w.Scale]
	done, told := 0, w.Progress.Count(steps, positions*len(nodesGames)*len(minimax.Algorithms))
	var findings []Finding
	for _, c := range nodesGames {
		g, err := games.Parse(c.id)
		if err != nil {
			return nil, err
		}
		evaluate, err := g.(game.Evaluated).Evaluation("")
		if err != nil {
			return nil, err
		}
		plain := 0.0
		for _, a := range minimax.Algorithms {
			if a.Name == "bstar" {
				done += positions // it knows no depth
				continue
			}
			p := minimax.Params{Algorithm: a.Search, Depth: c.depth, Evaluate: evaluate, Order: a.Name != "minimax" && a.Name != "negamax"}
			if a.UsesTable {
				p.TableBits = minimax.TableBits(16 << 20)
			}
			search, err := minimax.New(g, p)
			if err != nil {
				return nil, err
			}
			r := rand.New(rand.NewPCG(w.Seed, 0)) // the same positions for all
			nodes := uint64(0)
			for range positions {
				search.Reset()
				result, err := search.Run(ctx, middle(g, r))
				if err != nil {
					return nil, err
				}
				nodes += result.Nodes
				done++
				told(done)
			}
			if a.Name == "minimax" {
				plain = float64(nodes)
			}
			findings = append(findings, Finding{
				ID: fmt.Sprintf("%s/depth %d/%s", c.id, c.depth, a.Name), Unit: "% of minimax", Games: positions,
				Measured: number(100 * float64(nodes) / plain), Verdict: NotComparable, Note: "nothing is published",
			})
		}
	}
	return findings, nil
}

// middle is a position after some random moves.
func middle(g game.Game, r *rand.Rand) game.State {
	for {
		s := g.New()
		for range 8 {
			if m, ok := game.RandomMove(s, r, nil); ok {
				s.Play(m)
			}
		}
		if s.Turn() != game.Over {
			return s
		}
	}
}
