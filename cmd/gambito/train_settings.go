package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"gambito/game"
	"gambito/learn/folder"
	"gambito/spec"
)

// learnSettings are those of a way to learn.
type learnSettings interface {
	Check() error
	For() string // the game
}

// chooseSettings returns those of the preset, adjusted and changed by --set, or,
// if nothing is said, those of the run that is there.
func chooseSettings[T learnSettings](c trainCmd, g game.Game, first string, preset func(name string, g game.Game) (T, error), adjust func(*T) error) (T, error) {
	if c.Preset == "" && c.Set == "" {
		if kept, ok, err := folder.Kept[T](c.Out); err != nil || ok {
			if err == nil && kept.For() != g.Info().ID {
				err = fmt.Errorf("--out %s holds a run of %s, not of %s", c.Out, kept.For(), g.Info().ID)
			}
			return kept, err
		}
	}
	s, err := preset(cmp.Or(c.Preset, first), g)
	if err != nil {
		return s, fmt.Errorf("--preset: %w", err)
	}
	if err := adjust(&s); err != nil {
		return s, err
	}
	if err := changeSettings(&s, c.Set); err != nil {
		return s, fmt.Errorf("--set %s: %w", c.Set, err)
	}
	if err := s.Check(); err != nil {
		return s, fmt.Errorf("--set: %w", err)
	}
	return s, nil
}

// fixedSettings are set by other flags, or not at all.
var fixedSettings = []string{"game", "seed", "teacher", "from", "baselines"}

// changeSettings changes those that a list of NAME=VALUE names, by their names
// in JSON.
func changeSettings[T any](s *T, list string) error {
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		return err
	}
	for _, part := range strings.Split(list, ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		name, value, ok := strings.Cut(part, "=")
		if was, known := fields[name]; known && !ok {
			return fmt.Errorf("%s needs a value, such as %s=%s", name, name, was)
		}
		if _, known := fields[name]; !known || slices.Contains(fixedSettings, name) {
			names := slices.Sorted(maps.Keys(fields))
			names = slices.DeleteFunc(names, func(n string) bool { return slices.Contains(fixedSettings, n) })
			return fmt.Errorf("unknown setting %q %s", name, spec.Suggest(name, names))
		}
		was := fields[name]
		if strings.HasPrefix(string(was), `"`) {
			value = strconv.Quote(value)
		}
		fields[name] = json.RawMessage(value)
		changed, err := json.Marshal(fields)
		if err != nil || json.Unmarshal(changed, s) != nil {
			return fmt.Errorf("%s of %q: it must be like %s", name, value, was)
		}
	}
	return nil
}
