package run_test

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gambito/agent"
	"gambito/agents"
	"gambito/arena"
	"gambito/experiment"
	"gambito/game"
	"gambito/run"
	"gambito/spec"
	"gambito/store"
)

var registry = agents.New(agent.NewEnvironment(""))

// The experiment of store/testdata/format0.db, which an earlier gambito had begun.
const before = `
name: before
games: [tictactoe, connect4]
agents:
  - {name: deep, spec: "alphabeta:depth=2"}
  - {name: tree, spec: "mcts:sims=30"}
  - {name: any, spec: random}
rounds: 2
games-per-pair: 20
openings: {tictactoe: "lines.txt", connect4: "random:2"}
seed: 7
`

// written puts an experiment and its openings into a folder.
func written(t *testing.T, text, openings string) *arena.Experiment {
	t.Helper()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "lines.txt"), []byte(openings), 0o644); err != nil {
		t.Fatal(err)
	}
	e, err := experiment.Parse([]byte(text), folder, registry)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Check(); err != nil {
		t.Fatal(err)
	}
	return e
}

// earlier opens a copy of the database of an earlier gambito, with 160 of 240 games.
func earlier(t *testing.T) *store.Store {
	t.Helper()
	data, err := os.ReadFile("../store/testdata/format0.db")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "gambito.db"), data, 0o644); err != nil {
		t.Fatal(err)
	}
	return opened(t, folder)
}

