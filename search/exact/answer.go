package exact

import (
	"fmt"
	"strings"

	"gambito/game"
)

// Answer says in a sentence what a position is worth and which moves attain it, in
// the unit of the game. The scores are those of all its moves, from SolveMoves.
func Answer(g game.Game, at game.State, scores []MoveScore) string {
	score := BestScore(scores)
	mover, other := g.Info().Roles[at.Turn()], g.Info().Roles[at.Turn()^1]
	moves, any := bestMoves(g, at, scores)
	by := ""
	switch method, _ := MethodOf(g); method {
	case ByConnect4:
		by = stoneWords(g, at, score)
	case ByOthello:
		by = discWords(score)
	}
	sentence := ""
	switch {
	case score > 0:
		sentence = fmt.Sprintf("%s to move wins%s, %s", mover, by, with(moves, any))
	case score == 0:
		sentence = fmt.Sprintf("%s to move draws, %s", mover, with(moves, any))
	case len(scores) == 1:
		sentence = fmt.Sprintf("%s to move loses: %s wins%s; the only move is %s", mover, other, by, moves)
	case any:
		sentence = fmt.Sprintf("%s to move loses whatever it plays: %s wins%s", mover, other, by)
	default:
		sentence = fmt.Sprintf("%s to move loses: %s wins%s; no move is better than %s", mover, other, by, moves)
	}
	return strings.ToUpper(sentence[:1]) + sentence[1:] + "."
}

func with(moves string, any bool) string {
	if any {
		return "with any move"
	}
	return "by playing " + moves
}

// bestMoves lists the moves that attain the best score, and reports whether these
// are all of several.
func bestMoves(g game.Game, at game.State, scores []MoveScore) (list string, all bool) {
	const most = 8 // moves that are named
	best := BestScore(scores)
	var names []string
	for _, m := range scores {
		if m.Score == best {
			names = append(names, g.FormatMove(at, m.Move))
		}
	}
	all = len(names) == len(scores) && len(names) > 1
	switch n := len(names); {
	case n == 1:
		return names[0], all
	case n > most:
		return fmt.Sprintf("%s or one of %d more", strings.Join(names[:most], ", "), n-most), all
	default:
		return strings.Join(names[:n-1], ", ") + " or " + names[n-1], all
	}
}

// stoneWords says with which stone a game of Connect 4 is won, and how soon.
func stoneWords(g game.Game, at game.State, score int) string {
	if score == 0 {
		return ""
	}
	made := 0
	for _, c := range at.(game.Drawer).Draw().Cells {
		if c.Symbol != 0 {
			made++
		}
	}
	left := g.Info().MaxPlies - made
	stones, next := (left+1)/2, "at once" // the winner still has so many, the one to move the odd one
	if score < 0 {
		stones, score, next = left/2, -score, "its next"
	}
	stone := "last stone"
	if score > 1 {
		stone = ordinal(score) + " last stone"
	}
	soon := stones - score + 1
	if soon == 1 {
		return fmt.Sprintf(" with the %s, %s", stone, next)
	}
	return fmt.Sprintf(" with the %s, in %d moves", stone, soon)
}

// discWords says by how many discs a game of Othello is won.
func discWords(score int) string {
	if score < 0 {
		score = -score
	}
	switch score {
	case 0:
		return ""
	case 1:
		return " by 1 disc"
	}
	return fmt.Sprintf(" by %d discs", score)
}

// ordinal writes 1st, 2nd, 3rd.
func ordinal(n int) string {
	ending := "th"
	if tens := n / 10 % 10; tens != 1 {
		switch n % 10 {
		case 1:
			ending = "st"
		case 2:
			ending = "nd"
		case 3:
			ending = "rd"
		}
	}
	return fmt.Sprintf("%d%s", n, ending)
}
