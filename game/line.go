package game

import (
	"fmt"
	"regexp"
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
//
// It also takes what people write: numbers of moves such as "1." and "12...",
// commas and semicolons between moves, and no word of a pass where there is
// nothing else to do. An error tells the number of the move and what is legal.
func ParseLine(g Game, s State, line string) ([]Move, error) {
	return ParseLineUntil(g, s, line, func() error { return nil })
}

// ParseLineUntil is ParseLine that asks before every move whether to go on, and ends
// with the error if there is one: moves of some games take long to be understood.
func ParseLineUntil(g Game, s State, line string, stop func() error) ([]Move, error) {
	texts := splitLine(g, line)
	moves := make([]Move, 0, len(texts))
	play := func(m Move) {
		s.Play(m)
		moves = append(moves, m)
	}
	passed := false // a pass was put in before the text
	for len(texts) > 0 {
		text := texts[0]
		if err := stop(); err != nil {
			return moves, err
		}
		if s.Turn() == Over {
			return moves, fmt.Errorf("move %d, %q: the game is over", len(moves)+1, text)
		}
		m, err := g.ParseMove(s, text)
		if err == nil {
			play(m)
			texts, passed = texts[1:], false
			continue
		}
		if first, rest, several := strings.Cut(text, ","); several {
			if _, err := g.ParseMove(s, first); err == nil {
				texts = append([]string{first, strings.TrimLeft(rest, ",")}, texts[1:]...)
				continue
			}
		}
		pass, ok := onlyPass(g, s)
		if !ok || passed {
			return moves, fmt.Errorf("move %d: %w (%s)", len(moves)+1, err, legal(g, s))
		}
		play(pass)
		passed = true
	}
	return moves, nil
}

// moveNumber finds the number of a move, alone or before it.
var moveNumber = regexp.MustCompile(`^\d+\.+`)

// splitLine takes a line apart into the texts of moves.
func splitLine(g Game, line string) []string {
	var texts []string
	for _, word := range strings.Fields(strings.ReplaceAll(line, ";", " ")) {
		word = strings.Trim(word[len(moveNumber.FindString(word)):], ",")
		if word != "" {
			texts = append(texts, word)
		}
	}
	if l, ok := g.(MoveLister); ok {
		return l.SplitMoves(strings.Join(texts, " "))
	}
	return texts
}

// onlyPass is the pass that is the only legal move, if it is.
func onlyPass(g Game, s State) (Move, bool) {
	if s.Turn() == Together {
		return 0, false
	}
	if moves := s.Moves(nil); len(moves) == 1 && g.FormatMove(s, moves[0]) == "pass" {
		return moves[0], true
	}
	return 0, false
}

// legal lists the legal moves, or says how many there are if that is too long.
func legal(g Game, s State) string {
	const most = 240
	if crowd, ok := example(g, s); ok {
		return "legal is for example " + g.FormatMove(s, crowd)
	}
	moves := s.Moves(nil)
	var texts []string
	length := 0
	for _, m := range moves {
		text := g.FormatMove(s, m)
		if length += len(text) + 1; length > most {
			return fmt.Sprintf("legal are %s and %d more", strings.Join(texts, ", "), len(moves)-len(texts))
		}
		texts = append(texts, text)
	}
	return "legal are " + strings.Join(texts, ", ")
}

// example is a move where all move at once in more ways than anybody could list.
func example(g Game, s State) (m Move, ok bool) {
	together, ok := s.(Simultaneous)
	if !ok || s.Turn() != Together {
		return 0, false
	}
	const most = 10_000
	ways, first := 1, make([]Move, g.Info().Players())
	for p := range first {
		moves := together.MovesOf(Player(p), nil)
		first[p], ways = moves[0], min(ways*len(moves), most+1)
	}
	if ways <= most {
		return 0, false
	}
	return together.Join(first), true
}
