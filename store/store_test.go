package store

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"gambito/agent"
	"gambito/agents"
	"gambito/arena"
	"gambito/build"
	"gambito/games/tictactoe"
)

func experiment(t testing.TB, rounds int) *arena.Experiment {
	t.Helper()
	g, err := tictactoe.New(3, 3)
	if err != nil {
		t.Fatal(err)
	}
	random, err := agents.New(agent.NewEnvironment("")).Parse("random")
	if err != nil {
		t.Fatal(err)
	}
	return &arena.Experiment{
		Name: "test", Venues: []arena.Venue{{Game: g}},
		Entrants: []arena.Entrant{{Name: "a", Spec: random}, {Name: "b", Spec: random}},
		Schedule: arena.RoundRobin, Rounds: rounds, GamesPerPair: 10, Draw: arena.DrawHalf,
		Seed: 1<<64 - 1, Stop: arena.Stop{Rule: arena.StopFixed},
	}
}

func opened(t testing.TB, folder string) *Store {
	t.Helper()
	s, err := Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func begun(t testing.TB, s *Store, e *arena.Experiment) *Writer {
	t.Helper()
	w, err := s.Begin(e, "name: test\n", build.Info{Version: "v1"})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// played are the games of an experiment.
func played(t testing.TB, e *arena.Experiment) (records []arena.Record) {
	t.Helper()
	err := arena.NewRun(e).Play(context.Background(), arena.Local{Jobs: 1}, func(batch []arena.Record) error {
		records = append(records, batch...)
		return nil
	}, func(arena.News) {})
	if err != nil {
		t.Fatal(err)
	}
	return records
}

func TestRecordsComeBack(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "with space %41?#", "deeper")
	s := opened(t, folder)
	e := experiment(t, 3)
	records := played(t, e)
	records[4].Faults = []arena.Fault{{Seat: 1, Reason: arena.AgentError, Detail: "it's \"broken\""}}
	w := begun(t, s, e)
	for i := len(records); i > 0; i -= 10 { // any order
		if err := w.Add(records[i-10 : i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Add(records[:1]); err == nil {
		t.Error("a game is stored twice")
	}
	if err := errors.Join(w.Finish(nil, nil), w.Close(), s.Close()); err != nil {
		t.Fatal(err)
	}
	s = opened(t, folder)
	info, err := s.Run("test")
	if err != nil || info.Games != 30 || info.Settings.Seed != 1<<64-1 || info.Finished == nil || info.Build.Version != "v1" {
		t.Fatalf("the run is %+v, %v", info, err)
	}
	var back []arena.Record
	if err := s.Records(info, func(r arena.Record) error { back = append(back, r); return nil }); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(back, records) {
		t.Errorf("the records come back as\n%+v, not\n%+v", back[4], records[4])
	}
	if err := errors.Join(s.Delete("test"), s.Sweep(t.Context())); err != nil {
		t.Fatal(err)
	}
	left := -1
	if err := s.db.QueryRow("SELECT COUNT(*) FROM games").Scan(&left); err != nil || left != 0 {
		t.Errorf("%d games are left, %v", left, err)
	}
	if _, err := s.Run("test"); !errors.As(err, new(ErrNoRun)) {
		t.Errorf("a deleted run gives %v", err)
	}
}

// TestTexts: lists are written as encoding/json writes them, and read as it reads.
func TestTexts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 2000 {
		one := arena.Record{Seats: []int{r.IntN(20), r.IntN(2000)}, Nodes: []int{-r.IntN(9), r.Int()}, Simulations: []int{}}
		for range 2 {
			one.Result = append(one.Result, []float64{0, 1, -1, -3, 0.5, math.Copysign(0, -1), r.NormFloat64(), 1e21, 1e20, 1e-7}[r.IntN(10)])
			one.Seconds = append(one.Seconds, math.Float64frombits(r.Uint64()>>2))
		}
		got, err := texts(&one)
		if err != nil {
			t.Fatal(err)
		}
		for i, list := range []any{one.Seats, one.Result, one.Faults, one.Simulations, one.Nodes, one.Seconds} {
			want, err := json.Marshal(list)
			if err != nil {
				t.Fatal(err)
			}
			if got[i].Valid && got[i].String != string(want) || got[i].Valid == (string(want) == "null") {
				t.Fatalf("%v is written as %v, not %s", list, got[i], want)
			}
		}
		if back, err := readPair(got[5].String, number); err != nil || !reflect.DeepEqual(back, one.Seconds) {
			t.Fatalf("%s is read as %v, %v", got[5].String, back, err)
		}
	}
}

// TestMigrationsStay: a database that was made by an older gambito has gone
// through these very texts.
func TestMigrationsStay(t *testing.T) {
	pinned := []string{
		"22249dd841787e34a90b3df84d1645198f40fef5f5b475b89631790f8cad84b5",
		"f52bb10da6a439e8aac96355d136814767d07d577582d69b3d385ebbd1a8f88c",
		"8b74f8067d08cf117d38009a27b3c026ff070ceb17801f69101889574eaa873f",
		"e4b9c593eff388c01181d030ecf7670e77e9512509c187cffbbce85804562f67",
		"c0773cef5da81f67341ed9a11e4e31757cc8576578ee98e4150d914e753db0a7",
	}
	for i, text := range migrations {
		if i >= len(pinned) || fmt.Sprintf("%x", sha256.Sum256([]byte(text))) != pinned[i] {
			t.Errorf("migration %d is new or was changed: %x", i, sha256.Sum256([]byte(text)))
		}
	}
}

// TestEarlierDatabaseIsRead: one that an earlier gambito made can be read where
// nothing may be written.
func TestEarlierDatabaseIsRead(t *testing.T) {
	data, err := os.ReadFile("testdata/format0.db")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, fileName), data, 0o444); err != nil {
		t.Fatal(err)
	}
	s, err := openWith(folder, url.Values{"mode": {"ro"}, "immutable": {"1"}}, true)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	info, err := s.Run("before")
	if err != nil {
		t.Fatal(err)
	}
	games := 0
	err = s.Records(info, func(r arena.Record) error {
		games++
		if r.Full[0] == "" {
			t.Errorf("the record is %+v", r)
		}
		return nil
	})
	if err != nil || games != 160 || info.Games != 160 {
		t.Errorf("%d games, %v", games, err)
	}
}

// TestDamagedRows: what a row says that cannot be is told in one line, and counts
// for nothing.
func TestDamagedRows(t *testing.T) {
	for _, sql := range []string{
		`UPDATE games SET checksum = NULL, faults = '[{"seat":9,"reason":"error"}]'`,
		`UPDATE games SET checksum = NULL, simulations = '[1]'`,
		`UPDATE games SET checksum = NULL, seats = '[0,0]'`,
		`UPDATE games SET checksum = NULL, seats = '[0,7]'`,
		`UPDATE games SET checksum = NULL, reason = 'wat'`,
		`UPDATE games SET checksum = NULL, result = '[1]'`,
		`UPDATE runs SET checksum = NULL, settings = json_set(settings, '$.games[0].agents', json('[]'))`,
		`UPDATE runs SET checksum = NULL, settings = json_set(settings, '$.rounds', -1)`,
		`UPDATE runs SET checksum = NULL, settings = json_set(settings, '$.rounds', 1000000000000)`,
		`UPDATE runs SET checksum = NULL, settings = json_set(settings, '$.format', 99)`,
		`UPDATE runs SET checksum = NULL, settings = '{}'`,
		// What can be is noticed by the checksums.
		`UPDATE games SET result = '[0,0]' WHERE number = 3`,
		`UPDATE games SET moves = moves || ' ' WHERE number = 3`,
		`UPDATE games SET opening = opening + 1 WHERE number = 3`,
		`UPDATE games SET number = 1000 WHERE number = 3`,
		`UPDATE runs SET source = source || ' '`,
		`UPDATE runs SET settings = json_set(settings, '$.seed', 99)`,
	} {
		folder := t.TempDir()
		s, e := opened(t, folder), experiment(t, 1)
		w := begun(t, s, e)
		if err := errors.Join(w.Add(played(t, e)), w.Close()); err != nil {
			t.Fatal(err)
		}
		exec(t, s, sql) // which closes it
		s = opened(t, folder)
		info, err := s.Run("test")
		if err == nil {
			err = s.Records(info, func(arena.Record) error { return nil })
		}
		if err == nil || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), "cannot be read") {
			t.Errorf("%s: the error is %v", sql, err)
		}
		if list, unreadable, err := s.Runs(); err != nil || len(list)+len(unreadable) != 1 {
			t.Errorf("%s: %d runs and %d that cannot be read, %v", sql, len(list), len(unreadable), err)
		}
		if err := s.Delete("test"); err != nil {
			t.Errorf("%s: it cannot be deleted: %v", sql, err)
		}
	}
}

