package agent

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gambito/game"
	"gambito/spec"
)

// Maker makes agents of one kind.
type Maker struct {
	// StandsFor, if not nil, says that the agent is a name for another: it returns
	// the spec of the one that plays g, which is what Resolved tells. The fields
	// below mean nothing then. Law: that one is no such name itself.
	StandsFor func(g game.Game, v spec.Values) (string, error)

	// Resolve makes explicit, for g, what the values leave open: defaults that
	// depend on the game or on other options, names of files and of
	// evaluations. It drops options that mean nothing, and refuses values that
	// do not fit g or each other. It may ask what was given; nobody may after
	// it. Nil fills in the defaults. Law: what it returns it returns again,
	// unchanged, when asked with it.
	Resolve func(g game.Game, v spec.Values) (spec.Values, error)

	// New returns an agent as ordered, whose values are resolved.
	New func(o Order) (Agent, error)

	// Open, if not nil, returns the content of what an option of type
	// spec.File names, or nil if that is nothing; else it is the name of a file.
	Open func(e *Environment, option, name string) ([]byte, error)

	// Included, if not nil, says whether what an option of type spec.File names comes
	// with gambito or is known by name in the data folder, so that no file is read
	// which somebody else has chosen.
	Included func(e *Environment, name string) bool

	// Interactive says that the agent asks a person, so that only one game
	// can be played at a time.
	Interactive bool

	// OneGame, if not nil, says of an agent that is no person whether only one
	// game can be played with it at a time.
	OneGame func(v spec.Values) bool

	// Outside, if not nil, says whether the agent starts another program or asks
	// one elsewhere, which only who names it may have it do, and no file.
	Outside func(v spec.Values) bool

	// Veiled says that the agent plays games in which players do not see everything, by
	// what it is shown. Others would take the world that they are shown for the true one,
	// and are refused. People see what they may.
	Veiled bool

	// Fits, if not nil, says which games the agent is made for; others Resolve refuses. Nil
	// is any.
	Fits func(g game.Game) bool

	// Whole says that the agent plays a game as it is, even where a Decorator
	// would have it play a simpler one.
	Whole bool
}

// Order is what an agent is made from.
type Order struct {
	Game        game.Game
	Values      spec.Values // resolved
	Environment *Environment

	files map[string]Artefact // by option
}

// File is what an option of type spec.File names, as it was when the spec was
// resolved; the zero value if the option has no value.
func (o Order) File(option string) Artefact { return o.files[option] }

// Entry is one kind of agent.
type Entry = spec.Entry[Maker]

// Decorator lets agents that play a simple game play a richer one made from it,
// such as backgammon with the doubling cube.
type Decorator struct {
	// Simple is the simple game of g, if g is one of the richer ones.
	Simple func(g game.Game) (simple game.Game, ok bool)

	// Decorate makes of an agent for the simple game one for the richer.
	Decorate func(a Agent, e *Environment) (Agent, error)

	// Uses, if not nil, tells what play in the richer game depends on besides
	// the spec.
	Uses func() []Artefact
}

// Registry is the agents that specs may name.
type Registry struct {
	spec.Catalogue[Maker]
	Environment *Environment
	Decorators  []Decorator
}

// NewRegistry returns the agents of entries. Of several with the same ID the
// last counts.
func NewRegistry(e *Environment, decorators []Decorator, entries ...Entry) *Registry {
	r := &Registry{Catalogue: spec.Catalogue[Maker]{Kind: "agent"}, Environment: e, Decorators: decorators}
	for _, entry := range entries {
		if i := slices.IndexFunc(r.Entries, func(known Entry) bool { return known.ID == entry.ID }); i >= 0 {
			r.Entries[i] = entry
		} else {
			r.Entries = append(r.Entries, entry)
		}
	}
	return r
}

// veiled are the agents that play g, in which players do not see everything.
func (r *Registry) veiled(g game.Game) (names []string) {
	for _, e := range r.Entries {
		if e.Make.Veiled && (e.Make.Fits == nil || e.Make.Fits(g)) {
			names = append(names, e.ID)
		}
	}
	return names
}

// Parse checks an agent spec.
func (r *Registry) Parse(text string) (Spec, error) {
	entry, values, err := r.Read(text)
	if err != nil {
		return Spec{}, err
	}
	return Spec{text: text, maker: entry.Make, values: values, registry: r}, nil
}

// ParseAll is Parse of several texts.
func (r *Registry) ParseAll(texts ...string) (specs []Spec, err error) {
	for _, text := range texts {
		s, err := r.Parse(text)
		if err != nil {
			return nil, err
		}
		specs = append(specs, s)
	}
	return specs, nil
}

// Spec is a checked agent spec. What it means may depend on the game, see For.
type Spec struct {
	text     string
	maker    Maker
	values   spec.Values
	registry *Registry
}

// Another checks a spec of the same registry.
func (s Spec) Another(text string) (Spec, error) { return s.registry.Parse(text) }

// Environment is what agents of the spec share with others.
func (s Spec) Environment() *Environment { return s.registry.Environment }

