package tune

import (
	"context"
	"math"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"gambito/agent"
	"gambito/agents"
	"gambito/crew"
	"gambito/crew/crewtest"
	"gambito/duel"
	"gambito/game"
	"gambito/games"
	"gambito/quiz"
	"gambito/stats"
)

// others are files of the objectives beside points.
var others = map[Objective]string{
	Ladder: `name: climbing
game: tictactoe
agent: "mcts:sims=8"
options:
  final: [robust, mean]
  alpha: {min: 0.1, max: 4, scale: logarithmic}
objective: ladder
against: [random, "mcts:sims=4", "mcts:sims=30"]
ladder: {pairs: 10}
openings: random:1
pairs: 2
games: 120
method: "random:batch=5"
finals: {candidates: 2, pairs: 6}
confirm: {pairs: 12}
`,
	Accuracy: `name: exact
game: tictactoe
agent: "mcts:sims=8"
options:
  final: [robust, mean]
  alpha: {min: 0.1, max: 4, scale: logarithmic}
objective: accuracy
plies: 0-5
questions: 25
moves: 300
method: "random:batch=5"
race: halving
finals: {candidates: 3, questions: 50}
confirm: {questions: 90}
`,
	Regret: `name: trees
game: "tree:branching=3,depth=4"
agent: "mcts:sims=8"
options:
  final: [robust, mean]
  alpha: {min: 0.1, max: 4, scale: logarithmic}
objective: regret
questions: 25
moves: 300
method: "random:batch=5"
race: halving
finals: {candidates: 3, questions: 50}
confirm: {questions: 90}
`,
}

func unpack(j crew.Job, p crew.Place) (*agent.Registry, func(string) (game.Game, error)) {
	return agents.New(agent.NewSealed(p.Folder, j.Read)), func(id string) (game.Game, error) { return games.ParseSealed(id, j.Read) }
}

// TestObjectives: by every objective the same comes out for any number of jobs, on a
// fleet, and of what was kept; and the confirmation has new questions.
func TestObjectives(t *testing.T) {
	for objective, text := range others {
		s := parse(t, text)
		s.Jobs = 1
		file := filepath.Join(t.TempDir(), "kept.json")
		if _, err := s.KeepIn(file); err != nil {
			t.Fatal(err)
		}
		want := run(t, s)
		s.Leave()
		c := want.Confirmed
		if c.Other == nil || c.Difference == nil || c.P < 0 || c.P > 1 || !(c.Score.Low <= c.Score.Estimate && c.Score.Estimate <= c.Score.High) {
			t.Errorf("%s: %+v", objective, c)
		}
		if objective == Ladder {
			if len(want.Rungs) != 3 || want.Rungs[0].Elo.Estimate >= want.Rungs[2].Elo.Estimate || c.Elo == nil || c.OtherElo == nil {
				t.Errorf("%+v, %+v", want.Rungs, c)
			}
		} else if c.Pairs.Count() != 90 || math.Abs(c.Difference.Estimate-(c.Score.Estimate-c.Other.Estimate)) > 1e-12 {
			t.Errorf("%s: %+v", objective, c)
		}
		s = parse(t, text)
		s.Jobs = 3
		if got := run(t, s); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: three jobs come to %+v, not %+v", objective, got, want)
		}
		s = parse(t, text)
		s.Fleet = crewtest.Fleet{Workers: 2, Seed: 1, Kinds: []crew.Kind{duel.Kind(unpack), quiz.Kind(unpack)}}
		if got := run(t, s); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: a fleet comes to something else", objective)
		}
		s = parse(t, text)
		if there, err := s.KeepIn(file); err != nil || there != want.Games {
			t.Errorf("%s: %d of %d are kept, %v", objective, there, want.Games, err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel() // nothing has to be played
		if got, err := s.Run(ctx); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: what was kept comes to something else: %v", objective, err)
		}
		s.Leave()
	}
}

