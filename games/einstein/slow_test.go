package einstein

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"gambito/game"
	"gambito/game/gametest"
)

// slowBoard is the game as one would tell it: which cube of whom stands where.
type slowBoard struct {
	cells [2]map[int][2]int // for red and blue, from a cube's number to its column and row from 0
	turn  int
	die   int // 0 before the roll
}

func newSlow(setup string) slowBoard {
	b := slowBoard{cells: [2]map[int][2]int{{}, {}}}
	for i, at := range [][2]int{{0, 0}, {1, 0}, {2, 0}, {0, 1}, {1, 1}, {0, 2}} {
		number := int(setup[i] - '0')
		b.cells[0][number] = at
		b.cells[1][number] = [2]int{4 - at[0], 4 - at[1]}
	}
	return b
}

// winner is the side that has won, or −1.
func (b slowBoard) winner() int {
	for who, corner := range [][2]int{{4, 4}, {0, 0}} {
		for _, at := range b.cells[who] {
			if at == corner {
				return who
			}
		}
		if len(b.cells[1-who]) == 0 {
			return who
		}
	}
	return -1
}

// allowed is the numbers of the cubes that may move: look up and down from the
// die for the first that is there.
func (b slowBoard) allowed() (numbers []int) {
	mine := b.cells[b.turn]
	if _, there := mine[b.die]; there {
		return []int{b.die}
	}
	for number := b.die; number <= 6; number++ {
		if _, there := mine[number]; there {
			numbers = append(numbers, number)
			break
		}
	}
	for number := b.die; number >= 1; number-- {
		if _, there := mine[number]; there {
			numbers = append(numbers, number)
			break
		}
	}
	return numbers
}

func (b slowBoard) Turn() game.Player {
	switch {
	case b.winner() >= 0:
		return game.Over
	case b.die == 0:
		return game.Chance
	}
	return game.Player(b.turn)
}

func (b slowBoard) Moves() (moves []string) {
	if b.winner() >= 0 {
		return nil
	}
	if b.die == 0 {
		return []string{"1", "2", "3", "4", "5", "6"}
	}
	forward := 1 - 2*b.turn
	for _, number := range b.allowed() {
		at := b.cells[b.turn][number]
		for _, step := range [][2]int{{1, 0}, {0, 1}, {1, 1}} {
			column, row := at[0]+forward*step[0], at[1]+forward*step[1]
			if column >= 0 && column <= 4 && row >= 0 && row <= 4 {
				moves = append(moves, fmt.Sprintf("%d-%c%d", number, 'a'+column, row+1))
			}
		}
	}
	return moves
}

func (b slowBoard) Play(move string) gametest.Slow {
	number := int(move[0] - '0')
	if len(move) == 1 {
		b.die = number
		return b
	}
	to := [2]int{int(move[2] - 'a'), int(move[3] - '1')}
	for who := range b.cells {
		b.cells[who] = maps.Clone(b.cells[who])
		maps.DeleteFunc(b.cells[who], func(_ int, at [2]int) bool { return at == to })
	}
	b.cells[b.turn][number] = to
	b.turn, b.die = 1-b.turn, 0
	return b
}

func (b slowBoard) Score(p game.Player) float64 {
	if b.winner() == int(p) {
		return 1
	}
	return -1
}

// text writes the board as --position takes it.
func (b slowBoard) text() string {
	rows := make([][]byte, 5)
	for i := range rows {
		rows[i] = []byte(".....")
	}
	for who, first := range []byte{'1', 'A'} {
		for number, at := range b.cells[who] {
			rows[at[1]][at[0]] = first + byte(number-1)
		}
	}
	return fmt.Sprintf("%s %c %c", strings.Join([]string{string(rows[0]), string(rows[1]), string(rows[2]), string(rows[3]), string(rows[4])}, "/"), "RB"[b.turn], "-123456"[b.die])
}

func sameMoves(g game.Game, s game.State, slow slowBoard) bool {
	var moves []string
	for _, m := range s.Moves(nil) {
		moves = append(moves, g.FormatMove(s, m))
	}
	slices.Sort(moves)
	return slices.Equal(moves, slices.Sorted(slices.Values(slow.Moves())))
}

func TestSlowRules(t *testing.T) {
	b := newSlow(Setup)
	if text := b.text(); text != "123../45.../6...F/...ED/..CBA R -" {
		t.Errorf("the start is %s", text)
	}
	for _, c := range []struct {
		line, text, moves string
		winner            int
	}{
		{"5 5-c3", "123../4..../6.5.F/...ED/..CBA B -", "1 2 3 4 5 6", -1},
		{"5 5-c3 5", "123../4..../6.5.F/...ED/..CBA B 5", "5-c3 5-c4 5-d3", -1},
		{"5 5-c3 5 5-c3 5", "123../4..../6.E.F/....D/..CBA R 5", "4-a3 4-b2 4-b3 6-a4 6-b3 6-b4", -1},
		{"5 5-c3 1 1-d4 5 5-d4 2 2-d4 4 4-a3 6 6-e2", "123../....F/4..../...BD/..C.. R -", "1 2 3 4 5 6", -1},
		{"3 3-d2 1 1-d5 3 3-e3 1 1-c5 4 4-b2 1 1-b5 3 3-e4 1 1-a5 3 3-e5", "12.../.4.../6..../...E./A...3 B -", "", 0},
	} {
		var s gametest.Slow = b
		for _, move := range strings.Fields(c.line) {
			if !slices.Contains(s.Moves(), move) {
				t.Fatalf("%s: %s is not among %v", c.line, move, s.Moves())
			}
			s = s.Play(move)
		}
		end := s.(slowBoard)
		if end.text() != c.text || end.winner() != c.winner || strings.Join(slices.Sorted(slices.Values(end.Moves())), " ") != c.moves {
			t.Errorf("%s leads to %s, winner %d, moves %v", c.line, end.text(), end.winner(), end.Moves())
		}
	}
}
