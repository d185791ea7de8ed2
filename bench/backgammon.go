package bench

import (
	"fmt"
	"math/rand/v2"

	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/backgammon/networks"
	"gambito/games/backgammon/pubeval"
)

// pubevalGames plays backgammon by Pubeval against itself.
func pubevalGames() operation {
	g := backgammon.New()
	start, s := g.New(), g.New().(*backgammon.State)
	r := rand.New(rand.NewPCG(1, 0))
	buf := make([]game.Move, 0, g.Info().MaxMoves)
	return func(n int) (int, error) {
		turns := 0
		for range n {
			s.CopyFrom(start)
			for s.Turn() != game.Over {
				if s.Turn() == game.Chance {
					roll, _ := game.RandomMove(s, r, buf)
					s.Play(roll)
					continue
				}
				buf = s.Moves(buf[:0])
				s.Play(pubeval.Best(s.Board(), s.Side(), buf))
				turns++
			}
		}
		if mean := float64(turns) / float64(n); n >= 1000 && (mean < 50 || mean > 65) {
			return 0, fmt.Errorf("games took %.1f turns in the mean", mean)
		}
		return n, nil
	}
}

// networkEvaluations evaluates positions with contact from games of Pubeval by
// the networks of agent td.
func networkEvaluations() operation {
	const positions = 4096
	g := backgammon.New()
	s := g.New().(*backgammon.State)
	r := rand.New(rand.NewPCG(1, 0))
	buf := make([]game.Move, 0, g.Info().MaxMoves)
	var boards []backgammon.Board
	for len(boards) < positions {
		switch s.Turn() {
		case game.Over:
			s.CopyFrom(g.New())
		case game.Chance:
			if !s.Board().Race() {
				boards = append(boards, *s.Board())
			}
			roll, _ := game.RandomMove(s, r, buf)
			s.Play(roll)
		default:
			buf = s.Moves(buf[:0])
			s.Play(pubeval.Best(s.Board(), s.Side(), buf))
		}
	}
	e := networks.NewEstimator(networks.Default(), nil) // no bear-off among them
	at := 0
	return func(n int) (int, error) {
		sum := float32(0)
		for range n {
			sum += e.Evaluate(&boards[at], game.Player(at&1)).Win
			at = (at + 1) % positions
		}
		if mean := sum / float32(n); n >= 1000 && (mean < 0.3 || mean > 0.7) {
			return 0, fmt.Errorf("who is about to roll wins %.2f in the mean", mean)
		}
		return n, nil
	}
}
