package nn_test

import (
	"fmt"
	"log"

	"gambito/nn"
)

// A network of two dense layers learns exclusive or: a vector of features is a
// board of one cell.
func Example() {
	model, err := nn.New(nn.Architecture{
		Planes: 2, Rows: 1, Columns: 1,
		Trunk: []nn.Layer{{Kind: "dense", Size: 8, Activation: "tanh"}},
		Value: []nn.Layer{{Kind: "dense", Size: 1, Activation: "tanh"}},
	}, 1)
	if err != nil {
		log.Fatal(err)
	}
	trainer, err := nn.NewTrainer(model, nn.Options{Rate: nn.Schedule{Rate: 0.05}, Workers: 1})
	if err != nil {
		log.Fatal(err)
	}
	inputs := []float32{0, 0, 0, 1, 1, 0, 1, 1}
	targets := []float32{-0.9, 0.9, 0.9, -0.9}
	for range 500 {
		trainer.Step(nn.Batch{Size: 4, Inputs: inputs, Value: targets})
	}
	network := model.Compile()
	values := make([]float32, 4)
	network.Forward(network.NewWorkspace(), 4, inputs, nil, values)
	fmt.Printf("%.1f after %d steps\n", values, model.Steps)
	// Output: [-0.9 0.9 0.9 -0.9] after 500 steps
}

// What is wrong with an architecture is said before anything is made of it.
func ExampleParseArchitecture() {
	_, err := nn.ParseArchitecture([]byte(`{"planes": 2, "rows": 6, "columns": 7, "trunk": [{"kind": "conv5", "size": 8}], "value": [{"kind": "dense", "size": 1}]}`))
	fmt.Println(err)
	// Output: trunk, layer 1: unknown kind "conv5": it must be conv3, conv1, residual, dense or dropout
}
