package rules

import (
	"math/rand/v2"
	"strings"
	"testing"

	"gambito/game"
	"gambito/games/backgammon"
)

// TestTreesOfVectors: written as trees, vectors score every turn as before, in contact and
// in races, by the last rules and by those before.
func TestTreesOfVectors(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	other := Vector{9, 30, 2, 36, 71, 5, 1, 100, 7, 13, 55, 64, 2, 2, 90, 41}
	for _, v := range []Vector{Default, other} {
		for _, c := range []Changes{{}, {OpenHome: true}, {RearBlots: true}} {
			vector, trees := v.PrepareWith(c), v.Trees().Prepare(c)
			turns := [2]int{}
			for range 20 {
				s := backgammon.New().New().(*backgammon.State)
				for s.Turn() != game.Over {
					if p := s.Turn(); p >= 0 {
						b := *s.Board()
						want, got := vector.Scorer(&b, p), trees.Scorer(&b, p)
						for _, m := range s.Moves(nil) {
							after := b
							after.Play(p, m)
							if want, got := want.Score(&after), got.Score(&after); got != want {
								t.Fatalf("%+v, race %v: the trees say %d, the vector %d", c, b.Race(), got, want)
							}
							if b.Race() {
								turns[1]++
							} else {
								turns[0]++
							}
						}
					}
					m, _ := game.RandomMove(s, r, nil)
					s.Play(m)
				}
			}
			if turns[0] < 1000 || turns[1] < 1000 {
				t.Errorf("%v turns were looked at", turns)
			}
		}
	}
}

// TestTreeFunctions: what expressions come to, in 36ths of the inputs.
func TestTreeFunctions(t *testing.T) {
	for text, want := range map[string]int{
		"add/2/3": 5 * 36, "sub/2/3": -36, "mul/7/3": 21 * 36, "min/2/3": 72, "max/2/3": 108,
		"less/2/3": 36, "less/3/3": 0, "if/1/9": 9 * 36, "if/0/9": 0, "if/sub/0/1/9": 0,
		"run": 4, "mul/2/run": 8, "sub/mul/add/1/2/run/points": 12 - 5,
		"mul/mul/mul/mul/mul/100/100/100/100/100/100": highest,
	} {
		trees, err := ParseTrees(text + "/arrived")
		if err != nil {
			t.Fatal(err)
		}
		if got := trees[0].value([]int{4, 5}); got != want {
			t.Errorf("%s is %d, not %d", text, got, want)
		}
	}
}

func TestNoTrees(t *testing.T) {
	for text, says := range map[string]string{
		"": "symbol 1", "run": "missing", "add/run": "missing", "run/arrived/1": "symbol 3", "run/run": "symbol 2",
		"arrived/run": "symbol 1", "run/101": "symbol 2", "run/-1": "symbol 2", "run/01": "symbol 2", "RUN/1": "no function",
		strings.Repeat("add/", 40) + "1": "deeper than",
	} {
		if trees, err := ParseTrees(text); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q is read as %v, %v, not %q", text, trees, err, says)
		}
	}
}

// TestTreesAllocateNothing watches the hot loop of the player.
func TestTreesAllocateNothing(t *testing.T) {
	s := backgammon.New().New().(*backgammon.State)
	e := Default.Trees().Prepare(Changes{})
	if n := testing.AllocsPerRun(100, func() {
		scorer := e.Scorer(s.Board(), 0)
		scorer.Score(s.Board())
	}); n != 0 {
		t.Errorf("a score allocates %g times", n)
	}
}

func FuzzParseTrees(f *testing.F) {
	f.Add(Default.Trees().String())
	f.Add("add/run/home/mul/2/arrived")
	f.Add("add//")
	f.Fuzz(func(t *testing.T, text string) {
		trees, err := ParseTrees(text)
		if err != nil {
			return
		}
		if trees.String() != text {
			t.Errorf("%q is written as %q", text, trees)
		}
		for i, tree := range trees {
			tree.value(make([]int, len(TreeInputs[i])))
		}
	})
}
