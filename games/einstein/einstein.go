// Package einstein is EinStein würfelt nicht! (Ingo Althöfer 2004): six
// numbered cubes a side on 5×5, red's in the corner of a1 at the top left,
// blue's in that of e5. In turn each player rolls a die and moves the cube of
// that number one cell towards the opposite corner: red right, down or both,
// blue left, up or both. If the cube is gone, the remaining one with the next
// higher or the next lower number moves, whichever the player likes. Whatever
// stands where a cube goes is taken off the board, one's own too. Whoever
// reaches the opposite corner or leaves the other side without a cube wins.
//
// At the table players set up their cubes as they like. Here the set-up is
// part of the rules: the numbers on a1, b1, c1, a2, b2 and a3, and blue's are
// red's turned by half a circle. A roll is a move of chance.
package einstein

import (
	"errors"
	"fmt"
	"strings"

	"gambito/game"
	"gambito/game/grid"
)

// Setup is the standard arrangement of the cubes: 1, 2, 3 on a1, b1, c1, then
// 4, 5 on a2, b2, and 6 on a3.
const Setup = "123456"

var board = grid.Grid{Columns: columns, Rows: columns, TopRowIsOne: true}

const (
	columns = 5
	cells   = columns * columns
)

// corner is the cells of red's set-up, in the order of its digits.
var corner = [cubes]int{0, 1, 2, 5, 6, 10}

// Game is the rules for one set-up.
type Game struct {
	info  game.Info
	start placement
}

// New returns the game for a set-up: the digits 1 to 6 in any order.
func New(setup string) (*Game, error) {
	g := &Game{start: emptyPlacement}
	for i := range corner {
		number := -1
		if len(setup) == cubes {
			number = int(setup[i]) - '1'
		}
		if number < 0 || number >= cubes || g.start.onBoard>>number&1 != 0 {
			return nil, fmt.Errorf("setup %q must be the digits 1 to 6 in any order, such as %s: the cubes on a1, b1, c1, a2, b2 and a3", setup, Setup)
		}
		g.start.put(number, corner[i])
		g.start.put(cubes+number, cells-1-corner[i])
	}
	id := "einstein"
	if setup != Setup {
		id += ":setup=" + setup
	}
	// A cube can make a move for every row and column it crosses: 7 from a1 to a
	// neighbour of the far corner, 6 from b1 and a2, 5 from c1, b2 and a3,
	// together 34 a side; one more ends the game. Each follows a roll.
	const steps = 7 + 2*6 + 3*5
	g.info = game.Info{
		ID: id, Name: "EinStein würfelt nicht!",
		Roles:    []string{"red", "blue"},
		MaxMoves: 6,
		MaxPlies: 2 * (2*steps + 1),
	}
	return g, nil
}

// Info implements game.Game.
func (g *Game) Info() game.Info { return g.info }

// New implements game.Game: red is about to roll.
func (g *Game) New() game.State { return &state{position: position{placement: g.start}} }

// FormatMove implements game.Game: a roll is the number the die shows, a move
// of a cube its number and where it goes, as in "3-c4".
func (g *Game) FormatMove(_ game.State, m game.Move) string {
	if isRoll(m) {
		return string(rune('0' + m))
	}
	number, to := parts(m)
	return string(rune('1'+number)) + "-" + board.FormatCell(to)
}

// ParseMove implements game.Game. The hyphen may be missing or an x, and the
// cube may be named by its cell, as in "b2-c3".
func (g *Game) ParseMove(s game.State, text string) (game.Move, error) {
	st := s.(*state)
	switch st.Turn() {
	case game.Over:
		return 0, fmt.Errorf("%q: the game is over", text)
	case game.Chance:
		if len(text) != 1 || text[0] < '1' || text[0] > '6' {
			return 0, fmt.Errorf("%q is no roll of a die: it shows 1 to 6", text)
		}
		return game.Move(text[0] - '0'), nil
	}
	number, to, err := st.parseStep(text)
	if err != nil {
		return 0, err
	}
	m := makeMove(number, to)
	for _, legal := range st.Moves(nil) {
		if legal == m {
			return m, nil
		}
	}
	if st.movable()>>number&1 == 0 {
		return 0, fmt.Errorf("%q: the die shows %d, so cube %d may not move", text, st.die, number+1)
	}
	return 0, fmt.Errorf("%q: cube %d cannot go there", text, number+1)
}

