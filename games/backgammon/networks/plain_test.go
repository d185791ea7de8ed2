package networks

import (
	"math"
	"math/rand/v2"
	"testing"

	"gambito/game"
	"gambito/games/backgammon"
)

// slowPlain follows the words: where the men are, twenty hidden units, one output.
func slowPlain(b *backgammon.Board, p game.Player, w []float32) float64 {
	input := make([]float64, 0, plainInputs)
	for _, men := range []*[26]uint8{&b[p], &b[p^1]} {
		for k := 1; k <= backgammon.Bar; k++ {
			n := men[k]
			of := func(holds bool) float64 {
				if holds {
					return 1
				}
				return 0
			}
			input = append(input, of(n == 1), of(n == 2), of(n >= 3), float64(max(n, 3)-3)/2)
		}
		input = append(input, float64(men[backgammon.Off])/backgammon.Men)
	}
	squash := func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
	at := plainInputs * PlainHidden
	out := float64(w[PlainSize-1])
	for h := range PlainHidden {
		sum := float64(w[at+h])
		for i, x := range input {
			sum += x * float64(w[i*PlainHidden+h])
		}
		out += squash(sum) * float64(w[at+PlainHidden+h])
	}
	return squash(out)
}

// TestPlain: a plain network is the same function of where the men are, whatever the
// class of a position, knows no gammons, and survives its file.
func TestPlain(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 7))
	weights := make([]float32, PlainSize)
	for i := range weights {
		weights[i] = float32(r.NormFloat64()) / 4
	}
	data, err := NewPlain(weights).Encode(nil)
	if err != nil {
		t.Fatal(err)
	}
	m, _, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	e, seen := NewEstimator(m, nil), map[Class]int{}
	full := NewEstimator(m, nil)
	full.encode = Encode
	if !m.plain() || Default().plain() {
		t.Error("what is plain is not known")
	}
	zero := NewEstimator(NewPlain(make([]float32, PlainSize)), nil)
	for range 100 {
		s := backgammon.New().New().(*backgammon.State)
		for s.Turn() != game.Over {
			move, _ := game.RandomMove(s, r, nil)
			s.Play(move)
			b := s.Board()
			c := Classify(b)
			if c >= Networks {
				continue
			}
			seen[c]++
			for p := range game.Player(2) {
				got := e.Evaluate(b, p)
				if want := slowPlain(b, p, weights); math.Abs(float64(got.Win)-want) > 1e-4 || got.WinGammon > 1e-18 || got.LoseGammon > 1e-18 {
					t.Fatalf("class %v: %+v, not %g", c, got, want)
				}
			}
			if quick, all := e.Evaluate(b, 0), full.Evaluate(b, 0); quick != all {
				t.Fatalf("with all inputs %+v, not %+v", all, quick)
			}
			if got := zero.Evaluate(b, 0); got.Win != 0.5 {
				t.Fatalf("without weights the chance is %g", got.Win)
			}
		}
	}
	if seen[Contact] == 0 || seen[Crashed] == 0 || seen[Race] == 0 {
		t.Errorf("seen: %v", seen)
	}
}

// TestPlainSizes finds every weight in the group it belongs to.
func TestPlainSizes(t *testing.T) {
	for i, want := range map[int]string{
		0: "own point 1", 4*PlainHidden - 1: "own point 1", 4 * PlainHidden: "own point 2",
		(pointInputs - 1) * PlainHidden: "own men on the bar", pointInputs * PlainHidden: "own men off",
		plainSide * PlainHidden: "other point 1", plainInputs*PlainHidden - 1: "other men off",
		plainInputs * PlainHidden: "hidden units", PlainSize - 2: "output", PlainSize - 1: "output alone",
	} {
		weights := make([]float32, PlainSize)
		weights[i] = -3
		for g, size := range PlainSizes(weights) {
			if (size > 0) != (PlainGroups[g] == want) {
				t.Errorf("weight %d: %s is %g", i, PlainGroups[g], size)
			}
		}
	}
}
