package nn

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// Architecture says what a network is made of: a trunk that reads a board, and
// heads that read what comes out of the trunk. Either head may be missing.
//
//	{"planes": 3, "rows": 6, "columns": 7,
//	 "trunk":  [{"kind": "conv3", "size": 64, "norm": true, "activation": "relu"},
//	            {"kind": "residual", "norm": true}],
//	 "policy": [{"kind": "conv1", "size": 2, "norm": true, "activation": "relu"},
//	            {"kind": "dense", "size": 7}],
//	 "value":  [{"kind": "conv1", "size": 1, "norm": true, "activation": "relu"},
//	            {"kind": "dense", "size": 64, "activation": "relu"},
//	            {"kind": "dense", "size": 1, "activation": "tanh"}]}
//
// A vector of features is a board of one cell with a plane for each.
type Architecture struct {
	Planes  int     `json:"planes"`
	Rows    int     `json:"rows"`
	Columns int     `json:"columns"`
	Trunk   []Layer `json:"trunk"`
	// Policy ends in a logit for every move: log-probabilities up to a constant.
	Policy []Layer `json:"policy,omitempty"`
	// Value ends in one number or several.
	Value []Layer `json:"value,omitempty"`
}

// Layer is one step of a network.
type Layer struct {
	// Kind is one of
	//   conv3     a 3×3 convolution, zero beyond the edges of the board
	//   conv1     a 1×1 convolution: the same dense layer for every cell
	//   residual  two 3×3 convolutions whose result is added to their input
	//   dense     every output from every input
	//   dropout   numbers left out at random while training
	Kind string `json:"kind"`
	// Size is how many filters or outputs the layer has. A residual block has as
	// many as its input.
	Size int `json:"size,omitempty"`
	// Norm puts batch normalisation behind the sums.
	Norm bool `json:"norm,omitempty"`
	// Activation is applied last: "" for none, relu, tanh, sigmoid or softmax
	// (over the outputs of a dense layer). A residual block always ends in relu.
	Activation string `json:"activation,omitempty"`
	// Rate is the share that dropout leaves out.
	Rate float64 `json:"rate,omitempty"`
}

// The kinds of layers and activations.
const (
	conv3    = "conv3"
	conv1    = "conv1"
	residual = "residual"
	dense    = "dense"
	dropout  = "dropout"

	reluName    = "relu"
	tanhName    = "tanh"
	sigmoidName = "sigmoid"
	softmaxName = "softmax"
)

// What is beyond these is taken for a mistake or for malice.
const (
	maxSize       = 1 << 16
	maxLayers     = 256
	maxParameters = 1 << 27
	maxSide       = 64
	maxNumbers    = 1 << 18 // of a position between two layers
)

// shape is what the numbers of one position between two layers stand for: a
// board of cells with some channels each, or just channels.
type shape struct {
	rows, columns int // both 0 where it is no board any more
	channels      int
}

func (s shape) board() bool { return s.rows > 0 }
func (s shape) cells() int  { return max(1, s.rows*s.columns) }

// values is how many numbers a position has.
func (s shape) values() int { return s.cells() * s.channels }

// stride is how far positions are apart in memory. Boards have an extra cell, see
// package kernel.
func (s shape) stride() int {
	if s.board() {
		return (s.cells() + 1) * s.channels
	}
	return s.channels
}

// lanes is what the channels around 3×3 convolutions must be a multiple of.
const lanes = 8

// input is the shape in which a network reads positions: with as many channels
// as a 3×3 convolution needs, if it begins with one.
func (a Architecture) input() shape {
	s := shape{a.Rows, a.Columns, a.Planes}
	if len(a.Trunk) > 0 && a.Trunk[0].Kind == conv3 {
		s.channels = (a.Planes + lanes - 1) / lanes * lanes
	}
	if a.Rows == 1 && a.Columns == 1 {
		s.rows, s.columns = 0, 0
	}
	return s
}

// Check says what is wrong with an architecture.
func (a Architecture) Check() error {
	_, err := a.weights()
	return err
}

