package bench

import (
	"context"
	"testing"
)

func TestRun(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: measuring takes a second")
	}
	r, err := Run(context.Background(), "playout/tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	if r.Name != "playout/tictactoe" || r.Unit != "playouts" || r.OpsPerSecond < 1000 || r.AllocsPerOp != 0 {
		t.Errorf("the result is %+v", r)
	}
	if r.Slowest > r.OpsPerSecond || r.OpsPerSecond > r.Fastest {
		t.Errorf("the median lies outside the windows: %+v", r)
	}
}

func TestNames(t *testing.T) {
	for _, name := range Names() {
		if err := Check(name); err != nil {
			t.Error(err)
		}
	}
	for _, name := range []string{"", "playout", "playout/", "playout/chess", "mcts/none", "connect4", "solve/tictactoe", "alphabeta/tron", "bandit", "bandit/ucb", "bandit/ucb/k=x", "bandit/ucb/k=0", "bandit/ucb/k=1000000", "bandit/moss/k=10",
		"nn", "nn/residual-64x4", "nn/residual-63x4/batch=16", "nn/residual-64/batch=16", "nn/othello-paper/batch=0", "nn/train/lenet/batch=1", "nn/othello-paper/batch=16/cores=2"} {
		if Check(name) == nil {
			t.Errorf("%q is a benchmark", name)
		}
	}
}

func TestRunStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Run(ctx, "playout/tictactoe"); err == nil {
		t.Error("a cancelled benchmark has a result")
	}
}
