package experiment

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Write writes the file. What has its default is left out. Reading it gives the same
// file, where agents without a name have their spec's; values that no file may have are
// written too, and are refused where they stand.
func (f File) Write() []byte {
	var b strings.Builder
	line := func(key, value string) { fmt.Fprintf(&b, "%s: %s\n", key, value) }
	unless := func(key string, is bool, value string) {
		if !is {
			line(key, value)
		}
	}
	usual := NewFile()
	line("name", quoted(f.Name))
	line("games", "["+joined(f.Games)+"]")
	f.writeAgents(&b)
	unless("rounds", f.Rounds == usual.Rounds, strconv.Itoa(f.Rounds))
	unless("games-per-pair", f.GamesPerPair == usual.GamesPerPair, strconv.Itoa(f.GamesPerPair))
	unless("schedule", f.Schedule == usual.Schedule, quoted(f.Schedule))
	if all, given := f.Openings[""]; given {
		unless("openings", all == usual.Openings[""], quoted(all))
	} else if len(f.Openings) > 0 {
		line("openings", "{"+pairsOf(f.Openings)+"}")
	}
	unless("pairs", f.Pairs, "off")
	unless("draw", f.Draw == usual.Draw, quoted(f.Draw))
	unless("seed", f.Seed == usual.Seed, f.seed())
	unless("stop", f.Stop.text() == usual.Stop.Rule, f.Stop.text())
	unless("max-plies", f.MaxPlies == 0, strconv.Itoa(f.MaxPlies))
	if r := f.Resign; r != nil {
		line("resign", fmt.Sprintf("{value: %s, moves: %d}", decimal(r.Value), r.Moves))
	}
	unless("limits", f.Limits == Limits{}, "{"+f.Limits.text()+"}")
	return []byte(b.String())
}

func (f File) writeAgents(b *strings.Builder) {
	if len(f.Agents) == 0 {
		fmt.Fprintln(b, "agents: []")
		return
	}
	fmt.Fprintln(b, "agents:")
	for _, a := range f.Agents {
		if a.Name == "" || a.Name == a.Spec {
			fmt.Fprintf(b, "  - %s\n", quoted(a.Spec))
		} else {
			fmt.Fprintf(b, "  - {name: %s, spec: %s}\n", quoted(a.Name), quoted(a.Spec))
		}
	}
}

// seed is a number, unless it is none.
func (f File) seed() string {
	if n, err := strconv.ParseUint(f.Seed, 10, 64); err == nil {
		return strconv.FormatUint(n, 10)
	}
	return quoted(f.Seed)
}

// text is the rule, with those of its numbers that are not the usual ones.
func (s Stop) text() string {
	usual := newStop()
	parts := []string{"rule: " + quoted(s.Rule)}
	number := func(name string, value, usual float64) {
		if value != usual && ruleOf[name] == s.Rule {
			parts = append(parts, name+": "+decimal(value))
		}
	}
	number("elo0", s.Elo0, usual.Elo0)
	number("elo1", s.Elo1, usual.Elo1)
	number("alpha", s.Alpha, usual.Alpha)
	number("beta", s.Beta, usual.Beta)
	if s.Model != usual.Model && ruleOf["model"] == s.Rule {
		parts = append(parts, "model: "+quoted(s.Model))
	}
	number("width", s.Width, usual.Width)
	number("level", s.Level, usual.Level)
	if len(parts) == 1 {
		return quoted(s.Rule)
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

func (l Limits) text() string {
	var parts []string
	for _, limit := range []struct {
		name  string
		value int
	}{{"sims", l.Sims}, {"nodes", l.Nodes}, {"depth", l.Depth}} {
		if limit.value != 0 {
			parts = append(parts, fmt.Sprintf("%s: %d", limit.name, limit.value))
		}
	}
	if l.Time != "" {
		parts = append(parts, "time: "+quoted(l.Time))
	}
	return strings.Join(parts, ", ")
}

// joined are texts with commas between them.
func joined(texts []string) string {
	list := make([]string, len(texts))
	for i, text := range texts {
		list[i] = quoted(text)
	}
	return strings.Join(list, ", ")
}

// pairsOf are keys with their values, in the order of the keys.
func pairsOf(values map[string]string) string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(values)) {
		list = append(list, quoted(name)+": "+quoted(values[name]))
	}
	return strings.Join(list, ", ")
}

// decimal writes a number without an exponent. One that is too large for a whole number
// is no whole number to YAML either.
func decimal(x float64) string {
	text := strconv.FormatFloat(x, 'f', -1, 64)
	if math.Abs(x) >= 1<<53 {
		text += ".0"
	}
	return text
}

// bare is a text that means itself without quotes, unless it is a word of YAML.
var bare = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9._-]*$`)

// quoted writes a text, in quotes where it needs them. Those of JSON are those of YAML.
func quoted(text string) string {
	switch strings.ToLower(text) {
	case "true", "false", "null", "yes", "no", "on", "off", "y", "n", "nan", "inf":
	default:
		if bare.MatchString(text) {
			return text
		}
	}
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(text) // a text can always be written
	return strings.TrimSuffix(b.String(), "\n")
}
