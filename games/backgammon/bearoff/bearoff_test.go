package bearoff

import (
	"bytes"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"gambito/game"
	"gambito/games/backgammon"
)

var tables = inMemory()

func TestRanks(t *testing.T) {
	for rank, h := range all() {
		if h.rank() != rank || h.Men() <= SmallMen && rank >= SmallPositions || h.Men() > SmallMen && rank < SmallPositions {
			t.Fatalf("%v has the rank %d, not %d", h, h.rank(), rank)
		}
	}
}

// TestFacts compares with published values and those of GNU Backgammon.
func TestFacts(t *testing.T) {
	for _, c := range []struct {
		home Home
		mean float64
	}{
		{Home{}, 0},
		{Home{3: 1}, 38.0 / 36},
		{Home{4: 1}, 41.0 / 36},
		{Home{5: 1}, 45.0 / 36},
		{Home{5: 2}, 2.109611},
		{Home{1: 1, 4: 1}, 1.475309},
		{Home{2: 1, 3: 1}, 1.530864},
		{Home{0: 3}, 66.0 / 36},
		{Home{0: 10}, 4.408179},
		{Home{0: 15}, 6.979592},
		{Home{5: 15}, 12.266187},
		{Home{2, 2, 2, 3, 3, 3}, 8.138923},
		{Home{0, 0, 0, 5, 5, 5}, 10.073759},
	} {
		if got := tables.Mean(c.home); math.Abs(got-c.mean) > 1e-6 {
			t.Errorf("%v takes %.6f rolls, not %.6f", c.home, got, c.mean)
		}
	}
	aces := tables.Rolls(Home{0: 15})
	for n, want := range map[int]float64{4: 0.00078, 5: 0.03474, 6: 0.22774, 7: 0.45766, 8: 0.27907} {
		// GNU Backgammon keeps chances in 16 bits.
		if math.Abs(float64(aces[n])-want) > 4e-5 {
			t.Errorf("15 men on the ace point take %d rolls with the chance %.5f, not %.5f", n, aces[n], want)
		}
	}
	if four := float64(aces[4]); math.Abs(four-1.0/1296) > 1e-9 { // four doubles
		t.Errorf("15 men on the ace point take four rolls with the chance %g", four)
	}
	if one := tables.Rolls(Home{1: 1, 4: 1})[1]; math.Abs(float64(one)-19.0/36) > 1e-7 {
		t.Errorf("5-2 is off in a roll with the chance %g", one)
	}
	if one := tables.Rolls(Home{2: 1, 3: 1})[1]; math.Abs(float64(one)-17.0/36) > 1e-7 {
		t.Errorf("4-3 is off in a roll with the chance %g", one)
	}
	if epc := tables.EPC(Home{0: 15}); math.Abs(epc-57.0) > 0.01 {
		t.Errorf("15 men on the ace point have an effective pip count of %.3f", epc)
	}
}

func TestDistributions(t *testing.T) {
	for _, h := range all() {
		sum, mean := 0.0, 0.0
		for n, chance := range tables.Rolls(h) {
			sum += float64(chance)
			mean += float64(n) * float64(chance)
		}
		if math.Abs(sum-1) > 1e-6 || math.Abs(mean-tables.Mean(h)) > 1e-5 {
			t.Fatalf("%v: the chances sum to %g, with a mean of %g instead of %g", h, sum, mean, tables.Mean(h))
		}
	}
}

// TestTwoSided checks values that can be found by hand, and that a longer
// calculation by the rules of the game agrees.
func TestTwoSided(t *testing.T) {
	for _, c := range []struct {
		own, other Home
		win        float64
	}{
		{Home{0: 2}, Home{5: 6}, 1},
		{Home{1: 1, 4: 1}, Home{0: 1}, 19.0 / 36},
		{Home{5: 2}, Home{0: 2}, 4.0 / 36},
		// Both need just one roll that bears off a man from the six point: the
		// first fails with 9/36 and then the other with as much.
		{Home{5: 1}, Home{5: 1}, 27.0/36 + 9.0/36*9.0/36},
	} {
		if got, ok := tables.Exact(c.own, c.other); !ok || math.Abs(got-c.win) > 1e-6 {
			t.Errorf("%v against %v wins %g, not %g", c.own, c.other, got, c.win)
		}
	}
	if _, ok := tables.Exact(Home{0: 7}, Home{0: 1}); ok {
		t.Error("seven men are in the two-sided table")
	}
	// The one-sided tables know nothing of the other side but are close to best.
	homes := all()[:SmallPositions]
	r := rand.New(rand.NewPCG(3, 3))
	for range 20_000 {
		own, other := homes[1+r.IntN(SmallPositions-1)], homes[1+r.IntN(SmallPositions-1)]
		exact, _ := tables.Exact(own, other)
		if race := tables.Race(own, other); math.Abs(race-exact) > 0.02 {
			t.Errorf("%v against %v wins %.4f, by the one-sided table %.4f", own, other, exact, race)
		}
	}
}

// TestWinAgainstPlay compares with the mean over all rolls of the best turn, by
// the game itself.
func TestWinAgainstPlay(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	homes := all()[:SmallPositions]
	for range 300 {
		own, other := homes[1+r.IntN(SmallPositions-1)], homes[1+r.IntN(SmallPositions-1)]
		var men [2][26]uint8
		copy(men[1][1:], own[:])
		copy(men[0][1:], other[:])
		b, err := backgammon.NewBoard(men)
		if err != nil {
			t.Fatal(err)
		}
		want := 0.0
		for _, roll := range backgammon.AllRolls {
			best := 0.0
			for _, m := range b.AppendMoves(nil, 1, roll.Dice) {
				after := b
				after.Play(1, m)
				value := 1.0
				if after.Winner() == game.Nobody {
					theirs, _ := tables.Win(&after, 0)
					value = 1 - theirs
				}
				best = max(best, value)
			}
			want += roll.Probability * best
		}
		if got, ok := tables.Win(&b, 1); !ok || math.Abs(got-want) > 1e-6 {
			t.Fatalf("%v against %v wins %g, by its turns %g", own, other, got, want)
		}
	}
	start := backgammon.Start
	if _, ok := tables.Win(&start, 0); ok {
		t.Error("the start is a bear-off")
	}
}

// TestOpen makes tables only once, which takes long under the race detector.
func TestOpen(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "deep", "er")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	name, data := filepath.Join(folder, fileName), tables.encode()
	for what, bad := range map[string][]byte{"cut": data[:len(data)/2], "empty": nil, "changed": append(bytes.Clone(data[:len(data)-9]), make([]byte, 9)...)} {
		if _, err := decode(bad); err == nil {
			t.Errorf("a file that is %s is read", what)
		}
	}
	if err := os.WriteFile(name, data[:1000], 0o644); err != nil {
		t.Fatal(err)
	}
	for _, again := range []bool{true, false} {
		found, made, err := Open(folder)
		if err != nil || made != again || !bytes.Equal(found.encode(), data) {
			t.Fatalf("made %v, not %v; %v", made, again, err)
		}
	}
	if tables, _, err := Open(name); tables != nil || err == nil { // below a file
		t.Errorf("a file is a folder: %v", err)
	}
}

// TestOnceInMemory: making the tables takes about a second, so those who keep
// none share them.
func TestOnceInMemory(t *testing.T) {
	first, err := In("")
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := In(""); again != first {
		t.Error("tables of no folder are made twice")
	}
}
