package bench

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"

	"gambito/nn"
)

// networkBenchmark makes one of package nn, by what follows "nn/":
// [train/]NETWORK/batch=POSITIONS[/threads=THREADS].
func networkBenchmark(name string) (operation, error) {
	rest, training := strings.CutPrefix(name, "train/")
	parts := strings.Split(rest, "/")
	architecture, err := network(parts[0])
	if err != nil {
		return nil, err
	}
	sizes := map[string]int{"batch": 0, "threads": 1}
	for _, part := range parts[1:] {
		key, text, _ := strings.Cut(part, "=")
		n, err := strconv.Atoi(text)
		if _, known := sizes[key]; !known || err != nil || n < 1 || n > 4096 {
			return nil, fmt.Errorf("%q is not batch=POSITIONS or threads=THREADS", part)
		}
		sizes[key] = n
	}
	if sizes["batch"] == 0 {
		return nil, fmt.Errorf("batch=POSITIONS is missing")
	}
	model, err := nn.New(architecture, 1)
	if err != nil {
		return nil, err
	}
	if training {
		return trainingSteps(model, sizes["batch"], sizes["threads"])
	}
	return judgements(model.Compile(), sizes["batch"], sizes["threads"])
}

// network finds the architecture of a benchmark.
func network(name string) (nn.Architecture, error) {
	if name == "othello-paper" {
		return nn.OthelloValue(), nil
	}
	size, ok := strings.CutPrefix(name, "residual-")
	filters, blocks, isPair := strings.Cut(size, "x")
	f, err := strconv.Atoi(filters)
	b, err2 := strconv.Atoi(blocks)
	if !ok || !isPair || err != nil || err2 != nil || b < 0 || b > 64 || f > 1024 {
		return nn.Architecture{}, fmt.Errorf("%q is not residual-FILTERSxBLOCKS or othello-paper", name)
	}
	a := nn.Residual(3, 6, 7, 7, f, b) // Connect 4
	return a, a.Check()
}

// examples are random positions and what a network might learn about them.
func examples(a nn.Architecture, size int) nn.Batch {
	r := rand.New(rand.NewPCG(1, 0))
	b := nn.Batch{Size: size, Inputs: make([]float32, size*a.Inputs()),
		Policy: make([]float32, size*a.Moves()), Value: make([]float32, size*a.Values())}
	for i := range b.Inputs {
		b.Inputs[i] = float32(r.IntN(2))
	}
	for i := 0; i < len(b.Policy); i += a.Moves() {
		b.Policy[i+r.IntN(a.Moves())] = 1
	}
	for i := range b.Value {
		b.Value[i] = float32(r.IntN(3) - 1)
	}
	return b
}

// asker is what one goroutine needs to ask a network.
type asker struct {
	workspace     *nn.Workspace
	policy, value []float32
}

func (a asker) ask(network *nn.Network, b nn.Batch, rounds int) {
	for range rounds {
		network.Forward(a.workspace, b.Size, b.Inputs, a.policy, a.value)
	}
}

// judgements asks a network about batches of positions.
func judgements(network *nn.Network, size, threads int) (operation, error) {
	a := network.Architecture()
	b := examples(a, size)
	askers := make([]asker, threads)
	for i := range askers {
		askers[i] = asker{network.NewWorkspace(), make([]float32, size*a.Moves()), make([]float32, size*a.Values())}
	}
	return func(n int) (int, error) {
		rounds := (n + size*threads - 1) / (size * threads)
		if threads == 1 {
			askers[0].ask(network, b, rounds)
		} else {
			together(threads, func(i int) { askers[i].ask(network, b, rounds) })
		}
		for _, a := range askers {
			for _, v := range a.value {
				if !(math.Abs(float64(v)) <= 1) {
					return 0, fmt.Errorf("a value of %v", v)
				}
			}
		}
		return rounds * size * threads, nil
	}, nil
}

// together calls do with every number below n, each on a goroutine of its own.
func together(n int, do func(i int)) {
	var group sync.WaitGroup
	for i := range n {
		group.Go(func() { do(i) })
	}
	group.Wait()
}

// trainingSteps trains a network on the same batch again and again.
func trainingSteps(model *nn.Model, size, threads int) (operation, error) {
	trainer, err := nn.NewTrainer(model, nn.Options{Rate: nn.Schedule{Rate: 1e-4}, Workers: threads})
	if err != nil {
		return nil, err
	}
	b := examples(model.Architecture, size)
	return func(n int) (int, error) {
		done := 0
		for done < n {
			if loss := trainer.Step(b); math.IsNaN(loss.Policy + loss.Value) {
				return 0, fmt.Errorf("a loss of %v", loss)
			}
			done += size
		}
		return done, nil
	}, nil
}
