package othello

import (
	"math/rand/v2"
	"strings"
	"testing"

	"gambito/game"
)

// somePositions calls do on positions of random games.
func somePositions(count int, do func(game.State)) {
	r := rand.New(rand.NewPCG(1, 1))
	for range count {
		s := New().New()
		for range r.IntN(64) {
			moves := s.Moves(nil)
			if len(moves) == 0 {
				break
			}
			s.Play(moves[r.IntN(len(moves))])
		}
		do(s)
	}
}

// slowBoard is a board of cells '-', 'X' for the side to move and 'O'.
type slowBoard string

func newSlowBoard(own, opp uint64) slowBoard {
	cells := []byte(strings.Repeat("-", 64))
	for cell := range cells {
		if own>>cell&1 != 0 {
			cells[cell] = 'X'
		} else if opp>>cell&1 != 0 {
			cells[cell] = 'O'
		}
	}
	return slowBoard(cells)
}

// at returns what is on a cell, 0 off the board.
func (b slowBoard) at(column, row int) byte {
	if column < 0 || column > 7 || row < 0 || row > 7 {
		return 0
	}
	return b[row*8+column]
}

// count counts the cells of which a condition holds.
func count(condition func(column, row int) bool) (n int) {
	for cell := range 64 {
		if condition(cell%8, cell/8) {
			n++
		}
	}
	return n
}

// beside reports whether some neighbour in the given distance squared, 1 for
// rows and columns, 2 for diagonals, 0 for both, satisfies a condition.
func beside(column, row, distance int, condition func(column, row int) bool) bool {
	for c := column - 1; c <= column+1; c++ {
		for r := row - 1; r <= row+1; r++ {
			d := (c-column)*(c-column) + (r-row)*(r-row)
			if d > 0 && (distance == 0 || d == distance) && condition(c, r) {
				return true
			}
		}
	}
	return false
}

func isCorner(column, row int) bool { return column%7 == 0 && row%7 == 0 }

// slowStable marks discs as stable until no more can be.
func (b slowBoard) slowStable(own byte) int {
	stable := map[[2]int]bool{}
	safe := func(column, row int) bool { return b.at(column, row) == 0 || stable[[2]int{column, row}] }
	for before := -1; before < len(stable); {
		before = len(stable)
		for cell := range 64 {
			column, row := cell%8, cell/8
			protected := b[cell] == own
			for _, step := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
				protected = protected && (safe(column+step[0], row+step[1]) || safe(column-step[0], row-step[1]))
			}
			if protected {
				stable[[2]int{column, row}] = true
			}
		}
	}
	return len(stable)
}

// slowFeatures are the features of one side.
func (b slowBoard) slowFeatures(own, opp byte) (f [FeatureCount]int) {
	is := func(symbol byte) func(column, row int) bool {
		return func(column, row int) bool { return b.at(column, row) == symbol }
	}
	mine, empty := is(own), is('-')
	emptyCorner := func(column, row int) bool { return empty(column, row) && isCorner(column, row) }
	legal := func(column, row int) bool { return len(slowFlips(string(b), row*8+column, own, opp)) > 0 }
	both := func(conditions ...func(column, row int) bool) func(column, row int) bool {
		return func(column, row int) bool {
			for _, c := range conditions {
				if !c(column, row) {
					return false
				}
			}
			return true
		}
	}
	near := func(distance int, condition func(column, row int) bool) func(column, row int) bool {
		return func(column, row int) bool { return beside(column, row, distance, condition) }
	}
	edge := func(column, row int) bool {
		return (column%7 == 0 || row%7 == 0) && !isCorner(column, row)
	}
	f[mobility] = count(legal)
	f[cornerMobility] = count(both(legal, isCorner))
	f[potentialMobility] = count(both(empty, near(0, is(opp))))
	f[frontierDiscs] = count(both(mine, near(0, empty)))
	f[cornerDiscs] = count(both(mine, isCorner))
	f[xDiscs] = count(both(mine, near(2, emptyCorner)))
	f[cDiscs] = count(both(mine, near(1, emptyCorner)))
	f[edgeDiscs] = count(both(mine, edge))
	f[stableDiscs] = b.slowStable(own)
	f[allDiscs] = count(mine)
	return f
}

func TestFeaturesAgainstSlowBoard(t *testing.T) {
	seen := [FeatureCount]map[int]bool{}
	somePositions(2000, func(s game.State) {
		own, opp := Discs(s)
		b := newSlowBoard(own, opp)
		want, other := b.slowFeatures('X', 'O'), b.slowFeatures('O', 'X')
		for i := range want {
			want[i] -= other[i]
		}
		want[parity], want[tempo] = -1, 1
		if strings.Count(string(b), "-")%2 == 1 {
			want[parity] = 1
		}
		got := Features(own, opp)
		for i, name := range FeatureNames {
			if got[i] != want[i] {
				t.Fatalf("%s: %s is %d, slow board %d", b, name, got[i], want[i])
			}
			if seen[i] == nil {
				seen[i] = map[int]bool{}
			}
			seen[i][got[i]] = true
		}
	})
	for i, name := range FeatureNames {
		if len(seen[i]) < 3 && i < parity {
			t.Errorf("%s takes only %d values: the positions do not test it", name, len(seen[i]))
		}
	}
}

func TestPhases(t *testing.T) {
	for discs, want := range map[int]int{4: 0, 18: 0, 19: 1, 33: 1, 34: 2, 48: 2, 49: 3, 64: 3} {
		if got := Phase(^uint64(0)>>(64-discs), 0); got != want {
			t.Errorf("%d discs are phase %d, not %d", discs, got, want)
		}
	}
}

func TestEvaluations(t *testing.T) {
	for _, info := range New().Evaluations() {
		evaluate, err := New().Evaluation(info.Name)
		if err != nil {
			t.Fatal(err)
		}
		image := New().New()
		somePositions(200, func(s game.State) {
			want := evaluate(s)
			for k := range New().Symmetries() {
				New().Transform(image, s, k)
				if got := evaluate(image); got != want {
					t.Fatalf("%s of %s is %d, of its image %d %d", info.Name, New().FormatPosition(s), want, k, got)
				}
			}
		})
		if n := testing.AllocsPerRun(100, func() { evaluate(image) }); n != 0 {
			t.Errorf("%s allocates %g times", info.Name, n)
		}
	}
	if _, err := New().Evaluation("clasic"); err == nil {
		t.Error("an evaluation that is not there is found")
	}
}

func TestSquares(t *testing.T) {
	for _, c := range []struct {
		own, opp uint64
		want     int
	}{{1, 0, 100}, {1<<7 | 1<<56 | 1<<63, 1, 200}, {1 << 1, 0, -25}, {1 << 9, 0, -25}, {0, 1 << 2, -10}, {1 << 27, 1 << 26, -1}, {^uint64(0), 0, 4 * (100 + 3*-25 + 20 + 10 + 4*1 + 5 + 2*2 + 1)}} {
		if got := squares(c.own, c.opp); got != c.want {
			t.Errorf("%x against %x: %d, not %d", c.own, c.opp, got, c.want)
		}
	}
}

func BenchmarkClassic(b *testing.B) {
	own, opp := Discs(New().New())
	for b.Loop() {
		classic(own, opp, &weights)
	}
}
