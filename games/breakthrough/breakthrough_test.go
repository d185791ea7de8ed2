package breakthrough

import (
	"testing"

	"gambito/game"
	"gambito/game/gametest"
)

func sized(columns, rows int) game.Game {
	g, err := New(columns, rows)
	if err != nil {
		panic(err)
	}
	return g
}

var family = []struct {
	game  game.Game
	slow  gametest.Slow
	facts gametest.Facts
}{
	{sized(6, 6), newSlow(6, false, false, false), gametest.Facts{
		Perft:    []uint64{1, 16, 256, 4308},
		BadMoves: []string{"a1-a2", "a2-a4", "a2-b2", "a5-a4", "c3-c4", "g2-g3", "a2", "a2-a33", "a2a3a4", "--a2", "f2-g3"},
		BadPositions: []string{
			"BBBBBB/BBBBBB/....../....../WWWWWW/WWWWWW",
			"BBBBBB/BBBBBB/....../....../WWWWWW/WWWWWW X",
			"BBBBBB/BBBBBB/W...../....../WWWWWW/WWWWWW W", // thirteen
			"W...../....../....../....../....../B..... W", // both through
			"WW..../....../....../...B../....../...... B", // twice through
			"....../....../....../....../....../...... W", // nobody
			"BBBBBB/BBBBBB/..#.../....../WWWWWW/WWWWWW W", // a hole
			"W...../....../....../...B../....../...... W", // through and to move
		},
	}},
	{sized(8, 8), newSlow(8, false, false, false), gametest.Facts{Perft: []uint64{1, 22, 484, 11132}}},
	{sized(5, 5), newSlow(5, false, false, false), gametest.Facts{Perft: []uint64{1, 13, 156}}},
	{NewHoles(), newSlow(6, true, false, false), gametest.Facts{
		Perft:        []uint64{1, 10, 100, 1102, 11938},
		BadMoves:     []string{"b2-b3", "a2-b3", "d2-d3"},
		BadPositions: []string{"BBBBBB/BBBBBB/....../....../WWWWWW/WWWWWW W"},
	}},
	{NewSuicide(), newSlow(6, false, true, false), gametest.Facts{Perft: []uint64{1, 16, 256, 4308}, NoWinningMoves: true}},
	{NewKnightthrough(), newSlow(8, false, false, true), gametest.Facts{
		Perft:    []uint64{1, 40, 1600, 63520},
		BadMoves: []string{"a2-a3", "a1-a3", "a2-c1", "h2-j3"},
	}},
}

func TestConformance(t *testing.T) {
	for _, c := range family {
		t.Run(c.game.Info().ID, func(t *testing.T) { gametest.Run(t, c.game, c.facts) })
	}
}

func TestAgainstSlowBoard(t *testing.T) {
	for _, c := range family {
		t.Run(c.game.Info().ID, func(t *testing.T) { gametest.Compare(t, c.game, c.slow, 2_600_000) })
	}
}

func FuzzParse(f *testing.F) { gametest.Fuzz(f, family[0].game, family[0].facts) }

func FuzzParseHoles(f *testing.F) { gametest.Fuzz(f, family[3].game, family[3].facts) }

func BenchmarkPlayout(b *testing.B) {
	for _, c := range family {
		b.Run(c.game.Info().ID, func(b *testing.B) { gametest.BenchmarkPlayout(b, c.game) })
	}
}

func TestNewRefuses(t *testing.T) {
	for _, c := range [][2]int{{1, 6}, {9, 6}, {6, 3}, {6, 9}, {0, 0}, {-6, -6}} {
		if g, err := New(c[0], c[1]); err == nil {
			t.Errorf("New%v gives %s", c, g.Info().ID)
		}
	}
}

func at(t *testing.T, g game.Game, text string) game.State {
	t.Helper()
	s, err := g.ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestRules checks how games of the family end.
func TestRules(t *testing.T) {
	for _, c := range []struct {
		game           game.Game
		position, move string
		white          float64
	}{
		{sized(6, 6), "....../W....B/....../....../....../...... W", "a5-a6", 1},
		{sized(6, 6), "....../....../.B..B./W...../....../...... W", "a3-b4", 0},
		{sized(6, 6), "....../....../.B..../W...../....../...... W", "a3-b4", 1},
		{sized(6, 6), "....../....../.B..../W...../....../...... B", "b4-a3", -1},
		{NewSuicide(), "....../W....B/....../....../....../...... W", "a5-a6", -1},
		{NewSuicide(), "....../....../.B..../W...../....../...... W", "a3-b4", -1},
		{NewSuicide(), "....../....../.B..../W...../....../...... B", "b4-a3", 1},
		// Black's last piece stands behind a hole and two of its own: blocked.
		{NewHoles(), "....../..B.../.W#.../.#.#../...W../...... W", "d2-e3", 0},
		{NewHoles(), "....../....../.B#.#./W#.#../....../...... W", "a3-b4", 1},
		{NewKnightthrough(), "......../......../W......./......../......../......../.......B/........ W", "a6-b8", 1},
	} {
		text := c.position
		if c.game.Info().ID == "breakthrough-holes" {
			text = withHoles(c.position)
		}
		s := at(t, c.game, text)
		m, err := c.game.ParseMove(s, c.move)
		if err != nil {
			t.Errorf("%s %s: %v", c.game.Info().ID, text, err)
			continue
		}
		s.Play(m)
		score := 0.0 // the game goes on
		if s.Turn() == game.Over {
			score = s.Score(0)
		}
		if score != c.white {
			t.Errorf("%s %s: after %s white has %g, not %g", c.game.Info().ID, text, c.move, score, c.white)
		}
	}
}

// withHoles puts the holes where they belong.
func withHoles(text string) string {
	b := []byte(text)
	for i := range b {
		if b[i] == '#' {
			b[i] = '.'
		}
	}
	for _, hole := range []int{2*7 + 2, 2*7 + 4, 3*7 + 1, 3*7 + 3} { // c4 e4 b3 d3 in rows of seven characters
		b[hole] = '#'
	}
	return string(b)
}

// TestBlockedSideLoses is the rule of the game with holes.
func TestBlockedSideLoses(t *testing.T) {
	g := NewHoles()
	// White on b2 faces the hole b3 and its own men on a3 and c3, which in
	// turn face men straight ahead and nothing to take.
	s := at(t, g, withHoles("....../....../B...../W.W.../.W..../...... W"))
	if s.Turn() == game.Over {
		t.Fatal("c3 can still go to b4")
	}
	s = at(t, g, withHoles("....../....../BB..../W...../....../...... B"))
	if s.Turn() == game.Over {
		t.Fatal("b4 can still take a3")
	}
	// One man each, head to head on the edge with a hole beside: a3 could
	// only take on b4, a4 only on b3, a hole.
	s = at(t, g, withHoles("....../....../B...../W...../....../...... B"))
	if s.Turn() != game.Over || s.Score(0) != 1 {
		t.Errorf("black cannot move and has not lost: turn %d", s.Turn())
	}
	s = at(t, g, withHoles("....../....../B...../W...../....../...... W"))
	if s.Turn() == game.Over {
		t.Error("white can still go to b4")
	}
}

func TestMoveTexts(t *testing.T) {
	g := sized(6, 6)
	for _, text := range []string{"b2-c3", "B2-C3", "b2c3", "b2xc3"} {
		if m, err := g.ParseMove(g.New(), text); err != nil || g.FormatMove(g.New(), m) != "b2-c3" {
			t.Errorf("%q is read as %d, %v", text, m, err)
		}
	}
}
