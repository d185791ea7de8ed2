package training

import (
	"context"
	"errors"
	"os"
	"runtime"
	"testing"

	"gambito/games"
	"gambito/games/backgammon/bearoff"
	"gambito/learn/folder"
	"gambito/learn/td"
	"gambito/learn/zero"
)

const tiny = "games=4,filters=8,blocks=0,simulations=2,fast=1,gate_games=0,baseline_games=0,opening=2"

// request is of a run that takes no time.
func request(t *testing.T, game string) Request {
	t.Helper()
	g, err := games.Parse(game)
	if err != nil {
		t.Fatal(err)
	}
	return Request{Game: g, Folder: t.TempDir(), Seed: 1, Jobs: 1}
}

// TestSettingsStay checks that a run keeps its settings, and refuses others.
func TestSettingsStay(t *testing.T) {
	r := request(t, "tictactoe")
	r.Set = tiny
	first, err := Choose(context.Background(), r)
	if err != nil || first.Kept || first.Settings.(zero.Settings).Games != 4 {
		t.Fatalf("%+v, %v", first.Settings, err)
	}
	training, err := first.Open()
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS == "linux" {
		if _, err := first.Open(); !errors.As(err, new(folder.ErrBusy)) {
			t.Errorf("a folder that is in use: %v", err)
		}
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := training.Next(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("a step that is stopped: %v", err)
	}
	var steps []Step
	if err := Learn(context.Background(), training, 2, nil, func(s Step) error {
		steps = append(steps, s)
		return nil
	}); err != nil || len(steps) != 2 || len(training.History()) != 2 {
		t.Errorf("%d steps, %v", len(steps), err)
	}
	if err := training.Close(); err != nil {
		t.Fatal(err)
	}
	r.Set = ""
	again, err := Choose(context.Background(), r)
	if err != nil || !again.Kept || again.Settings.(zero.Settings).Games != 4 {
		t.Errorf("%+v, %v", again.Settings, err)
	}
	r.Set = tiny + ",games=5"
	other, err := Choose(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := other.Open(); !errors.As(err, new(folder.ErrOther)) {
		t.Errorf("other settings: %v", err)
	}
}

// TestInputErrors checks that what is wrong is named, and that nothing is begun.
func TestInputErrors(t *testing.T) {
	for _, c := range []struct {
		game, field string
		change      func(r *Request)
	}{
		{"tron", "", func(*Request) {}},
		{"tictactoe", "method", func(r *Request) { r.Method = "genetic" }},
		{"backgammon", "method", func(r *Request) { r.Method = Q }},
		{"connect4", "set", func(r *Request) { r.Method, r.Set = TD, "sets=all" }},
		{"tictactoe", "set", func(r *Request) { r.Method, r.Set = TD, "rate=0.1,final_rate=0.5" }},
		{"tictactoe", "from", func(r *Request) { r.Method, r.From = MC, "nowhere" }},
		{"tictactoe", "from", func(r *Request) { r.Method, r.From = Fit, "nowhere" }},
		{"connect4", "from", func(r *Request) { r.Method, r.From = Fit, "othello-patterns" }},
		{"breakthrough", "method", func(r *Request) { r.Method = Solver }},
		{"tictactoe", "preset", func(r *Request) { r.Preset = "server" }},
		{"tictactoe", "set", func(r *Request) { r.Set = "games=0" }},
		{"tictactoe", "set", func(r *Request) { r.Set = "opening_least=9" }},
		{"tictactoe", "from", func(r *Request) { r.From = "nowhere" }},
		{"tictactoe", "from", func(r *Request) { r.Method, r.From = Value, "nowhere" }},
		{"backgammon", "set", func(r *Request) { r.Set = "hidden=1025" }},
		{"backgammon", "from", func(r *Request) { r.From = "nowhere" }},
		{"backgammon", "measuring", func(r *Request) { r.Measuring = td.Measuring{Games: 2} }},
	} {
		r := request(t, c.game)
		c.change(&r)
		var input InputError
		if _, err := Choose(context.Background(), r); !errors.As(err, &input) || input.Field != c.field {
			t.Errorf("%+v: %v", r, err)
		}
		if entries, err := os.ReadDir(r.Folder); err != nil || len(entries) > 0 {
			t.Errorf("%v is there, %v", entries, err)
		}
	}
}

// TestTDIsKept stops learning by temporal differences at a measurement and after it,
// and goes on; the result is that of a run that was not stopped.
func TestTDIsKept(t *testing.T) {
	tables := Request{}.tables()
	results := map[bool]string{}
	for _, stops := range []bool{false, true} {
		r := request(t, "backgammon")
		r.Set, r.Measuring = "games=48,hidden=64,batch=8,stage=3", td.Measuring{Every: 10, Games: 2}
		r.Tables = func() *bearoff.Tables { return tables }
		for finished := false; !finished; {
			plan, err := Choose(context.Background(), r)
			if err != nil {
				t.Fatal(err)
			}
			training, err := plan.Open()
			if err != nil {
				t.Fatal(err)
			}
			limit := 0
			if stops {
				limit = len(training.History()) + 1
			}
			if err := Learn(context.Background(), training, limit, nil, func(Step) error { return nil }); err != nil {
				t.Fatal(err)
			}
			finished = training.Finished()
			if err := training.Close(); err != nil {
				t.Fatal(err)
			}
		}
		data, err := os.ReadFile(r.Folder + "/" + folder.ModelFile)
		if err != nil {
			t.Fatal(err)
		}
		results[stops] = string(data)
	}
	if results[true] != results[false] {
		t.Error("a run that was stopped comes to another result than one that was not")
	}
}
