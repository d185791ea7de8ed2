package pushfold

import (
	"math"
	"testing"

	"gambito/game/gametest"
	"gambito/game/poker"
)

var facts = gametest.Facts{
	Perft:    []uint64{1, 169, 169 * 169, 2 * 169 * 169, 3 * 169 * 169},
	BadMoves: []string{"push", "AK", "AAs", "KAs"}, BadPositions: []string{"AA KK pass", "AA KK call", "AA KK push push", "AA KK fold fold"},
	NoTranspositions: true, NoWinningMoves: true,
}

func TestLaws(t *testing.T) {
	g, err := New(Stack)
	if err != nil {
		t.Fatal(err)
	}
	gametest.Run(t, g, facts)
	for _, stack := range []int{1, 101} {
		if _, err := New(stack); err == nil {
			t.Errorf("a stack of %d", stack)
		}
	}
}

func TestScores(t *testing.T) {
	g, _ := New(8)
	for text, want := range map[string]float64{
		"AA KK fold":      -0.5,
		"AA KK push fold": 1,
		"AA AA push call": 0,
		"72o AA fold":     -0.5,
	} {
		s, err := g.ParsePosition(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Score(0); got != want || s.Score(1) != -want {
			t.Errorf("%s: %g, not %g", text, got, want)
		}
	}
}

// TestEquities: the table is what comes of dealing every board to every two hands of two
// classes, in all suits.
func TestEquities(t *testing.T) {
	for _, names := range [][2]string{{"KQs", "JTs"}, {"55", "A5s"}} {
		a, b := class(t, names[0]), class(t, names[1])
		won, ways := dealtOut(a, b)
		if ways != poker.WaysBeside(a, b) {
			t.Errorf("%v: %d ways, not %d", names, ways, poker.WaysBeside(a, b))
		}
		want := float64(won) / float64(2*boards*ways)
		if got := Equity(a, b); math.Abs(got-want) > 1e-15 || math.Abs(Equity(b, a)-(1-want)) > 1e-15 {
			t.Errorf("%v: %.17g, not %.17g", names, got, want)
		}
	}
	// Against any two cards a pair of aces wins most, and all shares of both sides are one.
	sum := 0.0
	for a := range poker.Class(poker.Classes) {
		for b := range poker.Class(poker.Classes) {
			sum += Equity(a, b) * float64(poker.WaysBeside(a, b))
		}
	}
	if math.Abs(sum/(1326*1225)-0.5) > 1e-12 {
		t.Errorf("all hands win %g of each other", sum/(1326*1225))
	}
}

func class(t *testing.T, name string) poker.Class {
	t.Helper()
	for c := range poker.Class(poker.Classes) {
		if c.String() == name {
			return c
		}
	}
	t.Fatal(name)
	return 0
}

// dealtOut deals everything. Hands that differ by an exchange of suits from one that was
// dealt before are dealt again by counting it once more.
func dealtOut(a, b poker.Class) (points, ways int) {
	known := map[[4]uint16]int{} // points, by the cards of both in each suit, in order
	for c1 := range poker.Card(poker.Cards) {
		for c2 := range c1 {
			for d1 := range poker.Card(poker.Cards) {
				for d2 := range d1 {
					if poker.ClassOf(c1, c2) != a || poker.ClassOf(d1, d2) != b || c1 == d1 || c1 == d2 || c2 == d1 || c2 == d2 {
						continue
					}
					ways++
					key := suits(poker.Hand{}.With(c1).With(c2), poker.Hand{}.With(d1).With(d2))
					won, ok := known[key]
					if !ok {
						won = allBoards([2]poker.Card{c1, c2}, [2]poker.Card{d1, d2})
						known[key] = won
					}
					points += won
				}
			}
		}
	}
	return points, ways
}

// suits are what both hold in each suit, the suits sorted. No rank of one is met at the
// other's place: the two sets are told apart by a multiplier that no rank set reaches.
func suits(a, b poker.Hand) (key [4]uint16) {
	for s := range key {
		key[s] = short(a[s])<<8 | short(b[s])
	}
	for i := range key {
		for j := range i {
			if key[i] > key[j] {
				key[i], key[j] = key[j], key[i]
			}
		}
	}
	return key
}

// short numbers a set of at most two ranks.
func short(set uint16) (n uint16) {
	for r := range uint16(13) {
		if set>>r&1 == 1 {
			n = n*14 + r + 1
		}
	}
	return n
}

// allBoards is what a hand wins of another: 2 for a win and 1 for a tie.
func allBoards(a, b [2]poker.Card) (points int) {
	one, other := poker.Hand{}.With(a[0]).With(a[1]), poker.Hand{}.With(b[0]).With(b[1])
	var deck []poker.Card
	for c := range poker.Card(poker.Cards) {
		if c != a[0] && c != a[1] && c != b[0] && c != b[1] {
			deck = append(deck, c)
		}
	}
	for i, u := range deck {
		for j, v := range deck[:i] {
			for k, w := range deck[:j] {
				left, right := one.With(u).With(v).With(w), other.With(u).With(v).With(w)
				for l, x := range deck[:k] {
					left, right := left.With(x), right.With(x)
					for _, y := range deck[:l] {
						switch mine, theirs := left.With(y).Value(), right.With(y).Value(); {
						case mine > theirs:
							points += 2
						case mine == theirs:
							points++
						}
					}
				}
			}
		}
	}
	return points
}
