package arena

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gambito/agent"
	"gambito/agents"
	"gambito/game"
	"gambito/games/kuhn"
	"gambito/games/tictactoe"
	"gambito/spec"
)

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

// TestTableShowsWhatMayBeSeen: what an agent is given depends on what its seat has seen
// alone, and is not the true position.
func TestTableShowsWhatMayBeSeen(t *testing.T) {
	g := kuhn.New()
	shown := map[string]string{} // by what is seen
	hidden := false
	for _, deal := range []string{"J Q", "J K", "Q J", "Q K", "K J", "K Q"} {
		start, err := g.ParsePosition(deal)
		if err != nil {
			t.Fatal(err)
		}
		l := &looker{g: g}
		table := Table{Game: g, Agents: []agent.Agent{l, l}}
		if err := table.Begin(t.Context(), start, nil); err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{"pass", "bet"} {
			p := table.State().Turn()
			key := fmt.Sprint(p, string(table.State().(game.Veiled).Sees(p, nil)))
			if _, _, err := table.Ask(t.Context(), p); err != nil {
				t.Fatal(err)
			}
			last := l.seen[len(l.seen)-1]
			if known, ok := shown[key]; ok && known != last {
				t.Errorf("who has seen %s is shown %s and %s", key, known, last)
			}
			shown[key] = last
			hidden = hidden || last != g.FormatPosition(table.State())
			m, err := g.ParseMove(table.State(), text)
			if err != nil {
				t.Fatal(err)
			}
			if err := table.Play(t.Context(), m); err != nil {
				t.Fatal(err)
			}
		}
	}
	if !hidden {
		t.Error("agents are shown the true positions")
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

// spy is an agent that keeps what it is told of moves.
type spy struct {
	looker
	seen []string
}

func (s *spy) Watch(_ context.Context, at game.State, m game.Move) error {
	s.seen = append(s.seen, s.g.FormatMove(at, m))
	return nil
}
func (s *spy) Leave() {}

// TestWatchersOfSecrets: of a game with secrets who watches is told the moves of its own seat,
// also who comes late.
func TestWatchersOfSecrets(t *testing.T) {
	g := kuhn.New()
	early, late := &spy{looker: looker{g: g}}, &spy{looker: looker{g: g}}
	moves, err := game.ParseLine(g, g.New(), "K Q pass bet")
	if err != nil {
		t.Fatal(err)
	}
	table := &Table{Game: g, Agents: []agent.Agent{nil, early}}
	if err := table.Begin(t.Context(), g.New(), moves); err != nil {
		t.Fatal(err)
	}
	if err := table.Seat(t.Context(), 1, late); err != nil {
		t.Fatal(err)
	}
	for _, s := range []*spy{early, late} {
		if !slices.Equal(s.seen, []string{"bet"}) {
			t.Errorf("the second player is told %v", s.seen)
		}
	}
}
