package fuzzy

import (
	"math"
	"math/rand/v2"
	"testing"

	"gambito/game"
	"gambito/games/backgammon"
)

func TestDegrees(t *testing.T) {
	for _, c := range []struct {
		x, middle float64
		want      [levels]float64
	}{
		{0, 0.5, [levels]float64{1, 0, 0}},
		{0.25, 0.5, [levels]float64{0.5, 0.5, 0}},
		{0.5, 0.5, [levels]float64{0, 1, 0}},
		{0.6, 0.2, [levels]float64{0, 0.5, 0.5}},
		{1, 0.2, [levels]float64{0, 0, 1}},
	} {
		got := degreesOf(c.x, c.middle)
		for l := range got {
			if math.Abs(got[l]-c.want[l]) > 1e-12 {
				t.Errorf("%g with the middle at %g is %v, not %v", c.x, c.middle, got, c.want)
			}
		}
	}
}

func position(t *testing.T, xgid string) backgammon.Board {
	t.Helper()
	table, err := backgammon.ParseXGID("XGID=" + xgid + ":0:0:1:00:0:0:0:0:10")
	if err != nil {
		t.Fatal(err)
	}
	return table.Board
}

func TestVariables(t *testing.T) {
	b := position(t, "a-BB-BBEA-------------b---")
	got := describe(&b[0], &b[1])
	want := [variables]float64{
		// The man on the bar hits the blot on 8, which has gone 17 points, with 44
		// alone: 62, 53 and 22 do not enter.
		danger: 17.0 / 36, hit: 1, block: 3, board: 4, back: (5*1 + 2) / 6.0, pile: 2, left: 14,
	}
	for v := range variables {
		if math.Abs(got[v]-want[v]) > 1e-12 {
			t.Errorf("variables %v, not %v", got, want)
		}
	}
	safe := position(t, "--BB-BBE--------------b---")
	if v := describe(&safe[0], &safe[1]); v[danger] != 0 || v[left] != 13 {
		t.Errorf("variables %v", v)
	}
}

// TestRules makes one rule count and finds its calls by hand.
func TestRules(t *testing.T) {
	var v Vector
	for i := range variables {
		v[len(base)+int(i)] = 50
	}
	v[1] = 10 // danger high: bad
	turn := [variables]float64{danger: 18}
	if got := v.Controller().judge(&turn, &[variables]float64{}, &scale); got != bad { // the only rule there is decides alone
		t.Errorf("danger is judged %g", got)
	}
	v[0] = 10 // danger low: good
	turn[danger] = 6
	if got := v.Controller().judge(&turn, &[variables]float64{}, &scale); got != good {
		t.Errorf("little danger is judged %g", got)
	}
	v[2] = 10 // hit high: good
	turn[danger], turn[hit] = 24, 1.5
	if got := v.Controller().judge(&turn, &[variables]float64{}, &scale); math.Abs(got-(0.5-1)/1.5) > 1e-12 {
		t.Errorf("danger with a hit is judged %g", got)
	}
}

// TestScalesAdapt has two turns of little difference: without adapting the
// scores lie near together, with it they are the ends of the scale.
func TestScalesAdapt(t *testing.T) {
	var v Vector
	for i := range variables {
		v[len(base)+int(i)] = 50
	}
	v[12], v[13] = 50, 50 // men left
	b := position(t, "-BBB--------------------a-")
	moves := b.AppendMoves(nil, 0, backgammon.Dice{2, 1})
	spread := func() float64 {
		scores := v.Controller().Scores(&b, 0, moves, nil)
		low, high := scores[0], scores[0]
		for _, s := range scores {
			low, high = min(low, s), max(high, s)
			if s < -1 || s > 1 {
				t.Errorf("score %g", s)
			}
		}
		return high - low
	}
	if len(moves) < 2 {
		t.Fatalf("moves %v", moves)
	}
	fixed := spread()
	v[Size-1] = 100
	if adapted := spread(); adapted != 2 || fixed >= adapted {
		t.Errorf("scores are %g apart on fixed scales, %g on adapted ones", fixed, adapted)
	}
}

func TestRanges(t *testing.T) {
	if Size != len(base)+int(variables)+1 {
		t.Fatalf("%d numbers for %d rules", Size, len(base))
	}
	if v, err := Parse(Default.String()); err != nil || v != Default {
		t.Errorf("%v, %v", v, err)
	}
	for _, text := range []string{"", "1/2", Default.String() + "/1", "x" + Default.String()[1:]} {
		if _, err := Parse(text); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}

// TestScoresAllocateNothing once the buffers have grown, and are numbers.
func TestScoresAllocateNothing(t *testing.T) {
	g := backgammon.New()
	c, r := Default.Controller(), rand.New(rand.NewPCG(1, 1))
	s := g.New().(*backgammon.State)
	var moves []game.Move
	scores := make([]float64, 0, g.Info().MaxMoves)
	for s.Turn() != game.Over {
		if s.Turn() != game.Chance {
			moves = s.Moves(moves[:0])
			score := func() { scores = c.Scores(s.Board(), s.Turn(), moves, scores[:0]) }
			score()
			if n := testing.AllocsPerRun(5, score); n != 0 {
				t.Fatalf("scores allocate %g times", n)
			}
			for _, x := range scores {
				if math.IsNaN(x) {
					t.Fatalf("a score of %s is no number", g.FormatPosition(s))
				}
			}
		}
		m, _ := game.RandomMove(s, r, nil)
		s.Play(m)
	}
}
