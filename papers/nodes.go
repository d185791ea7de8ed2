package papers

import (
	"context"
	"fmt"
	"math/rand/v2"

	"gambito/game"
	"gambito/games"
	"gambito/search/minimax"
	"gambito/stats"
)

// nodesStudy counts the positions that the algorithms of a lecture look at.
var nodesStudy = Study{
	ID:     "lecture/nodes",
	Source: "lecture on adversarial search",
	About:  "What each algorithm of the minimax family looks at, beside what theory says, since the lecture prints no counts: positions of games, not fewer than the smallest tree that proves the result; leaves of uniform trees whose first move is the best, which for alpha-beta and its kin are that smallest tree; leaves of uniform trees in random order, where alpha-beta's number is known on average. No table is used.",
	run:    runNodes,
}

// nodesGames are the games, with the depth of their searches.
var nodesGames = []struct {
	id    string
	depth int
}{{"connect4", 6}, {"othello", 5}, {"breakthrough", 4}, {"tictactoe:4x4", 4}, {"knightthrough", 3}}

// nodesTrees are the uniform trees.
var nodesTrees = []struct{ degree, depth int }{{2, 8}, {3, 6}, {4, 5}}

// Sources of what theory says.
const (
	knuthMoore = "Knuth and Moore 1975"
	pearl      = "Pearl 1982"
	reinefeld  = "Reinefeld 1983"
	slideOfPVS = "the lecture, on principal variation search"
)

// choosers find the best move without its value.
var choosers = map[string]bool{"bns": true, "bstar": true}

// unpruned look at everything.
var unpruned = map[string]bool{"minimax": true, "negamax": true}

func runNodes(ctx context.Context, w Workshop) ([]Finding, error) {
	positions := map[Scale]int{Smoke: 2, Quick: 10, Full: 50}[w.Scale]
	trees := map[Scale]int{Smoke: 20, Quick: 400, Full: 4000}[w.Scale]
	count := nodeCount{ctx: ctx, w: w, positions: positions, trees: trees, agreements: map[int]stats.Agreement{}}
	count.told = w.Progress.Count(steps, len(minimax.Algorithms)*(positions*len(nodesGames)+(trees+1)*len(nodesTrees)))
	for _, c := range nodesGames {
		if err := count.game(c.id, c.depth); err != nil {
			return nil, err
		}
	}
	for _, t := range nodesTrees {
		if err := count.ordered(t.degree, t.depth); err != nil {
			return nil, err
		}
	}
	for _, t := range nodesTrees {
		if err := count.random(t.degree, t.depth); err != nil {
			return nil, err
		}
	}
	judge(count.findings, count.agreements)
	return count.findings, nil
}

// nodeCount counts, and keeps what was found.
type nodeCount struct {
	ctx              context.Context
	w                Workshop
	positions, trees int
	done             int
	told             func(done int)
	findings         []Finding
	agreements       map[int]stats.Agreement
}

func (c *nodeCount) step() {
	c.done++
	c.told(c.done)
}

// add keeps a finding. Law of no chance: it agrees or not.
func (c *nodeCount) add(f Finding, agrees bool) {
	f.Verdict = Differs
	if agrees {
		f.Verdict = Agrees
	}
	c.findings = append(c.findings, f)
}

// game has all algorithms search the same positions of a game, as trees.
func (c *nodeCount) game(id string, depth int) error {
	g, err := games.Parse(id)
	if err != nil {
		return err
	}
	evaluate, err := g.(game.Evaluated).Evaluation("")
	if err != nil {
		return err
	}
	least := map[bool]float64{} // by whether it is for the move alone
	r := rand.New(rand.NewPCG(c.w.Seed, 0))
	for range c.positions {
		value, move := minimal(middle(g, r), depth, evaluate)
		least[false] += value
		least[true] += move
	}
	plain := 0.0
	for _, a := range minimax.Algorithms {
		search, err := minimax.New(g, minimax.Params{Algorithm: a.Search, Depth: depth, Evaluate: evaluate, Order: !unpruned[a.Name]})
		if err != nil {
			return err
		}
		r := rand.New(rand.NewPCG(c.w.Seed, 0)) // the same positions for all
		nodes := 0.0
		for range c.positions {
			search.Reset()
			result, err := search.Run(c.ctx, middle(g, r))
			if err != nil {
				return err
			}
			nodes += float64(result.Nodes)
			c.step()
		}
		if a.Name == "minimax" {
			plain = nodes
		}
		f := Finding{
			ID: fmt.Sprintf("%s/depth %d/%s", id, depth, a.Name), Source: knuthMoore, Unit: "% of minimax", Games: c.positions,
			Published: number(100), Measured: number(100 * nodes / plain), Note: "theory: all positions",
		}
		agrees := nodes == plain
		if !unpruned[a.Name] {
			bound := least[choosers[a.Name]]
			f.Published = number(100 * bound / plain)
			f.Note = fmt.Sprintf("theory: not fewer than the smallest proof of the value; %.2g times as many", nodes/bound)
			if choosers[a.Name] {
				f.Note = fmt.Sprintf("theory: not fewer than the smallest proof of the move; %.2g times as many", nodes/bound)
			}
			agrees = nodes >= bound
		}
		c.add(f, agrees)
	}
	return nil
}

