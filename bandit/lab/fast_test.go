package lab

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gambito/bandit"
)

func testBases(seed uint64, arms int) []uint64 {
	bases := make([]uint64, arms)
	for i := range bases {
		bases[i] = hash(seed, uint64(i))
	}
	return bases
}

// TestFastUCB compares the choices of the fast player with those of the policy
// round by round.
func TestFastUCB(t *testing.T) {
	seeds := uint64(6)
	if raceDetector {
		seeds = 2
	}
	for _, arms := range []int{2, 3, 10, 37, 100} {
		explorers := []bandit.Explorer{bandit.UCBAlpha1{}, bandit.UCBAlpha2{}, bandit.UCBExp{A: 0.2, B: -0.03}, bandit.UCBSqrt{C: 0.1}}
		for _, alpha := range []float64{0, 0.001953125, 0.0078125, 0.0625, 0.25, 0.5, 1 / float64(arms), 2} {
			explorers = append(explorers, bandit.UCB{Alpha: alpha})
		}
		source, err := Uniform(arms, MakeBernoulli)
		if err != nil {
			t.Fatal(err)
		}
		for _, policy := range explorers {
			for seed := range seeds {
				rounds := 2000
				if seed == 0 && !raceDetector {
					rounds = 20000
				}
				compareChoices(t, policy, source.Problem(seed, 0), testBases(seed, arms), hotArms, rounds)
				// With fewer hot arms the bound of the cold ones is
				// needed more often.
				compareChoices(t, policy, source.Problem(seed, 0), testBases(seed, arms), 1+int(seed)%3, rounds/2)
			}
		}
	}
}

func compareChoices(t *testing.T, policy bandit.Explorer, problem Problem, bases []uint64, hot, rounds int) {
	t.Helper()
	fast := newFastTables(policy, len(problem), rounds, makeRoots(rounds)).player(len(problem))
	fast.most = hot
	slow := &indexed{policy: policy}
	fast.begin(problem, bases, nil)
	slow.begin(problem, bases, nil)
	for round := 0; round < rounds; round++ {
		choice := round
		if round >= len(problem) {
			choice = policy.Select(slow.seen, bandit.Context{Total: round, K: len(problem)}, nil)
		}
		fast.play(round + 1)
		slow.play(round + 1)
		// Counts were equal before: the choice is the same if this one is.
		if a := slow.seen[choice]; fast.pulls[choice] != a.N || fast.sums[choice] != a.Sum {
			t.Fatalf("%T%+v, %d arms: in round %d arm %d has %d pulls paying %v, not %d paying %v",
				policy, policy, len(problem), round, choice, fast.pulls[choice], fast.sums[choice], a.N, a.Sum)
		}
	}
}

// TestFastUCBTies has arms that tie for ever.
func TestFastUCBTies(t *testing.T) {
	for _, p := range [][]float64{{1, 1}, {0, 0, 0}, {1, 0, 1}, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}} {
		problem := make(Problem, len(p))
		for i := range p {
			problem[i] = Bernoulli(p[i])
		}
		for _, alpha := range []float64{0, 0.1, 2} {
			for _, hot := range []int{1, 3, hotArms} {
				compareChoices(t, bandit.UCB{Alpha: alpha}, problem, testBases(1, len(p)), hot, 1000)
			}
		}
	}
}

// TestFastUCBStretches plays some rounds at a time, as experiments do, and
// compares the counts in between.
func TestFastUCBStretches(t *testing.T) {
	rounds := 10000
	if raceDetector {
		rounds = 2000
	}
	r := rand.New(rand.NewPCG(1, 0))
	roots := makeRoots(rounds)
	for _, arms := range []int{2, 3, 10, 37, 100} {
		source, _ := Uniform(arms, MakeBernoulli)
		for _, alpha := range []float64{0, 0.001953125, 0.0625, 0.5, 1 / float64(arms), 2} {
			policy := bandit.UCB{Alpha: alpha}
			fast, slow := newFastTables(policy, arms, rounds, roots).player(arms), &indexed{policy: policy}
			for i, longest := range []int{20, 200, 200, 5000} {
				fast.most = []int{1, 2, hotArms, hotArms}[i]
				problem, bases := source.Problem(1, i), testBases(uint64(i), arms)
				fast.begin(problem, bases, nil)
				slow.begin(problem, bases, nil)
				for round := 0; round < rounds; {
					round = min(rounds, round+1+r.IntN(longest))
					fast.play(round)
					slow.play(round)
					for j, a := range fast.arms() {
						if a.N != slow.seen[j].N || a.Sum != slow.seen[j].Sum {
							t.Fatalf("α = %v, %d arms, round %d: arm %d is %+v, not %+v", alpha, arms, round, j, a, slow.seen[j])
						}
					}
				}
			}
		}
	}
}

// falling explores less and less, against the law.
type falling struct{ bandit.UCB }

func (falling) Exploration(c bandit.Context) float64 { return 1 / float64(c.Total) }

func TestUnfitExplorationIsRefused(t *testing.T) {
	if newFastTables(bandit.UCB{Alpha: 1e-300}, 2, 10, makeRoots(10)) != nil {
		t.Error("an exploration that underflows is taken")
	}
	if newFastTables(falling{}, 2, 10, makeRoots(10)) != nil {
		t.Error("an exploration that falls is taken")
	}
}

// BenchmarkUCB compares the fast player with the policy's own loop.
func BenchmarkUCB(b *testing.B) {
	const rounds = 100000
	roots := makeRoots(rounds)
	for _, arms := range []int{10, 100} {
		source, _ := Uniform(arms, MakeBernoulli)
		for _, alpha := range []float64{0, 1 / float64(arms), 0.0625, 0.5} {
			policy := bandit.UCB{Alpha: alpha}
			for name, p := range map[string]player{
				"fast": newFastTables(policy, arms, rounds, roots).player(arms),
				"loop": &indexed{policy: policy},
			} {
				b.Run(fmt.Sprintf("k=%d/alpha=%v/%s", arms, alpha, name), func(b *testing.B) {
					i := 0
					for b.Loop() {
						p.begin(source.Problem(1, i%64), testBases(uint64(i%64), arms), nil)
						p.play(rounds)
						i++
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(i)/rounds, "ns/round")
				})
			}
		}
	}
}
