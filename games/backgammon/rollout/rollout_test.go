package rollout

import (
	"math"
	"testing"

	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/backgammon/pubeval"
)

func table(t *testing.T, text string) (*backgammon.Board, game.Player) {
	t.Helper()
	x, err := backgammon.ParseXGID(text)
	if err != nil {
		t.Fatal(err)
	}
	return &x.Board, x.Match.Roller
}

// TestKnownChances rolls out positions whose chances are known.
func TestKnownChances(t *testing.T) {
	r := &Roller{Policy: pubeval.Best, Games: 1296, Seed: 1}
	for _, c := range []struct {
		text        string
		win, gammon float64
	}{
		{"XGID=-A----------------------b-:0:0:1:00:0:0:0:0:10", 1, 0},
		{"XGID=-A----------o-------------:0:0:1:00:0:0:0:0:10", 1, 1},
		{"XGID=-----AA-----------------b-:0:0:1:00:0:0:0:0:10", 6.0 / 36, 0}, // 66, 55, 44, 33 and 65
	} {
		b, p := table(t, c.text)
		got := r.Evaluate(b, p)
		if math.Abs(float64(got.Win)-c.win) > 1e-6 || math.Abs(float64(got.WinGammon)-c.gammon) > 1e-6 {
			t.Errorf("%s: %+v, not %.4f and %.4f", c.text, got, c.win, c.gammon)
		}
	}
}

// TestSameLuck repeats games, in one go or in two, and from either side.
func TestSameLuck(t *testing.T) {
	r := &Roller{Policy: pubeval.Best, Seed: 7}
	b := backgammon.Start
	var whole, parts, black Tally
	r.Play(&whole, &b, 0, 144)
	r.Play(&parts, &b, 0, 36)
	r.Play(&parts, &b, 0, 108)
	r.Play(&black, &b, 1, 144)
	if whole != parts || whole != black {
		t.Errorf("%+v, %+v and %+v", whole, parts, black)
	}
	if c := whole.Chances(); c.Win < 0.35 || c.Win > 0.7 || c.WinGammon > c.Win || whole.Deviation() > 0.2 {
		t.Errorf("the start has %+v", c)
	}
	if b != backgammon.Start {
		t.Error("the board is changed")
	}
}

func TestNothingIsAllocated(t *testing.T) {
	r := &Roller{Policy: pubeval.Best, Seed: 7}
	b := backgammon.Start
	var tally Tally
	r.Play(&tally, &b, 0, 10)
	if n := testing.AllocsPerRun(10, func() { r.Play(&tally, &b, 0, 1) }); n > 0 {
		t.Errorf("a game allocates %g times", n)
	}
}
