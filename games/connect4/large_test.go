package connect4

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"gambito/game"
	"gambito/game/gametest"
)

func mustLarge(g *Large, err error) *Large {
	if err != nil {
		panic(err)
	}
	return g
}

// TestWords compares every operation with numbers of any size.
func TestWords(t *testing.T) {
	number := func(a words) *big.Int {
		high := new(big.Int).SetUint64(a.high)
		return high.Lsh(high, 64).Or(high, new(big.Int).SetUint64(a.low))
	}
	most := new(big.Int).Lsh(big.NewInt(1), 128)
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		a, b, n := words{r.Uint64(), r.Uint64()}, words{r.Uint64() >> r.UintN(64), r.Uint64() >> r.UintN(64)}, r.UintN(128)
		x, y, z := number(a), number(b), func() *big.Int { return new(big.Int) }
		for name, pair := range map[string][2]*big.Int{
			"and":    {number(a.and(b)), z().And(x, y)},
			"or":     {number(a.or(b)), z().Or(x, y)},
			"xor":    {number(a.xor(b)), z().Xor(x, y)},
			"minus":  {number(a.minus(b)), z().AndNot(x, y)},
			"plus":   {number(a.plus(b)), z().Mod(z().Add(x, y), most)},
			"up":     {number(a.up(n)), z().Mod(z().Lsh(x, n), most)},
			"down":   {number(a.down(n)), z().Rsh(x, n)},
			"lowest": {big.NewInt(int64(b.up(1).or(bit(n)).lowest())), big.NewInt(int64(z().Or(z().Mod(z().Lsh(y, 1), most), z().Lsh(big.NewInt(1), n)).TrailingZeroBits()))},
		} {
			if pair[0].Cmp(pair[1]) != 0 {
				t.Fatalf("%s of %x, %x and %d is %x, not %x", name, x, y, n, pair[0], pair[1])
			}
		}
		count, one := 0, words{}
		b.each(func(cell words) { count, one = count+1, one.or(cell) })
		if count != b.count() || one != b || a.meets(b) != !a.and(b).empty() {
			t.Fatalf("%x has %d cells, one by one %d: %x", y, b.count(), count, number(one))
		}
	}
}

func TestLargeConformance(t *testing.T) {
	for _, c := range []struct {
		columns, rows, run int
		facts              gametest.Facts
	}{
		// Nobody wins before the seventh stone, and no column is full before the eleventh.
		{10, 10, 5, gametest.Facts{Perft: []uint64{1, 10, 100, 1000, 10_000, 100_000}, BadMoves: []string{"0", "11", "a"}, BadPositions: []string{"x"}}},
		{32, 3, 3, gametest.Facts{Perft: []uint64{1, 32, 1024}, BadMoves: []string{"33"}}},
	} {
		g := mustLarge(NewLarge(c.columns, c.rows, c.run))
		t.Run(g.Info().ID, func(t *testing.T) { gametest.Run(t, g, c.facts) })
	}
}

// TestLargeAgainstSlowBoard: leaves by depth, and games move by move. A run of three is
// made early, so that the leaves count wins.
func TestLargeAgainstSlowBoard(t *testing.T) {
	for _, c := range [][3]int{{10, 10, 5}, {10, 10, 4}, {10, 10, 3}, {9, 7, 4}, {8, 8, 4}, {16, 4, 2}, {32, 3, 5}, {3, 40, 3}, {13, 8, 7}, {1, 70, 6}} {
		leaves := uint64(1_500)
		if c == [3]int{10, 10, 3} {
			leaves = 100_000
		}
		gametest.Compare(t, mustLarge(NewLarge(c[0], c[1], c[2])), newSlowBoard(c[0], c[1], c[2]), leaves)
	}
}

