// Package replay keeps games to learn from. A game is its moves and, for the
// positions it was searched in, what the search found: a few bytes a position,
// from which the positions themselves are played again when they are needed.
//
// A file of games grows at its end and can be read up to wherever it was cut
// off: every game has its length and a checksum. A game in the middle that does not
// fit its checksum is an error, and nothing is cut off then. What is read is checked
// move by move against the rules.
package replay

import (
	"fmt"
	"math"
	"slices"

	"gambito/game"
)

// Game is one game.
type Game struct {
	Round  int         // of learning, in which it was played
	Number int         // in its round
	Moves  []game.Move // from the start position on
	Found  []Found     // by move; empty where nothing was kept
	Score  float64     // of player 0
}

// Found is what a search found in the position before a move.
type Found struct {
	Valued bool
	Value  float64 // expected score of the player to move, if Valued
	Proven bool    // Value is exact

	// Shares say how likely moves should be. There are none where only the
	// result of the game is to be learnt.
	Shares []Share

	// Skip says that nothing is to be learnt from the position: the move was
	// drawn at random, or there was no other.
	Skip bool
}

// Share is a move and how likely it should be.
type Share struct {
	Move  game.Move
	Share float64
}

// Position is the position before move ply of the game, in s.
func (g *Game) Position(s game.State, ply int) {
	for _, m := range g.Moves[:ply] {
		s.Play(m)
	}
}

// check plays the game by the rules.
func (g *Game) check(rules game.Game) error {
	if len(g.Found) != 0 && len(g.Found) != len(g.Moves) {
		return fmt.Errorf("%d moves, but something found for %d", len(g.Moves), len(g.Found))
	}
	s := rules.New()
	var legal []game.Move
	for ply, m := range g.Moves {
		legal = s.Moves(legal[:0])
		if !slices.Contains(legal, m) {
			return fmt.Errorf("move %d, number %d, is not legal", ply+1, m)
		}
		if len(g.Found) > 0 {
			for _, share := range g.Found[ply].Shares {
				if !slices.Contains(legal, share.Move) {
					return fmt.Errorf("move %d: its alternative, number %d, is not legal", ply+1, share.Move)
				}
			}
		}
		s.Play(m)
	}
	if s.Turn() != game.Over {
		return fmt.Errorf("the game is not over after %d moves", len(g.Moves))
	}
	if math.Abs(s.Score(0)-g.Score) > 1e-9 {
		return fmt.Errorf("its score is %g, not %g", s.Score(0), g.Score)
	}
	return nil
}

// Latest makes sure that games are the latest of so many finished rounds, each of so
// many games, without a gap, and that none is of a round that cannot have begun. Older
// games may be gone, since learning forgets them, but not all: a file with gaps has lost
// what was learnt from.
func Latest(games []*Game, rounds, each int) error {
	have := map[[2]int]bool{}
	for _, g := range games {
		if g.Round > rounds {
			return fmt.Errorf("it holds a game of round %d, and only %d are finished: what came of the others is missing", g.Round, rounds)
		}
		if g.Round < rounds {
			have[[2]int{g.Round, g.Number}] = true
		}
	}
	for i := range max(len(have), min(1, rounds)) {
		last := rounds*each - 1 - i
		if !have[[2]int{last / each, last % each}] {
			return fmt.Errorf("game %d of round %d is missing, which was learnt from", last%each, last/each)
		}
	}
	return nil
}
