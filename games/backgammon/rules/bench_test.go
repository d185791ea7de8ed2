package rules

import (
	"math/rand/v2"
	"testing"

	"gambito/game"
	"gambito/games/backgammon"
)

func BenchmarkScore(b *testing.B) {
	g := backgammon.New()
	r := rand.New(rand.NewPCG(1, 1))
	var boards []backgammon.Board
	s := g.New().(*backgammon.State)
	for len(boards) < 1000 {
		if s.Turn() == game.Over {
			s.CopyFrom(g.New())
		}
		m, _ := game.RandomMove(s, r, nil)
		s.Play(m)
		if !s.Board().Race() {
			boards = append(boards, *s.Board())
		}
	}
	e := Default.Prepare()
	i := 0
	for b.Loop() {
		bd := &boards[i%1000]
		i++
		sc := e.Scorer(bd, 0)
		sc.Score(bd)
	}
}
