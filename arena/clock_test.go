package arena

import (
	"context"
	"errors"
	"testing"
	"time"

	"gambito/agent"
	"gambito/game"
	"gambito/games"
)

func TestParseClock(t *testing.T) {
	for text, want := range map[string]Clock{"5m": {Time: 5 * time.Minute}, "5m+3s": {5 * time.Minute, 3 * time.Second}, "90s": {Time: 90 * time.Second}, "1h+500ms": {time.Hour, 500 * time.Millisecond}} {
		c, err := ParseClock(text)
		if again, _ := ParseClock(c.String()); err != nil || c != want || again != want {
			t.Errorf("%s is %+v, %v, and again %+v", text, c, err, again)
		}
	}
	if got := (Clock{5 * time.Minute, 3 * time.Second}).String(); got != "5m+3s" {
		t.Error(got)
	}
	for _, text := range []string{"", "5", "0s", "-1m", "5m+", "5m+-3s", "5m+3", "1000000h", "5m+3s+1s"} {
		if c, err := ParseClock(text); err == nil {
			t.Errorf("%q is %+v", text, c)
		}
	}
}

func FuzzParseClock(f *testing.F) {
	for _, text := range []string{"5m", "5m+3s", "1h+500ms", "", "+", "-1s", "99999999h"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseClock(text)
		if again, failed := ParseClock(c.String()); err == nil && (failed != nil || again != c) {
			t.Errorf("%q is %+v, and %q again %+v, %v", text, c, c.String(), again, failed)
		}
	})
}

// sleeper takes its time, or as much of it as it is let.
type sleeper struct {
	time  time.Duration
	deaf  bool // it listens to nobody
	limit time.Duration
}

func (*sleeper) NewGame(game.Player, uint64) {}

func (a *sleeper) Choose(ctx context.Context, s game.State, l agent.Limits) (game.Move, agent.Info, error) {
	a.limit = l.Time
	done := ctx.Done()
	if a.deaf {
		done = nil
	}
	select {
	case <-time.After(a.time):
		return s.Moves(nil)[0], agent.Info{}, nil
	case <-done:
		return 0, agent.Info{}, ctx.Err()
	}
}

func clockTable(t *testing.T, c Clock, agents ...agent.Agent) *Table {
	g, err := games.Parse("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	table := &Table{Game: g, Agents: agents, Clock: c}
	if err := table.Begin(t.Context(), g.New(), nil); err != nil {
		t.Fatal(err)
	}
	return table
}

// TestLosingOnTime: who thinks for longer than its clock allows loses, whether it
// listens or not, and the record says so and can be read.
func TestLosingOnTime(t *testing.T) {
	for _, deaf := range []bool{false, true} {
		table := clockTable(t, Clock{Time: 30 * time.Millisecond}, &sleeper{}, &sleeper{time: 60 * time.Millisecond, deaf: deaf})
		if err := table.Finish(t.Context()); err != nil {
			t.Fatal(err)
		}
		r := Record{Game: "tictactoe", Agents: []string{"a", "b"}, Seats: []int{0, 1}}
		table.Record(&r, 0)
		if r.Reason != OutOfTime || r.Result[0] != 1 || r.Clock != "30ms" || len(r.Faults) != 1 || r.Faults[0].Seat != 1 {
			t.Errorf("the record is %+v", r)
		}
		if err := r.consistent(1, table.State(), false); err != nil {
			t.Error(err)
		}
	}
}

// TestClockRuns: moves take time off and add the increment, an agent is told a share
// of what is left, and a game that goes on knows what was used.
func TestClockRuns(t *testing.T) {
	a := &sleeper{}
	table := clockTable(t, Clock{Time: time.Minute, Increment: 4 * time.Second}, a, &sleeper{})
	m, fault, err := table.Ask(t.Context(), 0)
	if err != nil || fault.Reason != "" {
		t.Fatal(fault, err)
	}
	if left, ok := table.Left(0); !ok || left < 63*time.Second || left > 64*time.Second {
		t.Errorf("after the first move %v are left", left)
	}
	if a.limit < 2*time.Second || a.limit > 10*time.Second {
		t.Errorf("the agent is given %v for a move", a.limit)
	}
	if err := table.Play(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	if f := table.Spend(1, 50*time.Second); f.Reason != "" {
		t.Error(f)
	}
	if left, _ := table.Left(1); left != 14*time.Second {
		t.Errorf("%v are left to the other", left)
	}
	table.Used([]float64{10, 50})
	if left, _ := table.Left(0); left != 54*time.Second {
		t.Errorf("with 10 s used and a move made %v are left", left)
	}
	table.SetLeft(0, 44*time.Second)
	r := Record{}
	table.Record(&r, 0)
	if r.Seconds[0] != 20 || r.Seconds[1] != 50 {
		t.Errorf("with 44 s of 64 left the record tells %v", r.Seconds)
	}
	if f := table.Spend(1, 11*time.Second); f.Reason != OutOfTime {
		t.Errorf("out of time is %+v", f)
	}
}

// TestAskUntil: an agent that is to stop thinking has no move, which is nobody's
// fault.
func TestAskUntil(t *testing.T) {
	table := clockTable(t, Clock{Time: time.Hour, Increment: time.Minute}, &sleeper{time: time.Minute}, &sleeper{})
	until, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
	defer cancel()
	if _, fault, err := table.AskUntil(t.Context(), until, 0); !errors.Is(err, ErrNoMove) || fault.Reason != "" {
		t.Errorf("%+v, %v", fault, err)
	}
	if left, _ := table.Left(0); left > time.Hour {
		t.Errorf("%v are left to who has made no move", left)
	}
}
