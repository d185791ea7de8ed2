package terminal

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gambito/progress"
)

func TestProgressText(t *testing.T) {
	if got, want := progressText(progress.Step{What: "games", Done: 250, Total: 1000}, 0, 10*time.Second), "250 of 1000 games, 25.0/s, 30s left"; got != want {
		t.Errorf("the text is %q, not %q", got, want)
	}
	if got, want := progressText(progress.Step{What: "games", Total: 1000}, 0, time.Second), "0 of 1000 games, 0.0/s, ? left"; got != want {
		t.Errorf("the text is %q, not %q", got, want)
	}
	if got := bar(500, 1000); strings.Count(got, "━") != 12 || strings.Count(got, "─") != 12 {
		t.Errorf("half a bar is %s", got)
	}
	var silent *Progress
	silent.Begin(progress.Step{})
	tell := progress.Func(silent.Show)
	tell.Tell("games", 1, 2)
	silent.Clear()
}

// TestProgressBegins starts the clock when work begins, and again when other work
// does.
func TestProgressBegins(t *testing.T) {
	out, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	p := NewProgress(out)
	later := func() { // half a minute
		p.begin = p.begin.Add(-30 * time.Second)
		p.last = p.begin
	}
	p.Show(progress.Step{What: "games", Done: 40, Total: 100})
	later()
	p.Show(progress.Step{What: "games", Done: 70, Total: 100})
	p.Show(progress.Step{What: "steps", Done: 0, Total: 20})
	later()
	p.Show(progress.Step{What: "steps", Done: 15, Total: 30})
	p.Begin(progress.Step{What: "steps", Done: 15, Total: 30})
	later()
	p.Show(progress.Step{What: "steps", Done: 18, Total: 0})
	got, err := os.ReadFile(out.Name())
	want := "70 of 100 games, 1.0/s, 30s left\n15 of 30 steps, 0.5/s, 30s left\n18 steps, 0.1/s, 30s, with no end known; Ctrl-C stops it\n"
	if err != nil || string(got) != want {
		t.Errorf("what is shown is\n%s, not\n%s, %v", got, want, err)
	}
}

// TestBar: whatever is counted, a bar is as wide as any other.
func TestBar(t *testing.T) {
	for _, c := range []struct{ done, total, filled int }{{0, 10, 0}, {5, 10, 12}, {10, 10, 24}, {11, 10, 24}, {-1, 10, 0}} {
		if got := bar(c.done, c.total); strings.Count(got, "━") != c.filled || len([]rune(got)) != 24 {
			t.Errorf("%d of %d: %q", c.done, c.total, got)
		}
	}
	if got := bar(1_000_000, 0); got != "" { // of which nobody knows how much there is
		t.Errorf("without a total: %q", got)
	}
}
