// Package onnx writes networks in the ONNX format, so that other programs can play
// with them: with an input "board" of positions × planes × rows × columns, and the
// outputs "policy" of positions × moves, as logits, and "value" of positions ×
// values, as far as the network has them.
package onnx

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"

	"gambito/nn"
)

// The numbers of the fields and constants that are used, from onnx.proto3.
const (
	modelIRVersion, modelProducer, modelGraph, modelOpset, modelMetadata = 1, 2, 7, 8, 14
	opsetVersion                                                         = 2
	entryKey, entryValue                                                 = 1, 2
	graphNode, graphName, graphInitializer, graphInput, graphOutput      = 1, 2, 5, 11, 12
	nodeInput, nodeOutput, nodeName, nodeOperator, nodeAttribute         = 1, 2, 3, 4, 5
	attributeName, attributeFloat, attributeInts                         = 1, 2, 8
	attributeType, typeFloat, typeInts                                   = 20, 1, 7
	tensorDimension, tensorType, tensorName, tensorData                  = 1, 2, 8, 9
	valueName, valueType, typeTensor                                     = 1, 2, 1
	tensorElement, tensorShape, shapeDimension                           = 1, 2, 1
	dimensionValue, dimensionName                                        = 1, 2

	float32Elements = 1
	irVersion       = 8
	opset           = 17
)

// Encode returns a model, as it is played, in the ONNX format.
func Encode(m *nn.Model) ([]byte, error) {
	a := m.Architecture
	architecture, err := json.Marshal(a)
	if err != nil {
		return nil, err
	}
	g := &graph{parameters: map[string]*nn.Parameter{}}
	for _, p := range m.Parameters() {
		g.parameters[p.Name] = p
	}
	g.text(graphName, "gambito")
	g.bytes(graphInput, value("board", a.Planes, a.Rows, a.Columns))
	board := tensor{"board", a.Rows * a.Columns, a.Planes, true}
	trunk := g.layers("trunk", a.Trunk, board)
	if len(a.Policy) > 0 {
		g.node("Identity", "policy", []string{g.layers("policy", a.Policy, trunk).name})
		g.bytes(graphOutput, value("policy", a.Moves()))
	}
	if len(a.Value) > 0 {
		g.node("Identity", "value", []string{g.layers("value", a.Value, trunk).name})
		g.bytes(graphOutput, value("value", a.Values()))
	}
	var operators, model message
	operators.integer(opsetVersion, opset)
	model.integer(modelIRVersion, irVersion)
	model.text(modelProducer, "gambito")
	model.bytes(modelGraph, g.message)
	model.bytes(modelOpset, operators)
	for _, note := range [][2]string{{"architecture", string(architecture)}, {"steps", fmt.Sprint(m.Steps)}} {
		var entry message
		entry.text(entryKey, note[0])
		entry.text(entryValue, note[1])
		model.bytes(modelMetadata, entry)
	}
	return model, nil
}

// graph is the nodes of a network while they are written.
type graph struct {
	message
	parameters map[string]*nn.Parameter
}

// tensor is what flows between two nodes.
type tensor struct {
	name            string
	cells, channels int
	board           bool // with dimensions for rows and columns
}

// layers writes some layers and returns what comes out of them.
func (g *graph) layers(name string, list []nn.Layer, x tensor) tensor {
	for i, l := range list {
		name := fmt.Sprintf("%s.%d", name, i)
		switch l.Kind {
		case "conv3", "conv1":
			x = g.activation(name, l.Activation, g.convolution(name, l, x))
		case "dense":
			x = g.activation(name, l.Activation, g.dense(name, l, x))
		case "residual":
			first, second := l, l
			first.Kind, second.Kind = "conv3", "conv3"
			first.Size, second.Size = x.channels, x.channels
			y := g.activation(name+".first", "relu", g.convolution(name+".first", first, x))
			y = g.convolution(name+".second", second, y)
			y.name = g.node("Add", name+".sum", []string{x.name, y.name})
			x = g.activation(name, "relu", y)
		case "dropout": // does nothing in play
		}
	}
	return x
}

