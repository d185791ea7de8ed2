package gdl

import (
	"context"
	"strings"
	"testing"
	"time"

	"gambito/gdl/sheets"
)

// counts are positions by depth of the sheets that have no game of their own
// here to be compared with; those of checkers and the knight's tour were counted
// by another program.
var counts = map[string][]uint64{
	"checkers":      {5, 25, 106, 369, 1271, 4104, 12199, 35905},
	"knights-tour":  {2, 10, 26, 80, 256, 648, 1784, 4472},
	"hex":           {49, 49 * 48, 49 * 48 * 47},
	"three-in-line": {25, 25 * 24, 25 * 24 * 23},
	"goofspiel":     {5 * 5, 25 * 16, 400 * 9, 3600 * 4, 14400},
	"prisoners":     {4, 16, 64, 256},
	"lights-out":    {16, 256, 4096},
}

// TestEmbeddedSheets checks that nothing is wrong with the sheets that come with
// gambito, not even a little, and that both reasoners agree on them.
func TestEmbeddedSheets(t *testing.T) {
	for _, s := range sheets.All() {
		sheet, problems := Check(s.Text)
		for _, p := range problems {
			t.Errorf("%s:%s", s.ID, p.Error())
		}
		if sheet == nil {
			continue
		}
		if strings.HasPrefix(s.Name, ";") || s.Name == "" || s.About == "" || strings.ContainsAny(s.About, "()") {
			t.Errorf("%s: the head says %q and %q", s.ID, s.Name, s.About)
		}
		f, err := compileSheet(t.Context(), sheet, DefaultLimits)
		if err != nil {
			t.Errorf("%s: %v", s.ID, err)
			continue
		}
		p, err := newPlain(sheet)
		if err != nil {
			t.Fatal(err)
		}
		if err := walkTogether(&fastWalk{f, f.start.clone()}, &plainWalk{p, p.start}, 1, 100*time.Millisecond); err != nil {
			t.Errorf("%s: %v", s.ID, err)
		}
		g, err := Open(s.ID, DefaultLimits)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range counts[s.ID] {
			if got, _, err := g.Perft(context.Background(), i+1, nil); got != want || err != nil {
				t.Errorf("%s: perft %d is %d, not %d, %v", s.ID, i+1, got, want, err)
			}
		}
	}
}
