package zero

import (
	"context"
	"math"
	"math/rand/v2"
	"sync"

	"gambito/game"
	"gambito/learn/replay"
	"gambito/nn"
)

// sampler makes batches of positions from a buffer, each under a random
// symmetry.
type sampler struct {
	game   game.Encoded
	sym    game.Symmetric
	buffer *replay.Buffer
	mix    float64
	batch  nn.Batch
	helper []*sampleMaker
}

// sampleMaker is what one goroutine needs to make samples.
type sampleMaker struct {
	state, image game.State
	start        game.State
}

func newSampler(g game.Encoded, buffer *replay.Buffer, size, jobs int, mix float64) *sampler {
	e := g.Encoding()
	s := &sampler{game: g, buffer: buffer, mix: mix, batch: nn.Batch{
		Size:   size,
		Inputs: make([]float32, size*e.Inputs()),
		Policy: make([]float32, size*e.Moves),
		Value:  make([]float32, size),
	}}
	s.sym, _ = g.(game.Symmetric)
	for range jobs {
		s.helper = append(s.helper, &sampleMaker{g.New(), g.New(), g.New()})
	}
	return s
}

// draw fills the batch. What it draws depends on nothing but the seed and the
// step.
func (s *sampler) draw(seed uint64, step int) nn.Batch {
	var all sync.WaitGroup
	for worker, h := range s.helper {
		all.Go(func() {
			for i := worker; i < s.batch.Size; i += len(s.helper) {
				r := rand.New(rand.NewPCG(seed, uint64(step)<<20|uint64(i)))
				s.sample(h, i, r)
			}
		})
	}
	all.Wait()
	return s.batch
}

// sample makes sample i of the batch.
func (s *sampler) sample(h *sampleMaker, i int, r *rand.Rand) {
	g, ply := s.buffer.Draw(r)
	h.state.CopyFrom(h.start)
	g.Position(h.state, ply)
	turn := 0
	at := h.state
	if s.sym != nil {
		turn = r.IntN(s.sym.Symmetries())
		s.sym.Transform(h.image, h.state, turn)
		at = h.image
	}
	e := s.game.Encoding()
	s.game.Encode(at, s.batch.Inputs[i*e.Inputs():(i+1)*e.Inputs()])
	policy := s.batch.Policy[i*e.Moves : (i+1)*e.Moves]
	clear(policy)
	var found replay.Found
	if len(g.Found) > 0 {
		found = g.Found[ply]
	}
	sum := 0.0
	for _, share := range found.Shares {
		sum += share.Share
	}
	for _, share := range found.Shares {
		m := share.Move
		if s.sym != nil {
			m = s.sym.TransformMove(m, turn)
		}
		policy[s.game.MoveIndex(at, m)] = float32(share.Share / sum)
	}
	s.batch.Value[i] = float32(s.value(g, found, h.state.Turn()))
}

// value is what the network should say of a position: what was proven, or else
// how the game ended, mixed with what the search expected.
func (s *sampler) value(g *replay.Game, found replay.Found, turn game.Player) float64 {
	z := g.Score
	if turn == 1 {
		z = -z
	}
	switch {
	case found.Proven:
		return found.Value
	case found.Valued:
		z = (1-s.mix)*z + s.mix*found.Value
	}
	return z
}

// averageEvery is after how many steps the network that plays takes its share of
// what was learnt.
const averageEvery = 100

// learn makes steps on the buffer and moves the average after the model.
func (s Settings) learn(ctx context.Context, t *nn.Trainer, average *nn.Model, samples *sampler, steps int, done func(step int, loss nn.Loss)) error {
	for step := range steps {
		if err := ctx.Err(); err != nil {
			return err
		}
		loss := t.Step(samples.draw(s.Seed, t.Model().Steps))
		if t.Model().Steps%averageEvery == 0 || step == steps-1 {
			// At first it is the mean of all there was.
			follow(average, t.Model(), max(s.Averaging, 1/float64(1+t.Model().Steps/averageEvery)))
		}
		done(step+1, loss)
	}
	return nil
}

// follow moves the numbers of a model towards another's.
func follow(average, model *nn.Model, share float64) {
	to := average.Parameters()
	for i, p := range model.Parameters() {
		for j, x := range p.Data {
			moved := (1-share)*float64(to[i].Data[j]) + share*float64(x)
			if math.Abs(moved) < 1e-30 {
				moved = 0
			}
			to[i].Data[j] = float32(moved)
		}
	}
	average.Steps, average.Positions, average.History = model.Steps, model.Positions, model.History
}