// convolution writes a convolution with its normalisation.
func (g *graph) convolution(name string, l nn.Layer, x tensor) tensor {
	side := 1
	if l.Kind == "conv3" {
		side = 3
	}
	// Our weights are rows × columns × inputs × outputs, ONNX's the other way.
	w := g.parameters[name+".weight"]
	turned := make([]float32, len(w.Data))
	area := side * side
	for i, v := range w.Data {
		cell, in, out := i/(x.channels*l.Size), i/l.Size%x.channels, i%l.Size
		turned[(out*x.channels+in)*area+cell] = v
	}
	g.initializer(w.Name, turned, l.Size, x.channels, side, side)
	pad := side / 2
	y := tensor{g.node("Conv", name+".sums", g.sums(name, x), ints("kernel_shape", side, side), ints("pads", pad, pad, pad, pad)),
		x.cells, l.Size, true}
	return g.normalisation(name, l, y)
}

// dense writes a dense layer with its normalisation.
func (g *graph) dense(name string, l nn.Layer, x tensor) tensor {
	if x.board { // our weights are for the channels of one cell after the other
		if x.cells > 1 {
			x.name = g.node("Transpose", name+".cells", []string{x.name}, ints("perm", 0, 2, 3, 1))
		}
		x.name = g.node("Flatten", name+".flat", []string{x.name})
	}
	w := g.parameters[name+".weight"]
	g.initializer(w.Name, w.Data, x.cells*x.channels, l.Size)
	return g.normalisation(name, l, tensor{g.node("Gemm", name+".sums", g.sums(name, x)), 1, l.Size, false})
}

// sums are the inputs of a node with weights, and with a bias if there is one.
func (g *graph) sums(name string, x tensor) []string {
	inputs := []string{x.name, name + ".weight"}
	if bias, ok := g.parameters[name+".bias"]; ok {
		g.initializer(bias.Name, bias.Data, len(bias.Data))
		inputs = append(inputs, bias.Name)
	}
	return inputs
}

func (g *graph) normalisation(name string, l nn.Layer, x tensor) tensor {
	if !l.Norm {
		return x
	}
	inputs := []string{x.name}
	for _, part := range []string{"scale", "shift", "mean", "variance"} {
		p := g.parameters[name+".norm."+part]
		g.initializer(p.Name, p.Data, len(p.Data))
		inputs = append(inputs, p.Name)
	}
	var epsilon message
	epsilon.text(attributeName, "epsilon")
	epsilon.float(attributeFloat, nn.NormEpsilon)
	epsilon.integer(attributeType, typeFloat)
	x.name = g.node("BatchNormalization", name+".norm", inputs, epsilon)
	return x
}

func (g *graph) activation(name, kind string, x tensor) tensor {
	operator := map[string]string{"relu": "Relu", "tanh": "Tanh", "sigmoid": "Sigmoid", "softmax": "Softmax"}[kind]
	if operator != "" {
		x.name = g.node(operator, name+"."+kind, []string{x.name})
	}
	return x
}

// node writes a node and returns the name of what comes out, which is its own.
func (g *graph) node(operator, name string, inputs []string, attributes ...message) string {
	var n message
	for _, input := range inputs {
		n.text(nodeInput, input)
	}
	n.text(nodeOutput, name)
	n.text(nodeName, name)
	n.text(nodeOperator, operator)
	for _, attribute := range attributes {
		n.bytes(nodeAttribute, attribute)
	}
	g.bytes(graphNode, n)
	return name
}

func ints(name string, values ...int) message {
	var m message
	m.text(attributeName, name)
	for _, x := range values {
		m.integer(attributeInts, x)
	}
	m.integer(attributeType, typeInts)
	return m
}

// initializer writes weights.
func (g *graph) initializer(name string, data []float32, shape ...int) {
	var t message
	for _, n := range shape {
		t.integer(tensorDimension, n)
	}
	t.integer(tensorType, float32Elements)
	t.text(tensorName, name)
	raw := make([]byte, 0, 4*len(data))
	for _, x := range data {
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(x))
	}
	t.bytes(tensorData, raw)
	g.bytes(graphInitializer, t)
}

// value describes an input or output of the network: as many positions as one
// likes, each of the given shape.
func value(name string, shape ...int) message {
	var dimensions, positions message
	positions.text(dimensionName, "positions")
	dimensions.bytes(shapeDimension, positions)
	for _, n := range shape {
		var d message
		d.integer(dimensionValue, n)
		dimensions.bytes(shapeDimension, d)
	}
	var elements, kind, v message
	elements.integer(tensorElement, float32Elements)
	elements.bytes(tensorShape, dimensions)
	kind.bytes(typeTensor, elements)
	v.text(valueName, name)
	v.bytes(valueType, kind)
	return v
}
