package match

import (
	"math/rand/v2"
	"strings"
	"testing"

	"gambito/game"
	"gambito/game/gametest"
	"gambito/games/backgammon"
)

func newGame(t testing.TB, r Rules) *Game {
	t.Helper()
	g, err := New(r)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

var (
	money  = Rules{Cube: true}
	jacoby = Rules{Cube: true, Jacoby: true}
	five   = Rules{Length: 5, Cube: true, Crawford: true}
)

var badPositions = []string{
	"4HPwATDgc/ABMA:", "4HPwATDgc/ABMA:cAkAAAAAAAA", "4HPwATDgc/ABMA:////////////",
	"4HPwATDgc/ABMA first first", "4HPwATDgc/ABMA 71", "4HPwATDgc/ABMA 31 first",
	"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:9:10",  // another match
	"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:9:0:0:5:10",  // a wrong score
	"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:0:1:5:10",  // no Crawford game
	"XGID=-b----E-C---eE---c-e----B-:1:-1:1:D:0:0:0:5:10",  // the cube is the other's
	"XGID=-b----E-C---eE---c-e----B-:1:-1:1:D:0:0:0:0:10",  // likewise
	"XGID=-b----E-C---eE---c-e----B-:15:0:1:00:0:0:0:0:10", // too high
	"XGID=-b----E-C---eE---c-e----C-:0:0:1:00:0:0:0:0:10",  // 16 men
	"XGID=-----------------------c--:0:0:-1:31:0:0:0:0:10", // over, and dice
	"XGID=-----------------------c--:0:0:-1:00:1:0:0:5:10", // over, the match is not
}

func TestConformance(t *testing.T) {
	for _, c := range []struct {
		rules Rules
		facts gametest.Facts
	}{
		{money, gametest.Facts{Perft: []uint64{1, 15, 190, 380, 190 * 23}}},
		{jacoby, gametest.Facts{Perft: []uint64{1, 15, 190, 380, 190 * 23}}},
		{five, gametest.Facts{Perft: []uint64{1, 30, 380, 760, 380 * 23}}},
	} {
		g := newGame(t, c.rules)
		c.facts.BadPositions, c.facts.BadMoves = badPositions, []string{"roll", "double", "take", "drop", "8/5 6/5", "11", "71"}
		t.Run(g.Info().ID, func(t *testing.T) { gametest.Run(t, g, c.facts) })
	}
}

// TestWholeGames plays games to the last man, which random doubles and drops
// keep others from: the cube has no use where both need one point.
func TestWholeGames(t *testing.T) {
	for _, rules := range []Rules{{Length: 1, Cube: true, Crawford: true}, {Length: 2}} {
		g, r := newGame(t, rules), rand.New(rand.NewPCG(3, 3))
		s := g.New().(*State)
		var moves []game.Move
		var texts []string
		for s.Turn() != game.Over {
			if turn := s.Turn(); turn >= 0 && !s.dice.Rolled() {
				t.Fatalf("%s: player %d is asked for a double", g.FormatPosition(s), turn)
			}
			texts = append(texts, g.FormatPosition(s))
			m, _ := game.RandomMove(s, r, nil)
			s.Play(m)
			moves = append(moves, m)
		}
		if s.stage != borneOff || s.Score(s.side) != 1 || int(s.score[s.side]) < rules.Length {
			t.Errorf("%+v: the end is %s", rules, g.FormatPosition(s))
		}
		for i := len(moves) - 1; i >= 0; i-- {
			s.Undo(moves[i])
			back, err := g.ParsePosition(texts[i])
			if err != nil || g.FormatPosition(s) != texts[i] || back.Hash() != s.Hash() || back.Turn() != s.Turn() {
				t.Fatalf("%s is read as %v, %v, and undone to %s", texts[i], back, err, g.FormatPosition(s))
			}
		}
	}
}

func FuzzMoney(f *testing.F) {
	gametest.Fuzz(f, newGame(f, money), gametest.Facts{BadPositions: badPositions})
}

func FuzzMatch(f *testing.F) {
	gametest.Fuzz(f, newGame(f, five), gametest.Facts{BadPositions: badPositions})
}

func TestNewRefuses(t *testing.T) {
	for _, r := range []Rules{{}, {Length: -1}, {Length: MaxLength + 1}, {Jacoby: true}, {Length: 3, Cube: true, Jacoby: true}} {
		if g, err := New(r); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%+v makes %v, %v", r, g, err)
		}
	}
}