// TestLargeAgainstOneWord plays on boards that fit one word in both ways: all there is
// to know of a position must be the same, and so must random games of one seed.
func TestLargeAgainstOneWord(t *testing.T) {
	for _, c := range [][3]int{{7, 6, 4}, {8, 7, 5}, {5, 4, 3}, {16, 3, 4}, {3, 9, 4}} {
		one, two := must(New(c[0], c[1], c[2])), mustLarge(NewLarge(c[0], c[1], c[2]))
		if !slices.Equal(game.Capabilities(one), game.Capabilities(two)) {
			t.Fatalf("%v: %v", game.Capabilities(one), game.Capabilities(two))
		}
		r := rand.New(rand.NewPCG(3, 4))
		for seed := range uint64(40) {
			a, b := one.New(), two.New()
			for {
				sameEverywhere(t, one, two, a, b)
				m, ok := game.RandomMove(a, r, nil)
				if !ok {
					break
				}
				a.Play(m)
				b.Play(m)
			}
			fast, slow := one.New().(game.Playouter), two.New().(game.Playouter)
			fast.Playout(rand.New(rand.NewPCG(seed, 1)))
			slow.Playout(rand.New(rand.NewPCG(seed, 1)))
			if x, y := one.FormatPosition(fast), two.FormatPosition(slow); x != y {
				t.Fatalf("random games end with %s and %s", x, y)
			}
		}
	}
}

func sameEverywhere(t *testing.T, one *Game, two *Large, a, b game.State) {
	t.Helper()
	text := one.FormatPosition(a)
	if other := two.FormatPosition(b); text != other {
		t.Fatalf("%s is %s", text, other)
	}
	if !slices.Equal(a.Moves(nil), b.Moves(nil)) || a.Turn() != b.Turn() || a.Score(0) != b.Score(0) ||
		one.Count(a, 0) != two.Count(b, 0) || !slices.Equal(a.(game.WinFinder).WinningMoves(nil), b.(game.WinFinder).WinningMoves(nil)) {
		t.Fatalf("%s: moves, turn, scores or wins", text)
	}
	if x, y := a.(game.Drawer).Draw(), b.(game.Drawer).Draw(); !slices.Equal(x.Cells, y.Cells) {
		t.Fatalf("%s is drawn as %v and %v", text, x.Cells, y.Cells)
	}
	x, y := make([]float32, one.Encoding().Inputs()), make([]float32, two.Encoding().Inputs())
	one.Encode(a, x)
	two.Encode(b, y)
	v, w := make([]uint8, one.Cells().Count()), make([]uint8, two.Cells().Count())
	one.Look(a, 1, v)
	two.Look(b, 1, w)
	if !slices.Equal(x, y) || !slices.Equal(v, w) {
		t.Fatalf("%s is seen in two ways", text)
	}
	for _, name := range []string{"h1:10/100", "h2:2/3/5/50/30/10", "h1:5/41/0/0/0"} {
		f, err := one.Evaluation(name)
		g, err2 := two.Evaluation(name)
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		if f(a) != g(b) {
			t.Fatalf("%s of %s is %d and %d", name, text, f(a), g(b))
		}
	}
	mirror, image := one.New(), two.New()
	one.Transform(mirror, a, 1)
	two.Transform(image, b, 1)
	if one.FormatPosition(mirror) != two.FormatPosition(image) {
		t.Fatalf("the images of %s are %s and %s", text, one.FormatPosition(mirror), two.FormatPosition(image))
	}
}

func TestMake(t *testing.T) {
	for _, c := range []struct {
		columns, rows, run int
		large, ok          bool
	}{
		{7, 6, 4, false, true}, {8, 7, 4, false, true}, {9, 7, 4, true, true}, {10, 10, 5, true, true}, {32, 3, 4, true, true},
		{11, 11, 4, false, false}, {10, 10, 11, false, false}, {0, 6, 4, false, false}, {-4, -40, 4, false, false}, {7, 6, 1, false, false},
	} {
		g, err := Make(c.columns, c.rows, c.run)
		if _, large := g.(*Large); (err == nil) != c.ok || large != c.large || !c.ok && g != nil {
			t.Errorf("%+v gives %v, %v", c, g, err)
		}
	}
}

func BenchmarkLargePlayout(b *testing.B) {
	gametest.BenchmarkPlayout(b, mustLarge(NewLarge(10, 10, 5)))
}
