package papers

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gambito/game"
	"gambito/games"
	"gambito/search/minimax"
)

// TestTheoryOfLeaves checks formulas against numbers by hand, and against each other.
func TestTheoryOfLeaves(t *testing.T) {
	if got := minimalLeaves(3, 5); got != 27+9-1 {
		t.Errorf("the smallest tree of degree 3 and depth 5 has %d leaves", got)
	}
	if got := minimalToChoose(3, 2); got != 3+2 {
		t.Errorf("to choose in a tree of degree 3 and depth 2 takes %d leaves", got)
	}
	// Two moves with two answers each: the second move is refuted by its first answer
	// with probability 1/3, so that 4 − 1/3 leaves are looked at.
	if got := expectedLeaves(2, 2); math.Abs(got-(4-1.0/3)) > 1e-6 {
		t.Errorf("of 2×2 leaves alpha-beta expects to look at %v", got)
	}
	if got := expectedLeaves(4, 1); math.Abs(got-4) > 1e-6 {
		t.Errorf("of 4 leaves alpha-beta expects to look at %v", got)
	}
	// The growth with depth comes near Pearl's branching factor, ξ/(1 − ξ): 1.618 for two moves.
	if got := math.Sqrt(expectedLeaves(2, 40) / expectedLeaves(2, 38)); math.Abs(got-math.Phi) > 0.03 {
		t.Errorf("the branching factor is %v", got)
	}
}

// TestMinimalTree compares the smallest proofs of positions with the formula, on
// uniform trees, and with searches that know the best moves.
func TestMinimalTree(t *testing.T) {
	for _, ordered := range []bool{true, false} {
		tree := &uniformTree{degree: 3, ordered: ordered, seed: 7}
		value, move := minimal(tree.New(), 4, func(s game.State) int { return s.(*uniformState).worth() })
		leaves := float64(minimalLeaves(3, 4))
		inner := 0.0 // positions above: likewise minimal trees
		for depth := range 4 {
			inner += float64(minimalLeaves(3, depth))
		}
		if value != leaves+inner {
			t.Errorf("the smallest proof has %v positions, not %v", value, leaves+inner)
		}
		if move >= value || move < float64(minimalToChoose(3, 4)) {
			t.Errorf("%v positions prove the value and %v the move", value, move)
		}
	}
	g, err := games.Parse("breakthrough")
	if err != nil {
		t.Fatal(err)
	}
	evaluate, _ := g.(game.Evaluated).Evaluation("")
	r := rand.New(rand.NewPCG(3, 3))
	for range 3 {
		s := middle(g, r)
		before := g.FormatPosition(s)
		least, _ := minimal(s, 3, evaluate)
		search, err := minimax.New(g, minimax.Params{Algorithm: minimax.AlphaBeta, Depth: 3, Evaluate: evaluate, Order: true})
		if err != nil {
			t.Fatal(err)
		}
		found, err := search.Run(context.Background(), s)
		if err != nil || float64(found.Nodes) < least || float64(found.Nodes) > 20*least || g.FormatPosition(s) != before {
			t.Errorf("alpha-beta looks at %d positions, at least %v prove the value, %v", found.Nodes, least, err)
		}
	}
}

// TestNodesAgreeWithTheory runs the study: everything that theory says for certain is so.
func TestNodesAgreeWithTheory(t *testing.T) {
	findings, err := nodesStudy.Run(context.Background(), workshop(Smoke))
	if err != nil {
		t.Fatal(err)
	}
	bstar := 0
	for _, f := range findings {
		if f.Verdict == NotComparable || f.Verdict == NotMeasured || f.Source != slideOfPVS && f.Published == nil {
			t.Errorf("%s is compared with nothing", f.ID)
		}
		if f.Verdict == Differs && f.Source != slideOfPVS {
			t.Errorf("%s: theory says %v, measured is %v", f.ID, *f.Published, *f.Measured)
		}
		if len(f.ID) > 5 && f.ID[len(f.ID)-5:] == "bstar" {
			bstar++
		}
	}
	if bstar != len(nodesGames)+2*len(nodesTrees) {
		t.Errorf("B* is compared %d times", bstar)
	}
}
