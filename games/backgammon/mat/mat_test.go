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
	"gambito/games/backgammon"
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

// again writes a match and reads it back.
func again(t *testing.T, m Match) {
	t.Helper()
	var text bytes.Buffer
	if err := m.Write(&text); err != nil {
		t.Fatal(err)
	}
	back, err := Read(bytes.NewReader(text.Bytes()))
	if err != nil || !reflect.DeepEqual(back, m) {
		t.Fatalf("it is read as %+v, %v:\n%s", back, err, text.String())
	}
}

// TestRandomMatches writes random games, with a cube now and then.
func TestRandomMatches(t *testing.T) {
	rules, r := backgammon.New(), rand.New(rand.NewPCG(1, 3))
	for range 20 {
		m := Match{Length: r.IntN(20)}
		for number := range 3 {
			g := Game{Names: [2]string{"Ann Lee", "bob"}, Score: [2]int{number, 0}, Winner: game.Nobody}
			s := rules.New().(*backgammon.State)
			for s.Turn() != game.Over {
				roll, _ := game.RandomMove(s, r, nil)
				s.Play(roll)
				move, _ := game.RandomMove(s, r, nil)
				g.Turns = append(g.Turns, Turn{Player: s.Side(), Action: Move, Dice: s.Dice(), Move: rules.FormatMove(s, move)})
				s.Play(move)
				if r.IntN(40) == 0 && s.Turn() != game.Over {
					g.Turns = append(g.Turns, Turn{Player: s.Side(), Action: Double, Cube: 2}, Turn{Player: s.Side() ^ 1, Action: Take})
				}
			}
			g.Winner = s.Side() ^ 1
			g.Points = int(s.Score(g.Winner))
			m.Games = append(m.Games, g)
		}
		again(t, m)
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
		head + "  Wins 1 point\n  1) 31:\n": "the game is over",
		head + "  1) Doubles => 99999999999999999999\n": "too large a number",
	} {
		if m, err := Read(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), wrong) {
			t.Errorf("%q is read as %+v, %v", text, m, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(head + "  1) 31: 8/5 6/5                 43: 24/20 13/10\n  2)  Doubles => 2                Takes\n      Wins 1 point\n")
	f.Add(head + "  1)                             43: 24/20 13/10\n")
	f.Fuzz(func(t *testing.T, text string) {
		m, err := Read(strings.NewReader(text))
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r") {
				t.Fatalf("the error %q is not one line", err)
			}
			return
		}
		var out bytes.Buffer
		if err := m.Write(&out); err != nil {
			t.Fatal(err)
		}
	})
}
