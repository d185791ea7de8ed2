package networks_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/backgammon/bearoff"
	"gambito/games/backgammon/networks"
	"gambito/games/backgammon/pubeval"
	"gambito/nn/sparse"
)

// boards are positions of games: some with random turns, others with Pubeval's.
func boards(n int) (list []backgammon.Board) {
	r := rand.New(rand.NewPCG(1, 2))
	g := backgammon.New()
	var moves []game.Move
	for len(list) < n {
		s := g.New().(*backgammon.State)
		careless := r.Float64()
		for s.Turn() != game.Over {
			if s.Turn() == game.Chance {
				m, _ := game.RandomMove(s, r, moves)
				s.Play(m)
				continue
			}
			moves = s.Moves(moves[:0])
			m := moves[r.IntN(len(moves))]
			if r.Float64() > careless {
				m = pubeval.Best(s.Board(), s.Side(), moves)
			}
			s.Play(m)
			list = append(list, *s.Board())
		}
	}
	return list[:n]
}

func encode(b *backgammon.Board, p game.Player) (networks.Class, map[int32]float32) {
	c := networks.Classify(b)
	if c >= networks.Networks {
		return c, nil
	}
	var x sparse.Input
	networks.Encode(b, p, c, &x)
	inputs := map[int32]float32{}
	index, value := x.Active()
	for i, at := range index {
		if _, twice := inputs[at]; twice {
			panic("an input is set twice")
		}
		inputs[at] = value[i]
	}
	return c, inputs
}

// TestInputs checks laws of the inputs: they are within their number, of a sane
// size, the same for both players if the sides are changed, and those of one side
// are those of the other seen from there.
func TestInputs(t *testing.T) {
	seen := map[networks.Class]map[int32]bool{}
	most := 0
	for _, b := range boards(20_000) {
		class, inputs := encode(&b, 0)
		if inputs == nil {
			continue
		}
		most = max(most, len(inputs))
		size := int32(networks.ContactInputs)
		if class == networks.Race {
			size = networks.RaceInputs
		}
		_, other := encode(&b, 1)
		changed := backgammon.Board{b[1], b[0]}
		_, same := encode(&changed, 1)
		if len(same) != len(inputs) || len(other) != len(inputs) {
			t.Fatalf("%v: %d, %d and %d inputs", b, len(inputs), len(same), len(other))
		}
		for at, v := range inputs {
			if at < 0 || at >= size || math.Abs(float64(v)) > 8 {
				t.Fatalf("%v: input %d is %g", b, at, v)
			}
			if same[at] != v {
				t.Fatalf("%v: input %d is %g, with the sides changed %g", b, at, v, same[at])
			}
			if got := other[networks.Opposite(class, at)]; got != v {
				t.Fatalf("%v: input %d is %g, from the other side %g", b, at, v, got)
			}
			if seen[class] == nil {
				seen[class] = map[int32]bool{}
			}
			seen[class][at] = true
		}
	}
	if most > sparse.MaxActive {
		t.Errorf("%d inputs are active at once", most)
	}
	for class, size := range map[networks.Class]int{networks.Contact: networks.ContactInputs, networks.Race: networks.RaceInputs} {
		if n := len(seen[class]); n < size*3/4 {
			t.Errorf("class %d uses only %d of %d inputs", class, n, size)
		}
	}
}

