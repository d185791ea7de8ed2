package web

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gambito/api"
	"gambito/arena"
	"gambito/experiment"
	"gambito/progress"
	"gambito/queue"
	"gambito/run"
	"gambito/spec"
	"gambito/store"
)

// runYAML is an experiment of some seconds, or of none if there are few games.
func runYAML(name string, games int) string {
	return fmt.Sprintf("name: %s\ngames: [tictactoe, \"connect4:5x4,run=3\"]\nagents:\n  - {name: tree, spec: \"mcts:sims=150,leaf=playout\"}\n  - {name: depth, spec: \"alphabeta:depth=2\"}\n  - random\ngames-per-pair: %d\nopenings: random:1\n", name, games)
}

// runUntil waits until a run is as it should be.
func runUntil(t *testing.T, s *Server, name string, is func(RunLine) bool) RunLine {
	t.Helper()
	var line RunLine
	within(t, "run "+name+" is as it should be", time.Minute, func() bool {
		line = read[RunDetails](t, ask(t, s, "GET", "/api/runs/"+name, nil)).RunLine
		return is(line)
	})
	return line
}

// exported are the games of a run as gambito runs export prints them, without times.
func exported(t *testing.T, data, name string) string {
	t.Helper()
	db, err := store.OpenExisting(data)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	info, err := db.Run(name)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	err = db.Records(info, func(r arena.Record) error {
		r.Seconds = nil
		return json.NewEncoder(&b).Encode(r)
	})
	if err != nil {
		t.Fatal(err)
	}
	return info.Source + "\n" + b.String()
}

// TestRunIsTheSame: a run of the page that was stopped and gone on with, by this server
// and by another after it, has the bytes of one that was played at once by package run.
func TestRunIsTheSame(t *testing.T) {
	text := runYAML("same", 400)
	here, there := t.TempDir(), t.TempDir()
	s := serverFor(t, Options{Data: here})
	line := read[RunLine](t, ask(t, s, "POST", "/api/runs", object{"yaml": text, "jobs": 1}))
	if line.Planned != 2400 || line.Name != "same" {
		t.Errorf("begun is %+v", line)
	}
	if said := refused(t, ask(t, s, "POST", "/api/runs", object{"yaml": text}), 409); !strings.Contains(said, "run same waits or runs already") {
		t.Error(said)
	}
	runUntil(t, s, "same", func(l RunLine) bool { return l.State == runRunning && l.Played > 0 })
	read[RunLine](t, ask(t, s, "POST", "/api/runs/same/stop", nil))
	stopped := runUntil(t, s, "same", func(l RunLine) bool { return l.State == runStopped })
	if stopped.Played == 0 || stopped.Played == 2400 {
		t.Errorf("it was stopped after %d games", stopped.Played)
	}
	read[RunLine](t, ask(t, s, "POST", "/api/runs/same/go-on", object{"priority": 4}))
	if task, _ := s.queue.Find(runKindName, "same"); task.Jobs != 1 || task.Priority != 4 {
		t.Errorf("it goes on as %+v", task)
	}
	runUntil(t, s, "same", func(l RunLine) bool { return l.State == runRunning && l.Played > stopped.Played })
	begin := time.Now()
	s.Close()
	if took := time.Since(begin); took > 2*time.Second && !raceDetector {
		t.Errorf("closing takes %v", took)
	}
	again := serverFor(t, Options{Data: here}) // goes on by itself
	finished := runUntil(t, again, "same", func(l RunLine) bool { return l.State == runFinished })
	if finished.Played != 2400 || finished.Finished == nil {
		t.Errorf("finished is %+v", finished)
	}

	e, err := experiment.Parse([]byte(text), "", testAgents(there))
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Check(); err != nil {
		t.Fatal(err)
	}
	db, err := store.Open(there)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	r, err := run.Begin(db, e, text)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Play(t.Context(), run.Crew(2), func(arena.News) {}); err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if exported(t, here, "same") != exported(t, there, "same") {
		t.Error("the run of the page has other games")
	}
}

// runEventsOf listens to a stream until it is told to stop.
func runEventsOf[T any](t *testing.T, s *Server, path, event string, until func(T) bool) (list []T) {
	t.Helper()
	h := httptest.NewServer(s.Handler())
	defer h.Close()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	v := &visitor{t, h.URL, h.Client()}
	lines := v.open(ctx, path)
	for lines.Scan() {
		text, ok := strings.CutPrefix(lines.Text(), "data: ")
		if !ok {
			if name, is := strings.CutPrefix(lines.Text(), "event: "); is && name != event {
				t.Errorf("the event %s comes", name)
			}
			continue
		}
		var v T
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			t.Fatalf("%v: %.300s", err, text)
		}
		if list = append(list, v); until(v) {
			return list
		}
	}
	t.Errorf("%s ends after %d events", path, len(list))
	return list
}

