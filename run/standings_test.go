package run_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gambito/arena"
	"gambito/experiment"
	"gambito/run"
	"gambito/store"
)

// several are experiments of all kinds.
var several = map[string]string{
	"round robin":  "games: [tictactoe, \"connect4:columns=5,rows=4,run=3\"]\nagents: [random, \"alphabeta:depth=1\", \"mcts:sims=5\"]\nrounds: 3\ngames-per-pair: 4",
	"swiss":        "games: [tictactoe]\nschedule: swiss\nagents: [random, {name: b, spec: random}, {name: c, spec: random}, \"alphabeta:depth=2\", {name: e, spec: random}]\nrounds: 4\ngames-per-pair: 4",
	"gauntlet":     "games: [tictactoe]\nschedule: gauntlet\ndraw: loss\nagents: [\"alphabeta:depth=2\", random, {name: c, spec: random}]\nrounds: 2\ngames-per-pair: 10",
	"points":       "games: [backgammon, tictactoe]\nagents: [{name: b, spec: random}, random, {name: c, spec: random}]\nrounds: 2\ngames-per-pair: 4",
	"unpaired":     "games: [tictactoe]\npairs: off\nagents: [random, {name: b, spec: random}]\nrounds: 1\ngames-per-pair: 500",
	"sequential":   "games: [tictactoe]\nagents: [\"alphabeta:depth=2\", random]\nrounds: 100\ngames-per-pair: 4\nstop: {rule: sprt, elo0: 0, elo1: 50}",
	"by its width": "games: [tictactoe, \"tictactoe:size=4,run=3\"]\nagents: [\"alphabeta:depth=2\", random]\nrounds: 50\ngames-per-pair: 4\nstop: {rule: width, width: 0.2, level: 0.9}",
}

// ahead is a crew that hands over many games at once, also such as do not count.
type ahead int

func (n ahead) Play(ctx context.Context, e *arena.Experiment, keys iter.Seq[arena.Key], deliver func([]arena.Record) error) error {
	var waiting []arena.Record
	err := arena.Local{Jobs: 2}.Play(ctx, e, keys, func(batch []arena.Record) error {
		if waiting = append(waiting, batch...); len(waiting) < int(n) {
			return nil
		}
		err := deliver(waiting)
		waiting = nil
		return err
	})
	if err == nil && waiting != nil {
		err = deliver(waiting)
	}
	return err
}

