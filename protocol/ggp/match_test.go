package ggp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gambito/agent"
	"gambito/agents"
	"gambito/arena"
	"gambito/gdl"
)

// matchOf is a match with clocks that a busy machine does not overrun.
func matchOf(t *testing.T, name string, players ...Address) *Match {
	g := rulesOf(t, name)
	return &Match{
		ID: MatchID(g), Game: g, Players: players, StartClock: 20 * time.Second, PlayClock: 20 * time.Second, Seed: 3,
		Log: func(format string, args ...any) { t.Logf(format, args...) },
	}
}

func run(t *testing.T, m *Match) Record {
	t.Helper()
	r, err := m.Run(context.Background())
	if err != nil || !r.Completed || r.Aborted || len(r.Goals) != len(r.Roles) || len(r.States) != len(r.Moves)+1 {
		t.Fatalf("%v, completed %v, goals %v, %d moves, %d states", err, r.Completed, r.Goals, len(r.Moves), len(r.States))
	}
	replay(t, m.Game, r)
	return r
}

// replay checks that the moves of a record lead to its goals.
func replay(t *testing.T, g *gdl.Game, r Record) {
	t.Helper()
	s := g.New()
	for i, moves := range r.Moves {
		if err := g.PlayJoint(s, expressions(moves)); err != nil {
			t.Fatalf("step %d: %v", i+1, err)
		}
	}
	if fmt.Sprint(g.Goals(s)) != fmt.Sprint(r.Goals) {
		t.Errorf("the goals are %v, not %v", g.Goals(s), r.Goals)
	}
}

// faults counts the moves that the server made for a role.
func faults(r Record, role int, kind string) (n int) {
	for _, step := range r.Errors {
		if strings.HasPrefix(step[role], kind) && step[role] != "" {
			n++
		}
	}
	return n
}

// TestMatches plays games of every kind to the end, with names as they are and
// with others.
func TestMatches(t *testing.T) {
	a, _ := listen(t, newPlayer(t, "ggp:sims=60").Answer)
	b, _ := listen(t, newPlayer(t, "random").Answer)
	c, _ := listen(t, newPlayer(t, "mcts:sims=20").Answer)
	for name, players := range map[string][]Address{
		"breakthrough": {a, b}, "three-in-line": {a, b, c}, "goofspiel": {a, b}, "einstein": {a, b}, "lights-out": {a}, "tron-10x10": {b, a},
	} {
		for _, scramble := range []bool{false, true} {
			m := matchOf(t, name, players...)
			m.Scramble, m.Log = scramble, func(string, ...any) {}
			r := run(t, m)
			for role := range r.Roles {
				if n := faults(r, role, ""); n > 0 {
					t.Errorf("%s: %s made %d mistakes: %v", name, r.Roles[role], n, r.Errors)
				}
			}
		}
	}
}

// TestClocksInMatch plays with players who think until their clocks have nearly
// run out.
func TestClocksInMatch(t *testing.T) {
	t.Parallel() // it mostly waits
	a, _ := listen(t, newPlayer(t, "ggp:solver=off").Answer)
	m := matchOf(t, "lights-out", a)
	m.StartClock, m.PlayClock = time.Second, time.Second
	r := run(t, m)
	if faults(r, 0, timedOut) > 0 {
		t.Errorf("errors %v", r.Errors)
	}
}

// TestKilledPlayer checks that a match ends properly without one of its players.
func TestKilledPlayer(t *testing.T) {
	a, _ := listen(t, newPlayer(t, "ggp:sims=30").Answer)
	p := newPlayer(t, "random")
	var plays atomic.Int32
	die := make(chan struct{})
	b, stop := listen(t, func(ctx context.Context, text string, at time.Time) (string, error) {
		if plays.Add(1) == 5 {
			close(die)
			<-ctx.Done()
			return "", ctx.Err()
		}
		return p.Answer(ctx, text, at)
	})
	go func() {
		<-die
		stop()
	}()
	r := run(t, matchOf(t, "breakthrough", a, b))
	if faults(r, 0, "") > 0 || faults(r, 1, connection)+faults(r, 1, timedOut) < 3 {
		t.Errorf("errors %v", r.Errors)
	}
}

