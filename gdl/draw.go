package gdl

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"gambito/game"
)

// grid is a board that facts such as (cell 3 4 white) make: their first two
// words say where, the rest what.
type grid struct {
	name          string
	columns, rows []string          // by their words, ascending
	symbols       map[string]string // by what: a letter, or "." for an empty cell
	inks          map[string]game.Colour
	surface       game.Colour
	faint         game.Colour // of what is nobody's, and of empty cells
	legend        string
	hexagons      bool
}

// hexagons finds the comment by which a sheet says what its cells are; its rules
// cannot.
var hexagons = regexp.MustCompile(`(?im)^\s*;.*\bcells are hexagons\b`)

// The bounds of what looks like a board.
const (
	maxSide   = 32
	maxKinds  = 16
	leastFull = 0.3 // the share of its cells that facts may be about
)

// blanks are words that sheets have for empty cells.
var blanks = []string{"b", "blank", "empty"}

// cellFact takes a fact of a board apart.
func cellFact(text string) (name, column, row, what string, ok bool) {
	words := strings.Fields(strings.TrimSuffix(strings.TrimPrefix(text, "("), ")"))
	if len(words) < 4 || strings.Count(text, "(") != 1 {
		return "", "", "", "", false
	}
	return words[0], words[1], words[2], strings.Join(words[3:], " "), true
}

// findGrid looks for a board among facts that may be true: the largest, and of
// several the one with the fewest kinds of pieces.
func findGrid(facts, roles []string) *grid {
	type sets struct{ columns, rows, cells, kinds map[string]bool }
	found := map[string]*sets{}
	for _, text := range facts {
		name, column, row, what, ok := cellFact(text)
		if !ok {
			continue
		}
		s := found[name]
		if s == nil {
			s = &sets{map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}}
			found[name] = s
		}
		s.columns[column], s.rows[row], s.cells[column+" "+row], s.kinds[what] = true, true, true, true
	}
	best := ""
	for _, name := range slices.Sorted(maps.Keys(found)) {
		s := found[name]
		board := len(s.columns) > 1 && len(s.columns) <= maxSide && len(s.rows) > 1 && len(s.rows) <= maxSide && len(s.kinds) <= maxKinds &&
			float64(len(s.cells)) >= leastFull*float64(len(s.columns)*len(s.rows))
		if board && (best == "" || len(s.cells) > len(found[best].cells) ||
			len(s.cells) == len(found[best].cells) && len(s.kinds) < len(found[best].kinds)) {
			best = name
		}
	}
	if best == "" {
		return nil
	}
	sorted := func(set map[string]bool) []string { return slices.SortedFunc(maps.Keys(set), natural) }
	g := &grid{name: best, columns: sorted(found[best].columns), rows: sorted(found[best].rows), symbols: map[string]string{}, inks: map[string]game.Colour{}}
	g.choose(sorted(found[best].kinds), roles)
	return g
}

// colours are those of the roles' pieces; light ones only of roles that are called so,
// whose boards are of wood.
var (
	colours = []game.Colour{game.Black, game.Red, game.Blue, game.Green}
	light   = []game.Colour{game.White, game.Yellow}
)

// surfaceOf is the colour of a board on which the pieces of all roles can be seen, and
// one that can be seen on it.
func surfaceOf(roles []string) (surface, faint game.Colour) {
	for _, role := range roles {
		if slices.Contains(light, game.Colour(role)) {
			return game.Wood, game.Paper
		}
	}
	return game.Paper, game.Wood
}

// inkOf is the colour of a role's pieces: the one that it is called by, if it is called
// so, else one that nobody is called by.
func inkOf(roles []string, role int) game.Colour {
	if c := game.Colour(roles[role]); slices.Contains(light, c) || slices.Contains(colours, c) {
		return c
	}
	var free []game.Colour
	for _, c := range colours {
		if !slices.Contains(roles, string(c)) {
			free = append(free, c)
		}
	}
	if len(free) == 0 {
		return colours[role%len(colours)]
	}
	before := 0 // roles that take one of them first
	for _, other := range roles[:role] {
		if c := game.Colour(other); !slices.Contains(light, c) && !slices.Contains(colours, c) {
			before++
		}
	}
	return free[before%len(free)]
}

