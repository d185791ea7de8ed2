package play

import (
	"context"
	"errors"
	"testing"
	"time"

	"gambito/agent"
	"gambito/agents"
	"gambito/arena"
	"gambito/game"
	"gambito/gamefile"
	"gambito/games"
	"gambito/kept"
	"gambito/spec"
	"gambito/words"
)

// bomb is an agent that makes so many moves and then panics; it is as new when it is
// made again.
type bomb struct{ left int }

func (b *bomb) NewGame(game.Player, uint64) {}

func (b *bomb) Choose(_ context.Context, s game.State, _ agent.Limits) (game.Move, agent.Info, error) {
	if b.left--; b.left < 0 {
		s.Play(s.Moves(nil)[0])
		panic("boom")
	}
	return s.Moves(nil)[0], agent.Info{}, nil
}

// watcher is an agent that counts who tells it what.
type watcher struct {
	bomb
	told, left int
}

func (w *watcher) Watch(context.Context, game.State, game.Move) error { w.told++; return nil }
func (w *watcher) Leave()                                             { w.left++ }

// registry has people, a bomb that goes off at once and one that does later, and an
// agent who watches.
func registry(seen *watcher) *agent.Registry {
	entry := func(name string, interactive bool, a func() agent.Agent) agent.Entry {
		return agent.Entry{Schema: spec.Schema{ID: name}, Make: agent.Maker{Interactive: interactive, New: func(agent.Order) (agent.Agent, error) {
			if a == nil {
				return nil, errors.New("nobody is asked")
			}
			return a(), nil
		}}}
	}
	return agents.New(agent.NewEnvironment(""),
		entry(gamefile.Person, true, nil),
		entry("bomb", false, func() agent.Agent { return &bomb{} }),
		entry("late bomb", false, func() agent.Agent { return &bomb{1} }),
		entry("watcher", false, func() agent.Agent { seen.left = 0; return seen }),
	)
}

// sit sets a game up.
func sit(t *testing.T, rules string, seats ...string) *Game {
	t.Helper()
	r := registry(&watcher{})
	g := &Game{Seed: 1, Agents: r}
	var err error
	if g.Rules, err = games.Parse(rules); err != nil {
		t.Fatal(err)
	}
	g.Start = g.Rules.New()
	if g.Seats, err = r.ParseAll(seats...); err != nil {
		t.Fatal(err)
	}
	if g.Hint, err = r.Parse("random"); err != nil {
		t.Fatal(err)
	}
	begin(t, g)
	return g
}