// TestRating: who makes the points that a rating expects has that rating.
func TestRating(t *testing.T) {
	rungs := []Rung{{Elo: stats.Interval{Estimate: -200}}, {Elo: stats.Interval{Estimate: -30}}, {Elo: stats.Interval{Estimate: 230}}}
	for _, elo := range []float64{-400, -30, 0, 150, 600} {
		share, _ := expected(rungs, elo)
		if got := rating(rungs, share); math.Abs(got-elo) > 0.01 {
			t.Errorf("a share of %.3f is rated %.2f, not %.2f", share, got, elo)
		}
	}
	even := []float64{1, 0.5, 0, 0.5, 1, 0, 0.5, 0.5}
	better := []float64{1, 0.75, 0.5, 0.5, 1, 0.25, 0.75, 0.5}
	i := apart(rungs, better, even)
	if r := rated(rungs, even); !(r.Low < r.Estimate && r.Estimate < r.High) || !(i.Low < i.Estimate && i.Estimate < i.High) || i.Estimate <= 0 {
		t.Errorf("%+v, %+v", r, i)
	}
	if won := rated(rungs, []float64{1, 1, 1, 1}); math.IsInf(won.Estimate, 0) || won.Low >= won.Estimate {
		t.Errorf("who wins all is rated %+v", won)
	}
}

// TestBadObjectives: keys of other objectives, and what cannot be asked about.
func TestBadObjectives(t *testing.T) {
	for _, c := range []struct {
		of              Objective
		old, new, wrong string
	}{
		{Accuracy, "questions: 25", "pairs: 25", "line 9, column 8: pairs: objective accuracy has questions in place of it"},
		{Accuracy, "moves: 300", "games: 300", "line 10, column 8: games: objective accuracy has moves in place of it"},
		{Accuracy, "questions: 50", "pairs: 50", "line 13, column 32: pairs: objective accuracy has finals.questions in place of it"},
		{Accuracy, "plies: 0-5", "plies: 5-2", "line 8, column 8: plies 5-2: it must be two numbers from 0 to 8"},
		{Accuracy, "plies: 0-5", "openings: none", "line 8, column 11: openings: it means nothing with objective accuracy, only with points and ladder"},
		{Accuracy, "objective: accuracy", "objective: speed", "line 7, column 12: objective"},
		{Accuracy, "objective: accuracy", "objective: regret", "line 8, column 8: plies: it means nothing with objective regret, only with accuracy"},
		{Accuracy, "game: tictactoe", "game: backgammon", "line 2, column 7: "},
		{Regret, `"tree:branching=3,depth=4"`, "tictactoe", "line 2, column 7: game: objective regret: tictactoe is no synthetic tree"},
		{Regret, "branching=3,depth=4", "branching=30,depth=40", "takes too long to solve"},
		{Ladder, "{pairs: 10}", "{levels: 3}", "line 9, column 18: levels: the opponents are named by against already"},
		{Ladder, `[random, "mcts:sims=4", "mcts:sims=30"]`, "[random]", "line 8, column 10: against: a ladder has two opponents or more"},
		{Ladder, `against: [random, "mcts:sims=4", "mcts:sims=30"]`, "", "line 7, column 12: objective: a ladder has opponents: say ladder: {levels: 6}"},
	} {
		text := strings.Replace(others[c.of], c.old, c.new, 1)
		_, err := Parse([]byte(text), "", agents.New(agent.NewEnvironment("")), games.Parse)
		if err == nil || !strings.Contains(err.Error(), c.wrong) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v, not %q", c.new, err, c.wrong)
		}
	}
}

// TestTimed: limits by time are known wherever they hide.
func TestTimed(t *testing.T) {
	for change, want := range map[string]int{
		"":                                0,
		`against: ["mcts:time=5ms"]`:      1,
		`against: ["level:10", "random"]`: 1, // which stands for one with a limit
	} {
		text := small
		if change != "" {
			text = strings.Replace(small, `against: ["mcts:sims=8", random]`, change, 1)
		}
		if got := parse(t, text).Timed(); len(got) != want {
			t.Errorf("%s: %v", change, got)
		}
	}
	if got := parse(t, strings.Replace(small, "mcts:sims=8\"\n", "mcts:time=3ms\"\n", 1)).Timed(); len(got) != 1 {
		t.Errorf("%v", got)
	}
}
