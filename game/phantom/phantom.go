// Package phantom makes games of boards on which players do not see each other's stones:
// in turn they try cells; who meets a stone learns that it is there and tries again, and the
// other does not learn of it. A game says how large the board is and who has won.
//
// Worlds are drawn as if the other player tried cells at random: whatever it tried in vain,
// the cell that it takes is any of the empty ones, so that all orders of stones which
// fit what was seen are equally likely. What it is trying just now is not drawn.
package phantom

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"strconv"
	"strings"

	"gambito/game"
)

// Rules are a game of two on at most 64 cells, numbered row by row from the top left.
type Rules struct {
	Info          game.Info
	Columns, Rows int
	Hexagons      bool
	Symbols       string // of the players' stones
	Glyphs        string
	Surface       game.Colour
	Colours       [2]game.Colour
	Won           func(stones uint64, p game.Player) bool // never of fewer stones that are not of more
}

// Game is a game made of rules.
type Game struct {
	rules Rules
	names []string
	all   uint64
}

// New makes a game. Rows are at most nine.
func New(r Rules) *Game {
	g := &Game{rules: r}
	for cell := range r.Columns * r.Rows {
		g.names = append(g.names, string(rune('a'+cell%r.Columns))+strconv.Itoa(r.Rows-cell/r.Columns))
		g.all |= 1 << cell
	}
	g.rules.Info.MaxMoves, g.rules.Info.MaxPlies = len(g.names), 2*len(g.names)
	return g
}

// Info implements game.Game.
func (g *Game) Info() game.Info { return g.rules.Info }

// New implements game.Game.
func (g *Game) New() game.State {
	return &state{game: g, viewer: game.Nobody, tries: make([]try, 0, 2*len(g.names))}
}

// FormatMove implements game.Game.
func (g *Game) FormatMove(_ game.State, m game.Move) string { return g.names[m] }

// ParseMove implements game.Game.
func (g *Game) ParseMove(position game.State, text string) (game.Move, error) {
	s := position.(*state)
	if s.turn == game.Over {
		return 0, fmt.Errorf("%q: the game is over", text)
	}
	for cell, name := range g.names {
		if !strings.EqualFold(name, text) {
			continue
		}
		if s.open()>>cell&1 == 0 {
			return 0, fmt.Errorf("%q is known to be taken", text)
		}
		return game.Move(cell), nil
	}
	return 0, fmt.Errorf("%q is no cell: a cell is a column and a row, such as %s", text, g.names[len(g.names)/2])
}

// FormatPosition implements game.Game: the cells that were tried.
func (g *Game) FormatPosition(position game.State) string {
	s := position.(*state)
	names := make([]string, len(s.tries))
	for i, t := range s.tries {
		names[i] = g.names[t.cell]
	}
	return game.FormatMoves(names)
}

// ParsePosition implements game.Game.
func (g *Game) ParsePosition(text string) (game.State, error) { return game.ParseMoves(g, text) }

// Marks implements game.Marked.
func (g *Game) Marks() []game.Mark {
	return game.NewMarks(g.rules.Surface, g.rules.Symbols, g.rules.Glyphs, g.rules.Colours[0], g.rules.Colours[1])
}

// Chronicle implements game.Chronicled.
func (g *Game) Chronicle(position game.State, p game.Player) (events []game.Event) {
	for _, t := range position.(*state).tries {
		e := game.Event{Player: t.player, Text: g.names[t.cell]}
		switch {
		case p != game.Nobody && p != t.player && t.taken:
			continue
		case p != game.Nobody && p != t.player:
			e.Text = game.Unseen
		case t.taken:
			e.Text += " (taken)"
		}
		events = append(events, e)
	}
	return events
}

// try is a cell that a player has tried.
type try struct {
	player game.Player
	cell   uint8
	taken  bool
}

// state is a position and how it came about.
type state struct {
	game   *Game
	stones [2]uint64
	known  [2]uint64 // stones of the other that each player has met
	tries  []try
	turn   game.Player
	winner game.Player // if the game is over
	viewer game.Player
}

