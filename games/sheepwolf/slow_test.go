package sheepwolf

import (
	"slices"
	"strings"
	"testing"

	"gambito/game"
	"gambito/game/gametest"
)

// slowCell is x and y, from 1.
type slowCell [2]int

// slowBoard is Sheep and Wolf as one would tell it: where everybody stands.
type slowBoard struct {
	wolf  slowCell
	sheep [4]slowCell
	plies int
}

func newSlow() slowBoard {
	return slowBoard{wolf: slowCell{4, 8}, sheep: [4]slowCell{{1, 1}, {3, 1}, {5, 1}, {7, 1}}}
}

// empty says whether the cell is on the board and nobody is there.
func (b slowBoard) empty(c slowCell) bool {
	onBoard := c[0] >= 1 && c[0] <= 8 && c[1] >= 1 && c[1] <= 8
	return onBoard && c != b.wolf && !slices.Contains(b.sheep[:], c)
}

func slowMove(from, to slowCell) string {
	const columns, rows = "abcdefgh", "12345678"
	return columns[from[0]-1:from[0]] + rows[from[1]-1:from[1]] + "-" + columns[to[0]-1:to[0]] + rows[to[1]-1:to[1]]
}

// wolfMoves is what the wolf could do, were it its turn.
func (b slowBoard) wolfMoves() (moves []string) {
	for _, way := range [][2]int{{-1, -1}, {-1, 1}, {1, -1}, {1, 1}} {
		if to := (slowCell{b.wolf[0] + way[0], b.wolf[1] + way[1]}); b.empty(to) {
			moves = append(moves, slowMove(b.wolf, to))
		}
	}
	return moves
}

// sheepMoves is what the sheep could do, were it their turn.
func (b slowBoard) sheepMoves() (moves []string) {
	for _, from := range b.sheep {
		for _, way := range [][2]int{{-1, 1}, {1, 1}} {
			if to := (slowCell{from[0] + way[0], from[1] + way[1]}); b.empty(to) {
				moves = append(moves, slowMove(from, to))
			}
		}
	}
	return moves
}

func (b slowBoard) over() bool {
	below := 0 // sheep below the wolf
	for _, c := range b.sheep {
		if c[1] < b.wolf[1] {
			below++
		}
	}
	return below == 0 || len(b.wolfMoves()) == 0 || len(b.sheepMoves()) == 0
}

func (b slowBoard) Turn() game.Player {
	if b.over() {
		return game.Over
	}
	return game.Player(b.plies % 2)
}

func (b slowBoard) Moves() []string {
	switch {
	case b.over():
		return nil
	case b.plies%2 == 0:
		return b.wolfMoves()
	}
	return b.sheepMoves()
}

func (b slowBoard) Play(move string) gametest.Slow {
	from := slowCell{int(move[0]-'a') + 1, int(move[1] - '0')}
	to := slowCell{int(move[3]-'a') + 1, int(move[4] - '0')}
	if b.wolf == from {
		b.wolf = to
	}
	for i := range b.sheep {
		if b.sheep[i] == from {
			b.sheep[i] = to
		}
	}
	b.plies++
	return b
}

func (b slowBoard) Score(p game.Player) float64 {
	wolf := -1.0
	if len(b.wolfMoves()) > 0 {
		wolf = 1
	}
	if p == 0 {
		return wolf
	}
	return -wolf
}

func TestSlowRules(t *testing.T) {
	for _, c := range []struct {
		name  string
		wolf  slowCell
		sheep [4]slowCell
		moves [2]string // of the wolf, of the sheep; both empty if the game is over
		score float64   // of the wolf, when it is
	}{
		{"the start", slowCell{4, 8}, [4]slowCell{{1, 1}, {3, 1}, {5, 1}, {7, 1}},
			[2]string{"d8-c7 d8-e7", "a1-b2 c1-b2 c1-d2 e1-d2 e1-f2 g1-f2 g1-h2"}, 0},
		{"the wolf goes any way, but takes nothing", slowCell{2, 4}, [4]slowCell{{3, 3}, {7, 3}, {6, 4}, {8, 4}},
			[2]string{"b4-a3 b4-a5 b4-c5", "c3-d4 f4-e5 f4-g5 h4-g5"}, 0},
		{"one sheep is still below the wolf", slowCell{2, 4}, [4]slowCell{{5, 3}, {8, 4}, {6, 4}, {8, 6}},
			[2]string{"b4-a3 b4-a5 b4-c3 b4-c5", "e3-d4 f4-e5 f4-g5 h4-g5 h6-g7"}, 0},
		{"the wolf is level with the last sheep", slowCell{1, 3}, [4]slowCell{{5, 3}, {7, 3}, {6, 4}, {8, 4}}, [2]string{}, 1},
		{"the wolf is behind all", slowCell{2, 2}, [4]slowCell{{5, 3}, {7, 3}, {6, 4}, {8, 4}}, [2]string{}, 1},
		{"the wolf is trapped at the edge", slowCell{4, 8}, [4]slowCell{{3, 7}, {5, 7}, {1, 1}, {7, 1}}, [2]string{}, -1},
		{"the wolf is trapped in the middle", slowCell{4, 4}, [4]slowCell{{3, 3}, {5, 3}, {3, 5}, {5, 5}}, [2]string{}, -1},
		{"the wolf is behind all and trapped", slowCell{1, 1}, [4]slowCell{{2, 2}, {4, 2}, {6, 2}, {8, 2}}, [2]string{}, -1},
		{"the sheep cannot move", slowCell{2, 8}, [4]slowCell{{1, 7}, {4, 8}, {6, 8}, {8, 8}}, [2]string{}, 1},
		{"nobody can move", slowCell{2, 8}, [4]slowCell{{1, 7}, {3, 7}, {4, 8}, {8, 8}}, [2]string{}, -1},
		{"neighbours of the border", slowCell{8, 8}, [4]slowCell{{1, 7}, {8, 6}, {2, 8}, {6, 8}},
			[2]string{"h8-g7", "h6-g7"}, 0},
	} {
		for plies := range 2 {
			b := slowBoard{c.wolf, c.sheep, plies}
			moves := b.Moves()
			slices.Sort(moves)
			if got := strings.Join(moves, " "); got != c.moves[plies] {
				t.Errorf("%s, player %d to move: the moves are %s", c.name, plies, got)
			}
			if turn := b.Turn(); c.score == 0 {
				if turn != game.Player(plies) {
					t.Errorf("%s, player %d to move: the turn is %d", c.name, plies, turn)
				}
			} else if turn != game.Over || b.Score(0) != c.score || b.Score(1) != -c.score {
				t.Errorf("%s, player %d to move: turn %d, scores %g and %g", c.name, plies, turn, b.Score(0), b.Score(1))
			}
		}
	}
	if b := newSlow().Play("d8-e7").Play("c1-b2"); b != gametest.Slow(slowBoard{slowCell{5, 7}, [4]slowCell{{1, 1}, {2, 2}, {5, 1}, {7, 1}}, 2}) {
		t.Errorf("two plies lead to %v", b)
	}
}
