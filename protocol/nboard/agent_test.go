package nboard

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"gambito/agent"
	"gambito/arena"
	"gambito/game"
	"gambito/games/othello"
)

// TestMain makes of this test binary, called with "fake", an engine that misbehaves.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "fake" {
		fake(os.Args[2])
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// fake plays at random, and when it is asked for its second move does what its mode
// says.
func fake(mode string) {
	if mode == "deaf" {
		time.Sleep(time.Hour)
	}
	spec, err := registry().Parse("random")
	if err != nil {
		panic(err)
	}
	in, lines := io.Pipe()
	go func() {
		asked := 0
		for input := bufio.NewScanner(os.Stdin); input.Scan(); {
			if input.Text() == "go" {
				if asked++; asked == 2 && misbehave(mode) {
					continue
				}
			}
			io.WriteString(lines, input.Text()+"\n")
		}
		lines.Close()
	}()
	Server{Agent: spec, Seed: 1}.Serve(context.Background(), in, os.Stdout)
}

func misbehave(mode string) bool {
	switch mode {
	case "hang":
		time.Sleep(time.Hour)
	case "die":
		fmt.Fprintln(os.Stderr, "no more")
		os.Exit(4)
	case "lie":
		fmt.Println("=== D4/1/1")
	case "pass":
		fmt.Println("=== PA")
	case "chat":
		fmt.Println("=== let me think")
	case "endless":
		for {
			fmt.Println("search F5 0 0 1")
		}
	default:
		return false
	}
	return true
}

func match(t *testing.T, mode, options string) []arena.Record {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	specs, err := registry().ParseAll(fmt.Sprintf("nboard:cmd=%s fake %s%s", self, mode, options), "random")
	if err != nil {
		t.Fatal(err)
	}
	openings, err := arena.ParseOpenings(othello.New(), "random:3")
	if err != nil {
		t.Fatal(err)
	}
	var records []arena.Record
	m := arena.Match{Game: othello.New(), Agents: specs, Games: 2, Seed: 1, Jobs: 2, Openings: openings}
	err = m.Run(context.Background(), func(r arena.Record) error {
		records = append(records, r)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return records
}

// TestFaults has engines misbehave: each loses within its limit, and the record says by
// what.
func TestFaults(t *testing.T) {
	for mode, want := range map[string]struct {
		reason arena.Reason
		detail string
	}{
		"deaf":    {arena.AgentError, "does not answer within 400ms"},
		"hang":    {arena.AgentError, "does not answer within 300ms"},
		"die":     {arena.AgentError, `has ended: exit status 4, and said "no more"`},
		"lie":     {arena.IllegalMove, `moves "D4": not legal`},
		"pass":    {arena.IllegalMove, `moves "PA": not legal`},
		"chat":    {arena.AgentError, `answers go with "let", which is no move`},
		"endless": {arena.AgentError, "writes without end"},
	} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			options := map[string]string{"hang": ",timeout=300ms", "deaf": ",start=400ms"}[mode]
			for _, r := range match(t, mode, options) {
				seat := r.Seats[0] // where the first agent sits
				if r.Reason != want.reason || len(r.Faults) != 1 || r.Result[seat] != -1 || r.Faults[0].Seat != seat ||
					!strings.Contains(r.Faults[0].Detail, want.detail) {
					t.Errorf("it ends by %s with %v: %+v", r.Reason, r.Result, r.Faults)
				}
			}
		})
	}
}

// TestWholeGames plays to the end, passes included.
func TestWholeGames(t *testing.T) {
	for _, r := range match(t, "well-behaved", "") {
		if r.Reason != arena.ByTheRules {
			t.Errorf("it ends by %s: %+v", r.Reason, r.Faults)
		}
	}
}

// TestFromPosition begins anywhere, unlike GTP.
func TestFromPosition(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	spec, err := registry().Parse("nboard:cmd=" + self + " fake well-behaved")
	if err != nil {
		t.Fatal(err)
	}
	g := othello.New()
	a, err := spec.New(g)
	if err != nil {
		t.Fatal(err)
	}
	s := g.New()
	if _, err := game.ParseLine(g, s, "f5 d6 c3"); err != nil {
		t.Fatal(err)
	}
	a.NewGame(1, 1)
	defer a.(agent.Watcher).Leave()
	if _, _, err := a.Choose(t.Context(), s, agent.Limits{}); err != nil {
		t.Error(err)
	}
}
