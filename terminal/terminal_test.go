package terminal

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gambito/agent"
	"gambito/agents"
	"gambito/arena"
	"gambito/game"
	"gambito/games"
	"gambito/play"
	"gambito/spec"
	"gambito/words"
)

// sit makes a session of a game whose input is a text.
func sit(t testing.TB, gameSpec, first, second, input string) (*Session, *bytes.Buffer) {
	t.Helper()
	out := &bytes.Buffer{}
	screen, in := &Screen{out: out}, NewInput(strings.NewReader(input))
	registry := agents.New(agent.NewEnvironment(""), HumanEntry(screen, in))
	g, err := games.Parse(gameSpec)
	if err != nil {
		t.Fatal(err)
	}
	s := &Session{Game: &play.Game{Rules: g, Start: g.New(), Seed: 1, Agents: registry}, Screen: screen, In: in}
	for _, text := range []string{first, second} {
		spec, err := registry.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		s.Seats = append(s.Seats, spec)
	}
	if s.Hint, err = registry.Parse("random"); err != nil {
		t.Fatal(err)
	}
	return s, out
}

// bomb panics whenever it has made a number of moves, and is as new after that.
type bomb struct{ left int }

func (b *bomb) NewGame(game.Player, uint64) {}

func (b *bomb) Choose(_ context.Context, s game.State, _ agent.Limits) (game.Move, agent.Info, error) {
	if b.left--; b.left < 0 {
		s.Play(s.Moves(nil)[0])
		panic("boom")
	}
	return s.Moves(nil)[0], agent.Info{}, nil
}

// TestSessionSurvivesPanics: an agent that panics is replaced and asked again; one
// that goes on with it leaves the game unfinished, and nothing is lost.
func TestSessionSurvivesPanics(t *testing.T) {
	for left, says := range map[int]string{1: "", 0: `agent "bomb": panic: boom`} {
		s, out := sit(t, "tictactoe", "human", "random", "b2\na2\nc2\nb1\nb3\nc1\n")
		registry := agents.New(agent.NewEnvironment(""), agent.Entry{Schema: spec.Schema{ID: "bomb"}, Make: agent.Maker{New: func(agent.Order) (agent.Agent, error) {
			return &bomb{left}, nil
		}}})
		var err error
		if s.Seats[1], err = registry.Parse("bomb"); err != nil {
			t.Fatal(err)
		}
		r, err := s.Run(context.Background())
		if says == "" && (err != nil || r.Reason != arena.ByTheRules || !strings.Contains(out.String(), "fails (panic: boom) and is asked again")) {
			t.Errorf("the record is %+v, %v\n%s", r, err, out)
		}
		if says != "" && (err == nil || err.Error() != says || r.Reason != arena.Unfinished || r.Moves != "b2") {
			t.Errorf("the record is %+v, %v", r, err)
		}
	}
}

