package gtp

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"gambito/agent"
	"gambito/arena"
	"gambito/game"
	"gambito/games"
)

// playMatch has two agents play a match.
func playMatch(t *testing.T, count int, gameText string, texts ...string) []arena.Record {
	t.Helper()
	g, err := games.Parse(gameText)
	if err != nil {
		t.Fatal(err)
	}
	specs, err := registry().ParseAll(texts...)
	if err != nil {
		t.Fatal(err)
	}
	openings, err := arena.ParseOpenings(g, "random:3")
	if err != nil {
		t.Fatal(err)
	}
	var records []arena.Record
	m := arena.Match{Game: g, Agents: specs, Games: count, Seed: 1, Jobs: 2, Openings: openings}
	err = m.Run(context.Background(), func(r arena.Record) error {
		records = append(records, r)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return records
}

// TestFaults has engines misbehave in every way: each loses within its limit, and the
// record says by what.
func TestFaults(t *testing.T) {
	for mode, want := range map[string]struct {
		reason arena.Reason
		detail string
	}{
		"hang-at-start":         {arena.AgentError, "does not answer within 400ms"},
		"die-at-start":          {arena.AgentError, `has ended: exit status 3, and said "out of luck"`},
		"garbage-at-start":      {arena.AgentError, "is no reply of GTP"},
		"endless-line-at-start": {arena.AgentError, "writes without end"},
		"hang":                  {arena.AgentError, "does not answer within 300ms"},
		"die":                   {arena.AgentError, `has ended: exit status 3, and said "out of luck"`},
		"close":                 {arena.AgentError, "has ended: it was killed, or has closed its output"},
		"lie":                   {arena.IllegalMove, `moves "A1": not legal`},
		"chat":                  {arena.AgentError, `"I think I will play D3", which is no move`},
		"garbage":               {arena.AgentError, "is no reply of GTP"},
		"refuse":                {arena.AgentError, `with the error "no idea"`},
		"endless-line":          {arena.AgentError, "writes without end"},
		"endless-answer":        {arena.AgentError, "writes without end"},
		"half":                  {arena.AgentError, "does not answer within 300ms"},
		"resign":                {arena.Resignation, ""},
	} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			options := map[string]string{"hang": ",timeout=300ms", "half": ",timeout=300ms", "hang-at-start": ",start=400ms"}[mode]
			text := fakeAgent(t, mode, options)
			begin := time.Now()
			for _, r := range playMatch(t, 2, "othello", text, "random") {
				seat := 0
				for r.Seats[seat] != 0 {
					seat++
				}
				if r.Reason != want.reason || len(r.Faults) != 1 || r.Result[seat] != -1 || r.Faults[0].Seat != seat ||
					!strings.Contains(r.Faults[0].Detail, want.detail) || strings.Contains(r.Faults[0].Detail, "\n") {
					t.Errorf("it ends by %s with %v: %+v", r.Reason, r.Result, r.Faults)
				}
			}
			if took := time.Since(begin); took > 30*time.Second {
				t.Errorf("two games take %s", took)
			}
		})
	}
}

// TestWholeGames plays games to their end with an engine behind GTP.
func TestWholeGames(t *testing.T) {
	for _, r := range playMatch(t, 4, "othello", fakeAgent(t, "well-behaved", ""), "random") {
		if r.Reason != arena.ByTheRules {
			t.Errorf("it ends by %s: %+v", r.Reason, r.Faults)
		}
	}
}

