package game

import (
	"fmt"
	"strings"
)

// noMoves is the text of a position that is told by its moves, before the first of them.
const noMoves = "begin"

// FormatMoves is a position as the names of the moves that have led to it, for games of which
// a board alone does not tell all.
func FormatMoves(names []string) string {
	if len(names) == 0 {
		return noMoves
	}
	return strings.Join(names, " ")
}

// ParseMoves reads what FormatMoves writes.
func ParseMoves(g Game, text string) (State, error) {
	s := g.New()
	if text == noMoves {
		return s, nil
	}
	for _, name := range strings.Split(text, " ") {
		m, err := g.ParseMove(s, name)
		if err != nil {
			return nil, fmt.Errorf("position %q: %w", text, err)
		}
		s.Play(m)
	}
	return s, nil
}
