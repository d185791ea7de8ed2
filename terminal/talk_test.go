package terminal

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gambito/arena"
	"gambito/game"
	"gambito/gamefile"
	"gambito/games"
	"gambito/kept"
	"gambito/words"
)

// talk has a person at a terminal type a text, and returns what is shown.
func talk(t *testing.T, gameSpec, first, second string, l words.Language, input string) (arena.Record, string, *Session) {
	t.Helper()
	s, out := sit(t, gameSpec, first, second, input)
	s.In.Terminal, s.Screen.Words = true, words.For(l)
	r, err := s.Run(context.Background())
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return r, out.String(), s
}

func contains(t *testing.T, text string, wants ...string) {
	t.Helper()
	for _, want := range wants {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not said in\n%s", want, text)
		}
	}
}

// TestMarks: a player's name, letter and colour agree on the board and beside it.
func TestMarks(t *testing.T) {
	for _, c := range []struct {
		game            string
		colour, unicode bool
		want, full      string
	}{
		{"othello", false, true, "black", "black (X)"},
		{"othello", true, true, " ●  black", " ●  black"},
		{"othello", true, false, " X  black", " X  black"},
		{"connect4", false, true, "red", "red (X)"},
		{"connect4", true, true, " ●  red", " ●  red"},
		{"tictactoe", true, true, " X ", " X "}, // not a disc that nobody calls X
		{"einstein", true, true, " ■  red", " ■  red"},
		{"gdl:hex", false, true, "red", "red (R)"},
	} {
		g, err := games.Parse(c.game)
		if err != nil {
			t.Fatal(err)
		}
		s := &Screen{Colour: c.colour, Unicode: c.unicode}
		if got := plain(s.player(g, 0)); got != c.want {
			t.Errorf("%s: the player is %q, not %q", c.game, got, c.want)
		}
		if got := plain(s.playerInFull(g, 0)); got != c.full {
			t.Errorf("%s: in full the player is %q, not %q", c.game, got, c.full)
		}
	}
}

// plain is a text without colours.
func plain(text string) string {
	for {
		start := strings.Index(text, "\x1b[")
		if start < 0 {
			return text
		}
		end := start + strings.IndexByte(text[start:], 'm')
		text = text[:start] + text[end+1:]
	}
}

// TestHints: the best moves come with values and lines; value tells what a position
// is worth.
func TestHints(t *testing.T) {
	s, out := sit(t, "connect4", "human", "human", "hint perfect\nvalue perfect\nhistory\n4\nhistory\nquit\n")
	s.In.Terminal = true
	start, err := s.Rules.ParsePosition("......./......./......./XXX..../OOO..../XXX.OO.")
	if err != nil {
		t.Fatal(err)
	}
	s.Start = start
	if _, err := s.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	contains(t, out.String(), "perfect would play 4", "  1. 4 ", "  3. ", "perfect says: ", "no move has been made yet", "1. O 4")
}

// TestAfterTheEnd: what a person may do when a game has ended, and the score of a
// session.
func TestAfterTheEnd(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "won.json")
	game := "b2\na1\nb3\na2\nb1\n"
	r, out, s := talk(t, "tictactoe", "human", "human", words.English,
		game+"fly\nhistory\nsave "+file+"\nrematch\n"+game+"undo\nb1\nnew\nresign\nquit\n")
	contains(t, out, "X wins after 5 moves.\nWhat now?", `"fly" is no command now`, "1. X b2", "saved to "+file,
		"The score after 2 games: player 1 1, player 2 1.\n", "The score after 3 games: player 1 2, player 2 1.\n")
	if r.Reason != arena.Resignation || s.score.games != 3 {
		t.Errorf("the record is %+v", r)
	}
	if content, err := os.ReadFile(file); err != nil || !bytes.Contains(content, []byte(`"moves": "b2 a1 b3 a2 b1"`)) {
		t.Errorf("the file is %s, %v", content, err)
	}
}

