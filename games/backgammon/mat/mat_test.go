package mat

import (
	"bytes"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"testing"

	"gambito/game"
	"gambito/game/gametest"
	"gambito/games/backgammon/match"
)

func TestSample(t *testing.T) {
	file, err := os.Open(gametest.Reference(t, "backgammon/sample.mat"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	m, err := Read(file)
	if err != nil {
		t.Fatal(err)
	}
	if m.Length != 1 || len(m.Games) != 1 || len(m.Games[0].Turns) != 43 {
		t.Fatalf("%d points, %d games, %d turns", m.Length, len(m.Games), len(m.Games[0].Turns))
	}
	g := m.Games[0]
	if g.Names != [2]string{"gnubg", "root"} || g.Winner != 0 || g.Points != 2 || g.Turns[2].Move != "24/16*" || g.Turns[17].Move != "pass" {
		t.Errorf("the game is read as %+v", g)
	}
	again(t, m)
}

// TestMatchOfGNU reads a match with doubles that GNU Backgammon has exported.
func TestMatchOfGNU(t *testing.T) {
	file, err := os.Open("testdata/gnubg.mat")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	m, err := Read(file)
	if err != nil {
		t.Fatal(err)
	}
	count := map[Action]int{}
	for _, g := range m.Games {
		for _, turn := range g.Turns {
			count[turn.Action]++
		}
	}
	if m.Length != 5 || len(m.Games) != 2 || count[Double] != 3 || count[Take] != 2 || count[Drop] != 1 || m.Games[0].Points != 2 || m.Games[1].Points != 4 {
		t.Errorf("it is read with %v: %+v", count, m)
	}
	again(t, m)
}

// again writes a match and reads it back.
func again(t *testing.T, m Match) {
	t.Helper()
	var text bytes.Buffer
	if err := WriteHead(&text, m.Length, m.Cubeless); err != nil {
		t.Fatal(err)
	}
	for i, g := range m.Games {
		if err := g.Write(&text, i+1); err != nil {
			t.Fatal(err)
		}
	}
	back, err := Read(bytes.NewReader(text.Bytes()))
	if err != nil || !reflect.DeepEqual(back, m) {
		t.Fatalf("it is read as %+v, %v:\n%s", back, err, text.String())
	}
}

// TestRandomMatches writes random matches and sessions for money.
func TestRandomMatches(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	for i := range 30 {
		length := []int{0, 1, 3, 7, 25}[i%5]
		g, err := match.New(match.Rules{Length: length, Cube: true, Crawford: true})
		if err != nil {
			t.Fatal(err)
		}
		var played []game.Move
		s := g.New()
		for s.Turn() != game.Over {
			m, _ := game.RandomMove(s, r, nil)
			if m == match.Double && r.IntN(8) > 0 { // else most games end at once
				m = match.Roll
			}
			s.Play(m)
			played = append(played, m)
		}
		m := Match{Length: length, Games: Games(g, g.New().(*match.State), played, [2]string{"Ann Lee", "bob"})}
		last := m.Games[len(m.Games)-1]
		if won := s.Score(last.Winner); last.Winner == game.Nobody || won <= 0 || length == 0 && int(won) != last.Points {
			t.Fatalf("the last game is won by %d with %d points, which scores %g", last.Winner, last.Points, won)
		}
		again(t, m)
		turns := 0
		if err := m.Replay(func(int, Turn, *match.State) error { turns++; return nil }); err != nil || turns == 0 {
			t.Fatalf("%d turns are replayed, %v", turns, err)
		}
	}
}

func TestCube(t *testing.T) {
	m, err := Read(strings.NewReader(` 5 point match

 Game 1
 white : 0                        black : 2
  1)                             43: 24/20 13/10
  2)  Doubles => 2                Takes
  3) 65: 24/18 18/13             Doubles => 4
  4)  Drops
                                   Wins 2 points

 Game 2
 white : 0                        black : 4
  1) 31: 8/5 6/5
`))
	if err != nil || len(m.Games) != 2 {
		t.Fatalf("%+v, %v", m, err)
	}
	g := m.Games[0]
	want := []Action{Move, Double, Take, Move, Double, Drop}
	for i, turn := range g.Turns {
		if turn.Action != want[i] || turn.Player != game.Player((i+1)%2) {
			t.Errorf("turn %d is %+v", i+1, turn)
		}
	}
	if g.Winner != 1 || g.Points != 2 || g.Turns[4].Cube != 4 || m.Games[1].Winner != game.Nobody || m.Games[1].Score[1] != 4 {
		t.Errorf("it is read as %+v", m)
	}
	again(t, m)
}

// TestCubeless writes and reads the remark that there is no cube.
func TestCubeless(t *testing.T) {
	const session = " 0 point match\n Game 1\n a : 0   b : 0\n" + moved
	m, err := Read(strings.NewReader(cubelessMark + "\n" + session + "43: 13/10 13/9\n"))
	if err != nil || !m.Cubeless {
		t.Fatalf("%+v, %v", m, err)
	}
	again(t, m)
	if m, err := Read(strings.NewReader(session)); err != nil || m.Cubeless {
		t.Errorf("without the remark it is read as %+v, %v", m, err)
	}
	m, err = Read(strings.NewReader(session + "Doubles => 2\n"))
	if m.Cubeless = true; err != nil || m.Replay(func(int, Turn, *match.State) error { return nil }) == nil {
		t.Errorf("a double without a cube is replayed: %+v, %v", m, err)
	}
}

// moved is a row of a game, and the beginning of the next on the right.
const moved = "  1) 31: 8/5 6/5\n  2)                             "

const head = " 5 point match\n Game 1\n a : 0   b : 0\n"

func TestReadRefuses(t *testing.T) {
	for text, wrong := range map[string]string{
		"":                                  "no match is there",
		"hello":                             "line 1: \"hello\" is not the length",
		" 5 point match\n a : 0   b : 0\n":  "line 2: \" a : 0   b : 0\" stands before",
		head + "  1) 31: 8/4 6/5\n":         "line 4: \"8/4 6/5\": it is not legal with 31",
		head + "  1) 31: 8/5 6/5\n  2) 31:": "line 5: the same player moves twice",
		head + "  1) 71: 8/5 6/5\n":         "is no row of a game",
		head + "  1) Takes it\n":            "means nothing",
		head + "  1) Takes\n":               "nobody doubles before the first roll",
		head + "  Wins 1 point\n  1) 31:\n": "the game is over",
		head + "  1) Doubles => 99999999999999999999\n":                        "too large a number",
		" 99 point match\n":                                                    "it must be 1 to 64",
		" 5 point match\n Game 1\n  1) 31: 8/5 6/5\n":                          "where the players and the score should",
		" 5 point match\n Game 1\n a : 5   b : 0\n":                            "line 3: the score is 5 to 0 in a match to 5",
		head + moved + "Doubles => 4\n":                                        "line 5: a double is to 2, not to 4",
		head + moved + "Takes\n":                                               "line 5: nobody has doubled",
		head + moved + "Doubles => 2\n  3) 31: 6/5 8/5\n":                      "line 6: the double before was neither taken nor dropped",
		head + moved + "Doubles => 2\n  3) Takes               Doubles => 4\n": "line 6: the player on the right may not double",
		head + moved + "Doubles => 2\n  3) Drops\n  Wins 1 point\n":            "line 7: who drops does not win",
		head + moved + "Doubles => 2\n  3) Takes\n  Wins 7 points\n":           "line 7: 7 points are won, and the cube shows 2",
		head + "   Wins 1 point\n Game 2\n a : 0  b : 0\n":                     "line 6: the score is 0 to 0, but by the games before it is 1 to 0",
		cubelessMark + "\n" + head + moved + "Doubles => 2\n":                  "line 6: there is a double in a game without the cube",
		head + "   Wins 1 point\n Game 2\n":                                    "line 5: a game without its players and score",
		head + "   Wins 1 point\n Game 2\n Game 3\n a : 1  b : 0\n":            "line 6: a game without its players and score",
		head + "   Wins 4 points\n":                                            "line 4: 4 points are won, and the cube shows 1",
		" 3 point match\n Game 1\n a : 2   b : 0\n" + moved + "Doubles => 2\n": "line 5: the player on the right may not double", // the Crawford game
	} {
		if m, err := Read(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), wrong) {
			t.Errorf("%q is read as %+v, %v", text, m, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(head + "  1) 31: 8/5 6/5                 43: 24/20 13/10\n  2)  Doubles => 2                Takes\n      Wins 1 point\n")
	f.Add(cubelessMark + "\n" + head + "  1) 31: 8/5 6/5\n")
	f.Add(head + "  1)                             43: 24/20 13/10\n")
	f.Add(head + moved + "Doubles => 2\n  3) Drops                       Wins 1 point\n Game 2\n a : 0   b : 1\n")
	f.Fuzz(func(t *testing.T, text string) {
		m, err := Read(strings.NewReader(text))
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r") {
				t.Fatalf("the error %q is not one line", err)
			}
			return
		}
		for i := range m.Games { // names may look like scores
			m.Games[i].Names = [2]string{"a", "b"}
		}
		again(t, m)
	})
}
