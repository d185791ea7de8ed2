package whist

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gambito/game"
	"gambito/game/gametest"
)

// small is a pack of SJ to SA and HJ to HA, three cards each.
var small = Rules{Suits: 2, Ranks: 4, Hand: 3, Trump: "spades"}

func made(t testing.TB, r Rules) *Game {
	t.Helper()
	g, err := New(r)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestLaws(t *testing.T) {
	t.Run("full pack", func(t *testing.T) {
		rules := Usual
		rules.Hand = 6 // what players see takes the suite ten seconds with thirteen
		gametest.Run(t, made(t, rules), gametest.Facts{
			Perft:    []uint64{1, 47, 1128},
			BadMoves: []string{"1S", "AX", "10S", "ASAS", "AC"}, BadPositions: []string{"2S 2S", "3S 2S", "begin 2S"},
			NoTranspositions: true, NoWinningMoves: true,
		})
	})
	t.Run("small pack", func(t *testing.T) { gametest.Run(t, made(t, small), smallFacts) })
}

// smallFacts: of eight cards three and three can be dealt in 560 ways.
var smallFacts = gametest.Facts{
	Perft:    []uint64{1, 6, 21, 56, 56 * 3, 56 * 6, 560, 3 * 560},
	BadMoves: []string{"TS", "AH", "JD"}, BadPositions: []string{"JS QS KS AS QH KH KS KH", "JS QS KS AS QH KH AS", "JS QS KS AS QH KH JS JH"},
	NoTranspositions: true, NoWinningMoves: true,
}

func FuzzParse(f *testing.F) { gametest.Fuzz(f, made(f, small), smallFacts) }

// TestDealsAreAlike: every deal is as likely as every other.
func TestDealsAreAlike(t *testing.T) {
	s := made(t, small).New().(*state)
	deals := 0
	var walk func(likely float64)
	walk = func(likely float64) {
		if s.Turn() != game.Chance {
			if deals++; math.Abs(likely*560-1) > 1e-12 {
				t.Fatalf("%v has the probability %g", s.moves, likely)
			}
			return
		}
		for _, m := range s.Moves(nil) {
			chance := s.Probability(m)
			s.Play(m)
			walk(likely * chance)
			s.Undo(m)
		}
	}
	if walk(1); deals != 560 {
		t.Errorf("%d deals", deals)
	}
}

// TestTricks: who takes what.
func TestTricks(t *testing.T) {
	deal := "JS QS JH KS QH KH "
	for _, c := range []struct {
		trump, play string
		tricks      [2]int8
	}{
		{"spades", "JH QH KS JS KH QS", [2]int8{1, 2}}, // QS trumps KH
		{None, "JH QH KS JS KH QS", [2]int8{0, 3}},     // and is thrown away without trumps
		{"hearts", "JS KS QH JH KH QS", [2]int8{0, 3}},
		{"hearts", "QS KS KH JH QH JS", [2]int8{0, 3}},
		{"spades", "JS KS KH JH QH QS", [2]int8{1, 2}},
	} {
		rules := small
		rules.Trump = c.trump
		s, err := made(t, rules).ParsePosition(deal + c.play)
		if err != nil {
			t.Error(err)
			continue
		}
		if got := s.(*state).tricks; got != c.tricks || s.Turn() != game.Over || s.Score(0) != -s.Score(1) || s.Score(1) != 1 {
			t.Errorf("%s, trump %s: %v tricks", c.play, c.trump, got)
		}
	}
}

// TestWorlds compares the worlds that are drawn with all deals in which the same cards can
// have been played: none other is drawn, and all are about equally often. A suit that was not
// followed is what makes the difference.
func TestWorlds(t *testing.T) {
	g := made(t, small)
	for _, c := range []struct {
		text string
		p    game.Player
		want int // worlds; 0 while cards are dealt, not counted by hand
	}{
		{"JS QS JH KS QH KH", 0, 10},
		{"JS QS JH KS QH KH", 1, 10},
		{"JS QS JH KS QH KH JH QH", 0, 6},
		{"JS QS KS JH QH KH JS KH", 0, 3}, // no spades: two of JH, QH and AH
		{"JS QS JH AS QH KH QS AS QH", 0, 3},
		{"JS QS JH KS", 0, 0}, {"JS QS JH KS", 1, 0}, {"JS QS", 1, 0},
	} {
		s, err := g.ParsePosition(c.text)
		if err != nil {
			t.Fatal(err)
		}
		fits := fitting(t, g, s.(*state), c.p)
		if c.want > 0 && len(fits) != c.want {
			t.Errorf("%s: %d worlds fit for player %d, not %d", c.text, len(fits), c.p, c.want)
		}
		r := rand.New(rand.NewPCG(1, 2))
		const draws = 20_000
		drawn := map[string]float64{}
		world := s.Clone().(*state)
		for range draws {
			world.CopyFrom(s)
			world.Redeal(c.p, r)
			drawn[g.FormatPosition(world)]++
		}
		for text, n := range drawn {
			if fits[text] == 0 {
				t.Errorf("%s: %s does not fit what player %d has seen", c.text, text, c.p)
			}
			if expected := fits[text] * draws; math.Abs(n-expected) > 5*math.Sqrt(expected) {
				t.Errorf("%s: %s is drawn %g times, not about %g", c.text, text, n, expected)
			}
		}
		if len(drawn) != len(fits) {
			t.Errorf("%s: %d of %d worlds are drawn for player %d", c.text, len(drawn), len(fits), c.p)
		}
	}
}

// fitting are the positions that p cannot tell from s and their shares of all deals, found by
// dealing all and playing the same cards.
func fitting(t *testing.T, g *Game, s *state, p game.Player) map[string]float64 {
	t.Helper()
	key, shares, sum := string(s.Sees(p, nil)), map[string]float64{}, 0.0
	var played []string
	for i := s.deals(); i < len(s.moves); i++ {
		played = append(played, g.names[s.moves[i]])
	}
	at := g.New().(*state)
	var deal func()
	deal = func() {
		if len(at.moves) < s.deals() {
			for _, m := range at.Moves(nil) {
				at.Play(m)
				deal()
				at.Undo(m)
			}
			return
		}
		so := at.moves[:min(len(s.moves), s.deals())]
		names := make([]string, len(so))
		for i, m := range so {
			names[i] = g.names[m]
		}
		text := strings.Join(append(names, played...), " ")
		if w, err := g.ParsePosition(text); err == nil && string(w.(*state).Sees(p, nil)) == key {
			shares[text]++
			sum++
		}
	}
	deal()
	for text := range shares {
		shares[text] /= sum
	}
	return shares
}

func TestRefusals(t *testing.T) {
	for _, r := range []Rules{{0, 4, 1, None}, {5, 13, 13, None}, {2, 14, 3, None}, {2, 4, 4, None}, {2, 4, 0, None}, {4, 13, 14, None}, {2, 4, 3, "clubs"}, {2, 4, 3, "coins"}} {
		if _, err := New(r); err == nil {
			t.Errorf("%+v", r)
		}
	}
}
