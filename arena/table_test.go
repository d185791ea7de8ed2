package arena

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"gambito/agent"
	"gambito/agents"
	"gambito/game"
	"gambito/games/tictactoe"
	"gambito/spec"
)

// veiled is a position of which nobody sees more than how many stones there are:
// they are shown in the first cells.
type veiled struct{ game.State }

func (v veiled) Clone() game.State       { return veiled{v.State.Clone()} }
func (v veiled) CopyFrom(src game.State) { v.State.CopyFrom(src.(veiled).State) }
func (v veiled) View(game.Player) game.State {
	g, _ := tictactoe.New(3, 3)
	s := g.New()
	for range 9 - len(v.Moves(nil)) {
		s.Play(s.Moves(nil)[0])
	}
	return s
}

// looker notes what it is shown and fills the cells from the last one on.
type looker struct {
	g    game.Game
	seen []string
}

func (l *looker) NewGame(game.Player, uint64) {}

func (l *looker) Choose(_ context.Context, s game.State, _ agent.Limits) (game.Move, agent.Info, error) {
	l.seen = append(l.seen, l.g.FormatPosition(s))
	return game.Move(9 - len(l.seen)), agent.Info{}, nil
}

// TestTableShowsWhatMayBeSeen: an agent is given its seat's view, never the state.
func TestTableShowsWhatMayBeSeen(t *testing.T) {
	g, err := tictactoe.New(3, 3)
	if err != nil {
		t.Fatal(err)
	}
	l := &looker{g: g}
	table := Table{Game: g, Agents: []agent.Agent{l, l}}
	if err := table.Begin(t.Context(), veiled{g.New()}, nil); err != nil {
		t.Fatal(err)
	}
	for len(table.Moves()) < 3 {
		m, fault, err := table.Ask(t.Context(), table.State().Turn())
		if err != nil || fault.Reason != "" {
			t.Fatal(fault, err)
		}
		if err := table.Play(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	real := g.FormatPosition(table.State().(veiled).State)
	if last := l.seen[2]; strings.Count(last, "X")+strings.Count(last, "O") == 0 || last == g.FormatPosition(table.Before(2).(veiled).State) {
		t.Errorf("it was shown %q of a game that came to %s", l.seen, real)
	}
}

// TestTableAfterPanic: whatever an agent has done to the position, it is what the
// moves make it.
func TestTableAfterPanic(t *testing.T) {
	g, err := tictactoe.New(3, 3)
	if err != nil {
		t.Fatal(err)
	}
	bomb := scripted(func(s game.State) (game.Move, error) {
		s.Play(s.Moves(nil)[0])
		panic("boom")
	})
	table := Table{Game: g, Agents: []agent.Agent{bomb, bomb}}
	if err := table.Begin(t.Context(), g.New(), []game.Move{4, 0}); err != nil {
		t.Fatal(err)
	}
	want := g.FormatPosition(table.State())
	_, fault, err := table.Ask(t.Context(), 0)
	if err != nil || fault.Reason != AgentError || fault.Detail != "panic: boom" || g.FormatPosition(table.State()) != want {
		t.Errorf("the fault is %+v, %v, and the position %s, not %s", fault, err, g.FormatPosition(table.State()), want)
	}
	if err := table.Forfeit(t.Context(), fault); err != nil || !table.Over() {
		t.Error(err)
	}
	var r Record
	if table.Record(&r, 0); r.Reason != AgentError || r.Result[0] != -1 || r.Result[1] != 1 {
		t.Errorf("the record is %+v", r)
	}
}

// badWatcher fails when it is told of moves, or of the end.
type badWatcher struct {
	looker
	watch func() error
	leave func()
}

func (b *badWatcher) Watch(context.Context, game.State, game.Move) error { return b.watch() }
func (b *badWatcher) Leave()                                             { b.leave() }

// TestWatchersWhoFail: what an agent does wrong while it watches costs it the game,
// what it does after the game nothing.
func TestWatchersWhoFail(t *testing.T) {
	g, err := tictactoe.New(3, 3)
	if err != nil {
		t.Fatal(err)
	}
	fine, boom := func() error { return nil }, func() error { panic("boom") }
	for name, c := range map[string]struct {
		watch func() error
		leave func()
		want  Reason
	}{
		"panic":      {boom, func() {}, AgentError},
		"error":      {func() error { return errors.New("no") }, func() {}, AgentError},
		"late panic": {fine, func() { panic("boom") }, ByTheRules},
	} {
		made := agent.Entry{Schema: spec.Schema{ID: "bad"}, Make: agent.Maker{New: func(agent.Order) (agent.Agent, error) {
			return &badWatcher{looker{g: g}, c.watch, c.leave}, nil
		}}}
		specs, err := agents.New(agent.NewEnvironment(""), made, entry("lowest first", func(s game.State) (game.Move, error) { return s.Moves(nil)[0], nil })).ParseAll("bad", "lowest first")
		if err != nil {
			t.Fatal(err)
		}
		records, _ := run(t, Match{Game: g, Agents: specs, Games: 2, Seed: 1, Jobs: 1})
		if len(records) != 2 {
			t.Errorf("%s: there are %d records", name, len(records))
		}
		for _, r := range records {
			if seat := slices.Index(r.Seats, 0); r.Reason != c.want || c.want == AgentError && r.Result[seat] != -1 {
				t.Errorf("%s: the record is %+v", name, r)
			}
		}
	}
}

// TestImpossibleRecords: faults that nobody can have are refused, whatever the
// reason is.
func TestImpossibleRecords(t *testing.T) {
	g, err := tictactoe.New(3, 3)
	if err != nil {
		t.Fatal(err)
	}
	for _, rest := range []string{
		`"result":[3,-3],"reason":"resigned","faults":[{"seat":1,"reason":"resigned","times":3}]`,
		`"result":[2,-1],"reason":"resigned","faults":[{"seat":1,"reason":"resigned"},{"seat":1,"reason":"resigned"}]`,
		`"result":[0,0],"reason":"resigned","faults":[]`,
		`"result":null,"reason":"unfinished","faults":[{"seat":9,"reason":"zzz","times":77}]`,
		`"result":[1,-1],"reason":"resigned","faults":[{"seat":1,"reason":"rules"}]`,
	} {
		text := `{"game":"tictactoe","agents":["a","b"],"seats":[0,1],"moves":"b2",` + rest + `}`
		if _, _, _, err := parseRecord(g, []byte(text)); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: the error is %v", text, err)
		}
	}
}
