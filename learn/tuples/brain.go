package tuples

import (
	"math"

	"gambito/game"
	"gambito/ntuple"
)

// brain is a pattern system with worths, for those who play by it while nobody learns.
type brain struct {
	game    game.Celled
	system  *ntuple.System
	slots   *ntuple.Slots
	weights *ntuple.Weights
}

func newBrain(g game.Celled, w *ntuple.Weights) *brain {
	return &brain{g, w.System, ntuple.NewSlots(w.System), w}
}

// value is the expected score of what indices show, to the player who looks.
func (b *brain) value(at ntuple.Indices, stage int) float32 {
	return tanh(b.slots.Sum(b.weights.Values[stage], at))
}

func tanh(x float32) float32 { return float32(math.Tanh(float64(x))) }

// player chooses moves by the values of the positions behind them. It belongs to one
// goroutine.
type player struct {
	*brain
	start, state, next game.State

	moves  []game.Move
	values []float32 // of the moves, to the player to move
	best   int       // of the moves, the first of equals

	view  [2][]uint8        // what the players see, before a move
	seen  [2]ntuple.Indices // and its indices
	after []uint8
	at    ntuple.Indices
}

func newPlayer(b *brain) *player {
	p := &player{brain: b, start: b.game.New(), state: b.game.New(), next: b.game.New()}
	cells := b.game.Cells().Count()
	for side := range p.view {
		p.view[side], p.seen[side] = make([]uint8, cells), b.system.NewIndices()
	}
	p.after, p.at = make([]uint8, cells), b.system.NewIndices()
	return p
}

// see finds what both players see of the state, and all moves.
func (p *player) see() {
	for side := range p.view {
		p.game.Look(p.state, game.Player(side), p.view[side])
		p.system.Read(p.seen[side], p.view[side])
	}
	p.moves = p.state.Moves(p.moves[:0])
}

// judge finds what all moves are worth. Precondition: a player is to move, and see was
// called.
func (p *player) judge() {
	me := p.state.Turn()
	p.values, p.best = p.values[:0], 0
	for i, m := range p.moves {
		p.next.CopyFrom(p.state)
		p.next.Play(m)
		p.values = append(p.values, p.behind(me))
		if p.values[i] > p.values[p.best] {
			p.best = i
		}
	}
}

// behind is the value of the next state to a player.
func (p *player) behind(me game.Player) float32 {
	turn := p.next.Turn()
	if turn == game.Over {
		return float32(p.next.Score(me))
	}
	p.game.Look(p.next, turn, p.after)
	copy(p.at, p.seen[turn])
	vacant := 0
	for c, shows := range p.after {
		if shows != game.Theirs && shows != game.Own {
			vacant++
		}
		if before := p.view[turn][c]; shows != before {
			p.system.Change(p.at, c, int(shows)-int(before))
		}
	}
	v := p.value(p.at, p.system.Stage(vacant))
	if turn != me {
		return -v
	}
	return v
}

// vacantIn counts the cells without a piece.
func vacantIn(view []uint8) (n int) {
	for _, shows := range view {
		if shows != game.Theirs && shows != game.Own {
			n++
		}
	}
	return n
}
