package backgammon

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"gambito/game"
)

// Table is what the texts of other programs tell: a position and the match it
// belongs to.
type Table struct {
	Names [2]string // FIBS only
	Board Board
	Match Match
}

// Match is what there is to a match beside the men.
type Match struct {
	CubeLog  int         // the cube shows 2 to this power
	Owner    game.Player // of the cube, Nobody if it is in the middle
	Roller   game.Player // who rolls, has rolled or has doubled
	Turn     game.Player // who has to decide: another than Roller after a double
	Doubled  bool        // a double is offered
	Crawford bool        // this is the Crawford game
	Stage    Stage
	Resigned int // points of a resignation that is offered
	Dice     Dice
	Length   int // points to win, 0 for money
	Score    [2]int
	Jacoby   bool // for money: gammons count only with a turned cube
	Beavers  bool // for money; XGID only
	MaxCube  int  // the cube goes up to 2 to this power; XGID only
}

// Stage is GNU Backgammon's state of a game.
type Stage int

// The stages.
const (
	NoGame Stage = iota
	Playing
	BorneOff // the game is over
	Resigned
	Dropped // a double was refused
)

// bitString is a text of bits, the lowest of each byte first.
type bitString struct {
	bytes []byte
	next  int
}

// put appends the lowest bits of a value, the lowest first.
func (s *bitString) put(value, bits int) {
	for i := range bits {
		s.bytes[s.next/8] |= byte(value>>i&1) << (s.next % 8)
		s.next++
	}
}

// take reads a value; what lies behind the end is zero.
func (s *bitString) take(bits int) (value int) {
	for i := range bits {
		if s.next < 8*len(s.bytes) {
			value |= int(s.bytes[s.next/8]>>(s.next%8)&1) << i
		}
		s.next++
	}
	return value
}

// rest reports whether a bit is left that is not zero.
func (s *bitString) rest() bool {
	for s.next < 8*len(s.bytes) {
		if s.take(1) != 0 {
			return true
		}
	}
	return false
}

const (
	positionIDLength, positionBytes = 14, 10
	matchIDLength, matchBytes       = 12, 9
)

// PositionID is GNU Backgammon's for the board with that player on roll: for
// the other side and then for this one, point by point from 1 to the bar, a one
// for every man and a zero.
func (b *Board) PositionID(roller game.Player) string {
	s := bitString{bytes: make([]byte, positionBytes)}
	for _, p := range []game.Player{roller ^ 1, roller} {
		for _, n := range b[p][1:] {
			s.put(1<<n-1, int(n)+1)
		}
	}
	return base64.RawStdEncoding.EncodeToString(s.bytes)
}

// ParsePositionID reads the board of a position ID.
func ParsePositionID(id string, roller game.Player) (Board, error) {
	bytes, err := base64.RawStdEncoding.Strict().DecodeString(id)
	if len(id) != positionIDLength || err != nil {
		return Board{}, fmt.Errorf("%q is no position ID, which has %d letters, digits, + and /", id, positionIDLength)
	}
	s := bitString{bytes: bytes}
	var men [2][26]uint8
	for _, p := range []game.Player{roller ^ 1, roller} {
		for k := 1; k <= Bar; k++ {
			for s.take(1) != 0 {
				men[p][k]++
			}
		}
	}
	if s.next > 8*len(bytes) || s.rest() {
		return Board{}, fmt.Errorf("position ID %q has more men than there are", id)
	}
	return NewBoard(men)
}

// ID is GNU Backgammon's match ID.
func (m Match) ID() string {
	s := bitString{bytes: make([]byte, matchBytes)}
	owner := 3
	if m.Owner != game.Nobody {
		owner = int(m.Owner)
	}
	s.put(m.CubeLog, 4)
	s.put(owner, 2)
	s.put(int(m.Roller), 1)
	s.put(bit(m.Crawford), 1)
	s.put(int(m.Stage), 3)
	s.put(int(m.Turn), 1)
	s.put(bit(m.Doubled), 1)
	s.put(m.Resigned, 2)
	s.put(int(m.Dice[0]), 3)
	s.put(int(m.Dice[1]), 3)
	s.put(m.Length, 15)
	s.put(m.Score[0], 15)
	s.put(m.Score[1], 15)
	s.put(bit(!m.Jacoby), 1)
	return base64.RawStdEncoding.EncodeToString(s.bytes)
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// ParseMatchID reads a match ID. The dice come out with the larger first.
func ParseMatchID(id string) (Match, error) {
	bytes, err := base64.RawStdEncoding.Strict().DecodeString(id)
	if len(id) != matchIDLength || err != nil {
		return Match{}, fmt.Errorf("%q is no match ID, which has %d letters, digits, + and /", id, matchIDLength)
	}
	s := bitString{bytes: bytes}
	m := Match{CubeLog: s.take(4), Owner: game.Player(s.take(2))}
	m.Roller, m.Crawford = game.Player(s.take(1)), s.take(1) != 0
	m.Stage, m.Turn = Stage(s.take(3)), game.Player(s.take(1))
	m.Doubled, m.Resigned = s.take(1) != 0, s.take(2)
	large, small := s.take(3), s.take(3)
	m.Dice = Dice{uint8(max(large, small)), uint8(min(large, small))}
	m.Length, m.Score = s.take(15), [2]int{s.take(15), s.take(15)}
	m.Jacoby = s.take(1) == 0
	if m.Owner == 3 {
		m.Owner = game.Nobody
	}
	if s.rest() || m.Owner == 2 || m.Stage > Dropped {
		return Match{}, fmt.Errorf("match ID %q tells what no match can be", id)
	}
	return m, m.Check()
}

// Check refuses what no match can be.
func (m Match) Check() error {
	switch {
	case m.Dice.Rolled() && (m.Dice[0] > 6 || m.Dice[1] < 1):
		return fmt.Errorf("the dice show %d and %d, not 1 to 6", m.Dice[0], m.Dice[1])
	case m.Length > 0 && (m.Score[0] >= m.Length || m.Score[1] >= m.Length) && m.Stage <= Playing:
		return fmt.Errorf("the score is %d to %d in a match to %d", m.Score[0], m.Score[1], m.Length)
	case m.Crawford && m.Length == 0:
		return errors.New("there is no Crawford game without a match")
	case m.Crawford && !m.onTheBrink():
		return fmt.Errorf("the Crawford game is the first in which a player needs one point, not at %d to %d in a match to %d", m.Score[0], m.Score[1], m.Length)
	case m.Doubled && m.Dice.Rolled():
		return errors.New("a double is offered after the roll")
	}
	return nil
}

// onTheBrink reports whether just one player needs but one point, as in the
// Crawford game.
func (m Match) onTheBrink() bool {
	return (m.Score[0] == m.Length-1) != (m.Score[1] == m.Length-1)
}

// IDs is position ID and match ID with a colon between.
func (t Table) IDs() string { return t.Board.PositionID(t.Match.Roller) + ":" + t.Match.ID() }

// ParseIDs reads what IDs writes.
func ParseIDs(text string) (t Table, err error) {
	position, match, _ := strings.Cut(text, ":")
	if t.Match, err = ParseMatchID(match); err != nil {
		return Table{}, err
	}
	t.Board, err = ParsePositionID(position, t.Match.Roller)
	return t, err
}