// weights checks an architecture and counts its weights, without biases and what
// normalisation has.
func (a Architecture) weights() (total int, err error) {
	switch {
	case a.Planes < 1 || a.Planes > maxSize || a.Rows < 1 || a.Rows > maxSide || a.Columns < 1 || a.Columns > maxSide:
		return 0, fmt.Errorf("a network cannot read %d planes of %d×%d cells", a.Planes, a.Rows, a.Columns)
	case a.Inputs() > maxNumbers:
		return 0, fmt.Errorf("a network that reads %d numbers is too large", a.Inputs())
	case len(a.Trunk) == 0:
		return 0, fmt.Errorf("the network has no trunk")
	case len(a.Policy)+len(a.Value) == 0:
		return 0, fmt.Errorf("the network has neither a policy nor a value")
	case len(a.Trunk)+len(a.Policy)+len(a.Value) > maxLayers:
		return 0, fmt.Errorf("the network has more than %d layers", maxLayers)
	}
	trunk, err := check("trunk", a.Trunk, a.input(), a.Planes, &total)
	if err != nil {
		return 0, err
	}
	for _, head := range []struct {
		name   string
		layers []Layer
	}{{"policy", a.Policy}, {"value", a.Value}} {
		if len(head.layers) == 0 {
			continue
		}
		out, err := check(head.name, head.layers, trunk, trunk.channels, &total)
		if err != nil {
			return 0, err
		}
		if out.board() {
			return 0, fmt.Errorf("%s: the last layer must be dense", head.name)
		}
		if last := head.layers[len(head.layers)-1]; head.name == "policy" && (last.Kind != dense || last.Activation != "") {
			return 0, fmt.Errorf("policy: the last layer must be dense without activation, for it gives logits")
		}
	}
	return total, nil
}

// check follows the shapes through some layers and counts their weights. planes
// is how many of the channels of the input are used.
func check(name string, layers []Layer, in shape, planes int, total *int) (shape, error) {
	for i, layer := range layers {
		out, weights, err := layer.check(in, planes)
		if err != nil {
			return in, fmt.Errorf("%s, layer %d: %w", name, i+1, err)
		}
		if weights > maxParameters-int64(*total) {
			return in, fmt.Errorf("%s, layer %d: the network has more than %d weights", name, i+1, maxParameters)
		}
		*total += int(weights)
		if out.values() > maxNumbers {
			return in, fmt.Errorf("%s, layer %d: %d outputs; at most %d are possible", name, i+1, out.values(), maxNumbers)
		}
		in, planes = out, out.channels
	}
	return in, nil
}

// out is the shape of what a layer makes of a shape.
func (l Layer) out(in shape) shape {
	switch l.Kind {
	case conv3, conv1:
		return shape{in.rows, in.columns, l.Size}
	case dense:
		return shape{channels: l.Size}
	}
	return in
}

// check returns the shape of what comes out and how many weights the layer has.
func (l Layer) check(in shape, planes int) (out shape, weights int64, err error) {
	needsSize := l.Kind == conv3 || l.Kind == conv1 || l.Kind == dense
	switch {
	case !needsSize && l.Kind != residual && l.Kind != dropout:
		return in, 0, fmt.Errorf("unknown kind %q: it must be conv3, conv1, residual, dense or dropout", l.Kind)
	case needsSize && (l.Size < 1 || l.Size > maxSize):
		return in, 0, fmt.Errorf("%s of size %d", l.Kind, l.Size)
	case !needsSize && l.Size != 0:
		return in, 0, fmt.Errorf("%s has no size", l.Kind)
	case !needsSize && l.Activation != "":
		return in, 0, fmt.Errorf("%s has no activation of its own", l.Kind)
	case l.Kind != dropout && l.Rate != 0:
		return in, 0, fmt.Errorf("%s has no rate", l.Kind)
	case l.Kind != dense && !in.board() && l.Kind != dropout:
		return in, 0, fmt.Errorf("%s behind a dense layer: there is no board any more", l.Kind)
	case !slices.Contains([]string{"", reluName, tanhName, sigmoidName, softmaxName}, l.Activation):
		return in, 0, fmt.Errorf("unknown activation %q: it must be relu, tanh, sigmoid or softmax", l.Activation)
	case l.Activation == softmaxName && l.Kind != dense:
		return in, 0, fmt.Errorf("softmax behind %s: it needs a dense layer", l.Kind)
	}
	out = l.out(in)
	switch l.Kind {
	case conv3:
		if in.channels%lanes != 0 || l.Size%lanes != 0 {
			return in, 0, fmt.Errorf("conv3 from %d to %d channels: both must be multiples of %d", in.channels, l.Size, lanes)
		}
		return out, 9 * int64(planes) * int64(l.Size), nil
	case residual:
		if in.channels%lanes != 0 || planes != in.channels {
			return in, 0, fmt.Errorf("residual with %d channels: it must be a multiple of %d", planes, lanes)
		}
		return out, 18 * int64(in.channels) * int64(in.channels), nil
	case conv1:
		return out, int64(in.channels) * int64(l.Size), nil
	case dense:
		return out, int64(in.values()) * int64(l.Size), nil
	}
	if l.Norm || !(l.Rate >= 0 && l.Rate < 1) {
		return in, 0, fmt.Errorf("dropout of %v: it must have a rate of at least 0 and less than 1, and no norm", l.Rate)
	}
	return out, 0, nil
}

