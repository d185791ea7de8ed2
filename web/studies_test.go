package web

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gambito/arena"
	"gambito/papers"
	"gambito/queue"
	"gambito/run"
	"gambito/store"
)

// TestStudies: all of them are told of, with what comes with gambito.
func TestStudies(t *testing.T) {
	s := serverFor(t, Options{Data: t.TempDir()})
	all := read[Studies](t, ask(t, s, "GET", "/api/studies", nil))
	studies, err := papers.All()
	if err != nil {
		t.Fatal(err)
	}
	if len(all.Studies) != len(studies) || all.Rule != papers.Rule || len(all.Broken) != 0 {
		t.Fatalf("%d studies, broken %v", len(all.Studies), all.Broken)
	}
	for _, e := range all.Studies {
		if len(e.Outcomes) != 1 || !e.Outcomes[0].Shipped || len(e.Outcomes[0].Tables) == 0 || len(e.Work) != 0 {
			t.Errorf("%s: %+v", e.ID, e)
			continue
		}
		sum := papers.VerdictCounts{}
		for _, table := range e.Outcomes[0].Tables {
			sum.Agrees += table.Counts.Agrees
			sum.InDoubt += table.Counts.InDoubt
			sum.Differs += table.Counts.Differs
			sum.TooFew += table.Counts.TooFew
			sum.NotComparable += table.Counts.NotComparable
			sum.NotMeasured += table.Counts.NotMeasured
		}
		if sum != e.Outcomes[0].Counts {
			t.Errorf("%s: its tables have %+v, all of it %+v", e.ID, sum, e.Outcomes[0].Counts)
		}
	}
	d := read[StudyDetails](t, ask(t, s, "GET", "/api/studies/ggp/proposed", nil))
	if len(d.Tables) != 12 || len(d.Findings) != 232 || d.Shown == nil || !strings.Contains(d.Words, "**Confirmed.**") {
		t.Errorf("%d tables, %d findings, shown %+v", len(d.Tables), len(d.Findings), d.Shown)
	}
	refused(t, ask(t, s, "GET", "/api/studies/ggp/none", nil), http.StatusNotFound)
	refused(t, ask(t, s, "GET", "/api/studies/ggp/first?scale=smoke", nil), http.StatusNotFound)
	refused(t, ask(t, s, "POST", "/api/studies/ggp/first/run", StudyStart{Scale: "large"}), http.StatusUnprocessableEntity)
	refused(t, ask(t, s, "POST", "/api/studies/ggp/first/run", StudyStart{Scale: papers.Smoke, Seed: "18446744073709551616"}), http.StatusBadRequest)
	refused(t, ask(t, s, "POST", "/api/studies/lecture/nodes/run", StudyStart{Scale: papers.Smoke, FromGDL: true}), http.StatusBadRequest)
	refused(t, ask(t, serverFor(t, Options{}), "POST", "/api/studies/ggp/first/run", StudyStart{Scale: papers.Smoke}), http.StatusConflict)
}

// reproduced is what gambito reproduce finds in a data folder of its own.
func reproduced(t *testing.T, id string, seed uint64) []papers.Finding {
	t.Helper()
	data := t.TempDir()
	study, err := papers.Find(id)
	if err != nil {
		t.Fatal(err)
	}
	w := papers.Workshop{
		Agents: testAgents(data), Scale: papers.Smoke, Seed: seed, Jobs: 1, Folder: string(papers.ShelfIn(data)),
		Play: func(ctx context.Context, e *arena.Experiment) (*arena.Standings, error) {
			db, err := store.Open(data)
			if err != nil {
				return nil, err
			}
			defer db.Close()
			r, err := run.Begin(db, e, "")
			if err != nil {
				return nil, err
			}
			defer r.Close()
			if err := r.Play(ctx, run.Crew(1), func(arena.News) {}); err != nil {
				return nil, err
			}
			return r.Stored(t.Context())
		},
	}
	result, err := study.Repeat(t.Context(), w)
	if err != nil {
		t.Fatal(err)
	}
	return result.Findings
}

