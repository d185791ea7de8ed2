package game

// The functions below are for whoever plays for one player, whether that
// player moves alone or together with the others.

// ToMove reports whether p has to choose a move in s.
func ToMove(s State, p Player) bool {
	turn := s.Turn()
	return turn == p || turn == Together
}

// MovesFor appends the legal moves of p, who has to choose one in s.
func MovesFor(s State, p Player, buf []Move) []Move {
	if s.Turn() == Together {
		return s.(Simultaneous).MovesOf(p, buf)
	}
	return s.Moves(buf)
}

// ParseMoveFor reads a legal move of p in s.
func ParseMoveFor(g Game, s State, p Player, text string) (Move, error) {
	if s.Turn() == Together {
		return g.(SimultaneousGame).ParseMoveOf(s, p, text)
	}
	return g.ParseMove(s, text)
}

// FormatMoveFor writes a legal move of p in s.
func FormatMoveFor(g Game, s State, p Player, m Move) string {
	if s.Turn() == Together {
		return g.(SimultaneousGame).FormatMoveOf(s, p, m)
	}
	return g.FormatMove(s, m)
}
