package training

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"gambito/games/backgammon/bearoff"
	"gambito/learn/folder"
	"gambito/learn/td"
	"gambito/learn/value"
	"gambito/learn/zero"
	"gambito/progress"
)

// TestLookWhileLearning looks at a folder before there is anything, while somebody
// learns there, whom that does not hinder, and when it is left.
func TestLookWhileLearning(t *testing.T) {
	r := request(t, "tictactoe")
	r.Set = tiny + ",truth=10,baseline_games=2"
	if _, err := Look(r.Folder); !errors.As(err, new(ErrNone)) {
		t.Errorf("an empty folder: %v", err)
	}
	if entries, _ := os.ReadDir(r.Folder); len(entries) > 0 {
		t.Errorf("looking has left %v", entries)
	}
	plan, err := Choose(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	training, err := plan.Open()
	if err != nil {
		t.Fatal(err)
	}
	look := func(busy bool, done int) View {
		t.Helper()
		v, err := Look(r.Folder)
		if err != nil || v.Busy != busy || v.Done != done || len(v.History) != done || v.Trained != (done > 0) {
			t.Fatalf("%+v, %v", v, err)
		}
		return v
	}
	for i := range 2 {
		told := 0
		_, err := training.Next(context.Background(), func(progress.Step) {
			if told++; told == 3 {
				look(true, i)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	look(true, 2)
	if err := training.Close(); err != nil {
		t.Fatal(err)
	}
	v := look(false, 2)
	if v.Game != "tictactoe" || v.Method.Name != Zero || v.Settings.(zero.Settings).Truth != 10 || v.Changed.IsZero() {
		t.Errorf("%+v", v)
	}
	names := ""
	for _, c := range v.Curves {
		names += c.Name + " "
		if n := len(c.Chart.Series[0].X); n != 2 {
			t.Errorf("%s has %d points", c.Name, n)
		}
	}
	if names != "strength loss truth " {
		t.Errorf("the curves are %s", names)
	}
	if _, err := os.Stat(filepath.Join(r.Folder, folder.CurvesFile)); err != nil {
		t.Error(err)
	}
}

// TestLookAtAll looks at what earlier versions have left, by every method, and goes on
// as it was begun.
func TestLookAtAll(t *testing.T) {
	for name, want := range map[string]struct {
		method, game string
		done, total  int
	}{"zero": {Zero, "tictactoe", 1, 0}, "value": {Value, "tictactoe", 1, 0}, "td": {TD, "backgammon", 512, 1000}} {
		dir := before(t, name)
		v, err := Look(dir)
		if err != nil || v.Method.Name != want.method || v.Game != want.game || v.Done != want.done || v.Total != want.total || v.Busy {
			t.Errorf("%s: %+v, %v", name, v, err)
		}
		r := request(t, want.game)
		r = Resume(r.Game, v, dir, 1)
		r.Tables = func() *bearoff.Tables { return nil } // nothing is played
		plan, err := Choose(context.Background(), r)
		if err != nil {
			t.Fatal(err)
		}
		again, err := plan.Open()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if v, err := Look(dir); err != nil || !v.Busy {
			t.Errorf("%s: somebody learns there: %v", name, err)
		}
		if err := again.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestCurvesOfOthers draws what value and td have measured.
func TestCurvesOfOthers(t *testing.T) {
	half := 0.5
	stages := []value.Stage{{Epochs: []value.Epoch{{Loss: 1, HeldOut: &value.Quality{MSE: 2, R2: &half}}, {Epoch: 1, Loss: 0.5}}, Against: 0.25}}
	if c := value.Curves(stages); len(c) != 2 || c[0].Name != folder.Loss || c[1].Chart.Series[0].Y[0] != 25 {
		t.Errorf("%+v", c)
	}
	history := []td.Measurement{{Games: 10}, {Games: 20, Played: 4, Points: -0.5, Error: 0.1}}
	if c := td.Curves(history); len(c) != 1 || len(c[0].Chart.Series[0].X) != 1 || c[0].Chart.Series[0].High[0] >= -0.2 {
		t.Errorf("%+v", c)
	}
	if len(value.Curves(nil)) > 0 || len(td.Curves(nil)) > 0 || len(zero.Curves(nil)) > 0 {
		t.Error("there is something to see where nothing is")
	}
}

// TestDamage: settings that nobody can read are told in one line.
func TestDamage(t *testing.T) {
	for _, content := range []string{"{", `{"unknown": 1}`, "[]"} {
		dir := t.TempDir()
		for _, name := range []string{folder.SettingsFile, folder.ModelFile} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if v, err := Look(dir); err == nil {
			t.Errorf("%s is taken for %+v", content, v)
		}
	}
}
