package extensive

import (
	"context"
	"errors"
	"math"
	"math/big"
	"testing"

	"gambito/game"
	"gambito/games/goofspiel"
	"gambito/games/kuhn"
	"gambito/games/leduc"
	"gambito/games/liarsdice"
	"gambito/games/whist"
)

// solved solves a game and checks that nothing can be won from its equilibrium.
func solved(t testing.TB, tree *Tree) Equilibrium {
	t.Helper()
	e, err := tree.Equilibrium(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	s := e.Floats()
	v, _ := e.Value.Float64()
	if gives := tree.Exploitability(s); math.Abs(gives) > 1e-12 {
		t.Errorf("%s: the equilibrium gives away %g", tree.Game.Info().ID, gives)
	}
	if got := tree.Value([2]Strategy{s, s}); math.Abs(got-v) > 1e-12 {
		t.Errorf("%s: it wins %g, not %s", tree.Game.Info().ID, got, e.Value)
	}
	for _, set := range tree.Sets {
		sum := new(big.Rat)
		for _, x := range e.Strategy[set.First : set.First+len(set.Moves)] {
			if sum.Add(sum, x); x.Sign() < 0 {
				t.Errorf("%q: %v", set.Sees, x)
			}
		}
		if sum.Cmp(big.NewRat(1, 1)) != 0 {
			t.Errorf("%q: probabilities sum to %s", set.Sees, sum)
		}
	}
	return e
}

// TestSequenceForm: known values, exactly.
func TestSequenceForm(t *testing.T) {
	dice := func(faces int) game.Game {
		g, err := liarsdice.New(faces)
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	bids := func(cards int) game.Game {
		g, err := goofspiel.New(cards)
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	for _, c := range []struct {
		game game.Game
		want string
	}{{kuhn.New(), "-1/18"}, {bids(2), "0"}, {bids(3), "0"}, {bids(4), "0"}, {dice(2), "1/2"}, {dice(3), "1/9"}, {dice(4), "1/16"}, {leduc.New(), "-1454920850547486749701863871533/16995463438839962469905132501930"}} {
		tree := compile(t, c.game, nil)
		e := solved(t, tree)
		t.Logf("%s: %s, %d subgames, at most %d sequences", c.game.Info().ID, e.Value.RatString(), e.Subgames, e.Largest)
		if e.Value.RatString() != c.want {
			t.Errorf("%s is worth %s, not %s", c.game.Info().ID, e.Value.RatString(), c.want)
		}
	}
}

// TestKuhnExactly: what is found is of the family of equilibria that Kuhn found, exactly.
func TestKuhnExactly(t *testing.T) {
	tree := compile(t, kuhn.New(), nil)
	e := solved(t, tree)
	bet := func(sees string) *big.Rat {
		for _, set := range tree.Sets {
			if set.Sees == sees {
				return e.Strategy[set.First+1]
			}
		}
		t.Fatalf("nobody sees %q", sees)
		return nil
	}
	third, bluff := big.NewRat(1, 3), bet("J?")
	if bluff.Cmp(third) > 0 || bet("K?").Cmp(new(big.Rat).Mul(big.NewRat(3, 1), bluff)) != 0 || bet("Q?pb").Cmp(new(big.Rat).Add(bluff, third)) != 0 {
		t.Errorf("the first player bluffs %s, bets a king %s and calls with a queen %s", bluff, bet("K?"), bet("Q?pb"))
	}
	for sees, want := range map[string]*big.Rat{"Q?": new(big.Rat), "?Jp": third, "?Qb": third, "?Jb": new(big.Rat), "?Kb": big.NewRat(1, 1)} {
		if got := bet(sees); got.Cmp(want) != 0 {
			t.Errorf("who sees %s bets %s, not %s", sees, got, want)
		}
	}
}

// TestEquilibriumStops when it is told to.
func TestEquilibriumStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := compile(t, leduc.New(), nil).Equilibrium(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestWhist: small packs are solved exactly, and learning comes to the same value.
func TestWhist(t *testing.T) {
	for _, c := range []struct {
		rules whist.Rules
		want  string
	}{
		{whist.Rules{Suits: 2, Ranks: 3, Hand: 2, Trump: whist.None}, "13/45"},
		{whist.Rules{Suits: 2, Ranks: 4, Hand: 2, Trump: "spades"}, "-1/210"},
		{whist.Rules{Suits: 2, Ranks: 4, Hand: 3, Trump: whist.None}, "3/7"},
	} {
		g, err := whist.New(c.rules)
		if err != nil {
			t.Fatal(err)
		}
		tree := compile(t, g, nil)
		if e := solved(t, tree); e.Value.RatString() != c.want {
			t.Errorf("%s is worth %s, not %s", g.Info().ID, e.Value.RatString(), c.want)
		}
		value, _ := new(big.Rat).SetString(c.want)
		exact, _ := value.Float64()
		l, err := NewLearner(tree, Plus, 1)
		if err != nil {
			t.Fatal(err)
		}
		l.Step(100)
		s := l.Average()
		gives := tree.Exploitability(s)
		if got := tree.Value([2]Strategy{s, s}); math.Abs(got-exact) > gives*2 || gives > 0.002 {
			t.Errorf("%s: learning comes to %g, which gives away %g", g.Info().ID, got, gives)
		}
	}
}
