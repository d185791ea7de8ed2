package mcts

import (
	"context"
	"math/rand/v2"
	"testing"

	"gambito/bandit"
	"gambito/game"
)

// machines is a bandit as a game: the one player pulls one of several arms, and
// the game is over. The n-th pull of an arm always pays the same.
type machines struct {
	game.Game // the rest is never asked for
	arms      int
	pulls     []int
}

func (m *machines) Info() game.Info {
	return game.Info{ID: "machines", Roles: []string{"gambler", "bank"}, MaxMoves: m.arms, MaxPlies: 1}
}

func (m *machines) New() game.State { return &pull{m: m, arm: -1} }

// pays is what the n-th pull of an arm pays: a win or a loss.
func (m *machines) pays(arm, n int) float64 {
	if rand.NewPCG(uint64(arm), uint64(n)).Uint64()%uint64(m.arms+1) < uint64(arm+1) {
		return 1
	}
	return -1
}

type pull struct {
	m     *machines
	arm   int
	score float64
}

func (p *pull) Turn() game.Player {
	if p.arm >= 0 {
		return game.Over
	}
	return 0
}

func (p *pull) Moves(buf []game.Move) []game.Move {
	if p.arm < 0 {
		for i := range p.m.arms {
			buf = append(buf, game.Move(i))
		}
	}
	return buf
}

func (p *pull) Play(m game.Move) {
	p.arm = int(m)
	p.score = p.m.pays(p.arm, p.m.pulls[p.arm])
	p.m.pulls[p.arm]++
}

func (p *pull) Score(of game.Player) float64 {
	if of == 1 {
		return -p.score
	}
	return p.score
}

func (p *pull) Hash() uint64            { return uint64(p.arm + 1) }
func (p *pull) CopyFrom(src game.State) { *p = *src.(*pull) }
func (p *pull) Clone() game.State       { c := *p; return &c }

// TestTreeOfDepthOneIsABandit runs every policy in a tree of depth one and in a
// plain loop, with the same random numbers: they must pull the same arms.
func TestTreeOfDepthOneIsABandit(t *testing.T) {
	const rounds = 3000
	for i := range bandit.Catalogue {
		entry := &bandit.Catalogue[i]
		made, err := entry.Make(nil)
		if err != nil {
			t.Fatal(err)
		}
		policy, ok := made.(bandit.Policy)
		if _, opens := made.(bandit.Opener); !ok || opens {
			continue // PUCT needs priors, EXP3 no first pulls
		}
		g := &machines{arms: 7, pulls: make([]int, 7)}
		s, err := New(g, Params{Policy: policy})
		if err != nil {
			t.Fatal(err)
		}
		s.NewGame(0, 5)
		if _, err := s.Run(context.Background(), g.New(), Budget{Simulations: rounds}); err != nil {
			t.Fatal(err)
		}
		tree := s.tree.edges(&s.tree.nodes[0])
		order := s.tree.moves[:g.arms] // in which the arms were first pulled

		arms := make([]bandit.Arm, g.arms)
		r := rand.New(rand.NewPCG(5, 0))
		for left := uint32(g.arms); left > 1; left-- {
			r.Uint32N(left) // the tree drew the order of first pulls
		}
		for total := range rounds {
			arm := total
			if total >= g.arms {
				arm = policy.Select(arms, bandit.Context{Total: total, K: len(arms)}, r)
			}
			arms[arm].Add((1 + g.pays(int(order[arm]), int(arms[arm].N))) / 2)
		}
		for k := range arms {
			if arms[k] != tree[k] {
				t.Errorf("%s, arm %d: %+v in the loop, %+v in the tree", entry.Name, order[k], arms[k], tree[k])
			}
		}
	}
}

// TestEveryPolicyInATree runs all policies, drawing ones too, in a real game.
func TestEveryPolicyInATree(t *testing.T) {
	for _, id := range []string{"connect4", "tron:6x6", "einstein"} {
		g := parse(t, id)
		for i := range bandit.Catalogue {
			entry := &bandit.Catalogue[i]
			made, err := entry.Make(nil)
			if err != nil {
				t.Fatal(err)
			}
			var p Params
			p.Policy, _ = made.(bandit.Policy)
			p.Weighted, _ = made.(bandit.Weighted)
			s := newSearch(t, g, p)
			at := randomly(g, rand.New(rand.NewPCG(8, 8)), 1)
			search(t, s, at, 500)
			if err := lawful(s); err != nil {
				t.Errorf("%s, %s: %v", id, entry.Name, err)
			}
		}
	}
}

func BenchmarkSearch(b *testing.B) {
	for _, id := range []string{"connect4", "othello", "breakthrough", "breakthrough:8x8"} {
		b.Run(id, func(b *testing.B) {
			g := parse(b, id)
			s := newSearch(b, g, Params{Policy: bandit.UCB{Alpha: 2}})
			at := g.New()
			simulations := 0
			for b.Loop() {
				s.Forget()
				simulations += search(b, s, at, 1000).Simulations
			}
			b.ReportMetric(float64(simulations)/b.Elapsed().Seconds(), "simulations/s")
		})
	}
}
