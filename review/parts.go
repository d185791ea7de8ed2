package review

import (
	"gambito/games/backgammon/match"
	"gambito/words"
)

// Part is a game of a match of several.
type Part struct {
	Ply    int    // where it begins
	Number int    // from 1
	Score  [2]int // before it, by seat
}

// Parts are the games of a match, nil if it is one alone.
func (r *Review) Parts() (parts []Part) {
	at, ok := r.Of.Start.Clone().(*match.State)
	if !ok || !at.OfMatch() {
		return nil
	}
	begins := true
	for ply, m := range r.Of.Moves {
		if begins {
			parts = append(parts, Part{ply, len(parts) + 1, at.Table().Match.Score})
		}
		before := at.Opening()
		at.Play(m)
		begins = at.Opening() && !before // who begins may take several rolls
	}
	if len(parts) < 2 {
		return nil
	}
	return parts
}

// Heading is what stands above the moves of a game of a match.
func (p Part) Heading(w words.Words) string {
	return w.Say("Game %d, %d–%d", p.Number, p.Score[0], p.Score[1])
}
