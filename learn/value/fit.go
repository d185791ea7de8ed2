package value

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"

	"gambito/game"
	"gambito/learn/replay"
	"gambito/neural"
	"gambito/nn"
	"gambito/progress"
)

// Quality is how far a network's values are from the results of some positions.
type Quality struct {
	MSE float64 `json:"mse"`
	MAE float64 `json:"mae"`

	// R2 is the share of the results' variance that the values explain, nil where
	// all results are equal: there is nothing to explain then.
	R2 *float64 `json:"r2"`
}

// Epoch is what came out of one walk through all positions.
type Epoch struct {
	Epoch   int      `json:"epoch"`
	Loss    float64  `json:"loss"`     // mean squared error while learning
	HeldOut *Quality `json:"held_out"` // nil if nothing is held out
}

// error is what the best epoch has least of: the squared error on what is held out,
// or while learning if nothing is.
func (e Epoch) error() float64 {
	if e.HeldOut == nil {
		return e.Loss
	}
	return e.HeldOut.MSE
}

// Position is one to learn from.
type Position struct {
	State  game.State
	Result float64 // of its game, for the player to move
	Game   int     // which it is; positions of one follow each other
}

// Positions are those of games, before every move.
func Positions(g game.Game, games []*replay.Game) (all []Position) {
	for i, one := range games {
		s := g.New()
		for _, m := range one.Moves {
			p := Position{State: s.Clone(), Result: one.Score, Game: i}
			if s.Turn() == 1 {
				p.Result = -p.Result
			}
			all = append(all, p)
			s.Play(m)
		}
	}
	return all
}

// Fitted is a network and how it came about.
type Fitted struct {
	Model   *nn.Model
	Epochs  []Epoch
	Best    int // which of them Model is from
	Learnt  int // positions
	HeldOut int // positions
}

// Quality is that of the epoch taken, on what was held out. It is nil if that was
// nothing: errors while learning say nothing of other positions.
func (f Fitted) Quality() *Quality { return f.Epochs[f.Best].HeldOut }

// split lists the numbers of the positions to learn from and of those held out.
func (s Settings) split(positions []Position) (learn, held []int) {
	r := rand.New(rand.NewPCG(s.Seed, 1))
	out := false
	for i, p := range positions {
		if i == 0 || p.Game != positions[i-1].Game {
			out = r.Float64() < s.HeldOut
		}
		if s.Split == ByPosition {
			out = r.Float64() < s.HeldOut
		}
		if out {
			held = append(held, i)
		} else {
			learn = append(learn, i)
		}
	}
	return learn, held
}

// warmup is over how many steps the rate of learning rises. With all of it at once
// the paper's network, whose first dense layer has 8,192 inputs, jumps to where its
// tanh is flat, and stays there.
const warmup = 200

// Fit fits a network to positions, beginning with a model if there is one, and
// returns it as it was after its best epoch, or its last one. It tells how many
// positions are learnt from, and done of every epoch.
func (s Settings) Fit(ctx context.Context, g game.Encoded, positions []Position, from *nn.Model, jobs int, tell progress.Func, done func(Epoch)) (Fitted, error) {
	learn, held := s.split(positions)
	f := Fitted{Learnt: len(learn), HeldOut: len(held)}
	if len(learn) == 0 {
		return f, fmt.Errorf("all %d positions are held out: there is nothing to learn from", len(held))
	}
	model := from
	if model == nil {
		var err error
		if model, err = nn.New(Networks[s.Network](g.Encoding()), s.Seed); err != nil {
			return f, err
		}
		model.Notes[neural.GameNote] = s.Game
	}
	t, err := nn.NewTrainer(model, nn.Options{Rate: nn.Schedule{Rate: s.Rate, Warmup: warmup}, L2: s.L2, Workers: jobs, Seed: s.Seed})
	if err != nil {
		return f, err
	}
	reader := newReader(g, positions, jobs)
	r := rand.New(rand.NewPCG(s.Seed, 2))
	told := tell.Count("positions", s.Epochs*len(learn))
	for epoch := range s.Epochs {
		e := Epoch{Epoch: epoch}
		r.Shuffle(len(learn), func(i, j int) { learn[i], learn[j] = learn[j], learn[i] })
		for first := 0; first < len(learn); first += s.Batch {
			if err := ctx.Err(); err != nil {
				return f, err
			}
			some := learn[first:min(first+s.Batch, len(learn))]
			b := reader.read(some, s.Images, r.Uint64())
			e.Loss += t.Step(b).Value * float64(len(some)) / float64(len(learn))
			told(epoch*len(learn) + first + len(some))
		}
		e.HeldOut = reader.measure(neural.Of(model), held)
		f.Epochs = append(f.Epochs, e)
		done(e)
		if epoch == 0 || s.Last || e.error() < f.Epochs[f.Best].error() {
			f.Best = epoch
			if f.Model, err = clone(model); err != nil {
				return f, err
			}
		}
		if epoch-f.Best >= s.Patience {
			break
		}
	}
	return f, nil
}

