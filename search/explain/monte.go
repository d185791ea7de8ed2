package explain

// Monte is what only a walk of a Monte Carlo tree search has.
type Monte struct{}

// MonteStep is what only a step of one has.
type MonteStep struct{ Backed []Backed }

// Backed is a position on the way of a simulation, with what is known after it.
type Backed struct {
	Node  *Node
	State State
}

func (t teller) monte(*Step) string { return "" }
