// Package backgammon is backgammon without the doubling cube. Each side has 15
// men, set up as Start says, and brings them home, to its points 6 to 1, and
// then off the board. A roll of two dice moves a man by each number, a double
// four times. A man may not land where the other side has two or more; one that
// stands alone there is hit and goes to the bar, from which it has to enter
// before any other man moves. Once all men are home they are borne off: from the
// point of the number rolled, or from the farthest one if all are nearer. Both
// dice are played if there is a way, else the larger if it can be, and all of a
// double that can be. Who bears off the last man wins 1, a gammon of 2 if the
// other side has borne off none, a backgammon of 3 if one of its men is then on
// the bar or in the winner's home board too.
//
// A turn is one move, and turns that lead to one position are the same move. The
// roll before it is a move of chance. Player 0 begins, and as at the table,
// where the players throw a die each for the start, the first roll is no double.
package backgammon

import (
	"errors"
	"fmt"
	"strings"

	"gambito/game"
)

var roles = []string{"white", "black"}

// Game is the rules.
type Game struct{ variant Variant }

// New returns the game.
func New() *Game { return &Game{} }

// maxPlies bounds nothing by the rules, since men can be hit for ever. Random
// games take 193 rolls and turns in the mean, 0.1 % of them more than 600, and the
// longest of 100,000 took 902: by that trend one as long as this is never seen.
const maxPlies = 10_000

// Info implements game.Game.
func (g *Game) Info() game.Info {
	return game.Info{ID: g.variant.id(), Name: "Backgammon", Roles: roles, MaxScore: float64(g.variant.Scoring.most()), MaxMoves: maxMoves, MaxPlies: maxPlies}
}

// New implements game.Game: white is about to make the first roll.
func (g *Game) New() game.State {
	return &State{position: position{board: g.variant.Setup.board(), opening: true}, most: g.variant.Scoring.most()}
}

// FormatPosition implements game.Game: the GNU Backgammon position ID, W or B
// for who rolls and moves, and the dice: - before the roll, first before the
// first of the game.
func (g *Game) FormatPosition(s game.State) string {
	st := s.(*State)
	dice := "-"
	switch {
	case st.dice.Rolled():
		dice = st.dice.String()
	case st.opening:
		dice = "first"
	}
	return st.board.PositionID(st.side) + " " + "WB"[st.side:st.side+1] + " " + dice
}

// String is how dice are written: both digits, or - before the roll.
func (d Dice) String() string {
	if !d.Rolled() {
		return "-"
	}
	return string([]byte{'0' + d[0], '0' + d[1]})
}

// ParsePosition implements game.Game. Who moves may be left out, and is white
// then, and so may the dice. Instead of the position ID alone it takes one with
// a match ID behind a colon, an XGID or a FIBS board, which tell both; what they
// tell of the cube and the match is left aside.
func (g *Game) ParsePosition(text string) (game.State, error) {
	p, err := parsePosition(text, g.variant.Setup.board())
	if err != nil {
		return nil, fmt.Errorf("position %q: %w", text, err)
	}
	return &State{position: p, most: g.variant.Scoring.most()}, nil
}

var errPosition = errors.New("it must be a position ID, then W or B for who moves and the dice, such as 4HPwATDgc/ABMA W 31 (- before the roll), or an XGID or a FIBS board")

func parsePosition(text string, start Board) (position, error) {
	fields := strings.Fields(text)
	if len(fields) == 0 || len(fields) > 3 {
		return position{}, errPosition
	}
	t, complete, err := ParseTable(fields[0])
	switch {
	case err != nil:
		return position{}, err
	case t.Match.Doubled:
		return position{}, errors.New("a double is offered, and this game has no cube: backgammon:cube=on and backgammon:match=N have")
	}
	p := position{board: t.Board, side: t.Match.Roller, dice: t.Match.Dice}
	fields = fields[1:]
	if len(fields) > 0 && (fields[0] == "W" || fields[0] == "B") && !complete {
		if fields[0] == "B" {
			p.side = 1
			p.board[0], p.board[1] = p.board[1], p.board[0]
		}
		fields = fields[1:]
	}
	switch {
	case len(fields) > 1:
		return position{}, errPosition
	case len(fields) == 0 || fields[0] == "-":
	case fields[0] == "first":
		p.opening = true
	default:
		if p.dice, err = ParseDice(fields[0]); err != nil {
			return position{}, err
		}
	}
	return p, p.check(start)
}

// ParseTable reads the text of a table: an XGID, a FIBS board, a position ID with
// a match ID behind a colon, or a position ID alone, which is not complete: with
// it goes a game for money that has just begun, in which player 0 rolls.
func ParseTable(text string) (t Table, complete bool, err error) {
	switch {
	case strings.HasPrefix(text, xgidPrefix):
		t, err = ParseXGID(text)
	case strings.HasPrefix(text, fibsPrefix):
		t, err = ParseFIBS(text)
	case strings.Contains(text, ":"):
		t, err = ParseIDs(text)
	default:
		t.Board, err = ParsePositionID(text, 0)
		t.Match = Match{Owner: game.Nobody, Stage: Playing}
		return t, false, err
	}
	return t, true, err
}

// Jacoby reports whether the text that the table was read from tells for certain
// that the Jacoby rule holds. A match ID does not: those of older programs look so
// without it.
func (t *Table) Jacoby(text string) bool {
	return t.Match.Jacoby && t.Match.Length == 0 && strings.HasPrefix(text, xgidPrefix)
}

// check refuses positions that contradict themselves in games that begin with a board.
func (p *position) check(start Board) error {
	switch winner := p.board.Winner(); {
	case winner == p.side:
		return fmt.Errorf("%s is to move and has won already", roles[p.side])
	case winner != game.Nobody && p.dice.Rolled():
		return errors.New("the game is over, so no dice are rolled")
	case p.opening && (p.board != start || p.side != 0):
		return errors.New("the first roll is white's in the start position")
	}
	return nil
}

// ParseDice reads two dice in either order, such as 31, 1-3 or "3 1".
func ParseDice(text string) (Dice, error) {
	digits := text
	if len(text) == 3 && strings.ContainsRune("-, ", rune(text[1])) {
		digits = text[:1] + text[2:]
	}
	if !IsRollText(digits) {
		return Dice{}, fmt.Errorf("%q is no roll of two dice, such as 31: each shows 1 to 6", text)
	}
	d := Dice{digits[0] - '0', digits[1] - '0'}
	return Dice{max(d[0], d[1]), min(d[0], d[1])}, nil
}

// SetDice implements game.DiceSetter.
func (g *Game) SetDice(s game.State, text string) error {
	st := s.(*State)
	d, err := ParseDice(text)
	switch {
	case err != nil:
		return err
	case st.Turn() == game.Over:
		return errors.New("the game is over, so no dice are rolled")
	}
	st.dice, st.opening, st.past = d, false, st.past[:0]
	return nil
}

// CountTurns implements game.TurnCounter: a turn is a roll and the move that
// follows it. The first roll may be a double here, as all others may.
func (g *Game) CountTurns(s game.State, turns int) (game.State, int) {
	st := s.Clone().(*State)
	st.opening = false
	if st.dice.Rolled() {
		return st, max(2*turns-1, 0)
	}
	return st, 2 * turns
}
