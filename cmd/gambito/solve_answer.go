package main

import (
	"fmt"
	"strings"

	"gambito/agents"
	"gambito/game"
	"gambito/search/exact"
	"gambito/words"
)

// answer says in a sentence what a solved position is worth and which moves attain
// that. The scores are those of all its moves.
func answer(g game.Game, at game.State, scores []exact.MoveScore) string {
	score := exact.BestScore(scores)
	value := words.Words{}.Value(g.Info().Roles[at.Turn()], agents.Solved(g, at, score))
	moves, any := bestMoves(g, at, scores)
	switch {
	case any && score < 0:
		value += ", whatever is played"
	case any:
		value += ", with any move"
	case score >= 0:
		value += ", by playing " + moves
	case len(scores) == 1:
		value += "; the only move is " + moves
	default:
		value += "; no move is better than " + moves
	}
	return words.Sentence(value)
}

// bestMoves lists the moves that attain the best score, and reports whether these
// are all of several.
func bestMoves(g game.Game, at game.State, scores []exact.MoveScore) (list string, all bool) {
	const most = 8 // moves that are named
	best := exact.BestScore(scores)
	var names []string
	for _, m := range scores {
		if m.Score == best {
			names = append(names, g.FormatMove(at, m.Move))
		}
	}
	all = len(names) == len(scores) && len(names) > 1
	if n := len(names); n > most {
		return fmt.Sprintf("%s or one of %d more", strings.Join(names[:most], ", "), n-most), all
	}
	return words.Words{}.List(names), all
}
