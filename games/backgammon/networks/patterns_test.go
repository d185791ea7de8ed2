package networks

import (
	"math/rand/v2"
	"testing"

	"gambito/game"
	"gambito/games/backgammon"
)

// Opposite is the input that says of the other side what an input says of one.
func Opposite(c Class, at int32) int32 {
	first, size := int32(0), int32(firstInputs)
	switch {
	case c == Race:
		size = RaceInputs
	case at >= firstInputs:
		first, size = firstInputs, 2*patternInputs
	}
	return first + (at-first+size/2)%size
}

// obviousMakes looks at every roll and point by itself.
func obviousMakes(own, other *[26]uint8) (total makes) {
	blocked := func(k int) bool { return k >= 1 && k <= 24 && other[backgammon.Bar-k] >= 2 }
	men := func(k int) int {
		if k > 24 {
			return 0
		}
		return int(own[k])
	}
	for a := 1; a <= 6; a++ {
		for b := 1; b <= 6; b++ {
			var made [25]bool
			for k := 1; k <= 24; k++ {
				if men(k) >= 2 || blocked(k) {
					continue
				}
				comers := 0 // men that can come here, one from each place
				if a == b {
					comers = min(men(k+a), 2)
					if men(k+2*a) > 0 && !blocked(k+a) {
						comers++
					}
				} else {
					comers = min(men(k+a), 1) + min(men(k+b), 1)
					if men(k) == 1 && comers == 0 && men(k+a+b) > 0 && (!blocked(k+a) || !blocked(k+b)) {
						comers = 1
					}
				}
				made[k] = men(k)+comers >= 2
			}
			any := func(from, to int) int {
				for k := from; k <= to; k++ {
					if made[k] {
						return 1
					}
				}
				return 0
			}
			total.home += any(1, 6)
			total.best += any(4, 7)
			total.anchor += any(19, 24)
			run, longest, on := 0, 0, 0
			for k := 1; k <= 24; k++ {
				if made[k] && other[backgammon.Bar-k] == 1 {
					on = 1
				}
				if run++; !made[k] && men(k) < 2 {
					run = 0
				}
				longest = max(longest, run)
			}
			total.on += on
			total.grown += min(longest, 6)
		}
	}
	return total
}

func TestMakes(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	checked := 0
	for range 40 {
		s := backgammon.New().New().(*backgammon.State)
		for s.Turn() != game.Over {
			m, _ := game.RandomMove(s, r, nil)
			s.Play(m)
			b := s.Board()
			if s.Turn() != game.Chance || b.Race() || b[0][backgammon.Bar] > 0 {
				continue
			}
			checked++
			own, _ := sides(&b[0], &b[1])
			if got, want := own.makes(), obviousMakes(&b[0], &b[1]); got != want {
				t.Fatalf("%v: %+v, not %+v", b, got, want)
			}
		}
	}
	if checked < 500 {
		t.Errorf("only %d positions", checked)
	}
}

// TestFirstGeneration checks that files of the first generation are read: inputs
// that came later have no weight.
func TestFirstGeneration(t *testing.T) {
	m := NewModel(64, 64, 3)
	for _, c := range []Class{Contact, Crashed} {
		clear(m[c].First[firstInputs*64:])
	}
	f := m.file(nil, nil)
	f.Metadata[architectureKey] = firstArchitecture
	for i := range f.Tensors {
		if x := &f.Tensors[i]; x.Name == "contact."+firstWeight || x.Name == "crashed."+firstWeight {
			x.Shape, x.Data = []int{firstInputs, 64}, x.Data[:firstInputs*64]
		}
	}
	data, err := f.Encode()
	if err != nil {
		t.Fatal(err)
	}
	got, _, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	for c, n := range got {
		for part, x := range parts(n) {
			for i, v := range parts(m[c])[part].Data {
				if x.Data[i] != v {
					t.Fatalf("%s.%s %d is %g, not %g", networkNames[c], x.Name, i, x.Data[i], v)
				}
			}
		}
	}
}