// TestRunLive: pages see a run grow, at most once a second, and how it ends; with a
// filter only what that chooses.
func TestRunLive(t *testing.T) {
	s := serverFor(t, Options{Data: t.TempDir()})
	read[RunLine](t, ask(t, s, "POST", "/api/runs", object{"yaml": runYAML("live", 400), "jobs": 1}))
	begin := time.Now()
	list := runEventsOf(t, s, "/api/runs/live/events", "run", func(e RunEvent) bool { return e.State == runFinished && e.Counted == 2400 })
	last := list[len(list)-1]
	if most := 3 + time.Since(begin)/eventPace; len(list) > int(most) {
		t.Errorf("%d events in %v", len(list), time.Since(begin))
	}
	if last.Summary.Games != 2400 || len(last.Cross) != 3 || len(last.Cross[0].Cells) != 3 || last.Cross[0].Cells[1][1] != nil || len(last.Figures) == 0 || len(last.Tables) == 0 || last.Tables[0].Name != last.Tables[0].Sheet.Name {
		t.Errorf("the last event is %+v", last)
	}
	if met := last.Cross[0].Cells[0][2]; met.AsFirst.Games()+met.AsSecond.Games() != 800 {
		t.Errorf("tree and random met as %+v", met)
	}
	seen := runEventsOf(t, s, "/api/runs/live/events?game=tictactoe&agent=tree&opponent=random&side=first", "run", func(e RunEvent) bool { return true })
	if n := seen[0].Counted; n != 200 {
		t.Errorf("%d games are chosen", n)
	}
	runs := runEventsOf(t, s, "/api/runs/events", "runs", func(RunList) bool { return true })
	if len(runs[0].Runs) != 1 || runs[0].Runs[0].State != runFinished || runs[0].Runs[0].Planned != 2400 {
		t.Errorf("the list is %+v", runs[0])
	}
	for path, want := range map[string]string{
		"?game=chess":       `game "chess": the run has no such game`,
		"?agent=nobody":     `agent "nobody": the run has no such agent`,
		"?round=2":          "round 2: it must be from 1 to 1",
		"?opponent=tree":    "an opponent or a side is one of an agent's",
		"?reason=because":   `reason "because"`,
		"?agent=tree&side=": "",
	} {
		if want != "" {
			if said := refused(t, ask(t, s, "GET", "/api/runs/live/events"+path, nil), 400); !strings.Contains(said, want) {
				t.Errorf("%s: %s", path, said)
			}
		}
	}
	runGamesOf(t, s)
	within(t, "nobody watches", 5*time.Second, func() bool {
		s.runs.mutex.Lock()
		defer s.runs.mutex.Unlock()
		return len(s.runs.hubs) == 0
	})
}

// runGamesOf looks at the games of the run live by pages, and at one of them.
func runGamesOf(t *testing.T, s *Server) {
	all, after := 0, ""
	for more := true; more; {
		page := read[RunGames](t, ask(t, s, "GET", "/api/runs/live/games?game=tictactoe&first=random&second=depth&limit=70&after="+after, nil))
		for _, g := range page.Games {
			if g.ID != "tictactoe" || g.Agents[0] != "random" || g.Agents[1] != "depth" || g.Plies < 5 || g.Opening == "" || g.Round != 1 {
				t.Fatalf("a game is %+v", g)
			}
		}
		all += len(page.Games)
		more, after = page.More, page.After
	}
	if all != 200 {
		t.Errorf("%d games of random against depth", all)
	}
	page := read[RunGames](t, ask(t, s, "GET", "/api/runs/live/games?game=connect4:5x4,run%3D3&agent=tree&result=loss&limit=1", nil))
	line := page.Games[0]
	seat := 0
	if line.Agents[1] == "tree" {
		seat = 1
	}
	path := fmt.Sprintf("/api/runs/live/games/%d/%d/%d", line.Game, line.Pairing, line.Number)
	one := read[RunGame](t, ask(t, s, "GET", path, nil))
	if line.Result[seat] >= 0 || one.Moves == "" || one.Name != "Connect 4" || !strings.Contains(one.Outcome, "wins") || len(one.Record.Full) != 2 {
		t.Errorf("the game is %+v", one)
	}
	opened := read[RunGames](t, ask(t, s, "GET", "/api/runs/live/games?game=tictactoe&opening=b2", nil))
	for _, g := range opened.Games {
		if g.Opening != "b2" {
			t.Errorf("%q opens a game, not b2", g.Opening)
		}
	}
	if len(opened.Games) < 10 {
		t.Errorf("%d games begin with b2", len(opened.Games))
	}
	id := read[RunKept](t, ask(t, s, "POST", path+"/keep", nil)).ID
	if kept := read[api.SavedGame](t, ask(t, s, "GET", "/api/games/"+id, nil)); kept.ID != id {
		t.Errorf("kept is %+v", kept)
	}
	refused(t, ask(t, s, "GET", "/api/runs/live/games/7/0/0", nil), 404)
	if said := refused(t, ask(t, s, "GET", "/api/runs/live/games/x/0/0", nil), 422); said != "game: expected integer" {
		t.Error(said)
	}
	refused(t, ask(t, s, "GET", "/api/runs/live/games/0/0/999999", nil), 404)
	refused(t, ask(t, s, "GET", "/api/runs/live/games?after=x", nil), 400)
}

