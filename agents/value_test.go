package agents_test

import (
	"context"
	"math"
	"testing"

	"gambito/agent"
	"gambito/game"
	"gambito/games/connect4"
)

// ffo40 is the first of the endgame positions of the Fédération Française d'Othello,
// which black wins by 38 discs with a2.
const ffo40 = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X"

func analysed(t *testing.T, g game.Game, at game.State, spec string, lines int) agent.Analysis {
	t.Helper()
	a := newAgent(t, g, spec)
	a.NewGame(at.Turn(), 1)
	found, err := agent.Analyze(context.Background(), a, at, agent.Question{Lines: lines})
	if err != nil {
		t.Fatalf("%s: %v", spec, err)
	}
	return found
}

func TestValuesInDiscs(t *testing.T) {
	g := parseGame(t, "othello")
	at, err := g.ParsePosition(ffo40)
	if err != nil {
		t.Fatal(err)
	}
	found := analysed(t, g, at, "alphabeta:depth=8", 3)
	if v := found.Value; v.Unit != game.Discs || math.Abs(v.Count-38) > 6 || v.Score < 0.7 || v.Score >= 1 || v.Proven {
		t.Errorf("alphabeta: %+v", v)
	}
	found = analysed(t, g, at, "perfect", 3)
	if v := found.Value; v.Unit != game.Discs || v.Count != 38 || v.Score != 1 || !v.Proven || g.FormatMove(at, found.Move) != "a2" {
		t.Errorf("perfect: %s, %+v", g.FormatMove(at, found.Move), v)
	}
	if n := len(at.Moves(nil)); len(found.Lines) != n {
		t.Errorf("perfect tells of %d of %d moves", len(found.Lines), n)
	}
	for i, line := range found.Lines {
		if !line.Value.Proven || i > 0 && line.Value.Count > found.Lines[i-1].Value.Count {
			t.Errorf("line %d: %+v", i, line)
		}
	}
	end := at.Clone()
	for _, m := range found.PV {
		end.Play(m)
	}
	if v := agent.Ended(g, end, at.Turn()); end.Turn() != game.Over || v.Count != 38 {
		t.Errorf("the line leads to %s, %+v", g.FormatPosition(end), v)
	}
}

// TestValuesInStones plays the lines of solved positions to their ends, which must
// come when and as the values say.
func TestValuesInStones(t *testing.T) {
	for _, c := range []struct{ game, moves string }{
		{"connect4", "2252576253462244111563365343671351441"},
		{"connect4", "4444433221233"},
		{"connect4:6x5", "3333344455"},
		{"connect4:5x5", "3333322"},
		{"connect4:5x5", "33332"},
	} {
		g := parseGame(t, c.game).(*connect4.Game)
		at := g.New()
		if _, err := game.ParseLine(g, at, c.moves); err != nil {
			t.Fatal(err)
		}
		n := len(at.Moves(nil))
		found := analysed(t, g, at, "perfect", n)
		if len(found.Lines) != n {
			t.Errorf("%s %s: it tells of %d of %d moves", c.game, c.moves, len(found.Lines), n)
		}
		for _, line := range found.Lines {
			end := at.Clone()
			for _, m := range line.PV {
				end.Play(m)
			}
			want := agent.Ended(g, end, at.Turn())
			if v := line.Value; end.Turn() != game.Over || v.Score != want.Score || v.Count != want.Count || !v.Proven || v.Score != 0 && v.Plies != len(line.PV) {
				t.Errorf("%s %s: move %d is worth %+v and leads to %+v in %d plies", c.game, c.moves, line.Move, v, want, len(line.PV))
			}
		}
	}
}

// TestValuesAreExpectedScores compares evaluations with what they stand for.
func TestValuesAreExpectedScores(t *testing.T) {
	for _, name := range []string{"connect4", "othello", "breakthrough", "atari-go", "tictactoe"} {
		g := parseGame(t, name)
		at := g.New()
		for _, text := range []string{"alphabeta:depth=2", "pvs:depth=3"} {
			if v := analysed(t, g, at, text, 0).Value; !v.Known || math.Abs(v.Score) > 0.9 {
				t.Errorf("%s, %s: the start is worth %+v", name, text, v)
			}
		}
	}
}
