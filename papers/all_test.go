package papers

import (
	"context"
	"slices"
	"strings"
	"testing"
)

// TestByDocument: none is lost, and those of a document stand together.
func TestByDocument(t *testing.T) {
	list, err := ByDocument()
	if err != nil || len(list) != len(studies(t)) {
		t.Fatalf("%d studies, %v", len(list), err)
	}
	var order []string
	for _, s := range list {
		if id := s.Document().ID; len(order) == 0 || order[len(order)-1] != id {
			if slices.Contains(order, id) {
				t.Errorf("%s stands apart", s.ID)
			}
			order = append(order, id)
		}
	}
}

// TestDone: what this gambito found with the same settings is there, nothing else.
func TestDone(t *testing.T) {
	study, err := Find("ggp/ucb-vs-tuned")
	if err != nil {
		t.Fatal(err)
	}
	w := workshop(Smoke)
	w.Folder = t.TempDir()
	shelf := Shelf(w.Folder)
	if _, there := shelf.Done(study, Smoke, 1, false); there {
		t.Error("nothing was done yet")
	}
	want, err := study.Repeat(context.Background(), w)
	if err != nil {
		t.Fatal(err)
	}
	if r, there := shelf.Done(study, Smoke, 1, false); !there || len(r.Findings) != len(want.Findings) {
		t.Errorf("%v, %+v", there, r)
	}
	if _, there := shelf.Done(study, Smoke, 2, false); there {
		t.Error("another seed was not done")
	}
	old := want
	old.Build.Version = "another"
	if err := shelf.keep(old); err != nil {
		t.Fatal(err)
	}
	if _, there := shelf.Done(study, Smoke, 1, false); there {
		t.Error("another gambito did it")
	}
}

// TestExpect: times are those of studies there are, and what is unknown is told.
func TestExpect(t *testing.T) {
	text := Expect(studies(t), Full, 1, false, Shelf(t.TempDir()))
	if !strings.Contains(text, "studies at the scale full; about ") || strings.Contains(text, "ggp/proposed") || !strings.Contains(text, "lecture/nodes") {
		t.Error(text)
	}
	// What was done with another seed, or by rulesheets, is to be done yet.
	shelf := Shelf(t.TempDir())
	for _, r := range []Result{found(t, Quick, 7), found(t, Quick, 1)} {
		r.FromGDL, r.Seconds = r.Seed == 1, 600*float64(r.Seed)
		if err := shelf.keep(r); err != nil {
			t.Fatal(err)
		}
	}
	one, err := Find("othello/uct-random")
	if err != nil {
		t.Fatal(err)
	}
	notPlayed, err := Find("ggp/alpha")
	if err != nil {
		t.Fatal(err)
	}
	list := []Study{one, notPlayed}
	for _, c := range []struct {
		seed    uint64
		fromGDL bool
		want    string
	}{
		{1, false, "2 studies at the scale quick; about 71 minutes on two cores"},
		{7, false, "2 studies at the scale quick, 1 of them done; about 1 minutes on two cores"},
		{1, true, "1 studies at the scale quick, 1 of them done"},
		{7, true, "1 studies at the scale quick; about 10 minutes on two cores"},
	} {
		if got := Expect(list, Quick, c.seed, c.fromGDL, shelf); got != c.want {
			t.Errorf("seed %d, rulesheets %v: %s", c.seed, c.fromGDL, got)
		}
	}
	for line := range strings.Lines(string(timesFile)) {
		if id, _, _ := strings.Cut(line, ","); id != "study" {
			if _, err := Find(id); err != nil {
				t.Error(err)
			}
		}
	}
}
