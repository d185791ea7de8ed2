package neural

import (
	"gambito/game"
	"gambito/search/mcts"
)

// Alone chooses moves by a network without search: the one that its policy takes for
// the likeliest, or, if it has none, the one after which its value is best. It belongs
// to one goroutine.
type Alone struct {
	judge  *Judge
	policy bool
	asked  []mcts.Position
}

// NewAlone returns one for positions of g.
func NewAlone(g game.Encoded, n *Network) *Alone {
	return &Alone{judge: NewJudge(g, n, JudgeOptions{Policy: n.HasPolicy()}), policy: n.HasPolicy()}
}

// Choose returns a move in s, in which somebody has to move, and the score that the
// player is expected to have.
func (a *Alone) Choose(s game.State) (best game.Move, expected float64) {
	moves := s.Moves(nil)
	here := mcts.Position{State: s, Moves: moves, Priors: make([]float32, len(moves))}
	a.asked = append(a.asked[:0], here)
	if a.policy {
		a.judge.Evaluate(a.asked)
		most := 0
		for i, p := range a.asked[0].Priors {
			if p > a.asked[0].Priors[most] {
				most = i
			}
		}
		return moves[most], a.asked[0].Value
	}
	return a.ahead(s, moves)
}

// Fault tells whether the network has answered with what is no number: what was chosen
// means nothing then.
func (a *Alone) Fault() error { return a.judge.Fault() }

// ahead chooses by the values of the positions that moves lead to.
func (a *Alone) ahead(s game.State, moves []game.Move) (best game.Move, expected float64) {
	p := s.Turn()
	known := make([]float64, len(moves)) // of those that end the game
	number := make([]int, len(moves))    // of the others among those asked about
	for i, m := range moves {
		next := s.Clone()
		next.Play(m)
		if number[i] = -1; next.Turn() == game.Over {
			known[i] = next.Score(p)
			continue
		}
		number[i] = len(a.asked)
		a.asked = append(a.asked, mcts.Position{State: next, Moves: next.Moves(nil)})
	}
	a.judge.Evaluate(a.asked)
	top := 0
	for i := range moves {
		if n := number[i]; n >= 0 {
			if known[i] = a.asked[n].Value; a.asked[n].State.Turn() != p {
				known[i] = -known[i]
			}
		}
		if known[i] > known[top] {
			top = i
		}
	}
	return moves[top], a.asked[0].Value
}
