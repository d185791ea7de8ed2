// Package bench measures the speeds that gambito claims, each by a name such
// as "playout/connect4".
package bench

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"time"

	"gambito/game"
	"gambito/games"
)

// Result is one measured speed.
type Result struct {
	Name         string  `json:"name"`
	OpsPerSecond float64 `json:"ops_per_second"` // median of the windows
	Unit         string  `json:"unit"`
	Slowest      float64 `json:"slowest"` // of the windows
	Fastest      float64 `json:"fastest"`
	AllocsPerOp  float64 `json:"allocs_per_op"`
}

// Names are the benchmarks that run when none is named.
func Names() []string {
	var names []string
	for _, entry := range games.Catalogue.Entries {
		names = append(names, "playout/"+entry.ID)
	}
	return append(names, "playout/connect4:8x6", "playout/tictactoe:5x5", "playout/breakthrough:8x8",
		"mcts/connect4", "mcts/othello", "mcts/breakthrough", "mcts/breakthrough:8x8",
		"mcts/othello/tree=2", "mcts/othello/root=2",
		"alphabeta/connect4", "alphabeta/othello", "alphabeta/breakthrough", "solve/connect4", "solve/othello",
		"backgammon/pubeval", "backgammon/td", "patterns/othello",
		"bandit/ucb/k=10", "bandit/ucb/k=100",
		"nn/residual-64x4/batch=16", "nn/residual-64x4/batch=16/threads=2", "nn/othello-paper/batch=16",
		"nn/train/residual-64x4/batch=128", "nn/train/residual-64x4/batch=128/threads=2", "nn/train/othello-paper/batch=128")
}

// Check says whether name is a benchmark, without running it.
func Check(name string) error {
	_, _, err := find(name)
	return err
}

// Run measures one benchmark, on one core unless its name says otherwise.
func Run(ctx context.Context, name string) (Result, error) {
	work, unit, err := find(name)
	if err != nil {
		return Result{}, err
	}
	if _, err := work(1000); err != nil {
		return Result{}, fmt.Errorf("%s: %w", name, err)
	}
	r := measure(ctx, work)
	r.Name, r.Unit = name, unit
	return r, ctx.Err()
}

// operation does about n units of work and says how many it was. It fails if
// it does not do what it should.
type operation func(n int) (done int, err error)

func find(name string) (operation, string, error) {
	group, rest, _ := strings.Cut(name, "/")
	if group == "solve" {
		if work := solving(rest); work != nil {
			return work, "nodes", nil
		}
	}
	switch name {
	case "backgammon/pubeval":
		return pubevalGames(), "games", nil
	case "backgammon/td":
		return networkEvaluations(), "evaluations", nil
	case "patterns/othello":
		work, err := patternEvaluations()
		return work, "evaluations", err
	}
	if group == "bandit" {
		work, err := bandits(rest)
		if err != nil {
			return nil, "", fmt.Errorf("benchmark %q: %w", name, err)
		}
		return work, "rounds", nil
	}
	if group == "nn" {
		work, err := networkBenchmark(rest)
		if err != nil {
			return nil, "", fmt.Errorf("benchmark %q: %w", name, err)
		}
		return work, "positions", nil
	}
	if group != "playout" && group != "alphabeta" && group != "mcts" {
		return nil, "", fmt.Errorf("unknown benchmark %q: it must be playout/GAME, mcts/GAME, mcts/GAME/tree=THREADS, mcts/GAME/root=THREADS, alphabeta/GAME, solve/connect4, solve/othello, backgammon/pubeval, backgammon/td, patterns/othello, bandit/ucb/k=ARMS, nn/NETWORK/batch=POSITIONS or nn/train/NETWORK/batch=POSITIONS", name)
	}
	id, way := rest, ""
	if group == "mcts" {
		id, way, _ = strings.Cut(rest, "/")
	}
	g, err := games.Parse(id)
	if err != nil {
		return nil, "", fmt.Errorf("benchmark %q: %w", name, err)
	}
	var work operation
	unit := ""
	switch group {
	case "playout":
		work, unit = playouts(g), "playouts"
	case "mcts":
		unit = "simulations"
		work, err = treeSearch(g, way)
	case "alphabeta":
		unit = "nodes"
		work, err = alphaBeta(g)
	}
	if err != nil {
		return nil, "", fmt.Errorf("benchmark %q: %w", name, err)
	}
	return work, unit, nil
}

// playouts plays random games from the start position.
func playouts(g game.Game) operation {
	start, s := g.New(), g.New()
	r := rand.New(rand.NewPCG(1, 0))
	buf := make([]game.Move, 0, g.Info().MaxMoves)
	fast, _ := s.(game.Playouter)
	return func(n int) (int, error) {
		for range n {
			s.CopyFrom(start)
			if fast != nil {
				fast.Playout(r)
			} else {
				game.RandomPlayout(s, r, buf)
			}
		}
		if s.Turn() != game.Over {
			return 0, fmt.Errorf("a playout left the game at %s", g.FormatPosition(s))
		}
		return n, nil
	}
}

const (
	windows    = 7
	windowTime = 150 * time.Millisecond
)

// measure times the work in several windows after one to warm up. The median
// of the windows is steadier than their mean on a machine with other work.
func measure(ctx context.Context, work operation) Result {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	batch := 1
	for timed(work, batch) < windowTime/5 {
		batch *= 2
	}
	window := func() (ops int, rate float64) {
		begin := time.Now()
		for time.Since(begin) < windowTime {
			done, _ := work(batch) // checked before
			ops += done
		}
		return ops, float64(ops) / time.Since(begin).Seconds()
	}
	window()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	total := 0
	rates := make([]float64, 0, windows)
	for range windows {
		if ctx.Err() != nil {
			return Result{}
		}
		ops, rate := window()
		total += ops
		rates = append(rates, rate)
	}
	runtime.ReadMemStats(&after)
	slices.Sort(rates)
	// A handful of allocations are the runtime's own, not the work's.
	allocs := float64(after.Mallocs-before.Mallocs) / float64(total)
	if allocs < 0.001 {
		allocs = 0
	}
	return Result{OpsPerSecond: rates[windows/2], Slowest: rates[0], Fastest: rates[windows-1], AllocsPerOp: allocs}
}

func timed(work operation, n int) time.Duration {
	begin := time.Now()
	_, _ = work(n) // checked before
	return time.Since(begin)
}