// TestNobodyThere checks that nothing is played where nobody listens, and that a
// match is played with a player that is not there, or answers only moves.
func TestNobodyThere(t *testing.T) {
	gone, stop := listen(t, newPlayer(t, "random").Answer)
	stop()
	m := matchOf(t, "tictactoe", gone, gone)
	r, err := m.Run(context.Background())
	if !errors.Is(err, ErrNobody) || r.Completed || !r.Aborted || len(r.Moves) > 0 {
		t.Errorf("%v, completed %v, %d moves", err, r.Completed, len(r.Moves))
	}
	good, _ := listen(t, newPlayer(t, "random").Answer)
	r = run(t, matchOf(t, "tictactoe", good, gone))
	if !slices.Equal(r.Silent, []string{"nought"}) || faults(r, 0, "") > 0 || faults(r, 1, connection) != len(r.Moves) {
		t.Errorf("silent %v, errors %v", r.Silent, r.Errors)
	}
	p := newPlayer(t, "random")
	slow, _ := listen(t, func(ctx context.Context, text string, at time.Time) (string, error) {
		answer, err := p.Answer(ctx, text, at)
		if strings.HasPrefix(text, "( START") {
			time.Sleep(1500 * time.Millisecond)
		}
		return answer, err
	})
	m = matchOf(t, "lights-out", slow)
	m.StartClock = time.Second
	if r = run(t, m); len(r.Silent) > 0 || faults(r, 0, "") > 0 {
		t.Errorf("silent %v, errors %v", r.Silent, r.Errors)
	}
}

// TestBadPlayers checks what the server makes of illegal, silly and late answers.
func TestBadPlayers(t *testing.T) {
	t.Parallel() // it mostly waits
	var turn atomic.Int32
	bad, _ := listen(t, func(ctx context.Context, text string, _ time.Time) (string, error) {
		if !strings.HasPrefix(text, "( PLAY") {
			return "whatever", nil
		}
		switch turn.Add(1) {
		case 1:
			return "( mark 9 9 )", nil
		case 2:
			return "))((", nil
		case 3:
			return "", nil
		case 4:
			select {
			case <-ctx.Done():
			case <-time.After(3 * time.Second):
			}
			return "noop", nil
		case 5:
			return "NOOP noop", nil
		}
		return strings.Repeat("x", 2*maxAnswer), nil
	})
	good, _ := listen(t, newPlayer(t, "random").Answer)
	m := matchOf(t, "tictactoe", bad, good)
	m.PlayClock = time.Second
	r := run(t, m)
	if faults(r, 1, "") > 0 || faults(r, 0, "") != len(r.Moves) || faults(r, 0, timedOut) != 1 || faults(r, 0, illegal) < 4 {
		t.Errorf("errors %q", r.Errors)
	}
	if r.Errors[0][0] != "IL (mark 9 9)" {
		t.Errorf("the first error is %q", r.Errors[0][0])
	}
}

// TestAbort checks that a match that is stopped tells its players.
func TestAbort(t *testing.T) {
	t.Parallel() // it mostly waits
	p := newPlayer(t, "ggp:solver=off")
	a, _ := listen(t, p.Answer)
	b, _ := listen(t, newPlayer(t, "random").Answer)
	ctx, cancel := context.WithTimeout(context.Background(), 1500*time.Millisecond)
	defer cancel()
	m := matchOf(t, "connect4", a, b)
	m.StartClock = time.Second
	r, err := m.Run(ctx)
	if err == nil || !r.Aborted || r.Completed || p.current() != nil {
		t.Errorf("%v, aborted %v, completed %v, still in a match: %v", err, r.Aborted, r.Completed, p.current() != nil)
	}
}

