package store

import (
	"encoding/json"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gambito/arena"
	"gambito/build"
)

// standingsOf counts games.
func standingsOf(e *arena.Experiment, records []arena.Record) *arena.Standings {
	s := arena.NewStandings(e.Settings())
	for _, r := range records {
		s.Add(r)
	}
	return s
}

// checkpointOf is that of games.
func checkpointOf(e *arena.Experiment, records []arena.Record) *Checkpoint {
	c, err := NewCheckpoint(standingsOf(e, records))
	if err != nil {
		panic(err)
	}
	return c
}

// kept is how many games the checkpoint of run test counts, −1 if there is none.
func kept(t *testing.T, s *Store) (games int, exact bool) {
	t.Helper()
	info, err := s.Run("test")
	if err != nil {
		t.Fatal(err)
	}
	standings, exact, err := s.Checkpoint(info)
	if err != nil {
		t.Fatal(err)
	}
	if standings == nil {
		return -1, exact
	}
	return standings.Games, exact
}

// TestCheckpoints: one is exact if it counts the games that are stored, and no other.
func TestCheckpoints(t *testing.T) {
	s, e := opened(t, t.TempDir()), experiment(t, 1)
	records := played(t, e)
	w := begun(t, s, e)
	defer w.Close()
	step := func(what string, err error, want int, exactly bool) {
		t.Helper()
		games, exact := kept(t, s)
		if err != nil || games != want || exact != exactly {
			t.Errorf("%s: %d games are kept, exactly: %v, %v", what, games, exact, err)
		}
	}
	step("nothing", nil, -1, false)
	step("two", w.Add(records[:2]), -1, false)
	step("four", w.AddCounted(records[2:4], checkpointOf(e, records[:2])), 2, false)
	step("four", s.Keep(w.Info(), standingsOf(e, records[:4])), 4, true)
	step("too few", s.Keep(w.Info(), standingsOf(e, records[:3])), 4, true)
	step("ten", w.AddCounted(records[4:], checkpointOf(e, records[:4])), 4, false)
	if err := w.AddCounted(records[9:], checkpointOf(e, records)); err == nil {
		t.Error("a game is stored twice")
	}
	step("still ten", nil, 4, false)
	if info, err := s.Run("test"); err != nil || info.Games != 10 {
		t.Errorf("%d games, %v", info.Games, err)
	}
}

func (s *Store) mustExec(t *testing.T, query string, values ...any) {
	t.Helper()
	if _, err := s.db.Exec(query, values...); err != nil {
		t.Fatal(err)
	}
}

// TestSurplusTakesCheckpoint: after games were removed there may be as many as were
// once counted, but not the same.
func TestSurplusTakesCheckpoint(t *testing.T) {
	s, e := opened(t, t.TempDir()), experiment(t, 1)
	records := played(t, e)
	w := begun(t, s, e)
	defer w.Close()
	if err := errors.Join(w.Add(records[2:]), w.AddCounted(records[:2], checkpointOf(e, records[2:]))); err != nil {
		t.Fatal(err)
	}
	if err := w.Finish([]arena.Key{{Number: 8}, {Number: 9}}, checkpointOf(e, records)); err != nil {
		t.Fatal(err)
	}
	if games, exact := kept(t, s); games != -1 || exact {
		t.Errorf("the standings of %d games are kept, exactly: %v", games, exact)
	}
	if info, err := s.Run("test"); err != nil || info.Games != 8 || info.Finished == nil {
		t.Errorf("%d games, %v", info.Games, err)
	}
	if err := w.Finish(nil, checkpointOf(e, records[:8])); err != nil {
		t.Fatal(err)
	}
	if games, exact := kept(t, s); games != 8 || !exact {
		t.Errorf("the standings of %d games are kept, exactly: %v", games, exact)
	}
}

// TestOtherCheckpoints: what cannot be read is as if it were not there, and goes with
// its run.
func TestOtherCheckpoints(t *testing.T) {
	s, e := opened(t, t.TempDir()), experiment(t, 1)
	records := played(t, e)
	w := begun(t, s, e)
	if err := errors.Join(w.Add(records), w.Finish(nil, checkpointOf(e, records)), w.Close()); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(standingsOf(e, records))
	if err != nil {
		t.Fatal(err)
	}
	for _, other := range []string{"", "{}", "null", strings.Replace(string(text), `"format":2`, `"format":1`, 1), string(text[:len(text)/2])} {
		s.mustExec(t, "UPDATE checkpoints SET standings = ?", other)
		if games, exact := kept(t, s); games != -1 || exact {
			t.Errorf("%.40s: the standings of %d games are kept, exactly: %v", other, games, exact)
		}
	}
	if err := errors.Join(s.Delete("test"), s.Sweep(t.Context())); err != nil {
		t.Fatal(err)
	}
	left := -1
	if err := s.db.QueryRow("SELECT (SELECT COUNT(*) FROM counts) + (SELECT COUNT(*) FROM checkpoints)").Scan(&left); err != nil || left != 0 {
		t.Errorf("%d rows are left, %v", left, err)
	}
}

