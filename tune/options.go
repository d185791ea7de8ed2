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
		c, err := s.condition(declared, where, e)
		if err != nil {
			return nil, err
		}
		if o.Where = ""; c.option != "" {
			o.Where = c.option + "=" + strings.Join(c.values, "|")
		}
		s.Options, s.where = append(s.Options, o), append(s.where, c)
	}
	return s, nil
}

// cased is an option as it is where the agent has decided on what it depends on.
func (s *Space) cased(o spec.Option) spec.Option {
	for _, c := range o.Cases {
		on, value, _ := strings.Cut(c.Where, "=")
		searched := slices.ContainsFunc(s.Options, func(o Option) bool { return o.Name == on })
		if !searched && s.base.Text(on) == value {
			o.Min, o.Max, o.Scale = c.Min, c.Max, c.Scale
		}
	}
	return o
}

// option reads the range or the choices of an option. Where is the place of its
// condition, the zero value if it has none.
func option(declared spec.Option, e yamlfile.Entry) (o Option, where node, err error) {
	o = Option{Name: declared.Name, Type: declared.Type, Min: declared.Min, Max: declared.Max, Scale: declared.Scale}
	choices, ranged := e.Value, false
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
				ranged = true
			case "max":
				o.Max, err = bound(part.Value, declared)
				ranged = true
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
	return o.ranged(declared, e, ranged, where)
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

// condition reads when an option means something. An option whose meaning depends on
// another, such as a constant of a policy, does so where that one has one of the values
// that its cases name.
func (s *Space) condition(declared spec.Option, where node, e yamlfile.Entry) (c condition, err error) {
	text, place := "", e.Value
	if where != (node{}) {
		place = where
		if text, err = where.Text(); err != nil {
			return c, err
		}
	} else {
		var values []string
		for _, of := range declared.Cases {
			option, value, _ := strings.Cut(of.Where, "=")
			text = option + "="
			values = append(values, value)
		}
		text += strings.Join(values, "|")
	}
	if text == "" {
		return c, nil
	}
	name, values, ok := strings.Cut(text, "=")
	if !ok || name == "" || values == "" {
		return c, place.Fail("%q must be option=value, or option=value|value", text)
	}
	c = condition{name, strings.Split(values, "|")}
	if name == declared.Name {
		return c, place.Fail("%q: an option cannot depend on itself", text)
	}
	schema := s.base.Schema()
	i := slices.IndexFunc(schema.Options, func(o spec.Option) bool { return o.Name == name })
	if i < 0 {
		return c, place.Fail("%q: %s has no option %q", text, schema.ID, name)
	}
	for _, value := range c.values {
		if err := schema.Options[i].Check(value); err != nil {
			return c, at(place, err)
		}
	}
	return c, s.possible(c, text, place)
}

// possible refuses a condition that can never hold.
func (s *Space) possible(c condition, text string, place node) error {
	for _, above := range s.Options {
		if above.Name != c.option {
			continue
		}
		switch {
		case above.Choices == nil:
			return place.Fail("%q: %s is a range here, and a condition asks for one of several values", text, c.option)
		case !slices.ContainsFunc(c.values, func(v string) bool { return slices.Contains(above.Choices, v) }):
			return place.Fail("%q can never hold: %s is one of %s", text, c.option, strings.Join(above.Choices, ", "))
		}
		return nil
	}
	if value := s.base.Text(c.option); !slices.Contains(c.values, value) {
		if value == "" {
			value = "not given"
		}
		return place.Fail("%q can never hold: %s is %s, and no option above changes it", text, c.option, value)
	}
	return nil
}
