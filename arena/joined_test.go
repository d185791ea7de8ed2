package arena

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestJoined: what several experiments counted is together what one of all their pairings
// counts, rounds included.
func TestJoined(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	whole := randomSettings(t, r)
	for whole.Schedule != RoundRobin || len(whole.Agents) != 4 || whole.Rounds < 2 || whole.GamesPerPair > 8 {
		whole = randomSettings(t, r)
	}
	part := func(name string, schedule ScheduleKind, agents ...int) Settings {
		s := whole
		s.Name, s.Schedule, s.Agents = name, schedule, nil
		for _, i := range agents {
			s.Agents = append(s.Agents, whole.Agents[i])
		}
		return s
	}
	first, rest := NewStandings(part("first", RoundRobin, 1, 2, 3)), NewStandings(part("rest", Gauntlet, 0, 1, 2, 3))
	want := NewStandings(whole)
	for _, record := range randomRecords(r, whole) {
		want.Add(record)
		pair := want.plan.Pairings[record.Pairing]
		into, shift := first, 1
		if pair[0] == 0 {
			into, shift = rest, 0
		}
		one := record
		one.Seats = []int{record.Seats[0] - shift, record.Seats[1] - shift}
		for i, p := range into.plan.Pairings {
			if p == [2]int{pair[0] - shift, pair[1] - shift} {
				one.Pairing = i
			}
		}
		into.Add(one)
	}
	got, err := Joined(whole, first, rest)
	if err != nil {
		t.Fatal(err)
	}
	for round := range whole.Rounds {
		a, _ := got.Filtered(Filter{Round: &round})
		b, _ := want.Filtered(Filter{Round: &round})
		if text(t, a) != text(t, b) {
			t.Errorf("round %d: %s, not %s", round, text(t, a), text(t, b))
		}
	}
	if got.Games != want.Games || text(t, got.Sides) != text(t, want.Sides) || text(t, got.Points) != text(t, want.Points) {
		t.Errorf("%+v, not %+v", got, want)
	}
	for wrong, parts := range map[string][]*Standings{
		"have met in none":    {first},
		"nobody asked it for": {first, rest, rest},
	} {
		if _, err := Joined(whole, parts...); err == nil || !strings.Contains(err.Error(), wrong) {
			t.Errorf("%v, not %s", err, wrong)
		}
	}
	other := part("other", Gauntlet, 0, 1, 2, 3)
	other.Rounds++
	if _, err := Joined(whole, first, NewStandings(other)); err == nil || !strings.Contains(err.Error(), "other rounds") {
		t.Error(err)
	}
}

func text(t *testing.T, x any) string {
	t.Helper()
	content, err := json.Marshal(x)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}