// TestChildren has what an engine has started die with it.
func TestChildren(t *testing.T) {
	file := filepath.Join(t.TempDir(), "child")
	t.Setenv("FAKE_CHILD", file)
	playMatch(t, 1, "othello", fakeAgent(t, "hang-with-child", ",timeout=300ms"), "random")
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(string(content))
	if err != nil {
		t.Fatal(err)
	}
	child, err := os.FindProcess(pid)
	if err != nil {
		return
	}
	for range 100 { // whoever inherits it has to notice
		if status, err := os.ReadFile("/proc/" + string(content) + "/stat"); err == nil && strings.Contains(string(status), ") Z ") {
			return
		}
		if errors.Is(child.Signal(syscall.Signal(0)), os.ErrProcessDone) {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	child.Kill()
	t.Error("the child of an engine lives on")
}

// TestStopped breaks a game off while an engine thinks.
func TestStopped(t *testing.T) {
	spec, err := registry().Parse(fakeAgent(t, "hang-at-start", ",time=20s"))
	if err != nil {
		t.Fatal(err)
	}
	g, err := games.Parse("othello")
	if err != nil {
		t.Fatal(err)
	}
	a, err := spec.New(g)
	if err != nil {
		t.Fatal(err)
	}
	a.NewGame(0, 1)
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	begin := time.Now()
	if _, _, err := a.Choose(ctx, g.New(), agent.Limits{}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the error is %v", err)
	}
	if took := time.Since(begin); took > 5*time.Second {
		t.Errorf("it takes %s", took)
	}
}

// seated is an engine that plays Othello, and the start of a game of its own.
func seated(t *testing.T, mode string) (agent.Watcher, game.State) {
	t.Helper()
	spec, err := registry().Parse(fakeAgent(t, mode, ""))
	if err != nil {
		t.Fatal(err)
	}
	g, err := games.Parse("othello")
	if err != nil {
		t.Fatal(err)
	}
	a, err := spec.New(g)
	if err != nil {
		t.Fatal(err)
	}
	a.NewGame(0, 1)
	w := a.(agent.Watcher)
	t.Cleanup(w.Leave)
	return w, g.New()
}

// TestInterrupted goes on with another program after a move was broken off.
func TestInterrupted(t *testing.T) {
	w, s := seated(t, "hang")
	for ply := range 12 {
		m := s.Moves(nil)[0]
		if ply%2 == 0 {
			ctx, cancel := context.WithCancel(t.Context())
			if ply > 0 { // the second move of a program hangs
				time.AfterFunc(20*time.Millisecond, cancel)
				if _, _, err := w.Choose(ctx, s, agent.Limits{}); !errors.Is(err, context.Canceled) {
					t.Fatalf("ply %d: %v", ply, err)
				}
			}
			var err error
			if m, _, err = w.Choose(t.Context(), s, agent.Limits{}); err != nil || !slices.Contains(s.Moves(nil), m) {
				t.Fatalf("ply %d: %d, %v", ply, m, err)
			}
			cancel()
		}
		if err := w.Watch(t.Context(), s, m); err != nil {
			t.Fatal(err)
		}
		s.Play(m)
	}
}

// TestSecondThoughts asks an engine twice, and then makes another move than it chose.
func TestSecondThoughts(t *testing.T) {
	w, s := seated(t, "well-behaved")
	for range 12 {
		for range 2 {
			if _, _, err := w.Choose(t.Context(), s, agent.Limits{}); err != nil {
				t.Fatal(err)
			}
		}
		m := s.Moves(nil)[0]
		if err := w.Watch(t.Context(), s, m); err != nil {
			t.Fatal(err)
		}
		s.Play(m)
	}
	s.Play(s.Moves(nil)[0])
	if _, _, err := w.Choose(t.Context(), s, agent.Limits{}); !errors.Is(err, agent.ErrQuit) || !strings.Contains(err.Error(), "was not told how") {
		t.Errorf("a position that it was not told: %v", err)
	}
}

func TestSpecs(t *testing.T) {
	for text, want := range map[string]string{
		"gtp":                         "option cmd is missing",
		"gtp:cmd=no-such-program -x":  "option cmd=no-such-program -x: there is no such program",
		"gtp:cmd=/no/such":            "option cmd=/no/such: no such file",
		`gtp:cmd="sh 'a"`:             "a quote in it has no end",
		"gtp:cmd=sh,timeout=0s":       "timeout=0s: it must be",
		"gtp:cmd=sh,time=5s":          "",
		"gtp:cmd=sh,send=komi 1;name": "",
	} {
		g, err := games.Parse("othello")
		if err != nil {
			t.Fatal(err)
		}
		spec, err := registry().Parse(text)
		if err == nil {
			_, err = spec.New(g)
		}
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
