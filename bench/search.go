package bench

import (
	"context"
	"fmt"

	"gambito/game"
	"gambito/games"
	"gambito/search/exact"
	"gambito/search/minimax"
)

// alphaBeta searches from the start position with the game's evaluation, move
// ordering and a table of 16 MB that is forgotten before each search.
func alphaBeta(g game.Game) (operation, error) {
	p := minimax.Params{Algorithm: minimax.AlphaBeta, Nodes: 1, Order: true, Deepen: true, TableBits: minimax.TableBits(16 << 20)}
	if e, ok := g.(game.Evaluated); ok {
		evaluate, err := e.Evaluation("")
		if err != nil {
			return nil, err
		}
		p.Evaluate = evaluate
	}
	search, err := minimax.New(g, p)
	if err != nil {
		return nil, err
	}
	start := g.New()
	return func(n int) (int, error) {
		search.Reset()
		search.Limit(0, uint64(n), 0)
		r, err := search.Run(context.Background(), start)
		return int(r.Nodes), err
	}, nil
}

// solvedPositions are positions with their exact scores.
var solvedPositions = map[string]struct {
	position string
	score    int
}{
	"connect4": {"......./......./.O...../XX...../OO.XXO./OXXXOXO", 0},
	"othello":  {"----OXXX--OOOX-X--XOOX-X-XXXOOOXXXXOOOXO-XXOOOO--XXXXOO--XXXXOOO X", -14},
}

// solving solves one position again and again from nothing.
func solving(id string) operation {
	known, ok := solvedPositions[id]
	if !ok {
		return nil
	}
	return func(n int) (int, error) {
		g, err := games.Parse(id)
		if err != nil {
			return 0, err
		}
		solver, err := exact.New(g)
		if err != nil {
			return 0, err
		}
		s, err := g.ParsePosition(known.position)
		if err != nil {
			return 0, err
		}
		done := 0
		for done < n {
			solver.Reset()
			score, err := solver.Solve(context.Background(), s)
			if err != nil {
				return 0, err
			}
			if score != known.score {
				return 0, fmt.Errorf("the score of %s is %d, not %d", known.position, score, known.score)
			}
			done += int(solver.Nodes())
		}
		return done, nil
	}
}
