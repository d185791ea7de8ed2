package cube

import (
	"bufio"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"gambito/games/backgammon"
)

// TestMatchEquities compares with the table that GNU Backgammon uses
// (Kazaross-XG2), rows of 1 to 7 points that the player needs.
func TestMatchEquities(t *testing.T) {
	before := [][]float64{
		{50.00, 67.74, 75.08, 81.44, 84.18, 88.73, 90.72},
		{32.26, 50.00, 59.95, 66.87, 74.36, 79.94, 84.22},
		{24.92, 40.05, 50.00, 57.15, 64.79, 71.12, 76.21},
		{18.56, 33.13, 42.85, 50.00, 57.73, 64.28, 69.92},
		{15.82, 25.64, 35.21, 42.27, 50.00, 56.63, 62.64},
		{11.27, 20.06, 28.88, 35.71, 43.36, 50.00, 56.26},
		{9.28, 15.77, 23.79, 30.08, 37.36, 43.74, 50.00},
	}
	behind := []float64{50, 48.80, 32.26, 31.00, 19.01, 18.07, 11.56}
	table := StandardTable()
	for own := 1; own <= 7; own++ {
		for others := 1; others <= 7; others++ {
			if got, want := 100*table.At(own, others, false), before[own-1][others-1]; math.Abs(got-want) > 0.9 {
				t.Errorf("%d away, %d away: %.2f %%, not about %.2f", own, others, got, want)
			}
		}
		if got := 100 * table.At(own, 1, true); math.Abs(got-behind[own-1]) > 1.3 {
			t.Errorf("%d away after the Crawford game: %.2f %%, not about %.2f", own, got, behind[own-1])
		}
	}
}

// TestTableIsOrderly checks that needing less is better, and that what one wins
// the other loses.
func TestTableIsOrderly(t *testing.T) {
	table := StandardTable()
	for own := 1; own <= longest; own++ {
		for others := 1; others <= longest; others++ {
			here := table.At(own, others, false)
			if sum := here + table.At(others, own, false); math.Abs(sum-1) > 1e-12 {
				t.Fatalf("%d away, %d away: the chances sum to %g", own, others, sum)
			}
			if own > 1 && here >= table.At(own-1, others, false) {
				t.Fatalf("%d away, %d away is as good as a point less", own, others)
			}
		}
	}
}

