package neural

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"gambito/bandit"
	"gambito/game"
	"gambito/games/breakthrough"
	"gambito/games/connect4"
	"gambito/games/othello"
	"gambito/games/tictactoe"
	"gambito/search/mcts"
)

// sums is a network whose answers depend on all inputs.
type sums struct {
	inputs, moves int
	asked         atomic.Int64 // positions
}

func (s *sums) Fault() error { return nil }

func (s *sums) Predict(n int, inputs, logits, values []float32) {
	s.asked.Add(int64(n))
	for i := range n {
		at := inputs[i*s.inputs : (i+1)*s.inputs]
		for m := range s.moves {
			sum := float32(0)
			for k, x := range at {
				sum += x * float32((k*7+m*13)%11-5) / 20
			}
			logits[i*s.moves+m] = sum
		}
		sum := 0.0
		for k, x := range at {
			sum += float64(x) * float64((k*5)%9-4) / 30
		}
		values[i] = float32(math.Tanh(sum))
	}
}

func encoded(t testing.TB) []game.Encoded {
	t.Helper()
	c, err := connect4.New(7, 6, 4)
	if err != nil {
		t.Fatal(err)
	}
	b, err := breakthrough.New(6, 6)
	if err != nil {
		t.Fatal(err)
	}
	n, err := tictactoe.New(3, 3)
	if err != nil {
		t.Fatal(err)
	}
	return []game.Encoded{c, b.(game.Encoded), n, othello.New()}
}

// somewhere returns positions of a random game.
func somewhere(g game.Game, seed uint64) (all []game.State) {
	r := rand.New(rand.NewPCG(seed, 0))
	for s := g.New(); s.Turn() != game.Over; {
		all = append(all, s.Clone())
		m, _ := game.RandomMove(s, r, nil)
		s.Play(m)
	}
	return all
}

func ask(s game.State) mcts.Position {
	p := mcts.Position{State: s, Moves: s.Moves(nil)}
	for range p.Moves {
		p.Priors = append(p.Priors, 1/float32(len(p.Moves)))
	}
	return p
}

// TestImagesAreJudgedAlike checks that all images of a position get the same
// value, and the images of moves the same priors, with and without memory.
func TestImagesAreJudgedAlike(t *testing.T) {
	for _, g := range encoded(t) {
		sym := g.(game.Symmetric)
		size := g.Encoding()
		network := &sums{inputs: size.Inputs(), moves: size.Moves}
		plain := NewJudge(g, network, JudgeOptions{Policy: true})
		keeps := NewJudge(g, network, JudgeOptions{Policy: true, Cache: 64})
		image := g.New()
		for _, s := range somewhere(g, 1) {
			first := []mcts.Position{ask(s)}
			plain.Evaluate(first)
			sum := float32(0)
			for _, p := range first[0].Priors {
				sum += p
			}
			if math.Abs(float64(sum)-1) > 1e-5 {
				t.Fatalf("%s: priors %v", g.Info().ID, first[0].Priors)
			}
			for k := range sym.Symmetries() {
				sym.Transform(image, s, k)
				for _, judge := range []*Judge{plain, keeps} {
					again := []mcts.Position{ask(image)}
					judge.Evaluate(again)
					if again[0].Value != first[0].Value {
						t.Fatalf("%s: image %d of %s is worth %g, not %g", g.Info().ID, k, g.FormatPosition(s), again[0].Value, first[0].Value)
					}
					if ownImage(sym, s) {
						continue // equal moves may swap
					}
					for i, m := range first[0].Moves {
						to := sym.TransformMove(m, k)
						j := slices.Index(again[0].Moves, to)
						if math.Abs(float64(again[0].Priors[j]-first[0].Priors[i])) > 1e-6 {
							t.Fatalf("%s: image %d of %s has other priors", g.Info().ID, k, g.FormatPosition(s))
						}
					}
				}
			}
		}
	}
}

// TestMeanOfImages compares judgements of all images of positions with a plain mean
// over what the network says of each.
func TestMeanOfImages(t *testing.T) {
	for _, g := range encoded(t) {
		sym, size := g.(game.Symmetric), g.Encoding()
		network := &sums{inputs: size.Inputs(), moves: size.Moves}
		judge := NewJudge(g, network, JudgeOptions{Policy: true, Images: 8})
		image := g.New()
		inputs, said, value := make([]float32, size.Inputs()), make([]float32, size.Moves), make([]float32, 1)
		all := somewhere(g, 3)
		var asked []mcts.Position
		for _, s := range all {
			asked = append(asked, ask(s))
		}
		judge.Evaluate(asked)
		for i, s := range all {
			n := float64(sym.Symmetries())
			mean, logits := 0.0, make([]float64, len(asked[i].Moves))
			for k := range sym.Symmetries() {
				sym.Transform(image, s, k)
				g.Encode(image, inputs)
				network.Predict(1, inputs, said, value)
				mean += float64(value[0]) / n
				for j, m := range asked[i].Moves {
					logits[j] += float64(said[g.MoveIndex(image, sym.TransformMove(m, k))]) / n
				}
			}
			if math.Abs(mean-asked[i].Value) > 1e-5 {
				t.Fatalf("%s: %s is worth %g, not %g", g.Info().ID, g.FormatPosition(s), asked[i].Value, mean)
			}
			sum := 0.0
			for _, x := range logits {
				sum += math.Exp(x)
			}
			for j, x := range logits {
				if want := math.Exp(x) / sum; math.Abs(want-float64(asked[i].Priors[j])) > 1e-5 {
					t.Fatalf("%s: %s has prior %g, not %g", g.Info().ID, g.FormatPosition(s), asked[i].Priors[j], want)
				}
			}
		}
	}
}

