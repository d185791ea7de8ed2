package theory

import (
	"fmt"
	"math/big"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Parse reads a game. Lines, or parts between semicolons, are rows of the first
// player's strategies; their cells are columns of the second's. A cell is what the first
// player is paid by the second, or, with commas, what each player is paid: 3, -1/2,
// 0.25, or 2,1. From three players on there is a matrix for every combination of what
// the others choose, the last player's choice changing fastest, with | between them.
//
// Lines may come before: "name: …", and for each player "player NAME: …" with its
// strategies, separated by commas. What follows # in a line is a comment.
func Parse(text string) (*Game, error) {
	if !utf8.ValidString(text) {
		return nil, fmt.Errorf("this is no text")
	}
	g := &Game{}
	r := reader{game: g}
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		for part := range strings.SplitSeq(line, ";") {
			if err := r.part(strings.TrimSpace(part)); err != nil {
				return nil, err
			}
		}
	}
	if err := r.finish(); err != nil {
		return nil, err
	}
	return g, nil
}

// reader is a game that is being read.
type reader struct {
	game   *Game
	blocks [][][][]*big.Rat // matrices, their rows, their cells, a payoff of each player
	begun  bool             // a row was read
	next   bool             // the next row begins another matrix
}

// part reads a row or what is said of the game.
func (r *reader) part(text string) error {
	if text == "" {
		return nil
	}
	if head, value, ok := strings.Cut(text, ":"); ok {
		if r.begun {
			return fmt.Errorf("%q: names come before the first row", short(text))
		}
		return r.head(strings.TrimSpace(head), strings.TrimSpace(value))
	}
	for i, row := range strings.Split(text, "|") {
		if i > 0 {
			if !r.begun {
				return fmt.Errorf("%q: there is no matrix before the |", short(text))
			}
			r.next = true
		}
		if row = strings.TrimSpace(row); row == "" {
			continue
		}
		if err := r.row(row); err != nil {
			return err
		}
	}
	return nil
}

// head reads a line before the rows.
func (r *reader) head(head, value string) error {
	if head == "name" {
		r.game.Name = value
		return nil
	}
	name, ok := strings.CutPrefix(head, "player ")
	if name = strings.TrimSpace(name); !ok || name == "" {
		return fmt.Errorf(`%q: a line before the rows is "name: …" or "player NAME: strategy, strategy"`, short(head))
	}
	if len(r.game.Players) == MaxPlayers {
		return fmt.Errorf("there are more than %d players", MaxPlayers)
	}
	player := Player{Name: name}
	for strategy := range strings.SplitSeq(value, ",") {
		if strategy = strings.TrimSpace(strategy); strategy == "" {
			return fmt.Errorf("player %s: a strategy has no name", short(name))
		}
		player.Strategies = append(player.Strategies, strategy)
	}
	r.game.Players = append(r.game.Players, player)
	return nil
}

// row reads a row of a matrix.
func (r *reader) row(text string) error {
	if !r.begun || r.next {
		r.blocks, r.next = append(r.blocks, nil), false
	}
	r.begun = true
	block := &r.blocks[len(r.blocks)-1]
	where := fmt.Sprintf("row %d", len(*block)+1)
	if len(r.blocks) > 1 {
		where = fmt.Sprintf("matrix %d, row %d", len(r.blocks), len(*block)+1)
	}
	var row [][]*big.Rat
	for _, cell := range strings.FieldsFunc(text, unicode.IsSpace) {
		if len(row) == MaxStrategies {
			return fmt.Errorf("%s has more than %d columns", where, MaxStrategies)
		}
		var payoffs []*big.Rat
		for number := range strings.SplitSeq(cell, ",") {
			value, err := parseNumber(number)
			if err != nil {
				return fmt.Errorf("%s, column %d: %w", where, len(row)+1, err)
			}
			payoffs = append(payoffs, value)
		}
		if first := r.blocks[0]; len(first) > 0 && len(first[0][0]) != len(payoffs) || len(row) > 0 && len(row[0]) != len(payoffs) {
			return fmt.Errorf("%s, column %d: %q does not pay as many players as the first cell", where, len(row)+1, short(cell))
		}
		row = append(row, payoffs)
	}
	if first := r.blocks[0]; len(first) > 0 && len(row) != len(first[0]) {
		return fmt.Errorf("%s has %d columns, and row 1 has %d", where, len(row), len(first[0]))
	}
	if len(*block) == MaxStrategies {
		return fmt.Errorf("there are more than %d rows", MaxStrategies)
	}
	*block = append(*block, row)
	return nil
}

// maxDigits is how long a number may be: exact work with longer ones takes for ever.
const maxDigits = 12