// secondVersion makes a database as the last gambito did, with a run of ten games.
func secondVersion(t *testing.T, folder string) (*arena.Experiment, []arena.Record) {
	t.Helper()
	all := migrations
	migrations = migrations[:2]
	defer func() { migrations = all }()
	s, e := opened(t, folder), experiment(t, 2)
	records := played(t, e)
	w := begun(t, s, e)
	if err := errors.Join(w.Add(records[:10]), w.Close(), s.Close()); err != nil {
		t.Fatal(err)
	}
	return e, records
}

// TestSecondVersion: a database of the last version is brought to this one, but not
// while somebody writes to it, nor where nothing can be written.
func TestSecondVersion(t *testing.T) {
	folder := t.TempDir()
	e, records := secondVersion(t, folder)
	readOnly, err := openWith(folder, url.Values{"mode": {"ro"}, "immutable": {"1"}}, true)
	if err != nil {
		t.Fatal(err)
	}
	if games, _ := kept(t, readOnly); games != -1 || readOnly.version != 2 {
		t.Errorf("version %d, %d games are kept", readOnly.version, games)
	}
	reason := arena.AgentError
	for _, f := range []arena.Filter{{}, {Reason: reason}, {Result: arena.Won}} {
		if _, _, err := readOnly.Games(mustInfo(t, readOnly, 10), Query{Filter: f}); err != nil {
			t.Errorf("%+v: %v", f, err)
		}
	}
	if err := readOnly.Keep(mustInfo(t, readOnly, 10), standingsOf(e, records[:10])); err != nil {
		t.Error(err)
	}
	readOnly.Close()

	s := opened(t, folder)
	if s.version != len(migrations) {
		t.Fatalf("it is of version %d", s.version)
	}
	mustInfo(t, s, 10)
	w, err := s.Begin(e, "", build.Info{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if err := w.Add(records[10:12]); err != nil {
		t.Fatal(err)
	}
	mustInfo(t, s, 12)
}

// TestSecondVersionWhileWritten: what an earlier gambito is writing stays readable
// for it, and all is right afterwards.
func TestSecondVersionWhileWritten(t *testing.T) {
	folder := t.TempDir()
	e, records := secondVersion(t, folder)
	all := migrations
	migrations = migrations[:2]
	old := opened(t, folder)
	writer, err := old.Begin(e, "", build.Info{})
	migrations = all
	if err != nil {
		t.Fatal(err)
	}
	s := opened(t, folder)
	if s.version != 2 {
		t.Fatalf("it is brought to version %d while it is written", s.version)
	}
	mustInfo(t, s, 10)
	other := *e
	other.Name = "other"
	w := begun(t, s, &other) // which then goes on while the version changes
	defer w.Close()
	if err := errors.Join(writer.Add(records[10:12]), w.Add(records[:3]), writer.Close()); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(folder, "locks", "other.lock")); err != nil { // as where there are no locks
		t.Fatal(err)
	}
	again := opened(t, folder)
	if again.version != len(migrations) {
		t.Fatalf("it is of version %d", again.version)
	}
	if err := errors.Join(w.Add(records[3:5])); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]int{"test": 12, "other": 5} {
		if info, err := again.Run(name); err != nil || info.Games != want {
			t.Errorf("%s has %d games, not %d, %v", name, info.Games, want, err)
		}
	}
	// An earlier gambito that opened it before has written to it nevertheless.
	again.mustExec(t, "UPDATE counts SET games = 7; DELETE FROM counts WHERE run = (SELECT id FROM runs WHERE name = 'other')")
	mustInfo(t, again, 7)
	if info, err := again.Run("other"); err != nil || info.Games != 5 {
		t.Errorf("%d games, %v", info.Games, err)
	}
	if writer, err = again.Begin(e, "", build.Info{}); err != nil {
		t.Fatal(err)
	}
	defer writer.Close()
	if err := errors.Join(writer.Found(12), w.Add(records[5:6])); err != nil {
		t.Fatal(err)
	}
	mustInfo(t, again, 12)
	if info, err := again.Run("other"); err != nil || info.Games != 6 {
		t.Errorf("%d games, %v", info.Games, err)
	}
}

// mustInfo is run test, which must have so many games.
func mustInfo(t *testing.T, s *Store, games int) Info {
	t.Helper()
	info, err := s.Run("test")
	if err != nil || info.Games != games {
		t.Fatalf("there are %d games, not %d, %v", info.Games, games, err)
	}
	return info
}