func TestClassify(t *testing.T) {
	for text, want := range map[string]networks.Class{
		"4HPwATDgc/ABMA": networks.Contact,
	} {
		b, err := backgammon.ParsePositionID(text, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := networks.Classify(&b); got != want {
			t.Errorf("%s is of class %d, not %d", text, got, want)
		}
	}
	home := [26]uint8{6: 8, 5: 7}
	for want, men := range map[networks.Class][2][26]uint8{
		networks.Bearoff: {home, {1: 1, 0: 14}},
		networks.Race:    {home, {7: 1, 0: 14}},
		networks.Crashed: {{1: 7, 2: 3, 20: 2, 6: 3}, home},
		networks.Contact: {{1: 2, 2: 2, 20: 2, 6: 9}, home},
		networks.Over:    {{0: 15}, home},
	} {
		b := backgammon.Board(men)
		if got := networks.Classify(&b); got != want {
			t.Errorf("%v is of class %d, not %d", b, got, want)
		}
	}
}

// TestEvaluate checks that chances agree with each other and with the rules, and
// that the end of a game comes from the tables.
func TestEvaluate(t *testing.T) {
	tables, _ := bearoff.In("")
	e := networks.NewEstimator(networks.Default(), tables)
	for _, b := range boards(5000) {
		if b.Winner() != game.Nobody {
			continue
		}
		c := e.Evaluate(&b, 1)
		if !(c.Win >= 0 && c.Win <= 1 && c.WinGammon <= c.Win && c.WinBackgammon <= c.WinGammon && c.WinBackgammon >= 0) ||
			!(c.LoseGammon <= 1-c.Win && c.LoseBackgammon <= c.LoseGammon && c.LoseBackgammon >= 0) {
			t.Fatalf("%v: %+v", b, c)
		}
		if b[1][backgammon.Off] > 0 && c.LoseGammon != 0 || b[0][backgammon.Off] > 0 && c.WinGammon != 0 {
			t.Fatalf("%v: %+v, though a gammon cannot be", b, c)
		}
		if networks.Classify(&b) == networks.Bearoff && c != tables.Chances(&b, 1) {
			t.Fatalf("%v: %+v, not as the tables say", b, c)
		}
	}
	// One man each on the six point: 27 of 36 rolls bear it off.
	b := backgammon.Board{{6: 1, 0: 14}, {6: 1, 0: 14}}
	if c := e.Evaluate(&b, 0); math.Abs(float64(c.Win)-(27.0/36+9.0/36*9.0/36)) > 1e-6 {
		t.Errorf("a man on the six point each: %+v", c)
	}
	over := backgammon.Board{{0: 15}, {25: 1, 6: 14}}
	if c := e.Evaluate(&over, 1); c.Equity() != -3 {
		t.Errorf("a lost backgammon is worth %g", c.Equity())
	}
	start := backgammon.Start
	if c := e.Evaluate(&start, 0); c.Win < 0.5 || c.Win > 0.56 || c.WinGammon < 0.08 || c.WinGammon > 0.22 {
		t.Errorf("the start: %+v", c)
	}
}

func TestEnsemble(t *testing.T) {
	tables, _ := bearoff.In("")
	m := networks.Default()
	plain := networks.NewEstimator(m, tables)
	alike := networks.NewEnsemble([]*networks.Model{m, m.Noisy(0, 1), m}, tables)
	noisy := networks.NewEnsemble([]*networks.Model{m, m.Noisy(0.025, 1)}, tables)
	differ := 0
	for _, b := range boards(300) {
		want := plain.Evaluate(&b, 0)
		if got := alike.Evaluate(&b, 0); math.Abs(got.Equity()-want.Equity()) > 1e-5 {
			t.Fatalf("%v: replicas without noise say %g, the original %g", b, got.Equity(), want.Equity())
		}
		if math.Abs(noisy.Evaluate(&b, 0).Equity()-want.Equity()) > 1e-3 {
			differ++
		}
	}
	if differ < 50 {
		t.Errorf("noise changes %d of 300 values", differ)
	}
}

func TestNothingAllocated(t *testing.T) {
	tables, _ := bearoff.In("")
	e := networks.NewEstimator(networks.Default(), tables)
	list := boards(500)
	if allocs := testing.AllocsPerRun(3, func() {
		for i := range list {
			e.Evaluate(&list[i], 0)
		}
	}); allocs != 0 {
		t.Errorf("500 evaluations allocate %g times", allocs)
	}
}

func TestFile(t *testing.T) {
	m := networks.NewModel(64, 64, 7)
	data, err := m.Encode(map[string]string{"run": "a test"})
	if err != nil {
		t.Fatal(err)
	}
	again, about, err := networks.Decode(data)
	if err != nil || about["run"] != "a test" || len(about) != 1 {
		t.Fatalf("%v, %v", about, err)
	}
	if other, _ := again.Encode(about); string(other) != string(data) {
		t.Error("what is read differs from what was written")
	}
	for cut := range 40 {
		if _, _, err := networks.Decode(data[:len(data)*cut/40]); err == nil {
			t.Errorf("%d of 40 parts of a file are read", cut)
		}
	}
}

func FuzzDecode(f *testing.F) {
	data, err := networks.NewModel(64, 64, 7).Encode(nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data[:3000])
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		m, about, err := networks.Decode(data)
		if err != nil {
			return
		}
		if _, err := m.Encode(about); err != nil {
			t.Error(err)
		}
	})
}