// parseNumber reads 3, -1/2 or 0.25.
func parseNumber(text string) (*big.Rat, error) {
	text = strings.Replace(text, "−", "-", 1)
	plain := strings.Trim(text, "+-0123456789./") == "" && len(text) <= 2*maxDigits+2
	value, ok := new(big.Rat).SetString(text)
	if !plain || !ok {
		return nil, fmt.Errorf("%q is no number such as 3, -1/2 or 0.25 of at most %d digits", short(text), maxDigits)
	}
	most := new(big.Int).Exp(big.NewInt(10), big.NewInt(maxDigits), nil)
	if value.Num().CmpAbs(most) > 0 || value.Denom().Cmp(most) > 0 {
		return nil, fmt.Errorf("%q has more than %d digits", short(text), maxDigits)
	}
	return value, nil
}

// short is a text as messages quote it.
func short(text string) string {
	if runes := []rune(text); len(runes) > 40 {
		return string(runes[:40]) + "…"
	}
	return text
}

// finish makes the game of what was read.
func (r *reader) finish() error {
	if len(r.blocks) == 0 || len(r.blocks[0]) == 0 {
		return fmt.Errorf("there is no matrix: write rows such as '3 -1; -2 4'")
	}
	first := r.blocks[0]
	paid := len(first[0][0])
	players := max(paid, 2) // one number a cell is a game of two, whose payoffs sum to zero
	if players > MaxPlayers {
		return fmt.Errorf("a cell pays %d players: there may be %d", paid, MaxPlayers)
	}
	if err := r.sizes(players); err != nil {
		return err
	}
	g := r.game
	profiles := 1
	for p := range g.Players {
		if n := g.Size(p); n > MaxStrategies {
			return fmt.Errorf("player %s has %d strategies: there may be %d", short(g.Players[p].Name), n, MaxStrategies)
		}
		if profiles *= g.Size(p); profiles > MaxProfiles {
			return fmt.Errorf("there are more than %d combinations of strategies", MaxProfiles)
		}
	}
	for b, block := range r.blocks {
		if len(block) != len(first) {
			return fmt.Errorf("matrix %d has %d rows, and matrix 1 has %d", b+1, len(block), len(first))
		}
	}
	behind := len(r.blocks)
	g.payoffs = make([]*big.Rat, profiles*players)
	for i := range profiles {
		row, column, block := i/behind/g.Size(1), i/behind%g.Size(1), i%behind
		cell := r.blocks[block][row][column]
		copy(g.payoffs[i*players:], cell)
		if paid == 1 {
			g.payoffs[i*players+1] = new(big.Rat).Neg(cell[0])
		}
	}
	return nil
}

// sizes checks names against the matrices, or makes names up.
func (r *reader) sizes(players int) error {
	first := r.blocks[0]
	sizes := []int{len(first), len(first[0])}
	behind := 1
	switch given := r.game.Players; {
	case len(given) > 0 && len(given) != players:
		return fmt.Errorf("%d players are named, and cells pay %d", len(given), players)
	case len(given) > 0:
		for p := 2; p < players; p++ {
			sizes = append(sizes, len(given[p].Strategies))
			behind *= sizes[p]
		}
	case players == 3:
		sizes = append(sizes, len(r.blocks))
		behind = len(r.blocks)
	case players > 3:
		return fmt.Errorf("what %d players choose between must be said: a line \"player NAME: strategy, strategy\" for each", players)
	}
	if behind != len(r.blocks) {
		return fmt.Errorf("there are %d matrices, and with what the others choose between there must be %d", len(r.blocks), behind)
	}
	if len(r.game.Players) == 0 {
		r.game.Players = named(sizes...)
	}
	for p, n := range sizes {
		if player := r.game.Players[p]; len(player.Strategies) != n {
			return fmt.Errorf("player %s has %d strategies, and the matrix has %d for it", short(player.Name), len(player.Strategies), n)
		}
	}
	return nil
}

// Format writes the game as Parse reads it; where one pays the other a cell is one
// number.
func (g *Game) Format() string {
	var b strings.Builder
	paid := len(g.Players)
	if sum, ok := g.Constant(); ok && sum.Sign() == 0 {
		paid = 1
	}
	if g.Name != "" {
		fmt.Fprintf(&b, "name: %s\n", g.Name)
	}
	for _, p := range g.Players {
		fmt.Fprintf(&b, "player %s: %s\n", p.Name, strings.Join(p.Strategies, ", "))
	}
	behind := 1
	for p := 2; p < len(g.Players); p++ {
		behind *= g.Size(p)
	}
	for block := range behind {
		if block > 0 {
			b.WriteString("|\n")
		}
		for row := range g.Size(0) {
			for column := range g.Size(1) {
				if column > 0 {
					b.WriteByte(' ')
				}
				at := (row*g.Size(1)+column)*behind + block
				for p := range paid {
					if p > 0 {
						b.WriteByte(',')
					}
					b.WriteString(g.PayoffAt(p, at).RatString())
				}
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}
