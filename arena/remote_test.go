package arena_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"gambito/agent"
	"gambito/agents"
	"gambito/arena"
	"gambito/crew"
	"gambito/crew/crewtest"
	"gambito/games"
	"gambito/gdl/sheets"
	"gambito/models"
	"gambito/stats"
)

var gamesKind = arena.Games(func(e *agent.Environment) *agent.Registry { return agents.New(e) }, games.ParseSealed)

// experiment makes one of specs; a venue is a game and its openings.
func experiment(t testing.TB, venues [][2]string, specs ...string) *arena.Experiment {
	t.Helper()
	e := &arena.Experiment{
		Name: "remote", Schedule: arena.RoundRobin, Rounds: 1, GamesPerPair: 2, Draw: arena.DrawHalf, Seed: 1<<63 + 7,
		Stop: arena.Stop{Rule: arena.StopFixed},
	}
	for _, v := range venues {
		g, err := games.Parse(v[0])
		if err != nil {
			t.Fatal(err)
		}
		o, err := arena.ParseOpenings(g, v[1])
		if err != nil {
			t.Fatal(err)
		}
		e.Venues = append(e.Venues, arena.Venue{Game: g, Openings: o})
	}
	parsed, err := agents.New(agent.NewEnvironment("")).ParseAll(specs...)
	if err != nil {
		t.Fatal(err)
	}
	for i, spec := range parsed {
		e.Entrants = append(e.Entrants, arena.Entrant{Name: specs[i], Spec: spec})
	}
	if err := e.Check(); err != nil {
		t.Fatal(err)
	}
	return e
}