// IsZero reports whether the spec is none that a registry has made.
func (s Spec) IsZero() bool { return s.registry == nil }

// String is the text the spec was read from.
func (s Spec) String() string { return s.text }

// Interactive reports whether the agent asks a person.
func (s Spec) Interactive() bool { return s.maker.Interactive }

// OneGame reports whether only one game can be played with the agent at a time.
func (s Spec) OneGame() bool {
	return s.maker.Interactive || s.maker.OneGame != nil && s.maker.OneGame(s.values)
}

// Outside reports whether the agent starts another program or asks one elsewhere.
func (s Spec) Outside() bool { return s.maker.Outside != nil && s.maker.Outside(s.values) }

// Files are those that the options name; what comes with gambito is none, nor is what
// the data folder has under a name.
func (s Spec) Files() (names []string) {
	for _, o := range s.values.Schema().Options {
		if o.Type != spec.File || !s.values.Has(o.Name) {
			continue
		}
		if name := s.values.Text(o.Name); s.maker.Included == nil || !s.maker.Included(s.registry.Environment, name) {
			names = append(names, name)
		}
	}
	return names
}

// CheckInside refuses agents that a file names and that are not to be started for
// that alone.
func CheckInside(specs ...Spec) error {
	for _, s := range specs {
		if s.Outside() {
			return fmt.Errorf("the agent %s, which the game names, runs or asks another program, and no file may do that: name it, or somebody else, with --vs", s)
		}
	}
	return nil
}

// Within is the spec for one whose every move is limited from outside. Where it
// names no limit of its own these take the place of the default; where it does,
// both hold.
func (s Spec) Within(l Limits) Spec {
	limits := []struct {
		option string
		value  float64
	}{{"sims", float64(l.Simulations)}, {"nodes", float64(l.Nodes)}, {"depth", float64(l.Depth)}, {"time", l.Time.Seconds()}}
	schema := s.values.Schema()
	for _, limit := range limits {
		if schema.Has(limit.option) && s.values.Has(limit.option) {
			return s
		}
	}
	for _, limit := range limits {
		if limit.value > 0 && schema.Has(limit.option) {
			s.values = s.values.Default(limit.option, limit.value)
		}
	}
	return s
}

// Has reports whether the agent has an option.
func (s Spec) Has(option string) bool { return s.values.Schema().Has(option) }

// Given reports whether the spec says something about an option.
func (s Spec) Given(option string) bool { return s.Has(option) && s.values.Given(option) }

// Memory is how many bytes the spec says that a tree or a table of the agent may take.
func (s Spec) Memory() (bytes int64) {
	for _, option := range []string{"memory", "table"} { // in MB
		if s.Given(option) {
			bytes += int64(s.values.Int(option)) << 20
		}
	}
	return bytes
}

// Preferring is the spec with a value for an option, if it has that option and was not
// given one.
func (s Spec) Preferring(option, value string) Spec {
	if s.Has(option) && !s.Given(option) {
		s.values = s.values.With(option, value)
	}
	return s
}

// Capped is the spec with at most so much of an option, if it has that option and
// would have more.
func (s Spec) Capped(option string, most float64) Spec {
	if !s.Has(option) || !s.values.Has(option) || s.values.Float(option) <= most {
		return s
	}
	if s.Given(option) {
		s.values = s.values.With(option, strconv.FormatFloat(most, 'f', 0, 64))
	} else {
		s.values = s.values.Default(option, most)
	}
	return s
}

// For resolves the spec for a game: what comes of it says all that decides how
// the agent plays, whatever defaults are one day.
func (s Spec) For(g game.Game) (Resolved, error) {
	if s.maker.StandsFor != nil {
		return s.standIn(g)
	}
	if !s.maker.Veiled && !s.maker.Interactive && game.OfSecrets(g) {
		return Resolved{}, fmt.Errorf("agent %q: it has to see everything, and players of %s do not: %s do without", s.text, g.Info().ID, strings.Join(s.registry.veiled(g), ", "))
	}
	r := Resolved{spec: s, game: g}
	if !s.maker.Whole {
		for i, d := range s.registry.Decorators {
			if simple, ok := d.Simple(g); ok {
				r.game, r.decorator = simple, &s.registry.Decorators[i]
				break
			}
		}
	}
	if err := r.resolve(); err != nil {
		return Resolved{}, fmt.Errorf("agent %q: %w", s.text, err)
	}
	return r, nil
}

// standIn resolves the spec that another stands for. It still comes from that one.
func (s Spec) standIn(g game.Game) (Resolved, error) {
	text, err := s.maker.StandsFor(g, s.values)
	if err != nil {
		return Resolved{}, fmt.Errorf("agent %q: %w", s.text, err)
	}
	other, err := s.Another(text)
	if err != nil {
		return Resolved{}, fmt.Errorf("agent %q: %w", s.text, err)
	}
	r, err := other.For(g)
	r.spec.text = s.text
	return r, err
}

// New makes an agent for g.
func (s Spec) New(g game.Game) (Agent, error) {
	r, err := s.For(g)
	if err != nil {
		return nil, err
	}
	return r.New()
}
