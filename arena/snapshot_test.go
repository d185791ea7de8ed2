package arena

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/tictactoe"
	"gambito/stats"
)

// randomSettings are those of some experiment of one or two games.
func randomSettings(t *testing.T, r *rand.Rand) Settings {
	t.Helper()
	ttt, err := tictactoe.New(3, 3)
	if err != nil {
		t.Fatal(err)
	}
	s := Settings{
		Format: settingsFormat, Name: "some", Schedule: Schedules[r.IntN(len(Schedules))], Rounds: 1 + r.IntN(5), GamesPerPair: 2 + 2*r.IntN(4),
		Unpaired: r.IntN(3) == 0, Draw: []DrawRule{DrawHalf, DrawLoss}[r.IntN(2)],
	}
	if r.IntN(5) == 0 {
		s.GamesPerPair = 2 + 2*r.IntN(500)
	}
	for i := range 2 + r.IntN(3) {
		s.Agents = append(s.Agents, AgentSettings{Name: fmt.Sprint("agent", i)})
	}
	for _, g := range []game.Game{ttt, backgammon.New()}[r.IntN(2):] {
		s.Games = append(s.Games, GameSettings{ID: g.Info().ID, Game: g, Agents: make([]PlayerSettings, len(s.Agents))})
	}
	return s
}

// randomRecords are some games of an experiment, in any order, with results of all
// kinds.
func randomRecords(r *rand.Rand, s Settings) (list []Record) {
	plan := s.Plan()
	places := r.Perm(plan.Places())
	for _, i := range places[:r.IntN(len(places)+1)] {
		k := plan.At(i)
		seats := slices.Clone(plan.Pairings[k.Pairing][:])
		if k.Number%2 == 1 {
			slices.Reverse(seats)
		}
		score := []float64{0, 1, -1, 0.34, -0.5}[r.IntN(5)]
		if s.Games[k.Game].maxScore() > 1 {
			score = float64(1+r.IntN(3)) * []float64{1, -1}[r.IntN(2)]
		}
		one := Record{
			Venue: k.Game, Pairing: k.Pairing, Number: k.Number, Seats: seats, Result: []float64{score, 0 - score}, Reason: ByTheRules,
			Moves: []string{"a1 b2", "a1", "b2 a1 c3", "a1 b2 c3", "c1"}[r.IntN(5)], Simulations: []int{r.IntN(100), 3}, Seconds: []float64{float64(r.IntN(1e6)) / 1e6, 0},
		}
		if r.IntN(10) == 0 {
			one.Reason, one.Faults = AgentError, []Fault{{Seat: r.IntN(2), Reason: AgentError, Detail: fmt.Sprint("fault ", i)}}
			one.Result = []float64{0, 0}
		}
		list = append(list, one)
	}
	return list
}

// seen is what others see of standings, without the last digits of Seconds.
func seen(t *testing.T, s *Standings) string {
	t.Helper()
	c := s.Copy()
	for i := range c.Seconds {
		c.Seconds[i] = math.Round(c.Seconds[i]*1e6) / 1e6
	}
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	points := []any{}
	for i := range c.Settings.Agents {
		for g := range c.Settings.Games {
			points = append(points, c.OfPoints(i, g))
		}
	}
	ofPoints, err := json.Marshal(points)
	if err != nil {
		t.Fatal(err)
	}
	return string(text) + string(ofPoints)
}

// TestStandingsInAnyOrder: the same games give the same standings, and what is
// written of them comes back.
func TestStandingsInAnyOrder(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 1))
		settings := randomSettings(t, r)
		records := randomRecords(r, settings)
		standings, again := NewStandings(settings), NewStandings(settings)
		for _, one := range records {
			standings.Add(one)
		}
		kept := standings.Copy()
		before := seen(t, kept)
		r.Shuffle(len(records), func(i, j int) { records[i], records[j] = records[j], records[i] })
		for _, one := range records {
			again.Add(one)
		}
		if got := seen(t, again); got != before {
			t.Fatalf("seed %d: in another order the standings are\n%s, not\n%s", seed, got, before)
		}
		text, err := json.Marshal(standings)
		if err != nil {
			t.Fatal(err)
		}
		back := NewStandings(settings)
		if err := json.Unmarshal(text, back); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if got := seen(t, back); got != before {
			t.Fatalf("seed %d: what is read is\n%s, not\n%s", seed, got, before)
		}
		for _, one := range randomRecords(r, settings) { // the copy stays as it was
			standings.Add(one)
		}
		if got := seen(t, kept); got != before {
			t.Fatalf("seed %d: the copy has changed to\n%s from\n%s", seed, got, before)
		}
	}
}

