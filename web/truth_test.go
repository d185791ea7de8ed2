package web

import (
	"net/url"
	"strings"
	"testing"
	"time"
)

func truthPath(game, position, moves string) string {
	return "/api/truth?" + url.Values{"game": {game}, "position": {position}, "moves": {moves}}.Encode()
}

func TestTruth(t *testing.T) {
	s := serverFor(t, Options{})
	for _, c := range []struct {
		game, moves string
		values      []float64 // of the moves, the best first
	}{
		{"tictactoe", "a1 b2 c3", []float64{0, 0, 0, 0, -1, -1}},
		{"connect4:5x4", "33", []float64{0}},
		{"gdl:tictactoe", "", []float64{0, 0, 0, 0, 0, 0, 0, 0, 0}},
	} {
		list := listen(t, s, truthPath(c.game, "", c.moves), nil)
		last := list[len(list)-1]
		a := dataOf[LiveAnalysis](t, last)
		if last.name != "end" || !a.Proven {
			t.Fatalf("%s %s: %s %s", c.game, c.moves, last.name, last.data)
		}
		for i, want := range c.values {
			if m := a.Moves[i]; *m.Value != want || !m.Proven {
				t.Errorf("%s %s: move %d, %s, is worth %v, want %g", c.game, c.moves, i, m.Move, *m.Value, want)
			}
		}
	}
}

// TestTruthLate checks that a position of a game that is too large as a whole is
// solved near its end.
func TestTruthLate(t *testing.T) {
	s := serverFor(t, Options{})
	fail := listen(t, s, truthPath("breakthrough:5x5", "", "")+"&time=0.2", nil)
	if e := fail[len(fail)-1]; e.name != "failed" || !strings.Contains(string(e.data), "not solved") && !strings.Contains(string(e.data), "positions") {
		t.Errorf("%s: %s", e.name, e.data)
	}
}

func TestTruthOfBearoff(t *testing.T) {
	s := serverFor(t, Options{})
	// Each side has two men on its ace point, and a 1 and a 2 were rolled.
	const position = "XGID=-B----------------------b-:0:0:1:21:0:0:0:0:10"
	list := listen(t, s, truthPath("backgammon", position, ""), nil)
	a := dataOf[LiveAnalysis](t, list[len(list)-1])
	if list[len(list)-1].name == "failed" {
		t.Fatalf("%s", list[len(list)-1].data)
	}
	if *a.Value != 1 || !a.Proven {
		t.Errorf("bearing off both men: %+v", a)
	}
}

func TestTruthNobodyKnows(t *testing.T) {
	s := serverFor(t, Options{})
	for _, c := range []struct{ game, moves, why string }{
		{"othello", "", "empty cells"}, {"tron", "", "move at once"}, {"backgammon", "31", "men are home"},
	} {
		list := listen(t, s, truthPath(c.game, "", c.moves), nil)
		if len(list) != 1 || list[0].name != "failed" || !strings.Contains(string(list[0].data), c.why) {
			t.Errorf("%s: %s %s", c.game, list[0].name, list[0].data)
		}
	}
}

// TestTruthLeft checks that solving ends when the client leaves.
func TestTruthLeft(t *testing.T) {
	s := serverFor(t, Options{})
	listen(t, s, truthPath("connect4:8x7", "", "4")+"&time=300", func(event) bool { return false })
	within(t, "solving ends", 10*time.Second, func() bool {
		s.pool.mutex.Lock()
		defer s.pool.mutex.Unlock()
		return len(s.pool.running) == 0
	})
}
