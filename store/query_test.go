package store

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"testing"

	"gambito/arena"
	"gambito/build"
)

// varied are games of three agents with results of all kinds.
func varied(t testing.TB) (*arena.Experiment, []arena.Record) {
	e := experiment(t, 3)
	e.Entrants = append(e.Entrants, arena.Entrant{Name: "c", Spec: e.Entrants[0].Spec})
	records := played(t, e)
	for i := range records {
		r := &records[i]
		if i%11 == 0 {
			r.Moves = []string{"4433", "f5d6c3", "44", "a", "\U0010ffff\U0010ffff", "b2"}[i/11%6] // as games write that need no spaces
		}
		switch i % 7 {
		case 1:
			r.Result, r.Reason, r.Faults = []float64{-1, -1}, arena.AgentError, []arena.Fault{{Seat: 0, Reason: arena.AgentError}, {Seat: 1, Reason: arena.AgentError}}
		case 2:
			r.Result, r.Reason = []float64{0, 0}, arena.TooLong
		case 3:
			r.Result = []float64{2.5, -2.5}
		case 4:
			r.Result = []float64{-0.5, 0.5}
		}
	}
	return e, records
}

// TestGames: pages of all kinds have the games that the filter chooses, in order.
func TestGames(t *testing.T) {
	s := opened(t, t.TempDir())
	e, records := varied(t)
	w := begun(t, s, e)
	if err := errors.Join(w.Add(records), w.Close()); err != nil {
		t.Fatal(err)
	}
	other := *e
	other.Name = "other"
	if w = begun(t, s, &other); errors.Join(w.Add(records[:5]), w.Close()) != nil {
		t.Fatal("another run cannot be stored")
	}
	info, err := s.Run("test")
	if err != nil {
		t.Fatal(err)
	}
	var all []arena.Record
	if err := s.Records(info, func(r arena.Record) error { all = append(all, r); return nil }); err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 0))
		f := randomFilter(r, info.Settings, all)
		var want, got []arena.Record
		for _, one := range all {
			if f.Has(info.Settings, one) {
				want = append(want, one)
			}
		}
		q := Query{Filter: f, Limit: 1 + r.IntN(20)}
		for more := true; more; {
			var page []arena.Record
			if page, more, err = s.Games(info, q); err != nil {
				t.Fatal(err)
			}
			if len(page) > q.Limit || more && len(page) != q.Limit {
				t.Fatalf("a page of %d games has %d", q.Limit, len(page))
			}
			if got = append(got, page...); len(page) > 0 {
				k := page[len(page)-1].Key()
				q.After = &k
			}
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("seed %d: %+v chooses %d games, not %d", seed, f, len(got), len(want))
		}
	}
	for _, r := range all {
		if one, err := s.Game(info, r.Key()); err != nil || !reflect.DeepEqual(one, r) {
			t.Fatalf("the game is %+v, %v, not %+v", one, err, r)
		}
	}
	if _, err := s.Game(info, arena.Key{Number: 1000}); !errors.Is(err, ErrNoGame) {
		t.Errorf("a game that is not there: %v", err)
	}
	nine := 9
	if _, _, err := s.Games(info, Query{Filter: arena.Filter{Agent: &nine}}); err == nil {
		t.Error("an agent that is not there is looked for")
	}
}

// randomFilter asks for this and that.
func randomFilter(r *rand.Rand, s arena.Settings, all []arena.Record) (f arena.Filter) {
	maybe := func(many int) *int {
		if n := r.IntN(2 * many); n < many {
			return &n
		}
		return nil
	}
	f.Game, f.Round, f.Agent = maybe(len(s.Games)), maybe(s.Rounds), maybe(len(s.Agents))
	if r.IntN(4) == 0 {
		f.Pairing = maybe(3)
	}
	if f.Agent != nil {
		f.Opponent, f.Side = maybe(len(s.Agents)), maybe(2)
	}
	f.Result = append(arena.Outcomes, "", "", "")[r.IntN(6)]
	f.Reason = []arena.Reason{"", "", "", arena.ByTheRules, arena.AgentError, arena.TooLong}[r.IntN(6)]
	if one := all[r.IntN(len(all))]; r.IntN(3) == 0 {
		f.Opening = one.Moves[:min(r.IntN(9), len(one.Moves))]
	}
	return f
}

// TestLocked: whether a run is written is seen by others and by oneself.
func TestLocked(t *testing.T) {
	folder := t.TempDir()
	s, other := opened(t, folder), opened(t, folder)
	e := experiment(t, 1)
	if other.Locked("test") {
		t.Fatal("a run that is not there is written")
	}
	w, err := s.Begin(e, "", build.Info{})
	if err != nil {
		t.Fatal(err)
	}
	if !other.Locked("test") || !s.Locked("test") || other.Locked("../locks/test") {
		t.Error("the run is not seen to be written, or one of no name is")
	}
	if err := errors.Join(w.Add(played(t, e)), w.Close()); err != nil {
		t.Fatal(err)
	}
	if other.Locked("test") {
		t.Error("the run is still written")
	}
}
