package nboard

import (
	"bufio"
	"context"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"gambito/agent"
	"gambito/agents"
)

func registry() *agent.Registry { return agents.New(agent.NewEnvironment(""), Entry) }

// talk starts a server: send writes a line to it, and expect reads lines until
// one fits.
func talk(t *testing.T, spec string) (send func(string), expect func(pattern string) string) {
	t.Helper()
	s, err := registry().Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	in, lines := io.Pipe()
	out, answers := io.Pipe()
	go func() { answers.CloseWithError(Server{Agent: s, Seed: 1}.Serve(t.Context(), in, answers)) }()
	t.Cleanup(func() { lines.Close(); out.Close() })
	replies := make(chan string, 10_000) // a pipe has room for much too
	go func() {
		defer close(replies)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			replies <- lines.Text()
		}
	}()
	send = func(line string) { io.WriteString(lines, line+"\n") }
	expect = func(pattern string) string {
		t.Helper()
		for seen := ""; ; {
			select {
			case line, ok := <-replies:
				if ok && regexp.MustCompile("^(?:"+pattern+")$").MatchString(line) {
					return line
				}
				if seen += line + "\n"; ok {
					continue
				}
			case <-time.After(20 * time.Second):
			}
			t.Fatalf("nothing fits %s:\n%s", pattern, seen)
		}
	}
	return send, expect
}

const opening = "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[a]PW[b]RE[?]TI[15:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4];)"

func TestServer(t *testing.T) {
	send, expect := talk(t, "alphabeta:depth=4")
	send("nboard 2")
	expect("set myname gambito alphabeta:depth=4")
	send("set depth 3")
	send("set game " + opening)
	send("ping 1")
	expect("pong 1")
	send("go")
	expect("search [A-H][1-8]-[A-H][1-8]-[A-H][1-8] -?[0-9.]+ 0 3") // no deeper than the board says
	expect(`nodestats [0-9]+ [0-9.]+`)
	expect(`=== [A-H][1-8]/-?[0-9]+\.[0-9]{2}/[0-9.]+`)
	send("hint 1")
	expect("search [A-H][1-8].*")
	send("move F8") // not legal
	expect("status move: .*F8.*")
	send("set game nonsense")
	expect("status set game: a game is GGF.*")
	send("set depth deep")
	expect("status set depth: .*")
	send("move D6/1.5/2")
	send("frobnicate the board")
	send("set contempt 3")
	send("learn")
	expect("learned")
	send("analyze")
	for made := 9; made >= 0; made-- {
		expect("analysis " + string(rune('0'+made)) + ` -?[0-9.]+`)
	}
	expect("status")
	send("quit")
}

// TestSolved tells a proven end in discs, and what there is to say when a game is over.
func TestSolved(t *testing.T) {
	send, expect := talk(t, "perfect")
	send("set game (;GM[Othello]TY[8]BO[8 " + strings.Repeat("*", 60) + "OOO- *];)")
	send("hint 2")
	expect(`search H8 64\.00 0 100%`)
	send("go")
	expect(`=== H8/64\.00/.*`)
	send("H8") // as version 1 wrote it
	send("go")
	expect("status go: the game is over")
	send("analyze")
	expect(`analysis 1 64\.00`)
	expect(`analysis 0 64\.00`)
}

// TestPass has a player who must pass do so.
func TestPass(t *testing.T) {
	send, expect := talk(t, "random")
	send("set game (;GM[Othello]TY[8]BO[8 *O------" + strings.Repeat("-", 48) + "------O* O];)")
	send("go")
	expect("=== PA.*")
	send("move PA")
	send("go")
	expect("=== (C1|F8).*")
}

// TestStops stops thinking when ping comes.
func TestStops(t *testing.T) {
	send, expect := talk(t, "mcts:sims=1000000000")
	for _, command := range []string{"go", "hint 3", "analyze"} {
		send(command)
		expect("status gambito .*")
		begin := time.Now()
		send("ping 7")
		expect("pong 7")
		if took := time.Since(begin); took > 5*time.Second {
			t.Errorf("%s goes on for %s", command, took)
		}
	}
	send("hint 2")
	expect("search .*") // while it thinks
	send("quit")
}

func TestEnds(t *testing.T) {
	s, err := registry().Parse("mcts:sims=1000000000")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	in, lines := io.Pipe()
	defer lines.Close()
	go io.WriteString(lines, "go\n")
	if err := (Server{Agent: s}).Serve(ctx, in, io.Discard); err != nil {
		t.Error(err)
	}
}
