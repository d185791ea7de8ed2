// Package gametest is the conformance suite that every game passes: the laws
// stated in package game, checked on perft trees and random games. Adding a
// game means calling Run from its test.
package gametest

import (
	"testing"

	"gambito/game"
)

// Facts are what the suite cannot find out about a game by itself.
type Facts struct {
	Perft            []uint64 // leaves at depth 0, 1, 2 …
	BadMoves         []string // texts that are no move in the start position
	BadPositions     []string // texts that are no position
	NoTranspositions bool     // no two orders of moves lead to one position
	NoWinningMoves   bool     // nobody wins by a move of their own
}

// commonJunk is what no game reads as a move or a position.
var commonJunk = []string{"", " ", "-", "?", "\x00", "é", "zz99", "-1", "1e9", "99999999999999999999", "a1a1a1a1a1"}

// check is one law: it returns what breaks it, or nil.
type check struct {
	name string
	of   func(g game.Game, f Facts) error
}

var checks = []check{
	{"info", checkInfo},
	{"perft", checkPerft},
	{"moves are ascending, unique, and none iff over", checkMoves},
	{"chance", checkChance},
	{"undo", checkUndo},
	{"copies", checkCopies},
	{"hash", checkHash},
	{"games end, scores sum to zero", checkEnds},
	{"move text", checkMoveText},
	{"lines of moves", checkLines},
	{"moves in parts", checkSteps},
	{"position text", checkPositionText},
	{"junk is refused", checkJunk},
	{"fast playout", checkPlayout},
	{"no allocation", checkAllocations},
	{"symmetries", checkSymmetries},
	{"winning moves", checkWinningMoves},
	{"simultaneous moves", checkSimultaneous},
	{"evaluations", checkEvaluations},
	{"what people count", checkMeasured},
	{"groups", checkGroups},
	{"encoding", checkEncoding},
	{"cells", checkCells},
	{"drawing", checkDrawing},
	{"what players see", checkVeiled},
	{"concurrent use", checkConcurrent},
}

// Run checks g against every law.
func Run(t *testing.T, g game.Game, f Facts) {
	t.Helper()
	for _, c := range checks {
		t.Run(c.name, func(t *testing.T) {
			if err := c.of(g, f); err != nil {
				t.Error(err)
			}
		})
	}
}

// Fuzz feeds texts to the parsers of g, seeded with good and bad ones. What
// parses must format and parse again to the same.
func Fuzz(f *testing.F, g game.Game, facts Facts) {
	start := g.New()
	f.Add(g.FormatPosition(start), g.FormatMove(start, start.Moves(nil)[0]))
	for _, text := range append(facts.BadPositions, facts.BadMoves...) {
		f.Add(text, text)
	}
	r := newRand(1)
	eachPosition(g, r, 3, func(s game.State) error {
		if moves := s.Moves(nil); len(moves) > 0 {
			f.Add(g.FormatPosition(s), g.FormatMove(s, moves[0]))
		}
		return nil
	})
	f.Fuzz(func(t *testing.T, position, move string) {
		s, err := g.ParsePosition(position)
		if err != nil {
			requireOneLine(t, err)
			s = g.New()
		}
		if err := positionRoundTrip(g, s); err != nil {
			t.Fatal(err)
		}
		moves := s.Moves(nil)
		if err := movesLawful(g, s, moves); err != nil {
			t.Fatal(err)
		}
		m, err := g.ParseMove(s, move)
		if err != nil {
			requireOneLine(t, err)
			return
		}
		if !contains(moves, m) {
			t.Fatalf("position %q: ParseMove(%q) gave %d, which is not legal", position, move, m)
		}
		if err := moveRoundTrip(g, s, m); err != nil {
			t.Fatal(err)
		}
	})
}
