package neural

import "sync"

// Gatherer is a Predictor for many who ask at once, searches or threads of a
// search: it gathers their questions into batches, of which as many are worked on
// at a time as there are cores to use. A batch goes as soon as it is full, or
// everybody who might add to it waits.
type Gatherer struct {
	network       Predictor // for any number of goroutines
	inputs, moves int
	batch         int // positions of a full batch
	jobs          int // batches at a time

	mutex   sync.Mutex
	queue   []*question
	clients int // who may ask
	waiting int // of them, those whose question is not answered
	running int // batches
	idle    []*gathered

	batches, positions int
}

// question is one call of Predict.
type question struct {
	n                      int
	inputs, logits, values []float32
	answered               chan struct{}
}

// gathered is questions that go together, and memory for them.
type gathered struct {
	questions              []*question
	n                      int
	inputs, logits, values []float32
}

// NewGatherer gathers up to batch positions, jobs times.
func NewGatherer(network Predictor, inputs, moves, batch, jobs int) *Gatherer {
	return &Gatherer{network: network, inputs: inputs, moves: moves, batch: batch, jobs: jobs}
}

// Join says that so many more goroutines may ask, or, if it is negative, fewer.
// Each asks one question at a time.
func (g *Gatherer) Join(clients int) {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	g.clients += clients
	g.start()
}

// Fault implements Predictor.
func (g *Gatherer) Fault() error { return g.network.Fault() }

// Filling is how many positions a batch has had on average.
func (g *Gatherer) Filling() float64 {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	return float64(g.positions) / float64(max(g.batches, 1))
}

var questionPool = sync.Pool{New: func() any { return &question{answered: make(chan struct{}, 1)} }}

// Predict implements Predictor, for any number of goroutines.
func (g *Gatherer) Predict(n int, inputs, logits, values []float32) {
	q := questionPool.Get().(*question)
	q.n, q.inputs, q.logits, q.values = n, inputs, logits, values
	g.mutex.Lock()
	g.queue = append(g.queue, q)
	g.waiting++
	g.start()
	g.mutex.Unlock()
	<-q.answered
	q.inputs, q.logits, q.values = nil, nil, nil
	questionPool.Put(q)
}

// start lets batches go that should. The mutex is held.
func (g *Gatherer) start() {
	for g.running < g.jobs && g.ready() {
		g.running++
		go g.run(g.take())
	}
}

// ready reports whether a batch should go.
func (g *Gatherer) ready() bool {
	if len(g.queue) == 0 || len(g.queue) >= g.batch || g.waiting >= g.clients {
		return len(g.queue) > 0
	}
	n := 0
	for _, q := range g.queue {
		n += q.n
	}
	return n >= g.batch
}

// take removes a batch from the queue.
func (g *Gatherer) take() *gathered {
	b := new(gathered)
	if last := len(g.idle) - 1; last >= 0 {
		b, g.idle = g.idle[last], g.idle[:last]
	}
	taken := 0
	b.n = 0
	for taken < len(g.queue) && (taken == 0 || b.n+g.queue[taken].n <= g.batch) {
		b.n += g.queue[taken].n
		taken++
	}
	b.questions = append(b.questions[:0], g.queue[:taken]...)
	g.queue = append(g.queue[:0], g.queue[taken:]...)
	g.batches++
	g.positions += b.n
	return b
}

// run asks the network and answers the questions of a batch.
func (g *Gatherer) run(b *gathered) {
	b.inputs = b.inputs[:0]
	for _, q := range b.questions {
		b.inputs = append(b.inputs, q.inputs...)
	}
	b.logits, b.values = atLeast(b.logits, b.n*g.moves), atLeast(b.values, b.n)
	g.network.Predict(b.n, b.inputs, b.logits[:b.n*g.moves], b.values[:b.n])
	first := 0
	for _, q := range b.questions {
		copy(q.logits, b.logits[first*g.moves:(first+q.n)*g.moves])
		copy(q.values, b.values[first:first+q.n])
		first += q.n
	}
	g.mutex.Lock()
	defer g.mutex.Unlock()
	g.running--
	g.waiting -= len(b.questions)
	for _, q := range b.questions {
		q.answered <- struct{}{} // it has room for one
	}
	g.idle = append(g.idle, b)
	g.start()
}
