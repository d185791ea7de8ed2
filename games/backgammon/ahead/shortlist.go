package ahead

import (
	"gambito/game"
	"gambito/games/backgammon"
)

// Shortlist chooses turns by a score that costs little, so that an estimator need
// not be asked about all. It belongs to one goroutine.
type Shortlist struct {
	score  func(after *backgammon.Board, p game.Player, inRace bool) float64
	after  backgammon.Board
	turns  []game.Move // those chosen, the best first
	scores []float64   // of these
}

// NewShortlist returns one of so many turns by a score of the turn of p that led to
// a board, from a race or not. With a width of 0 there is none: it is nil.
func NewShortlist(width int, score func(after *backgammon.Board, p game.Player, inRace bool) float64) *Shortlist {
	if width == 0 {
		return nil
	}
	return &Shortlist{score: score, turns: make([]game.Move, width), scores: make([]float64, width)}
}

// Choose returns the turns that score best, of equal ones the first, or all if they
// are few or there is no list. The next call uses the slice again.
func (l *Shortlist) Choose(b *backgammon.Board, p game.Player, turns []game.Move) []game.Move {
	if l == nil || len(turns) <= len(l.turns) {
		return turns
	}
	inRace, count := b.Race(), 0
	for _, m := range turns {
		l.after = *b
		l.after.Play(p, m)
		score := l.score(&l.after, p, inRace)
		at := count
		if count < len(l.turns) {
			count++
		} else if at--; score <= l.scores[at] {
			continue
		}
		for ; at > 0 && l.scores[at-1] < score; at-- {
			l.turns[at], l.scores[at] = l.turns[at-1], l.scores[at-1]
		}
		l.turns[at], l.scores[at] = m, score
	}
	return l.turns
}
