package neural

import "sync"

// Gatherer is a Predictor for many searches at once: it gathers what they ask
// into batches, which a few workers, one a core, pass to networks of their own.
// A batch goes as soon as it is full, or everybody who might add to it waits.
type Gatherer struct {
	inputs, moves int
	batch         int

	mutex   sync.Mutex
	changed sync.Cond
	queue   []*question
	clients int // who may ask
	waiting int // of them, those whose question is not answered
	closed  bool
	done    sync.WaitGroup

	batches, positions int
}

// question is one call of Predict.
type question struct {
	n                      int
	inputs, logits, values []float32
	answered               chan struct{}
}

// NewGatherer starts a worker for each network.
func NewGatherer(networks []Predictor, inputs, moves, batch int) *Gatherer {
	g := &Gatherer{inputs: inputs, moves: moves, batch: batch}
	g.changed.L = &g.mutex
	for _, network := range networks {
		g.done.Go(func() { g.work(network) })
	}
	return g
}

// Join says that so many more goroutines may ask, or, if it is negative, fewer.
// Each asks one question at a time.
func (g *Gatherer) Join(clients int) {
	g.mutex.Lock()
	g.clients += clients
	g.mutex.Unlock()
	g.changed.Broadcast()
}

// Close ends the workers. Nobody may ask any more.
func (g *Gatherer) Close() {
	g.mutex.Lock()
	g.closed = true
	g.mutex.Unlock()
	g.changed.Broadcast()
	g.done.Wait()
}

// Filling is how many positions a batch has had on average.
func (g *Gatherer) Filling() float64 {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	return float64(g.positions) / float64(max(g.batches, 1))
}

var answers = sync.Pool{New: func() any { return &question{answered: make(chan struct{}, 1)} }}

// Predict implements Predictor, for any number of goroutines.
func (g *Gatherer) Predict(n int, inputs, logits, values []float32) {
	q := answers.Get().(*question)
	q.n, q.inputs, q.logits, q.values = n, inputs, logits, values
	g.mutex.Lock()
	g.queue = append(g.queue, q)
	g.waiting++
	ready := g.ready()
	g.mutex.Unlock()
	if ready {
		g.changed.Signal()
	}
	<-q.answered
	q.inputs, q.logits, q.values = nil, nil, nil
	answers.Put(q)
}

// ready reports whether a batch should go.
func (g *Gatherer) ready() bool {
	return len(g.queue) > 0 && (g.waiting >= g.clients || g.queued() >= g.batch)
}

// queued is how many positions wait, as far as it matters.
func (g *Gatherer) queued() int {
	if len(g.queue) >= g.batch {
		return g.batch
	}
	n := 0
	for _, q := range g.queue {
		n += q.n
	}
	return n
}

// take waits for a batch. It returns none when the gatherer is closed.
func (g *Gatherer) take(batch []*question) []*question {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	for !g.ready() {
		if g.closed {
			return nil
		}
		g.changed.Wait()
	}
	n, taken := 0, 0
	for taken < len(g.queue) && (taken == 0 || n+g.queue[taken].n <= g.batch) {
		n += g.queue[taken].n
		taken++
	}
	batch = append(batch, g.queue[:taken]...)
	g.queue = append(g.queue[:0], g.queue[taken:]...)
	g.batches++
	g.positions += n
	return batch
}

func (g *Gatherer) work(network Predictor) {
	var batch []*question
	var inputs, logits, values []float32
	for {
		batch = g.take(batch[:0])
		if len(batch) == 0 {
			return
		}
		inputs = inputs[:0]
		n := 0
		for _, q := range batch {
			inputs = append(inputs, q.inputs...)
			n += q.n
		}
		logits, values = atLeast(logits, n*g.moves), atLeast(values, n)
		network.Predict(n, inputs, logits[:n*g.moves], values[:n])
		n = 0
		for _, q := range batch {
			copy(q.logits, logits[n*g.moves:(n+q.n)*g.moves])
			copy(q.values, values[n:n+q.n])
			n += q.n
		}
		g.mutex.Lock()
		g.waiting -= len(batch)
		g.mutex.Unlock()
		for _, q := range batch {
			q.answered <- struct{}{}
		}
	}
}