// TestBackgammonIsGivenUp for a single game, a gammon or a backgammon, and never for
// more than can be lost.
func TestBackgammonIsGivenUp(t *testing.T) {
	r, out, _ := talk(t, "backgammon", "human", "human", words.English, "resign 4\nresign gammon\nquit\n")
	if r.Reason != arena.Resignation || r.Result[1] != 2 {
		t.Errorf("the record is %+v", r)
	}
	contains(t, out, `"4" is not what a game is given up for`, "white resigns.\nblack wins a gammon, 2 points, after 0 moves.")
	r, out, _ = talk(t, "backgammon:cube=on", "human", "human", words.Spanish, "pista random\nabandonar 1\nsalir\n")
	if r.Result[1] != 1 {
		t.Errorf("the record is %+v", r)
	}
	contains(t, out, "blanco tira ", "random jugaría ", "blanco abandona.\nnegro gana tras 0 jugadas.")
	_, out, _ = talk(t, "backgammon", "human", "random", words.English, "resign 1\nresign 3\nquit\n")
	contains(t, out, "does not agree to less than 3", "black (random) wins a backgammon, 3 points")
}

// TestAgentsHopeForGammons: an opponent does not let a single game be given up while it
// may expect more, and does when it stands about even or no gammon can be.
func TestAgentsHopeForGammons(t *testing.T) {
	for position, want := range map[string]string{
		"4HPwATDgc/ABMA W 31": "black (random) wins after 0 moves.",
		"XGID=-------------------O---b--:0:0:1:31:0:0:0:0:10": "black (random) does not agree to less than 3",
		"XGID=-A----------------------b-:0:0:1:31:0:0:0:0:10": "black (random) wins after 0 moves.",
	} {
		s, out := sit(t, "backgammon", "human", "random", "resign single\nresign 2\nquit\n")
		s.In.Terminal = true
		var err error
		if s.Start, err = s.Rules.ParsePosition(position); err != nil {
			t.Fatal(err)
		}
		if s.Hint, err = s.Agents.Parse("td:plies=0"); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Run(context.Background()); err != nil {
			t.Fatal(err)
		}
		contains(t, out.String(), want)
	}
}

