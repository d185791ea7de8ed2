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
	for _, e := range f.entries() {
		if !e.usual {
			b.WriteString(e.text)
		}
	}
	return []byte(b.String())
}

// entry is a key of a file with its value, as lines.
type entry struct {
	key   string
	text  string // "" where leaving it out is the only way to write it
	usual bool   // it is the default
}

// entries are all keys, in the order in which they are written.
func (f File) entries() []entry {
	usual := NewFile()
	one := func(key string, is bool, value string) entry { return entry{key, key + ": " + value + "\n", is} }
	unless := func(is bool, e entry) entry {
		if is {
			return entry{key: e.key, usual: true}
		}
		return e
	}
	openings := unless(len(f.Openings) == 0, one("openings", false, "{"+pairsOf(f.Openings)+"}"))
	if all, given := f.Openings[""]; given {
		openings = one("openings", all == usual.Openings[""], quoted(all))
	}
	pairs := "on"
	if !f.Pairs {
		pairs = "off"
	}
	resign := entry{key: "resign", usual: true}
	if r := f.Resign; r != nil {
		resign = one("resign", false, fmt.Sprintf("{value: %s, moves: %d}", decimal(r.Value), r.Moves))
	}
	return []entry{
		one("name", false, quoted(f.Name)),
		one("games", false, "["+joined(f.Games)+"]"),
		{key: "agents", text: f.agents()},
		one("rounds", f.Rounds == usual.Rounds, strconv.Itoa(f.Rounds)),
		one("games-per-pair", f.GamesPerPair == usual.GamesPerPair, strconv.Itoa(f.GamesPerPair)),
		one("schedule", f.Schedule == usual.Schedule, quoted(f.Schedule)),
		openings,
		one("pairs", f.Pairs, pairs),
		one("draw", f.Draw == usual.Draw, quoted(f.Draw)),
		one("seed", f.Seed == usual.Seed, f.seed()),
		one("stop", f.Stop.text() == usual.Stop.Rule, f.Stop.text()),
		unless(f.MaxPlies == 0, one("max-plies", false, strconv.Itoa(f.MaxPlies))),
		resign,
		unless(f.Limits == Limits{}, one("limits", false, "{"+f.Limits.text()+"}")),
	}
}

// agents are the lines of the agents.
func (f File) agents() string {
	if len(f.Agents) == 0 {
		return "agents: []\n"
	}
	var b strings.Builder
	fmt.Fprintln(&b, "agents:")
	for _, a := range f.Agents {
		if a.Name == "" || a.Name == a.Spec {
			fmt.Fprintf(&b, "  - %s\n", quoted(a.Spec))
		} else {
			fmt.Fprintf(&b, "  - {name: %s, spec: %s}\n", quoted(a.Name), quoted(a.Spec))
		}
	}
	return b.String()
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
	number("games", float64(s.Games), float64(usual.Games))
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
