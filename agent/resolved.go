package agent

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"gambito/game"
	"gambito/spec"
)

// Resolved is an agent spec for one game, every choice explicit, from which any
// number of agents can be made that play alike.
type Resolved struct {
	spec      Spec
	game      game.Game // that the agent itself plays
	decorator *Decorator
	values    spec.Values
	files     map[string]Artefact
}

// Artefact is a file, or something like it that comes with gambito, on which
// play depends: a network, weights, a book, an evaluation.
type Artefact struct {
	Option  string `json:"option,omitempty"` // of the spec that names it
	Name    string `json:"name"`             // as it names it
	Digest  string `json:"digest"`           // SHA-256 of the content, hexadecimal
	Content []byte `json:"-"`
}

// Digest is what identifies a content.
func Digest(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

func (r *Resolved) resolve() (err error) {
	if resolve := r.spec.maker.Resolve; resolve == nil {
		r.values = r.spec.values
	} else if r.values, err = resolve(r.game, r.spec.values); err != nil {
		return err
	}
	r.values = r.values.Settle()
	r.files = map[string]Artefact{}
	for _, o := range r.values.Schema().Options {
		if !r.values.Has(o.Name) {
			continue
		}
		a := Artefact{Option: o.Name, Name: r.values.Text(o.Name)}
		switch o.Type {
		case spec.File:
			if a.Content, err = r.open(a); a.Content != nil {
				a.Digest = Digest(a.Content)
			}
		case spec.Evaluation:
			if g, ok := r.game.(game.Evaluated); ok && a.Name != NoEvaluation {
				a.Digest, err = r.digest(g, a.Name)
			}
		}
		if err != nil {
			return err
		}
		if a.Digest != "" {
			r.files[o.Name] = a
		}
	}
	return nil
}

// digest is that of an evaluation, which takes some games to find out.
func (r *Resolved) digest(g game.Evaluated, name string) (string, error) {
	type key struct{ game, rules, name string }
	return Share(r.spec.registry.Environment, key{g.Info().ID, game.Digest(g), name}, func() (string, error) {
		return game.EvaluationDigest(g, name)
	})
}

// NoEvaluation is the name of none.
const NoEvaluation = "none"

// open returns the content of a file, nil if it is the name of nothing.
func (r *Resolved) open(a Artefact) ([]byte, error) {
	if open := r.spec.maker.Open; open != nil {
		return open(r.spec.registry.Environment, a.Option, a.Name)
	}
	return r.spec.registry.Environment.Read(a.Name)
}

// String is the spec with every option that means something. Law: it parses, and
// resolves for the same game to itself.
func (r Resolved) String() string { return r.values.String() }

// Of reports whether r comes from that spec.
func (r Resolved) Of(s Spec) bool { return r.spec.text == s.text && r.spec.registry == s.registry }

// Artefacts are the files that the spec names, in the order of its options, and
// what else play depends on.
func (r Resolved) Artefacts() (list []Artefact) {
	for _, o := range r.values.Schema().Options {
		if a, ok := r.files[o.Name]; ok {
			list = append(list, a)
		}
	}
	if r.decorator != nil && r.decorator.Uses != nil {
		list = append(list, r.decorator.Uses()...)
	}
	return list
}

// Luggage is the files that must come along where the agent is to be made elsewhere:
// what its options name and does not come with every gambito.
func (r Resolved) Luggage() (list []Artefact) {
	for _, o := range r.values.Schema().Options {
		a, ok := r.files[o.Name]
		if !ok || o.Type != spec.File {
			continue
		}
		elsewhere := r
		elsewhere.spec.registry = &Registry{Environment: NewSealed("", nothingBrought)}
		if content, err := elsewhere.open(a); err != nil || Digest(content) != a.Digest {
			list = append(list, a)
		}
	}
	return list
}

func nothingBrought(name string) ([]byte, error) {
	return nil, fmt.Errorf("%s did not come along", name)
}

// Table is how many bytes the agent takes for a table as soon as it is made.
func (r Resolved) Table() int64 {
	if !r.values.Schema().Has("table") || !r.values.Has("table") {
		return 0
	}
	return int64(r.values.Int("table")) << 20
}

// New makes an agent.
func (r Resolved) New() (Agent, error) {
	a, err := r.spec.maker.New(Order{r.game, r.values, r.spec.registry.Environment, r.files})
	if err == nil && r.decorator != nil {
		a, err = r.decorator.Decorate(a, r.spec.registry.Environment)
	}
	if err != nil {
		return nil, fmt.Errorf("agent %q: %w", r.spec.text, err)
	}
	return a, nil
}