// parseStep reads which of the mover's cubes, counted from 0, goes where.
func (s *state) parseStep(text string) (number, to int, err error) {
	wrong := fmt.Errorf("%q is no move of a cube, such as 3-c4 or b2-c3", text)
	if text == "" {
		return 0, 0, wrong
	}
	if text[0] >= '1' && text[0] <= '6' {
		target := strings.TrimLeft(text[1:], "-xX")
		if to, err = board.ParseCell(target); err != nil || len(text)-len(target) > 2 {
			return 0, 0, wrong
		}
		return int(text[0] - '1'), to, nil
	}
	from, to, err := board.ParseStep(text)
	if err != nil {
		return 0, 0, wrong
	}
	cube := s.at(from)
	if cube < 0 || cube/cubes != int(s.side) {
		return 0, 0, fmt.Errorf("%q: %s has no cube on %s", text, roleNames[s.side], board.FormatCell(from))
	}
	return cube % cubes, to, nil
}

var roleNames = [2]string{"red", "blue"}

// symbols are an empty cell, red's cubes and blue's.
const symbols = ".123456ABCDEF"

// FormatPosition implements game.Game: the rows from the top separated by "/",
// red's cubes 1 to 6 and blue's A to F, who moves, and what the die shows, or
// a hyphen if it is still to be rolled or the game is over.
func (g *Game) FormatPosition(s game.State) string {
	st := s.(*state)
	rows := board.FormatRows(func(cell int) byte { return symbols[st.at(cell)+1] }, "/")
	return rows + " " + "RB"[st.side:st.side+1] + " " + "-123456"[st.die:st.die+1]
}

// ParsePosition implements game.Game. It refuses positions with a cube twice,
// and those in which the one to move has won already or a die was rolled
// although the game is over.
func (g *Game) ParsePosition(text string) (game.State, error) {
	st, err := parsePosition(text)
	if err != nil {
		return nil, fmt.Errorf("position %q: %w", text, err)
	}
	return st, nil
}

func parsePosition(text string) (*state, error) {
	fields := strings.Fields(text)
	if len(fields) != 3 || fields[1] != "R" && fields[1] != "B" || len(fields[2]) != 1 {
		return nil, errors.New("it must be the rows, R or B for who moves, and the die: 1 to 6, or - before the roll")
	}
	found, err := board.ParseRows(fields[0], symbols, "/")
	if err != nil {
		return nil, err
	}
	st := &state{position: position{placement: emptyPlacement}}
	for cell, symbol := range found {
		if symbol == 0 {
			continue
		}
		if st.onBoard>>(symbol-1)&1 != 0 {
			return nil, fmt.Errorf("cube %c stands there twice", symbols[symbol])
		}
		st.put(symbol-1, cell)
	}
	if fields[1] == "B" {
		st.side = 1
	}
	die := strings.Index("-123456", fields[2])
	if die < 0 {
		return nil, fmt.Errorf("the die shows %q, not 1 to 6 or -", fields[2])
	}
	st.die = uint8(die)
	mover := st.side ^ 1
	switch st.over = st.won(mover); {
	case st.won(st.side):
		return nil, fmt.Errorf("%s is to move and has won already", roleNames[st.side])
	case st.over && st.die != 0:
		return nil, errors.New("the game is over, so no die is rolled")
	}
	return st, nil
}

// Symmetries implements game.Symmetric: the identity and the mirror image at
// the diagonal from corner to corner, which swaps right and down.
func (g *Game) Symmetries() int { return 2 }

var mirrored = board.Image(4)

// Transform implements game.Symmetric.
func (g *Game) Transform(dst, src game.State, k int) {
	d := dst.(*state)
	d.CopyFrom(src)
	if k == 0 {
		return
	}
	for cube := range 2 * cubes {
		if d.onBoard>>cube&1 != 0 {
			d.put(cube, int(mirrored[d.cell(cube)]))
		}
	}
}

// TransformMove implements game.Symmetric.
func (g *Game) TransformMove(m game.Move, k int) game.Move {
	if k == 0 || isRoll(m) {
		return m
	}
	number, to := parts(m)
	return makeMove(number, int(mirrored[to]))
}