// Turn implements game.State.
func (s *state) Turn() game.Player { return s.turn }

// open are the cells that the player to move may try.
func (s *state) open() uint64 {
	return s.game.all &^ s.stones[s.turn] &^ s.known[s.turn]
}

// Moves implements game.State.
func (s *state) Moves(buf []game.Move) []game.Move {
	if s.turn == game.Over {
		return buf
	}
	for left := s.open(); left != 0; left &= left - 1 {
		buf = append(buf, game.Move(bits.TrailingZeros64(left)))
	}
	return buf
}

// Play implements game.State.
func (s *state) Play(m game.Move) {
	p, cell := s.turn, uint64(1)<<m
	t := try{p, uint8(m), s.stones[1-p]&cell != 0}
	if s.tries = append(s.tries, t); t.taken {
		s.known[p] |= cell
		return
	}
	s.stones[p] |= cell
	s.turn = 1 - p
	switch {
	case s.game.rules.Won(s.stones[p], p):
		s.turn, s.winner = game.Over, p
	case s.stones[0]|s.stones[1] == s.game.all:
		s.turn, s.winner = game.Over, game.Nobody
	}
}

// Undo implements game.Undoer.
func (s *state) Undo(game.Move) {
	last := len(s.tries) - 1
	t := s.tries[last]
	s.tries, s.turn = s.tries[:last], t.player
	if t.taken {
		s.known[t.player] &^= 1 << t.cell
	} else {
		s.stones[t.player] &^= 1 << t.cell
	}
}

// Playout implements game.Playouter.
func (s *state) Playout(r *rand.Rand) {
	for s.turn != game.Over {
		s.Play(game.Move(any(s.open(), r)))
	}
}

// any is one of the cells of a set.
func any(set uint64, r *rand.Rand) int {
	for range r.IntN(bits.OnesCount64(set)) {
		set &= set - 1
	}
	return bits.TrailingZeros64(set)
}

// Score implements game.State.
func (s *state) Score(p game.Player) float64 {
	switch s.winner {
	case game.Nobody:
		return 0
	case p:
		return 1
	}
	return -1
}

// Hash implements game.State.
func (s *state) Hash() uint64 {
	h := uint64(0x9e3779b97f4a7c15)
	for _, t := range s.tries {
		h ^= uint64(t.cell) + 1
		h *= 0xff51afd7ed558ccd
		h ^= h >> 32
	}
	return h
}

// CopyFrom implements game.State.
func (s *state) CopyFrom(src game.State) {
	tries := s.tries
	*s = *src.(*state)
	s.tries = append(tries[:0], s.tries...)
}

// Clone implements game.State.
func (s *state) Clone() game.State {
	c := *s
	c.tries = append(make([]try, 0, cap(s.tries)), s.tries...)
	return &c
}

// Sees implements game.Veiled: the cells that p has tried, with + or -, and / for every
// stone of the other; all when the game is over.
func (s *state) Sees(p game.Player, buf []byte) []byte {
	for _, t := range s.tries {
		switch {
		case t.player != p && t.taken:
		case t.player != p:
			buf = append(buf, '/')
		default:
			buf = append(buf, s.game.names[t.cell]...)
			if t.taken {
				buf = append(buf, '-')
			} else {
				buf = append(buf, '+')
			}
		}
	}
	if s.turn == game.Over {
		buf = append(buf, '=')
		for _, t := range s.tries {
			buf = append(buf, s.game.names[t.cell]...)
		}
	}
	return buf
}