// play makes the moves of a line in a position.
func play(t *testing.T, g *Game, position, line string) *State {
	t.Helper()
	s := g.New()
	if position != "" {
		var err error
		if s, err = g.ParsePosition(position); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := game.ParseLine(g, s, line); err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return s.(*State)
}

// TestMoney plays games for money to their ends.
func TestMoney(t *testing.T) {
	const (
		last       = "XGID=-A----------------------b-:0:0:1:00:0:0:0:0:10"
		gammon     = "XGID=-A----------o-------------:0:0:1:00:0:0:0:0:10"
		backgammon = "XGID=-Aa---------n-------------:2:1:1:00:0:0:0:0:10"
	)
	for _, c := range []struct {
		rules          Rules
		position, line string
		white          float64
	}{
		{money, "", "31: 8/5 6/5 double drop", -1},
		{money, "", "31: 8/5 6/5 roll 43: 13/10 13/9 double take 52: 13/8 13/11 double drop", -2},
		{money, last, "roll 31: 1/off", 1},
		{money, last, "double take 31: 1/off", 2},
		{money, gammon, "roll 31: 1/off", 2},
		{money, gammon, "double take 31: 1/off", 4},
		{money, backgammon, "roll 31: 1/off", 12},
		{money, backgammon, "double take 31: 1/off", 24},
		{jacoby, gammon, "roll 31: 1/off", 1},
		{jacoby, gammon, "double take 31: 1/off", 4},
		{jacoby, backgammon, "roll 31: 1/off", 12},
	} {
		s := play(t, newGame(t, c.rules), c.position, c.line)
		if s.Turn() != game.Over || s.Score(0) != c.white || s.Score(1) != -c.white {
			t.Errorf("%s %s: turn %d, white wins %g, not %g", c.position, c.line, s.Turn(), s.Score(0), c.white)
		}
	}
}

// TestJacoby refuses positions of the Jacoby rule without it, where the text tells
// it for certain.
func TestJacoby(t *testing.T) {
	const xgid, ids = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:1:0:10", "4HPwATDgc/ABMA:cAkAAAAAAAAA"
	if _, err := newGame(t, money).ParsePosition(xgid); err == nil || !strings.HasSuffix(err.Error(), "backgammon:cube=on,jacoby=on is the game for it") {
		t.Errorf("without the rule it is %v", err)
	}
	if _, err := newGame(t, jacoby).ParsePosition(xgid); err != nil {
		t.Error(err)
	}
	if _, err := newGame(t, money).ParsePosition(ids); err != nil {
		t.Error(err)
	}
}

// TestCubeBelongsToWhoTook lists what players may do.
func TestCubeBelongsToWhoTook(t *testing.T) {
	g := newGame(t, money)
	for line, want := range map[string]string{
		"31: 8/5 6/5":        "roll double",
		"31: 8/5 6/5 double": "take drop",
		"31: 8/5 6/5 roll 43: 13/10 13/9 double take 52: 13/8 6/4": "roll double", // black has the cube
	} {
		s := play(t, g, "", line)
		var words []string
		for _, m := range s.Moves(nil) {
			words = append(words, g.FormatMove(s, m))
		}
		if got := strings.Join(words, " "); got != want {
			t.Errorf("after %s players may %s, not %s", line, got, want)
		}
	}
	s := play(t, g, "", "31: 8/5 6/5 double take 43: 13/10 13/9 roll 52: 13/8 6/4")
	if s.Turn() != game.Chance || s.side != 1 {
		t.Errorf("who gave the cube away is asked again: turn %d", s.Turn())
	}
	if _, err := g.ParseMove(play(t, g, "", "31: 8/5 6/5"), "take"); err == nil || err.Error() != `"take": black may roll or double` {
		t.Errorf("the error is %v", err)
	}
}

// TestMatch plays a match of drops: 2 points, the Crawford game, and on.
func TestMatch(t *testing.T) {
	g := newGame(t, Rules{Length: 3, Cube: true, Crawford: true})
	steps := []struct {
		line     string
		score    [2]uint16
		crawford bool
	}{
		{"13: 8/5 6/5 double take 31: 8/5 6/5 double drop", [2]uint16{0, 2}, true},
		{"31: 8/5 6/5 43: 13/10 13/9", [2]uint16{0, 2}, true}, // nobody is asked for doubles
	}
	s := g.New().(*State)
	for _, step := range steps {
		if _, err := game.ParseLine(g, s, step.line); err != nil {
			t.Fatal(err)
		}
		if s.score != step.score || s.crawford != step.crawford {
			t.Errorf("after %s the score is %v, the Crawford game: %v", step.line, s.score, s.crawford)
		}
	}
	// White wins the Crawford game; from then on there is doubling again.
	s = play(t, g, "XGID=-A----------------------b-:0:0:1:00:0:2:1:3:10", "31: 1/off")
	if s.score != [2]uint16{1, 2} || s.crawford || s.stage != opening {
		t.Errorf("after the Crawford game: %+v", s.position)
	}
	if _, err := game.ParseLine(g, s, "13: 8/5 6/5 double take 31: 8/5 6/5"); err != nil {
		t.Error(err)
	}
	// The end of the match.
	s = play(t, g, "XGID=-A----------------------b-:0:0:1:00:1:2:0:3:10", "double take 31: 1/off")
	if s.Turn() != game.Over || s.Score(0) != 1 || s.Score(1) != -1 {
		t.Errorf("the match is not won: turn %d, score %v", s.Turn(), s.score)
	}
	text := g.FormatPosition(s)
	if back, err := g.ParsePosition(text); err != nil || back.Turn() != game.Over || back.Score(0) != 1 {
		t.Errorf("the end %s is read as %v, %v", text, back, err)
	}
}

// TestPositions reads one position from all formats, and says what is wrong.
func TestPositions(t *testing.T) {
	g := newGame(t, five)
	s, err := g.ParsePosition("XGID=-b----E-C---eE---c-e----B-:1:1:1:52:4:1:0:5:10")
	if err != nil {
		t.Fatal(err)
	}
	id := g.FormatPosition(s)
	table := s.(*State).Table()
	for _, text := range []string{id, table.XGID(), table.FIBS()} {
		back, err := g.ParsePosition(text)
		if err != nil || g.FormatPosition(back) != id {
			t.Errorf("%s is read as %v, %v", text, back, err)
		}
	}
	for text, wrong := range map[string]string{
		"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10":   "it is of a match to 7, not of a match to 5",
		"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10":   "it is of a game for money, not of a match to 5",
		"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:5:0:0:5:10":   "the score is 5 to 0 in a match to 5",
		"XGID=-b----E-C---eE---c-e----B-:0:0:1:D:4:0:1:5:10":    "white has doubled, and may not",
		"XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:5:10 31": "31 cannot stand behind this",
		"XGID=-----------------------c--:0:0:-1:00:1:0:0:5:10":  "this game of the match is over",
	} {
		if _, err := g.ParsePosition(text); err == nil || !strings.Contains(err.Error(), wrong) {
			t.Errorf("%s: the error is %v, not %s", text, err, wrong)
		}
	}
}

func TestTell(t *testing.T) {
	g := newGame(t, Rules{Length: 3, Cube: true, Crawford: true})
	for position, want := range map[string]string{
		"XGID=-A----------------------b-:0:0:1:31:0:0:0:3:10":  "white wins 1 point: the score is 1 to 0",
		"XGID=-A----------o-------------:0:0:1:31:0:1:0:3:10":  "white wins a gammon, 2 points: the score is 2 to 1",
		"XGID=-A----------o-------------:0:0:1:31:1:1:0:3:10":  "", // the match is over
		"XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:3:10":  "",
		"XGID=-b----E-C---eE---c-e----B-:1:-1:-1:D:0:0:0:3:10": "black wins 2 points: the score is 0 to 2",
	} {
		before := play(t, g, position, "")
		after := before.Clone()
		moves := after.Moves(nil)
		after.Play(moves[len(moves)-1])
		if got := g.Tell(before, after); got != want {
			t.Errorf("%s: %q, not %q", position, got, want)
		}
	}
}

// TestTellOfDiceAndCube: rolls and doubles are told in words.
func TestTellOfDiceAndCube(t *testing.T) {
	g := newGame(t, Rules{Length: 3, Cube: true, Crawford: true})
	for line, want := range map[string]string{
		"31:":                     "white rolls 3 and 1; white begins",
		"31: 8/5 6/5 roll 66:":    "black rolls a double 6",
		"31: 8/5 6/5 double":      "black doubles to 2: white takes or drops",
		"31: 8/5 6/5 double take": "white has the cube, which shows 2",
		"31: 8/5 6/5 double drop": "black wins 1 point: the score is 0 to 1",
		"31: 8/5 6/5":             "",
		"31: 8/5 6/5 roll":        "",
		"31: resign-gammon":       "black wins a gammon, 2 points: the score is 0 to 2",
	} {
		after := g.New()
		moves, err := game.ParseLine(g, after, line)
		if err != nil {
			t.Fatal(err)
		}
		before := g.New()
		for _, m := range moves[:len(moves)-1] {
			before.Play(m)
		}
		if got := g.Tell(before, after); got != want {
			t.Errorf("%s: %q, not %q", line, got, want)
		}
	}
}

func TestSetDice(t *testing.T) {
	g := newGame(t, money)
	s := play(t, g, "", "31: 8/5 6/5")
	if err := g.SetDice(s, "66"); err != nil || s.dice != (backgammon.Dice{6, 6}) || s.Turn() != 1 {
		t.Errorf("dice %v, turn %d, %v", s.dice, s.Turn(), err)
	}
	for _, line := range []string{"31: 8/5 6/5 double", "31: 8/5 6/5 double drop"} {
		if err := g.SetDice(play(t, g, "", line), "66"); err == nil {
			t.Errorf("after %s dice can be set", line)
		}
	}
}

// TestStake is that of the cube in the final position, from any start.
func TestStake(t *testing.T) {
	g := newGame(t, money)
	for _, c := range []struct {
		position, line string
		want           float64
	}{
		{"", "31: 8/5 6/5", 1},
		{"", "31: 8/5 6/5 double drop", 1},
		{"", "31: 8/5 6/5 double take 43: 13/10 13/9 double take", 4},
		{"XGID=-b----E-C---eE---c-e----B-:2:1:1:D:0:0:0:0:10", "take", 8},
	} {
		if got := g.Stake(c.position, c.line); got != c.want || got != float64(play(t, g, c.position, c.line).Cube()) {
			t.Errorf("%q %s: the stake is %g, not %g", c.position, c.line, got, c.want)
		}
	}
	if got := newGame(t, Rules{Length: 3, Cube: true}).Stake("", "31: 8/5 6/5 double take"); got != 1 {
		t.Errorf("the stake of a match is %g", got)
	}
}