// TestLostRows: a run from which games are gone says so, to who reads all of it.
func TestLostRows(t *testing.T) {
	folder := t.TempDir()
	s, e := opened(t, folder), experiment(t, 1)
	w := begun(t, s, e)
	if err := errors.Join(w.Add(played(t, e)), w.Close()); err != nil {
		t.Fatal(err)
	}
	exec(t, s, "DELETE FROM games WHERE number = 3")
	s = opened(t, folder)
	info, err := s.Run("test")
	if err != nil {
		t.Fatal(err)
	}
	for what, err := range map[string]error{
		"reading":   s.Records(info, func(arena.Record) error { return nil }),
		"exporting": s.Export(t.Context(), info, io.Discard, nil),
	} {
		if err == nil || !strings.Contains(err.Error(), "9 games, and 10 were stored") {
			t.Errorf("%s: the error is %v", what, err)
		}
	}
}

func TestSurplusGoes(t *testing.T) {
	s, e := opened(t, t.TempDir()), experiment(t, 1)
	w := begun(t, s, e)
	defer w.Close()
	if err := errors.Join(w.Add(played(t, e)), w.Finish([]arena.Key{{Number: 8}, {Number: 9}}, nil)); err != nil {
		t.Fatal(err)
	}
	if info, err := s.Run("test"); err != nil || info.Games != 8 {
		t.Errorf("%d games, %v", info.Games, err)
	}
}

