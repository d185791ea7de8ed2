package networks

import (
	"bytes"
	"math"
	"math/rand/v2"
	"testing"

	"gambito/game"
	"gambito/games/backgammon"
	"gambito/nn/sparse"
)

// TestThesisSizes: inputs, units and weights are those that the thesis prints.
func TestThesisSizes(t *testing.T) {
	m := NewThesis(128, 116, 1)
	for c, want := range map[Class][3]int{Contact: {248, 128, 32384}, Race: {224, 116, 26564}} {
		n := m[c]
		if got := [3]int{n.Inputs, n.Units, n.Parameters()}; got != want || n.Outputs != 5 {
			t.Errorf("%v: %v and %d outputs, not %v and 5", c, got, n.Outputs, want)
		}
	}
}

// TestThesis: inputs stand each in its place, chances fit together, and a model survives its
// file and comes back as it was.
func TestThesis(t *testing.T) {
	m := NewThesis(128, 116, 1)
	data, err := m.Encode(map[string]string{"run": "x"})
	if err != nil {
		t.Fatal(err)
	}
	read, about, err := Decode(data)
	if err != nil || about["run"] != "x" || !read.Thesis() || !read[Race].Unbiased || read[Race].Units != 116 {
		t.Fatalf("%v, %v", about, err)
	}
	if again, err := read.Encode(map[string]string{"run": "x"}); err != nil || !bytes.Equal(again, data) {
		t.Errorf("it is written otherwise, %v", err)
	}
	a, b, noisy := NewEstimator(m, nil), NewEstimator(read, nil), NewEstimator(m.Noisy(0.1, 1), nil)
	ensemble := NewEnsemble([]*Model{m, m}, nil)
	used, r := map[Class]map[int32]bool{Contact: {}, Race: {}}, rand.New(rand.NewPCG(1, 7))
	differ := 0
	for range 300 {
		s := backgammon.New().New().(*backgammon.State)
		for s.Turn() != game.Over {
			move, _ := game.RandomMove(s, r, nil)
			s.Play(move)
			board := s.Board()
			c := ThesisClass(board)
			if c >= Networks {
				continue
			}
			var x sparse.Input
			EncodeThesis(board, 1, c, &x)
			index, _ := x.Active()
			seen := map[int32]bool{}
			for _, i := range index {
				if seen[i] || int(i) >= m[c].Inputs {
					t.Fatalf("input %d of %v", i, index)
				}
				seen[i], used[c][i] = true, true
			}
			got := a.Evaluate(board, 1)
			if got != b.Evaluate(board, 1) || got.Win <= 0 || got.Win >= 1 || got.WinGammon > got.Win || got.LoseGammon > 1-got.Win {
				t.Fatalf("%+v, read again %+v", got, b.Evaluate(board, 1))
			}
			if e := ensemble.Evaluate(board, 1); math.Abs(float64(e.Win-got.Win)) > 1e-6 {
				t.Fatalf("two of them say %+v, one %+v", e, got)
			}
			if noisy.Evaluate(board, 1) != got {
				differ++
			}
		}
	}
	if len(used[Contact]) < 200 || len(used[Race]) < 100 || differ == 0 {
		t.Errorf("%d and %d inputs were used, noise changed %d values", len(used[Contact]), len(used[Race]), differ)
	}
}
