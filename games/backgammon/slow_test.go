package backgammon

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gambito/game"
)

// slowBoard is a position as the mover sees it, written down plainly: men[k] > 0
// are the mover's on point k, men[k] < 0 the other side's.
type slowBoard struct {
	men           [25]int
	bar, otherBar int
	off, otherOff int
}

func slowOf(b *Board, p game.Player) slowBoard {
	s := slowBoard{bar: int(b[p][Bar]), otherBar: int(b[p^1][Bar]), off: int(b[p][Off]), otherOff: int(b[p^1][Off])}
	for k := 1; k <= 24; k++ {
		s.men[k] = int(b[p][k]) - int(b[p^1][25-k])
	}
	return s
}

// part moves a man by a die, if the rules allow it.
func (s slowBoard) part(from, die int) (slowBoard, bool) {
	if s.bar > 0 && from != 25 || from == 25 && s.bar == 0 || from < 25 && s.men[from] <= 0 {
		return s, false
	}
	to := from - die
	if to <= 0 {
		for k := 7; k <= 24; k++ {
			if s.men[k] > 0 {
				return s, false
			}
		}
		for k := from + 1; k <= 6 && to < 0; k++ {
			if s.men[k] > 0 {
				return s, false
			}
		}
		s.men[from]--
		s.off++
		return s, true
	}
	if s.men[to] < -1 {
		return s, false
	}
	if from == 25 {
		s.bar--
	} else {
		s.men[from]--
	}
	if s.men[to] == -1 {
		s.men[to] = 0
		s.otherBar++
	}
	s.men[to]++
	return s, true
}

// results adds every position that playing all dice in this order, as far as
// possible, leads to, with how many were played and the first of them.
func (s slowBoard) results(dice []int, played, first int, found map[slowBoard][2]int) {
	more := false
	if len(dice) > 0 {
		for from := 1; from <= 25; from++ {
			if after, ok := s.part(from, dice[0]); ok {
				more = true
				f := first
				if played == 0 {
					f = dice[0]
				}
				after.results(dice[1:], played+1, f, found)
			}
		}
	}
	if !more {
		known := found[s]
		found[s] = [2]int{max(known[0], played), max(known[1], first)}
	}
}

// turns are the distinct positions after a legal turn.
func (s slowBoard) turns(a, b int) map[slowBoard]bool {
	found := map[slowBoard][2]int{}
	if a == b {
		s.results([]int{a, a, a, a}, 0, 0, found)
	} else {
		s.results([]int{a, b}, 0, 0, found)
		s.results([]int{b, a}, 0, 0, found)
	}
	most := [2]int{}
	for _, how := range found {
		most[0] = max(most[0], how[0])
	}
	for _, how := range found {
		if how[0] == most[0] {
			most[1] = max(most[1], how[1])
		}
	}
	legal := map[slowBoard]bool{}
	for after, how := range found {
		if how[0] == most[0] && (most[0] != 1 || how[1] == most[1]) {
			legal[after] = true
		}
	}
	return legal
}

// randomBoard has men anywhere, of which a part is off and some on the bar.
func randomBoard(r *rand.Rand) Board {
	for {
		var men [2][26]uint8
		for p := range men {
			far := 6 + max(r.IntN(25)-5, 0) // all home on some boards
			for range r.IntN(Men) + 1 {
				k := 1 + r.IntN(far)
				if r.IntN(3) > 0 { // men stand in groups
					k = 1 + (k*7+3)%far
				}
				if k < Bar && men[p^1][Bar-k] > 0 {
					continue
				}
				men[p][k]++
			}
		}
		if b, err := NewBoard(men); err == nil && b.Winner() == game.Nobody {
			return b
		}
	}
}

// TestAgainstSlowGenerator compares the turns of any roll on random boards and
// in random games.
func TestAgainstSlowGenerator(t *testing.T) {
	boards := 100_000
	if testing.Short() {
		boards = 5000
	}
	r := rand.New(rand.NewPCG(1, 7))
	s := New().New().(*State)
	for i := range boards {
		b, side := randomBoard(r), game.Player(r.IntN(2))
		if i%2 == 0 {
			if s.Turn() == game.Over {
				s = New().New().(*State)
			}
			b, side = s.board, s.side
		}
		dice := outcomes[r.IntN(36)]
		compareTurns(t, b, side, dice)
		s.dice = dice
		if m, ok := game.RandomMove(s, r, nil); ok {
			s.Play(m)
		}
	}
}

func compareTurns(t *testing.T, b Board, side game.Player, dice Dice) {
	t.Helper()
	slow := slowOf(&b, side)
	want := slow.turns(int(dice[0]), int(dice[1]))
	moves := b.AppendMoves(nil, side, dice)
	if !slices.IsSorted(moves) || len(moves) != len(want) {
		t.Fatalf("%s %s: %d moves %v, but %d by the slow generator", b.PositionID(side), dice, len(moves), moves, len(want))
	}
	for _, m := range moves {
		after := b
		after.Play(side, m)
		if !want[slowOf(&after, side)] {
			t.Fatalf("%s %s: the slow generator does not know move %x", b.PositionID(side), dice, m)
		}
		delete(want, slowOf(&after, side))
	}
}
