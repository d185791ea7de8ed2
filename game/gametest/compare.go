package gametest

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"gambito/game"
)

// Slow is a position of a game written down as plainly as can be, to test the
// fast one against. It is immutable and names moves as the game does.
type Slow interface {
	Turn() game.Player
	Moves() []string // in any order
	Play(move string) Slow
	Score(p game.Player) float64
}

// Compare compares g with its slow version: the number of leaves to every depth
// at which there are at most so many, and random games move by move to their
// end and score.
func Compare(t *testing.T, g game.Game, start Slow, leaves uint64) {
	t.Helper()
	if raceDetector {
		leaves /= 20
	}
	for depth := 1; ; depth++ {
		fast, err := game.Perft(context.Background(), g.New(), depth, 1, nil)
		if err != nil {
			t.Fatal(err)
		}
		if fast > leaves || depth > g.Info().MaxPlies {
			break
		}
		if slow := slowPerft(start, depth); slow != fast {
			t.Fatalf("%s: perft %d is %d, but %d by the slow version", g.Info().ID, depth, fast, slow)
		}
	}
	r := newRand(14)
	for range randomGames(g) {
		s, slow := g.New(), start
		for {
			if err := sameThere(g, s, slow); err != nil {
				t.Fatal(err)
			}
			m, ok := game.RandomMove(s, r, nil)
			if !ok {
				break
			}
			slow = slow.Play(g.FormatMove(s, m))
			s.Play(m)
		}
	}
}

// sameThere compares what can be seen of one position.
func sameThere(g game.Game, s game.State, slow Slow) error {
	text := g.FormatPosition(s)
	if s.Turn() != slow.Turn() {
		return fmt.Errorf("%s %s: the turn is %d, but %d by the slow version", g.Info().ID, text, s.Turn(), slow.Turn())
	}
	var moves []string
	for _, m := range s.Moves(nil) {
		moves = append(moves, g.FormatMove(s, m))
	}
	slowMoves := slices.Clone(slow.Moves())
	slices.Sort(moves)
	slices.Sort(slowMoves)
	if !slices.Equal(moves, slowMoves) {
		return fmt.Errorf("%s %s: the moves are %v, but %v by the slow version", g.Info().ID, text, moves, slowMoves)
	}
	if s.Turn() == game.Over {
		for p := range game.Player(g.Info().Players()) {
			if s.Score(p) != slow.Score(p) {
				return fmt.Errorf("%s %s: player %d has %g, but %g by the slow version", g.Info().ID, text, p, s.Score(p), slow.Score(p))
			}
		}
	}
	return nil
}

func slowPerft(s Slow, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	moves := s.Moves()
	switch {
	case len(moves) == 0:
		return 1
	case depth == 1:
		return uint64(len(moves))
	}
	var sum uint64
	for _, m := range moves {
		sum += slowPerft(s.Play(m), depth-1)
	}
	return sum
}
