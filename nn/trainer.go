package nn

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"gambito/nn/kernel"
	"gambito/nn/safetensors"
)

// Options says how a model is trained.
type Options struct {
	Rate      Schedule
	Optimizer Optimizer
	// PolicyWeight and ValueWeight are what the parts of the loss count; 0 means 1.
	PolicyWeight, ValueWeight float64
	L2                        float64
	// Shard is how many positions are trained, and normalised, together; 0 means
	// 32. A batch is cut into shards, and their gradients are added in order: so
	// the result depends on their size, but not on Workers.
	Shard int
	// Workers is how many goroutines share the work; 0 means one for every core.
	Workers int
	// Seed decides what dropout leaves out.
	Seed uint64
}

// Batch is what a model is to learn in one step.
type Batch struct {
	Size   int
	Inputs []float32
	// Policy is the target probability of every move, for every position. A
	// position whose targets are all zero does not count for the policy.
	Policy []float32
	Value  []float32
}

// Trainer changes the weights of a model. It is not for more than one goroutine.
type Trainer struct {
	model   *Model
	options Options
	workers []*worker
	shards  []shard
	// memory is what the optimizer remembers, by parameter.
	memory [][][]float32

	recent Loss // sum since the last milestone
	steps  int  // since then
}

// worker is the memory that one goroutine needs to train a shard.
type worker struct {
	input                []float32
	trunk, policy, value chainTape
	dPolicy, dValue, sum []float32
	scratch              scratch
}

// shard is what comes out of training on one part of a batch.
type shard struct {
	gradients [][]float32
	loss      Loss
}

// NewTrainer prepares to train a model from where it is.
func NewTrainer(m *Model, o Options) (*Trainer, error) {
	var err error
	if o.Optimizer, err = o.Optimizer.complete(); err != nil {
		return nil, err
	}
	if err := o.Rate.Check(); err != nil {
		return nil, err
	}
	o.Shard = cmp.Or(o.Shard, 32)
	o.Workers = cmp.Or(o.Workers, runtime.GOMAXPROCS(0))
	o.PolicyWeight = cmp.Or(o.PolicyWeight, 1)
	o.ValueWeight = cmp.Or(o.ValueWeight, 1)
	switch {
	case o.Shard < 1 || o.Workers < 1:
		return nil, fmt.Errorf("shards of %d positions for %d workers: both must be positive", o.Shard, o.Workers)
	case !(o.L2 >= 0) || !(o.PolicyWeight >= 0) || !(o.ValueWeight >= 0):
		return nil, fmt.Errorf("weights of the loss must not be negative")
	}
	t := &Trainer{model: m, options: o, memory: make([][][]float32, len(m.parameters))}
	for i, p := range m.parameters {
		for range o.Optimizer.memories() {
			if p.kind != statistic {
				t.memory[i] = append(t.memory[i], make([]float32, len(p.Data)))
			}
		}
	}
	return t, nil
}

// Model is the model that is trained.
func (t *Trainer) Model() *Model { return t.model }

// Step trains the model on a batch and returns the loss it had before. If that is
// not finite the model is left as it is.
func (t *Trainer) Step(b Batch) Loss {
	a := t.model.Architecture
	if b.Size < 1 || len(b.Inputs) != b.Size*a.Inputs() || len(b.Policy) != b.Size*a.Moves() || len(b.Value) != b.Size*a.Values() {
		panic(fmt.Sprintf("nn: a batch of %d positions has %d inputs, %d policies and %d values; needed are %d, %d and %d", b.Size,
			len(b.Inputs), len(b.Policy), len(b.Value), b.Size*a.Inputs(), b.Size*a.Moves(), b.Size*a.Values()))
	}
	loss := t.gradients(b)
	if sum := loss.Policy + loss.Value; math.IsNaN(sum) || math.IsInf(sum, 0) {
		return loss
	}
	t.update()
	t.model.Steps++
	t.model.Positions += b.Size
	t.steps++
	t.recent.add(loss, 1)
	return loss
}

