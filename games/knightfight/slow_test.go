package knightfight

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"gambito/game"
	"gambito/game/gametest"
)

// slowCell is x and y, from 1.
type slowCell [2]int

// slowBoard is Knight Fight as one would tell it: where the knights stand and
// which cells hold an arrow.
type slowBoard struct {
	knights [2]slowCell
	arrows  [11][11]bool // by x and y
	plies   int
}

func newSlow() slowBoard {
	return slowBoard{knights: [2]slowCell{{1, 1}, {10, 10}}}
}

// next is who acts next and whether it is with an attack: white moves, black
// attacks, black moves, white attacks, and so on.
func (b slowBoard) next() (player int, attack bool) {
	player = [4]int{0, 1, 1, 0}[b.plies%4]
	return player, b.plies%2 == 1
}

// hit says whether the knight of a player stands on an arrow.
func (b slowBoard) hit(player int) bool {
	return b.arrows[b.knights[player][0]][b.knights[player][1]]
}

func (b slowBoard) Turn() game.Player {
	if b.hit(0) || b.hit(1) {
		return game.Over
	}
	player, _ := b.next()
	return game.Player(player)
}

func (b slowBoard) Moves() (moves []string) {
	const columns = "abcdefghij"
	if b.hit(0) || b.hit(1) {
		return nil
	}
	player, attack := b.next()
	if attack {
		return []string{"ortho", "diag"}
	}
	from, enemy := b.knights[player], b.knights[1-player]
	for x := 1; x <= 10; x++ {
		for y := 1; y <= 10; y++ {
			dx, dy := max(x-from[0], from[0]-x), max(y-from[1], from[1]-y)
			jump := dx == 1 && dy == 2 || dx == 2 && dy == 1
			if jump && enemy != (slowCell{x, y}) {
				moves = append(moves, columns[x-1:x]+strconv.Itoa(y))
			}
		}
	}
	return moves
}

func (b slowBoard) Play(move string) gametest.Slow {
	player, _ := b.next()
	enemy := b.knights[1-player]
	switch move {
	case "ortho":
		b.shoot(enemy, [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}})
	case "diag":
		b.shoot(enemy, [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}})
	default:
		b.arrows[b.knights[player][0]][b.knights[player][1]] = true
		y, _ := strconv.Atoi(move[1:])
		b.knights[player] = slowCell{int(move[0]-'a') + 1, y}
	}
	b.plies++
	return b
}

// shoot puts arrows on the neighbours of a cell that are on the board.
func (b *slowBoard) shoot(c slowCell, ways [][2]int) {
	for _, way := range ways {
		x, y := c[0]+way[0], c[1]+way[1]
		if x >= 1 && x <= 10 && y >= 1 && y <= 10 {
			b.arrows[x][y] = true
		}
	}
}

func (b slowBoard) Score(p game.Player) float64 {
	if b.hit(int(p)) {
		return -1
	}
	return 1
}

func TestSlowRules(t *testing.T) {
	white, black, corner := slowCell{5, 5}, slowCell{6, 5}, slowCell{10, 10}
	for _, c := range []struct {
		name    string
		knights [2]slowCell
		arrows  []slowCell
		plies   int
		line    string
		turn    game.Player
		moves   string  // after the line, sorted
		white   float64 // its score, if there is no move
	}{
		{"the start", [2]slowCell{{1, 1}, corner}, nil, 0, "", 0, "b3 c2", 0},
		{"black attacks", [2]slowCell{{1, 1}, corner}, nil, 0, "c2", 1, "diag ortho", 0},
		{"black moves", [2]slowCell{{1, 1}, corner}, nil, 0, "c2 diag", 1, "h9 i8", 0},
		{"white attacks", [2]slowCell{{1, 1}, corner}, nil, 0, "c2 diag h9", 0, "diag ortho", 0},
		{"white moves, also to where it came from", [2]slowCell{{1, 1}, corner}, nil, 0, "c2 diag h9 ortho", 0, "a1 a3 b4 d4 e1 e3", 0},
		{"the cell left is an arrow", [2]slowCell{{1, 1}, corner}, nil, 0, "c2 diag h9 ortho a1", game.Over, "", -1},
		{"an arrow of the other's trail", [2]slowCell{{9, 8}, corner}, []slowCell{{8, 10}}, 0, "h10", game.Over, "", -1},
		{"nobody jumps onto the other", [2]slowCell{{9, 8}, corner}, nil, 0, "", 0, "g7 g9 h10 h6 j6", 0},
		{"white's ortho hits itself", [2]slowCell{white, black}, nil, 3, "ortho", game.Over, "", -1},
		{"white's diag does not", [2]slowCell{white, black}, nil, 3, "diag", 0, "c4 c6 d3 d7 f3 f7 g4 g6", 0},
		{"black's ortho hits itself", [2]slowCell{white, black}, nil, 1, "ortho", game.Over, "", 1},
		{"black's diag hits itself", [2]slowCell{white, {6, 6}}, nil, 1, "diag", game.Over, "", 1},
		{"black's ortho does not", [2]slowCell{white, {6, 6}}, nil, 1, "ortho", 1, "d5 d7 e4 e8 g4 g8 h5 h7", 0},
		{"an attack never hits its aim", [2]slowCell{{1, 1}, corner}, nil, 1, "diag i8 ortho", 0, "b3 c2", 0},
		{"arrows next to the aim", [2]slowCell{{1, 1}, {4, 3}}, nil, 1, "ortho b2", 0, "diag ortho", 0},
		{"a diagonal arrow", [2]slowCell{{1, 1}, {4, 3}}, nil, 1, "diag b2", game.Over, "", 1},
		{"an orthogonal arrow", [2]slowCell{{1, 2}, {4, 3}}, nil, 1, "ortho b2", game.Over, "", 1},
	} {
		b := slowBoard{knights: c.knights, plies: c.plies}
		for _, cell := range c.arrows {
			b.arrows[cell[0]][cell[1]] = true
		}
		for _, move := range strings.Fields(c.line) {
			if !slices.Contains(b.Moves(), move) {
				t.Errorf("%s: %s is no move", c.name, move)
			}
			b = b.Play(move).(slowBoard)
		}
		moves := slices.Sorted(slices.Values(b.Moves()))
		if strings.Join(moves, " ") != c.moves || b.Turn() != c.turn {
			t.Errorf("%s: turn %d, the moves are %v", c.name, b.Turn(), moves)
		}
		if b.Turn() == game.Over && (b.Score(0) != c.white || b.Score(1) != -c.white) {
			t.Errorf("%s: scores %g and %g", c.name, b.Score(0), b.Score(1))
		}
	}

	// An attack on a knight in the corner keeps to the board.
	for move, want := range map[string][]slowCell{"ortho": {{1, 2}, {2, 1}}, "diag": {{2, 2}}} {
		b, cells := newSlow(), []slowCell(nil)
		b.plies = 1
		b = b.Play(move).(slowBoard)
		for x := range b.arrows {
			for y := range b.arrows[x] {
				if b.arrows[x][y] {
					cells = append(cells, slowCell{x, y})
				}
			}
		}
		if !slices.Equal(cells, want) {
			t.Errorf("%s at a1 hits %v", move, cells)
		}
	}
}
