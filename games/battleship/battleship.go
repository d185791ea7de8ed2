// Package battleship is battleship for two: each places a fleet on a sea of its own, unseen by
// the other, then they shoot in turn at single cells. It is told whether a shot hits, and when
// a ship is sunk which one. Who sinks all ships wins.
package battleship

import (
	"fmt"
	"strconv"
	"strings"

	"gambito/game"
)

// The usual game.
const (
	Side  = 10
	Fleet = "5-4-3-3-2"
)

// Bounds of what can be chosen.
const (
	leastSide = 4
	mostShips = 8
	maxCells  = Side * Side
)

// Game is the rules for a sea and a fleet. Moves: twice the first cell of a ship that is
// placed, and one more if it lies downwards; behind these the cells that are shot at.
type Game struct {
	columns, rows int
	fleet         []int
	id            string
	names         []string
	places        map[int][]place // by length
	at            map[int][]set   // by length and move
}

// place is where a ship may lie.
type place struct {
	move  game.Move
	cells set
}

// New returns the game. A fleet is the lengths of ships, such as 5-4-3-3-2.
func New(columns, rows int, fleet string) (*Game, error) {
	if min(columns, rows) < leastSide || max(columns, rows) > Side {
		return nil, fmt.Errorf("the sea may have sides of %d to %d, not %d×%d", leastSide, Side, columns, rows)
	}
	g := &Game{columns: columns, rows: rows, places: map[int][]place{}, at: map[int][]set{}}
	sum := 0
	for _, text := range strings.Split(fleet, "-") {
		length, err := strconv.Atoi(text)
		if err != nil || length < 2 || length > max(columns, rows) || strconv.Itoa(length) != text {
			return nil, fmt.Errorf("fleet %q: it is the lengths of ships from 2 to %d, such as %s", fleet, max(columns, rows), Fleet)
		}
		g.fleet, sum = append(g.fleet, length), sum+length
	}
	for _, length := range g.fleet {
		// Strips of that length of which other ships cannot touch all: whatever was placed before, there is room.
		strips := max(rows*(columns/length), columns*(rows/length))
		if len(g.fleet) > mostShips || sum-length >= strips {
			return nil, fmt.Errorf("fleet %q: it is too large for a sea of %d×%d", fleet, columns, rows)
		}
	}
	for cell := range columns * rows {
		g.names = append(g.names, string(rune('a'+cell%columns))+strconv.Itoa(cell/columns+1))
	}
	for _, length := range g.fleet {
		if g.places[length] == nil {
			g.places[length] = g.placesOf(length)
			g.at[length] = make([]set, 2*g.cells())
			for _, p := range g.places[length] {
				g.at[length][p.move] = p.cells
			}
		}
	}
	var options []string
	if columns != Side || rows != Side {
		options = append(options, fmt.Sprintf("%dx%d", columns, rows))
	}
	if fleet != Fleet {
		options = append(options, "fleet="+fleet)
	}
	if g.id = "battleship"; options != nil {
		g.id += ":" + strings.Join(options, ",")
	}
	return g, nil
}

func (g *Game) placesOf(length int) (list []place) {
	for cell := range g.columns * g.rows {
		for down := range 2 {
			step, room := 1, g.columns-cell%g.columns
			if down == 1 {
				step, room = g.columns, g.rows-cell/g.columns
			}
			if room < length {
				continue
			}
			p := place{move: game.Move(2*cell + down)}
			for i := range length {
				p.cells.add(cell + i*step)
			}
			list = append(list, p)
		}
	}
	return list
}

func (g *Game) cells() int { return g.columns * g.rows }

// shot is the first of the moves that are shots.
func (g *Game) shot() game.Move { return game.Move(2 * g.cells()) }

// Info implements game.Game.
func (g *Game) Info() game.Info {
	return game.Info{
		ID: g.id, Name: "Battleship", Roles: []string{"first", "second"},
		MaxMoves: 2 * g.cells(), MaxPlies: 2 * (len(g.fleet) + g.cells()),
	}
}

// New implements game.Game.
func (g *Game) New() game.State {
	return &State{game: g, viewer: game.Nobody, moves: make([]game.Move, 0, g.Info().MaxPlies)}
}

// FormatMove implements game.Game: both ends of a ship, or a cell.
func (g *Game) FormatMove(s game.State, m game.Move) string {
	if m >= g.shot() {
		return g.names[m-g.shot()]
	}
	state := s.(*State)
	return g.ends(m, g.fleet[state.placing()])
}

func (g *Game) ends(m game.Move, length int) string {
	step := 1
	if m%2 == 1 {
		step = g.columns
	}
	return g.names[m/2] + "-" + g.names[int(m/2)+(length-1)*step]
}

// ParseMove implements game.Game.
func (g *Game) ParseMove(position game.State, text string) (game.Move, error) {
	s := position.(*State)
	if s.turn >= 0 && s.shooting() {
		for cell, name := range g.names {
			if strings.EqualFold(name, text) && !s.shots[1-s.turn].has(cell) {
				return g.shot() + game.Move(cell), nil
			}
		}
	}
	moves := s.Moves(nil)
	for _, m := range moves {
		if !s.shooting() && strings.EqualFold(g.FormatMove(s, m), text) {
			return m, nil
		}
	}
	switch {
	case len(moves) == 0:
		return 0, fmt.Errorf("%q: the game is over", text)
	case s.shooting():
		return 0, fmt.Errorf("%q is no cell that was not shot at: a cell is a column and a row, such as %s", text, g.FormatMove(s, moves[len(moves)/2]))
	}
	return 0, fmt.Errorf("%q is no place for a ship of %d: write its ends, such as %s", text, g.fleet[s.placing()], g.FormatMove(s, moves[len(moves)/2]))
}

// FormatPosition implements game.Game: the moves so far.
func (g *Game) FormatPosition(position game.State) string {
	s := position.(*State)
	names := make([]string, len(s.moves))
	for i, m := range s.moves {
		names[i] = g.nameAt(i, m)
	}
	return game.FormatMoves(names)
}

// nameAt is the text of the move of a number.
func (g *Game) nameAt(i int, m game.Move) string {
	if m >= g.shot() {
		return g.names[m-g.shot()]
	}
	return g.ends(m, g.fleet[i%len(g.fleet)])
}

// ParsePosition implements game.Game.
func (g *Game) ParsePosition(text string) (game.State, error) { return game.ParseMoves(g, text) }

// Chronicle implements game.Chronicled.
func (g *Game) Chronicle(position game.State, p game.Player) (events []game.Event) {
	s := position.(*State)
	at := g.New().(*State)
	for i, m := range s.moves {
		e := game.Event{Player: at.turn, Text: g.nameAt(i, m)}
		at.Play(m)
		switch {
		case m >= g.shot():
			e.Text += " (" + at.outcome(m) + ")"
		case p != game.Nobody && p != e.Player:
			e.Text = game.Unseen
		}
		events = append(events, e)
	}
	return events
}