// choose finds a letter for every kind of piece.
func (g *grid) choose(kinds, roles []string) {
	g.surface, g.faint = surfaceOf(roles)
	used := map[string]bool{}
	var legend []string
	for _, kind := range kinds {
		if slices.Contains(blanks, kind) {
			g.symbols[kind] = "."
			continue
		}
		role := slices.IndexFunc(roles, func(r string) bool { return slices.Contains(strings.Fields(kind), r) })
		for _, letter := range letters(kind, roles, role) {
			if !used[letter] {
				used[letter], g.symbols[kind] = true, letter
				break
			}
		}
		g.inks[kind] = g.faint // nobody's
		if role >= 0 {
			g.inks[kind] = inkOf(roles, role)
		}
		legend = append(legend, g.symbols[kind]+" "+ascii(kind))
	}
	g.legend = strings.Join(legend, ", ")
}

// letters lists what may stand for a piece, the best first: a digit that is part
// of its name or, if another role's piece has it, the letter of that number; its
// own letters, the first role's as capitals; any other.
func letters(kind string, roles []string, role int) (list []string) {
	own := kind
	if role >= 0 {
		if own = strings.TrimSpace(strings.Replace(kind, roles[role], "", 1)); own == "" {
			own = strings.ToUpper(kind)
		} else if role == 0 {
			own = strings.ToUpper(own)
		}
	}
	if len(own) == 1 && own[0] >= '1' && own[0] <= '9' {
		list = append(list, own, string(rune('A'+own[0]-'1')))
	}
	const all = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	for _, r := range own + strings.ToUpper(own) + all {
		if strings.ContainsRune(all, r) {
			list = append(list, string(r))
		}
	}
	return list
}

// ascii makes a text that may be shown anywhere.
func ascii(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '?'
		}
		return r
	}, text)
}

// Marks implements game.Marked: by the pieces that are called like a role.
func (g *Game) Marks() []game.Mark {
	marks := make([]game.Mark, len(g.seats))
	board := g.board()
	for p, role := range g.info.Roles {
		if board == nil {
			break
		}
		if symbol := board.symbols[role]; symbol != "" && symbol != "." {
			letter := rune(symbol[0])
			marks[p] = game.Mark{Symbol: letter, Glyph: letter, Ink: board.inks[role], Surface: board.surface}
		}
	}
	return marks
}

// DrawText implements game.TextDrawer: the board, if the facts make one, and
// below it all other facts.
func (s *state) DrawText() (lines []game.TextLine) {
	at, rest := s.onBoard()
	if g := s.g.board(); g != nil {
		lines = g.draw(at)
	}
	return append(lines, wrapped(rest)...)
}

// onBoard is what stands on each cell of the board, if there is one, and the other
// facts.
func (s *state) onBoard() (at map[string][]string, rest []string) {
	at = map[string][]string{}
	g := s.g.board()
	for _, fact := range s.facts() {
		if name, column, row, what, ok := cellFact(fact); ok && g != nil && name == g.name && g.symbols[what] != "" {
			at[column+" "+row] = append(at[column+" "+row], what)
		} else {
			rest = append(rest, ascii(strings.TrimSuffix(strings.TrimPrefix(fact, "("), ")")))
		}
	}
	if more := s.beyondFacts(); more != "" {
		rest = append(rest, ascii(more))
	}
	return at, rest
}

// draw draws the board, its first row at the bottom.
func (g *grid) draw(at map[string][]string) (lines []game.TextLine) {
	margin, width := 0, 3
	for _, label := range g.rows {
		margin = max(margin, len(label))
	}
	for _, label := range g.columns {
		width = max(width, len(label)+1)
	}
	for _, row := range slices.Backward(g.rows) {
		line := game.TextLine{{Plain: fmt.Sprintf("%*s ", margin, ascii(row))}}
		for _, column := range g.columns {
			cell, ink := "", game.Colour("")
			for _, what := range at[column+" "+row] {
				cell += g.symbols[what]
				ink = cmp.Or(ink, g.inks[what])
			}
			line = append(line, game.TextSpan{Plain: fmt.Sprintf("%-*s", width, " "+cmp.Or(cell, ".")), Ink: cmp.Or(ink, g.faint), Surface: g.surface})
		}
		lines = append(lines, line)
	}
	labels := strings.Repeat(" ", margin+1)
	for _, column := range g.columns {
		labels += fmt.Sprintf("%-*s", width, " "+ascii(column))
	}
	return append(lines, game.TextLine{{Plain: labels}}, game.TextLine{{Plain: g.legend}})
}

// wrapped writes texts with commas between them in lines that are not too long.
func wrapped(texts []string) (lines []game.TextLine) {
	const wide = 78
	line := ""
	for i, text := range texts {
		if i < len(texts)-1 {
			text += ","
		}
		if line != "" && len(line)+1+len(text) > wide {
			lines, line = append(lines, game.TextLine{{Plain: line}}), ""
		}
		if line != "" {
			line += " "
		}
		line += text
	}
	return append(lines, game.TextLine{{Plain: line}})
}
