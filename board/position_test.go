package board_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gambito/board"
	"gambito/game"
	"gambito/games"
	"gambito/words"
)

func parse(t testing.TB, text string) game.Game {
	t.Helper()
	g, err := games.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// at describes the position after a line of moves.
func at(t testing.TB, spec, position, line string) board.Position {
	t.Helper()
	g := parse(t, spec)
	start := g.New()
	if position != "" {
		var err error
		if start, err = g.ParsePosition(position); err != nil {
			t.Fatal(err)
		}
	}
	moves, err := game.ParseLine(g, start.Clone(), line)
	if err != nil {
		t.Fatal(err)
	}
	return board.NewPosition(words.Words{}, g, start, moves, 0)
}

func TestTouch(t *testing.T) {
	for _, test := range []struct {
		game, position, line, move string
		touch                      []int
		column                     bool
	}{
		{game: "connect4", line: "44", move: "4", touch: []int{3*7 + 3}, column: true},
		{game: "othello", move: "f5", touch: []int{4*8 + 5}},
		{game: "breakthrough", move: "b2-c3", touch: []int{4*6 + 1, 3*6 + 2}},
		{game: "atari-go", move: "e5", touch: []int{2*7 + 4}},
		{game: "tron", move: "up", touch: []int{17*20 + 2, 16*20 + 2}},
		{game: "tron", line: "left,left left,left", move: "left"},                            // off the board, whatever the other does
		{game: "free-for-all", line: "a4-c5", move: "g4-f6", touch: []int{3*7 + 6, 1*7 + 5}}, // a piece stays on g4
		{game: "gdl:breakthrough", move: "(move 2 2 3 3)", touch: []int{4*6 + 1, 3*6 + 2}},
		{game: "knight-fight", line: "c2", move: "ortho"},
		{game: "einstein", line: "3", move: "3-c2", touch: []int{2, 5 + 2}},
		{game: "gdl:lights-out", move: "(press 1 2)", touch: []int{2*4 + 0}},
		{game: "backgammon", line: "31", move: "8/5", touch: []int{8, 5}},
		{game: "backgammon", line: "31 8/5 6/5 42", move: "8/4", touch: []int{17, 21}},
		{game: "backgammon:cube=on", line: "31 8/5 6/5", move: "double"},
	} {
		p := at(t, test.game, test.position, test.line)
		moves := append(p.Legal, p.Parts...)
		i := slices.IndexFunc(moves, func(m board.Move) bool { return m.Text == test.move })
		if i < 0 {
			t.Errorf("%s: %s is not among %v", test.game, test.move, moves)
			continue
		}
		if m := moves[i]; !slices.Equal(m.Touch, test.touch) || m.Column != test.column {
			t.Errorf("%s: %s touches %v (column %v), want %v (%v)", test.game, m.Text, m.Touch, m.Column, test.touch, test.column)
		}
	}
}

// without is how many moves of the random game below have no place on the board:
// passes, attacks all around, the cube, games that have no board of cells.
var without = map[string]int{
	"knight-fight": 12, "backgammon": 1, "backgammon:cube=on": 12, "backgammon:match=3": 13,
	"gdl:goofspiel": 15, "gdl:knight-fight": 16, "gdl:prisoners": 8, "gdl:tron-10x10": 1,
}

// Nearly all moves of all games can be made on the board, though the package knows
// none of them but backgammon.
func TestAllGames(t *testing.T) {
	var specs []string
	for _, e := range games.Catalogue.Entries {
		specs = append(specs, e.Schema.ID)
	}
	specs = append(specs, "backgammon:cube=on", "backgammon:match=3")
	for _, s := range games.Sheets() {
		specs = append(specs, s.ID)
	}
	for _, spec := range specs {
		t.Run(spec, func(t *testing.T) {
			g := parse(t, spec)
			r := rand.New(rand.NewPCG(1, 2))
			s, line := g.New(), []game.Move{}
			placed, all := 0, 0
			for s.Turn() != game.Over && len(line) < 60 {
				p := board.NewPosition(words.For(words.Spanish), g, g.New(), line, 0)
				for _, m := range append(p.Legal, p.Parts...) {
					if all++; m.Touch != nil {
						placed++
					}
					for _, cell := range m.Touch {
						if cell < 0 || p.Board.Kind != board.Backgammon && cell >= len(p.Board.Cells) {
							t.Fatalf("%s touches %d", m.Text, cell)
						}
					}
				}
				legal := s.Moves(nil)
				m := legal[r.IntN(len(legal))]
				s.Play(m)
				line = append(line, m)
			}
			if _, text := s.(game.TextDrawer); text && game.OfSecrets(g) {
				return // cards and bids are words
			}
			if want, ok := without[spec]; ok && all-placed > want || !ok && placed < all {
				t.Errorf("%d of %d moves have a place on the board", placed, all)
			}
		})
	}
}