func parsed(t *testing.T, text string) *arena.Experiment {
	t.Helper()
	e, err := experiment.Parse([]byte(text), "", registry)
	if err == nil {
		err = e.Check()
	}
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// times are those of the parts of standings.
var times = regexp.MustCompile(`"nanoseconds":[^]]*]|"(longest|shortest)":\d+`)

// shown is all that standings say, without the last digits of times.
func shown(t *testing.T, s *arena.Standings) string {
	t.Helper()
	s = s.Copy()
	for i := range s.Seconds {
		s.Seconds[i] = math.Round(s.Seconds[i]*1e6) / 1e6
	}
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(times.ReplaceAllString(string(text), ""), s.Settings.Name, s.OfPoints(0, 0))
}

// chosen is shown without what standings need to be filtered.
func chosen(t *testing.T, s *arena.Standings) string {
	t.Helper()
	text := shown(t, s)
	head, tail, found := strings.Cut(text, `,"parts":`)
	if found {
		head += tail[strings.LastIndex(tail, "]]}")+2:]
	}
	return head
}

// counted are the standings by all games.
func counted(t *testing.T, db *store.Store, info store.Info) *arena.Standings {
	t.Helper()
	s := arena.NewStandings(run.WithGames(info.Settings))
	if err := db.Records(info, func(r arena.Record) error { s.Add(r); return nil }); err != nil {
		t.Fatal(err)
	}
	return s
}

// agree compares standings that were kept with those that are counted.
func agree(t *testing.T, db *store.Store, name string) (info store.Info, exact bool) {
	t.Helper()
	info, err := db.Run(name)
	if err != nil {
		t.Fatal(err)
	}
	withGames := info
	withGames.Settings = run.WithGames(info.Settings)
	_, exact, err = db.Checkpoint(withGames)
	if err != nil {
		t.Fatal(err)
	}
	got, err := run.Standings(context.Background(), db, info)
	if err != nil {
		t.Fatal(err)
	}
	want := counted(t, db, info)
	if shown(t, got) != shown(t, want) || want.Games != info.Games {
		t.Fatalf("%s: of %d games the standings that are kept are\n%s, not\n%s", name, info.Games, shown(t, got), shown(t, want))
	}
	return info, exact
}

// TestStandingsAreKept: at whatever moment a run is broken off, the standings that
// were kept are those of its games, and so they are in the end.
func TestStandingsAreKept(t *testing.T) {
	for kind, text := range several {
		text = "name: kept\n" + text + "\nseed: 3\n"
		e, folder := parsed(t, text), t.TempDir()
		db := opened(t, folder)
		last, crashes := 0, 0
		var r *run.Run
		broken := t.TempDir()
		look := func(news arena.News) {
			if crashes < 4 && news.Played >= last+news.Total/5 {
				last, crashes = news.Played, crashes+1
				copied(t, folder, filepath.Join(broken, fmt.Sprint(crashes)))
			}
		}
		for _, crew := range []arena.Crew{some(7), some(30), ahead(60)} {
			var err error
			if r, err = run.Begin(db, e, text); err != nil {
				t.Fatal(kind, err)
			}
			err = r.Play(context.Background(), crew, look)
			if err != nil && !errors.Is(err, context.Canceled) {
				t.Fatal(kind, err)
			}
			stored, err := r.Stored(context.Background())
			if err != nil {
				t.Fatal(kind, err)
			}
			r.Close()
			info, exact := agree(t, db, "kept")
			if !exact || stored.Games != info.Games {
				t.Errorf("%s: the standings of %d games are not kept", kind, info.Games)
			}
		}
		want, err := run.Standings(context.Background(), db, mustRun(t, db, "kept"))
		if err != nil {
			t.Fatal(err)
		}
		for i := range crashes {
			copied := opened(t, filepath.Join(broken, fmt.Sprint(i+1)))
			agree(t, copied, "kept")
			if r, err = run.Resume(copied, "kept", registry); err != nil {
				t.Fatal(err)
			}
			finish(t, r)
			agree(t, copied, "kept")
			got, err := run.Standings(context.Background(), copied, mustRun(t, copied, "kept"))
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range []*arena.Standings{got, want} {
				clear(s.Seconds)
			}
			if shown(t, got) != shown(t, want) {
				t.Errorf("%s: after a crash it ends as\n%s, not\n%s", kind, shown(t, got), shown(t, want))
			}
		}
	}
}

func mustRun(t *testing.T, db *store.Store, name string) store.Info {
	t.Helper()
	info, err := db.Run(name)
	if err != nil {
		t.Fatal(err)
	}
	return info
}

// copied copies a data folder as it is on the disk, as a crash would leave it.
func copied(t *testing.T, from, to string) {
	t.Helper()
	if err := os.MkdirAll(to, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"gambito.db", "gambito.db-wal"} {
		content, err := os.ReadFile(filepath.Join(from, name))
		if err == nil {
			err = os.WriteFile(filepath.Join(to, name), content, 0o644)
		}
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
	}
}

// TestStandingsWhileWritten: a run that somebody is writing is shown with all its
// games, or, where these are many, as it was kept last.
func TestStandingsWhileWritten(t *testing.T) {
	const text = "name: long\ngames: [tictactoe]\nagents: [random, {name: b, spec: random}]\ngames-per-pair: 7000\n"
	db := opened(t, t.TempDir())
	r, err := run.Begin(db, parsed(t, text), text)
	if err != nil {
		t.Fatal(err)
	}
	last, behind := 0, false
	err = r.Play(context.Background(), run.Crew(2), func(news arena.News) {
		if news.Played < last+500 {
			return
		}
		last = news.Played
		info := mustRun(t, db, "long")
		s, err := run.Standings(context.Background(), db, info)
		if err != nil || s.Games > news.Played || info.Games != news.Played || s.Games < news.Played && news.Played <= 5000 {
			t.Errorf("after %d games there are %d, and standings of %d, %v", news.Played, info.Games, s.Games, err)
		}
		behind = behind || s.Games < news.Played
	})
	if err != nil || !behind {
		t.Errorf("what was kept is not shown, %v", err)
	}
	r.Close()
	agree(t, db, "long")
}

// TestFiltered counts what a filter chooses and nothing else.
func TestFiltered(t *testing.T) {
	db := earlier(t)
	info := mustRun(t, db, "before")
	one, zero := 1, 0
	for _, f := range []arena.Filter{{}, {Game: &one}, {Round: &one}, {Agent: &one}, {Agent: &one, Side: &zero}, {Game: &one, Agent: &one, Opponent: &zero}, {Opening: "b2 a1"}, {Result: arena.Drew}} {
		want := arena.NewStandings(run.WithGames(info.Settings))
		err := db.Records(info, func(r arena.Record) error {
			if f.Has(info.Settings, r) {
				want.Add(r)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		got, err := run.Filtered(context.Background(), db, info, f)
		if err != nil || chosen(t, got) != chosen(t, want) || got.Games == 0 {
			t.Errorf("%+v: %v\n%s, not\n%s", f, err, chosen(t, got), chosen(t, want))
		}
	}
	if _, err := run.Filtered(context.Background(), db, info, arena.Filter{Result: "no"}); err == nil {
		t.Error("a filter that cannot be is taken")
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := run.Filtered(ctx, db, info, arena.Filter{Game: &one}); !errors.Is(err, context.Canceled) {
		t.Errorf("it is not stopped: %v", err)
	}
}
