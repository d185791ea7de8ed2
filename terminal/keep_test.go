package terminal

import (
	"context"
	"fmt"
	"io"
	"testing"

	"gambito/kept"
)

// watched is input that looks at what is kept whenever it is asked for a line.
type watched struct {
	lines  []string
	folder kept.Folder
	seen   []string // the moves that are kept
}

func (w *watched) Read(p []byte) (int, error) {
	e, _ := w.folder.Entry(kept.Last)
	w.seen = append(w.seen, e.Record.Moves)
	if len(w.lines) == 0 {
		return 0, io.EOF
	}
	n := copy(p, w.lines[0]+"\n")
	w.lines = w.lines[1:]
	return n, nil
}

// TestEveryMoveIsKept: whenever a person is asked, all moves are on the disk, those of
// agents too, and those that were taken back are not.
func TestEveryMoveIsKept(t *testing.T) {
	s, _ := sit(t, "connect4:1x6", "human", "random", "")
	w := &watched{lines: []string{"1", "1", "undo", "resign"}, folder: kept.In(t.TempDir())}
	s.In = NewInput(w)
	s.In.Terminal = true
	s.Kept, s.Keeper = w.folder, w.folder.Begin(s.Rules)
	if _, err := s.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	want := []string{"", "11", "1111", "11"}
	if got := w.seen[:len(want)]; fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("kept were %q, not %q", got, want)
	}
	if e, err := w.folder.Entry(kept.Last); err != nil || e.Record.Reason != "resigned" {
		t.Errorf("in the end %+v is kept, %v", e.Record, err)
	}
}
