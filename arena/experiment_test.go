package arena

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gambito/agent"
	"gambito/agents"
	"gambito/game"
	"gambito/games/connect4"
	"gambito/games/tictactoe"
	"gambito/spec"
	"gambito/stats"
)

// small is an experiment of three agents at two games, 2 rounds of 6 games.
func small(t *testing.T) *Experiment {
	t.Helper()
	ttt, err := tictactoe.New(3, 3)
	if err != nil {
		t.Fatal(err)
	}
	c4, err := connect4.New(5, 4, 3)
	if err != nil {
		t.Fatal(err)
	}
	return &Experiment{
		Name:   "small",
		Venues: []Venue{{ttt, Openings{}}, {c4, Openings{text: "random:2", plies: 2}}},
		Entrants: []Entrant{
			{Name: "any", Spec: parse(t, "random")}, {Name: "low", Spec: parse(t, "lowest")}, {Name: "seer", Spec: parse(t, "alphabeta:depth=2")},
		},
		Schedule: RoundRobin, Rounds: 2, GamesPerPair: 6, Draw: DrawHalf, Seed: 1<<63 + 5, Stop: Stop{Rule: StopFixed},
	}
}

// duel is small's first two agents with that way to stop.
func duel(t *testing.T, stop Stop) *Experiment {
	t.Helper()
	e := small(t)
	e.Entrants, e.Venues, e.Stop, e.Rounds = e.Entrants[:2], e.Venues[:1], stop, 200
	return e
}

// playRun plays what is left.
func playRun(t *testing.T, r *Run, jobs int) (kept []Record) {
	t.Helper()
	err := r.Play(context.Background(), Local{Jobs: jobs}, func(batch []Record) error {
		kept = append(kept, batch...)
		return nil
	}, func(News) {})
	if err != nil {
		t.Fatal(err)
	}
	return kept
}

func inPlan(r *Run, records []Record) []Record {
	return slices.SortedFunc(slices.Values(records), func(a, b Record) int {
		return r.Plan.Index(a.Key()) - r.Plan.Index(b.Key())
	})
}

// TestPlan: At and Index are inverse, pairs are neighbours, and every prefix is
// nearly balanced.
func TestPlan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := Plan{
			Games: rapid.IntRange(1, 4).Draw(t, "games"), Rounds: rapid.IntRange(1, 4).Draw(t, "rounds"),
			GamesPerPair: 2 * rapid.IntRange(1, 4).Draw(t, "pairs"),
			Meetings:     1,
			Pairings:     pairings(rapid.SampledFrom([]ScheduleKind{RoundRobin, Gauntlet, Ladder}).Draw(t, "kind"), rapid.IntRange(2, 5).Draw(t, "agents")),
		}
		seen := map[Key]bool{}
		for i := range p.Places() {
			k := p.At(i)
			if p.Index(k) != i || seen[k] {
				t.Fatalf("game %d is %+v, which is game %d", i, k, p.Index(k))
			}
			seen[k] = true
			if i%2 == 1 {
				if b := p.At(i - 1); b.Number != k.Number-1 || b.Pairing != k.Pairing || b.Game != k.Game || b.Number%2 != 0 {
					t.Fatalf("games %d and %d are no pair: %+v, %+v", i-1, i, b, k)
				}
			}
		}
		for _, k := range []Key{{-1, 0, 0}, {p.Games, 0, 0}, {0, -1, 0}, {0, len(p.Pairings), 0}, {0, 0, -1}, {0, 0, p.Rounds * p.GamesPerPair}} {
			if p.Index(k) != -1 {
				t.Fatalf("%+v is game %d", k, p.Index(k))
			}
		}
	})
	if got := pairings(Gauntlet, 4); len(got) != 3 || got[2] != [2]int{0, 3} {
		t.Errorf("a gauntlet of 4 is %v", got)
	}
	if got := pairings(Ladder, 4); len(got) != 3 || got[0] != [2]int{0, 1} || got[2] != [2]int{2, 3} {
		t.Errorf("on a ladder %v meet", got)
	}
	if got := pairings(RoundRobin, 4); len(got) != 6 || got[5] != [2]int{2, 3} {
		t.Errorf("a round robin of 4 is %v", got)
	}
}

