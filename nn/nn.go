// Package nn is a small engine for networks that judge positions of games. An
// Architecture says what a network is made of; a Model holds its weights; a
// Trainer changes them; a Network is what a Model becomes for play: batch
// normalisation folded into the weights, never changed again, and shared by any
// number of goroutines, each with a Workspace of its own.
//
//	model, err := nn.New(nn.Residual(3, 6, 7, 7, 64, 4), seed)
//	trainer, err := nn.NewTrainer(model, nn.Options{Rate: nn.Schedule{Rate: 1e-3}})
//	loss := trainer.Step(nn.Batch{Size: 128, Inputs: inputs, Policy: policy, Value: value})
//	data, err := model.Encode()
//
//	network := model.Compile()
//	workspace := network.NewWorkspace()
//	network.Forward(workspace, batch, inputs, logits, values)
//
// Inputs are planes of cells: number ((position·planes + plane)·rows + row)·columns
// + column. Inside, the channels of a cell lie side by side, and so do all weights:
// those of a 3×3 convolution are rows × columns × inputs × outputs, those of a
// dense layer inputs × outputs, where the inputs that come from a board are cell by
// cell.
//
// With a seed given, everything is the same in every run whatever the number of
// workers, on processors of one kind: the kernels for AVX2 and those in plain Go
// round differently.
package nn