// TestStudyRun repeats a study through the API: its findings are, byte for byte, those of
// gambito reproduce, its games are a stored run, and its result is kept.
func TestStudyRun(t *testing.T) {
	const id = "othello/uct-random"
	data := t.TempDir()
	s := serverFor(t, Options{Data: data})
	w := ask(t, s, "POST", "/api/studies/"+id+"/run", StudyStart{Scale: papers.Smoke, Seed: "7", Jobs: 1})
	if w.Code != http.StatusAccepted {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	var task WorkTask
	if err := json.Unmarshal(w.Body.Bytes(), &task); err != nil || task.Kind != "study" || task.Name != "othello-uct-random-smoke-seed7" {
		t.Fatalf("%v: %+v", err, task)
	}
	within(t, "the study is done", time.Minute, func() bool {
		now, _ := s.queue.Find(task.Kind, task.Name)
		if now.State == queue.Failed {
			t.Fatal(now.Error)
		}
		return now.State == queue.Done
	})
	type raw struct {
		Shown    StudyOutcome
		Study    StudyEntry
		Findings json.RawMessage
	}
	d := read[raw](t, ask(t, s, "GET", "/api/studies/"+id+"?scale=smoke&seed=7", nil))
	want, err := json.Marshal(reproduced(t, id, 7))
	if err != nil {
		t.Fatal(err)
	}
	if string(d.Findings) != string(want) {
		t.Errorf("the page has found\n%s\ngambito reproduce\n%s", d.Findings, want)
	}
	if d.Shown.Shipped || d.Shown.Seed != "7" || d.Shown.Finished == nil || d.Shown.Command != "gambito reproduce othello/uct-random --scale smoke --seed 7" {
		t.Errorf("%+v", d.Shown)
	}
	if len(d.Study.Outcomes) != 2 || len(d.Study.Work) != 1 {
		t.Errorf("%d outcomes, %d tasks", len(d.Study.Outcomes), len(d.Study.Work))
	}
	// The larger scale is shown unless something else is asked for.
	if d := read[StudyDetails](t, ask(t, s, "GET", "/api/studies/"+id, nil)); !d.Shown.Shipped {
		t.Errorf("%+v", d.Shown)
	}
	db, err := store.OpenExisting(data)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	runs, _, err := db.Runs()
	if err != nil || len(runs) != 1 || papers.StudyOfRun(runs[0].Settings.Name) != id {
		t.Errorf("runs %+v, %v", runs, err)
	}
}

// TestStudyStopped: a study that is stopped goes on where it was, and comes to the same.
func TestStudyStopped(t *testing.T) {
	const id = "connect4/mcts"
	s := serverFor(t, Options{Data: t.TempDir()})
	task := queue.Task{Kind: studyWork, Name: "connect4-mcts-smoke"}
	if w := ask(t, s, "POST", "/api/studies/"+id+"/run", StudyStart{Scale: papers.Smoke}); w.Code != http.StatusAccepted {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	state := func() queue.State { now, _ := s.queue.Find(task.Kind, task.Name); return now.State }
	within(t, "some games are played", time.Minute, func() bool {
		now, _ := s.queue.Find(task.Kind, task.Name)
		return now.Step.Done > 2 || now.State == queue.Done
	})
	stopped := ask(t, s, "POST", "/api/work/study/"+task.Name+"/stop", nil)
	within(t, "it rests", time.Minute, func() bool { return state() == queue.Stopped || state() == queue.Done })
	if state() == queue.Stopped {
		if w := ask(t, s, "POST", "/api/work/study/"+task.Name+"/go-on", nil); w.Code != http.StatusOK || stopped.Code != http.StatusOK {
			t.Fatalf("status %d: %s", w.Code, w.Body)
		}
		within(t, "it is done", time.Minute, func() bool { return state() == queue.Done })
	}
	d := read[StudyDetails](t, ask(t, s, "GET", "/api/studies/"+id+"?scale=smoke", nil))
	got, _ := json.Marshal(d.Findings)
	if want, _ := json.Marshal(reproduced(t, id, 1)); string(got) != string(want) {
		t.Errorf("the page has found\n%s\ngambito reproduce\n%s", got, want)
	}
}

// TestBrokenStudy: a file of results that is broken is told of without its folder, and a
// task that would replace it fails.
func TestBrokenStudy(t *testing.T) {
	data := t.TempDir()
	file := filepath.Join(data, "studies", "result-othello-uct-random-smoke.json")
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("{"), 0o666); err != nil {
		t.Fatal(err)
	}
	s := serverFor(t, Options{Data: data, Agents: testAgents("")})
	all := read[Studies](t, ask(t, s, "GET", "/api/studies", nil))
	if len(all.Broken) != 1 || !strings.HasPrefix(all.Broken[0], "result-othello-uct-random-smoke.json: ") || strings.Contains(all.Broken[0], data) {
		t.Errorf("broken: %v", all.Broken)
	}
	if w := ask(t, s, "POST", "/api/studies/othello/uct-random/run", StudyStart{Scale: papers.Smoke}); w.Code != http.StatusAccepted {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	within(t, "the task fails", 10*time.Second, func() bool {
		now, _ := s.queue.Find(studyWork, "othello-uct-random-smoke")
		return now.State == queue.Failed && strings.Contains(now.Error, "move it away") && !strings.Contains(now.Error, data)
	})
	if content, err := os.ReadFile(file); string(content) != "{" || err != nil {
		t.Errorf("the file has become %q, %v", content, err)
	}
	// What changes or goes is seen.
	if err := os.Rename(file, strings.Replace(file, "smoke", "full", 1)); err != nil {
		t.Fatal(err)
	}
	if all := read[Studies](t, ask(t, s, "GET", "/api/studies", nil)); len(all.Broken) != 1 || !strings.Contains(all.Broken[0], "random-full.json") {
		t.Errorf("broken: %v", all.Broken)
	}
	if err := os.RemoveAll(filepath.Dir(file)); err != nil {
		t.Fatal(err)
	}
	if all := read[Studies](t, ask(t, s, "GET", "/api/studies", nil)); len(all.Broken) != 0 {
		t.Errorf("broken: %v", all.Broken)
	}
}

// TestChooseStudy picks outcomes.
func TestChooseStudy(t *testing.T) {
	list := []studyFound{
		{StudyOutcome: StudyOutcome{Shipped: true, Scale: papers.Quick, Seed: "1"}},
		{StudyOutcome: StudyOutcome{Scale: papers.Smoke, Seed: "1"}},
		{StudyOutcome: StudyOutcome{Scale: papers.Quick, Seed: "2"}},
		{StudyOutcome: StudyOutcome{Scale: papers.Full, Seed: "3", FromGDL: true}},
	}
	for i, c := range []struct {
		wanted StudyWanted
		want   int
	}{
		{StudyWanted{}, 0}, {StudyWanted{Scale: "shipped"}, 0}, {StudyWanted{Scale: "smoke"}, 1}, {StudyWanted{Scale: "quick"}, 2},
		{StudyWanted{Scale: "quick", Seed: "1"}, -1}, {StudyWanted{GDL: true}, 3}, {StudyWanted{Seed: "2"}, 2}, {StudyWanted{Scale: "full"}, -1},
	} {
		got := c.wanted.choose(list)
		at := -1
		if got != nil {
			at = slices.IndexFunc(list, func(f studyFound) bool { return f.Scale == got.Scale && f.Seed == got.Seed && f.Shipped == got.Shipped })
		}
		if at != c.want {
			t.Errorf("case %d: outcome %d, want %d", i, at, c.want)
		}
	}
}

// TestUnknownRouteIsOneSentence: what is asked for is told as it was written, so that
// no end of a line in it makes two of one.
func TestUnknownRouteIsOneSentence(t *testing.T) {
	s := serverFor(t, Options{})
	if detail := refused(t, ask(t, s, "GET", "/api/studies/ggp%0A/", nil), http.StatusNotFound); !strings.Contains(detail, "/api/studies/ggp%0A/") {
		t.Error(detail)
	}
}