// TestRunGoesOn: an experiment broken off anywhere and taken up again, with any
// number of jobs, plays the same games, each once.
func TestRunGoesOn(t *testing.T) {
	e := small(t)
	if err := e.Check(); err != nil {
		t.Fatal(err)
	}
	whole := NewRun(e)
	want := withoutTimes(t, inPlan(whole, playRun(t, whole, 1)))
	if whole.Played() != 72 || whole.Total() != 72 || !whole.Finished() || whole.Surplus() != nil {
		t.Fatalf("%d of %d games were played", whole.Played(), whole.Total())
	}
	for line := range strings.Lines(want) { // what is written can be read and replayed
		venue := e.Venues[0]
		if !strings.HasPrefix(line, `{"game":"tictactoe"`) {
			venue = e.Venues[1]
		}
		if _, _, _, err := parseRecord(venue.Game, []byte(line)); err != nil {
			t.Fatal(err)
		}
	}
	full := errors.New("disk full")
	for _, at := range []int{1, 7, 40, 71} {
		first := NewRun(e)
		var kept []Record
		err := first.Play(context.Background(), Local{Jobs: 2}, func(batch []Record) error {
			for _, r := range batch {
				if len(kept) == at {
					return full
				}
				kept = append(kept, r)
			}
			return nil
		}, func(News) {})
		if !errors.Is(err, full) || len(kept) != at {
			t.Fatalf("%v after %d games", err, len(kept))
		}
		second := NewRun(e)
		for _, r := range kept {
			if err := second.Note(r); err != nil {
				t.Fatal(err)
			}
		}
		if second.Note(kept[0]) == nil {
			t.Error("a game counts twice")
		}
		kept = append(kept, playRun(t, second, 3)...)
		if got := withoutTimes(t, inPlan(second, kept)); got != want {
			t.Errorf("broken off after %d games, the games are others", at)
		}
		if second.Standings.Games != 72 || second.Standings.Points[1][1][2] != whole.Standings.Points[1][1][2] {
			t.Errorf("the standings are %+v", second.Standings)
		}
	}
}

func TestStandings(t *testing.T) {
	e := small(t)
	e.Draw = DrawLoss
	r := NewRun(e)
	records := playRun(t, r, 2)
	s := r.Standings
	points, games := make([]float64, 3), make([]int, 3)
	for _, record := range records {
		if len(record.Names) != 2 || record.Names[0] != e.Entrants[record.Seats[0]].Name || record.Seed != 1<<63+5 {
			t.Fatalf("the record is %+v", record)
		}
		for seat, i := range record.Seats {
			games[i]++
			if record.Result[seat] > 0 {
				points[i]++
			}
		}
	}
	for i := range 3 {
		var sum float64
		var results stats.Results
		for g := range s.Sides {
			for _, round := range s.Points[g] {
				sum += round[i]
			}
			for j := range 3 {
				results = results.Plus(s.Sides[g][i][j]).Plus(s.Sides[g][j][i].Reverse())
			}
		}
		if sum != points[i] || float64(results.Wins) != points[i] || results.Games() != games[i] || games[i] != 48 {
			t.Errorf("agent %d has %g points of %d games, %+v", i, sum, games[i], results)
		}
	}
	pairs := 0
	for _, g := range s.Pairs {
		for _, p := range g {
			pairs += p.Count()
		}
	}
	if pairs != 36 || len(s.half) != 0 {
		t.Errorf("%d pairs of 72 games", pairs)
	}
}

