package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"gambito/spec"
)

// fixedSettings are set by other flags, or not at all.
var fixedSettings = []string{"game", "seed", "teacher", "baselines"}

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
		if part == "" {
			continue
		}
		name, value, ok := strings.Cut(part, "=")
		if _, known := fields[name]; !ok || !known || slices.Contains(fixedSettings, name) {
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