func opened(t *testing.T, folder string) *store.Store {
	t.Helper()
	db, err := store.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// games are the stored ones as they are exported, but for what tells specs.
func games(t *testing.T, db *store.Store, name string) (list []string) {
	t.Helper()
	info, err := db.Run(name)
	if err != nil {
		t.Fatal(err)
	}
	err = db.Records(info, func(r arena.Record) error {
		r.Seconds, r.Build, r.Full = nil, "", nil
		text, err := json.Marshal(r)
		list = append(list, string(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func finish(t *testing.T, r *run.Run) {
	t.Helper()
	if err := r.Play(context.Background(), run.Crew(2), func(arena.News) {}); err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
}

const lines = "b2 a1\nc3 b2\n"

// TestRunOfEarlierVersion: a run that an earlier gambito began goes on and ends
// as one that was never broken off, and from then on knows its files.
func TestRunOfEarlierVersion(t *testing.T) {
	db := earlier(t)
	e := written(t, before, lines)
	r, err := run.Begin(db, e, before)
	if err != nil {
		t.Fatal(err)
	}
	if r.Played() != 160 {
		t.Errorf("%d games are stored", r.Played())
	}
	finish(t, r)
	anew := opened(t, t.TempDir())
	r, err = run.Begin(anew, e, before)
	if err != nil {
		t.Fatal(err)
	}
	finish(t, r)
	if got, want := games(t, db, "before"), games(t, anew, "before"); strings.Join(got, "\n") != strings.Join(want, "\n") || len(got) != 240 {
		t.Errorf("%d games differ from %d played at once", len(got), len(want))
	}
	if _, err := run.Begin(db, written(t, before, "a1 a2\n"), before); !errors.As(err, new(store.ErrChanged)) || !strings.Contains(err.Error(), "the openings lines.txt") {
		t.Errorf("other openings: the error is %v", err)
	}
}

// TestEarlierVersionRefuses: a run of an earlier gambito does not go on as
// another one.
func TestEarlierVersionRefuses(t *testing.T) {
	for change, says := range map[string]string{
		"sims=30|sims=31":                 "changed: agents (tree))",
		"depth=2|depth=2,eval=none":       "changed: agents (deep))",
		"sims=30|sims=30,playout=uniform": "changed: agents (tree))",
		"seed: 7|seed: 8":                 "changed: seed)",
		"random:2|random:3":               "changed: games)",
		"[tictactoe, connect4]|[tictactoe, connect4, breakthrough]": "changed: agents, games)",
	} {
		old, now, _ := strings.Cut(change, "|")
		_, err := run.Begin(earlier(t), written(t, strings.ReplaceAll(before, old, now), lines), "")
		if !errors.As(err, new(store.ErrChanged)) || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: the error is %v", change, err)
		}
	}
	if _, err := run.Begin(earlier(t), written(t, before, "a1 a2\n"), ""); !errors.As(err, new(store.ErrChanged)) {
		t.Errorf("other openings: the error is %v", err)
	}
}

// some is a crew that is stopped after a number of games.
type some int

func (n some) Play(ctx context.Context, e *arena.Experiment, keys iter.Seq[arena.Key], deliver func([]arena.Record) error) error {
	left := int(n)
	first := func(yield func(arena.Key) bool) {
		for k := range keys {
			if left--; left < 0 || !yield(k) {
				return
			}
		}
	}
	return errors.Join(arena.Local{Jobs: 1}.Play(ctx, e, first, deliver), context.Canceled)
}

// TestResume: what is stored of a run suffices to go on with it.
func TestResume(t *testing.T) {
	text := strings.ReplaceAll(before, "rounds: 2", "rounds: 1")
	e := written(t, text, lines)
	whole := opened(t, t.TempDir())
	r, err := run.Begin(whole, e, text)
	if err != nil {
		t.Fatal(err)
	}
	finish(t, r)
	db := opened(t, t.TempDir())
	if r, err = run.Begin(db, e, text); err != nil {
		t.Fatal(err)
	}
	if err = r.Play(context.Background(), some(30), func(arena.News) {}); !errors.Is(err, context.Canceled) || r.Finished() {
		t.Fatalf("it is not stopped: %v", err)
	}
	r.Close()
	if r, err = run.Resume(db, "before", registry); err != nil {
		t.Fatal(err)
	}
	finish(t, r)
	if got, want := games(t, db, "before"), games(t, whole, "before"); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Error("the games are not those of a run that was never stopped")
	}
	info, err := db.Run("before")
	if err != nil || info.Finished == nil || info.Source != text {
		t.Errorf("the run is %+v, %v", info, err)
	}
	if _, err := run.Resume(db, "befor", registry); err == nil || !strings.Contains(err.Error(), `did you mean "before"?`) {
		t.Errorf("a run that is not there: %v", err)
	}
}

// TestRecordsNameTheirBuild.
func TestRecordsNameTheirBuild(t *testing.T) {
	db := earlier(t)
	r, err := run.Begin(db, written(t, before, lines), before)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Play(context.Background(), arena.Local{Jobs: 1, Build: "commit 1"}, func(arena.News) {}); err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	info, err := db.Run("before")
	if err != nil {
		t.Fatal(err)
	}
	builds := map[string]int{}
	if err := db.Records(info, func(r arena.Record) error { builds[r.Build]++; return nil }); err != nil {
		t.Fatal(err)
	}
	if builds["commit 1"] != 80 || builds[""] != 160 {
		t.Errorf("the builds are %v", builds)
	}
}

// TestResumeAfterDefaultsChanged: a run goes on with what its agents were, not with
// what their specs would mean today.
func TestResumeAfterDefaultsChanged(t *testing.T) {
	version := func(first string) *agent.Registry {
		return agents.New(agent.NewEnvironment(""), agent.Entry{
			Schema: spec.Schema{ID: "picky", Options: []spec.Option{{Name: "take", Type: spec.Choice, Default: first, Choices: []string{"first", "last"}}}},
			Make: agent.Maker{New: func(o agent.Order) (agent.Agent, error) {
				return picky(o.Values.Text("take") == "first"), nil
			}},
		})
	}
	const text = "name: picky\ngames: [tictactoe]\nagents: [picky, random]\ngames-per-pair: 40\n"
	begin := func(db *store.Store, r *agent.Registry) (*run.Run, error) {
		e, err := experiment.Parse([]byte(text), "", r)
		if err != nil {
			t.Fatal(err)
		}
		if err := e.Check(); err != nil {
			t.Fatal(err)
		}
		return run.Begin(db, e, text)
	}
	before, after := version("first"), version("last")
	whole, db := opened(t, t.TempDir()), opened(t, t.TempDir())
	r, err := begin(whole, before)
	if err != nil {
		t.Fatal(err)
	}
	finish(t, r)
	if r, err = begin(db, before); err != nil {
		t.Fatal(err)
	}
	if err := r.Play(context.Background(), some(15), func(arena.News) {}); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	r.Close()
	if _, err := begin(db, after); !errors.As(err, new(store.ErrChanged)) || !strings.Contains(err.Error(), "agents (picky)") {
		t.Errorf("the same file with another default: %v", err)
	}
	if r, err = run.Resume(db, "picky", after); err != nil {
		t.Fatal(err)
	}
	finish(t, r)
	if got, want := games(t, db, "picky"), games(t, whole, "picky"); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Error("the run went on with another agent")
	}
}

// picky takes the first of all moves, or the last.
type picky bool

func (picky) NewGame(game.Player, uint64) {}

func (first picky) Choose(_ context.Context, s game.State, _ agent.Limits) (game.Move, agent.Info, error) {
	moves := s.Moves(nil)
	if first {
		return moves[0], agent.Info{}, nil
	}
	return moves[len(moves)-1], agent.Info{}, nil
}

// onMachines is a crew of two machines, one of which is wrong about who has won.
type onMachines struct{ wrong string }

func (c onMachines) Play(ctx context.Context, e *arena.Experiment, keys iter.Seq[arena.Key], deliver func([]arena.Record) error) error {
	return arena.Local{Jobs: 1}.Play(ctx, e, keys, func(batch []arena.Record) error {
		for i := range batch {
			batch[i].Machine = []string{"one", "two"}[batch[i].Number%2]
			if batch[i].Machine == c.wrong {
				batch[i].Result = []float64{batch[i].Result[1], batch[i].Result[0]}
			}
		}
		return deliver(batch)
	})
}

// TestTakeBack: games that a machine got wrong go, and the run ends as if they had
// never been.
func TestTakeBack(t *testing.T) {
	const text = "name: back\ngames: [tictactoe]\nagents: [random, 'mcts:sims=5']\ngames-per-pair: 40\n"
	begin := func(db *store.Store) *run.Run {
		e, err := experiment.Parse([]byte(text), "", registry)
		if err == nil {
			err = e.Check()
		}
		if err != nil {
			t.Fatal(err)
		}
		r, err := run.Begin(db, e, text)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { r.Close() })
		return r
	}
	right, db := opened(t, t.TempDir()), opened(t, t.TempDir())
	if err := begin(right).Play(context.Background(), onMachines{}, func(arena.News) {}); err != nil {
		t.Fatal(err)
	}
	r := begin(db)
	if err := r.Play(context.Background(), onMachines{"two"}, func(arena.News) {}); err != nil {
		t.Fatal(err)
	}
	if n, err := r.TakeBack("nobody"); n != 0 || err != nil || r.Played() != 40 {
		t.Fatalf("%d games, %v", n, err)
	}
	if n, err := r.TakeBack("two"); n != 20 || err != nil || r.Played() != 20 || r.Finished() {
		t.Fatalf("%d games, %v, and %d are noted", n, err, r.Played())
	}
	if err := r.Play(context.Background(), onMachines{}, func(arena.News) {}); err != nil {
		t.Fatal(err)
	}
	if got, want := games(t, db, "back"), games(t, right, "back"); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Error("the games are not those that they should be")
	}
	info, err := db.Run("back")
	if err != nil {
		t.Fatal(err)
	}
	counted, err := run.Standings(context.Background(), db, info)
	if err != nil || counted.Games != 40 || counted.Sides[0][0][1] != r.Standings.Sides[0][0][1] {
		t.Errorf("the standings are %+v, %v", counted, err)
	}
	if err := run.AddMachines(context.Background(), db, info, counted); err != nil || len(counted.Machines) != 2 {
		t.Errorf("%d machines, %v", len(counted.Machines), err)
	}
}