// Redeal implements game.Veiled.
func (s *state) Redeal(p game.Player, r *rand.Rand) {
	if s.turn == game.Over {
		return
	}
	other := 1 - p
	var stones [64]uint8
	var own [128]try
	placed, tried := 0, 0 // by the other, by p
	var deadlines [64]int // by which of its stones the other had those that p has met
	met := 0
	for _, t := range s.tries {
		switch {
		case t.player == p:
			if own[tried] = t; t.taken {
				stones[met], deadlines[met] = t.cell, placed
				met++
			}
			tried++
		case !t.taken:
			placed++
		}
	}
	required := stones // in the order in which they were met
	for {
		set := drawStones(stones[:placed], required[:met], deadlines[:met], s.game.all&^s.stones[p]&^s.known[p], r)
		if !s.game.rules.Won(set, other) {
			break
		}
	}
	s.replay(p, own[:tried], stones[:placed], r)
}

// drawStones fills order with the other's stones: those that were met, each before its deadline,
// and any of the free cells. All orders are equally likely: of the places before a deadline
// as many are left for the next as for any other that comes later.
func drawStones(order, met []uint8, deadlines []int, free uint64, r *rand.Rand) (set uint64) {
	var taken uint64
	for i, cell := range met {
		place := any(^taken&(1<<deadlines[i]-1), r)
		taken |= 1 << place
		order[place] = cell
		set |= 1 << cell
	}
	for place := range order {
		if taken>>place&1 == 0 {
			cell := any(free, r)
			free &^= 1 << cell
			order[place] = uint8(cell)
			set |= 1 << cell
		}
	}
	return set
}

// replay plays the game again with what p tried and the stones that the other put, and
// draws what that one tried in vain.
func (s *state) replay(p game.Player, own []try, stones []uint8, r *rand.Rand) {
	other := 1 - p
	s.stones, s.known, s.tries, s.turn = [2]uint64{}, [2]uint64{}, s.tries[:0], 0
	for len(own)+len(stones) > 0 {
		if s.turn == p {
			if len(own) == 0 {
				return
			}
			s.Play(game.Move(own[0].cell))
			own = own[1:]
			continue
		}
		if len(stones) == 0 {
			return
		}
		for {
			hidden := s.stones[p] &^ s.known[other]
			if r.IntN(bits.OnesCount64(s.open())) >= bits.OnesCount64(hidden) {
				break
			}
			s.Play(game.Move(any(hidden, r)))
		}
		s.Play(game.Move(stones[0]))
		stones = stones[1:]
	}
}

// LookAs implements game.Viewed.
func (s *state) LookAs(p game.Player) { s.viewer = p }

// Draw implements game.Drawer.
func (s *state) Draw() game.Board {
	r := &s.game.rules
	b := game.Board{
		Columns: r.Columns, Rows: r.Rows, Cells: make([]game.Cell, len(s.game.names)), Surface: r.Surface,
		Pieces: r.Colours[:], Hexagons: r.Hexagons,
	}
	for column := range r.Columns {
		b.ColumnLabels = append(b.ColumnLabels, string(rune('a'+column)))
	}
	for row := range r.Rows {
		b.RowLabels = append(b.RowLabels, strconv.Itoa(r.Rows-row))
	}
	for p := range game.Player(2) {
		shown := s.stones[p]
		if s.viewer == 1-p {
			shown &= s.known[s.viewer]
		}
		if s.turn == game.Over {
			shown = s.stones[p]
		}
		for ; shown != 0; shown &= shown - 1 {
			b.Cells[bits.TrailingZeros64(shown)] = game.Cell{Symbol: rune(r.Symbols[p]), Glyph: []rune(r.Glyphs)[p], Owner: p}
		}
	}
	if s.turn != game.Over && (s.viewer == game.Nobody || s.viewer == s.turn) {
		for left := s.open(); left != 0; left &= left - 1 {
			c := &b.Cells[bits.TrailingZeros64(left)]
			c.Target = c.Symbol == 0
		}
	}
	if last := len(s.tries) - 1; last >= 0 && s.tries[last].taken && (s.viewer == game.Nobody || s.viewer == s.tries[last].player) {
		b.Caption = s.game.names[s.tries[last].cell] + " is taken"
	}
	return b
}
