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

// leader says that who has fewer pips to go wins.
type leader struct{}

func (leader) Evaluate(b *backgammon.Board, p game.Player) backgammon.Chances {
	if b.Winner() != game.Nobody {
		return b.Ended(p)
	}
	if b.Pips(p) <= b.Pips(p^1) {
		return backgammon.Chances{Win: 1}
	}
	return backgammon.Chances{}
}

// TestTruncated asks somebody after some turns: of an even race the first roll,
// and with it the lead, decides in about half of the games.
func TestTruncated(t *testing.T) {
	b, p := table(t, "XGID=-BBBBB--------------bbbbb-:0:0:1:00:0:0:0:0:10")
	for turns := 1; turns <= 4; turns++ {
		r := &Roller{Policy: pubeval.Best, Games: 1296, Seed: 1, Truncate: turns, Estimate: leader{}}
		c, deviation := r.Sample(b, p)
		if c.Win < 0.4 || c.Win > 1 || turns > 1 && c.Win == 1 || deviation > 0.04 {
			t.Errorf("%d turns: %+v, %g", turns, c, deviation)
		}
	}
	one := &Roller{Policy: pubeval.Best, Games: 36, Seed: 1, Truncate: 1, Estimate: leader{}}
	if c := one.Evaluate(b, p); c.Win != 1 {
		t.Errorf("after the first roll one is ahead always, not %.3f", c.Win)
	}
}