// TestHintSurvivesPanics: an agent that panics when it is asked for a hint is told.
func TestHintSurvivesPanics(t *testing.T) {
	s, out := sit(t, "tictactoe", "human", "random", "hint bomb\nquit\n")
	s.In.Terminal = true // a script would end
	s.Agents = agents.New(agent.NewEnvironment(""), agent.Entry{Schema: spec.Schema{ID: "bomb"}, Make: agent.Maker{New: func(agent.Order) (agent.Agent, error) {
		return &bomb{}, nil
	}}})
	if _, err := s.Run(context.Background()); err != nil || !strings.Contains(out.String(), `agent "bomb": panic: boom`) {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestResignInMatch: a game of a match is given up at its price, and by no other
// word; the match goes on.
func TestResignInMatch(t *testing.T) {
	s, out := sit(t, "backgammon:match=5", "human", "random", "resign-gammon\nresign\nquit\n")
	s.In.Terminal = true
	r, err := s.Run(context.Background())
	if err != nil || r.Reason != arena.Unfinished || !strings.Contains(r.Moves, "resign-backgammon") {
		t.Errorf("the record is %+v, %v", r, err)
	}
	if text := out.String(); !strings.Contains(text, "a game is given up by resign") || !strings.Contains(text, "resigns.\n") || !strings.Contains(text, "the score is 0 to 3") {
		t.Errorf("the screen shows\n%s", text)
	}
}

func TestTwoPeoplePlay(t *testing.T) {
	s, out := sit(t, "tictactoe", "human", "human", "b2\na1\nB3\na2\n\n  b1  \n")
	r, err := s.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if r.Reason != arena.ByTheRules || r.Result[0] != 1 || r.Moves != "b2 a1 b3 a2 b1" {
		t.Errorf("the record is %+v", r)
	}
	if !strings.Contains(out.String(), "X wins after 5 moves.\n") {
		t.Errorf("the result is missing:\n%s", out)
	}
	if !strings.Contains(out.String(), "\n   a  b  c\n3  . [X] .\n2  O [X] .\n1  O [X] .\n") {
		t.Errorf("the final board is missing:\n%s", out)
	}
}

// TestTron moves both players at once: people are asked one after the other,
// and nothing is told before both have chosen.
func TestTron(t *testing.T) {
	s, out := sit(t, "tron:6x6", "human", "human", "r\nup\nundo\nup\nhint\nleft\n")
	r, err := s.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if r.Moves != "up,left" || r.Result[0] != 0 || r.Reason != arena.ByTheRules {
		t.Errorf("the record is %+v", r)
	}
	if got := out.String(); !strings.Contains(got, "red plays up\nblue plays left\n") || !strings.Contains(got, "The game is a draw after 1 move.") {
		t.Errorf("the screen shows\n%s", got)
	}
	s, _ = sit(t, "tron", "random", "human", "up\nup\nup\nup\nup\nquit\n")
	if _, err := s.Run(context.Background()); err != nil {
		t.Error(err)
	}
}

// TestChance plays with a die: it is shown, comes again after undo, and goes on
// as it would have in a game that is loaded.
func TestChance(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game.json")
	play := func(first, second, input string) (arena.Record, string) {
		s, out := sit(t, "einstein", first, second, input)
		r, err := s.Run(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return r, out.String()
	}
	r, out := play("human", "human", "3-d2\n6-d3\nundo\nundo\n3-d2\nhint\n6-e2\nquit\n")
	if r.Moves != "3 3-d2 6 6-e2 4" || r.Reason != arena.Unfinished {
		t.Errorf("the record is %+v", r)
	}
	if got := strings.Count(out, "chance: 6\n"); got != 2 {
		t.Errorf("the second roll is shown %d times:\n%s", got, out)
	}
	for _, want := range []string{"chance: 3\n\n   a  b", "the die shows 3\nred to move: 3-d1 3-c2 3-d2\n", "unfinished after 2 moves."} {
		if !strings.Contains(out, want) {
			t.Errorf("the screen does not say %q:\n%s", want, out)
		}
	}
	// Undo goes back past the agent's move and both rolls; the first roll stays.
	if r, _ := play("human", "random", "3-d2\nundo\n3-d1\nsave "+file+"\nquit\n"); !strings.HasPrefix(r.Moves, "3 3-d1 6 6-") {
		t.Errorf("the record is %+v", r)
	}
	rolls := func(r arena.Record) (list string) {
		for i, move := range strings.Fields(r.Moves) {
			if i%2 == 0 {
				list += move
			}
		}
		return list
	}
	whole, _ := play("human", "random", "3-d1\n4-a3\nquit\n")
	loaded, _ := play("random", "human", "load "+file+"\n4-a3\nquit\n")
	if rolls(whole) != "36414" || rolls(loaded) != "36414" {
		t.Errorf("a game rolls %s, and when loaded in between %s", rolls(whole), rolls(loaded))
	}
	s, _ := sit(t, "einstein", "random", "human", "undo\n")
	if _, err := s.Run(context.Background()); !errors.As(err, new(*InputError)) {
		t.Errorf("undoing what is not one's own: %v", err)
	}
	if r, out := play("random", "random", ""); r.Reason != arena.ByTheRules || !strings.Contains(out, " wins after ") {
		t.Errorf("the record is %+v", r)
	}
}

func TestUndoGoesBackToOnesOwnMove(t *testing.T) {
	s, _ := sit(t, "connect4", "human", "random", "4\n4\nundo\nundo\n1\nquit\n")
	r, err := s.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if r.Reason != arena.Unfinished || len(r.Moves) != 2 || r.Moves[0] != '1' {
		t.Errorf("the record is %+v", r)
	}
	s, _ = sit(t, "connect4", "random", "human", "undo\n")
	var mistake *InputError
	if _, err := s.Run(context.Background()); !errors.As(err, &mistake) || mistake.Line != 1 {
		t.Errorf("undoing a move that is not one's own: %v", err)
	}
}

func TestScriptMistakesEndTheGame(t *testing.T) {
	for input, want := range map[string]string{
		"4\n9\n":           `input line 2: "9" is not a column: columns are 1 to 7`,
		"\n\nfly\n":        `input line 3: "fly" is not a column: columns are 1 to 7`,
		"save\n":           "input line 1: save needs the name of a file",
		"undo now\n":       "input line 1: undo takes nothing after it",
		"undo\n":           "input line 1: there is no move of yours to take back",
		"load /nowhere\n":  "input line 1: cannot load: there is no file /nowhere",
		"load /dev/null\n": "input line 1: cannot load: /dev/null is not a plain file",
		"hint radom\n":     `input line 1: unknown agent "radom" (did you mean "random"?)`,
		"hint human\n":     "input line 1: a hint must come from an agent, not from human",
		"4\n\x00\xff\n":    `input line 2: "\x00\xff" is not a column: columns are 1 to 7`,
		"hint random:x=\n": `input line 1: agent "random:x=": option "x=" must be key=value`,
	} {
		s, _ := sit(t, "connect4", "human", "human", input)
		if _, err := s.Run(context.Background()); err == nil || err.Error() != want {
			t.Errorf("%q: the error is %v, not %s", input, err, want)
		}
	}
	s, _ := sit(t, "connect4", "human", "human", strings.Repeat("4", maxLine+10))
	if _, err := s.Run(context.Background()); !errors.As(err, new(*InputError)) {
		t.Errorf("an endless line: %v", err)
	}
}

func TestPersonsMistakesAreAskedAgain(t *testing.T) {
	s, out := sit(t, "connect4", "human", "human", "9\nundo\nsave\nload /nowhere\nhint radom\n4\n")
	s.In.Terminal = true
	r, err := s.Run(context.Background())
	if err != nil || r.Moves != "4" {
		t.Errorf("the record is %+v, %v", r, err)
	}
	for _, want := range []string{"is not a column", "no move of yours", "needs the name", "cannot load", "did you mean"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the screen does not say %q:\n%s", want, out)
		}
	}
}

func TestAnswersToQuestions(t *testing.T) {
	s, out := sit(t, "othello", "human", "human", "help\nmoves\nboard\nhint\nd\nresign\n")
	r, err := s.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	// "d" is enough for d3, the only move that starts with it.
	if r.Moves != "d3" || r.Reason != arena.Resignation || r.Result[0] != 1 || r.Result[1] != -1 {
		t.Errorf("the record is %+v", r)
	}
	for _, want := range []string{"Type a move", "d3 c4 f5 e6\n", "random would play ", "black 2, white 2", "white resigns.\nblack wins after 1 move."} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the screen does not say %q:\n%s", want, out)
		}
	}
}

