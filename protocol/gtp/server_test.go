package gtp

import (
	"bufio"
	"context"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"gambito/games"
)

// serve answers commands, given as lines, and returns all that was written.
func serve(t *testing.T, gameText, agentText, commands string) string {
	t.Helper()
	var out strings.Builder
	if err := server(t, gameText, agentText).Serve(t.Context(), strings.NewReader(commands), &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func server(t *testing.T, gameText, agentText string) Server {
	t.Helper()
	g, err := games.Parse(gameText)
	if err != nil {
		t.Fatal(err)
	}
	spec, err := registry().Parse(agentText)
	if err != nil {
		t.Fatal(err)
	}
	s := Server{Game: g, Agent: spec, Seed: 1, Version: "test"}
	if err := s.Check(); err != nil {
		t.Fatal(err)
	}
	return s
}

// exchange checks replies to commands, one after another: "command" and then the
// reply, "…" for any that succeeds.
func exchange(t *testing.T, gameText, agentText string, lines ...string) {
	t.Helper()
	var commands []string
	for i := 0; i < len(lines); i += 2 {
		commands = append(commands, lines[i])
	}
	replies := strings.SplitAfter(serve(t, gameText, agentText, strings.Join(commands, "\n")), "\n\n")
	for i, command := range commands {
		got, want := strings.TrimSuffix(replies[i], "\n\n"), lines[2*i+1]
		if want == "…" && strings.HasPrefix(got, "=") {
			continue
		}
		if got != want {
			t.Errorf("%s is answered with\n%s, not\n%s", command, got, want)
		}
	}
	if len(replies) != len(commands)+1 {
		t.Errorf("%d commands have %d replies", len(commands), len(replies)-1)
	}
}

func TestCommands(t *testing.T) {
	var ids []string
	for _, e := range games.Catalogue.Entries {
		ids = append(ids, e.ID)
	}
	exchange(t, "othello", "alphabeta:depth=2",
		"protocol_version", "= 2",
		"1 name", "=1 gambito",
		"23 version # which is it?", "=23 test",
		"known_command genmove", "= true",
		"known_command genmoves", "= false",
		"known_command", "? syntax error",
		"9 genmoves black", "?9 unknown command",
		"9", "?9 unknown command",
		"list_commands", "…",
		"boardsize 8", "=",
		"boardsize 9", "? unacceptable size",
		"boardsize big", "? syntax error",
		"komi 6.5", "=",
		"komi", "? syntax error",
		"set_game Othello", "=",
		"set_game Parcheesi", `? unsupported game: unknown game "Parcheesi" (there are: `+strings.Join(ids, ", ")+`)`,
		"clear_board", "=",
		"undo", "? cannot undo",
		"play black D3", "=",
		"play Black c3", "? illegal move", // it is white's turn
		"play w C3", "=",
		"play b a1", "? illegal move",
		"play b i1", "? syntax error",
		"play b d99", "? syntax error",
		"play b", "? syntax error",
		"play green d3", "? syntax error",
		"play b pass", "? illegal move",
		"undo", "=",
		"gambito-moves", "= C3 E3 C5",
		"genmove b", "? it is the turn of white",
		"reg_genmove w", "…",
		"gambito-moves", "= C3 E3 C5",
		"genmove white", "…",
		"final_score", "? cannot score",
		"time_settings 0 1", "? syntax error",
		"time_settings 0 1 1", "=",
		"time_left b 1 1", "=",
		"time_left black -1 1", "? syntax error",
		"genmove black", "…",
		"gambito-position "+strings.Repeat("X", 60)+"OOO- X", "=",
		"genmove b", "= H8",
		"final_score", "= B+64",
		"genmove white", "= pass",
		"play black pass", "=",
		"quit", "=",
	)
}

// TestImplicitPass lets a player who must pass do so without a word, and with one.
func TestImplicitPass(t *testing.T) {
	must := "XO------" + strings.Repeat("--------", 6) + "------OX O" // white must pass: nothing of black's is flanked
	exchange(t, "othello", "random",
		"gambito-position "+must, "=",
		"gambito-moves", "= pass",
		"genmove white", "= pass",
		"undo", "=",
		"play white pass", "=",
		"undo", "=",
		"play black c1", "=", // white has passed, whoever asks
		"undo", "=",
		"gambito-moves", "= pass",
		"genmove black", "…",
		"undo", "=",
		"gambito-moves", "= pass",
		"lz-analyze black", "…",
		"play white pass", "=", // it has been taken to be made
		"gambito-moves", "= C1 F8",
	)
}

func TestOtherBoards(t *testing.T) {
	exchange(t, "atari-go", "random",
		"boardsize 9", "=",
		"play b j9", "=",
		"play w i9", "? syntax error",
		"gambito-position", "…",
		"boardsize 19", "? unacceptable size",
		"play w a1", "=", // the board is as it was
		"set_game Connect 4", "=",
		"play b d1", "=",
		"play w d1", "? illegal move",
		"play w d2", "=",
		"play b 4", "=",
		"undo", "=",
		"set_game breakthrough", "=", // in which white begins
		"play b a5-a4", "? illegal move",
		"play w a2 a3", "=",
		"play b b5xa4", "=",
		"boardsize 7 6", "=",
		"boardsize 6 99", "? unacceptable size",
		"set_game backgammon", "? unsupported game: GTP cannot play backgammon: it knows no dice",
	)
}

// TestWonGame plays to the end of a game that counts nothing but wins.
func TestWonGame(t *testing.T) {
	exchange(t, "connect4", "perfect",
		"play b a1", "=", "play w b1", "=", "play b a2", "=", "play w b2", "=", "play b a3", "=", "play w b3", "=",
		"genmove b", "= A4", "final_score", "= B+1", "genmove w", "= pass", "play w c1", "? illegal move", "showboard", "…",
	)
}

// TestLiveAnalysis tells what is found until the next line comes, and then does what
// that line says.
func TestLiveAnalysis(t *testing.T) {
	in, lines := io.Pipe()
	out, answers := io.Pipe()
	go func() {
		answers.CloseWithError(server(t, "othello", "mcts:sims=200").Serve(t.Context(), in, answers))
	}()
	replies := bufio.NewReader(out)
	line := func() string {
		text, err := replies.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimSuffix(text, "\n")
	}
	for command, scale := range map[string]string{"lz-analyze": "winrate [0-9]{3,5} ", "5 kata-analyze b 10": "winrate [01]\\.[0-9]+ "} {
		io.WriteString(lines, command+"\n")
		if head := line(); head != "=" && head != "=5" {
			t.Fatalf("%s begins with %q", command, head)
		}
		info := line()
		if n := strings.Count(info, "info move "); n != 4 || !regexp.MustCompile("^info move [C-F][3-6] visits [0-9]+ "+scale+".*order 0 pv [C-F][3-6] ").MatchString(info) {
			t.Errorf("%s tells %q", command, info)
		}
		io.WriteString(lines, "7 name\n")
		for text := line(); text != ""; text = line() { // more of the same
			if !strings.HasPrefix(text, "info ") {
				t.Errorf("%s goes on with %q", command, text)
			}
		}
		if got := line() + line(); got != "=7 gambito" {
			t.Errorf("after %s the reply is %q", command, got)
		}
	}
	io.WriteString(lines, "quit\n")
	if got := line(); got != "=" {
		t.Errorf("quit is answered with %q", got)
	}
}

// TestMaxMoves tells as many moves of a search to a depth as are asked for.
func TestMaxMoves(t *testing.T) {
	in, lines := io.Pipe()
	out, answers := io.Pipe()
	go func() {
		answers.CloseWithError(server(t, "othello", "alphabeta:depth=3").Serve(t.Context(), in, answers))
	}()
	replies := bufio.NewScanner(out)
	io.WriteString(lines, "play b d3\nkata-analyze w 10 maxmoves 2\n")
	for replies.Scan() && !strings.HasPrefix(replies.Text(), "info") {
	}
	if got := replies.Text(); strings.Count(got, "info move") != 2 || !strings.Contains(got, " scoreLead ") {
		t.Errorf("it tells %q", got)
	}
	io.WriteString(lines, "quit\n")
	for replies.Scan() {
	}
}

// TestInterim has an analysis that would not end for long told while it goes on.
func TestInterim(t *testing.T) {
	in, lines := io.Pipe()
	out, answers := io.Pipe()
	go func() {
		answers.CloseWithError(server(t, "othello", "mcts:sims=100000000").Serve(t.Context(), in, answers))
	}()
	replies := bufio.NewScanner(out)
	io.WriteString(lines, "lz-analyze b 1\n")
	for i := 0; i < 4 && replies.Scan(); i++ {
		if i > 0 && !strings.HasPrefix(replies.Text(), "info move ") {
			t.Errorf("it tells %q", replies.Text())
		}
	}
	io.WriteString(lines, "quit\n")
	last := ""
	for replies.Scan() {
		last += replies.Text() + "\n"
	}
	if !strings.HasSuffix(last, "\n=\n\n") {
		t.Errorf("it ends with %q", last)
	}
}

// TestEnds has a server stop with its context, also while the agent thinks.
func TestEnds(t *testing.T) {
	for _, command := range []string{"genmove b\n", "lz-analyze\n", ""} {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		in, lines := io.Pipe()
		go io.WriteString(lines, command)
		begin := time.Now()
		if err := server(t, "othello", "mcts:sims=100000000").Serve(ctx, in, io.Discard); err != nil {
			t.Errorf("%q: %v", command, err)
		}
		if took := time.Since(begin); took > 5*time.Second {
			t.Errorf("%q: it goes on for %s", command, took)
		}
		cancel()
		lines.Close()
	}
}

func TestTooLong(t *testing.T) {
	if got := serve(t, "othello", "random", "name "+strings.Repeat("x", 200_000)+"\n3 name"); got != "? unknown command\n\n=3 gambito\n\n" {
		t.Errorf("the answers are %q", got)
	}
}

func TestClock(t *testing.T) {
	c := clock{}
	if c.budget(0, 0) != 0 {
		t.Error("no clock limits a move")
	}
	for settings, want := range map[string]time.Duration{
		"0 5 1":    4950 * time.Millisecond,
		"0 60 20":  2950 * time.Millisecond,
		"320 0 0":  9950 * time.Millisecond,
		"320 30 0": 0, // no limit
		"0 0 0":    0,
		"0 0.01 1": 10 * time.Millisecond,
	} {
		if err := c.set(strings.Fields(settings)); err != nil {
			t.Fatal(err)
		}
		if got := c.budget(1, 0); got != want {
			t.Errorf("time_settings %s gives %s for the first move, not %s", settings, got, want)
		}
	}
	if err := c.set(strings.Fields("10 6 2")); err != nil {
		t.Fatal(err)
	}
	c.used(0, 11*time.Second) // the main time is over
	c.used(0, 4*time.Second)
	if got := c.budget(0, 2); got != 1950*time.Millisecond {
		t.Errorf("there are %s left for the second move of the overtime", got)
	}
	c.used(0, time.Second)
	if got := c.budget(0, 4); got != 2950*time.Millisecond {
		t.Errorf("there are %s for the first move of a new period", got)
	}
}