// clone copies a model.
func clone(m *nn.Model) (*nn.Model, error) {
	data, err := m.Encode()
	if err != nil {
		return nil, err
	}
	return nn.Decode(data)
}

// reader shows positions of games to a network.
type reader struct {
	game  game.Encoded
	sym   game.Symmetric
	all   []Position
	jobs  int
	batch nn.Batch
}

func newReader(g game.Encoded, all []Position, jobs int) *reader {
	r := &reader{game: g, all: all, jobs: jobs}
	r.sym, _ = g.(game.Symmetric)
	return r
}

// read makes a batch of positions and their results, each for the side to move,
// under random symmetries if images are wanted.
func (r *reader) read(places []int, images bool, seed uint64) nn.Batch {
	inputs := r.game.Encoding().Inputs()
	n := len(places)
	if cap(r.batch.Value) < n {
		r.batch.Inputs, r.batch.Value = make([]float32, n*inputs), make([]float32, n)
	}
	b := nn.Batch{Size: n, Inputs: r.batch.Inputs[:n*inputs], Value: r.batch.Value[:n]}
	var all sync.WaitGroup
	for job := range r.jobs {
		all.Go(func() {
			image := r.game.New()
			for i := job; i < n; i += r.jobs {
				p := r.all[places[i]]
				shown := p.State
				if images && r.sym != nil {
					k := int(rand.NewPCG(seed, uint64(i)).Uint64() % uint64(r.sym.Symmetries()))
					r.sym.Transform(image, p.State, k)
					shown = image
				}
				r.game.Encode(shown, b.Inputs[i*inputs:(i+1)*inputs])
				b.Value[i] = float32(p.Result)
			}
		})
	}
	all.Wait()
	return b
}

// measuredAtOnce is how many positions are shown to a network at a time.
const measuredAtOnce = 512

// measure compares a network's values with results. Without positions there is
// nothing to compare.
func (r *reader) measure(network *neural.Network, places []int) *Quality {
	if len(places) == 0 {
		return nil
	}
	values := make([]float32, measuredAtOnce)
	var sum, squares, residual, absolute float64
	lowest, highest := math.Inf(1), math.Inf(-1)
	for first := 0; first < len(places); first += measuredAtOnce {
		some := places[first:min(first+measuredAtOnce, len(places))]
		b := r.read(some, false, 0)
		network.Predict(b.Size, b.Inputs, nil, values[:b.Size])
		for i, v := range values[:b.Size] {
			y := float64(b.Value[i])
			sum += y
			squares += y * y
			lowest, highest = min(lowest, y), max(highest, y)
			residual += (y - float64(v)) * (y - float64(v))
			absolute += math.Abs(y - float64(v))
		}
	}
	n := float64(len(places))
	q := &Quality{MSE: residual / n, MAE: absolute / n}
	if lowest < highest {
		explained := 1 - residual/(squares-sum*sum/n)
		q.R2 = &explained
	}
	return q
}