// TestUndoneParts: who takes back the first part of a move is asked again.
func TestUndoneParts(t *testing.T) {
	s, out := sit(t, "backgammon", "human", "human", "dice 31\n8/5\nundo\nquit\n")
	if _, err := s.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(out.String(), "white (X) to move: 6/5 6/3, "); got != 2 {
		t.Errorf("the turns with 31 are listed %d times:\n%s", got, out)
	}
}

func TestAmbiguousMoves(t *testing.T) {
	g, err := games.Parse("connect4:16x3")
	if err != nil {
		t.Fatal(err)
	}
	s := g.New()
	if m, err := (reader{game: g}).move(s, 0, "1"); m != 0 || err != nil {
		t.Errorf("1 is read as %d, %v", m, err)
	}
	g, err = games.Parse("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (reader{game: g}).move(g.New(), 0, "a"); err == nil || err.Error() != `"a" could be a3, a2 or a1` {
		t.Errorf("the error is %v", err)
	}
}

// TestMovesOfLists are typed as they stand in lists of moves.
func TestMovesOfLists(t *testing.T) {
	g, err := games.Parse("othello")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"f5", "F5", "1. f5", "1.f5,", "12... F5;"} {
		if m, err := (reader{game: g}).move(g.New(), 0, text); err != nil || g.FormatMove(nil, m) != "f5" {
			t.Errorf("%q is read as %d, %v", text, m, err)
		}
	}
	if _, err := (reader{game: g}).move(g.New(), 0, "f5d6"); err == nil {
		t.Error("two moves are read as one")
	}
}

