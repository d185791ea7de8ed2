package backgammon

import (
	"fmt"
	"math/bits"
	"strings"

	"gambito/game"
)

const (
	fibsPrefix = "board:"
	fibsFields = 52
	fibsMoney  = 9999 // the length of a match that has none
	fibsOff    = 15   // the most men off, and on a bar
)

// Where the fields of a FIBS board are that are read or written; others are 0.
const (
	fibsLength    = 2
	fibsScore     = 3
	fibsPoints    = 5
	fibsTurn      = 31
	fibsDice      = 32
	fibsCube      = 36
	fibsMayDouble = 37
	fibsDoubled   = 39
	fibsColour    = 40
	fibsDirection = 41
	fibsBar       = 43
	fibsMenOff    = 44
	fibsMenOnBar  = 46
)

// FIBS is the table as the First Internet Backgammon Server shows it to player
// 0, whose men are positive and go from 24 to 1.
func (t Table) FIBS() string {
	m := t.Match
	var n [fibsFields]int
	n[fibsLength], n[fibsScore], n[fibsScore+1] = m.Length, m.Score[0], m.Score[1]
	if m.Length == 0 {
		n[fibsLength] = fibsMoney
	}
	for k := 1; k <= Bar; k++ {
		n[fibsPoints+k] += int(t.Board[0][k])
		n[fibsPoints+Bar-k] -= int(t.Board[1][k])
	}
	n[fibsTurn] = sign(m.Roller)
	n[fibsDice+2*int(m.Roller)], n[fibsDice+2*int(m.Roller)+1] = int(m.Dice[0]), int(m.Dice[1])
	n[fibsCube] = 1 << m.CubeLog
	for p := range game.Player(2) {
		n[fibsMayDouble+int(p)] = bit(m.Owner == p || m.Owner == game.Nobody && !m.Crawford)
		n[fibsMenOff+int(p)], n[fibsMenOnBar+int(p)] = int(t.Board[p][Off]), int(t.Board[p][Bar])
	}
	n[fibsDoubled], n[fibsColour], n[fibsDirection], n[fibsBar] = bit(m.Doubled), 1, -1, Bar
	var text strings.Builder
	text.WriteString(fibsPrefix + fibsName(t.Names[0], "you") + ":" + fibsName(t.Names[1], "opponent"))
	for _, value := range n[fibsLength:] {
		fmt.Fprintf(&text, ":%d", value)
	}
	return text.String()
}

func fibsName(name, otherwise string) string {
	if name == "" {
		return otherwise
	}
	return name
}

// ParseFIBS reads a FIBS board; the one it is shown to is player 0. It does not
// tell the Crawford game but by that nobody may double, nor the Jacoby rule.
func ParseFIBS(text string) (t Table, err error) {
	fields := strings.Split(strings.TrimPrefix(text, fibsPrefix), ":")
	if len(fields) != fibsFields {
		return Table{}, fmt.Errorf("a FIBS board has %d fields after %s, not %d", fibsFields, fibsPrefix, len(fields))
	}
	var n [fibsFields]int
	for i := fibsLength; i < fibsFields; i++ {
		if n[i], err = parseField(fmt.Sprintf("field %d of the FIBS board", i+1), fields[i], -fibsOff, 1<<15-1); err != nil {
			return Table{}, err
		}
	}
	t.Names = [2]string{fibsName(fields[0], "you"), fibsName(fields[1], "opponent")}
	colour, direction := n[fibsColour], n[fibsDirection]
	if colour*colour != 1 || direction*direction != 1 || n[fibsTurn]*n[fibsTurn] != 1 {
		return Table{}, fmt.Errorf("colour, direction and turn of a FIBS board are 1 or -1, not %d, %d and %d", colour, direction, n[fibsTurn])
	}
	if t.Board, err = fibsBoard(n[fibsPoints:fibsPoints+26], colour, direction); err != nil {
		return Table{}, err
	}
	for p := range t.Board {
		if off := int(t.Board[p][Off]); n[fibsMenOff+p] != off {
			return Table{}, fmt.Errorf("%s has %d men off by the points and %d by what the FIBS board says", roles[p], off, n[fibsMenOff+p])
		}
	}
	t.Match, err = fibsMatch(&n)
	return t, err
}

func fibsBoard(points []int, colour, direction int) (Board, error) {
	var men [2][26]uint8
	for i, value := range points {
		value *= colour
		k := i
		if direction == 1 {
			k = Bar - i
		}
		switch {
		case value > Men || value < -Men || value > 0 && k == 0 || value < 0 && k == Bar:
			return Board{}, fmt.Errorf("point %d of the FIBS board cannot hold %d men", i, value*colour)
		case value > 0:
			men[0][k] = uint8(value)
		case value < 0:
			men[1][Bar-k] = uint8(-value)
		}
	}
	return NewBoard(men)
}

func fibsMatch(n *[fibsFields]int) (Match, error) {
	m := Match{
		Length: n[fibsLength], Score: [2]int{n[fibsScore], n[fibsScore+1]}, Stage: Playing,
		Doubled: n[fibsDoubled] != 0, Roller: playerOf(n[fibsTurn] * n[fibsColour]), Owner: game.Nobody,
	}
	if m.Length == fibsMoney {
		m.Length = 0
	}
	m.Turn = m.Roller
	if m.Doubled {
		m.Turn ^= 1
	}
	dice := n[fibsDice+2*int(m.Roller):]
	if dice[0] < 0 || dice[1] < 0 || dice[0] > 6 || dice[1] > 6 {
		return Match{}, fmt.Errorf("the dice show %d and %d, not 1 to 6", dice[0], dice[1])
	}
	m.Dice = Dice{uint8(max(dice[0], dice[1])), uint8(min(dice[0], dice[1]))}
	cube := n[fibsCube]
	if cube < 1 || cube&(cube-1) != 0 {
		return Match{}, fmt.Errorf("the cube shows %d, which is no power of two", cube)
	}
	m.CubeLog = bits.Len(uint(cube)) - 1
	switch you, other := n[fibsMayDouble] != 0, n[fibsMayDouble+1] != 0; {
	case you && !other:
		m.Owner = 0
	case other && !you:
		m.Owner = 1
	case !you:
		m.Crawford = m.Length > 0 && m.onTheBrink()
	}
	if m.Length < 0 || m.Score[0] < 0 || m.Score[1] < 0 {
		return Match{}, fmt.Errorf("the score is %d to %d in a match to %d", m.Score[0], m.Score[1], m.Length)
	}
	return m, m.Check()
}