func begin(t *testing.T, g *Game) {
	t.Helper()
	if err := g.Sit(); err != nil {
		t.Fatal(err)
	}
	if err := g.SetUp(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// move makes moves: what chance rolls by itself, those of players by their texts.
func move(t *testing.T, g *Game, texts ...string) {
	t.Helper()
	for len(texts) > 0 {
		m, err := game.Move(0), error(nil)
		if g.State().Turn() == game.Chance {
			m = g.Roll()
		} else {
			m, err = g.Rules.ParseMove(g.State(), texts[0])
			texts = texts[1:]
		}
		if err == nil {
			err = g.Make(t.Context(), m)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func line(g *Game) string { return game.FormatLine(g.Rules, g.Start, g.Moves) }

// TestUndo goes back to where a person was to move, past agents and chance, and a roll
// that was undone comes again.
func TestUndo(t *testing.T) {
	g := sit(t, "einstein", "human", "random")
	move(t, g, "3-d2", "6-e2")
	if err := g.Undo(); err != nil {
		t.Fatal(err)
	}
	begin(t, g)
	if line(g) != "3" {
		t.Errorf("after undo the moves are %s", line(g))
	}
	if move(t, g, "3-d2"); g.Rules.FormatMove(g.State(), g.Roll()) != "6" {
		t.Error("another roll comes")
	}
	g = sit(t, "connect4", "random", "human")
	move(t, g, "4")
	var mistake Mistake
	if err := g.Undo(); !errors.As(err, &mistake) || mistake.In(words.For(words.Spanish)) == err.Error() {
		t.Errorf("a move of another is taken back: %v", err)
	}
}

// TestUndoGoesOn where a game was given up.
func TestUndoGoesOn(t *testing.T) {
	g := sit(t, "connect4", "human", "random")
	move(t, g, "4", "4")
	if err := g.Resign(t.Context(), 0, 0); err != nil || !g.Over() || g.Record().Reason != arena.Resignation {
		t.Fatalf("the record is %+v, %v", g.Record(), err)
	}
	if err := g.Undo(); err != nil {
		t.Fatal(err)
	}
	if begin(t, g); g.Over() || line(g) != "44" {
		t.Errorf("the game is over: %v, after %s", g.Over(), line(g))
	}
}

// TestThink: an agent that fails is asked once more, and what it has done to the
// position does not last.
func TestThink(t *testing.T) {
	for name, wants := range map[string]string{"late bomb": "", "bomb": `agent "bomb": panic: boom`} {
		g := sit(t, "connect4", name, "human")
		again := 0
		for range 2 {
			m, fault, err := g.Think(t.Context(), 0, Thinking{Again: func(string) { again++ }})
			if wants != "" {
				if err == nil || err.Error() != wants || line(g) != "" || g.State().Turn() != 0 {
					t.Fatalf("%s: %v, and the moves are %s", name, err, line(g))
				}
				continue
			}
			if err != nil || fault.Reason != "" {
				t.Fatal(fault, err)
			}
			if err := g.Make(t.Context(), m); err != nil {
				t.Fatal(err)
			}
			move(t, g, "7")
		}
		if wants == "" && (again != 1 || line(g) != "1717") {
			t.Errorf("it was asked again %d times, and the moves are %s", again, line(g))
		}
	}
}

// TestStopThinking: who is to stop plays the best it has found.
func TestStopThinking(t *testing.T) {
	g := sit(t, "connect4", "mcts:time=1m", "human")
	begin := time.Now()
	_, fault, err := g.Think(t.Context(), 0, Thinking{Begin: func(ctx context.Context) (context.Context, func()) {
		until, cancel := context.WithTimeout(ctx, 30*time.Millisecond)
		return until, cancel
	}})
	if err != nil || fault.Reason != "" || time.Since(begin) > 10*time.Second {
		t.Errorf("%v, %v after %s", fault, err, time.Since(begin))
	}
}

// TestClocks go on when moves are taken back, and anew for who has lost by them.
func TestClocks(t *testing.T) {
	g := sit(t, "connect4", "human", "human")
	g.Clock = arena.Clock{Time: time.Minute, Increment: time.Second}
	begin(t, g)
	if f := g.Spend(0, 10*time.Second); f.Reason != "" {
		t.Fatal(f)
	}
	move(t, g, "4")
	if f := g.Charge(1, 2*time.Minute); f.Reason != arena.OutOfTime {
		t.Fatalf("the fault is %v", f)
	} else if err := g.Forfeit(t.Context(), f); err != nil || g.Record().Result[0] != 1 {
		t.Fatal(err, g.Record())
	}
	f, err := gamefile.From(g.Rules, g.Record())
	if err != nil {
		t.Fatal(err)
	}
	for _, asItEnded := range []bool{true, false} {
		loaded, err := g.Resumed(f, g.Seats, asItEnded)
		if err != nil {
			t.Fatal(err)
		}
		if begin(t, loaded); loaded.Over() != asItEnded {
			t.Errorf("as it ended: %v, over: %v", asItEnded, loaded.Over())
		}
		if left, ok := loaded.Left(0); !ok || left != 51*time.Second {
			t.Errorf("the first has %s left", left)
		}
	}
	if err := g.Undo(); err != nil {
		t.Fatal(err)
	}
	begin(t, g)
	first, _ := g.Left(0)
	second, _ := g.Left(1)
	if g.Over() || first != 51*time.Second || second != time.Minute {
		t.Errorf("over: %v, and left are %s and %s", g.Over(), first, second)
	}
}

// TestTerms: nobody gives up for more than there is to lose, nor for less than an
// opponent agrees to; persons take what they are offered.
func TestTerms(t *testing.T) {
	g := sit(t, "backgammon", "human", "random")
	for g.State().Turn() == game.Chance {
		if err := g.Make(t.Context(), g.Roll()); err != nil {
			t.Fatal(err)
		}
	}
	p := g.State().Turn()
	terms := g.Terms(p)
	if _, err := terms.Agree(t.Context(), 4); terms.Most != 3 || !errors.As(err, new(Mistake)) {
		t.Errorf("no more than %d can be lost: %v", terms.Most, err)
	}
	if p == 0 {
		if _, err := terms.Agree(t.Context(), 1); !errors.As(err, new(Disagreement)) {
			t.Errorf("an agent that cannot tell what it may hope for says %v", err)
		}
	}
	people := sit(t, "backgammon", "human", "human")
	if times, err := people.Terms(0).Agree(t.Context(), 0); times != 1 || err != nil {
		t.Errorf("a person wants %d, %v", times, err)
	}
	plain := sit(t, "connect4", "human", "random")
	if times, err := plain.Terms(0).Agree(t.Context(), 0); times != 0 || err != nil {
		t.Errorf("connect 4 is lost %d times, %v", times, err)
	}
}

// TestAgain begins where the first game did, whatever was edited, with other dice and
// maybe the sides changed; the game before stays as it was.
func TestAgain(t *testing.T) {
	g := sit(t, "einstein", "human", "random")
	move(t, g, "3-d2")
	before := line(g)
	next, err := g.Again(true)
	if err != nil {
		t.Fatal(err)
	}
	begin(t, next)
	if next.Seed == g.Seed || len(next.Moves) != 0 || next.IsPerson(0) || !next.IsPerson(1) || line(g) != before || !g.IsPerson(0) {
		t.Errorf("the next game is %+v", next)
	}
}

// TestSetDice replaces a roll, and refuses what no dice show.
func TestSetDice(t *testing.T) {
	g := sit(t, "backgammon", "human", "human")
	if err := g.SetDice("31"); !errors.As(err, new(Mistake)) {
		t.Errorf("dice before they are rolled: %v", err)
	}
	if err := g.Make(t.Context(), g.Roll()); err != nil {
		t.Fatal(err)
	}
	for text, ok := range map[string]bool{"77": false, "": false, "31": true} {
		if err := g.SetDice(text); (err == nil) != ok {
			t.Errorf("%q: %v", text, err)
		}
	}
	if begin(t, g); line(g) != "31:" {
		t.Errorf("the line is %s", line(g))
	}
}

// TestEdit leaves what was played as it is kept.
func TestEdit(t *testing.T) {
	g := sit(t, "tictactoe", "human", "human")
	g.Kept = kept.In(t.TempDir())
	g.Keeper = g.Kept.Begin(g.Rules)
	move(t, g, "b2")
	if err := g.Keep(); err != nil {
		t.Fatal(err)
	}
	position := g.Rules.FormatPosition(g.State())
	if err := g.Edit("nonsense"); err == nil || len(g.Moves) != 1 {
		t.Errorf("nonsense is a position: %v", err)
	}
	if err := g.Edit(position); err != nil {
		t.Fatal(err)
	}
	begin(t, g)
	move(t, g, "a1")
	if err := g.Keep(); err != nil {
		t.Fatal(err)
	}
	entries, _, err := g.Kept.List()
	if err != nil || len(entries) != 2 || entries[0].Record.Position != position {
		t.Errorf("kept are %+v, %v", entries, err)
	}
}

// TestQuestion is answered while the game goes on, and a panic is an error.
func TestQuestion(t *testing.T) {
	g := sit(t, "connect4", "human", "human")
	q := g.Question(0)
	move(t, g, "4")
	for name, wants := range map[string]string{"random": "", "bomb": `agent "bomb": panic: boom`, "human": "a hint must come from an agent, not from human"} {
		s, err := g.Agents.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := q.Ask(t.Context(), s); wants == "" && err != nil || wants != "" && (err == nil || err.Error() != wants) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestWatchers see all moves whenever a position is set up, and leave once.
func TestWatchers(t *testing.T) {
	seen := &watcher{}
	g := sit(t, "connect4", "human", "human")
	var err error
	if g.Seats, err = registry(seen).ParseAll("human", "watcher"); err != nil {
		t.Fatal(err)
	}
	g.table = nil
	g.Moves = []game.Move{3, 3}
	begin(t, g)
	if g.Moves = g.Moves[:1]; seen.told != 2 {
		t.Errorf("it was told %d moves", seen.told)
	}
	begin(t, g)
	g.Leave()
	g.Leave()
	if seen.told != 3 || seen.left != 1 {
		t.Errorf("it was told %d moves and left %d times", seen.told, seen.left)
	}
}

// TestRest: agents who have forgotten what they thought play on.
func TestRest(t *testing.T) {
	var lines []string
	for _, rests := range []bool{true, false} {
		g := sit(t, "connect4", "human", "mcts:sims=50,reuse=off")
		for _, text := range []string{"4", "3", "5"} {
			if move(t, g, text); rests {
				if err := g.Rest(); err != nil {
					t.Fatal(err)
				}
			}
			m, fault, err := g.Think(t.Context(), 1, Thinking{})
			if err != nil || fault.Reason != "" {
				t.Fatal(fault, err)
			}
			if err := g.Make(t.Context(), m); err != nil {
				t.Fatal(err)
			}
		}
		lines = append(lines, line(g))
	}
	if len(lines[0]) != 6 || len(lines[1]) != 6 {
		t.Errorf("the games are %v", lines)
	}
}