// ownImage reports whether a position looks the same from two sides.
func ownImage(g game.Symmetric, s game.State) bool {
	image := g.New()
	for k := 1; k < g.Symmetries(); k++ {
		if g.Transform(image, s, k); image.Hash() == s.Hash() {
			return true
		}
	}
	return false
}

// TestMemory checks that positions, and their images, are asked about once.
func TestMemory(t *testing.T) {
	g := encoded(t)[0]
	size := g.Encoding()
	network := &sums{inputs: size.Inputs(), moves: size.Moves}
	judge := NewJudge(g, network, JudgeOptions{Policy: true, Cache: 1 << 16})
	all := somewhere(g, 2)
	for range 3 {
		for _, s := range all {
			judge.Evaluate([]mcts.Position{ask(s)})
		}
	}
	if asked := network.asked.Load(); asked != int64(len(all)) {
		t.Errorf("the network was asked %d times about %d positions", asked, len(all))
	}
	judge.Forget()
	judge.Evaluate([]mcts.Position{ask(all[0])})
	if asked := network.asked.Load(); asked != int64(len(all))+1 {
		t.Error("what was known is not forgotten")
	}
}

// TestSomeMoves asks for priors of a part of the moves, which must sum to one.
func TestSomeMoves(t *testing.T) {
	g := encoded(t)[0]
	size := g.Encoding()
	judge := NewJudge(g, &sums{inputs: size.Inputs(), moves: size.Moves}, JudgeOptions{Policy: true, Cache: 16})
	p := ask(g.New())
	p.Moves, p.Priors = p.Moves[2:4], p.Priors[2:4]
	positions := []mcts.Position{p}
	for range 2 {
		judge.Evaluate(positions)
		if sum := p.Priors[0] + p.Priors[1]; math.Abs(float64(sum)-1) > 1e-5 {
			t.Errorf("priors %v", p.Priors)
		}
	}
}

// TestGatherer asks from many goroutines and compares with asking directly. That
// it ends at all shows that no question is left behind.
func TestGatherer(t *testing.T) {
	g := encoded(t)[0]
	size := g.Encoding()
	direct := NewJudge(g, &sums{inputs: size.Inputs(), moves: size.Moves}, JudgeOptions{Policy: true})
	gatherer := NewGatherer(&sums{inputs: size.Inputs(), moves: size.Moves}, size.Inputs(), size.Moves, 8, 2)
	judge := NewJudge(g, gatherer, JudgeOptions{Policy: true})
	const clients = 50
	gatherer.Join(clients)
	var all sync.WaitGroup
	for client := range uint64(clients) {
		all.Go(func() {
			defer gatherer.Join(-1)
			states := somewhere(g, client)
			for i := 0; i+1 < len(states); i += 2 {
				got := []mcts.Position{ask(states[i]), ask(states[i+1])}
				want := []mcts.Position{ask(states[i]), ask(states[i+1])}
				judge.Evaluate(got)
				direct.Evaluate(want)
				for k := range got {
					if got[k].Value != want[k].Value || got[k].Priors[0] != want[k].Priors[0] {
						t.Errorf("value %g, not %g", got[k].Value, want[k].Value)
					}
				}
			}
		})
	}
	all.Wait()
	if f := gatherer.Filling(); f < 2 || f > 8 {
		t.Errorf("%g positions a batch", f)
	}
}

// TestThreadsAreGathered searches with several threads, which share batches, and
// must all come to an end.
func TestThreadsAreGathered(t *testing.T) {
	g := encoded(t)[0]
	size := g.Encoding()
	gatherer := NewGatherer(&sums{inputs: size.Inputs(), moves: size.Moves}, size.Inputs(), size.Moves, 8, 2)
	judge := NewJudge(g, gatherer, JudgeOptions{Policy: true})
	s, err := mcts.New(g, mcts.Params{Policy: bandit.PUCT{C: 1.5}, Rewards: mcts.Zero, Evaluator: judge, Threads: 5, Solver: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, simulations := range []int{3, 200, 501} {
		s.NewGame(0, 1)
		if r, err := s.Run(context.Background(), g.New(), mcts.Budget{Simulations: simulations}); err != nil || r.Simulations < simulations {
			t.Errorf("%d simulations of %d, %v", r.Simulations, simulations, err)
		}
	}
	if f := gatherer.Filling(); f < 2 {
		t.Errorf("%g positions a batch", f)
	}
	if gatherer.clients != 0 || gatherer.waiting != 0 || gatherer.running != 0 {
		t.Errorf("%d clients are left, %d wait, %d batches run", gatherer.clients, gatherer.waiting, gatherer.running)
	}
}

func TestJudgeAllocatesNothing(t *testing.T) {
	g := encoded(t)[3]
	size := g.Encoding()
	judge := NewJudge(g, &sums{inputs: size.Inputs(), moves: size.Moves}, JudgeOptions{Policy: true, Cache: 4})
	positions := []mcts.Position{ask(g.New()), ask(somewhere(g, 1)[9])}
	if n := testing.AllocsPerRun(200, func() { judge.Evaluate(positions) }); n > 0 {
		t.Errorf("%g allocations a call", n)
	}
}
