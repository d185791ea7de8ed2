package store

import (
	"errors"
	"net/url"
	"reflect"
	"testing"

	"gambito/arena"
	"gambito/stats"
)

// byMachines gives games machines, every third none.
func byMachines(records []arena.Record) []arena.Record {
	for i := range records {
		records[i].Machine = []string{"", "one", "two"}[i%3]
	}
	return records
}

// TestMachines: a game tells who played it, and results are counted by that.
func TestMachines(t *testing.T) {
	s, e := opened(t, t.TempDir()), experiment(t, 3)
	w := begun(t, s, e)
	defer w.Close()
	plain := played(t, e)
	if err := w.Add(plain[:6]); err != nil {
		t.Fatal(err)
	}
	if list, err := s.Machines(t.Context(), mustInfo(t, s, 6)); err != nil || list != nil {
		t.Errorf("no fleet has played, and the machines are %v, %v", list, err)
	}
	records := byMachines(plain[6:])
	if err := w.Add(records); err != nil {
		t.Fatal(err)
	}
	want := map[string]arena.MachineTally{}
	machines := map[arena.Key]string{}
	for _, r := range plain {
		if _, ok := want[r.Machine]; !ok {
			want[r.Machine] = arena.NewMachineTally(r.Machine)
		}
		want[r.Machine].Add(r, 1)
		machines[r.Key()] = r.Machine
	}
	info := mustInfo(t, s, 30)
	list, err := s.Machines(t.Context(), info)
	if err != nil || len(list) != 3 {
		t.Fatalf("%v, %v", list, err)
	}
	sum := stats.Results{}
	for _, m := range list {
		if !reflect.DeepEqual(m, want[m.Machine]) {
			t.Errorf("%+v, not %+v", m, want[m.Machine])
		}
		for _, r := range m.Sides {
			sum = sum.Plus(r)
		}
	}
	if sum.Games() != 30 {
		t.Errorf("%d games", sum.Games())
	}
	err = s.Records(info, func(r arena.Record) error {
		if r.Machine != machines[r.Key()] {
			t.Errorf("game %+v is said to be played by %q, not %q", r.Key(), r.Machine, machines[r.Key()])
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestTakeBack: the games of one machine go, counts and checkpoints are right, and
// they can be stored again.
func TestTakeBack(t *testing.T) {
	s, e := opened(t, t.TempDir()), experiment(t, 3)
	w := begun(t, s, e)
	defer w.Close()
	records := byMachines(played(t, e))
	all, err := NewCheckpoint(standingsOf(e, records))
	if err := errors.Join(err, w.Add(records), w.Finish(nil, all)); err != nil {
		t.Fatal(err)
	}
	if n, err := w.TakeBack("three"); n != 0 || err != nil || mustInfo(t, s, 30).Finished == nil {
		t.Errorf("a machine that has played nothing: %d games, %v", n, err)
	}
	if n, err := w.TakeBack("one"); n != 10 || err != nil {
		t.Fatalf("%d games, %v", n, err)
	}
	if info := mustInfo(t, s, 20); info.Finished != nil {
		t.Error("the run is finished")
	}
	if games, _ := kept(t, s); games != -1 {
		t.Errorf("standings of %d games are kept", games)
	}
	left := 0
	if err := w.Records(func(r arena.Record) error {
		if left++; r.Machine == "one" {
			t.Errorf("game %+v is still there", r.Key())
		}
		return nil
	}); err != nil || left != 20 {
		t.Errorf("%d games, %v", left, err)
	}
	for _, r := range records {
		if r.Machine == "one" {
			if err := w.Add([]arena.Record{r}); err != nil {
				t.Fatal(err)
			}
		}
	}
	mustInfo(t, s, 30)
}

// TestThirdVersion: a database without machines is read as it is, and written as it is
// while another gambito writes to it.
func TestThirdVersion(t *testing.T) {
	folder := t.TempDir()
	all := migrations
	migrations = migrations[:3]
	old, e := opened(t, folder), experiment(t, 2)
	records := byMachines(played(t, e))
	w := begun(t, old, e)
	err := errors.Join(w.Add(records[:5]), old.Close())
	migrations = all
	if err != nil {
		t.Fatal(err)
	}
	s := opened(t, folder) // while the run is written: it stays as it is
	if s.version != 3 {
		t.Fatalf("it is of version %d", s.version)
	}
	other := *e
	other.Name = "other"
	new := begun(t, s, &other)
	defer new.Close()
	if err := new.Add(records[:7]); err != nil {
		t.Fatal(err)
	}
	if n, err := new.TakeBack("one"); n != 0 || err != nil {
		t.Errorf("%d games, %v", n, err)
	}
	if list, err := s.Machines(t.Context(), mustInfo(t, s, 5)); err != nil || list != nil {
		t.Errorf("%v, %v", list, err)
	}
	if err := errors.Join(w.Close(), new.Close(), s.Close()); err != nil {
		t.Fatal(err)
	}
	readOnly, err := openWith(folder, url.Values{"mode": {"ro"}}, true)
	if err != nil {
		t.Fatal(err)
	}
	mustInfo(t, readOnly, 5)
	readOnly.Close()
	if s = opened(t, folder); s.version != len(migrations) {
		t.Fatalf("it is of version %d", s.version)
	}
	info, n := mustInfo(t, s, 5), 0
	if err := s.Records(info, func(r arena.Record) error {
		if n++; r.Machine != "" {
			t.Errorf("game %+v was played by %q", r.Key(), r.Machine)
		}
		return nil
	}); err != nil || n != 5 {
		t.Errorf("%d games, %v", n, err)
	}
}

// TestTakeBackStored: a run that nobody writes gives games back by its name.
func TestTakeBackStored(t *testing.T) {
	s, e := opened(t, t.TempDir()), experiment(t, 3)
	w := begun(t, s, e)
	records := byMachines(played(t, e))
	if err := errors.Join(w.Add(records), w.Finish(nil, nil)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.TakeBack("test", "two"); !errors.As(err, new(ErrLocked)) {
		t.Errorf("while it is written: %v", err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if n, err := s.TakeBack("test", "two"); n != 10 || err != nil || mustInfo(t, s, 20).Finished != nil {
		t.Errorf("%d games, %v", n, err)
	}
	if _, err := s.TakeBack("none", "two"); !errors.As(err, new(ErrNoRun)) {
		t.Errorf("no run: %v", err)
	}
}
