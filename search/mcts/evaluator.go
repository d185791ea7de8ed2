package mcts

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gambito/game"
)

// Evaluator judges positions, several at a time. Threads of a search call it at
// once.
type Evaluator interface {
	// Evaluate fills in the values of positions and, if it has any, the
	// priors of their moves.
	Evaluate(positions []Position)
}

// Gathering is an Evaluator that gathers what several searches, or threads of
// one, ask at once. It is told how many threads there are that may ask: no batch
// waits for those who will not.
type Gathering interface {
	Evaluator

	// Join says that so many more threads may ask, or, if it is negative, fewer.
	Join(threads int)
}

// Fallible is an Evaluator that may turn out to be unable to judge, such as a network
// with damaged weights. A search that has asked it fails then.
type Fallible interface {
	Evaluator

	// Fault tells what is wrong, or nil.
	Fault() error
}

// join tells an evaluator that gathers of threads that begin or end.
func (s *Search) join(threads int) {
	if s.gathering != nil {
		s.gathering.Join(threads)
	}
}

// Position is one that an evaluator is asked about. A player is to move in it, or
// chance.
type Position struct {
	State game.State
	Value float64 // expected score of the player to move, of player 0 where chance decides

	// Moves are the legal ones, and Priors the probabilities that they are
	// best, equal beforehand. Both are empty where only the value is asked.
	Moves  []game.Move
	Priors []float32
}

// Heuristic is an Evaluator from an evaluation of a game: a position of x units
// for the player to move is worth tanh(x / Scale).
type Heuristic struct {
	Evaluation func(game.State) int
	Scale      float64
}

// Evaluate implements Evaluator.
func (h Heuristic) Evaluate(positions []Position) {
	for i := range positions {
		p := &positions[i]
		p.Value = math.Tanh(float64(h.Evaluation(p.State)) / h.Scale)
	}
}

func (p *Params) checkEvaluator(of traits) error {
	switch {
	case p.Evaluator == nil:
		return nil
	case of.generalSum:
		return fmt.Errorf("an evaluation judges for one player what others lose, which is not so in %s", of.id)
	case of.together:
		return fmt.Errorf("an evaluation judges positions in which one player is to move; those of %s move at once", of.id)
	case p.PriorsOnly && p.Cutoff > 0:
		return errors.New("priors are of positions where the tree ends, not some plies further")
	case p.Cutoff == 0 && p.Visits > 1:
		return errors.New("positions that an evaluation judges join the tree at their first visit")
	}
	return nil
}

func (p *Params) checkBatch(traits) error {
	if p.Batch > 1 && !p.judges() {
		return errors.New("batches are for an evaluator that judges where the tree ends")
	}
	return nil
}

// pending is a simulation that waits for an evaluator.
type pending struct {
	path     []step
	joined   []joint
	sequence []played
	state    game.State
	scores   []float64
	exact    bool // the scores were known where the walk ended
	ended    bool // the game is over where the walk ended
	moves    []game.Move
	priors   []float32
	node     int32 // whose moves get priors, −1 if none
	asked    int   // its number among the requests, −1 if there is nothing to ask
}

// simulateBatch walks down several times, asks the evaluator about all the
// positions at once, and counts the results.
func (w *worker) simulateBatch(n int) {
	w.requests = w.requests[:0]
	for i := range n {
		w.gather(i)
	}
	w.settleBatch(w.batch[:n])
	for i := range n {
		b := &w.batch[i]
		if b.asked >= 0 && b.node >= 0 {
			w.setPriors(b.node, &w.requests[b.asked])
		}
		w.path, w.joined = append(w.path[:0], b.path...), append(w.joined[:0], b.joined...)
		w.sequence = append(w.sequence[:0], b.sequence...)
		w.ended = b.ended
		copy(w.scores, b.scores)
		w.reward()
		if w.p.Trace != nil {
			how := b.how()
			if how == Evaluated && w.p.PriorsOnly {
				how = PlayedOut
			}
			w.tellJudgement(how)
		}
		w.backup()
	}
}

// how is by what a simulation was judged.
func (b *pending) how() How {
	switch {
	case b.ended:
		return Ended
	case b.exact:
		return WasProven
	case b.asked < 0:
		return PlayedOut
	}
	return Evaluated
}

// settleBatch finds the scores of the simulations that wait. Threads that share
// the tree have it meanwhile.
func (w *worker) settleBatch(batch []pending) {
	if w.shared {
		w.tree.release()
		defer w.tree.hold()
	}
	if len(w.requests) > 0 {
		w.p.Evaluator.Evaluate(w.requests)
	}
	for i := range batch {
		b := &batch[i]
		b.ended = b.state.Turn() == game.Over
		if b.exact {
			continue
		}
		w.state.CopyFrom(b.state)
		w.sequence = append(w.sequence[:0], b.sequence...)
		if b.asked < 0 {
			w.settleScores(false, 0, game.Over)
		} else {
			w.settleScores(!w.p.PriorsOnly, w.requests[b.asked].Value, evaluatedFor(b.state))
		}
		b.sequence = append(b.sequence[:0], w.sequence...)
		copy(b.scores, w.scores)
	}
}

// gather walks down once and keeps what simulation i of a batch waits for.
func (w *worker) gather(i int) {
	for len(w.batch) <= i {
		w.batch = append(w.batch, pending{state: w.search.game.New(), scores: make([]float64, len(w.scores))})
	}
	b := &w.batch[i]
	b.node, b.asked = w.descend(), -1
	b.path, b.joined = append(b.path[:0], w.path...), append(b.joined[:0], w.joined...)
	b.sequence = append(b.sequence[:0], w.sequence...)
	b.state.CopyFrom(w.state)
	if b.exact = w.exact; b.exact {
		copy(b.scores, w.scores)
		w.exact = false
		return
	}
	if b.state.Turn() == game.Over {
		return
	}
	b.asked = len(w.requests)
	w.requests = append(w.requests, w.request(b))
}

// request asks about the position of b, and the moves of its node if it is new.
func (w *worker) request(b *pending) Position {
	b.moves, b.priors = b.moves[:0], b.priors[:0]
	if b.node >= 0 {
		n := &w.tree.nodes[b.node]
		b.moves = append(b.moves, w.tree.moves[n.first:n.first+n.count]...)
		for range b.moves {
			b.priors = append(b.priors, 1/float32(len(b.moves)))
		}
	}
	return Position{State: b.state, Moves: b.moves, Priors: b.priors}
}

// judgeRoot asks for the priors of the root's moves. The root is in state.
func (w *worker) judgeRoot() {
	b := pending{state: w.state, node: 0}
	w.requests = append(w.requests[:0], w.request(&b))
	w.p.Evaluator.Evaluate(w.requests)
	w.setPriors(0, &w.requests[0])
	w.tree.rootValue = w.requests[0].Value
}

// setPriors gives a node's edges their priors, by move: the edges may have
// changed places since.
func (w *worker) setPriors(at int32, from *Position) {
	t := w.tree
	n := &t.nodes[at]
	for e := n.first; e < n.first+n.count; e++ {
		if i := slices.Index(from.Moves, t.moves[e]); i >= 0 {
			t.arms[e].Prior = from.Priors[i]
		}
	}
}