// TestSequentialStop: where a test ends depends on the games alone, and games
// played beyond are known.
func TestSequentialStop(t *testing.T) {
	for _, stop := range []Stop{
		{Rule: StopSPRT, SPRT: stats.SPRT{Elo0: 0, Elo1: 50, Alpha: 0.05, Beta: 0.05, Model: stats.LogisticElo}},
		{Rule: StopWidth, Width: 0.2, Level: 0.95},
		{Rule: StopDecided, Games: 21},
	} {
		e := duel(t, stop)
		if err := e.Check(); err != nil {
			t.Fatal(err)
		}
		ends, texts := map[int]bool{}, map[string]bool{}
		for _, jobs := range []int{1, 2, 7} {
			r := NewRun(e)
			records := playRun(t, r, jobs)
			if !r.Finished() || r.Total() >= r.Plan.Total() {
				t.Fatalf("%s: %d of %d games", stop.Rule, r.Total(), r.Plan.Total())
			}
			if r.Played() != r.Total()+len(r.Surplus()) {
				t.Errorf("%d games, of which %d count and %d do not", r.Played(), r.Total(), len(r.Surplus()))
			}
			ends[r.Total()] = true
			texts[withoutTimes(t, inPlan(r, records)[:r.Total()])] = true
			v := stop.Judge(r.watch.pairs, r.watch.won)
			won := 0
			for _, record := range inPlan(r, records)[:r.Total()] {
				if record.Result[0] != 0 {
					won++
				}
			}
			if v.Won != won || stop.Rule == StopDecided && (won < 21 || won > 22) {
				t.Errorf("%s: %d games were won, %d of them counted", stop.Rule, won, v.Won)
			}
			if 2*v.Pairs.Count() != r.Total() || !v.Decided {
				t.Errorf("the verdict is %+v", v)
			}
			if w := v.Score.High - v.Score.Low; stop.Rule == StopWidth && (w > 0.2 || w < 0.19) {
				t.Errorf("it stops at a width of %g", w)
			}
		}
		if len(ends) != 1 || len(texts) != 1 {
			t.Errorf("%s: the end depends on the jobs: %v", stop.Rule, ends)
		}
	}
}

// TestPanics: an agent that panics loses the game, and another of its kind
// plays the next.
func TestPanics(t *testing.T) {
	e := duel(t, Stop{Rule: StopFixed})
	made := 0
	bomb := agent.Entry{Schema: spec.Schema{ID: "bomb"}, Make: agent.Maker{New: func(agent.Order) (agent.Agent, error) {
		made++
		return scripted(func(s game.State) (game.Move, error) {
			s.Play(s.Moves(nil)[0]) // as a search that is interrupted leaves it
			panic("boom")
		}), nil
	}}}
	sleeper := agent.Entry{Schema: spec.Schema{ID: "sleeper"}, Make: agent.Maker{New: func(agent.Order) (agent.Agent, error) { return unready{}, nil }}}
	registry := agents.New(agent.NewEnvironment(""), bomb, sleeper)
	e.Rounds = 1
	for _, id := range []string{"bomb", "sleeper"} {
		var err error
		if e.Entrants[0].Spec, err = registry.Parse(id); err != nil {
			t.Fatal(err)
		}
		for _, r := range playRun(t, NewRun(e), 1) {
			seat := slices.Index(r.Seats, 0)
			if r.Reason != AgentError || r.Result[seat] != -1 || r.Result[1-seat] != 1 || r.Faults[0].Detail != "panic: boom" {
				t.Errorf("the record is %+v", r)
			}
		}
	}
	if made != 6 {
		t.Errorf("%d agents were made for 6 games", made)
	}
}

// unready is an agent that no game can begin with.
type unready struct{ agent.Agent }

func (unready) NewGame(game.Player, uint64) { panic("boom") }

