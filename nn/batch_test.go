package nn

import (
	"math"
	"testing"
)

// TestBatchesChangeNothing: what a network says of a position is the same to the bit
// whatever it is asked about beside it. What is learned by self-play depends on that, for
// no two machines ask in the same batches.
func TestBatchesChangeNothing(t *testing.T) {
	dense := func(size int, activation string) Layer {
		return Layer{Kind: "dense", Size: size, Activation: activation}
	}
	conv := func(size int) Layer { return Layer{Kind: "conv3", Size: size, Activation: "relu"} }
	for name, a := range map[string]Architecture{
		"tiny":  Residual(3, 3, 3, 9, 8, 1),
		"small": Residual(3, 6, 7, 7, 32, 3),
		"large": Residual(3, 8, 8, 65, 48, 2),
		"paper": {Planes: 2, Rows: 8, Columns: 8, Trunk: []Layer{conv(32), conv(24)}, Value: []Layer{dense(40, "relu"), dense(1, "tanh")}},
	} {
		const most = 37
		n, b := model(t, a, 1).Compile(), batch(a, most, 3)
		alone := func(i int) (logits, values []float32) {
			logits, values = make([]float32, a.Moves()), make([]float32, a.Values())
			n.Forward(n.NewWorkspace(), 1, b.Inputs[i*a.Inputs():(i+1)*a.Inputs()], logits, values)
			return logits, values
		}
		w := n.NewWorkspace()
		for _, size := range []int{2, 3, 5, 8, 15, 16, 17, 32, most} {
			logits, values := make([]float32, size*a.Moves()), make([]float32, size*a.Values())
			n.Forward(w, size, b.Inputs[:size*a.Inputs()], logits, values)
			for i := range size {
				wantLogits, wantValues := alone(i)
				same := math.Float32bits(values[i]) == math.Float32bits(wantValues[0])
				for k, x := range wantLogits {
					same = same && math.Float32bits(x) == math.Float32bits(logits[i*a.Moves()+k])
				}
				if !same {
					t.Fatalf("%s: position %d of %d is judged otherwise than alone", name, i, size)
				}
			}
		}
	}
}
