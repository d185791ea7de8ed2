package bench

import (
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"

	"gambito/game"
	"gambito/games/othello"
	"gambito/ntuple"
)

// patternEvaluations judges the Othello positions behind all moves of some random games by
// patterns: the indices are made from those of the position before, and the worths
// are added up. The sets are those of strong programs; what patterns are worth is drawn.
func patternEvaluations() (operation, error) {
	tables, turner, err := drawnPatterns()
	if err != nil {
		return nil, err
	}
	moves := patternMoves(tables.System(), turner)
	next, fresh := tables.System().NewIndices(), tables.System().NewIndices()
	total := 0
	for i := range moves {
		m := &moves[i]
		turner.Play(next, m.from, m.cell, m.turned)
		turner.Read(fresh, m.opp&^m.turned, m.own|m.turned|1<<m.cell)
		if tables.Sum(next, m.stage) != tables.Sum(fresh, m.stage) {
			return nil, errors.New("indices that follow a move differ from those that are read")
		}
		total += tables.Sum(next, m.stage)
	}
	return func(n int) (int, error) {
		rounds := (n + len(moves) - 1) / len(moves)
		for range rounds {
			sum := 0
			for i := range moves {
				m := &moves[i]
				turner.Play(next, m.from, m.cell, m.turned)
				sum += tables.Sum(next, m.stage)
			}
			if sum != total {
				return 0, fmt.Errorf("the values sum to %d, not %d", sum, total)
			}
		}
		return rounds * len(moves), nil
	}, nil
}

// drawnPatterns are Othello's sets with sixteen stages of worths.
func drawnPatterns() (*ntuple.Tables, *ntuple.Turner, error) {
	cells := othello.New().Cells()
	sets, err := ntuple.ParseSets(cells, "othello", 0)
	if err != nil {
		return nil, nil, err
	}
	shape := ntuple.Shape{Cells: cells, Sets: sets}
	for begin := 64; begin > 0; begin -= 4 {
		shape.Stages = append(shape.Stages, begin)
	}
	system, err := ntuple.New(shape)
	if err != nil {
		return nil, nil, err
	}
	w, r := ntuple.NewWeights(system), rand.New(rand.NewPCG(1, 0))
	for _, worths := range w.Values {
		for i := range worths {
			worths[i] = float32(r.IntN(2001) - 1000)
		}
	}
	turner, err := ntuple.NewTurner(system)
	return w.Tables(1), turner, err
}

// patternMove is a move, and what patterns show before it.
type patternMove struct {
	from             ntuple.Indices
	own, opp, turned uint64
	cell, stage      int
}

// patternMoves are all moves of the positions of random games.
func patternMoves(system *ntuple.System, turner *ntuple.Turner) (moves []patternMove) {
	const games = 20
	r := rand.New(rand.NewPCG(2, 0))
	for range games {
		for s := othello.New().New(); s.Turn() != game.Over; {
			legal := s.Moves(nil)
			own, opp := othello.Discs(s)
			from := system.NewIndices()
			turner.Read(from, own, opp)
			stage := system.Stage(63 - bits.OnesCount64(own|opp))
			for _, m := range legal {
				if m != othello.Pass {
					moves = append(moves, patternMove{from, own, opp, othello.Flips(own, opp, int(m)), int(m), stage})
				}
			}
			s.Play(legal[r.IntN(len(legal))])
		}
	}
	return moves
}
