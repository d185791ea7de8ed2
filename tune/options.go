package tune

import (
	"slices"
	"strconv"
	"strings"

	"gambito/game"
	"gambito/spec"
	"gambito/yamlfile"
)

// space reads the options to search over against what the agent declares.
func (r *reader) space(schema *spec.Schema, base spec.Values, g game.Game) (*Space, error) {
	s := &Space{base: base, game: g}
	var names []string
	for _, o := range schema.Options {
		names = append(names, o.Name)
	}
	entries, err := r.places["options"].Mapping(names...)
	if err != nil {
		return nil, err
	}
	if len(entries) == 0 {
		return nil, r.places["options"].Fail("there must be an option to search over")
	}
	for _, e := range entries {
		declared := schema.Options[slices.Index(names, e.Name)]
		if base.Given(e.Name) {
			return nil, e.Key.Alone().Fail("option %s: the agent %s has a value for it already: leave one of them out", e.Name, base)
		}
		o, where, err := option(s.cased(declared), e)
		if err != nil {
			return nil, err
		}
		all, err := s.conditions(declared, where, e)
		if err != nil {
			return nil, err
		}
		var texts []string
		for _, c := range all {
			texts = append(texts, c.option+"="+strings.Join(c.values, "|"))
		}
		o.Where = strings.Join(texts, " & ")
		s.Options, s.where = append(s.Options, o), append(s.where, all)
		r.keyed = append(r.keyed, e.Key)
	}
	return s, nil
}

// cased is an option as it is where the agent has decided on what it depends on.
func (s *Space) cased(o spec.Option) spec.Option {
	for _, c := range o.Cases {
		on, value, _ := strings.Cut(c.Where, "=")
		searched := slices.ContainsFunc(s.Options, func(o Option) bool { return o.Name == on })
		if !searched && s.base.Text(on) == value {
			o.Default, o.Min, o.Max, o.Scale, o.Cases = c.Default, c.Min, c.Max, c.Scale, nil
		}
	}
	return o
}

// option reads the range or the choices of an option. Where is the place of its
// condition, the zero value if it has none.
func option(declared spec.Option, e yamlfile.Entry) (o Option, where node, err error) {
	o = Option{Name: declared.Name, Type: declared.Type, Min: declared.Min, Max: declared.Max, Scale: declared.Scale}
	choices, ranged := e.Value, false
	var least, most bool // whether they are given
	if _, err := e.Value.List(); err != nil {
		choices = node{}
		entries, err := e.Value.Mapping("min", "max", "scale", "choices", "where")
		if err != nil && !empty(e.Value) {
			return o, where, e.Value.Fail("it must be a list of values, or min, max and scale, choices, and where")
		}
		for _, part := range entries {
			switch part.Name {
			case "min":
				o.Min, err = bound(part.Value, declared)
				ranged, least = true, true
			case "max":
				o.Max, err = bound(part.Value, declared)
				ranged, most = true, true
			case "scale":
				var scale string
				scale, err = part.Value.Choice(string(spec.Linear), string(spec.Logarithmic))
				o.Scale = spec.Scale(scale)
				ranged = true
			case "choices":
				choices = part.Value
			case "where":
				where = part.Value
			}
			if err != nil {
				return o, where, err
			}
		}
	}
	if choices != (node{}) {
		if ranged {
			return o, where, e.Value.Fail("it has choices, or min, max and scale, not both")
		}
		o.Choices, err = listed(choices, declared)
		return o.chosen(), where, err
	}
	if !least && o.Min == 0 && o.Scale == spec.Logarithmic {
		low, high := usual(declared)
		if o.Min = low; most {
			o.Min = min(low, o.Max/usualTimes)
		} else {
			o.Max = high
		}
	}
	return o.ranged(declared, e, ranged, where)
}

// usualTimes is how far below and above the values that an option usually has it is looked
// for better ones, where its logarithmic scale would begin at 0.
const usualTimes = 100

// usual is a range around the defaults of an option and the values that it may vary over.
func usual(declared spec.Option) (low, high float64) {
	texts := append([]string{declared.Default}, declared.Vary...)
	for _, c := range declared.Cases {
		texts = append(texts, c.Default)
	}
	for _, text := range texts {
		if x, err := strconv.ParseFloat(text, 64); err == nil && x > 0 {
			if low == 0 {
				low, high = x, x
			}
			low, high = min(low, x), max(high, x)
		}
	}
	if low == 0 {
		return declared.Max / 1e6, declared.Max
	}
	return low / usualTimes, min(high*usualTimes, declared.Max)
}

// empty says whether nothing stands there.
func empty(n node) bool {
	_, err := n.Text()
	_, wrong := n.Pairs()
	_, list := n.List()
	return err != nil && wrong != nil && list != nil
}

// chosen is an option without a range.
func (o Option) chosen() Option {
	o.Min, o.Max, o.Scale = 0, 0, ""
	return o
}

// ranged checks the range of an option without a list of values.
func (o Option) ranged(declared spec.Option, e yamlfile.Entry, given bool, where node) (Option, node, error) {
	switch declared.Type {
	case spec.Int, spec.Float, spec.Duration:
		if o.Scale == "" {
			o.Scale = spec.Linear
		}
		switch {
		case !(o.Max > o.Min):
			return o, where, e.Value.Fail("the range from %v to %v is empty", o.Min, o.Max)
		case o.Scale == spec.Logarithmic && o.Min <= 0:
			return o, where, e.Value.Fail("a logarithmic scale begins above 0: say min, or scale: linear")
		}
		return o, where, nil
	case spec.Bool:
		o.Choices = []string{"off", "on"}
	case spec.Choice:
		o.Choices = declared.Choices
	default:
		return o, where, e.Value.Fail("it is %s: list the values to choose from", declared.Domain())
	}
	if given {
		return o, where, e.Value.Fail("it is %s, which has no range", declared.Domain())
	}
	return o.chosen(), where, nil
}

// bound reads an end of a range, which the option must take.
func bound(n node, declared spec.Option) (float64, error) {
	text, err := n.Text()
	if err != nil {
		return 0, err
	}
	if declared.Type == spec.Duration {
		d, err := n.Duration()
		if err == nil {
			err = at(n, declared.Check(text))
		}
		return d.Seconds(), err
	}
	if err := declared.Check(text); err != nil {
		return 0, at(n, err)
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0, n.Fail("it must be a number")
	}
	return x, nil
}

// listed reads values to choose from.
func listed(n node, declared spec.Option) (list []string, err error) {
	items, err := n.List()
	if err != nil {
		return nil, err
	}
	for _, item := range items {
		text, err := item.Text()
		if err == nil {
			err = at(item, declared.Check(text))
		}
		if err == nil && slices.Contains(list, text) {
			err = item.Fail("%s is there twice", text)
		}
		if err != nil {
			return nil, err
		}
		list = append(list, text)
	}
	if len(list) < 2 {
		return nil, n.Fail("there must be two values to choose from, or more")
	}
	return list, nil
}
