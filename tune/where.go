package tune

import (
	"slices"
	"strings"

	"gambito/spec"
	"gambito/yamlfile"
)

// conditions reads when an option means something: option=value|value, of several all, with
// & between or in a list. An option whose meaning depends on another, such as a constant of
// a policy, does so where that one has one of the values that its cases name, unless it is
// said which.
func (s *Space) conditions(declared spec.Option, where node, e yamlfile.Entry) (all []condition, err error) {
	if where != (node{}) {
		items := []node{where}
		if !where.IsText() {
			if items, err = where.List(); err != nil {
				return nil, where.Fail("it must be option=value, several with & between, or a list of them")
			}
		}
		for _, item := range items {
			text, err := item.Text()
			if err != nil {
				return nil, err
			}
			for part := range strings.SplitSeq(text, "&") {
				c, err := s.condition(declared, strings.TrimSpace(part), item)
				if err != nil {
					return nil, err
				}
				if slices.ContainsFunc(all, func(o condition) bool { return o.option == c.option }) {
					return nil, item.Fail("%q: %s is there twice: its values are separated by |", text, c.option)
				}
				all = append(all, c)
			}
		}
	}
	option, values := "", []string(nil)
	for _, of := range declared.Cases {
		var value string
		option, value, _ = strings.Cut(of.Where, "=")
		values = append(values, value)
	}
	if option == "" || slices.ContainsFunc(all, func(c condition) bool { return c.option == option }) {
		return all, nil
	}
	c, err := s.condition(declared, option+"="+strings.Join(values, "|"), e.Value)
	return append(all, c), err
}

// condition reads one of them.
func (s *Space) condition(declared spec.Option, text string, place node) (c condition, err error) {
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
