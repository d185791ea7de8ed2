package poker

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// kindOf is the slow way: five cards by counting their ranks. What it returns orders hands.
func kindOf(cards []Card) (order []int) {
	counts := map[int]int{}
	flush := true
	for _, c := range cards {
		counts[int(c%13)]++
		flush = flush && c/13 == cards[0]/13
	}
	var held []int
	for r := range counts {
		held = append(held, r)
	}
	slices.SortFunc(held, func(a, b int) int { return (counts[b]-counts[a])*100 + b - a })
	run := len(held) == 5 && held[0]-held[4] == 4
	if slices.Equal(held, []int{12, 3, 2, 1, 0}) {
		run, held = true, []int{3, 2, 1, 0, -1}
	}
	kind := HighCard
	switch {
	case run && flush:
		kind = StraightFlush
	case counts[held[0]] == 4:
		kind = FourOfAKind
	case counts[held[0]] == 3 && len(held) == 2:
		kind = FullHouse
	case flush:
		kind = Flush
	case run:
		kind = Straight
	case counts[held[0]] == 3:
		kind = ThreeOfAKind
	case len(held) == 3:
		kind = TwoPairs
	case len(held) == 4:
		kind = Pair
	}
	return append([]int{kind}, held...)
}

// best is the slow way for seven cards: the best of all fives.
func best(cards []Card) (order []int) {
	for skip := range 7 {
		for also := range skip {
			var five []Card
			for i, c := range cards {
				if i != skip && i != also {
					five = append(five, c)
				}
			}
			if o := kindOf(five); order == nil || slices.Compare(o, order) > 0 {
				order = o
			}
		}
	}
	return order
}

func handOf(cards []Card) (h Hand) {
	for _, c := range cards {
		h = h.With(c)
	}
	return h
}

// TestAgainstSlow: two hands of seven cards, often with most cards in common so that they
// are near each other, compare as by the slow way.
func TestAgainstSlow(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	var kinds [9]int
	for range 20_000 {
		deck := r.Perm(Cards)
		cards := make([]Card, 9)
		for i := range cards {
			cards[i] = Card(deck[i])
		}
		if r.IntN(3) == 0 { // few suits, so that flushes and straight flushes are met
			for i := range cards {
				cards[i] = Card(deck[i]%20 + 13*r.IntN(2))
			}
			sorted := slices.Clone(cards)
			slices.Sort(sorted)
			if len(slices.Compact(sorted)) < 9 {
				continue
			}
		}
		a, b := cards[:7], cards[2:]
		slowA, slowB := best(a), best(b)
		fastA, fastB := handOf(a).Value(), handOf(b).Value()
		if int(fastA>>26) != slowA[0] {
			t.Fatalf("%v is of kind %d, not %d", a, fastA>>26, slowA[0])
		}
		kinds[slowA[0]]++
		if slow := slices.Compare(slowA, slowB); slow < 0 != (fastA < fastB) || slow > 0 != (fastA > fastB) {
			t.Fatalf("%v and %v: slowly %v and %v, fast %x and %x", a, b, slowA, slowB, fastA, fastB)
		}
	}
	if slices.Min(kinds[:]) == 0 {
		t.Errorf("some kind was never met: %v", kinds)
	}
}

// TestCounts: all hands of five cards, of which every book tells how many there are of each
// kind, and that 7,462 are worth different.
func TestCounts(t *testing.T) {
	var kinds [9]int
	values := map[uint32]bool{}
	for a := range Card(Cards) {
		for b := range a {
			for c := range b {
				for d := range c {
					h := Hand{}.With(a).With(b).With(c).With(d)
					for e := range d {
						v := h.With(e).Value()
						kinds[v>>26]++
						values[v] = true
					}
				}
			}
		}
	}
	if want := [9]int{1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40}; kinds != want {
		t.Errorf("%v, not %v", kinds, want)
	}
	if len(values) != 7462 {
		t.Errorf("%d values", len(values))
	}
}

func TestClasses(t *testing.T) {
	ways, all := 0, 0
	names := map[string]bool{}
	for c := range Class(Classes) {
		ways += c.Ways()
		names[c.String()] = true
		for d := range Class(Classes) {
			all += WaysBeside(c, d)
		}
	}
	if ways != 1326 || all != 1326*1225 || len(names) != Classes {
		t.Errorf("%d, %d ways, %d names", ways, all, len(names))
	}
	for name, cards := range map[string][2]Card{"AKs": {12, 11}, "AKo": {12, 13 + 11}, "22": {0, 39}, "T2o": {8, 26}, "32s": {13, 14}} {
		if got, other := ClassOf(cards[0], cards[1]), ClassOf(cards[1], cards[0]); got.String() != name || other != got {
			t.Errorf("%v is %s or %s, not %s", cards, got, other, name)
		}
	}
}

func BenchmarkValue(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	hands := make([]Hand, 1024)
	for i := range hands {
		for _, c := range r.Perm(Cards)[:7] {
			hands[i] = hands[i].With(Card(c))
		}
	}
	sum := uint32(0)
	for i := 0; b.Loop(); i++ {
		sum += hands[i%1024].Value()
	}
	_ = sum
}
