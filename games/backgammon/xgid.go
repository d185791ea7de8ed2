package backgammon

import (
	"fmt"
	"strconv"
	"strings"

	"gambito/game"
)

const xgidPrefix = "XGID="

// XGID is eXtreme Gammon's text of the table. Player 0 sits at the bottom.
func (t Table) XGID() string {
	men := [26]byte{}
	for i := range men {
		men[i] = '-'
	}
	for k := 1; k <= Bar; k++ {
		if n := t.Board[0][k]; n > 0 {
			men[k] = 'A' + n - 1
		}
		if n := t.Board[1][k]; n > 0 {
			men[Bar-k] = 'a' + n - 1
		}
	}
	m := t.Match
	owner, dice, rule := 0, "00", bit(m.Crawford)
	if m.Owner != game.Nobody {
		owner = sign(m.Owner)
	}
	switch {
	case m.Doubled:
		dice = "D"
	case m.Dice.Rolled():
		dice = m.Dice.String()
	}
	if m.Length == 0 {
		rule = bit(m.Jacoby) + 2*bit(m.Beavers)
	}
	return fmt.Sprintf("%s%s:%d:%d:%d:%s:%d:%d:%d:%d:%d", xgidPrefix, men[:], m.CubeLog, owner, sign(m.Roller), dice,
		m.Score[0], m.Score[1], rule, m.Length, m.MaxCube)
}

// sign is how XGID and FIBS name the players: 1 for player 0, −1 for player 1.
func sign(p game.Player) int { return 1 - 2*int(p) }

// ParseXGID reads an XGID.
func ParseXGID(text string) (t Table, err error) {
	fields := strings.Split(strings.TrimPrefix(text, xgidPrefix), ":")
	if len(fields) != 10 || len(fields[0]) != 26 {
		return Table{}, fmt.Errorf("an XGID has 26 places and then 9 numbers, all separated by colons")
	}
	if t.Board, err = parseXGIDMen(fields[0]); err != nil {
		return Table{}, err
	}
	m := &t.Match
	switch dice := fields[4]; dice {
	case "00":
	case "D":
		m.Doubled = true
	default:
		if m.Dice, err = ParseDice(dice); err != nil {
			return Table{}, err
		}
	}
	var owner, roller, rule int
	for _, n := range []struct {
		what     string
		field    int
		min, max int
		to       *int
	}{
		{"the cube", 1, 0, 15, &m.CubeLog}, {"the cube's owner", 2, -1, 1, &owner}, {"the turn", 3, -1, 1, &roller},
		{"a score", 5, 0, 1<<15 - 1, &m.Score[0]}, {"a score", 6, 0, 1<<15 - 1, &m.Score[1]}, {"the rule", 7, 0, 3, &rule},
		{"the length of the match", 8, 0, 1<<15 - 1, &m.Length}, {"the largest cube", 9, 0, 15, &m.MaxCube},
	} {
		if *n.to, err = parseField(n.what, fields[n.field], n.min, n.max); err != nil {
			return Table{}, err
		}
	}
	if roller == 0 || m.Length > 0 && rule > 1 {
		return Table{}, fmt.Errorf("the turn must be 1 or -1, and the rule of a match 0 or 1 for the Crawford game")
	}
	m.Roller, m.Owner = playerOf(roller), playerOf(owner)
	m.Turn, m.Stage = m.Roller, Playing
	if m.Doubled {
		m.Turn ^= 1
	}
	if m.Length == 0 {
		m.Jacoby, m.Beavers = rule&1 != 0, rule&2 != 0
	} else {
		m.Crawford = rule == 1
	}
	return t, m.Check()
}

func parseXGIDMen(places string) (Board, error) {
	var men [2][26]uint8
	for i := range 26 {
		switch c := places[i]; {
		case c == '-':
		case c >= 'A' && c <= 'P' && i > 0:
			men[0][i] = c - 'A' + 1
		case c >= 'a' && c <= 'p' && i < Bar:
			men[1][Bar-i] = c - 'a' + 1
		default:
			return Board{}, fmt.Errorf("place %d of an XGID is %q, not -, A to P or a to p (the bars are the first and last place)", i, c)
		}
	}
	return NewBoard(men)
}

// playerOf is the player that a sign names, Nobody for 0.
func playerOf(sign int) game.Player {
	switch sign {
	case 1:
		return 0
	case -1:
		return 1
	}
	return game.Nobody
}

func parseField(what, text string, low, high int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < low || n > high {
		return 0, fmt.Errorf("%s is %q, not a number from %d to %d", what, text, low, high)
	}
	return n, nil
}