// TestRunElsewhere: a run of another process shows live, with its speed.
func TestRunElsewhere(t *testing.T) {
	data := t.TempDir()
	s := serverFor(t, Options{Data: data})
	text := runYAML("there", 100_000) // it is stopped once it was seen
	e, err := experiment.Parse([]byte(text), "", testAgents(""))
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Check(); err != nil {
		t.Fatal(err)
	}
	db, err := store.Open(data)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	r, err := run.Begin(db, e, text)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- r.Play(ctx, run.Crew(1), func(arena.News) {}) }()
	list := runEventsOf(t, s, "/api/runs/there/events", "run", func(e RunEvent) bool { return e.Speed > 0 && e.Counted > 0 })
	if last := list[len(list)-1]; last.State != runElsewhere || last.Played == 0 || last.Left == 0 {
		t.Errorf("it is %+v", last.RunLine)
	}
	for _, path := range []string{"stop", "go-on"} {
		if said := refused(t, ask(t, s, "POST", "/api/runs/there/"+path, nil), 409); !strings.Contains(said, "run there is played by another process") {
			t.Error(said)
		}
	}
	if said := refused(t, ask(t, s, "DELETE", "/api/runs/there?confirm=there", nil), 409); !strings.Contains(said, "is being written by another process") {
		t.Error(said)
	}
	cancel()
	<-ended
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	runUntil(t, s, "there", func(l RunLine) bool { return l.State == runStopped && l.Played > 0 })
}

// TestRunRefusals: what cannot be run is refused with where and why.
func TestRunRefusals(t *testing.T) {
	s := serverFor(t, Options{Data: t.TempDir()})
	read[RunLine](t, ask(t, s, "POST", "/api/runs", object{"yaml": runYAML("done", 2)}))
	runUntil(t, s, "done", func(l RunLine) bool { return l.State == runFinished })
	for text, want := range map[string]struct {
		status int
		says   string
	}{
		runYAML("done", 4): {409, "run done is of another experiment (changed: games-per-pair)"},
		runYAML("done", 2): {409, "run done is finished"},
		runYAML("x", 3):    {400, "line 7: games-per-pair: it must be even"},
		"name: x\ngames: [tictactoe]\nagents: [random, 'mcts:sim=5']\n":                                                {400, `line 3: agents: agent "mcts:sim=5": unknown option "sim"`},
		"name: x\ngames: [tictactoe]\nagents: [random, 'gtp:cmd=sh']\n":                                                {403, "which needs gambito serve --trust"},
		"name: x\ngames: [tictactoe]\nagents: [random, 'mcts']\nopenings: /etc/passwd\n":                               {403, "they are read from a file, which needs gambito serve --trust"},
		"name: x\ngames: [tictactoe]\nagents: [random, {name: y, spec: random}]\nrounds: 1000\ngames-per-pair: 9000\n": {400, "the experiment has 9000000 games, and this server plays at most 5000000"},
		"name: x\ngames: [\"gdl:/etc/passwd\"]\nagents: [random, {name: y, spec: random}]\n":                           {400, "a name has up to 40 small letters"},
	} {
		if said := refused(t, ask(t, s, "POST", "/api/runs", object{"yaml": text}), want.status); !strings.Contains(said, want.says) {
			t.Errorf("%q: %s", text, said)
		}
	}
	for path, status := range map[string]int{"POST /api/runs/none/stop": 404, "POST /api/runs/none/go-on": 404, "GET /api/runs/none": 404, "GET /api/runs/none/events": 404, "POST /api/runs/done/stop": 409, "POST /api/runs/done/go-on": 409, "DELETE /api/runs/done": 400, "DELETE /api/runs/done?confirm=don": 400, "DELETE /api/runs/none?confirm=none": 404} {
		method, path, _ := strings.Cut(path, " ")
		refused(t, ask(t, s, method, path, nil), status)
	}
	if w := ask(t, s, "DELETE", "/api/runs/done?confirm=done", nil); w.Code != 204 {
		t.Errorf("status %d: %s", w.Code, w.Body)
	}
	if list := read[RunList](t, ask(t, s, "GET", "/api/runs", nil)); len(list.Runs) != 0 {
		t.Errorf("left are %+v", list)
	}
	refused(t, ask(t, serverFor(t, Options{}), "GET", "/api/runs", nil), 409)
}

