package tuples

import (
	"bytes"
	"context"
	"math"
	"os"
	"path/filepath"
	"testing"

	"gambito/arena"
	"gambito/game"
	"gambito/games"
	"gambito/learn/folder"
)

func celled(t testing.TB, text string) game.Celled {
	t.Helper()
	g, err := games.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return g.(game.Celled)
}

// preset is the first one of a method, without measuring.
func preset(g game.Game, method string) Settings {
	s := Presets(g, method)[0].Settings.(Settings)
	s.Seed, s.Measure, s.Exam = 1, 0, 0
	return s
}

func newRun(t testing.TB, s Settings, g game.Celled) *Run {
	t.Helper()
	if err := s.Check(); err != nil {
		t.Fatal(err)
	}
	r, err := NewRun(s, g)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func finish(t testing.TB, r *Run, jobs int) {
	t.Helper()
	for !r.Finished() {
		if err := r.Batch(context.Background(), jobs); err != nil {
			t.Fatal(err)
		}
	}
}

// loses finds a game that a player loses, whatever the other does.
func loses(p *player, s game.State, seat game.Player) bool {
	if s.Turn() == game.Over {
		return s.Score(seat) < 0
	}
	moves := s.Moves(nil)
	if s.Turn() == seat {
		m, _ := p.choose(s)
		moves = []game.Move{m}
	}
	for _, m := range moves {
		next := s.Clone()
		next.Play(m)
		if loses(p, next, seat) {
			return true
		}
	}
	return false
}

func TestTicTacToeIsLearned(t *testing.T) {
	g := celled(t, "tictactoe")
	for _, method := range []string{TD, Q, Sarsa, MC} {
		r := newRun(t, preset(g, method), g)
		finish(t, r, 2)
		p := newPlayer(r.brain)
		for seat := range game.Player(2) {
			if loses(p, g.New(), seat) {
				t.Errorf("what %s has learned can be beaten as player %d", method, seat)
			}
		}
	}
}

func TestTracesLearnTicTacToe(t *testing.T) {
	g := celled(t, "tictactoe")
	for _, traces := range []string{TracesAccumulating, TracesReplacing} {
		s := preset(g, Q)
		s.Traces, s.Lambda, s.Coherence = traces, 0.5, CoherencePlain
		r := newRun(t, s, g)
		finish(t, r, 1)
		if p := newPlayer(r.brain); loses(p, g.New(), 0) || loses(p, g.New(), 1) {
			t.Errorf("what is learned with %s traces can be beaten", traces)
		}
	}
}

// small is a short run with all that can be remembered.
func small(g game.Game) Settings {
	s := preset(g, TD)
	s.Sets, s.Stages, s.Parity = "walks:6x4", 2, true
	s.Games, s.Batch, s.Plies = 300, 20, 3
	return s
}

func TestSameForAnyJobsAndAfterAnyStop(t *testing.T) {
	for _, id := range []string{"connect4", "othello", "breakthrough"} {
		g := celled(t, id)
		s := small(g)
		if id == "othello" {
			s.Games = 60
		}
		one := newRun(t, s, g)
		finish(t, one, 1)
		want, err := one.encode()
		if err != nil {
			t.Fatal(err)
		}
		two := newRun(t, s, g)
		for !two.Finished() {
			if err := two.Batch(context.Background(), 3); err != nil {
				t.Fatal(err)
			}
			data, err := two.encode()
			if err != nil {
				t.Fatal(err)
			}
			if two, err = decode(data, s, g); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := two.encode(); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: what is learned depends on who plays, or on being stopped (%v)", id, err)
		}
	}
}

// TestReturns compares targets with the definition: the sum over n of (1−λ)λⁿ times what
// the system says n positions later, and the rest for the result.
func TestReturns(t *testing.T) {
	g := celled(t, "connect4")
	s := small(g)
	s.Method, s.Lambda, s.Explore, s.FinalExplore = Sarsa, 0.7, 0.5, 0.5
	r := newRun(t, s, g)
	finish(t, r, 1)
	p := newPlayer(r.brain)
	var played selfGame
	for number := range 20 {
		p.selfPlay(&played, s, number)
		r.learner.setTargets(&played)
		for i := range played.count {
			want, weight, sign := 0.0, 1.0, 1.0
			for n := i; n < played.count; n++ {
				sign *= float64(played.lessons[n].next)
				if n+1 == played.count {
					want += weight * sign * float64(played.result)
					break
				}
				after := &played.lessons[n+1]
				want += weight * (1 - s.Lambda) * sign * float64(r.brain.value(after.at, after.stage))
				weight *= s.Lambda
			}
			if got := float64(r.learner.targets[i]); math.Abs(got-want) > 1e-5 {
				t.Fatalf("game %d, position %d: %g, not %g", number, i, got, want)
			}
		}
	}
}

// TestTracesAreReturns checks that for small steps learning move by move with traces comes
// to the same as learning from targets.
func TestTracesAreReturns(t *testing.T) {
	g := celled(t, "connect4")
	for _, method := range []string{TD, Q, Sarsa, MC} {
		s := small(g)
		s.Method, s.Coherence, s.Explore, s.FinalExplore, s.Rate, s.FinalRate = method, CoherenceOff, 0.3, 0.3, 0.05, 0.05
		before := newRun(t, s, g)
		finish(t, before, 1)
		data, err := before.encode()
		if err != nil {
			t.Fatal(err)
		}
		var after [2]*Run
		var played selfGame
		newPlayer(before.brain).selfPlay(&played, s, 4)
		for i, traces := range []string{TracesReturns, TracesAccumulating} {
			if after[i], err = decode(data, s, g); err != nil {
				t.Fatal(err)
			}
			s := s
			s.Traces = traces
			newLearner(after[i].brain, s).learn(&played, 3e-3)
		}
		largest, apart := 0.0, 0.0
		for stage, worths := range before.brain.weights.Values {
			for slot, worth := range worths {
				a, b := after[0].brain.weights.Values[stage][slot], after[1].brain.weights.Values[stage][slot]
				largest = max(largest, math.Abs(float64(a-worth)))
				apart = max(apart, math.Abs(float64(a-b)))
			}
		}
		if largest == 0 || apart > 0.05*largest {
			t.Errorf("%s: worths change by %g, and differ by %g", method, largest, apart)
		}
	}
}

func TestLearningAllocatesNothing(t *testing.T) {
	g := celled(t, "connect4")
	r := newRun(t, small(g), g)
	finish(t, r, 1)
	p, played := newPlayer(r.brain), make([]selfGame, 1)
	if n := testing.AllocsPerRun(50, func() {
		p.selfPlay(&played[0], r.Settings, 7)
		r.learner.learn(&played[0], 0.1)
	}); n > 2 { // the randomness of the game
		t.Errorf("%g allocations a game", n)
	}
}

func TestFolder(t *testing.T) {
	g, dir := celled(t, "tictactoe"), t.TempDir()
	s := preset(g, Q)
	s.Games, s.Every, s.Measure, s.Exam = 3000, 1000, 4, 20
	open := func() *Learning {
		l, err := Open(dir, s, g, 2)
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	l := open()
	m, err := l.Next(context.Background(), nil)
	if err != nil || m.Games != 1000 || m.First.Played() != 4 || m.Second.Played() != 4 || m.Truth == nil {
		t.Fatalf("%+v, %v", m, err)
	}
	if _, err := Open(dir, s, g, 1); err == nil {
		t.Error("two learn in one folder")
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	l = open()
	stopped, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := l.Next(stopped, nil); err == nil {
		t.Error("it goes on though nobody waits")
	}
	for !l.Ended() {
		if _, err := l.Next(context.Background(), nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	kept, log, err := Look(dir)
	if err != nil || kept != s || log.Done != 3000 || len(log.History) != 3 {
		t.Errorf("%+v, %v", log, err)
	}
	if len(Curves(s, log.History)) != 2 {
		t.Error("a curve is missing")
	}
	// A process that was killed before it wrote the model: the same command writes it.
	name := filepath.Join(dir, folder.ModelFile)
	before, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	if err := open().Close(); err != nil {
		t.Fatal(err)
	}
	if after, err := os.ReadFile(name); err != nil || !bytes.Equal(after, before) {
		t.Errorf("the model that was missing is not what it was, %v", err)
	}
	s.Rate = 0.7
	if _, err := Open(dir, s, g, 1); err == nil {
		t.Error("it goes on with other settings")
	}
}

// TestMeasuresBeginDifferently: where neither side tries anything, games differ by their
// beginning alone.
func TestMeasuresBeginDifferently(t *testing.T) {
	g := celled(t, "othello")
	s := preset(g, TD)
	s.Opponent, s.Measure = "pvs:depth=1", 6
	for begin, differ := range map[int]bool{0: false, 4: true} {
		s.Begin = begin
		match, err := newRun(t, s, g).match(1)
		if err != nil {
			t.Fatal(err)
		}
		games := map[string]bool{}
		if err := match.Run(context.Background(), func(r arena.Record) error {
			games[r.Moves] = true
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if len(games) > 2 != differ {
			t.Errorf("after %d random plies %d of 12 games differ", begin, len(games))
		}
	}
}

func FuzzDecode(f *testing.F) {
	g := celled(f, "tictactoe")
	s := preset(g, Q)
	s.Coherence, s.Games = CoherencePlain, 80
	r := newRun(f, s, g)
	if err := r.Batch(context.Background(), 1); err != nil {
		f.Fatal(err)
	}
	data, err := r.encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add(data[:len(data)-4])
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := decode(data, s, g)
		if err != nil {
			return
		}
		if err := r.Batch(context.Background(), 1); err != nil && !r.Finished() {
			t.Error(err)
		}
	})
}