func TestAdjudication(t *testing.T) {
	e := duel(t, Stop{Rule: StopFixed})
	e.Rounds, e.MaxPlies = 1, 3
	for _, r := range playRun(t, NewRun(e), 1) {
		if r.Reason != TooLong || r.Result[0] != 0 || r.Result[1] != 0 || len(strings.Fields(r.Moves)) != 3 {
			t.Errorf("the record is %+v", r)
		}
	}
	e.MaxPlies, e.Resign = 0, Resign{0.5, 2}
	registry := agents.New(agent.NewEnvironment(""), agent.Entry{Schema: spec.Schema{ID: "gloomy"}, Make: agent.Maker{New: func(agent.Order) (agent.Agent, error) { return gloomy{}, nil }}})
	var err error
	if e.Entrants[0].Spec, err = registry.Parse("gloomy"); err != nil {
		t.Fatal(err)
	}
	for _, r := range playRun(t, NewRun(e), 1) {
		if seat := slices.Index(r.Seats, 0); r.Reason != Resignation || r.Result[seat] != -1 || len(strings.Fields(r.Moves)) != 2+seat {
			t.Errorf("the record is %+v", r)
		}
	}
}

// gloomy is an agent that thinks it is losing.
type gloomy struct{}

func (gloomy) NewGame(game.Player, uint64) {}
func (gloomy) Choose(_ context.Context, s game.State, _ agent.Limits) (game.Move, agent.Info, error) {
	return s.Moves(nil)[0], agent.Info{Value: agent.Value{Known: true, Score: -0.6}}, nil
}

func TestExperimentCheck(t *testing.T) {
	for want, change := range map[string]func(*Experiment){
		"name": func(e *Experiment) { e.Name = "../x" },
		"more than 10000000 games": func(e *Experiment) { // told without making five billion pairs
			e.Entrants = slices.Repeat(e.Entrants, 50_000)
		},
		"at least two":          func(e *Experiment) { e.Entrants = e.Entrants[:1] },
		"at least one":          func(e *Experiment) { e.Venues = nil },
		"rounds: 0":             func(e *Experiment) { e.Rounds = 0 },
		"an even number":        func(e *Experiment) { e.GamesPerPair = 5 },
		"two have the name":     func(e *Experiment) { e.Entrants[1].Name = "any" },
		"is there twice":        func(e *Experiment) { e.Venues[1] = e.Venues[0] },
		"compares two agents":   func(e *Experiment) { e.Stop.Rule = StopSPRT },
		"neither half nor loss": func(e *Experiment) { e.Draw = "win" },
		"none of fixed":         func(e *Experiment) { e.Stop.Rule = "soon"; e.Entrants = e.Entrants[:2] },
		"resign":                func(e *Experiment) { e.Resign = Resign{2, 1} },
		"schedule":              func(e *Experiment) { e.Schedule = "league" },
		"max-plies":             func(e *Experiment) { e.MaxPlies = -1 },
		"more than":             func(e *Experiment) { e.Rounds = math.MaxInt / 8 },
	} {
		e := small(t)
		change(e)
		if err := e.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: the error is %v", want, err)
		}
	}
}

// TestHash: what changes games changes the hash, the way a spec is written does
// not.
func TestHash(t *testing.T) {
	hash := func(e *Experiment) string {
		h, err := e.Settings().Hash()
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	e := small(t)
	same := small(t)
	same.Entrants[2].Spec = parse(t, "alphabeta:order=on,depth=2")
	if hash(e) != hash(same) || same.Changes(e.Settings()) != nil {
		t.Error("a default written out makes another experiment")
	}
	other := small(t)
	other.Entrants[2].Spec = parse(t, "alphabeta:depth=3")
	other.Seed++
	if hash(e) == hash(other) {
		t.Error("another agent makes the same experiment")
	}
	if d := e.Changes(other.Settings()); !slices.Equal(d, []string{"agents (seer)", "seed"}) {
		t.Errorf("the differences are %v", d)
	}
	if e.Settings().Agents[2].Spec != "alphabeta:depth=2" {
		t.Error("the hash changes the settings")
	}
}