// TestRunDeletedWhileItRuns stops it first.
func TestRunDeletedWhileItRuns(t *testing.T) {
	s := serverFor(t, Options{Data: t.TempDir()})
	read[RunLine](t, ask(t, s, "POST", "/api/runs", object{"yaml": runYAML("gone", 100000), "priority": 3}))
	read[RunLine](t, ask(t, s, "POST", "/api/runs", object{"yaml": runYAML("next", 2)}))
	runUntil(t, s, "gone", func(l RunLine) bool { return l.State == runRunning && l.Played > 0 })
	if l := runUntil(t, s, "next", func(RunLine) bool { return true }); l.State != runWaiting {
		t.Errorf("it is %+v", l)
	}
	work := read[Work](t, ask(t, s, "POST", "/api/work/run/next/priority", object{"priority": 5}))
	if len(work.Tasks) != 2 || work.Tasks[0].What != "games" || work.Tasks[0].Total != 600000 || work.Tasks[1].Priority != 5 {
		t.Errorf("the queue is %+v", work)
	}
	if w := ask(t, s, "DELETE", "/api/runs/gone?confirm=gone", nil); w.Code != 204 {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	runUntil(t, s, "next", func(l RunLine) bool { return l.State == runFinished })
	refused(t, ask(t, s, "GET", "/api/runs/gone", nil), 404)
}

// TestExperimentForm: a file becomes a form and a form a file, and what is wrong is told
// with its place.
func TestExperimentForm(t *testing.T) {
	s := serverFor(t, Options{})
	got := read[ExperimentRead](t, ask(t, s, "POST", "/api/experiments/read", object{"yaml": runYAML("form", 10)}))
	if len(got.Problems) > 0 || got.Planned != 60 || got.Games[1].ID != "connect4:5x4,run=3" || got.Agents[0].Resolved[0].Spec == got.Agents[0].Spec || got.Form.Openings[""] != "random:1" {
		t.Errorf("read is %+v", got)
	}
	again := read[ExperimentText](t, ask(t, s, "POST", "/api/experiments/write", object{"form": got.Form}))
	if after := read[ExperimentRead](t, ask(t, s, "POST", "/api/experiments/read", object{"yaml": again.YAML})); fmt.Sprint(*after.Form) != fmt.Sprint(*got.Form) || after.Planned != 60 {
		t.Errorf("it is %+v after\n%s", after, again.YAML)
	}
	got.Form.Rounds = 7
	if kept := read[ExperimentText](t, ask(t, s, "POST", "/api/experiments/write", object{"form": got.Form, "yaml": "# mine\n" + runYAML("form", 10)})); kept.YAML != "# mine\n"+strings.Replace(runYAML("form", 10), "  - random\n", "  - random\nrounds: 7\n", 1) {
		t.Errorf("written is\n%s", kept.YAML)
	}
	wrong := read[ExperimentRead](t, ask(t, s, "POST", "/api/experiments/read", object{"yaml": "name: x\ngames: [conect4]\nagents: [random, random]\nstop: {rule: sprt, elo1: many}\n"}))
	if len(wrong.Problems) != 3 || wrong.Problems[0].Key != "games[0]" || wrong.Problems[2].Line != 4 || wrong.Form == nil {
		t.Errorf("problems are %+v", wrong.Problems)
	}
	if nothing := read[ExperimentRead](t, ask(t, s, "POST", "/api/experiments/read", object{"yaml": ": ["})); nothing.Form != nil || len(nothing.Problems) != 1 {
		t.Errorf("read is %+v", nothing)
	}
	if list := read[[]ExperimentExample](t, ask(t, s, "GET", "/api/experiments/examples", nil)); len(list) < 3 {
		t.Errorf("examples are %+v", list)
	} else {
		for _, e := range list {
			if r := read[ExperimentRead](t, ask(t, s, "POST", "/api/experiments/read", object{"yaml": e.YAML})); len(r.Problems) > 0 || e.About == "" {
				t.Errorf("%s: %+v", e.Name, r.Problems)
			}
		}
	}
}

// TestExperimentsInSpanish: what a file may say and what examples find out has words.
func TestExperimentsInSpanish(t *testing.T) {
	s := serverFor(t, Options{})
	english, spanish := read[[]spec.Option](t, ask(t, s, "GET", "/api/experiments/keys", nil)), read[[]spec.Option](t, ask(t, s, "GET", "/api/experiments/keys?lang=es", nil))
	for i, key := range english {
		if key.Help == spanish[i].Help {
			t.Errorf("%s: there is no Spanish for %q", key.Name, key.Help)
		}
	}
	about := read[[]ExperimentExample](t, ask(t, s, "GET", "/api/experiments/examples", nil))
	for i, e := range read[[]ExperimentExample](t, ask(t, s, "GET", "/api/experiments/examples?lang=es", nil)) {
		if e.About == about[i].About {
			t.Errorf("%s: there is no Spanish for %q", e.Name, e.About)
		}
	}
}

// open opens a stream, whose lines it returns.
func (v *visitor) open(ctx context.Context, path string) *bufio.Scanner {
	v.t.Helper()
	r, err := http.NewRequestWithContext(ctx, "GET", v.url+path, nil)
	if err != nil {
		v.t.Fatal(err)
	}
	answer, err := v.http.Do(r)
	if err != nil {
		v.t.Fatal(err)
	}
	context.AfterFunc(ctx, func() { answer.Body.Close() })
	if answer.StatusCode != 200 {
		v.t.Fatalf("%s: status %d", path, answer.StatusCode)
	}
	lines := bufio.NewScanner(answer.Body)
	lines.Buffer(nil, 16<<20)
	return lines
}

// TestRunFromElsewhereIsNotTrusted: an archive may say one thing of an agent and another
// of what it is in a game, and name files as openings; none of it is begun.
func TestRunFromElsewhereIsNotTrusted(t *testing.T) {
	s, trusting := serverFor(t, Options{Data: t.TempDir()}), serverFor(t, Options{Data: t.TempDir(), Trust: true})
	settings := func(full, openings string) arena.Settings {
		return arena.Settings{
			Games:  []arena.GameSettings{{ID: "tictactoe", Openings: openings, Agents: []arena.PlayerSettings{{Spec: "random"}, {Spec: full}}}},
			Agents: []arena.AgentSettings{{Name: "a", Spec: "random"}, {Name: "b", Spec: "random"}},
		}
	}
	for _, bad := range []arena.Settings{settings("gtp:cmd=sh", "none"), settings("perfect:book=/etc/passwd", "none"), settings("random", "/etc/passwd")} {
		var refusal *Refusal
		if err := s.runAllowed(bad); !errors.As(err, &refusal) || refusal.Status != 403 {
			t.Errorf("%+v may go on: %v", bad, err)
		}
		if err := trusting.runAllowed(bad); err != nil {
			t.Error(err)
		}
	}
	if err := s.runAllowed(settings("mcts:sims=5", "random:2")); err != nil {
		t.Error(err)
	}
}

// TestRunDecided: a sequential test ends a run, and no more games are shown than count.
func TestRunDecided(t *testing.T) {
	s := serverFor(t, Options{Data: t.TempDir()})
	text := "name: decided\ngames: [tictactoe]\nagents: ['alphabeta:depth=3', random]\nrounds: 50\ngames-per-pair: 100\nopenings: random:1\nstop: {rule: sprt, elo0: 0, elo1: 30}\n"
	read[RunLine](t, ask(t, s, "POST", "/api/runs", object{"yaml": text}))
	line := runUntil(t, s, "decided", func(l RunLine) bool { return l.State == runFinished })
	within(t, "the task is done", 10*time.Second, func() bool {
		task, _ := s.queue.Find(runKindName, "decided")
		return task.State == queue.Done
	})
	task, _ := s.queue.Find(runKindName, "decided")
	if task.Step.Done != line.Played || task.Step.Total != line.Played || line.Planned != line.Played || line.Played > 4000 {
		t.Errorf("the task is %+v, the run %+v", task, line)
	}
	seen := runEventsOf(t, s, "/api/runs/decided/events", "run", func(RunEvent) bool { return true })[0]
	if q := seen.Sequential; q == nil || !q.Verdict.Decided || q.LLR < q.Upper && q.LLR > q.Lower || q.Elo1 != 30 {
		t.Errorf("the test is %+v", q)
	}
}

// TestWorkTellsNoPath: why work has failed does not tell where the data folder is.
func TestWorkTellsNoPath(t *testing.T) {
	data := t.TempDir()
	s := serverFor(t, Options{Data: data})
	for _, err := range []error{
		fmt.Errorf("%s: it is damaged", filepath.Join(data, "gambito.db")),
		fmt.Errorf("it ends: %w", &fs.PathError{Op: "open", Path: filepath.Join(data, "x"), Err: fs.ErrPermission}),
	} {
		got := s.discreet(func(context.Context, queue.Task, progress.Func) error { return err })(t.Context(), queue.Task{}, nil)
		if got == nil || strings.Contains(got.Error(), data) {
			t.Errorf("%v is told as %v", err, got)
		}
	}
}

// TestWhatBeginsMayGoOn: an agent that is allowed is so with all its options too.
func TestWhatBeginsMayGoOn(t *testing.T) {
	s, tried := serverFor(t, Options{Data: t.TempDir()}), 0
	for _, id := range []string{"tictactoe", "connect4", "othello", "backgammon"} {
		g, err := s.game(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range s.options.Agents.Entries {
			given, err := s.allowed(trial(e.ID, g))
			if err != nil {
				continue
			}
			resolved, err := given.For(g)
			if err != nil {
				continue
			}
			tried++
			if _, err := s.allowed(resolved.String()); err != nil {
				t.Errorf("%s plays %s as %s: %v", given, id, resolved, err)
			}
		}
	}
	if tried < 20 {
		t.Errorf("only %d agents were tried", tried)
	}
}

// TestRunArchive: a run leaves as a file and comes back elsewhere; damaged ones do not.
func TestRunArchive(t *testing.T) {
	here, there := t.TempDir(), t.TempDir()
	s, other := serverFor(t, Options{Data: here}), serverFor(t, Options{Data: there})
	read[RunLine](t, ask(t, s, "POST", "/api/runs", object{"yaml": runYAML("moved", 10)}))
	runUntil(t, s, "moved", func(l RunLine) bool { return l.State == runFinished })
	w := ask(t, s, "GET", "/api/runs/moved/archive", nil)
	archive := w.Body.String()
	if w.Code != 200 || w.Header().Get("Content-Disposition") != `attachment; filename="moved.gambito.gz"` || !strings.HasPrefix(archive, "\x1f\x8b") {
		t.Fatalf("status %d, %v", w.Code, w.Header())
	}
	send := func(query, body string) *httptest.ResponseRecorder {
		r := httptest.NewRequest("POST", "/api/runs/import"+query, strings.NewReader(body))
		r.Host = "127.0.0.1:7777"
		r.Header.Set("Content-Type", "application/octet-stream")
		w := httptest.NewRecorder()
		other.Handler().ServeHTTP(w, r)
		return w
	}
	for _, damaged := range []string{"", "x", archive[:len(archive)/2], archive[:len(archive)-20] + strings.Repeat("x", 20)} {
		if said := refused(t, send("", damaged), 400); !strings.HasPrefix(said, "the archive: ") {
			t.Error(said)
		}
	}
	refused(t, send("?as=../x", archive), 400)
	if line := read[RunLine](t, send("", archive)); line.Name != "moved" || line.State != runFinished || line.Played != 60 {
		t.Errorf("it is %+v", line)
	}
	if exported(t, here, "moved") != exported(t, there, "moved") || ask(t, other, "GET", "/api/runs/moved/archive", nil).Body.String() != archive {
		t.Error("it has other games there")
	}
	refused(t, send("", archive), 409)
	if line := read[RunLine](t, send("?as=again", archive)); line.Name != "again" {
		t.Errorf("it is %+v", line)
	}
}
