package gtp

import (
	"math/rand/v2"
	"strings"
	"testing"

	"gambito/arena"
	"gambito/game"
	"gambito/games/othello"
	"gambito/protocol/engine"
	"gambito/protocol/host"
)

// rhino is the program of Debian's package grhino, an Othello program that speaks GTP.
func rhino(t *testing.T) string {
	t.Helper()
	program, err := engine.Find("gtp-rhino")
	if err != nil {
		t.Skip("gtp-rhino is not installed")
	}
	return program
}

// TestRhinoAgrees plays random games and compares the board of GRhino after every
// move: where the game begins, who is black, and what becomes of passes.
func TestRhinoAgrees(t *testing.T) {
	p, err := engine.Start([]string{rhino(t), "-l", "1", "-b", "0"})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Wait()
	g := othello.New()
	n, err := newNotation(g)
	if err != nil {
		t.Fatal(err)
	}
	d, r, passes := &dialogue{notation: n}, rand.New(rand.NewPCG(1, 2)), 0
	for range 5 {
		s := g.New()
		if err := d.Begin(p, s); err != nil {
			t.Fatal(err)
		}
		for s.Turn() != game.Over {
			m, _ := game.RandomMove(s, r, nil)
			if _, must := n.mustPass(s); must {
				passes++
			}
			if err := d.Tell(p, s, m, false); err != nil {
				t.Fatalf("%s: %v", g.FormatPosition(s), err)
			}
			s.Play(m)
			shown, err := d.order(p, "showboard")
			if err != nil {
				t.Fatal(err)
			}
			if got, want := discs(shown), discs(n.board(s)); got != want {
				t.Fatalf("after %s GRhino's board is\n%s, not\n%s", g.FormatMove(s, m), got, want)
			}
		}
		score, err := d.order(p, "final_score")
		if err != nil {
			t.Fatal(err)
		}
		c := &conversation{Board: host.Board{Game: g}, notation: n}
		if err := c.Begin(t.Context(), s, nil); err != nil {
			t.Fatal(err)
		}
		if own, err := finalScore(c, nil); err != nil || score != own {
			t.Errorf("GRhino counts %s, not %s, %v", score, own, err)
		}
	}
	if passes == 0 {
		t.Error("nobody had to pass")
	}
}

// discs are the rows of a board as GTP programs show it.
func discs(shown string) string {
	var rows []string
	for line := range strings.SplitSeq(shown, "\n") {
		fields := strings.Fields(line)
		if len(fields) >= 9 && isNumber(fields[0]) {
			rows = append(rows, strings.Join(fields[1:9], ""))
		}
	}
	return strings.Join(rows, "\n")
}

// TestRhinoPlays plays a match with GRhino, which wins against random moves.
func TestRhinoPlays(t *testing.T) {
	won := 0
	for _, r := range playMatch(t, 4, "othello", "gtp:cmd="+rhino(t)+" -l 1 -b 0", "random") {
		if r.Reason != arena.ByTheRules {
			t.Errorf("a game ends by %s: %+v", r.Reason, r.Faults)
		}
		if r.Result[r.Seats[0]] > 0 {
			won++
		}
	}
	if won < 3 {
		t.Errorf("GRhino wins %d of 4 games against random", won)
	}
}
