package main

import (
	"fmt"
	"strings"

	"gambito/api"
	"gambito/game"
	"gambito/learn/breed"
	"gambito/learn/setting"
	"gambito/learn/training"
	"gambito/spec"
	"gambito/table"
)

// listOptions lists the settings of a method for a game.
func (c trainCmd) listOptions(s *session, g game.Game) error {
	d, err := training.Describe(g, c.Method)
	if err != nil {
		return c.refused(err)
	}
	if c.JSON {
		return s.printJSON(d)
	}
	fmt.Fprintf(s.stdout, "%s: %s\n\n", d.Name, d.About)
	if len(d.Presets) > 1 {
		d.Presets[0].About += "; the default"
		printPresets(s, d.Presets)
	}
	fmt.Fprintln(s.stdout, "--set NAME=VALUE,…")
	printSettings(s, d.Options, d.Presets)
	return nil
}

// listOptions lists the settings of breeding.
func (c evolveCmd) listOptions(s *session) error {
	presets := breed.Described()
	options := setting.Defaults(breed.Options, presets[0].Settings)
	if c.JSON {
		return s.printJSON(api.EvolutionOptions{Options: options, Presets: presets})
	}
	printPresets(s, presets[1:])
	fmt.Fprintln(s.stdout, "--set NAME=VALUE,…, or NAME: VALUE in a file for --settings")
	printSettings(s, options, presets)
	return nil
}

// printPresets prints the names of presets.
func printPresets(s *session, presets []setting.Preset) {
	for _, p := range presets {
		table.Paragraph(s.stdout, fmt.Sprintf("--preset %-14s ", p.Name), p.About)
	}
	fmt.Fprintln(s.stdout)
}

// printSettings prints settings with their defaults, and below where presets differ
// from these.
func printSettings(s *session, options []spec.Option, presets []setting.Preset) {
	const longest = 24 // of a value that is not cut
	for _, o := range options {
		table.Paragraph(s.stdout, fmt.Sprintf("  %-20s ", o.Name+"="+o.Default), o.Help+"; "+o.Domain())
		var differ []string
		for _, p := range presets {
			value := setting.Text(p.Settings, o.Name)
			if value == o.Default {
				continue
			}
			if len(value) > longest {
				value = value[:longest] + "…"
			}
			differ = append(differ, p.Name+": "+value)
		}
		if differ != nil {
			table.Paragraph(s.stdout, fmt.Sprintf("  %-20s ", ""), strings.Join(differ, ", "))
		}
	}
}
