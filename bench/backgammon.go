package bench

import (
	"fmt"
	"math/rand/v2"

	"gambito/game"
	"gambito/games/backgammon"
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