func TestSaveAndLoad(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game.json")
	s, _ := sit(t, "connect4", "human", "human", "4\n3\nsave "+file+"\n4\nsave "+file+"\n4\nquit\n")
	s.Seed = 7
	if _, err := s.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	// The players and the seed are those of the file.
	s, _ = sit(t, "connect4", "human", "random", "1\nload "+file+"\nundo\n5\nquit\n")
	r, err := s.Run(context.Background())
	if err != nil || r.Moves != "435" || r.Seed != 7 || r.Agents[1] != "human" {
		t.Errorf("the record is %+v, %v", r, err)
	}
	// Another session does not replace it.
	s, _ = sit(t, "connect4", "human", "human", "1\nsave "+file+"\n")
	if _, err := s.Run(context.Background()); err == nil || !strings.Contains(err.Error(), "exists: choose another name") {
		t.Errorf("saving over another session's game: %v", err)
	}
	left, err := os.ReadDir(filepath.Dir(file))
	if err != nil || len(left) != 1 {
		t.Errorf("saving leaves %v, %v", left, err)
	}
}

func TestSaveNeverReplacesOtherFiles(t *testing.T) {
	folder := t.TempDir()
	precious := filepath.Join(folder, "thesis.json")
	if err := os.WriteFile(precious, []byte("years of work"), 0o644); err != nil {
		t.Fatal(err)
	}
	inside := filepath.Join(folder, "folder.json")
	if err := os.Mkdir(inside, 0o755); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(folder, "doom.json")
	if err := os.WriteFile(other, []byte(`{"game":"doom","level":3}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, target := range []string{precious, other, inside, filepath.Join(folder, "no", "such", "folder.json")} {
		s, _ := sit(t, "connect4", "human", "human", "4\nsave "+target+"\n")
		_, err := s.Run(context.Background())
		if err == nil || errors.As(err, new(*InputError)) {
			t.Errorf("saving to %s: %v", target, err)
		}
	}
	if content, _ := os.ReadFile(precious); string(content) != "years of work" {
		t.Errorf("the file now holds %q", content)
	}
}

func TestLoadRefusesOtherGamesAndDamage(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game.json")
	s, _ := sit(t, "connect4", "human", "human", "4\nsave "+file+"\nquit\n")
	if _, err := s.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	s, _ = sit(t, "othello", "human", "human", "load "+file+"\n")
	if _, err := s.Run(context.Background()); err == nil || !strings.Contains(err.Error(), `it is a game of "connect4", not of "othello"`) {
		t.Errorf("loading another game: %v", err)
	}
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{0, 1, len(whole) / 2, len(whole) - 3} {
		if err := os.WriteFile(file, whole[:n], 0o644); err != nil {
			t.Fatal(err)
		}
		s, _ = sit(t, "connect4", "human", "human", "2\nload "+file+"\n")
		if _, err := s.Run(context.Background()); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("loading %d of %d bytes: %v", n, len(whole), err)
		}
	}
}

func TestRunStops(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	s, _ := sit(t, "connect4", "human", "random", "")
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer write.Close()
	defer read.Close()
	s.In = NewInput(read)
	if _, err := s.Run(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("waiting for a person who does not answer: %v", err)
	}
}

func TestHumanInAMatch(t *testing.T) {
	play := func(input string) (records []arena.Record, err error) {
		s, _ := sit(t, "connect4", "human", "random", input)
		m := arena.Match{Game: s.Rules, Agents: s.Seats, Games: 2, Seed: 1, Jobs: 2}
		err = m.Run(context.Background(), func(r arena.Record) error { records = append(records, r); return nil })
		return records, err
	}
	records, err := play("resign\nresign\n")
	if err != nil || len(records) != 2 || records[0].Result[0] != -1 || records[1].Result[1] != -1 {
		t.Errorf("two resignations give %+v, %v", records, err)
	}
	for input, want := range map[string]string{
		"":       "quit",
		"quit\n": "quit",
		"9\n":    `quit: input line 1: "9" is not a column: columns are 1 to 7`,
		"undo\n": "quit: input line 1: undo belongs to the command play, not to a match",
	} {
		if _, err := play(input); err == nil || err.Error() != want || !errors.Is(err, agent.ErrQuit) {
			t.Errorf("%q: the error is %v, not %s", input, err, want)
		}
	}
}

func TestColourBoard(t *testing.T) {
	g, err := games.Parse("connect4")
	if err != nil {
		t.Fatal(err)
	}
	s := g.New()
	before := s.(game.Drawer).Draw()
	s.Play(3)
	after := s.(game.Drawer).Draw()
	out := &bytes.Buffer{}
	(&Screen{out: out, Colour: true, Unicode: true}).board(g, &after, &before)
	if !strings.Contains(out.String(), "[●]") || !strings.Contains(out.String(), "\x1b[") {
		t.Errorf("the board in colour is\n%q", out)
	}
}

// TestTextBoard draws a board that is text, with colours and without.
func TestTextBoard(t *testing.T) {
	g, err := games.Parse("backgammon")
	if err != nil {
		t.Fatal(err)
	}
	lines := g.New().(game.TextDrawer).DrawText()
	for _, c := range []struct {
		colour     bool
		has, lacks string
	}{{true, " ● ", " X  "}, {false, "| X           O    |   | O              X |", "\x1b["}} {
		out := &bytes.Buffer{}
		(&Screen{out: out, Colour: c.colour, Unicode: true}).lines(lines)
		if text := out.String(); !strings.Contains(text, c.has) || strings.Contains(text, c.lacks) {
			t.Errorf("the board is\n%q", text)
		}
	}
}

// FuzzConversation types anything at the program; it must not crash and must
// end with the input.
func FuzzConversation(f *testing.F) {
	for _, input := range []string{"4\n4\nundo\n", "help\nmoves\nboard\nhint\nresign\n", "hint random:\nq\n", "?\n\n\nexit\n",
		"dice 31\n8/5\nundo\n8/5\n6/5\nroll\nundo\ndouble\n", "edit XGID=-A----------------------b-:0:0:1:D:0:0:0:0:10\ntake\n",
		"abandonar\nrevancha\nabandonar 2\ndeshacer\nhistoria\nvalor\nnueva\npista\nsalir\n", "resign 3\nundo\nresign\nrematch\nreview\nnew\n"} {
		for way := range uint8(4) {
			f.Add(input, way)
		}
	}
	folder := f.TempDir()
	f.Fuzz(func(t *testing.T, input string, way uint8) {
		for _, word := range []string{"save", "load", "guardar", "cargar"} { // keep to one file in one folder
			input = strings.ReplaceAll(strings.ToLower(input), word, word+" "+filepath.Join(folder, "game")+"\n")
		}
		os.Remove(filepath.Join(folder, "game"))
		s, out := sit(t, []string{"connect4", "backgammon:cube=on"}[way&1], "human", "random", input)
		person := way&2 != 0
		if person {
			s.In.Terminal, s.Screen.Words = true, words.For(words.Spanish)
		}
		_, err := s.Run(context.Background())
		if err != nil && strings.ContainsAny(err.Error(), "\n\r") {
			t.Fatalf("the error is not one line: %q", err)
		}
		if err != nil && person {
			t.Fatalf("a person's mistake ends the game: %v\n%s", err, out)
		}
	})
}
