package neural

import (
	"errors"

	"gambito/game"
	"gambito/search/mcts"
)

// RootView asks a judge as published for Othello: always what a position is worth to
// the player who is to move at the root, as if it were that player's turn, while
// results change sign from ply to ply on the way up. Where that player is to move
// indeed, the sign is the wrong one; the published program was weaker than plain UCT.
// One search at a time may ask.
type RootView struct {
	game  game.OtherSided
	judge *Judge
	root  game.Player
	asked []mcts.Position
	other []game.State
}

// NewRootView returns a view of what a judge says, in a game whose sides can be changed.
func NewRootView(g game.Game, judge *Judge) (*RootView, error) {
	sided, ok := g.(game.OtherSided)
	if !ok {
		return nil, errors.New("positions are judged for the player at the root where they can be looked at from the other side, as in Othello")
	}
	return &RootView{game: sided, judge: judge}, nil
}

// Root says from where the next search begins.
func (v *RootView) Root(s game.State) { v.root = s.Turn() }

// Evaluate implements mcts.Evaluator.
func (v *RootView) Evaluate(positions []mcts.Position) {
	v.asked = v.asked[:0]
	for i, p := range positions {
		for len(v.other) <= i {
			v.other = append(v.other, v.game.New())
		}
		at := p.State
		if at.Turn() != v.root {
			at = v.other[i]
			v.game.OtherSide(at, p.State)
		}
		v.asked = append(v.asked, mcts.Position{State: at})
	}
	v.judge.Evaluate(v.asked)
	for i := range positions {
		positions[i].Value = -v.asked[i].Value
	}
}

// WinPriors makes priors of what a judge says positions are worth, as published for
// Connect 4: that of a move is the chance to win, from 0 to 1, behind it. They do not
// add up to one. Values it gives none: results are those of playouts. One search at a
// time may ask.
type WinPriors struct {
	judge *Judge
	asked []mcts.Position
	from  []place
	idle  []game.State
}

// place is a move of a position.
type place struct{ position, move int }

// NewWinPriors returns the priors of a judge's values.
func NewWinPriors(judge *Judge) *WinPriors { return &WinPriors{judge: judge} }

// Evaluate implements mcts.Evaluator.
func (w *WinPriors) Evaluate(positions []mcts.Position) {
	w.asked, w.from = w.asked[:0], w.from[:0]
	for i, p := range positions {
		mover := p.State.Turn()
		for k, m := range p.Moves {
			for len(w.idle) <= len(w.asked) {
				w.idle = append(w.idle, w.judge.game.New())
			}
			behind := w.idle[len(w.asked)]
			behind.CopyFrom(p.State)
			behind.Play(m)
			if behind.Turn() == game.Over {
				p.Priors[k] = float32(behind.Score(mover)+1) / 2
				continue
			}
			w.asked, w.from = append(w.asked, mcts.Position{State: behind}), append(w.from, place{i, k})
		}
	}
	if len(w.asked) == 0 {
		return
	}
	w.judge.Evaluate(w.asked)
	for n, from := range w.from {
		p := &positions[from.position]
		value := w.asked[n].Value
		if w.asked[n].State.Turn() != p.State.Turn() {
			value = -value
		}
		p.Priors[from.move] = float32(value+1) / 2
	}
}
