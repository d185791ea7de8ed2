package mcts

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gambito/bandit"
	"gambito/game"
	"gambito/games"
)

func parse(t testing.TB, id string) game.Game {
	t.Helper()
	g, err := games.Parse(id)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func newSearch(t testing.TB, g game.Game, p Params) *Search {
	t.Helper()
	if p.Policy == nil && p.Weighted == nil {
		p.Policy = bandit.UCB{Alpha: 1}
	}
	s, err := New(g, p)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func search(t testing.TB, s *Search, at game.State, simulations int) Result {
	t.Helper()
	r, err := s.Run(context.Background(), at, Budget{Simulations: simulations})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// randomly plays up to so many random moves, never to the end of the game.
func randomly(g game.Game, r *rand.Rand, plies int) game.State {
	s := g.New()
	for range plies {
		next := s.Clone()
		m, _ := game.RandomMove(s, r, nil)
		next.Play(m)
		if next.Turn() == game.Over {
			break
		}
		s = next
	}
	for s.Turn() == game.Chance {
		m, _ := game.RandomMove(s, r, nil)
		s.Play(m)
	}
	return s
}

// lawful checks the statistics of every node: its visits are those of its
// edges, the edge that leads to it has at least as many, and no sum is outside
// of what rewards can add up to.
func lawful(s *Search) error {
	for _, t := range s.trees {
		for at := range t.nodeCount {
			n := &t.nodes[at]
			players := int32(1)
			if n.turn == game.Together {
				players = int32(s.players)
			}
			sum := int32(0)
			for e := n.first; e < n.first+n.count; e++ {
				arm := t.arms[e]
				sum += arm.N
				low, high := float64(arm.N)*s.p.Rewards.Loss, float64(arm.N)*s.p.Rewards.Win
				if n.turn == game.Chance {
					low, high = 0, 0
				}
				if arm.Sum < low-1e-6 || arm.Sum > high+1e-6 || arm.SumSq < -1e-9 || arm.SumSq > float64(arm.N)+1e-6 {
					return fmt.Errorf("node %d, edge %d: %+v", at, e-n.first, arm)
				}
				if tried := e-n.first < n.tried; players == 1 && s.p.Weighted == nil && n.turn >= 0 && tried != (arm.N > 0) {
					return fmt.Errorf("node %d, edge %d of %d tried has %d visits", at, e-n.first, n.tried, arm.N)
				}
				if child := t.child[e]; child != 0 && !s.p.Transpositions && t.nodes[child].visits > arm.N {
					return fmt.Errorf("node %d was visited %d times, by an edge with %d", child, t.nodes[child].visits, arm.N)
				}
			}
			if sum != players*n.visits {
				return fmt.Errorf("node %d was visited %d times, its edges %d times", at, n.visits, sum)
			}
		}
	}
	return nil
}

// variants are ways to compose a search, each with the games it is tried on.
func variants() map[string]Params {
	fpu := 1.1
	return map[string]Params{
		"plain":           {},
		"visits":          {Visits: 5},
		"all":             {ExpandAll: true},
		"fpu":             {FPU: &fpu},
		"widening":        {WidenFactor: 1, WidenExponent: 0.5},
		"transpositions":  {Transpositions: true},
		"amaf":            {AMAF: AMAF{Kind: AMAFOnly}},
		"alpha-amaf":      {AMAF: AMAF{Kind: AMAFAlpha, Weight: 0.5}},
		"rave":            {AMAF: AMAF{Kind: RAVE, Beta: HandSelected, Weight: 300}},
		"grave":           {AMAF: AMAF{Kind: GRAVE, Weight: 1e-5, Reference: 20}},
		"mast":            {Playout: Playout{MAST: MASTGibbs, Temperature: 0.3}},
		"mast, selection": {Playout: Playout{MAST: MASTGibbs, Temperature: 0.3, Select: true}},
		"fpu, omc":        {Policy: bandit.OMC{}, FPU: &fpu},
		"fpu, tuned":      {Policy: bandit.UCBTuned{Cap: 0.25}, Rewards: Zero, FPU: &fpu},
		"fpu, exp3":       {Weighted: weightsForTest{}, FPU: &fpu},
		"mast-greedy":     {Playout: Playout{MAST: MASTGreedy, Epsilon: 0.4}},
		"decisive":        {Playout: Playout{Decisive: DecisiveOn}},
		"anti-decisive":   {Playout: Playout{Decisive: DecisiveAnti}},
		"solver":          {Solver: true},
		"groups":          {Groups: true},
		"sequential":      {Sequential: true},
		"zero rewards":    {Rewards: Zero},
		"draws lose":      {Rewards: AsLoss},
		"max":             {Final: Max},
		"max-robust":      {Final: MaxRobust},
		"mean":            {Final: Mean},
		"by policy":       {Final: ByPolicy},
		"evaluator":       {Evaluator: Heuristic{func(s game.State) int { return int(s.Hash()%201) - 100 }, 100}},
		"batches":         {Evaluator: Heuristic{func(s game.State) int { return int(s.Hash()%201) - 100 }, 100}, Batch: 8},
		"mixed":           {Evaluator: Heuristic{func(s game.State) int { return int(s.Hash()%201) - 100 }, 100}, Mix: 0.5},
		"cut off":         {Evaluator: Heuristic{func(s game.State) int { return int(s.Hash()%201) - 100 }, 100}, Cutoff: 3},
		"exp3":            {Weighted: weightsForTest{}},
		"tree parallel":   {Threads: 3},
		"root parallel":   {Threads: 3, RootParallel: true},
		"parallel solver": {Threads: 3, Solver: true, Transpositions: true, VirtualLoss: 3},
		"parallel grave":  {Threads: 2, AMAF: AMAF{Kind: GRAVE, Weight: 1e-5, Reference: 20}, Playout: Playout{MAST: MASTGibbs, Temperature: 0.3}},
		"parallel batch":  {Threads: 2, Evaluator: Heuristic{func(s game.State) int { return int(s.Hash()%201) - 100 }, 100}, Batch: 4},
		"small memory":    {Memory: 20_000},
		"puct":            {Policy: bandit.PUCT{C: 1.25}},
		"puct, relative":  {Policy: bandit.PUCT{C: 1.25, Relative: true, Reduction: 0.3}, Rewards: Zero, Evaluator: judgeForTest{}, Batch: 4, Noise: Noise{1, 0.25}},
		"knockout":        {Policy: bandit.PUCT{C: 1.25}, Rewards: Zero, Evaluator: judgeForTest{}, Gumbel: &Gumbel{Moves: 5, Noise: true}},
		"knockout solver": {Policy: bandit.PUCT{C: 1.25}, Rewards: Zero, Evaluator: judgeForTest{}, Batch: 6, Solver: true, Gumbel: &Gumbel{Moves: 16}},
		"all and more":    {ExpandAll: true, AMAF: AMAF{Kind: RAVE, Beta: HandSelected, Weight: 300}, Playout: Playout{MAST: MASTGibbs, Temperature: 0.001, Decisive: DecisiveAnti}},
		"batch and more": {
			Evaluator: Heuristic{func(s game.State) int { return int(s.Hash()%201) - 100 }, 100}, Batch: 8, Mix: 0.5, Solver: true,
			AMAF: AMAF{Kind: GRAVE, Reference: 10}, Playout: Playout{MAST: MASTGreedy, Epsilon: 0.2},
		},
		"parallel sequential": {Threads: 4, Sequential: true},
		"everything": {
			Visits: 2, FPU: &fpu, WidenFactor: 3, WidenExponent: 0.5, Transpositions: true, AMAF: AMAF{Kind: RAVE, Beta: HandSelected, Weight: 300},
			Playout: Playout{MAST: MASTGibbs, Temperature: 0.3, Decisive: DecisiveAnti}, Solver: true, Threads: 2,
		},
	}
}

// weightsForTest is a Weighted policy that draws uniformly and counts rewards.
type weightsForTest struct{}

func (weightsForTest) Choose(weights []float64, r *rand.Rand) (int, float64) {
	return r.IntN(len(weights)), 1 / float64(len(weights))
}

func (weightsForTest) Learn(weights []float64, arm int, probability, reward float64) {
	weights[arm] += reward / probability
}

func TestEveryPartKeepsTheLaws(t *testing.T) {
	for _, id := range []string{"connect4", "tictactoe", "breakthrough", "othello", "atari-go", "einstein", "tron:6x6"} {
		g := parse(t, id)
		r := rand.New(rand.NewPCG(3, 0))
		for name, p := range variants() {
			if p.Weighted == nil && p.Policy == nil {
				p.Policy = bandit.UCB{Alpha: 1}
			}
			s, err := New(g, p)
			if err != nil {
				continue // TestRefusals says which do not fit
			}
			t.Run(id+"/"+name, func(t *testing.T) {
				for i := range 4 {
					at := randomly(g, r, 4*i)
					seat := at.Turn()
					if seat == game.Together {
						seat = game.Player(i % 2)
					}
					before := g.FormatPosition(at)
					s.NewGame(seat, uint64(i))
					for range 2 { // the second search goes on with the first one's tree
						result := search(t, s, at, 150)
						if err := lawful(s); err != nil {
							t.Fatal(err)
						}
						if !slices.Contains(game.MovesFor(at, seat, nil), result.Move) || math.IsNaN(result.Value) {
							t.Fatalf("move %d, value %v in %s", result.Move, result.Value, before)
						}
						if result.Simulations < 150 && !p.Solver || g.FormatPosition(at) != before {
							t.Fatalf("%d simulations, and the position is now %s", result.Simulations, g.FormatPosition(at))
						}
						if p.Memory > 0 && result.Bytes > p.Memory {
							t.Fatalf("the tree takes %d bytes of %d", result.Bytes, p.Memory)
						}
					}
				}
			})
		}
	}
}

func TestRefusals(t *testing.T) {
	fpu := 1.0
	ucb := bandit.UCB{Alpha: 2}
	for _, c := range []struct {
		game string
		p    Params
	}{
		{"connect4", Params{}},
		{"connect4", Params{Policy: ucb, Weighted: weightsForTest{}}},
		{"einstein", Params{Policy: ucb, Solver: true}},
		{"tron", Params{Policy: ucb, Solver: true}},
		{"tron", Params{Policy: ucb, AMAF: AMAF{Kind: RAVE}}},
		{"connect4", Params{Policy: ucb, Playout: Playout{Select: true}}},
		{"tron", Params{Policy: ucb, Groups: true}},
		{"tron", Params{Policy: ucb, Playout: Playout{Decisive: DecisiveOn}}},
		{"connect4", Params{Policy: ucb, Playout: Playout{Weighted: true}}},
		{"tron", Params{Policy: ucb, Playout: Playout{Weighted: true, MAST: MASTGibbs, Temperature: 1}}},
		{"connect4", Params{Weighted: weightsForTest{}, Solver: true}},
		{"connect4", Params{Weighted: weightsForTest{}, FPU: &fpu, Threads: 2}},
		{"connect4", Params{Policy: ucb, ExpandAll: true, Threads: 2}},
		{"connect4", Params{Policy: ucb, Batch: 4}},
		{"connect4", Params{Weighted: weightsForTest{}, Final: ByPolicy}},
		{"connect4", Params{Policy: ucb, Visits: 2, Evaluator: Heuristic{}}},
		{"tron", Params{Policy: ucb, Evaluator: Heuristic{}}},
		{"tron", Params{Policy: ucb, FPU: &fpu}},
		{"tron", Params{Policy: ucb, Transpositions: true}},
		{"tron", Params{Policy: ucb, Sequential: true, Reuse: true}},
		{"connect4", Params{Policy: ucb, Noise: Noise{1, 0.25}}},
		{"connect4", Params{Policy: ucb, Evaluator: Heuristic{}, Gumbel: &Gumbel{Moves: 4}}},
		{"connect4", Params{Policy: bandit.PUCT{C: 1}, Gumbel: &Gumbel{Moves: 4}}},
		{"connect4", Params{Policy: bandit.PUCT{C: 1}, Evaluator: Heuristic{}, Threads: 2, Gumbel: &Gumbel{Moves: 4}}},
	} {
		if _, err := New(parse(t, c.game), c.p); err == nil {
			t.Errorf("%s %+v: no error", c.game, c.p)
		}
	}
	s := newSearch(t, parse(t, "connect4"), Params{})
	if _, err := s.Run(context.Background(), parse(t, "connect4").New(), Budget{}); err == nil {
		t.Error("a search without a limit: no error")
	}
}

// TestPinned pins the root's statistics: they change only when the search does.
func TestPinned(t *testing.T) {
	for _, c := range []struct {
		id   string
		want string
	}{
		{"connect4", "4:211 1:174 3:143 2:139 5:121 7:110 6:102 "},
		{"breakthrough", "e2-f3:116 c2-d3:86 f2-e3:73 a2-a3:71 c2-b3:70 e2-d3:68 a2-b3:65 b2-b3:62 c2-c3:61 f2-f3:54 d2-c3:51 b2-a3:48 d2-e3:48 d2-d3:46 e2-e3:43 b2-c3:38 "},
		{"tron", "right:416 up:347 down:128 left:109 "},
		{"einstein", "3-c2:615 3-d2:274 3-d1:111 "},
	} {
		g := parse(t, c.id)
		s := newSearch(t, g, Params{})
		at := g.New()
		if at.Turn() == game.Chance {
			at.Play(at.Moves(nil)[2])
		}
		s.NewGame(0, 7)
		result := search(t, s, at, 1000)
		got := ""
		for _, m := range result.Moves {
			got += fmt.Sprintf("%s:%d ", game.FormatMoveFor(g, at, 0, m.Move), m.Visits)
		}
		if got != c.want {
			t.Errorf("%s: %q", c.id, got)
		}
	}
}

func TestSameSeedSameSearch(t *testing.T) {
	for _, id := range []string{"breakthrough", "tron:6x6"} {
		g := parse(t, id)
		for name, p := range variants() {
			if p.Policy == nil && p.Weighted == nil {
				p.Policy = bandit.UCB{Alpha: 1}
			}
			if _, err := New(g, p); err != nil || p.Threads > 1 && !p.RootParallel {
				continue // the part does not fit, or which thread comes first is up to the machine
			}
			results := [2]Result{}
			for i := range results {
				s := newSearch(t, g, p)
				s.NewGame(0, 99)
				search(t, s, g.New(), 50)
				s.NewGame(0, 5)
				results[i] = search(t, s, g.New(), 200)
				results[i].Time = 0
			}
			if a, b := fmt.Sprint(results[0]), fmt.Sprint(results[1]); a != b {
				t.Errorf("%s, %s: %s and %s", id, name, a, b)
			}
		}
	}
}

func TestNoAllocation(t *testing.T) {
	for _, id := range []string{"connect4", "othello", "breakthrough:8x8", "einstein", "tron"} {
		s := newSearch(t, parse(t, id), Params{})
		at := randomly(s.game, rand.New(rand.NewPCG(1, 1)), 2)
		search(t, s, at, 40_000)
		s.Forget()
		search(t, s, at, 1)
		w := s.workers[0]
		if n := testing.AllocsPerRun(10_000, w.simulate); n != 0 {
			t.Errorf("%s: a simulation allocates %v times", id, n)
		}
	}
}

func TestKeep(t *testing.T) {
	for _, id := range []string{"connect4", "othello", "einstein", "tron"} {
		g := parse(t, id)
		for name, p := range map[string]Params{
			"plain": {}, "transpositions": {Transpositions: true}, "root parallel": {Threads: 2, RootParallel: true}, "solver": {Solver: true}, "rave": {AMAF: AMAF{Kind: RAVE, Weight: 1e-4}},
		} {
			p.Policy = bandit.UCB{Alpha: 1}
			s, err := New(g, p)
			if err != nil {
				continue
			}
			r := rand.New(rand.NewPCG(1, 9))
			at := randomly(g, r, 2)
			seat := max(at.Turn(), 0)
			s.NewGame(seat, 3)
			reused := 0
			for at.Turn() != game.Over {
				if !game.ToMove(at, seat) {
					m, _ := game.RandomMove(at, r, nil)
					at.Play(m)
					continue
				}
				s.Keep(at)
				if err := lawful(s); err != nil {
					t.Fatalf("%s %s: kept: %v", id, name, err)
				}
				result := search(t, s, at, 300)
				if err := lawful(s); err != nil {
					t.Fatalf("%s %s: %v", id, name, err)
				}
				if got := s.visits(); got != result.Reused+result.Simulations {
					t.Fatalf("%s %s: the root has %d visits, %d of them kept, after %d simulations", id, name, got, result.Reused, result.Simulations)
				}
				reused += result.Reused
				if at.Turn() == game.Together {
					m, _ := game.RandomMove(at, r, nil)
					at.Play(m)
				} else {
					at.Play(result.Move)
				}
			}
			if reused == 0 {
				t.Errorf("%s %s: nothing was kept in a whole game", id, name)
			}
		}
	}
}

func TestChanceIsFair(t *testing.T) {
	g := parse(t, "einstein")
	s := newSearch(t, g, Params{})
	at := g.New()
	at.Play(at.Moves(nil)[0])
	search(t, s, at, 20_000)
	tr := s.tree
	checked := 0
	for i := range tr.nodeCount {
		n := &tr.nodes[i]
		if n.turn != game.Chance || n.visits < 2000 {
			continue
		}
		checked++
		for _, arm := range tr.edges(n) {
			share, sigma := float64(arm.N)/float64(n.visits), math.Sqrt(1./6*5/6/float64(n.visits))
			if math.Abs(share-1./6) > 5*sigma {
				t.Errorf("an outcome of a die was drawn %d of %d times", arm.N, n.visits)
			}
		}
	}
	if checked == 0 {
		t.Error("no roll of the die was seen often enough")
	}
}

func TestBudgets(t *testing.T) {
	g := parse(t, "breakthrough")
	s := newSearch(t, g, Params{})
	r, err := s.Run(context.Background(), g.New(), Budget{Nodes: 50})
	if err != nil || r.Nodes != 50 {
		t.Errorf("%d nodes of 50, %v", r.Nodes, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s.Forget()
	if _, err := s.Run(ctx, g.New(), Budget{Simulations: 1 << 30}); err == nil {
		t.Error("a search that was cancelled before it began: no error")
	}
}

func TestWideningAndFPU(t *testing.T) {
	g := parse(t, "breakthrough:8x8")
	s := newSearch(t, g, Params{WidenFactor: 2, WidenExponent: 0.25})
	search(t, s, g.New(), 2000)
	for i := range s.tree.nodeCount {
		n := &s.tree.nodes[i]
		if most := max(1, int32(2*math.Pow(float64(n.visits), 0.25))); n.tried > most {
			t.Fatalf("a node of %d visits considers %d moves, not %d", n.visits, n.tried, most)
		}
	}
	low := -100.0 // nothing new is ever urgent
	s = newSearch(t, g, Params{FPU: &low})
	search(t, s, g.New(), 500)
	if n := s.tree.nodes[0]; n.tried != 1 {
		t.Errorf("with no urgency %d moves were tried", n.tried)
	}
}
