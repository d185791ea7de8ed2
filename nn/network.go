package nn

import "fmt"

// Network is a model as it is played. It never changes, and any number of
// goroutines may use it at once.
type Network struct {
	architecture         Architecture
	in                   shape
	trunk, policy, value []step
	largest              int // numbers of a position between two layers, at most
}

// Compile returns the model as it is now for play: with batch normalisation folded
// into the weights and without dropout.
func (m *Model) Compile() *Network {
	n := &Network{architecture: m.Architecture, in: m.Architecture.input()}
	n.largest = n.in.stride()
	var out shape
	n.trunk, out = n.compile(m.trunk, m.Architecture.Trunk, n.in)
	n.policy, _ = n.compile(m.policy, m.Architecture.Policy, out)
	n.value, _ = n.compile(m.value, m.Architecture.Value, out)
	return n
}

func (n *Network) compile(c chain, list []Layer, in shape) ([]step, shape) {
	var steps []step
	for i, l := range c {
		in = list[i].out(in)
		if s := l.compile(); s != nil {
			steps = append(steps, s)
			n.largest = max(n.largest, in.stride())
		}
	}
	return steps, in
}

// Architecture returns what the network is made of.
func (n *Network) Architecture() Architecture { return n.architecture }

// Workspace is the memory that one goroutine needs to ask a network.
type Workspace struct {
	network *Network
	buffers [3][]float32
	scratch scratch
}

// NewWorkspace returns memory for Forward.
func (n *Network) NewWorkspace() *Workspace {
	w := &Workspace{network: n}
	for i := range w.buffers {
		w.buffers[i] = make([]float32, blockPositions*n.largest)
	}
	// One pass through the network takes what else is needed.
	a := n.architecture
	n.block(w, blockPositions, make([]float32, blockPositions*a.Inputs()),
		make([]float32, blockPositions*a.Moves()), make([]float32, blockPositions*a.Values()))
	return w
}

// Forward judges some positions: it writes the logits of the moves to policy and
// the values to value, position by position. A head that the network lacks, and a
// slice that is nil, are left out. It allocates nothing.
func (n *Network) Forward(w *Workspace, positions int, inputs, policy, value []float32) {
	a := n.architecture
	moves, values := a.Moves(), a.Values()
	if w.network != n {
		panic("nn: the workspace belongs to another network")
	}
	if len(inputs) < positions*a.Inputs() || policy != nil && len(policy) < positions*moves || value != nil && len(value) < positions*values {
		panic(fmt.Sprintf("nn: %d positions need %d inputs, %d logits and %d values; there are %d, %d and %d", positions,
			positions*a.Inputs(), positions*moves, positions*values, len(inputs), len(policy), len(value)))
	}
	for first := 0; first < positions; first += blockPositions {
		count := min(blockPositions, positions-first)
		n.block(w, count, inputs[first*a.Inputs():], from(policy, first*moves), from(value, first*values))
	}
}

// block judges as many positions as a workspace can hold.
func (n *Network) block(w *Workspace, positions int, inputs, policy, value []float32) {
	arrange(w.buffers[0], inputs, positions, n.architecture, n.in)
	x, y := w.run(n.trunk, positions, w.buffers[0], w.buffers[1], w.buffers[0])
	if len(n.policy) > 0 && policy != nil {
		logits, _ := w.run(n.policy, positions, x, y, w.buffers[2])
		copy(policy, logits[:positions*n.architecture.Moves()])
	}
	if len(n.value) > 0 && value != nil {
		values, _ := w.run(n.value, positions, x, y, w.buffers[2])
		copy(value, values[:positions*n.architecture.Values()])
	}
}

// run takes positions through some steps, from one buffer to the next: the second
// and the third take turns. It returns the buffer with the result and the one that
// would have been next.
func (w *Workspace) run(steps []step, positions int, in, out, next []float32) (result, free []float32) {
	for _, s := range steps {
		s.run(&w.scratch, positions, in, out)
		in, out, next = out, next, out
	}
	return in, out
}

// arrange writes planes of cells as cells of channels.
func arrange(to, inputs []float32, positions int, a Architecture, in shape) {
	cells := a.Rows * a.Columns
	for i := range positions {
		board := to[i*in.stride() : (i+1)*in.stride()]
		clear(board)
		for plane := range a.Planes {
			for cell, x := range inputs[(i*a.Planes+plane)*cells : (i*a.Planes+plane+1)*cells] {
				board[cell*in.channels+plane] = x
			}
		}
	}
}
