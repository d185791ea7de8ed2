package ntuple

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"gambito/games/othello"
)

// othelloTables are tables of Othello's sets with random worths.
func othelloTables(t testing.TB) *Tables {
	t.Helper()
	cells := othello.New().Cells()
	sets, err := ParseSets(cells, "othello+angles", 0) // as the model that comes with gambito has them
	if err != nil {
		t.Fatal(err)
	}
	stages := []int{64}
	for begin := 56; begin >= 0; begin -= 4 {
		stages = append(stages, begin)
	}
	s, err := New(Shape{Cells: cells, Sets: sets, Stages: stages})
	if err != nil {
		t.Fatal(err)
	}
	w := NewWeights(s)
	r := rand.New(rand.NewPCG(1, 1))
	for _, worths := range w.Values {
		for i := range worths {
			worths[i] = float32(r.IntN(2001) - 1000)
		}
	}
	return w.Tables(1)
}

// othelloMove is a move from a position.
type othelloMove struct {
	own, opp, turned uint64
	cell             int
	ply              int
}

// othelloMoves are all moves of the positions of random games.
func othelloMoves(games int) (moves []othelloMove) {
	r := rand.New(rand.NewPCG(7, 7))
	for range games {
		s := othello.New().New()
		for ply := 0; s.Turn() >= 0; ply++ {
			list := s.Moves(nil)
			own, opp := othello.Discs(s)
			for _, m := range list {
				if m != othello.Pass {
					moves = append(moves, othelloMove{own, opp, othello.Flips(own, opp, int(m)), int(m), ply})
				}
			}
			s.Play(list[r.IntN(len(list))])
		}
	}
	return moves
}

// BenchmarkOthello makes the indices of positions behind all moves of random games and
// sums their worths: an evaluation after a move.
func BenchmarkOthello(b *testing.B) {
	tables := othelloTables(b)
	s := tables.system
	turner, err := NewTurner(s)
	if err != nil {
		b.Fatal(err)
	}
	moves := othelloMoves(20)
	from := make([]Indices, len(moves))
	stage := make([]int, len(moves))
	for i, m := range moves {
		from[i] = s.NewIndices()
		turner.Read(from[i], m.own, m.opp)
		stage[i] = s.Stage(63 - bits.OnesCount64(m.own|m.opp))
	}
	next := s.NewIndices()
	b.Logf("%d places, %d slots, %d moves, %d bytes a stage", s.Places(), s.Slots(), len(moves), 2*len(tables.values[0]))
	measure := func(name string, do func(i int) int) {
		b.Run(name, func(b *testing.B) {
			begin, i, sum := userTime(), 0, 0
			for b.Loop() {
				sum += do(i)
				if i++; i == len(moves) {
					i = 0
				}
			}
			sink = sum
			b.ReportMetric(float64(userTime()-begin)/float64(b.N), "user-ns/op")
		})
	}
	measure("play", func(i int) int { turner.Play(next, from[i], moves[i].cell, moves[i].turned); return 0 })
	measure("sum", func(i int) int { return tables.Sum(from[i], stage[i]) })
	measure("both", func(i int) int {
		turner.Play(next, from[i], moves[i].cell, moves[i].turned)
		return tables.Sum(next, stage[i])
	})
	var near []int // moves from positions of one stage, as a search has them
	for i := range moves {
		if stage[i] == s.Stage(30) {
			near = append(near, i)
		}
	}
	measure("near", func(i int) int {
		i = near[i%len(near)]
		turner.Play(next, from[i], moves[i].cell, moves[i].turned)
		return tables.Sum(next, stage[i])
	})
	measure("none", func(i int) int { return i })
}

var sink int
