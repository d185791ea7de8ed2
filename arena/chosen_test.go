package arena

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// chosenSeen is what others see of standings of some games: not how tallies were made.
func chosenSeen(t *testing.T, s *Standings) string {
	t.Helper()
	c := s.Copy()
	c.parts, c.tallies = nil, make([][]PointTally, len(c.tallies))
	for i := range c.Course.Points {
		for j, points := range c.Course.Points[i] {
			c.Course.Points[i][j] = math.Round(points*1e6) / 1e6
		}
	}
	var points []*PointResult
	for i := range s.Settings.Agents {
		for g := range s.Settings.Games {
			one := s.OfPoints(i, g)
			points = append(points, one)
			if one == nil {
				continue
			}
			for _, x := range []*float64{&one.PerGame.Estimate, &one.PerGame.Low, &one.PerGame.High, &one.Share.Estimate, &one.Share.Low, &one.Share.High} {
				*x = math.Round(*x*1e9) / 1e9
			}
		}
	}
	text, err := json.Marshal(points)
	if err != nil {
		t.Fatal(err)
	}
	return seen(t, c) + string(text)
}

// TestFilteredByCounts: what standings tell of the games that a filter chooses is what
// counting those games tells, also after they were kept and read.
func TestFilteredByCounts(t *testing.T) {
	answered := 0
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 2))
		settings := randomSettings(t, r)
		if r.IntN(6) == 0 {
			settings.Rounds = 60 + r.IntN(10)
		}
		records := randomRecords(r, settings)
		all := NewStandings(settings)
		for _, one := range records {
			all.Add(one)
		}
		text, err := json.Marshal(all)
		if err != nil {
			t.Fatal(err)
		}
		back := NewStandings(settings)
		if err := json.Unmarshal(text, back); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for range 10 {
			f := randomCounted(r, settings)
			want := NewStandings(settings)
			var took []float64
			for _, one := range records {
				if f.Has(settings, one) {
					want.Add(one)
					took = append(took, one.Seconds[0]+one.Seconds[1])
				}
			}
			for _, from := range []*Standings{all, all.Copy(), back} {
				got, ok := from.Filtered(f)
				if !ok && (all.parts == nil || f.Round != nil && settings.Rounds > mostPartRounds) {
					continue
				}
				answered++
				if !ok || chosenSeen(t, got) != chosenSeen(t, want) {
					filter, _ := json.Marshal(f)
					t.Fatalf("seed %d: %s: %v\n%s, not\n%s", seed, filter, ok, chosenSeen(t, got), chosenSeen(t, want))
				}
				if l, ok := from.Lasted(f); ok != (took != nil) || ok && !near(l, took) {
					t.Fatalf("seed %d: %+v of %v", seed, l, took)
				}
			}
		}
	}
	if answered < 1400 {
		t.Errorf("%d of 1800 filters are answered", answered)
	}
}

// near reports whether games lasted so long, but for the last digits.
func near(l Lasted, took []float64) bool {
	sum := 0.0
	for _, seconds := range took {
		sum += seconds
	}
	return l.Games == len(took) && math.Abs(l.Mean-sum/float64(l.Games)) < 1e-8 &&
		math.Abs(l.Longest-slices.Max(took)) < 1e-8 && math.Abs(l.Shortest-slices.Min(took)) < 1e-8
}

// randomCounted is a filter by what is counted apart.
func randomCounted(r *rand.Rand, s Settings) (f Filter) {
	maybe := func(many int) *int {
		if n := r.IntN(2 * many); n < many {
			return &n
		}
		return nil
	}
	f.Game, f.Round, f.Agent = maybe(len(s.Games)), maybe(s.Rounds), maybe(len(s.Agents))
	if r.IntN(4) == 0 {
		f.Pairing = maybe(len(s.Plan().Pairings))
	}
	if f.Agent != nil {
		f.Opponent, f.Side = maybe(len(s.Agents)), maybe(2)
	}
	return f
}

// TestPartsAreBounded: of large experiments rounds are not told apart, of the largest
// there are no parts.
func TestPartsAreBounded(t *testing.T) {
	for _, c := range []struct{ agents, rounds, games, want int }{
		{2, 1, 1_000_000, 1}, {2, 10, 100_000, 10}, {2, 1000, 100, 1}, {10, 10, 20, 10}, {10, 30, 100, 1}, {40, 1, 1000, 0}, {2, 1_000_000, 2, 0},
	} {
		s := Settings{Schedule: RoundRobin, Rounds: c.rounds, GamesPerPair: c.games, Agents: make([]AgentSettings, c.agents), Games: make([]GameSettings, 1)}
		if got := partRounds(s, s.Plan()); got != c.want {
			t.Errorf("%+v: parts of %d rounds", c, got)
		}
	}
}

func BenchmarkStandings(b *testing.B) {
	s := Settings{Schedule: RoundRobin, Rounds: 1, GamesPerPair: 1_000_000, Agents: make([]AgentSettings, 2), Games: make([]GameSettings, 1)}
	t := NewStandings(s)
	b.ReportAllocs()
	for i := range b.N {
		n := i % s.GamesPerPair
		t.Add(Record{Number: n, Seats: [][]int{{0, 1}, {1, 0}}[n%2], Result: []float64{1, -1}, Reason: ByTheRules, Moves: "a1 b2 c3"})
	}
}