// TestRemoteAgents plays matches of the arena with players elsewhere.
func TestRemoteAgents(t *testing.T) {
	t.Parallel() // it mostly waits
	p := newPlayer(t, "ggp:sims=100")
	a, _ := listen(t, p.Answer)
	registry := agents.New(agent.NewEnvironment(""), Entry())
	for _, name := range []string{"tictactoe", "goofspiel", "einstein"} {
		m := arena.Match{Game: rulesOf(t, name), Games: 4, Seed: 1, Jobs: 4}
		var err error
		if m.Agents, err = registry.ParseAll("ggp:url=http://"+a.HostPort+",startclock=20,playclock=20", "random"); err != nil {
			t.Fatal(err)
		}
		if name == "tictactoe" {
			if m.Openings, err = arena.ParseOpenings(m.Game, "random:1"); err != nil {
				t.Fatal(err)
			}
		}
		var tally arena.Tally
		err = m.Run(context.Background(), func(r arena.Record) error { tally.Add(r); return nil })
		if err != nil || tally.Games != 4 || tally.Forfeits != [2]int{} {
			t.Errorf("%s: %v, %+v", name, err, tally)
		}
		if p.current() != nil {
			t.Errorf("%s: the player is left in a match", name)
		}
		if name == "tictactoe" && tally.Wins[1] > 0 {
			t.Errorf("a tree search lost %d games of tic-tac-toe against random moves", tally.Wins[1])
		}
	}
}

// TestRemoteRefuses checks what a remote player cannot do.
func TestRemoteRefuses(t *testing.T) {
	registry := agents.New(agent.NewEnvironment(""), Entry())
	for _, spec := range []string{"ggp:url=ftp://x", "ggp:startclock=3"} {
		parsed, err := registry.Parse(spec)
		if err == nil {
			_, err = parsed.New(rulesOf(t, "tictactoe"))
		}
		if err == nil {
			t.Errorf("%s makes an agent", spec)
		}
	}
	parsed, err := registry.Parse("ggp:url=http://127.0.0.1:1")
	if err != nil {
		t.Fatal(err)
	}
	m := arena.Match{Game: rulesOf(t, "tictactoe"), Games: 1, Agents: []agent.Spec{parsed, parsed}}
	if err := m.Run(context.Background(), func(arena.Record) error { return nil }); err == nil {
		t.Error("a match with nobody there ends well")
	}
}

// TestServerQuotes: whatever players answer, in a body, a status or a header, each line of the
// server's log is one line, without anything that a terminal obeys.
func TestServerQuotes(t *testing.T) {
	const bad = "\x1b[2Jforged\rlog\nline\x07\u202e\u2028"
	forging, _ := listen(t, func(context.Context, string, time.Time) (string, error) { return bad, nil })
	in, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	go func() {
		for {
			c, err := in.Accept()
			if err != nil {
				return
			}
			c.Read(make([]byte, 1<<16)) // whatever it is
			io.WriteString(c, "HTTP/1.0 500 \x1b[31m\u202eno\r\nX: \x1b[2J\r\n\r\n"+bad)
			c.Close()
		}
	}()
	refusing, err := ParseAddress(in.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	var mutex sync.Mutex
	m := matchOf(t, "tictactoe", forging, refusing)
	m.Log = func(format string, args ...any) {
		mutex.Lock()
		defer mutex.Unlock()
		lines = append(lines, fmt.Sprintf(format, args...))
	}
	r := run(t, m)
	quoted := 0
	for _, line := range lines {
		if strings.ContainsFunc(line, hidden) {
			t.Errorf("%q", line)
		}
		if strings.Contains(line, `\x1b[2J`) {
			quoted++
		}
	}
	if quoted < len(r.Moves)/2 { // what it answered is told at every move
		t.Errorf("%d of %d lines tell what was answered: %q", quoted, len(lines), lines)
	}
}