// TestOtherStandings: those of other settings, of another format or damaged are
// refused.
func TestOtherStandings(t *testing.T) {
	e := duel(t, Stop{Rule: StopFixed})
	e.Rounds = 2
	run := NewRun(e)
	playRun(t, run, 1)
	text, err := json.Marshal(run.Standings)
	if err != nil {
		t.Fatal(err)
	}
	settings := run.Standings.Settings
	for old, now := range map[string]string{
		`"format":2`: `"format":1`, `"games":12`: `"games":13`, `"wins":`: `"wins":1`, `"seconds":[`: `"seconds":[1,`, `"size":2`: `"size":0`, `"sides":[`: `"sides":[[],`,
	} {
		damaged := strings.Replace(string(text), old, now, 1)
		if damaged == string(text) {
			t.Fatalf("there is no %s in %s", old, text)
		}
		if err := json.Unmarshal([]byte(damaged), NewStandings(settings)); err == nil {
			t.Errorf("%s in place of %s is read", now, old)
		}
	}
	settings.Rounds = 3
	if err := json.Unmarshal(text, NewStandings(settings)); err == nil {
		t.Error("standings of other settings are read")
	}
}

// TestCourse: blocks are few and hold all games; pairs of two agents are those of
// the test that stops, in its order.
func TestCourse(t *testing.T) {
	for _, rounds := range []int{1, 10, 100, 300} {
		e := duel(t, Stop{Rule: StopFixed})
		e.Rounds = rounds
		run := NewRun(e)
		playRun(t, run, 2)
		c := run.Standings.Course
		if len(c.Points) > mostBlocks || len(c.Pairs) > mostBlocks || rounds*6 >= 2*mostBlocks && len(c.Points) < mostBlocks/2 || c.Size%2 != 0 {
			t.Errorf("%d rounds: %d blocks of %d numbers, %d of %d pairs", rounds, len(c.Points), c.Size, len(c.Pairs), c.PairSize)
		}
		var all stats.Pairs
		for _, p := range c.Pairs {
			all = all.Plus(p)
		}
		if all != run.Standings.Pairs[0][0] {
			t.Errorf("%d rounds: the pairs are %v, not %v", rounds, all, run.Standings.Pairs[0][0])
		}
		for agent := range 2 {
			numbers, shares := c.Shares(agent)
			points := 0.0
			for _, round := range run.Standings.Scores[0] {
				points += round[agent]
			}
			if last := len(shares) - 1; math.Abs(shares[last]-points/float64(rounds*6)) > 1e-9 || numbers[last] != rounds*6 {
				t.Errorf("%d rounds: agent %d ends at %g after %d games, not at %g", rounds, agent, shares[last], numbers[last], points/float64(rounds*6))
			}
		}
	}
}

// TestFilterCheck: what cannot be of an experiment is told.
func TestFilterCheck(t *testing.T) {
	s := small(t).Settings()
	minus, one, nine := -1, 1, 9
	for want, f := range map[string]Filter{
		"game 9: it must be from 0 to 1":      {Game: &nine},
		"pairing -1: it must be from 0 to 2":  {Pairing: &minus},
		"round 9: it must be from 0 to 1":     {Round: &nine},
		"agent 9: it must be from 0 to 2":     {Agent: &nine},
		"opponent 9: it must be from 0 to 2":  {Agent: &one, Opponent: &nine},
		"side 9: it must be from 0 to 1":      {Agent: &one, Side: &nine},
		"an opponent or a side is one of an ": {Opponent: &one},
		`result "won": it is none of win`:     {Result: "won"},
		`reason "wat": it is not one`:         {Reason: "wat"},
		`reason "unfinished": it is not one`:  {Reason: Unfinished},
	} {
		if err := f.Check(s); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("the error is %v, not %s", err, want)
		}
	}
	if f := (Filter{Agent: &one, Opponent: &one, Result: Won, Reason: ByTheRules}); f.Check(s) != nil {
		t.Error(f.Check(s))
	}
}
