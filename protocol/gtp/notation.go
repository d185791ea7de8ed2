package gtp

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gambito/game"
)

// maxSide is how long a side of a board may be: so many letters there are.
const maxSide = 25

// notation writes the moves and players of a game as GTP does.
type notation struct {
	game    game.Game
	columns []string    // the game's own names of them, in lower case
	rows    []string    // from the top
	black   game.Player // who is called so
}

// newNotation returns that of a game, or says why it has none.
func newNotation(g game.Game) (*notation, error) {
	info, s := g.Info(), g.New()
	refuse := func(why string) (*notation, error) { return nil, fmt.Errorf("GTP cannot play %s: %s", info.ID, why) }
	drawer, drawn := s.(game.Drawer)
	switch {
	case info.Players() != 2:
		return refuse("it is for two players")
	case game.OfSecrets(g):
		return refuse("it tells players all moves")
	case game.OfChance(g):
		return refuse("it knows no dice")
	case s.Turn() == game.Together:
		return refuse("its players move one after another")
	case !drawn:
		return refuse("it knows boards of rows and columns only")
	}
	n := &notation{game: g}
	if strings.EqualFold(info.Roles[1], "black") || strings.EqualFold(info.Roles[0], "white") {
		n.black = 1
	}
	b := drawer.Draw()
	if b.Columns > maxSide || b.Rows > maxSide {
		return refuse(fmt.Sprintf("its boards have %d columns and rows at most", maxSide))
	}
	for _, label := range b.ColumnLabels {
		n.columns = append(n.columns, strings.ToLower(label))
	}
	n.rows = b.RowLabels
	if n.rows == nil {
		for row := range b.Rows {
			n.rows = append(n.rows, strconv.Itoa(b.Rows-row))
		}
	}
	for _, m := range s.Moves(nil) {
		if _, err := n.format(s, m); err != nil {
			return refuse(fmt.Sprintf("its moves, such as %s, name no cells", g.FormatMove(s, m)))
		}
	}
	return n, nil
}

// letter names a column.
func letter(column int) string {
	if column >= 'i'-'a' {
		column++
	}
	return string(rune('A' + column))
}

// format writes a legal move.
func (n *notation) format(s game.State, m game.Move) (string, error) {
	text := strings.ToLower(n.game.FormatMove(s, m))
	if text == "noop" {
		return "pass", nil
	}
	if column := slices.Index(n.columns, text); column >= 0 {
		return n.landing(s, column)
	}
	var cells []string
	for part := range strings.SplitSeq(text, "-") {
		cell, ok := n.cell(part)
		if !ok {
			return text, word(text)
		}
		cells = append(cells, cell)
	}
	return strings.Join(cells, "-"), nil
}

// landing is the cell where a stone in that column comes to rest.
func (n *notation) landing(s game.State, column int) (string, error) {
	b := s.(game.Drawer).Draw()
	for row := range b.Rows {
		if b.Cells[row*b.Columns+column].Target {
			return letter(column) + n.rows[row], nil
		}
	}
	return "", fmt.Errorf("nothing can be put into column %d", column+1)
}

// cell translates the game's name of a cell.
func (n *notation) cell(text string) (string, bool) {
	if len(text) < 2 {
		return "", false
	}
	column := slices.Index(n.columns, text[:1])
	if column < 0 || !slices.Contains(n.rows, text[1:]) {
		return "", false
	}
	return letter(column) + text[1:], true
}

// mustPass is the pass of the player to move, if there is nothing else.
func (n *notation) mustPass(s game.State) (game.Move, bool) {
	moves := s.Moves(nil)
	if len(moves) != 1 {
		return 0, false
	}
	text, err := n.format(s, moves[0])
	return moves[0], err == nil && text == "pass"
}

// word reports whether a text is one plain word, which GTP takes for a move too.
func word(text string) error {
	for _, c := range text {
		if (c < 'a' || c > 'z') && c != '-' {
			return errors.New("it is no cell and no word")
		}
	}
	return nil
}

// parse reads a move that is legal in s. Cells of a step may be separated by a
// hyphen, an x, a blank or nothing, columns of stones that fall stand for themselves.
func (n *notation) parse(s game.State, text string) (game.Move, error) {
	wanted := bare(text)
	if wanted == "" {
		return 0, errSyntax
	}
	for _, m := range s.Moves(nil) {
		own, err := n.format(s, m)
		if err == nil && bare(own) == wanted || isNumber(wanted) && wanted == n.game.FormatMove(s, m) {
			return m, nil
		}
	}
	if !n.possible(wanted) {
		return 0, errSyntax
	}
	return 0, errIllegal
}

// bare is a move without what may stand between its cells.
func bare(text string) string {
	var b strings.Builder
	var last rune
	for _, c := range strings.ToUpper(text) {
		digit := last >= '0' && last <= '9'
		if c != ' ' && c != '-' && (c != 'X' || !digit) {
			b.WriteRune(c)
		}
		last = c
	}
	return b.String()
}

// possible reports whether a bare text could be a move somewhere: cells, a column, or
// pass.
func (n *notation) possible(text string) bool {
	if text == "PASS" || slices.Contains(n.columns, text) {
		return true
	}
	for text != "" {
		end := 1
		for end < len(text) && text[end] >= '0' && text[end] <= '9' {
			end++
		}
		row := text[1:end]
		column := int(text[0]) - 'A'
		if text[0] == 'I' || column > 'I'-'A' {
			column--
		}
		if text[0] == 'I' || column < 0 || column >= len(n.columns) || !slices.Contains(n.rows, row) {
			return false
		}
		text = text[end:]
	}
	return true
}

// colour reads who is meant: black or white, in short or in full, or the game's own
// word.
func (n *notation) colour(text string) (game.Player, error) {
	switch strings.ToLower(text) {
	case "b", "black":
		return n.black, nil
	case "w", "white":
		return 1 - n.black, nil
	}
	for p, role := range n.game.Info().Roles {
		if strings.EqualFold(role, text) {
			return game.Player(p), nil
		}
	}
	return 0, errSyntax
}

// name is what GTP calls a player.
func (n *notation) name(p game.Player) string {
	if p == n.black {
		return "black"
	}
	return "white"
}

// board draws a position.
func (n *notation) board(s game.State) string {
	b := s.(game.Drawer).Draw()
	var text strings.Builder
	head := "  "
	for column := range b.Columns {
		head += " " + letter(column)
	}
	switch turn := s.Turn(); turn {
	case game.Over:
		text.WriteString("The game is over.\n")
	default:
		text.WriteString("Next to move: " + n.name(turn))
		if role := n.game.Info().Roles[turn]; role != n.name(turn) {
			text.WriteString(", " + role)
		}
		text.WriteString("\n")
	}
	text.WriteString(head + "\n")
	for row := range b.Rows {
		fmt.Fprintf(&text, "%2s", n.rows[row])
		for _, cell := range b.Cells[row*b.Columns : (row+1)*b.Columns] {
			symbol := cell.Symbol
			if symbol == 0 {
				symbol = '.'
			}
			text.WriteString(" " + string(symbol))
		}
		fmt.Fprintf(&text, " %s\n", n.rows[row])
	}
	text.WriteString(head + "\n" + b.Caption)
	return text.String()
}