// file writes one that jobs must take along.
func file(t testing.TB, name string, content []byte) string {
	t.Helper()
	name = filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(name, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// mine are a network and a rulesheet that do not come with gambito.
func mine(t testing.TB) (network, sheet string) {
	t.Helper()
	model, ok := models.Read("connect4")
	found, ok2 := sheets.Find("tictactoe")
	if !ok || !ok2 {
		t.Fatal("there is nothing to write")
	}
	return file(t, "mine.model", model), "gdl:" + file(t, "mine.kif", append(found.Text, "\n; mine\n(extra fact)\n"...))
}

// experiments are of all sorts.
func experiments(t testing.TB) map[string]*arena.Experiment {
	network, sheet := mine(t)
	lines := file(t, "lines.txt", []byte("4 4 3\n1 2\n"))
	weights := file(t, "weights.txt", []byte(strings.Repeat("10 ", 16)))
	list := map[string]*arena.Experiment{
		"files":      experiment(t, [][2]string{{"connect4", "random:3"}}, "alphazero:sims=6,model="+network, "mcts:sims=20", "alphabeta:depth=2", "random", "level:1"),
		"lines":      experiment(t, [][2]string{{"connect4", lines}, {"connect4:8x6", "none"}}, "mcts:sims=10", "random"),
		"dice":       experiment(t, [][2]string{{"backgammon", "none"}, {"backgammon:match=3", "none"}}, "pubeval", "random", "rules:file="+weights),
		"rulesheets": experiment(t, [][2]string{{sheet, "random:1"}, {"gdl:connect4", "none"}, {"breakthrough", "random:2"}}, "mcts:sims=10", "random"),
		"sprt":       experiment(t, [][2]string{{"tictactoe", "none"}}, "mcts:sims=50", "random"),
		"swiss":      experiment(t, [][2]string{{"tictactoe", "random:1"}}, "mcts:sims=30", "random", "mcts:sims=5", "alphabeta:depth=1"),
	}
	list["sprt"].Rounds, list["sprt"].Stop = 100, arena.Stop{Rule: arena.StopSPRT, SPRT: stats.SPRT{Elo0: 0, Elo1: 100, Alpha: 0.05, Beta: 0.05, Model: stats.LogisticElo}}
	list["swiss"].Schedule, list["swiss"].Rounds = arena.Swiss, 3
	list["lines"].MaxPlies, list["dice"].Resign = 12, arena.Resign{Value: 0.9, Moves: 2}
	return list
}

// outcome plays an experiment and returns what would be stored: every record that
// counts, without what depends on the time and the machine.
func outcome(t testing.TB, e *arena.Experiment, c arena.Crew) (texts []string, machines map[string]bool) {
	t.Helper()
	if err := e.Check(); err != nil {
		t.Fatal(err)
	}
	r := arena.NewRun(e)
	var records []arena.Record
	keep := func(batch []arena.Record) error {
		records = append(records, batch...)
		return nil
	}
	if err := r.Play(context.Background(), c, keep, func(arena.News) {}); err != nil {
		t.Fatal(err)
	}
	surplus, machines := r.Surplus(), map[string]bool{}
	slices.SortFunc(records, func(a, b arena.Record) int { return a.Key().Compare(b.Key()) })
	for _, one := range records {
		if slices.Contains(surplus, one.Key()) {
			continue
		}
		machines[one.Machine] = true
		one.Seconds, one.Build, one.Machine = nil, "", ""
		text, err := json.Marshal(one)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	return texts, machines
}

// TestRemote: whoever plays, the records are the same.
func TestRemote(t *testing.T) {
	for name, e := range experiments(t) {
		want, _ := outcome(t, e, arena.Local{Jobs: 2})
		for _, workers := range []int{1, 4} {
			got, machines := outcome(t, e, arena.Remote{Fleet: crewtest.Fleet{Kinds: []crew.Kind{gamesKind}, Workers: workers, Seed: 3}})
			if !slices.Equal(got, want) {
				t.Errorf("%s: %d workers play otherwise:\n%.2000s\nnot\n%.2000s", name, workers, got, want)
			}
			if len(machines) != workers {
				t.Errorf("%s: %d machines of %d", name, len(machines), workers)
			}
		}
	}
}

// TestRemoteMatch: a match has agents without names, and any number of them.
func TestRemoteMatch(t *testing.T) {
	registry := agents.New(agent.NewEnvironment(""))
	for _, m := range []struct {
		game  string
		specs []string
	}{{"connect4", []string{"mcts:sims=10", "random"}}, {"gdl:three-in-line", []string{"mcts:sims=5", "random", "random"}}, {"gdl:lights-out", []string{"random"}}} {
		g, err := games.Parse(m.game)
		if err != nil {
			t.Fatal(err)
		}
		specs, err := registry.ParseAll(m.specs...)
		if err != nil {
			t.Fatal(err)
		}
		match := arena.Match{Game: g, Agents: specs, Games: 7, From: 2, Seed: 5, Limits: agent.Limits{Simulations: 8}}
		play := func(c arena.Crew) (list []arena.Record) {
			match.Crew = c
			if err := match.Run(context.Background(), func(r arena.Record) error {
				r.Seconds, r.Build, r.Machine = nil, "", ""
				list = append(list, r)
				return nil
			}); err != nil {
				t.Fatal(m.game, err)
			}
			return list
		}
		want, got := play(arena.Local{Jobs: 1}), play(arena.Remote{Fleet: crewtest.Fleet{Kinds: []crew.Kind{gamesKind}, Workers: 3}})
		if len(want) != 5 || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v\nnot\n%+v", m.game, got, want)
		}
	}
}

// TestSealed: nobody elsewhere makes this machine read a file of its own.
func TestSealed(t *testing.T) {
	network, sheet := mine(t)
	e := experiment(t, [][2]string{{"connect4", "none"}}, "alphazero:sims=2,model="+network, "random")
	job, err := e.Job()
	if err != nil {
		t.Fatal(err)
	}
	if len(job.Files) != 1 || job.Files[0].Name != network || job.Timed || job.Outside {
		t.Fatalf("the job takes %d files along, and is timed: %v", len(job.Files), job.Timed)
	}
	do := func(j crew.Job) error {
		d, err := crew.Open([]crew.Kind{gamesKind}, j, crew.Place{Jobs: 1, Trust: true})
		if err != nil {
			return err
		}
		defer d.Close()
		_, err = d.Do(context.Background(), 0)
		return err
	}
	if err := do(job); err != nil {
		t.Fatal(err)
	}
	job.Files = nil // the file is there, but not for strangers
	if err := do(job); err == nil || !strings.Contains(err.Error(), "does not come with the job") {
		t.Errorf("a network of this disk: %v", err)
	}
	job, err = experiment(t, [][2]string{{sheet, "none"}}, "random", "mcts:sims=2").Job()
	if err != nil || len(job.Files) != 1 || job.Files[0].Name != sheet {
		t.Fatalf("%v, %d files", err, len(job.Files))
	}
	if err := do(job); err != nil {
		t.Fatal(err)
	}
	job.Files = nil
	if err := do(job); err == nil || !strings.Contains(err.Error(), "does not come with the job") {
		t.Errorf("a rulesheet of this disk: %v", err)
	}
	lines := file(t, "lines.txt", []byte("4 4 3\n1 2\n"))
	job, _ = experiment(t, [][2]string{{"connect4", lines}}, "random", "mcts:sims=2").Job()
	var o arena.Order
	if err := json.Unmarshal(job.Spec, &o); err != nil {
		t.Fatal(err)
	}
	o.Settings.Games[0].Moves = nil
	job.Spec, _ = json.Marshal(o)
	if err := do(job); err == nil || !strings.Contains(err.Error(), "did not come along") {
		t.Errorf("openings of this disk: %v", err)
	}
}

// TestJobTold: what a job says of itself.
func TestJobTold(t *testing.T) {
	for specs, want := range map[string]bool{"random": false, "mcts:time=10ms": true, "mcts:sims=10": false, "mcts:sims=10,threads=2": true} {
		job, err := experiment(t, [][2]string{{"connect4", "none"}}, specs, "mcts:sims=3").Job()
		if err != nil || job.Timed != want || job.Outside || len(job.Files) != 0 || job.Name != "remote" || job.Kind != "games" {
			t.Errorf("%s: timed %v, outside %v, %d files, %v", specs, job.Timed, job.Outside, len(job.Files), err)
		}
	}
}

// TestGamesCheck: results that cannot be are refused.
func TestGamesCheck(t *testing.T) {
	e := experiment(t, [][2]string{{"connect4", "random:2"}, {"backgammon", "none"}}, "mcts:sims=2", "random")
	e.Rounds = 20
	job, err := e.Job()
	if err != nil {
		t.Fatal(err)
	}
	d, err := crew.Open([]crew.Kind{gamesKind}, job, crew.Place{Jobs: 1})
	if err != nil {
		t.Fatal(err)
	}
	for unit := range 4 {
		r, err := d.Do(context.Background(), unit)
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Check(unit, r); err != nil {
			t.Errorf("game %d: %v", unit, err)
		}
		change := func(why string, f func(text string) string) {
			t.Helper()
			changed := crew.Result{Data: []byte(f(string(r.Data))), Notes: r.Notes}
			if string(changed.Data) == string(r.Data) {
				t.Errorf("%s: nothing was changed in %s", why, r.Data)
			} else if d.Check(unit, changed) == nil {
				t.Errorf("game %d: %s is not seen: %s", unit, why, changed.Data)
			}
		}
		change("another winner", func(s string) string {
			return regexp.MustCompile(`"result":\[(-?\d),(-?\d)\]`).ReplaceAllString(s, `"result":[$2,$1]`)
		})
		change("more for a win", func(s string) string { return strings.Replace(s, `[`, `[1`, 1) })
		change("a draw", func(s string) string { return strings.Replace(s, `"reason":"rules"`, `"reason":"max-plies"`, 1) })
		change("no reason", func(s string) string { return strings.Replace(s, `"rules"`, `"ennui"`, 1) })
		change("another way to write", func(s string) string { return strings.Replace(s, `"moves":"`, `"moves":" `, 1) })
		change("a move less", func(s string) string {
			before, after, _ := strings.Cut(s, `","result"`)
			return before[:max(strings.LastIndex(before, " "), len(before)-1)] + `","result"` + after
		})
		change("more simulations than can be", func(s string) string { return strings.Replace(s, `"simulations":[`, `"simulations":[-9`, 1) })
		change("an opening that is none", func(s string) string {
			if strings.Contains(s, `"opening":2`) {
				return strings.Replace(s, `"opening":2`, `"opening":1`, 1)
			}
			return strings.Replace(s, `{`, `{"opening":1,`, 1)
		})
		change("no text", func(s string) string { return s[1:] })
		for other := range 4 {
			if other/2 != unit/2 && d.Check(other, r) == nil {
				t.Errorf("game %d is taken for %d", unit, other)
			}
		}
		for _, notes := range []string{`[-1,2]`, `[1]`, `"soon"`} {
			if d.Check(unit, crew.Result{Data: r.Data, Notes: []byte(notes)}) == nil {
				t.Errorf("%s are times", notes)
			}
		}
	}
	for _, unit := range []int{-1, 1 << 30} {
		if _, err := d.Do(context.Background(), unit); err == nil {
			t.Errorf("there is a game %d", unit)
		}
	}
}

// TestDiceAreSeen: a game with other dice than its own is refused.
func TestDiceAreSeen(t *testing.T) {
	open := func(seed uint64) crew.Doer {
		e := experiment(t, [][2]string{{"backgammon", "none"}}, "random", "pubeval")
		e.Seed = seed
		job, err := e.Job()
		if err != nil {
			t.Fatal(err)
		}
		d, err := crew.Open([]crew.Kind{gamesKind}, job, crew.Place{Jobs: 1})
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	one, other := open(1), open(2)
	r, err := one.Do(context.Background(), 0)
	if err != nil || one.Check(0, r) != nil {
		t.Fatal(err)
	}
	if err := other.Check(0, r); err == nil || !strings.Contains(err.Error(), "dice") {
		t.Errorf("other dice: %v", err)
	}
}

// TestCheckIsQuick: the machine that gathers games takes thousands a second.
func TestCheckIsQuick(t *testing.T) {
	job, err := experiment(t, [][2]string{{"connect4", "random:2"}}, "random", "mcts:sims=2").Job()
	if err != nil {
		t.Fatal(err)
	}
	d, err := crew.Open([]crew.Kind{gamesKind}, job, crew.Place{Jobs: 1})
	if err != nil {
		t.Fatal(err)
	}
	r, err := d.Do(context.Background(), 0)
	if err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	for range 1000 {
		if err := d.Check(0, r); err != nil {
			t.Fatal(err)
		}
	}
	if each := time.Since(begin) / 1000; each > 500*time.Microsecond { // tens of times what it takes on an idle core
		t.Errorf("a game takes %v to check", each)
	}
}

func BenchmarkCheck(b *testing.B) {
	for _, id := range []string{"tictactoe", "connect4", "othello", "backgammon"} {
		job, err := experiment(b, [][2]string{{id, "none"}}, "random", "mcts:sims=2").Job()
		if err != nil {
			b.Fatal(err)
		}
		d, err := crew.Open([]crew.Kind{gamesKind}, job, crew.Place{Jobs: 1})
		if err != nil {
			b.Fatal(err)
		}
		r, err := d.Do(context.Background(), 0)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(id, func(b *testing.B) {
			b.ReportMetric(float64(len(r.Data)), "bytes")
			for b.Loop() {
				if err := d.Check(0, r); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// FuzzOrder: whatever comes as a job, opening it is an error or not, and no more.
func FuzzOrder(f *testing.F) {
	job, err := experiment(f, [][2]string{{"tictactoe", "none"}}, "random", "mcts:sims=2").Job()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(job.Spec, []byte(`{"moves":"a1","result":[0,0],"reason":"rules"}`), 0)
	f.Add([]byte(`{"match":true,"settings":{"format":1,"games":[{"id":"tictactoe","openings":"none","agents":[{"spec":"random"},{"spec":"random"}]}],"agents":[{"spec":"random"},{"spec":"random"}]}}`), []byte(`{}`), 3)
	f.Fuzz(func(t *testing.T, spec, data []byte, unit int) {
		d, err := gamesKind.Open(crew.Job{Kind: "games", Spec: spec}, crew.Place{Jobs: 1})
		if err != nil {
			return
		}
		defer d.Close()
		_ = d.Check(unit, crew.Result{Data: data})
	})
}

// TestMemory: no more games are played at a time than there is memory for.
func TestMemory(t *testing.T) {
	job, err := experiment(t, [][2]string{{"connect4", "none"}}, "mcts:sims=9,memory=100", "alphabeta:depth=2,table=50", "random").Job()
	if err != nil {
		t.Fatal(err)
	}
	for megabytes, want := range map[int64]int{0: 4, 149: 0, 150: 1, 450: 3, 4000: 4} {
		d, err := crew.Open([]crew.Kind{gamesKind}, job, crew.Place{Jobs: 4, Memory: megabytes << 20})
		switch {
		case want == 0 && (err == nil || !strings.Contains(err.Error(), "may take 150 MB, and this machine lends 149 MB")):
			t.Errorf("%d MB: %v", megabytes, err)
		case want > 0 && err != nil:
			t.Error(err)
		case want > 0 && d.Width() != want:
			t.Errorf("%d MB: %d games at a time", megabytes, d.Width())
		}
	}
}
