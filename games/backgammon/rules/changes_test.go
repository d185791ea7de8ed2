package rules

import (
	"testing"

	"gambito/games/backgammon"
)

// board reads an XGID's first part.
func board(t *testing.T, men string) *backgammon.Board {
	t.Helper()
	table, err := backgammon.ParseXGID("XGID=" + men + ":0:0:1:00:0:0:0:0:10")
	if err != nil {
		t.Fatal(err)
	}
	return &table.Board
}

// TestRearBlots: before that change a blot on 21 was worth its shots.
func TestRearBlots(t *testing.T) {
	b := board(t, "-a-------------------A----")
	for _, c := range []struct {
		changes Changes
		less    bool
	}{{Changes{}, false}, {Changes{RearBlots: true}, true}} {
		s := one(11).PrepareWith(c.changes).Scorer(b, 0)
		if got := main36(s.Score(b)); got < 0 != c.less {
			t.Errorf("%+v: the score is %d", c.changes, got)
		}
	}
}

// TestOpenHome: two turns that the rules find equal, of which one keeps a home point
// occupied.
func TestOpenHome(t *testing.T) {
	closed, open := board(t, "aCCCCCa-----------b-------"), board(t, "aCCCFaa-----------b-------")
	var nothing Vector
	nothing[stackLimit] = backgammon.Men
	last, before := nothing.Prepare().Scorer(closed, 0), nothing.PrepareWith(Changes{OpenHome: true}).Scorer(closed, 0)
	if last.Score(closed) <= last.Score(open) {
		t.Error("by the last rules a closed board is no better")
	}
	if before.Score(closed) != before.Score(open) {
		t.Error("before that change a closed board was better")
	}
}

// TestMoved: only what the moved men do counts.
func TestMoved(t *testing.T) {
	before := board(t, "-aBB-BAB-A--b------------B")
	for _, c := range []struct {
		what  string
		after string
		v     Vector
		want  int // in 36ths
	}{
		{"the run of a new point", "-aBB-BBB----b------------B", one(0), 3 * 36},
		{"no run without it", "-aBB-B-B---Bb------------B", one(0), 36},
		{"one point is new", "-aBB-BBB----b------------B", one(1), 36},
		{"a home point is new", "-aBB-BBB----b------------B", one(5), 36},
		{"nothing hit", "-aBB-BBB----b------------B", one(2), 0},
		{"how far back it stops", "-aBB-BAB----b---------A--A", one(6), -(16 + 3*4) * 6},
		{"a blot left behind", "-aAB-BAB-A--b---B--------B", one(7), 0},
	} {
		s := c.v.PrepareWith(Changes{Moved: true}).Scorer(before, 0)
		if got := main36(s.Score(board(t, c.after))); got != c.want {
			t.Errorf("%s: the score is %d, not %d", c.what, got, c.want)
		}
	}
	hit := board(t, "b-BB-BAB-A--B------------A")
	s := one(2).PrepareWith(Changes{Moved: true}).Scorer(before, 0)
	if got := main36(s.Score(hit)); got != 2*36 {
		t.Errorf("two men hit count %d", got)
	}
}

// TestMovedRace: men that stay where they are cost nothing.
func TestMovedRace(t *testing.T) {
	before, after := board(t, "---B--A---B---------------"), board(t, "---B--B--A----------------")
	v := Vector{12: 1, 13: 10, 14: 100, 15: 1000}
	s := v.PrepareWith(Changes{Moved: true}).Scorer(before, 0)
	if got := main36(s.Score(after)); got != 36*(1000-1) {
		t.Errorf("the score is %d", got)
	}
}
