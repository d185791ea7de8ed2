package simulate_test

import (
	"context"
	"math"
	"testing"
	"time"

	"gambito/fleet/simulate"
)

func run(t *testing.T, s simulate.Settings) simulate.Result {
	t.Helper()
	r, err := simulate.Run(t.Context(), s, nil)
	if err != nil {
		t.Fatal(err)
	}
	shares := r.Useful + r.Doubled + r.Audited + r.Lost + r.Away + r.Idle
	if math.Abs(shares-1) > 0.01 {
		t.Errorf("shares sum to %v: %+v", shares, r)
	}
	if r.Aside > 0 {
		t.Errorf("%d units were set aside", r.Aside)
	}
	r.Logic = 0
	return r
}

// A fleet without faults spends nearly all its time on results.
func TestCalm(t *testing.T) {
	for _, workers := range []int{1, 10, 200} {
		s := simulate.Usual()
		s.Workers, s.Units = workers, 200*workers
		r := run(t, s)
		if r.Useful < 0.93 || r.Useful > 1 || r.Seconds < r.Ideal {
			t.Errorf("%d workers: %+v", workers, r)
		}
		if workers == 1 && r.Audited+r.Doubled > 0 {
			t.Errorf("one worker does things twice: %+v", r)
		}
	}
}

// The same seed gives the same course, another one another.
func TestSeed(t *testing.T) {
	s := simulate.Usual()
	s.Workers, s.Jobs, s.Units, s.Fail, s.Pause = 20, 4, 5000, 0.2, 0.2
	first := run(t, s)
	if again := run(t, s); again != first {
		t.Errorf("%+v\n%+v", first, again)
	}
	if s.Seed = 2; run(t, s) == first {
		t.Error("seed 2 is as seed 1")
	}
	if first.Deaths == 0 || first.Pauses == 0 || first.Lost == 0 || first.Away == 0 {
		t.Errorf("nothing went wrong: %+v", first)
	}
}

// Workers that die all the time slow the work down but do not stop it.
func TestFaults(t *testing.T) {
	s := simulate.Usual()
	s.Workers, s.Units, s.Fail, s.Back = 50, 5000, 0.5, 10*time.Second
	r := run(t, s)
	if r.Useful < 0.4 || r.Lost < 0.01 {
		t.Errorf("%+v", r)
	}
}

// A broker that is too slow for what it is given shows, as does a slow coordinator.
func TestBottlenecks(t *testing.T) {
	s := simulate.Usual()
	s.Workers, s.Units, s.Mean = 500, 50_000, 3*time.Second
	fast := run(t, s)
	s.Durable = 100
	if slow := run(t, s); slow.Work < 0.9 && slow.Results < 0.9 || slow.Useful > fast.Useful/2 {
		t.Errorf("a broker of 100 messages a second: %+v", slow)
	}
	s = simulate.Usual()
	s.Workers, s.Units, s.PerUnit = 100, 20_000, 40*time.Millisecond
	if slow := run(t, s); slow.Coordinator < 0.9 || slow.Idle < 0.5 {
		t.Errorf("a coordinator of 25 units a second: %+v", slow)
	}
}

func TestStop(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	s := simulate.Usual()
	s.Units = 1000
	if _, err := simulate.Run(ctx, s, nil); err != context.Canceled {
		t.Error(err)
	}
}

func TestCheck(t *testing.T) {
	good := simulate.Usual()
	good.Units = 1
	if err := good.Check(); err != nil {
		t.Fatal(err)
	}
	for i, spoil := range []func(*simulate.Settings){
		func(s *simulate.Settings) { s.Workers = 0 },
		func(s *simulate.Settings) { s.Workers, s.Jobs = 1<<30, 1<<30 },
		func(s *simulate.Settings) { s.Units = 0 },
		func(s *simulate.Settings) { s.Mean = 0 },
		func(s *simulate.Settings) { s.Spread = math.NaN() },
		func(s *simulate.Settings) { s.Fail = 1 },
		func(s *simulate.Settings) { s.Pause = math.NaN() },
		func(s *simulate.Settings) { s.Latency = -1 },
		func(s *simulate.Settings) { s.Patience = 0 },
		func(s *simulate.Settings) { s.Durable = 0 },
	} {
		s := good
		if spoil(&s); s.Check() == nil {
			t.Errorf("%d is taken: %+v", i, s)
		}
	}
}
