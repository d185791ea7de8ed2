package tron

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gambito/game"
	"gambito/game/gametest"
)

func must(size int) *Game {
	g, err := New(size)
	if err != nil {
		panic(err)
	}
	return g
}

var small = gametest.Facts{
	// As the rulesheet tron_10x10: 2304 positions after three joint moves and
	// 112 games that ended after two.
	Perft:    []uint64{1, 16, 256, 2416},
	BadMoves: []string{"up", "up,", ",up", "up,up,up", "up up", "north,south", "up, up"},
	BadPositions: []string{
		rows(10) + " 3,3",
		rows(10) + " 3,3 12,8",
		rows(10) + " 3,3 0,0",
		rows(10) + " 3,3 11,11",
		rows(10) + " 3,3 8",
		rows(10) + " 3,3 08,8",
		rows(10) + " 3,3 -1,8",
		rows(9) + " 3,3 8,8",
		strings.Replace(rows(10), ".", "#", 1) + " 3,3 8,8", // one wall
		strings.Replace(rows(10), ".", "X", 1) + " 3,3 8,8",
	},
}

func rows(size int) string {
	return strings.Repeat(strings.Repeat(".", size)+"/", size-1) + strings.Repeat(".", size)
}

func TestConformance(t *testing.T) {
	gametest.Run(t, must(10), small)
	for _, size := range []int{minSize, defaultSize, maxSize} {
		t.Run(must(size).Info().ID, func(t *testing.T) {
			leaves := uint64(256)
			if size == minSize { // two of the first sixteen joint moves collide
				leaves = 14*16 + 2
			}
			gametest.Run(t, must(size), gametest.Facts{Perft: []uint64{1, 16, leaves}})
		})
	}
}

func FuzzParse(f *testing.F) { gametest.Fuzz(f, must(10), small) }

func BenchmarkPlayout(b *testing.B) { gametest.BenchmarkPlayout(b, must(defaultSize)) }

func TestNewRefuses(t *testing.T) {
	for _, size := range []int{-1, 0, 5, 31} {
		if g, err := New(size); err == nil {
			t.Errorf("New(%d) gives %s", size, g.Info().ID)
		}
	}
}

// slowBoard keeps every cell a player has ever been on.
type slowBoard struct {
	size  int
	paths [2]string // directions so far, one letter each
}

// walk returns where a path leads and the cells it has left.
func (b slowBoard) walk(p int) (at [2]int, left [][2]int) {
	at = [2]int{3, 3}
	if p == 1 {
		at = [2]int{b.size - 2, b.size - 2}
	}
	for _, way := range b.paths[p] {
		left = append(left, at)
		switch way {
		case 'u':
			at[1]++
		case 'd':
			at[1]--
		case 'r':
			at[0]++
		case 'l':
			at[0]--
		}
	}
	return at, left
}

// hits says whether a player is on a wall or outside.
func (b slowBoard) hits(p int) bool {
	at, _ := b.walk(p)
	for q := range b.paths {
		_, left := b.walk(q)
		for _, wall := range left {
			if wall == at {
				return true
			}
		}
	}
	return at[0] < 1 || at[0] > b.size || at[1] < 1 || at[1] > b.size
}

func (b slowBoard) Turn() game.Player {
	red, _ := b.walk(0)
	blue, _ := b.walk(1)
	if b.hits(0) || b.hits(1) || red == blue {
		return game.Over
	}
	return game.Together
}

func (b slowBoard) Moves() (moves []string) {
	if b.Turn() == game.Over {
		return nil
	}
	for _, red := range []string{"up", "down", "left", "right"} {
		for _, blue := range []string{"up", "down", "left", "right"} {
			moves = append(moves, red+","+blue)
		}
	}
	return moves
}

func (b slowBoard) Play(move string) gametest.Slow {
	red, blue, _ := strings.Cut(move, ",")
	b.paths[0] += red[:1]
	b.paths[1] += blue[:1]
	return b
}

func (b slowBoard) Score(p game.Player) float64 {
	switch own, other := b.hits(int(p)), b.hits(int(1-p)); {
	case own && !other:
		return -1
	case other && !own:
		return 1
	}
	return 0
}

func TestAgainstSlowBoard(t *testing.T) {
	for _, size := range []int{6, 7, 10, 20, 30} {
		gametest.Compare(t, must(size), slowBoard{size: size}, 30_000)
	}
	gametest.Compare(t, must(6), slowBoard{size: 6}, 300_000)
}

// TestEnds checks collisions, by hand.
func TestEnds(t *testing.T) {
	for _, c := range []struct {
		name, line string
		red        float64 // 2: the game goes on
	}{
		{"both go on", "up,down", 2},
		{"red turns back", "up,down down,down", -1},
		{"blue turns back", "up,down up,up", 1},
		{"both turn back", "up,down down,up", 0},
		{"red leaves the board", "down,left down,left down,left", -1},
		// On 6×6 the players start at 3,3 and 4,4.
		{"head-on onto one free cell", "up,left", 0},
		{"into the other's wall", "up,up right,up", -1},
		{"into red's wall", "left,left left,left up,down", 1},
	} {
		g := must(6)
		s := g.New()
		if _, err := game.ParseLine(g, s, c.line); err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		score := 2.0
		if s.Turn() == game.Over {
			score = s.Score(0)
		}
		if score != c.red {
			t.Errorf("%s: after %s red has %g, not %g: %s", c.name, c.line, score, c.red, g.FormatPosition(s))
		}
	}
}

// TestSwap is the head-on collision in which the players change places: each
// runs into the wall that the other has just left.
func TestSwap(t *testing.T) {
	g := must(6)
	s, err := g.ParsePosition(rows(6) + " 3,3 4,3")
	if err != nil {
		t.Fatal(err)
	}
	m, err := g.ParseMove(s, "right,left")
	if err != nil {
		t.Fatal(err)
	}
	s.Play(m)
	if s.Turn() != game.Over || s.Score(0) != 0 || s.Score(1) != 0 {
		t.Errorf("turn %d, red has %g", s.Turn(), s.Score(0))
	}
}

// TestWeightedPlayout: from a position with one way that leads on straight and one turn, as
// many go straight as should, and nobody hits a wall while there is a way.
func TestWeightedPlayout(t *testing.T) {
	g, err := New(6)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	start := g.New().(*state)
	straight, turns := 0, 0
	for range 2000 {
		s := start.Clone().(*state)
		pick, last := game.NewPicker(r), [2]int{-1, -1}
		for !s.over() {
			var next [2]int
			for p := range next {
				free := 0
				for _, step := range steps {
					if at := s.heads[p] + step; !s.walls.has(at) && at != s.heads[p^1] {
						free++
					}
				}
				next[p] = s.steer(p, last[p], &pick)
				at := s.heads[p] + steps[next[p]]
				if free > 0 && (s.walls.has(at) || at == s.heads[p^1]) {
					t.Fatalf("a player with %d free ways hits a wall:\n%s", free, g.FormatPosition(s))
				}
				if last[p] >= 0 && free == 3 {
					if next[p] == last[p] {
						straight++
					} else {
						turns++
					}
				}
			}
			last = next
			s.Play(game.Move(next[0]<<2 | next[1]))
		}
	}
	if share := float64(straight) / float64(straight+turns); straight+turns < 5000 || math.Abs(share-0.5) > 0.03 {
		t.Errorf("%d of %d go on straight, of whom half should", straight, straight+turns)
	}
	if n := testing.AllocsPerRun(100, func() { s := *start; s.WeightedPlayout(r) }); n > 1 {
		t.Errorf("a playout allocates %g times", n)
	}
}
