package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gambito/api"
	"gambito/files"
	backgammon "gambito/games/backgammon/networks"
	"gambito/models"
	"gambito/nn"
	"gambito/nn/onnx"
	"gambito/ntuple"
)

type networkCmd struct {
	List    networkListCmd    `cmd:"" help:"List the networks that agents can name."`
	Show    networkShowCmd    `cmd:"" help:"Show what a network is made of and how it was trained."`
	Compare networkCompareCmd `cmd:"" help:"Compare networks: accuracy, match, speed."`
	Export  networkExportCmd  `cmd:"" help:"Write a network in the ONNX format, for other programs."`
}

// Help is shown by --help.
func (networkCmd) Help() string {
	return `Networks and pattern systems are safetensors files, as training writes them. In ONNX a network has the
input "board" (positions × planes × rows × columns) and the outputs "policy"
(logits of the moves) and "value".

Of a pattern system show tells what each move of a position is worth, from −1, a
loss, to 1, a win, or in discs: --values, or --table for all positions.

Examples:

  gambito network list
  gambito network compare connect4 connect4 mine -n 200
  gambito network show model.safetensors
  gambito network show connect4
  gambito network show mine/model.safetensors --position 'X../.O./...'
  gambito network show mine/model.safetensors --table
  gambito network export model.safetensors model.onnx`
}

// networkFile names a network on the command line.
type networkFile struct {
	File string `arg:"" complete:"network" help:"File of the network, or name of one that comes with gambito."`
	idleFlags
}

// content is that of the file, or of one that comes with gambito.
func (f networkFile) content() ([]byte, error) {
	if data, ok := models.Read(f.File); ok {
		return data, nil
	}
	return files.ReadModel(f.File)
}

func (f networkFile) read() (*nn.Model, error) {
	data, err := f.content()
	if err != nil {
		return nil, err
	}
	model, err := nn.Decode(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.File, err)
	}
	return model, nil
}

type networkShowCmd struct {
	networkFile
	valueFlags
	jsonFlag
}

// showBackgammon shows networks that train backgammon made.
func (c networkShowCmd) showBackgammon(s *session, m *backgammon.Model, run string) error {
	result := api.NewBackgammonNetwork(m, run)
	if c.JSON {
		return s.printJSON(result)
	}
	networks := len(m)
	if m.Thesis() {
		networks--
	}
	fmt.Fprintf(s.stdout, "backgammon: %d networks of %d hidden units, %d parameters\n", networks, result.Hidden, result.Parameters)
	for i, n := range m {
		if n.Inputs > 0 {
			units := ""
			if n.Units != result.Hidden {
				units = fmt.Sprintf(", %d hidden units", n.Units)
			}
			fmt.Fprintf(s.stdout, "%-8s %d inputs%s, %d outputs\n", backgammon.Class(i), n.Inputs, units, n.Outputs)
		}
	}
	if run != "" {
		fmt.Fprintf(s.stdout, "run: %s\n", run)
	}
	return nil
}

// showPatterns shows a pattern system.
func (c networkShowCmd) showPatterns(s *session, m *ntuple.Model) error {
	p := api.NewPatterns(m)
	if c.JSON {
		return s.printJSON(p)
	}
	shape := m.Weights.System.Shape()
	fmt.Fprintf(s.stdout, "%s: patterns of %d sets of cells at %d places, %d worths that are not 0, sum: %s\n", p.Game, len(p.Sets), p.Places, p.Parameters, p.Meaning)
	fmt.Fprintf(s.stdout, "%d×%d cells that show %d numbers\n", shape.Cells.Columns, shape.Cells.Rows, shape.Cells.Values)
	if len(p.Stages) > 0 {
		fmt.Fprintf(s.stdout, "stages that begin with so many vacant cells: %s\n", strings.Trim(fmt.Sprint(p.Stages), "[]"))
	}
	if p.Parity {
		fmt.Fprintln(s.stdout, "even and odd numbers of vacant cells have worths of their own")
	}
	fmt.Fprintf(s.stdout, "%8s %8s %8s %8s  %s\n", "places", "worths", "known", "size", "cells")
	for _, set := range p.Sets {
		fmt.Fprintf(s.stdout, "%8d %8d %8d %8.3f  %s\n", set.Places, set.Worths, set.Known, set.Size, strings.Trim(fmt.Sprint(set.Cells), "[]"))
	}
	for _, key := range slices.Sorted(maps.Keys(p.Notes)) {
		fmt.Fprintf(s.stdout, "%s: %s\n", key, p.Notes[key])
	}
	if len(p.History) > 0 {
		fmt.Fprintf(s.stdout, "%10s %12s %8s\n", "games", "positions", "error")
	}
	for _, h := range p.History {
		line := fmt.Sprintf("%10d %12d %8.4f  %s", h.Games, h.Positions, h.Error, h.Note)
		fmt.Fprintln(s.stdout, strings.TrimRight(line, " "))
	}
	return nil
}

// Run shows the network.
func (c networkShowCmd) Run(s *session) error {
	data, err := c.content()
	if err != nil {
		return err
	}
	if m, err := ntuple.Decode(data); err == nil {
		if c.given() {
			return c.showValues(s, m)
		}
		return c.showPatterns(s, m)
	}
	if c.given() {
		return fmt.Errorf("%s: it is no pattern system: only of these --values, --position, --moves and --table show anything", c.File)
	}
	if m, about, err := backgammon.Decode(data); err == nil {
		return c.showBackgammon(s, m, about["run"])
	}
	m, err := c.read()
	if err != nil {
		return err
	}
	a := m.Architecture
	if c.JSON {
		return s.printJSON(api.NewNetwork(m))
	}
	fmt.Fprintf(s.stdout, "%d planes of %d×%d, %d parameters, %d steps, %d positions\n",
		a.Planes, a.Rows, a.Columns, m.Count(), m.Steps, m.Positions)
	for _, part := range []struct {
		name   string
		layers []nn.Layer
	}{{"trunk", a.Trunk}, {"policy", a.Policy}, {"value", a.Value}} {
		for _, layer := range part.layers {
			fmt.Fprintf(s.stdout, "%-8s %s\n", part.name, layer)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(m.Notes)) {
		fmt.Fprintf(s.stdout, "%s: %s\n", key, m.Notes[key])
	}
	if len(m.History) > 0 {
		fmt.Fprintf(s.stdout, "%8s %12s %8s %8s\n", "step", "positions", "policy", "value")
	}
	for _, h := range m.History {
		line := fmt.Sprintf("%8d %12d %8.4f %8.4f  %s", h.Step, h.Positions, h.Loss.Policy, h.Loss.Value, h.Note)
		fmt.Fprintln(s.stdout, strings.TrimRight(line, " "))
	}
	return nil
}

type networkExportCmd struct {
	networkFile
	Out string `arg:"" type:"output" help:"File to write, such as model.onnx."`
}

// Run writes the network for others.
func (c networkExportCmd) Run(s *session) error {
	m, err := c.read()
	if err != nil {
		return err
	}
	data, err := onnx.Encode(m)
	if err != nil {
		return err
	}
	if _, err := (networkFile{File: c.Out}).read(); err == nil {
		return fmt.Errorf("%s is a network itself: choose another file to write", c.Out)
	}
	if err := files.Replace(c.Out, data); err != nil {
		return failure{err}
	}
	fmt.Fprintf(s.stdout, "%s: %d bytes\n", c.Out, len(data))
	return nil
}