// Milestone adds the mean loss since the last one to the model's history.
func (t *Trainer) Milestone(note string) Milestone {
	m := Milestone{Step: t.model.Steps, Positions: t.model.Positions, Note: note}
	m.Loss.add(t.recent, 1/float64(max(1, t.steps)))
	t.recent, t.steps = Loss{}, 0
	t.model.History = append(t.model.History, m)
	return m
}

// parallel calls do for every number below count, on several goroutines, each of
// which passes its own number too.
func (t *Trainer) parallel(count int, do func(worker, i int)) {
	workers := min(t.options.Workers, count)
	if workers == 1 {
		for i := range count {
			do(0, i)
		}
		return
	}
	var next atomic.Int64
	var group sync.WaitGroup
	for w := range workers {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < count; i = int(next.Add(1)) - 1 {
				do(w, i)
			}
		})
	}
	group.Wait()
}

// gradients computes the loss of a batch and the gradients of its shards; it
// leaves their sum in the first.
func (t *Trainer) gradients(b Batch) Loss {
	count := (b.Size + t.options.Shard - 1) / t.options.Shard
	for len(t.shards) < count {
		s := shard{}
		for _, p := range t.model.parameters {
			s.gradients = append(s.gradients, make([]float32, len(p.Data)))
		}
		t.shards = append(t.shards, s)
	}
	for len(t.workers) < min(count, t.options.Workers) {
		t.workers = append(t.workers, t.newWorker())
	}
	layers := slices.Concat(t.model.trunk, t.model.policy, t.model.value)
	t.parallel(len(layers), func(_, i int) { layers[i].prepare() })
	counted := max(1, countPolicies(b.Policy, t.model.Architecture.Moves()))
	t.parallel(count, func(w, i int) {
		first := i * t.options.Shard
		t.train(t.workers[w], i, part(b, t.model.Architecture, first, min(b.Size, first+t.options.Shard)), b.Size, counted)
	})
	t.parallel(len(t.model.parameters), func(_, i int) {
		for s := 1; s < count; s++ {
			kernel.Axpy(1, t.shards[s].gradients[i], t.shards[0].gradients[i])
		}
	})
	var loss Loss
	for _, s := range t.shards[:count] {
		loss.add(s.loss, 1)
	}
	loss.L2 = t.penalty()
	return loss
}

// countPolicies says how many positions have a target for the policy.
func countPolicies(targets []float32, moves int) (n int) {
	for i := 0; i < len(targets); i += moves {
		if slices.ContainsFunc(targets[i:i+moves], func(x float32) bool { return x != 0 }) {
			n++
		}
	}
	return n
}

// part is some positions of a batch.
func part(b Batch, a Architecture, first, end int) Batch {
	return Batch{end - first, b.Inputs[first*a.Inputs() : end*a.Inputs()],
		b.Policy[first*a.Moves() : end*a.Moves()], b.Value[first*a.Values() : end*a.Values()]}
}

func (t *Trainer) newWorker() *worker {
	m, n := t.model, t.options.Shard
	in := m.Architecture.input()
	out := in
	for _, l := range m.Architecture.Trunk {
		out = l.out(out)
	}
	return &worker{
		input: make([]float32, n*in.stride()),
		trunk: m.trunk.tape(n), policy: m.policy.tape(n), value: m.value.tape(n),
		dPolicy: make([]float32, n*m.Architecture.Moves()), dValue: make([]float32, n*m.Architecture.Values()),
		sum: make([]float32, n*out.stride()),
	}
}

