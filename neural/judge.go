package neural

import (
	"math"
	"slices"
	"sync"

	"gambito/game"
	"gambito/search/mcts"
)

// Predictor runs a network on several positions. It may be called by several
// goroutines at once if it says so.
type Predictor interface {
	// Predict reads n positions as game.Encoded writes them, and writes their
	// logits, as many as there are places for moves, and their values, from −1
	// to 1. A network without a policy leaves the logits as they are.
	Predict(n int, inputs, logits, values []float32)

	// Fault tells whether something was answered that cannot be counted with.
	Fault() error
}

// Judge is an mcts.Evaluator that asks a network. All images of a position
// under the game's symmetries are judged as one, so that what was found can be
// looked up for any of them, and looking it up changes no result.
type Judge struct {
	game    game.Encoded
	sym     game.Symmetric // nil if the game has no symmetries
	size    game.Encoding
	policy  bool
	images  int // to judge of each position
	network Predictor
	cache   *cache

	mutex sync.Mutex
	idle  []*questions // buffers that nobody uses
}

// JudgeOptions are how a Judge works.
type JudgeOptions struct {
	Policy bool // the network has a policy; else all priors stay equal
	Cache  int  // positions to remember, 0 for none

	// Images is how many images of a position under the game's symmetries the
	// network is asked about, whose mean counts; 0 for one. A game with fewer has
	// all of its images judged.
	Images int
}

// NewJudge returns a Judge of positions of g.
func NewJudge(g game.Encoded, p Predictor, o JudgeOptions) *Judge {
	j := &Judge{game: g, size: g.Encoding(), policy: o.Policy, images: 1, network: p}
	if j.sym, _ = g.(game.Symmetric); j.sym != nil {
		j.images = min(max(1, o.Images), j.sym.Symmetries())
	}
	if o.Cache > 0 {
		width := 0
		if o.Policy {
			width = g.Info().MaxMoves
		}
		j.cache = newCache(o.Cache, width)
	}
	return j
}

// take returns buffers for a call, and give takes them back.
func (j *Judge) take() *questions {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	if last := len(j.idle) - 1; last >= 0 {
		q := j.idle[last]
		j.idle = j.idle[:last]
		return q
	}
	return &questions{other: j.game.New()}
}

func (j *Judge) give(q *questions) {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	j.idle = append(j.idle, q)
}

// Join implements mcts.Gathering: how many may ask is for a Gatherer to know.
func (j *Judge) Join(threads int) {
	if g, ok := j.network.(*Gatherer); ok {
		g.Join(threads)
	}
}

// Fault implements mcts.Fallible.
func (j *Judge) Fault() error { return j.network.Fault() }

// Forget empties the memory: the network has changed.
func (j *Judge) Forget() {
	if j.cache != nil {
		j.cache.reset()
	}
}

// questions are the buffers of one call.
type questions struct {
	images []image
	other  game.State
	asked  []int // numbers of the positions that the network is asked about
	inputs []float32
	logits []float32
	values []float32
	known  []float32 // logits of an image's moves
}

// image is the one of a position's images that stands for all.
type image struct {
	state game.State
	turn  int // the symmetry that leads to it
	hash  uint64
	moves []game.Move
}

// Evaluate implements mcts.Evaluator.
func (j *Judge) Evaluate(positions []mcts.Position) {
	q := j.take()
	defer j.give(q)
	for len(q.images) < len(positions) {
		q.images = append(q.images, image{state: j.game.New()})
	}
	q.asked = q.asked[:0]
	for i := range positions {
		im := &q.images[i]
		j.turn(im, q.other, positions[i].State)
		if !j.recall(q, im, &positions[i]) {
			q.asked = append(q.asked, i)
		}
	}
	if len(q.asked) == 0 {
		return
	}
	j.ask(q)
	for k, i := range q.asked {
		im := &q.images[i]
		value := j.mean(q, im, k*j.images)
		if j.cache != nil {
			j.cache.put(im.hash, value, q.known)
		}
		j.answer(&positions[i], im, value, q.known)
	}
}

// ask has the network judge the images of the positions asked about.
func (j *Judge) ask(q *questions) {
	n, inputs, moves := len(q.asked)*j.images, j.size.Inputs(), j.size.Moves
	q.inputs = atLeast(q.inputs, n*inputs)
	q.logits = atLeast(q.logits, n*moves)
	q.values = atLeast(q.values, n)
	into := q.inputs
	for _, i := range q.asked {
		for turn := range j.images {
			at := q.images[i].state
			if turn > 0 {
				j.sym.Transform(q.other, at, turn)
				at = q.other
			}
			j.game.Encode(at, into[:inputs])
			into = into[inputs:]
		}
	}
	j.network.Predict(n, q.inputs[:n*inputs], q.logits[:n*moves], q.values[:n])
}

// mean returns what the network said of a position's images, of which first is
// the first asked about, and leaves the logits of the moves in q.known.
func (j *Judge) mean(q *questions, im *image, first int) (value float32) {
	q.known = q.known[:0]
	if j.policy {
		q.known = append(q.known, make([]float32, len(im.moves))...)
	}
	for turn := range j.images {
		value += q.values[first+turn]
		at, logits := im.state, q.logits[(first+turn)*j.size.Moves:]
		if turn > 0 {
			j.sym.Transform(q.other, im.state, turn)
			at = q.other
		}
		for i := range q.known {
			m := im.moves[i]
			if turn > 0 {
				m = j.sym.TransformMove(m, turn)
			}
			q.known[i] += logits[j.game.MoveIndex(at, m)]
		}
	}
	if j.images > 1 {
		for i := range q.known {
			q.known[i] /= float32(j.images)
		}
		value /= float32(j.images)
	}
	return value
}

func atLeast(s []float32, n int) []float32 {
	if len(s) < n {
		return make([]float32, n)
	}
	return s
}

// turn finds the image that stands for s: the one with the least hash.
func (j *Judge) turn(im *image, other, s game.State) {
	im.state.CopyFrom(s)
	im.turn, im.hash = 0, s.Hash()
	if j.sym != nil {
		for k := 1; k < j.sym.Symmetries(); k++ {
			j.sym.Transform(other, s, k)
			if hash := other.Hash(); hash < im.hash {
				im.hash, im.turn = hash, k
			}
		}
		j.sym.Transform(im.state, s, im.turn)
	}
	im.moves = im.state.Moves(im.moves[:0])
}

// recall answers from memory.
func (j *Judge) recall(q *questions, im *image, p *mcts.Position) bool {
	if j.cache == nil {
		return false
	}
	value, logits, ok := j.cache.get(im.hash, q.known[:0])
	if q.known = logits; !ok || j.policy && len(logits) != len(im.moves) {
		return false
	}
	j.answer(p, im, value, logits)
	return true
}

// answer fills in a position from the logits of its image's moves.
func (j *Judge) answer(p *mcts.Position, im *image, value float32, logits []float32) {
	p.Value = max(-1, min(1, float64(value)))
	if !j.policy || len(p.Moves) == 0 {
		return
	}
	greatest := float32(math.Inf(-1))
	for i, m := range p.Moves {
		if j.sym != nil {
			m = j.sym.TransformMove(m, im.turn)
		}
		at, _ := slices.BinarySearch(im.moves, m)
		p.Priors[i] = logits[at]
		greatest = max(greatest, logits[at])
	}
	sum := float32(0)
	for i := range p.Priors {
		p.Priors[i] = float32(math.Exp(float64(p.Priors[i] - greatest)))
		sum += p.Priors[i]
	}
	for i := range p.Priors {
		p.Priors[i] /= sum
	}
}