// TestResignCostsNoMoreThanAsked: who only says resign loses what the opponent agrees
// to, not all that could be lost.
func TestResignCostsNoMoreThanAsked(t *testing.T) {
	s, out := sit(t, "backgammon:match=5", "human", "random", "resign\nquit\n")
	var err error
	if s.Hint, err = s.Agents.Parse("td:plies=0"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	contains(t, out.String(), "the score is 0 to 1")
	r, _, _ := talk(t, "backgammon", "human", "human", words.English, "resign\nquit\n")
	if r.Result[1] != 1 {
		t.Errorf("between people the record is %+v", r)
	}
}

// TestLoadedGameKeepsItsNames: who goes on with a game of a file loses nothing of what
// the file tells.
func TestLoadedGameKeepsItsNames(t *testing.T) {
	s, _ := sit(t, "tictactoe", "human", "human", "undo\nundo\nc3\nquit\n")
	g, err := gamefile.From(s.Rules, arena.Record{
		Game: "tictactoe", Names: []string{"ann", "bob"}, Agents: []string{"human", "human"}, Seats: []int{0, 1}, Event: "Paris", Opening: 2, Moves: "b2 a1 b3", Reason: arena.Unfinished,
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Resume(g, "paris.json"); err != nil {
		t.Fatal(err)
	}
	r, err := s.Run(context.Background())
	if err != nil || !slices.Equal(r.Names, g.Record.Names) || r.Event != "Paris" || r.Moves != "b2 c3" || r.Opening != 1 {
		t.Errorf("the record is %+v, %v", r, err)
	}
}

// TestPromptCountsDown while a person thinks, whatever it asks in between.
func TestPromptCountsDown(t *testing.T) {
	a := asker{screen: &Screen{}, left: func(game.Player) (time.Duration, bool) { return 5 * time.Minute, true }, since: time.Now().Add(-90 * time.Second)}
	if got := a.prompt(0)(); got != "3:30 > " {
		t.Errorf("the prompt is %q", got)
	}
	if got := (&asker{}).prompt(0)(); got != "> " {
		t.Errorf("without a clock the prompt is %q", got)
	}
}

// TestGamesAreKept while they are played, and other formats are written.
func TestGamesAreKept(t *testing.T) {
	folder := t.TempDir()
	s, out := sit(t, "othello", "human", "random", "d3\nsave "+filepath.Join(folder, "game.ggf")+"\nnew\nc4\nquit\n")
	s.In.Terminal, s.Kept = true, kept.In(folder)
	s.Keeper = s.Kept.Begin(s.Rules)
	if _, err := s.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	entries, problems, err := s.Kept.List()
	if err != nil || problems != nil || len(entries) != 2 {
		t.Fatalf("%d games are kept, %v, %v\n%s", len(entries), problems, err, out)
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Record.Moves, "d3 ") && !strings.HasPrefix(e.Record.Moves, "c4 ") {
			t.Errorf("%s is kept", e.Record.Moves)
		}
	}
	if content, err := os.ReadFile(filepath.Join(folder, "game.ggf")); err != nil || !bytes.HasPrefix(content, []byte("(;GM[Othello]")) {
		t.Errorf("the file is %s, %v", content, err)
	}
}

// TestClocksGoOn: what was used stays used after undo, in a file and in a game that
// is loaded; who is late loses.
func TestClocksGoOn(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game.json")
	s, out := sit(t, "tictactoe", "human", "human", "b2\na1\nundo\nsave "+file+"\nquit\n")
	s.Clock = arena.Clock{Time: time.Hour, Increment: time.Minute}
	r, err := s.Run(context.Background())
	if err != nil || r.Clock != "1h+1m" || len(r.Seconds) != 2 {
		t.Fatalf("the record is %+v, %v\n%s", r, err, out)
	}
	if left, ok := s.Left(0); !ok || left < time.Hour+50*time.Second {
		t.Errorf("%v are left after a move", left)
	}
	s, out = sit(t, "tictactoe", "human", "human", "load "+file+"\na2\nquit\n")
	if r, err := s.Run(context.Background()); err != nil || r.Clock != "1h+1m" {
		t.Errorf("the record is %+v, %v\n%s", r, err, out)
	}
	s, out = sit(t, "connect4", "human", "random", "")
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer write.Close()
	defer read.Close()
	s.In, s.Clock = NewInput(read), arena.Clock{Time: 10 * time.Millisecond}
	if r, err := s.Run(context.Background()); err != nil || r.Reason != arena.OutOfTime || r.Result[0] != -1 {
		t.Errorf("the record is %+v, %v\n%s", r, err, out)
	}
	contains(t, out.String(), "red is out of time.\n", "yellow (random) wins")
}

func TestClockText(t *testing.T) {
	for d, want := range map[time.Duration]string{-time.Second: "0s", 9900 * time.Millisecond: "9.9s", 59 * time.Second: "0:59", 5 * time.Minute: "5:00", 75 * time.Minute: "01:15:00"} {
		if got := clockText(words.Words{}, d); got != want {
			t.Errorf("%v is %q, not %q", d, got, want)
		}
	}
	if got := clockText(words.For(words.Spanish), 8800*time.Millisecond); got != "8,8 s" {
		t.Errorf("in Spanish it is %q", got)
	}
}

// TestWatched draws every move of agents, at a pace.
func TestWatched(t *testing.T) {
	s, out := sit(t, "tictactoe", "random", "random", "")
	s.Watched, s.Pace = true, time.Millisecond
	begin := time.Now()
	r, err := s.Run(context.Background())
	moves := len(strings.Fields(r.Moves))
	if err != nil || r.Reason != arena.ByTheRules || time.Since(begin) < time.Duration(moves-1)*time.Millisecond {
		t.Errorf("the record is %+v, %v", r, err)
	}
	if boards := strings.Count(out.String(), "   a  b  c\n"); boards != moves {
		t.Errorf("%d boards of %d moves are drawn", boards, moves)
	}
}

// TestReplay steps through a game and jumps in it; a script gets it whole.
func TestReplay(t *testing.T) {
	g, err := games.Parse("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	moves, err := game.ParseLine(g, g.New(), "b2 a1 b3 a2 b1")
	if err != nil {
		t.Fatal(err)
	}
	run := func(input string, person bool) string {
		out := &bytes.Buffer{}
		r := Replay{
			Game: g, Start: g.New(), Moves: moves, Screen: &Screen{out: out}, In: NewInput(strings.NewReader(input)),
			Record: arena.Record{Game: "tictactoe", Agents: []string{"ann", "bob"}, Seats: []int{0, 1}, Moves: "b2 a1 b3 a2 b1", Result: []float64{1, -1}, Reason: arena.ByTheRules},
		}
		r.In.Terminal = person
		if err := r.Run(context.Background()); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	out := run("\n\nb\n5\n9\nx\nq\n", true)
	contains(t, out, "X is ann. O is bob.", "before the first of 5 plies", "ply 1 of 5: X plays b2", "ply 2 of 5: O plays a1", "ply 5 of 5: X plays b1\nX wins after 5 moves.", "The game has 5 plies.")
	if strings.Count(out, "ply 1 of 5") != 2 || strings.Contains(out, "ply 3 of 5") {
		t.Errorf("the steps are\n%s", out)
	}
	if out := run("", false); strings.Count(out, "   a  b  c\n") != 6 {
		t.Errorf("a script gets\n%s", out)
	}
}

// TestReplayOfAStranger: what a file calls its players is shown, not obeyed by the
// terminal.
func TestReplayOfAStranger(t *testing.T) {
	g, err := games.Parse("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	out := &bytes.Buffer{}
	r := Replay{
		Game: g, Start: g.New(), Screen: &Screen{out: out}, In: NewInput(strings.NewReader("")),
		Record: arena.Record{Game: "tictactoe", Agents: []string{"\x1b]0;title\a\x1b[31mann", "bob\nbert"}, Seats: []int{0, 1}, Reason: arena.Unfinished},
	}
	if err := r.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	contains(t, out.String(), "ann. O is bob bert.")
	if strings.ContainsAny(out.String(), "\x1b\a") {
		t.Errorf("the terminal is told %q", out)
	}
}

// TestInterrupts: Ctrl-C stops what is to be stopped once; where nothing listens the
// third one ends the work.
func TestInterrupts(t *testing.T) {
	i := &Interrupts{}
	if i.deliver() {
		t.Error("Ctrl-C is taken that nobody took over")
	}
	release := i.Take()
	stopped := 0
	done := i.Stops(func() { stopped++ })
	for range 3 {
		if !i.deliver() {
			t.Error("Ctrl-C ends the work")
		}
	}
	if i.deliver() || stopped != 1 {
		t.Errorf("Ctrl-C is taken for ever, and has stopped %d", stopped)
	}
	if done(); !i.deliver() {
		t.Error("Ctrl-C ends the work after something was stopped")
	}
	if release(); i.deliver() {
		t.Error("Ctrl-C is still taken")
	}
	var nobody *Interrupts
	nobody.Take()()
	nobody.Stops(nil)()
}

// TestKeys: Ctrl-C empties the line, ends it and is remembered.
func TestKeys(t *testing.T) {
	k := &keys{in: strings.NewReader("ab\x03cd")}
	var got []string
	for {
		p := make([]byte, 256)
		n, err := k.Read(p)
		if err != nil {
			break
		}
		got = append(got, string(p[:n]))
		if interrupted := k.interrupted.Swap(false); interrupted != (string(p[:n]) == string(emptyLine)) {
			t.Errorf("after %q interrupted is %v", p[:n], interrupted)
		}
	}
	if strings.Join(got, "|") != "ab|"+string(emptyLine)+"|cd" {
		t.Errorf("the keys are %q", got)
	}
	k = &keys{in: strings.NewReader("2\x1b[D\x1b[C\x1b[A")}
	k.steps.Store(true)
	all, err := io.ReadAll(k)
	if want := "2\x05\x15b\r\x05\x15\r\x1b[A"; err != nil || string(all) != want || k.interrupted.Load() {
		t.Errorf("the arrow keys are %q, not %q (%v)", all, want, err)
	}
}

// TestHexagons: every row is half a cell to the right of the one below it.
func TestHexagons(t *testing.T) {
	_, out, _ := talk(t, "gdl:hex", "human", "human", words.English, "3 4\nquit\n")
	contains(t, out, "\n               1   2   3 ", "\n      4  .   .  [R]  .   .   .   .\n    3  .   .   .   .", "\n1  .   .   .   .   .   .   .\n   1   2   3 ")
}

// TestNarrow: lines are broken between words, and letters that a terminal lacks are
// written otherwise.
func TestNarrow(t *testing.T) {
	if got := wrap("one two three four", 10, "  "); got != "one two\n  three\n  four" {
		t.Errorf("%q", got)
	}
	if got := wrap("one two three four", 0, ""); got != "one two three four" {
		t.Errorf("%q", got)
	}
	if got := ascii("¿Qué año? ±½ ●"); got != "Que ano? +-1/2 ?" {
		t.Errorf("%q", got)
	}
	for locale, want := range map[string]bool{"C": false, "": false, "es_ES.UTF-8": true, "C.utf8": true, "de_DE.ISO-8859-1": false} {
		if got := hasUnicode(func(name string) string {
			if name == "LANG" {
				return locale
			}
			return ""
		}); got != want {
			t.Errorf("%q has Unicode: %v", locale, got)
		}
	}
}

// TestSqueezed: the board of backgammon takes 30 columns where a terminal is narrow.
func TestSqueezed(t *testing.T) {
	g, err := games.Parse("backgammon")
	if err != nil {
		t.Fatal(err)
	}
	lines := g.New().(game.TextDrawer).DrawText()
	if wide, narrow := boardWidth(lines, false), boardWidth(lines, true); wide != 43 || narrow != 30 {
		t.Errorf("the board is %d wide, and %d where that is too much", wide, narrow)
	}
	row := ""
	for _, span := range lines[1] {
		row += squeezed(span, span.Plain)
	}
	if row != "|X       O   |  |O         X |" {
		t.Errorf("the first row is %q", row)
	}
}

// TestFilesAreCompleted after words that take them.
func TestFilesAreCompleted(t *testing.T) {
	folder := t.TempDir()
	if err := os.Mkdir(filepath.Join(folder, "inner"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"one.json", "other.mat"} {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	g, err := games.Parse("othello")
	if err != nil {
		t.Fatal(err)
	}
	complete := (reader{game: g, words: words.For(words.Spanish), when: playing, kept: func() []string { return []string{"othello-1", "othello-2"} }}).complete(g.New(), 0, nil)
	for line, want := range map[string]string{
		"cargar " + folder + "/on": "cargar " + folder + "/one.json",
		"load " + folder + "/ot":   "load " + folder + "/other.mat",
		"":                         "d3 c4 f5 e6",
		"d":                        "d3 deshacer",
		"pos":                      "posición",
		"zz":                       "",
		"guar":                     "guardar ",
		"load othello-":            "load othello-1 load othello-2",
		"save othello-":            "",
		"load " + folder + "/i":    "load " + folder + "/inner/",
	} {
		if got := strings.Join(complete(line), " "); got != want {
			t.Errorf("%q becomes %q, not %q", line, got, want)
		}
	}
}

// TestReviewIsCalled where there is somebody who reviews, and can be stopped.
func TestReviewIsCalled(t *testing.T) {
	s, out := sit(t, "tictactoe", "human", "human", "review\nb2\nreview\nquit\n")
	s.In.Terminal = true
	s.Review = func(_ context.Context, r arena.Record, screen *Screen) error {
		screen.Print("judged " + r.Moves)
		return errors.New("no more")
	}
	if _, err := s.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	contains(t, out.String(), "there is no move to review yet", "judged b2", "no more (type help")
}
