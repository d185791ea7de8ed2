package bearoff

import (
	"math"
	"math/rand/v2"
	"testing"

	"gambito/games/backgammon"
)

// without is the chance that none of 15 men is off after so many rolls, if each
// is played to make that least.
func without(h Home, rolls int) float64 {
	if h.Men() < backgammon.Men {
		return 0
	}
	if rolls == 0 {
		return 1
	}
	chance := 0.0
	for _, roll := range backgammon.AllRolls {
		var b backgammon.Board
		copy(b[0][1:], h[:])
		least := 1.0
		for _, m := range b.AppendMoves(nil, 0, roll.Dice) {
			after := b
			after.Play(0, m)
			next := Home(after[0][1:7])
			least = min(least, without(next, rolls-1))
		}
		chance += roll.Probability * least
	}
	return chance
}

func TestGammons(t *testing.T) {
	homes := []Home{{5: 15}, {4: 15}, {0: 15}, {5: 10, 0: 5}, {2: 8, 3: 7}, {5: 12, 4: 3}}
	for _, h := range homes {
		none := tables.none[h.rank()-fullRank]
		for rolls := range 3 {
			if rolls == 2 && h[5] < 15 {
				break // the obvious way takes long
			}
			// With more than one roll the plan for the mean may not be the best for just so many.
			if got, want := float64(none[rolls]), without(h, rolls); got < want-1e-6 || got > want+0.002 || rolls < 2 && got > want+1e-6 {
				t.Errorf("%v has borne off no man after %d rolls with the chance %g, not %g", h, rolls, got, want)
			}
		}
	}
	// Two men on the ace point are off with any roll.
	b := backgammon.Board{{1: 2, 0: 13}, {6: 15}}
	if c := tables.Chances(&b, 0); c.Win != 1 || c.WinGammon != 1 || c.WinBackgammon != 0 || c.Equity() != 2 {
		t.Errorf("a sure gammon: %+v", c)
	}
	if c := tables.Chances(&b, 1); c.Win != 0 || math.Abs(float64(c.LoseGammon)-without(Home{5: 15}, 1)) > 1e-6 {
		t.Errorf("a gammon unless a man comes off: %+v", c)
	}
	b = backgammon.Board{{1: 2, 0: 13}, {6: 14, 0: 1}}
	if c := tables.Chances(&b, 0); c != (backgammon.Chances{Win: 1}) {
		t.Errorf("no gammon with a man off: %+v", c)
	}
}

func TestCovers(t *testing.T) {
	for _, c := range []struct {
		board backgammon.Board
		want  bool
	}{
		{backgammon.Start, false},
		{backgammon.Board{{6: 15}, {6: 15}}, true},
		{backgammon.Board{{7: 1, 6: 14}, {6: 15}}, false},
		{backgammon.Board{{6: 15}, {25: 1, 6: 14}}, false},
		{backgammon.Board{{0: 15}, {6: 15}}, false},
	} {
		if got := Covers(&c.board); got != c.want {
			t.Errorf("%v is covered: %v", c.board, got)
		}
	}
	r := rand.New(rand.NewPCG(8, 8))
	homes := all()
	for range 2000 {
		var b backgammon.Board
		for p := range b {
			h := homes[1+r.IntN(Positions-1)]
			copy(b[p][1:], h[:])
			b[p][backgammon.Off] = uint8(backgammon.Men - h.Men())
		}
		c := tables.Chances(&b, 0)
		win, _ := tables.Win(&b, 0)
		if c.Win != float32(win) || c.WinGammon > c.Win+1e-6 || c.LoseGammon > 1-c.Win+1e-6 || c.WinGammon < 0 || c.LoseGammon < 0 {
			t.Fatalf("%v: %+v, wins %g", b, c, win)
		}
	}
}
