package tune

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"gambito/agent"
	"gambito/game"
	"gambito/spec"
	"gambito/tune/optimise"
)

// Option is an option of the agent that is searched over.
type Option struct {
	Name    string     `json:"name" doc:"Name of the option."`
	Type    spec.Type  `json:"type" doc:"What values it takes."`
	Min     float64    `json:"min" doc:"Least of numbers, of durations in seconds."`
	Max     float64    `json:"max" doc:"Greatest of numbers."`
	Scale   spec.Scale `json:"scale,omitempty" doc:"How numbers are spread: linear or logarithmic; empty for choices."`
	Choices []string   `json:"choices" doc:"What is chosen from, if it is no number."`
	Where   string     `json:"where" doc:"When it means something, such as amaf=rave|grave, several with & between; empty for always."`
}

// Space is the options that are searched over, each a dimension.
type Space struct {
	Options []Option
	Start   optimise.Point // where the agent is without them

	base  spec.Values
	game  game.Game
	where [][]condition // of each option: it means something where all of them hold
}

// condition holds where another option has one of some values.
type condition struct {
	option string
	values []string
}

// levelled is how many whole numbers a range may hold for each to be a level.
const levelled = 64

// Dimensions are those of points.
func (s *Space) Dimensions() (list []optimise.Dimension) {
	for _, o := range s.Options {
		switch {
		case o.Choices != nil:
			list = append(list, optimise.Dimension{Levels: len(o.Choices), Unordered: true})
		case o.Type == spec.Int && o.Scale != spec.Logarithmic && o.Max-o.Min < levelled:
			list = append(list, optimise.Dimension{Levels: int(o.Max-o.Min) + 1})
		default:
			list = append(list, optimise.Dimension{})
		}
	}
	return list
}

// value is what an option is at a place from 0 to 1, as a spec writes it.
func (o Option) value(x float64) string {
	if o.Choices != nil {
		return o.Choices[min(int(x*float64(len(o.Choices))), len(o.Choices)-1)]
	}
	var y float64
	switch {
	case o.Type == spec.Int && o.Scale != spec.Logarithmic:
		y = math.Floor(o.Min + x*(o.Max-o.Min+1))
	case o.Scale == spec.Logarithmic:
		y = o.Min * math.Pow(o.Max/o.Min, x)
	default:
		y = o.Min + x*(o.Max-o.Min)
	}
	y = math.Max(o.Min, math.Min(o.Max, y))
	switch o.Type {
	case spec.Int:
		return strconv.FormatFloat(math.Round(y), 'f', -1, 64)
	case spec.Duration:
		return strconv.FormatFloat(y, 'g', 4, 64) + "s"
	}
	return strconv.FormatFloat(rounded(y, o.Min, o.Max), 'g', -1, 64)
}

// rounded is a number as people write it, with four digits that count, in its range.
func rounded(y, least, most float64) float64 {
	short, _ := strconv.ParseFloat(strconv.FormatFloat(y, 'g', 4, 64), 64)
	return math.Max(least, math.Min(most, short))
}

// place is where a value lies from 0 to 1, the inverse of value; false if it is none of
// the option's.
func (o Option) place(text string) (float64, bool) {
	if o.Choices != nil {
		i := slices.Index(o.Choices, text)
		return (float64(i) + 0.5) / float64(len(o.Choices)), i >= 0
	}
	y, err := strconv.ParseFloat(strings.TrimSuffix(text, "s"), 64)
	if err != nil || y < o.Min || y > o.Max {
		return 0.5, false
	}
	switch {
	case o.Type == spec.Int && o.Scale != spec.Logarithmic:
		return (y - o.Min + 0.5) / (o.Max - o.Min + 1), true
	case o.Scale == spec.Logarithmic:
		return math.Log(y/o.Min) / math.Log(o.Max/o.Min), true
	}
	return (y - o.Min) / (o.Max - o.Min), true
}

// chosen are the values that a point has, "" of options that mean nothing there.
func (s *Space) chosen(x optimise.Point) []string {
	values := make([]string, len(s.Options))
	for i, o := range s.Options {
		if s.hold(s.where[i], values[:i]) {
			values[i] = o.value(x[i])
		}
	}
	return values
}

// hold says whether all conditions do, given the options above.
func (s *Space) hold(all []condition, above []string) bool {
	return !slices.ContainsFunc(all, func(c condition) bool { return !s.holds(c, above) })
}

func (s *Space) holds(c condition, above []string) bool {
	value := s.base.Text(c.option)
	for i, chosen := range above {
		if s.Options[i].Name == c.option && chosen != "" {
			value = chosen
		}
	}
	return slices.Contains(c.values, value)
}

// Spec is the agent at a point.
func (s *Space) Spec(x optimise.Point) string { return s.with(s.chosen(x)) }

// with is the agent with some values of the options.
func (s *Space) with(values []string) string {
	v := s.base
	for i, value := range values {
		if value != "" {
			v = v.With(s.Options[i].Name, value)
		}
	}
	return v.String()
}

// Snap is the point that stands for all that are the same agent: numbers as they are
// written, and the middle of what means nothing.
func (s *Space) Snap(x optimise.Point) optimise.Point {
	y := make(optimise.Point, len(x))
	for i, value := range s.chosen(x) {
		y[i] = 0.5
		if value != "" {
			y[i], _ = s.Options[i].place(value)
		}
	}
	return y
}

// settle finds where the agent is without the options, as it is resolved for the game.
func (s *Space) settle(agents *agent.Registry) error {
	a, err := agents.Parse(s.base.String())
	if err != nil {
		return err
	}
	r, err := a.For(s.game)
	if err != nil {
		return err
	}
	_, settled, err := agents.Read(r.String())
	if err != nil {
		return err
	}
	s.Start = make(optimise.Point, len(s.Options))
	for i, o := range s.Options {
		s.Start[i] = 0.5
		if settled.Schema().Has(o.Name) && settled.Given(o.Name) {
			if x, ok := o.place(settled.Text(o.Name)); ok {
				s.Start[i] = x
			}
		}
	}
	return nil
}
