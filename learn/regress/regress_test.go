package regress

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"gambito/crew"
	"gambito/crew/crewtest"
	"gambito/game"
	"gambito/games"
	"gambito/learn/folder"
	"gambito/learn/replay"
	"gambito/progress"
)

func celled(t testing.TB, id string) game.Celled {
	t.Helper()
	g, err := games.Parse(id)
	if err != nil {
		t.Fatal(err)
	}
	return g.(game.Celled)
}

// small are settings that take next to no time.
func small(g game.Celled) Settings {
	s := Presets(g)[0].Settings.(Settings)
	s.Sets, s.Rounds, s.Games, s.Growth, s.Depth, s.Solve = "lines:4+edges", 2, 40, 1.5, 2, 8
	s.Lambda, s.HeldOut, s.Iterations, s.Seed = 0.7, 5, 20, 3
	if s.Game != "othello" {
		s.Sets = "walks:5x4"
	}
	return s
}

func open(t testing.TB, dir string, s Settings, g game.Celled, jobs int, stored ...string) *Run {
	t.Helper()
	r, err := Open(dir, s, g, Given{Stored: stored}, jobs)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// finish learns to the end.
func finish(t testing.TB, r *Run) {
	t.Helper()
	for !r.Ended() {
		if _, err := r.Next(context.Background(), nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
}

func content(t testing.TB, dir, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// same compares what two folders hold, but for how long it took.
func same(t *testing.T, what, a, b string) {
	t.Helper()
	for _, name := range []string{folder.GamesFile, folder.ModelFile} {
		if !bytes.Equal(content(t, a, name), content(t, b, name)) {
			t.Errorf("%s: another %s", what, name)
		}
	}
}

// TestAnyJobs: any number of jobs, and any fleet, comes to the same bytes.
func TestAnyJobs(t *testing.T) {
	for _, id := range []string{"othello", "connect4", "breakthrough"} {
		g := celled(t, id)
		s := small(g)
		if id == "breakthrough" {
			s.Solve, s.Games = 0, 6
		}
		one := t.TempDir()
		finish(t, open(t, one, s, g, 1))
		three := t.TempDir()
		finish(t, open(t, three, s, g, 3))
		same(t, id+" by three", one, three)
		away := t.TempDir()
		r := open(t, away, s, g, 1)
		r.Fleet = crewtest.Fleet{Kinds: []crew.Kind{GamesKind}, Workers: 3, Seed: 5}
		finish(t, r)
		same(t, id+" by a fleet", one, away)
	}
}

// TestGoesOn: learning that was stopped while games were played or worths were fitted, and
// whose last game was written by half, comes to the same bytes.
func TestGoesOn(t *testing.T) {
	g := celled(t, "othello")
	s := small(g)
	s.Games = batch + 40
	s.Growth = 1
	whole := t.TempDir()
	finish(t, open(t, whole, s, g, 2))

	dir := t.TempDir()
	for _, stop := range []struct {
		round int
		step  string
		done  int
	}{{0, "games", batch + 1}, {0, "stages fitted", 3}, {1, "games", 5}, {1, "games", batch + 1}, {1, "stages fitted", 1}} {
		r := open(t, dir, s, g, 1)
		ctx, cancel := context.WithCancel(context.Background())
		for err := error(nil); err == nil; {
			_, err = r.Next(ctx, func(p progress.Step) {
				if len(r.Rounds) == stop.round && p.What == stop.step && p.Done >= stop.done {
					cancel()
				}
			})
			if err != nil && !errors.Is(err, context.Canceled) {
				t.Fatal(err)
			}
		}
		cancel()
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		if len(r.Rounds) == 0 || stop.done > batch { // a process that was killed leaves half a game
			cut(t, filepath.Join(dir, folder.GamesFile))
		}
	}
	if finish(t, open(t, dir, s, g, 2)); t.Failed() {
		return
	}
	same(t, "stopped", whole, dir)
	cut(t, filepath.Join(dir, folder.GamesFile))
	if _, err := Open(dir, s, g, Given{}, 1); !errors.As(err, new(folder.ErrContent)) {
		t.Errorf("games of finished rounds are missing: %v", err)
	}
}

// cut cuts off the end of a file.
func cut(t *testing.T, name string) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err == nil {
		err = os.WriteFile(name, data[:len(data)-7], 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestTargets: what positions of a game should be worth.
func TestTargets(t *testing.T) {
	g := celled(t, "tictactoe")
	s := Presets(g)[0].Settings.(Settings)
	s.Lambda = 0.5
	played := &replay.Game{Moves: []game.Move{0, 4, 1, 3, 2}, Score: 1, Found: []replay.Found{ // X wins in the top row
		{Skip: true},                            // an opening: nothing to learn
		{Valued: true, Value: -0.25},            // half −1·(what follows), half what is said next
		{Valued: true, Value: 0.75},             // half of 1, half of −(−0.5)
		{Valued: true, Value: -0.5, Skip: true}, // a random move: what was said
		{Valued: true, Value: 1, Proven: true},  // exact
	}}
	l, err := s.lesson(g, played)
	if err != nil {
		t.Fatal(err)
	}
	for ply, want := range []float32{none, -0.5*0.75 - 0.5*0.5, 0.5*0.5 + 0.5*0.5, -0.5, 1} {
		if got := l.target[ply]; got != want && (got == got || want == want) {
			t.Errorf("position %d should be worth %g, not %g", ply, want, got)
		}
		if l.exact[ply] != (ply == 4) || int(l.vacant[ply]) != 9-ply {
			t.Errorf("position %d: exact %v, %d cells vacant", ply, l.exact[ply], l.vacant[ply])
		}
	}
	if s.Recent = 1; s.learned(&l, 2, 1) || !s.learned(&l, 4, 1) || !s.learned(&l, 2, 0) || s.learned(&l, 0, 0) {
		t.Error("of old rounds something else is learned than what was solved")
	}
}

// TestTable: a table of all positions of tic-tac-toe learns what each is worth.
func TestTable(t *testing.T) {
	g := celled(t, "tictactoe")
	r := open(t, t.TempDir(), Presets(g)[0].Settings.(Settings), g, 2)
	finish(t, r)
	if e := r.Rounds[0].Exact; e > 0.05 {
		t.Errorf("scores differ by %g on average from those of the solver", e)
	}
}

// TestErrorFalls: in Othello the second round judges better than the first.
func TestErrorFalls(t *testing.T) {
	g := celled(t, "othello")
	s := small(g)
	s.Games, s.Growth, s.Lambda = 150, 4, 1
	r := open(t, t.TempDir(), s, g, 2)
	finish(t, r)
	if a, b := r.Rounds[0], r.Rounds[1]; b.Exact >= a.Exact || b.HeldOut <= a.HeldOut {
		t.Errorf("rounds came to %+v and %+v", a, b)
	}
	for _, c := range Curves(r.Rounds) {
		if err := c.Chart.SVG(new(bytes.Buffer)); err != nil {
			t.Error(err)
		}
	}
}

// TestStored: games of others are learned from, with their ends solved, and are needed to
// go on only until they are taken over.
func TestStored(t *testing.T) {
	g := celled(t, "othello")
	s := small(g)
	before := t.TempDir()
	finish(t, open(t, before, s, g, 1))
	games := filepath.Join(before, folder.GamesFile)
	transcript := filepath.Join(t.TempDir(), "games.txt")
	text := ""
	if _, err := replay.Read(content(t, before, folder.GamesFile), g, func(one *replay.Game) error {
		at := g.New()
		for _, m := range one.Moves {
			if name := g.FormatMove(at, m); name != "pass" {
				text += name
			}
			at.Play(m)
		}
		text += "\n"
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(transcript, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, files := range [][]string{{transcript}, {games}, {transcript, games}} {
		var err error
		if s.Stored, err = StoredDigest(files); err != nil {
			t.Fatal(err)
		}
		s.Rounds = 1
		dir := t.TempDir()
		r := open(t, dir, s, g, 2, files...)
		finish(t, r)
		if r.Rounds[0].Games != 100*len(files) || r.Rounds[0].Exact == 0 {
			t.Errorf("%v: %+v", files, r.Rounds[0])
		}
		if again := open(t, dir, s, g, 1); !again.Ended() || again.Close() != nil {
			t.Error("what is learned cannot be opened without the files")
		}
		r = open(t, t.TempDir(), s, g, 1)
		if _, err := r.Next(context.Background(), nil); !errors.Is(err, ErrStored) {
			t.Errorf("without the files: %v", err)
		}
		r.Close()
	}
}

// FuzzResult checks that no result of a stranger is taken that is not the game asked for.
func FuzzResult(f *testing.F) {
	g := celled(f, "tictactoe")
	s := Presets(g)[0].Settings.(Settings)
	d := &doer{jobSpec: jobSpec{s, 0, crew.Range{First: 2, Count: 3}}, game: g, jobs: 1}
	for unit := 2; unit < 5; unit++ {
		r, err := d.Do(context.Background(), unit)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(unit, r.Data)
	}
	f.Fuzz(func(t *testing.T, unit int, data []byte) {
		game, err := d.read(g, unit, data)
		if err != nil {
			return
		}
		if game.Number != unit || unit < 2 || unit > 4 || !bytes.Equal(game.Append(nil), data) {
			t.Errorf("%d, % x is taken for %+v", unit, data, game)
		}
	})
}
