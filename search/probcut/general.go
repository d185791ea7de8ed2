package probcut

import (
	"gambito/game"
	"gambito/ntuple"
)

// General is a board of any game of two who move in turn and whose cells patterns read.
type General struct {
	judge   *Judge
	state   game.State
	undoer  game.Undoer  // state, if it takes moves back
	before  []game.State // else the positions before, copied
	made    []game.Move
	side    game.Player // to move, or who would be if the game were not over
	filling bool        // every move fills a cell, so that vacant cells tell how long a game can last
	plies   int         // that a game lasts at most

	follower *ntuple.Follower
	moves    []game.Move // replies that Promise counts
	ahead    []game.Move // those of Ahead
}

// Won is what a won game is worth at least where values are no discs: more if it was won early.
const Won = 20000

func newGeneral(j *Judge) *General {
	g := &General{
		judge: j, state: j.game.New(), follower: ntuple.NewFollower(j.game, j.system),
		plies: j.game.Info().MaxPlies, filling: j.game.Info().MaxPlies <= j.game.Cells().Count(),
	}
	g.undoer, _ = g.state.(game.Undoer)
	return g
}

// Clone implements Board.
func (g *General) Clone() Board { return newGeneral(g.judge) }

// Set implements Board.
func (g *General) Set(s game.State) {
	g.state.CopyFrom(s)
	g.made, g.side = g.made[:0], s.Turn()
}

// Left implements Board.
func (g *General) Left() int {
	if !g.filling {
		return g.plies
	}
	return g.vacant()
}

// vacant is how many cells are.
func (g *General) vacant() int {
	_, vacant := g.follower.See(g.state, g.side)
	return vacant
}

// Moves implements Board.
func (g *General) Moves(buf []game.Move) []game.Move { return g.state.Moves(buf) }

// Passes implements Board. Where a pass is a move it is one like any other.
func (g *General) Passes(game.Move) bool { return false }

// Play implements Board.
func (g *General) Play(m game.Move) {
	if g.undoer == nil {
		for len(g.before) <= len(g.made) {
			g.before = append(g.before, g.state.Clone())
		}
		g.before[len(g.made)].CopyFrom(g.state)
	}
	g.made = append(g.made, m)
	g.state.Play(m)
	g.side ^= 1
}

// Undo implements Board.
func (g *General) Undo() {
	last := len(g.made) - 1
	if g.undoer != nil {
		g.undoer.Undo(g.made[last])
	} else {
		g.state.CopyFrom(g.before[last])
	}
	g.made = g.made[:last]
	g.side ^= 1
}

// Value implements Board.
func (g *General) Value() int {
	if g.state.Turn() == game.Over {
		return g.Final()
	}
	x, vacant := g.follower.See(g.state, g.side)
	return max(1-Won, min(Won-1, g.judge.tables.Sum(x, g.judge.system.Stage(vacant))))
}

// Final implements Board.
func (g *General) Final() int {
	if g.judge.Discs() {
		if measured, ok := g.judge.game.(game.Measured); ok {
			return Disc * int(measured.Count(g.state, g.side))
		}
	}
	switch score := g.state.Score(g.side); {
	case score > 0:
		return Won + g.early()
	case score < 0:
		return -Won - g.early()
	}
	return 0
}

// early is how much longer the game could have lasted, as far as it is known.
func (g *General) early() int {
	if !g.filling {
		return 0
	}
	return g.vacant()
}

// Promise implements Board.
func (g *General) Promise(m game.Move) (value, replies int) {
	g.Play(m)
	g.moves = g.state.Moves(g.moves[:0])
	value, replies = -g.Value(), len(g.moves)
	g.Undo()
	return value, replies
}

// Ahead implements Board.
func (g *General) Ahead(beta int) (best, positions int) {
	best = -Most
	g.ahead = g.state.Moves(g.ahead[:0])
	for _, m := range g.ahead {
		g.Play(m)
		best = max(best, -g.Value())
		g.Undo()
		if positions++; best >= beta {
			break
		}
	}
	return best, positions
}

// Hash implements Board.
func (g *General) Hash() uint64 { return g.state.Hash() }