func TestChangedExperimentIsRefused(t *testing.T) {
	s, e := opened(t, t.TempDir()), experiment(t, 1)
	if err := begun(t, s, e).Close(); err != nil {
		t.Fatal(err)
	}
	e.Seed, e.Rounds = 5, 2
	_, err := s.Begin(e, "", build.Info{})
	if !errors.As(err, new(ErrChanged)) || !strings.Contains(err.Error(), "changed: rounds, seed)") {
		t.Errorf("the error is %v", err)
	}
}

func TestLock(t *testing.T) {
	folder := t.TempDir()
	s, other := opened(t, folder), opened(t, folder)
	w := begun(t, s, experiment(t, 1))
	if _, err := other.Begin(experiment(t, 1), "", build.Info{}); !errors.As(err, new(ErrLocked)) {
		t.Errorf("two write a run: %v", err)
	}
	if err := other.Delete("test"); !errors.As(err, new(ErrLocked)) {
		t.Errorf("a run is deleted while it is written: %v", err)
	}
	second := experiment(t, 1)
	second.Name = "second"
	if err := begun(t, other, second).Close(); err != nil { // another run is free
		t.Error(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := begun(t, other, experiment(t, 1)).Close(); err != nil {
		t.Error(err)
	}
}

// TestBadDatabases: what is not ours or not sound is told and left alone.
func TestBadDatabases(t *testing.T) {
	for name, make := range map[string]func(t *testing.T, folder string){
		"it is not a database of gambito": func(t *testing.T, folder string) {
			write(t, filepath.Join(folder, fileName), []byte(strings.Repeat("not a database\n", 500)))
		},
		"it is from a newer gambito (version 99; this one knows 5)": func(t *testing.T, folder string) {
			s := opened(t, folder)
			exec(t, s, "PRAGMA user_version = 99")
		},
		"not one of gambito's": func(t *testing.T, folder string) {
			db, err := connect(filepath.Join(folder, fileName), url.Values{})
			if err != nil {
				t.Fatal(err)
			}
			exec(t, &Store{folder: folder, db: db}, "CREATE TABLE theirs (x)")
		},
		"it is damaged": func(t *testing.T, folder string) {
			s, e := opened(t, folder), experiment(t, 100)
			w := begun(t, s, e)
			if err := errors.Join(w.Add(played(t, e)), w.Close()); err != nil {
				t.Fatal(err)
			}
			exec(t, s, "PRAGMA wal_checkpoint(TRUNCATE)")
			content, err := os.ReadFile(filepath.Join(folder, fileName))
			if err != nil {
				t.Fatal(err)
			}
			for i := 4096; i < len(content); i++ {
				content[i] = 0xa5
			}
			write(t, filepath.Join(folder, fileName), content)
		},
	} {
		folder := t.TempDir()
		make(t, folder)
		before, err := os.ReadFile(filepath.Join(folder, fileName))
		if err != nil {
			t.Fatal(err)
		}
		s, err := Open(folder)
		if err == nil {
			_, err = s.Begin(experiment(t, 1), "", build.Info{})
			s.Close()
		}
		if err == nil || !strings.Contains(err.Error(), name) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: the error is %v", name, err)
		}
		if after, err := os.ReadFile(filepath.Join(folder, fileName)); err != nil || string(after) != string(before) {
			t.Errorf("%s: the file was changed, %v", name, err)
		}
	}
	if _, err := OpenExisting(t.TempDir()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no database gives %v", err)
	}
	file := filepath.Join(t.TempDir(), "file")
	write(t, file, nil)
	if _, err := Open(file); err == nil {
		t.Error("a file is a folder")
	}
}

// TestFullDisk: games that do not fit are not stored, those before stay.
func TestFullDisk(t *testing.T) {
	s, e := opened(t, t.TempDir()), experiment(t, 200)
	s.db.SetMaxOpenConns(1) // the bound is the connection's
	records := played(t, e)
	w := begun(t, s, e)
	defer w.Close()
	if err := w.Add(records[:10]); err != nil {
		t.Fatal(err)
	}
	exec(t, s, "PRAGMA max_page_count = 20")
	if err := w.Add(records[10:]); err == nil || !strings.Contains(err.Error(), "the disk is full") {
		t.Errorf("the error is %v", err)
	}
	if info, err := s.Run("test"); err != nil || info.Games != 10 {
		t.Errorf("%d games are stored, %v", info.Games, err)
	}
}

func write(t *testing.T, name string, content []byte) {
	t.Helper()
	if err := os.WriteFile(name, content, 0o644); err != nil {
		t.Fatal(err)
	}
}

// exec changes a database behind the store's back and closes it.
func exec(t *testing.T, s *Store, query string) {
	t.Helper()
	if _, err := s.db.Exec(query); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(query, "max_page_count") {
		s.Close()
	}
}

// BenchmarkRun plays and stores random games of tic-tac-toe, each durable.
func BenchmarkRun(b *testing.B) {
	e := experiment(b, max(b.N/10, 1))
	w := begun(b, opened(b, b.TempDir()), e)
	defer w.Close()
	b.ResetTimer()
	if err := arena.NewRun(e).Play(context.Background(), arena.Local{Jobs: 2}, w.Add, func(arena.News) {}); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(e.Settings().Plan().Total())/b.Elapsed().Seconds(), "games/s")
}

// TestGarbageInLockFile: what a lock file holds means nothing.
func TestGarbageInLockFile(t *testing.T) {
	folder := t.TempDir()
	s, e := opened(t, folder), experiment(t, 1)
	for _, garbage := range []string{"", "garbage", "SQLite format 3\x00 garbage", strings.Repeat("\xff", 5000)} {
		if err := os.MkdirAll(filepath.Join(folder, "locks"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(s.lockFile(e.Name), []byte(garbage), 0o644); err != nil {
			t.Fatal(err)
		}
		w, err := s.Begin(e, "", build.Info{})
		if err != nil {
			t.Fatalf("%.20q: %v", garbage, err)
		}
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	}
}