// train computes the gradients and the losses of one shard of a batch of total
// positions, of which counted have a policy.
func (t *Trainer) train(w *worker, number int, b Batch, total, counted int) {
	a, s := t.model.Architecture, &t.shards[number]
	s.loss = Loss{}
	for _, g := range s.gradients {
		clear(g)
	}
	p := &pass{
		positions: b.Size,
		share:     float32(b.Size) / float32(total),
		gradients: s.gradients,
		random:    rand.New(rand.NewPCG(t.options.Seed, uint64(t.model.Steps)<<16+uint64(number))),
		scratch:   &w.scratch,
	}
	arrange(w.input, b.Inputs, b.Size, a, a.input())
	x := w.trunk.forward(p, w.input)
	var dx []float32
	if len(w.policy) > 0 {
		factor := 1 / float64(counted)
		logits := w.policy.forward(p, x)[:len(b.Policy)]
		s.loss.Policy = factor * crossEntropy(logits, b.Policy, w.dPolicy[:len(logits)], a.Moves(), factor*t.options.PolicyWeight)
		dx = w.policy.backward(p, w.dPolicy)
	}
	if len(w.value) > 0 {
		factor := 1 / float64(total)
		values := w.value.forward(p, x)[:len(b.Value)]
		s.loss.Value = factor * squaredError(values, b.Value, w.dValue[:len(values)], a.Values(), factor*t.options.ValueWeight)
		other := w.value.backward(p, w.dValue)
		if dx == nil {
			dx = other
		} else {
			copy(w.sum, dx)
			kernel.Axpy(1, other[:min(len(other), len(w.sum))], w.sum)
			dx = w.sum
		}
	}
	w.trunk.backward(p, dx)
}

// penalty is the L2 part of the loss.
func (t *Trainer) penalty() float64 {
	sum := 0.0
	for _, p := range t.model.parameters {
		if p.kind == weights && t.options.L2 > 0 {
			for _, x := range p.Data {
				sum += float64(x) * float64(x)
			}
		}
	}
	return t.options.L2 / 2 * sum
}

// statisticMomentum is how much of a running mean a step replaces.
const statisticMomentum = 0.1

// update changes the weights by the gradients of the first shard, which holds
// the sum.
func (t *Trainer) update() {
	step := t.model.Steps
	rate := t.options.Rate.At(step)
	t.parallel(len(t.model.parameters), func(_, i int) {
		p, g := t.model.parameters[i], t.shards[0].gradients[i]
		if p.kind == statistic {
			for j, x := range g {
				p.Data[j] += statisticMomentum * (x - p.Data[j])
			}
			return
		}
		if p.kind == weights && t.options.L2 > 0 {
			kernel.Axpy(float32(t.options.L2), p.Data, g)
		}
		t.options.Optimizer.update(p.Data, g, t.memory[i], rate, step, p.kind == weights)
	})
}

// optimizerPrefix begins the names of the tensors that an optimizer remembers.
const optimizerPrefix = "optimizer."

func memoryName(number int, p *Parameter) string {
	return fmt.Sprintf("%s%d.%s", optimizerPrefix, number, p.Name)
}

// Encode returns the model with what the optimizer remembers, so that training can
// go on as if it had never stopped (the first milestone after it covers only the
// steps after it). Decode reads the model alone from it.
func (t *Trainer) Encode() ([]byte, error) {
	f, err := t.model.file()
	if err != nil {
		return nil, err
	}
	for i, p := range t.model.parameters {
		for number, data := range t.memory[i] {
			f.Tensors = append(f.Tensors, safetensors.Tensor{Name: memoryName(number, p), Shape: p.Shape, Data: data})
		}
	}
	return f.Encode()
}

// Resume reads what Trainer.Encode wrote. The options must name the same optimizer.
func Resume(data []byte, o Options) (*Trainer, error) {
	f, err := safetensors.Decode(data)
	if err != nil {
		return nil, err
	}
	m, rest, err := decodeModel(f)
	if err != nil {
		return nil, err
	}
	t, err := NewTrainer(m, o)
	if err != nil {
		return nil, err
	}
	for i, p := range m.parameters {
		for number, data := range t.memory[i] {
			name := memoryName(number, p)
			tensor, ok := rest[name]
			if !ok || !slices.Equal(tensor.Shape, p.Shape) {
				return nil, fmt.Errorf("tensor %q is missing or has another shape: it was not trained with %s", name, t.options.Optimizer.Kind)
			}
			if slices.ContainsFunc(tensor.Data, func(x float32) bool { return math.IsNaN(float64(x)) }) {
				return nil, fmt.Errorf("tensor %q holds what is no number", name)
			}
			copy(data, tensor.Data)
			delete(rest, name)
		}
	}
	for name := range rest {
		return nil, fmt.Errorf("there is no place for tensor %q: it was not trained with %s", name, t.options.Optimizer.Kind)
	}
	return t, nil
}
