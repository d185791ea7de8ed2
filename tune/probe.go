package tune

import (
	"fmt"
	"slices"
	"strings"

	"gambito/agent"
	"gambito/game"
	"gambito/tune/optimise"
)

// Before anything is played agents all over the space are made, for values that do not go
// together should be found now and not by the game in which they meet: the points of an
// even cover of the space, and every two values of every two options with the others as
// they are at the start.

// probes is how many points cover the space, and mostProbes how many are tried at all.
const (
	probes     = 300
	mostProbes = 5000
)

// misfit is values that cannot play together.
type misfit struct {
	options []int
	values  []string // by option
	names   []Option
	err     error
}

// Error implements error.
func (m misfit) Error() string {
	var parts []string
	for _, i := range m.options {
		parts = append(parts, m.names[i].Name+"="+m.values[i])
	}
	help := "leave it out"
	if len(parts) > 1 {
		help = "leave a value out, or say where one of the options means something (where: option=value|value)"
	}
	return fmt.Sprintf("%s cannot play: %v; %s", strings.Join(parts, " with "), m.err, help)
}

// probe returns the first misfit that it finds, or nil.
func (s *Space) probe(agents *agent.Registry) error {
	cover, err := optimise.New(fmt.Sprintf("halton:batch=%d", probes), optimise.Problem{Dimensions: s.Dimensions()})
	if err != nil {
		return err
	}
	seen := map[string]bool{}
	for _, x := range append(s.pairwise(), cover.Ask()...) {
		values := s.chosen(x)
		text := s.with(values)
		if seen[text] {
			continue
		}
		seen[text] = true
		if err := s.plays(agents, text); err != nil {
			return s.least(agents, values, err)
		}
	}
	return nil
}

// plays says what is wrong with an agent.
func (s *Space) plays(agents *agent.Registry, text string) error {
	a, err := agents.Parse(text)
	if err != nil {
		return err
	}
	return playable(a, s.game)
}

// playable makes an agent to see whether it can be made; one that starts another program is
// only resolved.
func playable(a agent.Spec, g game.Game) error {
	r, err := a.For(g)
	if err == nil && !a.Outside() {
		_, err = r.New()
	}
	return err
}

// least is the values without which an agent that cannot play could. What means nothing
// without one of them goes with it.
func (s *Space) least(agents *agent.Registry, values []string, err error) misfit {
	for i := len(values) - 1; i >= 0; i-- {
		without := slices.Clone(values)
		without[i] = ""
		for k := i + 1; k < len(values); k++ {
			if !s.hold(s.where[k], without[:k]) {
				without[k] = ""
			}
		}
		if wrong := s.plays(agents, s.with(without)); wrong != nil {
			values, err = without, wrong
		}
	}
	m := misfit{values: values, names: s.Options, err: err}
	for i, value := range values {
		if value != "" {
			m.options = append(m.options, i)
		}
	}
	return m
}

// pairwise are points of the start, of every value, and of every two values of two options:
// of ranges their ends.
func (s *Space) pairwise() (points []optimise.Point) {
	points = append(points, s.Start)
	for i := range s.Options {
		for _, a := range s.Options[i].ends() {
			one := s.moved(s.Start, i, a)
			points = append(points, one)
			for j := range i {
				for _, b := range s.Options[j].ends() {
					if len(points) == mostProbes {
						return points
					}
					points = append(points, s.moved(one, j, b))
				}
			}
		}
	}
	return points
}

// ends are places of all choices of an option, or of the ends of its range.
func (o Option) ends() []float64 {
	if o.Choices == nil {
		return []float64{0, 1}
	}
	places := make([]float64, len(o.Choices))
	for i := range places {
		places[i] = (float64(i) + 0.5) / float64(len(places))
	}
	return places
}

// moved is a point with another value of an option, and of others what gives it a meaning.
func (s *Space) moved(from optimise.Point, option int, place float64) optimise.Point {
	x := append(optimise.Point{}, from...)
	x[option] = place
	for _, c := range s.where[option] {
		for k := range option {
			if o := s.Options[k]; o.Name == c.option && !s.hold([]condition{c}, s.chosen(x)[:option]) {
				for _, value := range c.values {
					if y, ok := o.place(value); ok {
						x = s.moved(x, k, y)
						break
					}
				}
			}
		}
	}
	return x
}
