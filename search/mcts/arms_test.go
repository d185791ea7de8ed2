package mcts

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gambito/bandit"
	"gambito/game"
)

// witness is UCB with α = 1/K that notes how many arms it was told there are,
// and how many it was shown, 0 where it was only asked for its exploration.
type witness struct {
	bandit.UCBAlpha1
	told, shown *[]int
}

func newWitness() witness { return witness{told: new([]int), shown: new([]int)} }

func (w witness) Exploration(c bandit.Context) float64 {
	*w.told, *w.shown = append(*w.told, c.K), append(*w.shown, 0)
	return w.UCBAlpha1.Exploration(c)
}

func (w witness) Select(arms []bandit.Arm, c bandit.Context, r *rand.Rand) int {
	*w.told, *w.shown = append(*w.told, c.K), append(*w.shown, len(arms))
	return w.UCBAlpha1.Select(arms, c, r)
}

// hiding are searches in which the policy is not shown all moves of a position.
func hiding() map[string]Params {
	urgent, high := 0.55, 1.1
	return map[string]Params{
		"plain":           {},
		"fpu":             {FPU: &urgent},
		"high fpu":        {FPU: &high},
		"widening":        {WidenFactor: 1, WidenExponent: 0.3},
		"fpu, widening":   {FPU: &urgent, WidenFactor: 2, WidenExponent: 0.3},
		"solver":          {Solver: true},
		"fpu, solver":     {FPU: &urgent, Solver: true},
		"rave, widening":  {AMAF: AMAF{Kind: RAVE, Beta: HandSelected, Weight: 300}, WidenFactor: 1, WidenExponent: 0.3},
		"final by policy": {FPU: &urgent, Final: ByPolicy},
		"sequential":      {Sequential: true, FPU: &urgent},
	}
}

// TestNumberOfArms checks that a policy is told of all moves of a position,
// however many it is shown: those of the root where the tree is the root alone,
// and those of some position everywhere in a tree.
func TestNumberOfArms(t *testing.T) {
	for _, id := range []string{"breakthrough", "othello", "einstein", "tron:6x6"} {
		g := parse(t, id)
		at := randomly(g, rand.New(rand.NewPCG(1, 2)), 6)
		seat := max(at.Turn(), 0)
		legal := len(game.MovesFor(at, seat, nil))
		for name, p := range hiding() {
			for _, p.Visits = range []int{1, math.MaxInt32} {
				seen := newWitness()
				p.Policy = seen
				s, err := New(g, p)
				if err != nil {
					continue
				}
				s.NewGame(seat, 3)
				search(t, s, at, 500)
				known := []int{legal}
				if p.Visits == 1 {
					known = moveCounts(s)
				}
				hidden := 0
				for i, k := range *seen.told {
					if !slices.Contains(known, k) || k < (*seen.shown)[i] {
						t.Fatalf("%s, %s: the policy was shown %d arms and told that there are %d, which is not so", id, name, (*seen.shown)[i], k)
					}
					if k > (*seen.shown)[i] && (*seen.shown)[i] > 0 {
						hidden++
					}
				}
				if name != "plain" && name != "solver" && id == "breakthrough" && hidden == 0 {
					t.Errorf("%s, %s: nothing was hidden from the policy", id, name)
				}
			}
		}
	}
}

// moveCounts are how many moves the positions of a tree have, those of each
// player where they move at once.
func moveCounts(s *Search) (counts []int) {
	for i := range s.tree.nodeCount {
		n := &s.tree.nodes[i]
		if n.turn != game.Together {
			counts = append(counts, int(n.count))
			continue
		}
		from := int32(0)
		for p := range s.players {
			end := s.tree.splitOf(n, p)
			counts = append(counts, int(end-from))
			from = end
		}
	}
	return counts
}

// TestNumberOfArmsOfGroups checks that a policy is told how many groups there
// are, then how many moves the one it chose has.
func TestNumberOfArmsOfGroups(t *testing.T) {
	g := parse(t, "breakthrough")
	at := randomly(g, rand.New(rand.NewPCG(1, 2)), 20)
	sizes := map[int]int{}
	for _, m := range at.Moves(nil) {
		sizes[g.(game.Grouped).Group(at, m)]++
	}
	if len(sizes) < 2 {
		t.Fatalf("the groups are %v", sizes)
	}
	urgency := 0.55
	for name, p := range map[string]Params{"plain": {}, "widening": {WidenFactor: 1, WidenExponent: 0.3}, "fpu": {FPU: &urgency}} {
		seen := newWitness()
		p.Policy, p.Groups, p.Visits = seen, true, math.MaxInt32
		s := newSearch(t, g, p)
		s.NewGame(at.Turn(), 3)
		search(t, s, at, 500)
		told := *seen.told
		for i := 0; i+1 < len(told); i += 2 {
			groups, moves := told[i], told[i+1]
			if i+2 < len(told) && (*seen.shown)[i+2] == 0 { // compared with the urgency
				if told[i+2] != moves {
					t.Fatalf("%s: the urgency is for %d moves, the choice was of %d", name, told[i+2], moves)
				}
				i++
			}
			one := false
			for _, size := range sizes {
				one = one || moves == size
			}
			if groups != len(sizes) || !one {
				t.Fatalf("%s: the policy was told of %d groups, then of %d moves; the groups are %v", name, groups, moves, sizes)
			}
		}
	}
}
