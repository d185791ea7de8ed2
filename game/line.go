package game

import (
	"fmt"
	"strings"
)

// FormatLine writes moves played one after another from start, which is left
// as it was.
func FormatLine(g Game, start State, moves []Move) string {
	s := start.Clone()
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = g.FormatMove(s, m)
		s.Play(m)
	}
	if l, ok := g.(MoveLister); ok {
		return l.JoinMoves(texts)
	}
	return strings.Join(texts, " ")
}

// ParseLine reads what FormatLine writes and plays it on s. After an error s
// stands where the first unreadable move was met.
func ParseLine(g Game, s State, line string) ([]Move, error) {
	texts := strings.Fields(line)
	if l, ok := g.(MoveLister); ok {
		texts = l.SplitMoves(line)
	}
	moves := make([]Move, 0, len(texts))
	for i, text := range texts {
		if s.Turn() == Over {
			return moves, fmt.Errorf("move %d, %q: the game is over", i+1, text)
		}
		m, err := g.ParseMove(s, text)
		if err != nil {
			return moves, fmt.Errorf("move %d: %w", i+1, err)
		}
		s.Play(m)
		moves = append(moves, m)
	}
	return moves, nil
}