// TestAgainstGNU compares the equities of decisions with another program's,
// which values cubes by the same theory. In matches its table differs.
func TestAgainstGNU(t *testing.T) {
	file, err := os.Open("testdata/gnubg.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	m := NewModel(Live)
	lines := bufio.NewScanner(file)
	rows := 0
	for lines.Scan() {
		f := strings.Split(lines.Text(), ",")
		if f[0] == "position" || strings.HasPrefix(f[0], "#") {
			continue
		}
		rows++
		n := make([]float64, len(f))
		for i, text := range f[1:] {
			if n[i+1], err = strconv.ParseFloat(text, 64); err != nil {
				t.Fatal(err)
			}
		}
		c := backgammon.Chances{Win: float32(n[6]), WinGammon: float32(n[7]), WinBackgammon: float32(n[8]), LoseGammon: float32(n[9]), LoseBackgammon: float32(n[10])}
		s := Stakes{Cube: int(n[2]), Access: map[float64]Access{-1: Centred, 0: Theirs, 1: Mine}[n[1]], Away: [2]int{int(n[3]), int(n[4])}, Jacoby: n[5] == 1}
		within := 0.002
		if !s.money() {
			within = 0.07
		}
		d := m.Decide(c, s)
		useless := s.Access == Theirs || d.Action == NotAllowed // what a double would be worth does not matter
		if math.Abs(d.NoDouble.Equity-n[11]) > within || !useless && math.Abs(d.DoubleTake.Equity-n[12]) > within {
			t.Errorf("%s: no double is worth %.4f, not %.4f, a take %.4f, not %.4f", lines.Text(), d.NoDouble.Equity, n[11], d.DoubleTake.Equity, n[12])
		}
	}
	if rows < 90 {
		t.Errorf("%d rows are compared", rows)
	}
}

func even(win, gammon float32) backgammon.Chances {
	return backgammon.Chances{Win: win, WinGammon: win * gammon, LoseGammon: (1 - win) * gammon}
}

// TestPoints checks the points that every player knows: without gammons one
// takes with a chance of 25 % if the cube is dead and 20 % if it is live, and
// doubles a live cube at 80 %.
func TestPoints(t *testing.T) {
	money := Stakes{Cube: 1}
	for _, c := range []struct{ live, double, cash float64 }{{0, 0.5, 0.75}, {1, 0.8, 0.8}, {Live, 0.6918, 0.7863}} {
		d := NewModel(c.live).Decide(even(0.6, 0), money)
		if math.Abs(d.CashPoint-c.cash) > 1e-3 || math.Abs(d.DoublePoint-c.double) > 2e-3 {
			t.Errorf("live %g: one doubles from %.4f to %.4f, not from %.3f to %.3f", c.live, d.DoublePoint, d.CashPoint, c.double, c.cash)
		}
	}
	// At 2 away, 2 away the cube kills itself: the other takes with 30 %, which
	// is the chance behind after a drop.
	d := NewModel(Live).Decide(even(0.6, 0), Stakes{Cube: 1, Away: [2]int{2, 2}})
	if want := StandardTable().At(1, 2, false); math.Abs(d.CashPoint-want) > 1e-6 {
		t.Errorf("at 2 away, 2 away one cashes from %.4f on, not %.4f", d.CashPoint, want)
	}
}

func TestActions(t *testing.T) {
	m := NewModel(Live)
	for _, c := range []struct {
		win, gammon float32
		stakes      Stakes
		want        Action
		take        bool
	}{
		{0.5, 0.2, Stakes{Cube: 1}, NoDouble, true},
		{0.74, 0.2, Stakes{Cube: 1}, DoubleTake, true},
		{0.74, 0.2, Stakes{Cube: 1, Access: Theirs}, NotAllowed, true},
		{0.85, 0.1, Stakes{Cube: 1}, DoubleDrop, false},
		{0.9, 0.8, Stakes{Cube: 1}, TooGood, false},
		{0.9, 0.8, Stakes{Cube: 1, Jacoby: true}, DoubleDrop, false},
		{0.74, 0.2, Stakes{Cube: 1, Access: None, Away: [2]int{1, 3}}, NotAllowed, true},
		{0.5, 0.2, Stakes{Cube: 1, Away: [2]int{3, 1}}, DoubleTake, true},  // nothing to lose after the Crawford game
		{0.9, 0.2, Stakes{Cube: 1, Away: [2]int{1, 3}}, NotAllowed, false}, // nothing to win
		{0.6, 0.2, Stakes{Cube: 2, Access: Mine, Away: [2]int{2, 5}}, NotAllowed, true},
	} {
		d := m.Decide(even(c.win, c.gammon), c.stakes)
		if d.Action != c.want || d.Action != NotAllowed && d.Take != c.take {
			t.Errorf("%+v: %s, take %v: %+v", c, d.Action, d.Take, d)
		}
		move, equity := d.Best(false)
		if (move == "double") != d.Action.Doubles() || move == "double" && equity < d.NoDouble.Equity {
			t.Errorf("%+v: best is %s, %g", c, move, equity)
		}
		answer, loss := d.Best(true)
		if (answer == "take") != d.Take || loss < -1-indifferent && d.Take || !d.Take && loss != -1 {
			t.Errorf("%+v: the best answer is %s, %g", c, answer, loss)
		}
	}
}

// TestScoreCounts: when both need one point gammons are worth nothing, and who
// needs two gets the match for one.
func TestScoreCounts(t *testing.T) {
	m := NewModel(Live)
	for gammon := float32(0); gammon <= 0.5; gammon += 0.25 {
		last := Stakes{Cube: 1, Access: None, Away: [2]int{1, 1}}
		if e := m.Equity(even(0.6, gammon), last); math.Abs(e-0.2) > 1e-6 {
			t.Errorf("gammons %g: at double match point a chance of 60 %% is worth %g", gammon, e)
		}
	}
	plain, gammons := backgammon.Chances{Win: 0.5}, backgammon.Chances{Win: 0.5, WinGammon: 0.25}
	two := Stakes{Cube: 1, Access: None, Away: [2]int{2, 1}} // the Crawford game, the player behind
	if gain := m.Value(gammons, two) - m.Value(plain, two); math.Abs(gain-0.25*(1-0.5)) > 1e-6 {
		t.Errorf("a quarter of gammons gains %g", gain)
	}
	ahead := two.Other()
	if gain := m.Value(gammons, ahead) - m.Value(plain, ahead); gain != 0 {
		t.Errorf("gammons gain %g for who needs one point", gain)
	}
}

// TestPerspectives: what a game is worth to one player it costs the other.
func TestPerspectives(t *testing.T) {
	m := NewModel(Live)
	for _, s := range []Stakes{{Cube: 1}, {Cube: 4, Access: Mine}, {Cube: 2, Access: Theirs, Away: [2]int{5, 3}}, {Cube: 1, Access: None, Away: [2]int{1, 4}}} {
		for win := float32(0); win <= 1; win += 0.125 {
			c := even(win, 0.25)
			c.WinGammon *= 0.5
			one, other := m.value(c, s), m.value(c.Other(), s.Other())
			total := 0.0
			if !s.money() {
				total = 1
			}
			if math.Abs(one+other-total) > 1e-6 {
				t.Errorf("%+v at %g: %g and %g", s, win, one, other)
			}
		}
	}
}

// TestDecideAhead: where all rolls come to the same, not to double is worth what that
// costs the other, who may double then; where all win, the points.
func TestDecideAhead(t *testing.T) {
	m := NewModel(Live)
	won := backgammon.Start
	won[0], won[1][backgammon.Bar], won[1][13] = [26]uint8{backgammon.Off: backgammon.Men}, 1, 4
	for _, s := range []Stakes{{Cube: 1}, {Cube: 4, Access: Mine}, {Cube: 2, Access: Mine, Away: [2]int{5, 3}}, {Cube: 1, Away: [2]int{3, 1}}} {
		for win := float32(0.125); win < 1; win += 0.125 {
			c := even(win, 0.25)
			same := []backgammon.Outcome{{Probability: 0.25, After: backgammon.Start, Chances: c.Other()}, {Probability: 0.75, After: backgammon.Start, Chances: c.Other()}}
			d := m.DecideAhead(c, same, s)
			if want := -m.Equity(c.Other(), s.Other()); math.Abs(d.NoDouble.Equity-want) > 1e-9 {
				t.Errorf("%+v at %g: not to double is worth %g, not %g", s, win, d.NoDouble.Equity, want)
			}
		}
		d := m.DecideAhead(backgammon.Chances{Win: 1, WinGammon: 1, WinBackgammon: 1}, []backgammon.Outcome{{Probability: 1, After: won}}, s)
		if want := m.Normal(s, m.worth(s, 3*s.Cube)); d.NoDouble.Equity != want || d.Take && want > 1 {
			t.Errorf("%+v: a backgammon is worth %g, not %g: %+v", s, d.NoDouble.Equity, want, d)
		}
	}
}

// TestNothingToWaitFor: after the Crawford game who is behind doubles at once, also
// where that makes no difference.
func TestNothingToWaitFor(t *testing.T) {
	m := NewModel(Live)
	for win := float32(0.25); win < 1; win += 0.125 {
		if d := m.Decide(even(win, 0), Stakes{Cube: 1, Away: [2]int{3, 1}}); !d.Action.Doubles() {
			t.Errorf("at %g: %+v", win, d)
		}
	}
}

// FuzzDecide feeds any chances and stakes; what comes out must be finite and in
// order.
func FuzzDecide(f *testing.F) {
	f.Add(float32(0.5), float32(0.1), float32(0.2), 1, 0, 5, 3, 0.68)
	f.Add(float32(1), float32(1), float32(0), 8, 2, 0, 0, 1.0)
	f.Fuzz(func(t *testing.T, win, gammon, lose float32, cube, access, own, others int, live float64) {
		unit := func(x float32) float32 { return min(max(x, 0), 1) }
		if win != win || gammon != gammon || lose != lose || live != live {
			return
		}
		win = unit(win)
		c := backgammon.Chances{Win: win, WinGammon: win * unit(gammon), LoseGammon: (1 - win) * unit(lose)}
		s := Stakes{Cube: 1 << (uint(cube) % 11), Access: Access(uint(access) % 4)}
		if own > 0 && others > 0 {
			s.Away = [2]int{min(own, longest), min(others, longest)}
		}
		d := NewModel(min(max(live, 0), 1)).Decide(c, s)
		for _, x := range []float64{d.NoDouble.Equity, d.DoubleTake.Equity, d.DoubleDrop.Equity, d.DoublePoint, d.CashPoint} {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				t.Fatalf("%+v at %+v: %+v", c, s, d)
			}
		}
		if d.DoublePoint > d.CashPoint || !s.money() && (d.NoDouble.Win < -1e-9 || d.NoDouble.Win > 1+1e-9) {
			t.Fatalf("%+v at %+v: %+v", c, s, d)
		}
	})
}
