// Package knightfight is Knight Fight on 10×10: two knights that leave arrows
// behind and shoot arrows around each other; a knight on an arrow loses. Each
// ply is one action, in the order white's move, black's attack, black's move,
// white's attack, white's move …. A move is a knight's jump to any cell but
// the enemy's; the cell it leaves becomes an arrow. An attack puts arrows on
// the orthogonal or the diagonal neighbours of the enemy's knight, possibly on
// one's own cell.
package knightfight

import (
	"fmt"
	"strings"

	"gambito/game"
	"gambito/game/bitboard"
	"gambito/game/grid"
)

const (
	size  = 10
	cells = size * size
)

// Moves 0 to 99 go to that cell, numbered row by row from the top left.
const (
	ortho game.Move = cells
	diag  game.Move = cells + 1
)

var board = grid.Grid{Columns: size, Rows: size}

// around holds, for every cell, what lies around it.
type around struct {
	jumps   []uint8            // a knight's jumps, ascending
	attacks [2]bitboard.Set128 // the orthogonal and the diagonal neighbours
}

var neighbours = func() (all [cells]around) {
	for cell := range all {
		a := &all[cell]
		for row := range size {
			for column := range size {
				dc, dr := column-cell%size, row-cell/size
				target := row*size + column
				switch dc*dc + dr*dr {
				case 1:
					a.attacks[0].Add(target)
				case 2:
					a.attacks[1].Add(target)
				case 5:
					a.jumps = append(a.jumps, uint8(target))
				}
			}
		}
	}
	return all
}()

// Game is the rules.
type Game struct{}

// New returns the game.
func New() Game { return Game{} }

// Info implements game.Game. Every move of a knight makes an arrow of a cell
// that was none, and half the plies are moves.
func (Game) Info() game.Info {
	return game.Info{
		ID:       "knight-fight",
		Name:     "Knight Fight",
		Roles:    []string{"white", "black"},
		MaxMoves: 8,
		MaxPlies: 2 * cells,
	}
}

// New implements game.Game: white on a1, black on j10.
func (Game) New() game.State {
	return &state{position: position{knights: [2]uint8{cells - size, size - 1}}}
}

// FormatMove implements game.Game: where the knight goes, or "ortho" or
// "diag".
func (Game) FormatMove(_ game.State, m game.Move) string {
	switch m {
	case ortho:
		return "ortho"
	case diag:
		return "diag"
	}
	return board.FormatCell(int(m))
}

// ParseMove implements game.Game.
func (Game) ParseMove(s game.State, text string) (game.Move, error) {
	st := s.(*state)
	if st.Turn() == game.Over {
		return 0, fmt.Errorf("%q: the game is over", text)
	}
	if st.attacks() {
		switch strings.ToLower(text) {
		case "ortho":
			return ortho, nil
		case "diag":
			return diag, nil
		}
		return 0, fmt.Errorf("%q is not an attack: it is ortho or diag", text)
	}
	cell, err := board.ParseCell(text)
	if err != nil {
		return 0, err
	}
	player := actors[st.phase]
	for _, target := range neighbours[st.knights[player]].jumps {
		if int(target) == cell && target != st.knights[player^1] {
			return game.Move(cell), nil
		}
	}
	return 0, fmt.Errorf("%s: the knight on %s cannot jump there", text, board.FormatCell(int(st.knights[player])))
}

const symbols = ".*WBwb"

// phases names the actions in their order.
var phases = [4]string{"W-move", "B-attack", "B-move", "W-attack"}

// FormatPosition implements game.Game: rows from the top separated by "/", W
// and B the knights (w and b on an arrow), * an arrow; then the next action.
func (Game) FormatPosition(s game.State) string {
	st := s.(*state)
	rows := board.FormatRows(func(cell int) byte {
		arrow := st.arrows.Has(cell)
		for p, knight := range st.knights {
			switch {
			case int(knight) != cell:
			case arrow:
				return symbols[4+p]
			default:
				return symbols[2+p]
			}
		}
		if arrow {
			return '*'
		}
		return '.'
	}, "/")
	return rows + " " + phases[st.phase]
}

// ParsePosition implements game.Game.
func (Game) ParsePosition(text string) (game.State, error) {
	st, err := parsePosition(text)
	if err != nil {
		return nil, fmt.Errorf("position %q: %w", text, err)
	}
	return st, nil
}

func parsePosition(text string) (*state, error) {
	rows, phase, _ := strings.Cut(text, " ")
	contents, err := board.ParseRows(rows, symbols, "/")
	if err != nil {
		return nil, err
	}
	st := &state{position: position{phase: 4}}
	for i, name := range phases {
		if phase == name {
			st.phase = uint8(i)
		}
	}
	if st.phase == 4 {
		return nil, fmt.Errorf("after the rows must come a space and the next action, one of %s", strings.Join(phases[:], ", "))
	}
	var count [2]int
	for cell, symbol := range contents {
		if symbol == 1 || symbol > 3 {
			st.arrows.Add(cell)
		}
		if symbol > 1 {
			st.knights[symbol&1] = uint8(cell)
			count[symbol&1]++
		}
	}
	if count != [2]int{1, 1} {
		return nil, fmt.Errorf("there are %d white and %d black knights, not one each", count[0], count[1])
	}
	// Only the player who has just acted can stand on an arrow.
	if st.hit(st.lastActor() ^ 1) {
		return nil, fmt.Errorf("%s stands on an arrow that no action of its own has led to", Game{}.Info().Roles[st.lastActor()^1])
	}
	return st, nil
}

// Symmetries implements game.Symmetric: the eight of the square.
func (Game) Symmetries() int { return len(images) }

var images = func() (all [8][]uint8) {
	for k := range all {
		all[k] = board.Image(k)
	}
	return all
}()

// Transform implements game.Symmetric.
func (Game) Transform(dst, src game.State, k int) {
	d, s := dst.(*state), src.(*state)
	d.CopyFrom(s)
	d.arrows = bitboard.Set128{}
	for cell, image := range images[k] {
		if s.arrows.Has(cell) {
			d.arrows.Add(int(image))
		}
	}
	for p, knight := range s.knights {
		d.knights[p] = images[k][knight]
	}
}

// TransformMove implements game.Symmetric.
func (Game) TransformMove(m game.Move, k int) game.Move {
	if m >= ortho {
		return m
	}
	return game.Move(images[k][m])
}
