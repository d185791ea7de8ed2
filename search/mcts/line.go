package mcts

import (
	"fmt"
	"slices"

	"gambito/game"
)

// line is the best game that a worker has played from the root on. In a game for
// one without chance a game that went well can be played again, move by move, so
// that its score is sure, whatever the mean of a move is (Schadd, Winands, van den
// Herik, Chaslot and Uiterwijk, Single-Player Monte-Carlo Tree Search, 2008).
type line struct {
	on    bool
	moves []game.Move // none if no game was played yet
	score float64
}

func (p *Params) checkLine(of traits) error {
	if p.KeepBestLine && (of.players != 1 || of.chance) {
		return fmt.Errorf("the best game can be played again by one player without chance; %s is not such a game", of.id)
	}
	return nil
}

// note remembers a game if it is better.
func (l *line) note(score float64, sequence []played) {
	if len(l.moves) > 0 && score <= l.score {
		return
	}
	l.score, l.moves = score, l.moves[:0]
	for _, p := range sequence {
		l.moves = append(l.moves, p.move)
	}
}

// perfect reports whether the worker's line leaves nothing to find.
func (w *worker) perfect() bool { return len(w.line.moves) > 0 && w.line.score >= 1 }

// follow keeps what is left of the line if at lies on it, a move after from.
func (l *line) follow(from, at game.State) {
	if len(l.moves) == 0 || from.Hash() == at.Hash() {
		return
	}
	after := from.Clone()
	if after.Play(l.moves[0]); after.Hash() == at.Hash() {
		l.moves = slices.Delete(l.moves, 0, 1)
	} else {
		l.moves = l.moves[:0]
	}
}

// bestLine is the best of these workers' lines, or nil.
func bestLine(workers []*worker) (best *line) {
	for _, w := range workers {
		if l := &w.line; len(l.moves) > 0 && (best == nil || l.score > best.score) {
			best = l
		}
	}
	return best
}
