package mcts

import (
	"math"
	"math/rand/v2"

	"gambito/bandit"
	"gambito/game"
)

// MAST, the move-average sampling technique (Finnsson and Björnsson,
// Simulation-Based Approach to General Game Playing, 2008), remembers for every
// move how games ended in which a player made it, wherever that was, and plays
// out games with moves that did well. With Playout.Select it also draws which of the
// moves that were not tried a position of the tree tries next, as their player does.
type MAST int

// The kinds: with MASTGibbs a move of mean Q is drawn with a probability
// proportional to e^(Q/τ), τ the temperature; with MASTGreedy any move is drawn
// with probability ε, else the one of the best mean. A move that was never made
// counts as the best there can be.
const (
	MASTOff MAST = iota
	MASTGibbs
	MASTGreedy
)

// moveSlots is how many moves are told apart: those whose numbers agree in
// their last bits share a slot.
const moveSlots = 1 << 14

func slot(m game.Move) int { return int(m) & (moveSlots - 1) }

// mast is one thread's memory of moves.
type mast struct {
	on      bool
	best    float64        // reward of a move never made
	arms    [][]bandit.Arm // by player and slot
	weights []float64      // buffer
}

func newMast(players int, p *Params) *mast {
	m := &mast{best: p.Rewards.Win, on: p.Playout.MAST != MASTOff || p.varied.mast}
	if m.on {
		m.arms = make([][]bandit.Arm, players)
		for i := range m.arms {
			m.arms[i] = make([]bandit.Arm, moveSlots)
		}
	}
	return m
}

func (m *mast) reset() {
	for _, arms := range m.arms {
		clear(arms)
	}
}

func (m *mast) mean(p game.Player, move game.Move) float64 {
	a := &m.arms[p][slot(move)]
	if a.N == 0 {
		return m.best
	}
	return a.Mean()
}

// drawMAST chooses a move of player p, as its playouts do, and returns which one it is.
func (w *worker) drawMAST(moves []game.Move, p game.Player, r *rand.Rand) int {
	playout := &w.of(p).Playout
	switch playout.MAST {
	case MASTGreedy:
		return w.mast.drawGreedy(moves, p, playout.Epsilon, r)
	case MASTOff: // others remember
		return r.IntN(len(moves))
	}
	return w.mast.drawGibbs(moves, p, playout.Temperature, r)
}

func (m *mast) drawGibbs(moves []game.Move, p game.Player, temperature float64, r *rand.Rand) int {
	m.weights = m.weights[:0]
	best := math.Inf(-1)
	for _, move := range moves {
		mean := m.mean(p, move)
		best = max(best, mean)
		m.weights = append(m.weights, mean)
	}
	sum := 0.0
	for i, mean := range m.weights { // relative to the best, which cannot overflow
		sum += math.Exp((mean - best) / temperature)
		m.weights[i] = sum
	}
	x := r.Float64() * sum
	for i, upTo := range m.weights {
		if x < upTo {
			return i
		}
	}
	return len(moves) - 1
}

func (m *mast) drawGreedy(moves []game.Move, p game.Player, epsilon float64, r *rand.Rand) int {
	if r.Float64() < epsilon {
		return r.IntN(len(moves))
	}
	best, bestMean, ties := 0, math.Inf(-1), 0
	for i, move := range moves {
		switch mean := m.mean(p, move); {
		case mean > bestMean:
			best, bestMean, ties = i, mean, 1
		case mean == bestMean:
			if ties++; r.IntN(ties) == 0 {
				best = i
			}
		}
	}
	return best
}

// learn counts the moves of a simulation.
func (m *mast) learn(sequence []played, rewards []float64) {
	for _, s := range sequence {
		m.arms[s.player][slot(s.move)].Add(rewards[s.player])
	}
}