// leavesOf are the leaves of a uniform tree that an algorithm looks at, and how often
// it looks at any.
func (c *nodeCount) leavesOf(algorithm minimax.Algorithm, t *uniformTree, depth int) (leaves map[uint64]bool, looks int, err error) {
	leaves = map[uint64]bool{}
	search, err := minimax.New(t, minimax.Params{Algorithm: algorithm, Depth: depth, Evaluate: func(s game.State) int {
		leaves[s.Hash()] = true
		looks++
		return s.(*uniformState).worth()
	}})
	if err != nil {
		return nil, 0, err
	}
	_, err = search.Run(c.ctx, t.New())
	c.step()
	return leaves, looks, err
}

// ordered has the algorithms search a tree whose first move is always the best and
// whose value is the first guess of those that guess.
func (c *nodeCount) ordered(degree, depth int) error {
	for _, a := range minimax.Algorithms {
		leaves, _, err := c.leavesOf(a.Search, &uniformTree{degree: degree, ordered: true, seed: c.w.Seed}, depth)
		if err != nil {
			return err
		}
		f := Finding{
			ID: fmt.Sprintf("ordered %d^%d/%s", degree, depth, a.Name), Source: knuthMoore, Unit: "leaves", Games: 1,
			Measured: number(float64(len(leaves))),
		}
		want, agrees := minimalLeaves(degree, depth), false
		switch {
		case unpruned[a.Name]:
			want, f.Note = power(degree, depth), "theory: all leaves"
			agrees = len(leaves) == want
		case choosers[a.Name]:
			want, f.Note = minimalToChoose(degree, depth), "theory: not fewer than prove the move"
			agrees = len(leaves) >= want
		default:
			f.Note = "theory: these and no others"
			agrees = len(leaves) == want
		}
		f.Published = number(float64(want))
		c.add(f, agrees)
	}
	return nil
}

// random has the algorithms search trees whose leaves are independent of each other.
func (c *nodeCount) random(degree, depth int) error {
	shape := fmt.Sprintf("random %d^%d", degree, depth)
	looked := make([][]float64, len(minimax.Algorithms)) // by algorithm and tree: leaves
	looks := map[string][]float64{}                      // by name and tree: counted each time
	beyond := map[string]int{}                           // by name: trees of which leaves were looked at that alpha-beta does not
	for i := range c.trees {
		t := &uniformTree{degree: degree, seed: mixed(c.w.Seed) + uint64(i)}
		var ofAlphaBeta map[uint64]bool
		for k, a := range minimax.Algorithms {
			leaves, times, err := c.leavesOf(a.Search, t, depth)
			if err != nil {
				return err
			}
			looked[k] = append(looked[k], float64(len(leaves)))
			looks[a.Name] = append(looks[a.Name], float64(times))
			if a.Name == "alphabeta" {
				ofAlphaBeta = leaves
			}
			for leaf := range leaves {
				if ofAlphaBeta != nil && !ofAlphaBeta[leaf] {
					beyond[a.Name]++
					break
				}
			}
		}
	}
	for k, a := range minimax.Algorithms {
		c.randomLeaves(shape, a.Name, degree, depth, looked[k])
	}
	for _, name := range []string{"pvs", "negascout"} {
		c.add(Finding{
			ID: shape + "/" + name + "/beyond alpha-beta", Source: reinefeld, Unit: "trees", Games: c.trees, Published: number(0),
			Measured: number(float64(beyond[name])), Note: "theory: no leaf that alpha-beta does not look at",
		}, beyond[name] == 0)
	}
	ratios := make([]float64, c.trees)
	for i := range ratios {
		ratios[i] = looks["pvs"][i] / looks["alphabeta"][i]
	}
	mean, interval := describeMean(ratios)
	c.add(Finding{
		ID: shape + "/pvs/looks beside alpha-beta's", Source: slideOfPVS, Unit: "×", Games: c.trees,
		Measured: number(mean.Mean), Low: number(interval.Low), High: number(interval.High), Note: "told: more than alpha-beta where moves are in random order",
	}, interval.Low > 1)
	return nil
}

// randomLeaves compares how many leaves were looked at, tree by tree, with theory.
func (c *nodeCount) randomLeaves(shape, name string, degree, depth int, looked []float64) {
	mean, interval := describeMean(looked)
	f := Finding{
		ID: shape + "/" + name, Source: knuthMoore, Unit: "leaves", Games: len(looked),
		Measured: number(mean.Mean), Low: number(interval.Low), High: number(interval.High),
	}
	least := minimalLeaves(degree, depth)
	switch {
	case unpruned[name]:
		f.Published, f.Note = number(float64(power(degree, depth))), "theory: all leaves"
		c.add(f, mean.Mean == *f.Published)
		return
	case name == "alphabeta":
		expected := expectedLeaves(degree, depth)
		f.Source, f.Published, f.Note = pearl, number(expected), "theory: on average"
		c.agreements[len(c.findings)] = stats.CompareMean(expected, 0, mean.Mean, mean.SE, 0.05)
		c.findings = append(c.findings, f)
		return
	case choosers[name]:
		least, f.Note = minimalToChoose(degree, depth), "theory: not fewer than prove the move, in any tree"
	default:
		f.Note = "theory: not fewer than prove the value, in any tree"
	}
	f.Published = number(float64(least))
	c.add(f, mean.Min >= float64(least))
}

// describeMean has the mean of a sample, and its 95 % interval.
func describeMean(sample []float64) (stats.Summary, stats.Interval) {
	interval, _ := stats.MeanInterval(sample, 0.95)
	return stats.Describe(sample), interval
}

// middle is a position after some random moves.
func middle(g game.Game, r *rand.Rand) game.State {
	for {
		s := g.New()
		for range 8 {
			if m, ok := game.RandomMove(s, r, nil); ok {
				s.Play(m)
			}
		}
		if s.Turn() != game.Over {
			return s
		}
	}
}
