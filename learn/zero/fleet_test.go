package zero

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
	"gambito/game"
	"gambito/learn/folder"
	"gambito/learn/replay"
	"gambito/nn"
)

var kinds = []crew.Kind{GamesKind, MatchKind}

// away runs rounds up to number n with a fleet.
func away(t *testing.T, dir string, s Settings, g game.Encoded, f crew.Fleet, n int) error {
	t.Helper()
	r, err := Open(dir, s, g, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	r.Fleet = f
	for len(r.Rounds) < n {
		if _, err := r.Next(context.Background(), nil); err != nil {
			return err
		}
	}
	return nil
}

// gameSet are the games of a folder, whatever their order.
func gameSet(t *testing.T, dir string, g game.Game) (set []string) {
	t.Helper()
	var list []*replay.Game
	_, err := replay.Read(content(t, dir, folder.GamesFile), g, func(g *replay.Game) error {
		list = append(list, g)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range list {
		set = append(set, string(one.Append(nil)))
	}
	slices.Sort(set)
	return set
}

// judged is what came of rounds, but for how long they took.
func judged(t *testing.T, dir string) []byte {
	t.Helper()
	var list []Round
	if err := json.Unmarshal(content(t, dir, logFile), &list); err != nil {
		t.Fatal(err)
	}
	for i := range list {
		list[i].Seconds, list[i].Total, list[i].GamesPerSec = 0, 0, 0
	}
	text, _ := json.Marshal(list)
	return text
}

func sameLearning(t *testing.T, what, a, b string, g game.Game) {
	t.Helper()
	for _, name := range []string{folder.ModelFile, folder.LearnerFile, "average-2.safetensors"} {
		if !bytes.Equal(content(t, a, name), content(t, b, name)) {
			t.Errorf("%s: %s differs", what, name)
		}
	}
	if !slices.Equal(gameSet(t, a, g), gameSet(t, b, g)) {
		t.Errorf("%s: the games differ", what)
	}
	if !bytes.Equal(judged(t, a), judged(t, b)) {
		t.Errorf("%s: rounds came to\n%s, not\n%s", what, judged(t, b), judged(t, a))
	}
}

// TestFleet: whoever plays, and however many they are, the same is learnt to the bit.
func TestFleet(t *testing.T) {
	for _, spec := range []string{"tictactoe", "connect4:5x4"} {
		g := parse(t, spec)
		s := small(t, g)
		s.Games = 16
		if spec == "tictactoe" {
			s.Teacher, s.Solved, s.Baselines = SolverTeacher, 4, []string{"random", "mcts:sims=20"}
		}
		here := t.TempDir()
		rounds(t, here, s, g, 2, 2)
		for _, workers := range []int{1, 2, 4, 16} {
			there := t.TempDir()
			if err := away(t, there, s, g, crewtest.Fleet{Kinds: kinds, Workers: workers, Seed: uint64(workers)}, 2); err != nil {
				t.Fatal(err)
			}
			sameLearning(t, spec, here, there, g)
		}
	}
}

// breaks is a fleet that hands over so many units of a kind and then fails.
type breaks struct {
	crew.Fleet
	kind  string
	after int
	err   error
}

func (f breaks) Do(ctx context.Context, j crew.Job, units iter.Seq[int], deliver func([]crew.Done) error) error {
	if j.Kind != f.kind {
		return f.Fleet.Do(ctx, j, units, deliver)
	}
	return f.Fleet.Do(ctx, j, units, func(list []crew.Done) error {
		n := min(len(list), f.after)
		f.after -= n
		if err := deliver(list[:n]); err != nil || n == len(list) {
			return err
		}
		return f.err
	})
}

// doubtful is what a fleet says whose workers contradict each other.
type doubtful struct{}

func (doubtful) Error() string     { return "anna and bert contradict each other" }
func (doubtful) InDoubt() []string { return []string{"bert"} }

// TestFleetBreaks: what was handed over before a fleet failed is used by whoever goes
// on; if it is in doubt it is dropped, at whatever point of the round that is found out.
func TestFleetBreaks(t *testing.T) {
	g := parse(t, "tictactoe")
	s := small(t, g)
	here := t.TempDir()
	rounds(t, here, s, g, 1, 2)
	full := crewtest.Fleet{Kinds: kinds, Workers: 3}
	for _, at := range []struct {
		kind  string
		after int
		err   error
		left  int // games of the round that are kept
	}{
		{"zero-games", 9, errors.New("gone"), 9},
		{"zero-games", 9, doubtful{}, 0},
		{"zero-match", 2, doubtful{}, 0},
		{"zero-match", 2, context.Canceled, s.Games},
	} {
		there := t.TempDir()
		rounds(t, there, s, g, 1, 1)
		err := away(t, there, s, g, breaks{full, at.kind, at.after, at.err}, 2)
		if !errors.Is(err, at.err) {
			t.Errorf("%s: %v", at.kind, err)
		}
		if at.left == 0 && !strings.Contains(err.Error(), "the same command plays them again") {
			t.Errorf("it is not told how to go on: %v", err)
		}
		r, err := Open(there, s, g, 1)
		if err != nil {
			t.Fatal(err)
		}
		if len(r.current) != at.left {
			t.Errorf("%s, %v: %d games are left, not %d", at.kind, at.err, len(r.current), at.left)
		}
		r.Close()
		if err := away(t, there, s, g, full, 2); err != nil {
			t.Fatal(err)
		}
		sameLearning(t, at.kind, here, there, g)
	}
}

// captured keeps the jobs that it is asked for, and does nothing.
type captured struct{ jobs []crew.Job }

func (c *captured) Do(_ context.Context, j crew.Job, _ iter.Seq[int], _ func([]crew.Done) error) error {
	c.jobs = append(c.jobs, j)
	return errors.New("nobody is here")
}

// example is a job of self-play and one of a match.
func example(t testing.TB) (games, match crew.Job) {
	t.Helper()
	g := parse(t, "tictactoe")
	s := small(t, g)
	m, err := nn.New(s.architecture(g), 1)
	if err != nil {
		t.Fatal(err)
	}
	m.Notes["game"] = s.Game
	best, err := contend(m)
	if err != nil {
		t.Fatal(err)
	}
	var c captured
	r := &Run{Settings: s, game: g, folder: "mine", jobs: 1, best: best, Fleet: &c}
	r.playAway(context.Background(), 0, upTo(3), nil)
	r.meet(context.Background(), best, best, meeting{Games: 2, Seed: 1})
	return c.jobs[0], c.jobs[1]
}

// TestJobsOfStrangers checks that what a job says is not trusted.
func TestJobsOfStrangers(t *testing.T) {
	games, match := example(t)
	refused := func(j crew.Job, kind, what string, change func(spec map[string]any)) {
		t.Helper()
		var spec map[string]any
		if err := json.Unmarshal(j.Spec, &spec); err != nil {
			t.Fatal(err)
		}
		change(spec)
		j.Spec, _ = json.Marshal(spec)
		if _, err := crew.Open(kinds, j, crew.Place{Jobs: 1}); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%s: %v, without %q", kind, err, what)
		}
	}
	settings := func(name string, value any) func(map[string]any) {
		return func(spec map[string]any) { spec["settings"].(map[string]any)[name] = value }
	}
	for _, j := range []crew.Job{games, match} {
		refused(j, j.Kind, "simulations 0", settings("simulations", 0))
		refused(j, j.Kind, "do not play by rulesheets", settings("game", "gdl:/etc/passwd"))
		refused(j, j.Kind, "cannot be shown", settings("game", "tron"))
		refused(j, j.Kind, "for tictactoe, not for connect4", settings("game", "connect4"))
		refused(j, j.Kind, "unknown teacher", settings("teacher", "me"))
		refused(j, j.Kind, "unknown field", settings("cheat", 1))
		cut := j
		cut.Files = []crew.File{{Name: networkFile, Content: j.Files[0].Content[:100]}}
		refused(cut, j.Kind, "model network", func(map[string]any) {})
		cut.Files = nil
		refused(cut, j.Kind, "does not come with the job", func(map[string]any) {})
	}
	refused(games, "round", "round -1", func(spec map[string]any) { spec["round"] = -1 })
	refused(match, "games", "a match of 100 games", func(spec map[string]any) { spec["games"] = 100 })
	refused(match, "other", "no baseline of the settings", func(spec map[string]any) { spec["baseline"] = "mcts" })
	refused(match, "file", "needs this machine", func(spec map[string]any) {
		spec["baseline"] = "alphazero:model=/etc/passwd"
		settings("baselines", []string{"alphazero:model=/etc/passwd"})(spec)
	})
}

// TestResultsOfStrangers checks that results are not trusted either.
func TestResultsOfStrangers(t *testing.T) {
	games, match := example(t)
	for _, j := range []crew.Job{games, match} {
		d, err := crew.Open(kinds, j, crew.Place{Jobs: 1})
		if err != nil {
			t.Fatal(err)
		}
		defer d.Close()
		r, err := d.Do(context.Background(), 1)
		if err != nil || d.Check(1, r) != nil {
			t.Fatal(err, d.Check(1, r))
		}
		if j.Kind == GamesKind.Name && d.Check(0, r) == nil {
			t.Error("the game of another number is taken")
		}
		if d.Check(1000, r) == nil || d.Check(-1, r) == nil {
			t.Errorf("%s: there are units without end", j.Kind)
		}
		for i := range r.Data {
			cut := crew.Result{Data: r.Data[:i]}
			if d.Check(1, cut) == nil {
				t.Errorf("%s: %d of %d bytes are enough", j.Kind, i, len(r.Data))
			}
		}
		if d.Check(1, crew.Result{Data: append(slices.Clone(r.Data), ' ')}) == nil {
			t.Errorf("%s: what follows is taken", j.Kind)
		}
		if _, err := d.Do(context.Background(), 1000); err == nil {
			t.Errorf("%s: a unit is done that is none", j.Kind)
		}
	}
}

// FuzzResults: no result from elsewhere makes checking it fail.
func FuzzResults(f *testing.F) {
	games, match := example(f)
	var doers []crew.Doer
	for _, j := range []crew.Job{games, match} {
		d, err := crew.Open(kinds, j, crew.Place{Jobs: 1})
		if err != nil {
			f.Fatal(err)
		}
		r, err := d.Do(context.Background(), 1)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(r.Data)
		doers = append(doers, d)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, d := range doers {
			d.Check(1, crew.Result{Data: data})
		}
	})
}

// FuzzSpec: nor does a job.
func FuzzSpec(f *testing.F) {
	games, match := example(f)
	f.Add(games.Spec)
	f.Add(match.Spec)
	f.Fuzz(func(t *testing.T, spec []byte) {
		var g gamesSpec
		var m matchSpec
		if (crew.Job{Spec: spec}).Decode(&g) == nil {
			g.Settings.open(games, networkFile)
		}
		if (crew.Job{Spec: spec}).Decode(&m) == nil && m.Settings.Check() == nil {
			m.Settings.checkBaseline(m.Baseline)
		}
	})
}