// Moves is how many logits the policy has.
func (a Architecture) Moves() int { return outputs(a.Policy) }

// Values is how many numbers the value has.
func (a Architecture) Values() int { return outputs(a.Value) }

// Inputs is how many numbers a position has: plane by plane, row by row.
func (a Architecture) Inputs() int { return a.Planes * a.Rows * a.Columns }

func outputs(head []Layer) int {
	for i := len(head) - 1; i >= 0; i-- {
		if head[i].Kind == dense {
			return head[i].Size
		}
	}
	return 0
}

// ParseArchitecture reads an architecture from JSON and checks it.
func ParseArchitecture(text []byte) (Architecture, error) {
	var a Architecture
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&a); err != nil {
		return a, fmt.Errorf("the architecture is not the JSON it should be: %w", err)
	}
	if decoder.More() {
		return a, fmt.Errorf("there is something behind the architecture")
	}
	return a, a.Check()
}

// Residual is the network of AlphaZero: a convolution, residual blocks, and heads
// for the policy and the value, which is one number from −1 to 1.
func Residual(planes, rows, columns, moves, filters, blocks int) Architecture {
	a := Architecture{Planes: planes, Rows: rows, Columns: columns,
		Trunk: []Layer{{Kind: conv3, Size: filters, Norm: true, Activation: reluName}},
		Policy: []Layer{
			{Kind: conv1, Size: 2, Norm: true, Activation: reluName},
			{Kind: dense, Size: moves},
		},
		Value: []Layer{
			{Kind: conv1, Size: 1, Norm: true, Activation: reluName},
			{Kind: dense, Size: 64, Activation: reluName},
			{Kind: dense, Size: 1, Activation: tanhName},
		},
	}
	for range blocks {
		a.Trunk = append(a.Trunk, Layer{Kind: residual, Norm: true})
	}
	return a
}

// OthelloValue is the network of the published Othello agent that gambito grew
// from: two 3×3 convolutions of 128 filters, dense layers of 128 and 64, and the
// value of a position of 4 planes.
func OthelloValue() Architecture {
	return Architecture{Planes: 4, Rows: 8, Columns: 8,
		Trunk: []Layer{
			{Kind: conv3, Size: 128, Activation: reluName},
			{Kind: conv3, Size: 128, Activation: reluName},
			{Kind: dense, Size: 128, Activation: reluName},
			{Kind: dense, Size: 64, Activation: reluName},
		},
		Value: []Layer{{Kind: dense, Size: 1, Activation: tanhName}},
	}
}

// String describes a layer in a line.
func (l Layer) String() string {
	text := l.Kind
	if l.Size > 0 {
		text += fmt.Sprintf(" %d", l.Size)
	}
	if l.Rate > 0 {
		text += fmt.Sprintf(" %v", l.Rate)
	}
	if l.Norm {
		text += ", norm"
	}
	if l.Activation != "" {
		text += ", " + l.Activation
	}
	return text
}
