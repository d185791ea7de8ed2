package dispatch_test

import (
	"math/rand/v2"
	"testing"
	"time"
)

// try runs worlds of many seeds, with hazards that are drawn for each.
func try(t *testing.T, worlds int, limit time.Duration, draw func(r *rand.Rand) hazards) {
	t.Helper()
	if testing.Short() {
		worlds /= 10
	}
	restarts, twice := 0, 0
	for seed := range uint64(worlds) {
		w := newWorld(seed, draw(rand.New(rand.NewPCG(seed, 2))))
		if err := w.run(limit); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		restarts += w.restart
		twice += w.twice + w.d.Stats().Twice
	}
	t.Logf("%d worlds, %d restarts of the coordinator, %d units done twice", worlds, restarts, twice)
}

func some(r *rand.Rand, most float64) float64 {
	if r.IntN(2) == 0 {
		return 0
	}
	return most * r.Float64()
}

// Whatever happens to workers, broker and coordinator, every unit is handed over
// once, those that kill every worker are named, and nobody who is honest is banned.
func TestChaos(t *testing.T) {
	try(t, 2000, 15*time.Minute, func(r *rand.Rand) hazards {
		return hazards{
			machines: 1 + r.IntN(5), poisoned: max(0, r.IntN(4)-2),
			die: some(r, 0.01), sleep: some(r, 0.01), leave: some(r, 0.01), refuse: some(r, 0.1), flaky: some(r, 0.002),
			drop: some(r, 0.2), repeat: some(r, 0.2), late: some(r, 0.5), part: some(r, 0.3),
			lose: some(r, 0.01), loseAll: some(r, 0.01), kill: some(r, 0.01), calmAfter: 2 * time.Minute,
		}
	})
}

// With liars among the workers, nothing stays in store that was exposed as a lie.
func TestLiars(t *testing.T) {
	try(t, 1000, 15*time.Minute, func(r *rand.Rand) hazards {
		return hazards{
			machines: 2 + r.IntN(4), liars: 1 + r.IntN(3), garblers: r.IntN(2), honesty: 0.1 + 0.9*r.Float64(),
			die: some(r, 0.005), sleep: some(r, 0.005), drop: some(r, 0.1), repeat: some(r, 0.2), late: some(r, 0.5), part: some(r, 0.3),
			loseAll: some(r, 0.003), kill: some(r, 0.01), calmAfter: 2 * time.Minute,
		}
	})
}

// A worker that always lies is found before the job is finished.
func TestBornLiars(t *testing.T) {
	try(t, 1000, 15*time.Minute, func(r *rand.Rand) hazards {
		return hazards{machines: 2 + r.IntN(4), liars: 1, repeat: some(r, 0.2), part: some(r, 0.3), calmAfter: time.Hour}
	})
}
