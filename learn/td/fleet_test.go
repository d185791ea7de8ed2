package td

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"iter"
	"slices"
	"strings"
	"testing"

	"gambito/crew"
	"gambito/crew/crewtest"
	"gambito/progress"
)

var kinds = []crew.Kind{GamesKind, DuelsKind}

// TestFleet: whoever plays, and however many they are, the same is learned to the bit.
func TestFleet(t *testing.T) {
	s := small
	s.Games = 64
	want := finish(t, NewRun(s, nil, tables()), 2)
	for _, workers := range []int{1, 2, 4, 16} {
		r := NewRun(s, nil, nil) // nobody plays here
		r.Fleet = crewtest.Fleet{Kinds: kinds, Workers: workers, Seed: uint64(workers)}
		if !bytes.Equal(finish(t, r, 1), want) {
			t.Errorf("%d workers come to another result", workers)
		}
	}
}

// breaks is a fleet that fails at every third job, in the middle of it.
type breaks struct {
	crew.Fleet
	jobs int
}

var errGone = errors.New("the fleet is gone")

func (f *breaks) Do(ctx context.Context, j crew.Job, units iter.Seq[int], deliver func([]crew.Done) error) error {
	f.jobs++
	if f.jobs%3 != 0 {
		return f.Fleet.Do(ctx, j, units, deliver)
	}
	return f.Fleet.Do(ctx, j, units, func(list []crew.Done) error {
		if err := deliver(list[:1]); err != nil {
			return err
		}
		return errGone
	})
}

// TestFleetBreaks: a run goes on where it was when a fleet failed, in this process and
// read again.
func TestFleetBreaks(t *testing.T) {
	s := small
	s.Games = 64
	measuring := Measuring{Every: 32, Games: 4}
	learn := func(f crew.Fleet) []byte {
		dir, failures := t.TempDir(), 0
		for {
			l, err := Open(dir, s, nil, tables(), measuring, 2)
			if err != nil {
				t.Fatal(err)
			}
			l.Fleet = f
			done := 0
			for err == nil && !l.Ended() {
				_, err = l.Next(context.Background(), func(p progress.Step) { done = p.Done })
			}
			if err != nil && (!errors.Is(err, errGone) || done != l.Done) {
				t.Fatal(err, done, l.Done)
			}
			data := encoded(t, l.Run)
			if err := l.Close(); err != nil {
				t.Fatal(err)
			}
			if err == nil {
				if (f != nil) != (failures > 2) {
					t.Errorf("%d failures", failures)
				}
				return data
			}
			if again, _, err := Kept(dir, nil); err != nil || again.Done != l.Done {
				t.Fatalf("%d games are kept, not %d: %v", again.Done, l.Done, err)
			}
			failures++
		}
	}
	if !bytes.Equal(learn(nil), learn(&breaks{Fleet: crewtest.Fleet{Kinds: kinds, Workers: 2}})) {
		t.Error("a run whose fleet failed comes to another result")
	}
}

// captured keeps the job that it is asked for.
type captured struct{ job crew.Job }

func (c *captured) Do(_ context.Context, j crew.Job, _ iter.Seq[int], _ func([]crew.Done) error) error {
	c.job = j
	return errGone
}

// example is a job of games, and one that measures.
func example(t testing.TB) (games, duels crew.Job) {
	t.Helper()
	var c captured
	r := NewRun(small, nil, nil)
	r.Fleet = &c
	r.Batch(context.Background(), 1)
	games = c.job
	r.Measure(context.Background(), 2, 1)
	return games, c.job
}

// TestStrangers checks that neither what a job says nor a result is trusted.
func TestStrangers(t *testing.T) {
	games, duels := example(t)
	for _, j := range []crew.Job{games, duels} {
		for what, change := range map[string]func(spec, settings map[string]any){
			"from -1 on":      func(spec, _ map[string]any) { spec["first"] = -1 },
			"0 games":         func(spec, _ map[string]any) { spec["count"] = 0 },
			"99999999999 gam": func(spec, _ map[string]any) { spec["count"] = int64(99_999_999_999) },
			"lambda 2":        func(_, settings map[string]any) { settings["lambda"] = 2 },
			"unknown field":   func(spec, _ map[string]any) { spec["more"] = 1 },
		} {
			var spec map[string]any
			if err := json.Unmarshal(j.Spec, &spec); err != nil {
				t.Fatal(err)
			}
			change(spec, spec["settings"].(map[string]any))
			bad := j
			bad.Spec, _ = json.Marshal(spec)
			if _, err := crew.Open(kinds, bad, crew.Place{Jobs: 1}); err == nil || !strings.Contains(err.Error(), what) {
				t.Errorf("%v, without %q", err, what)
			}
		}
		cut := j
		cut.Files = []crew.File{{Name: networksFile, Content: j.Files[0].Content[:1000]}}
		if _, err := crew.Open(kinds, cut, crew.Place{Jobs: 1}); err == nil {
			t.Errorf("%s: networks that are cut off are taken", j.Kind)
		}
		d, err := crew.Open(kinds, j, crew.Place{Jobs: 1})
		if err != nil {
			t.Fatal(err)
		}
		r, err := d.Do(context.Background(), 1)
		if err != nil || d.Check(1, r) != nil || d.Check(1<<30, r) == nil {
			t.Fatal(err, d.Check(1, r))
		}
		for i := range min(len(r.Data), 2*lessonBytes) {
			bad := slices.Clone(r.Data)
			bad[i] = 0xff // more men than there are, nobody's turn, no number
			fraction := i%lessonBytes > boardBytes && (i%lessonBytes-boardBytes-1)%4 != 3
			if d.Check(1, crew.Result{Data: bad}) == nil && !fraction && j.Kind == GamesKind.Name {
				t.Errorf("%s: byte %d may be anything", j.Kind, i)
			}
		}
		if d.Check(1, crew.Result{Data: r.Data[1:]}) == nil {
			t.Errorf("%s: results may be cut off", j.Kind)
		}
		if _, err := d.Do(context.Background(), -1); err == nil {
			t.Errorf("%s: a unit is done that is none", j.Kind)
		}
	}
}

// FuzzResults: no result from elsewhere makes reading it fail, and what is read is
// written as it was.
func FuzzResults(f *testing.F) {
	games, _ := example(f)
	d, err := crew.Open(kinds, games, crew.Place{Jobs: 1})
	if err != nil {
		f.Fatal(err)
	}
	r, err := d.Do(context.Background(), 1)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(r.Data)
	f.Add([]byte{2, 0xfd})
	var g selfGame
	f.Fuzz(func(t *testing.T, data []byte) {
		readPair(data)
		if g.read(data) == nil && !bytes.Equal(g.append(nil), data) {
			t.Error("a game is written otherwise")
		}
	})
}
