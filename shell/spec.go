package shell

import (
	"strconv"
	"strings"

	"gambito/spec"
)

// Specs completes a text such as mcts:policy=ucb against the schemas of its kind:
// the name, then options and their values. Values that a schema does not list come
// from choices, which may be nil.
func Specs(schemas []spec.Schema, word string, choices func(schema spec.Schema, o spec.Option) []string) Candidates {
	name, options, colon := strings.Cut(word, ":")
	if !colon {
		return specNames(schemas, word)
	}
	found := specNames(schemas, word) // such as gdl:hex
	for _, schema := range schemas {
		if schema.ID == name {
			own := specOptions(schema, options, choices).after(name + ":")
			found = Candidates{append(found.List, own.List...), found.Open || own.Open, own.Files}
		}
	}
	return found
}

// Options completes a list such as sims=100,policy=ucb.
func Options(options []spec.Option, word string) Candidates {
	return specOptions(spec.Schema{Options: options}, word, nil)
}

// specNames are the names, and after a name that stands there whole the sign that
// options follow.
func specNames(schemas []spec.Schema, word string) Candidates {
	var found Candidates
	for _, s := range schemas {
		if !strings.HasPrefix(s.ID, word) {
			continue
		}
		found.Open = found.Open || len(s.Options) > 0
		found.List = append(found.List, Candidate{s.ID, s.About})
		if s.ID == word && len(s.Options) > 0 {
			found.List = append(found.List, Candidate{s.ID + ":", "with options"})
		}
	}
	return found
}

// specOptions completes the last of the options after a name.
func specOptions(schema spec.Schema, text string, choices func(spec.Schema, spec.Option) []string) Candidates {
	before := ""
	if at := strings.LastIndexByte(text, ','); at >= 0 {
		before, text = text[:at+1], text[at+1:]
	}
	key, value, valued := strings.Cut(text, "=")
	found := Candidates{Open: true}
	if before == "" && !valued {
		found.List = sizes(schema)
	}
	for _, o := range schema.Options {
		switch {
		case !valued && !given(before, o.Name):
			found.List = append(found.List, Candidate{o.Name + "=", o.Help})
		case valued && o.Name == key:
			found = optionValues(schema, o, value, choices).after(key + "=")
		}
	}
	return found.after(before)
}

// sizes are the few numbers that may stand alone in place of options, as in level:5.
func sizes(schema spec.Schema) (list []Candidate) {
	const most = 20
	for _, o := range schema.Options {
		if len(schema.Size) == 1 && o.Name == schema.Size[0] && o.Type == spec.Int && o.Max > o.Min && o.Max-o.Min < most {
			for n := int(o.Min); n <= int(o.Max); n++ {
				list = append(list, Candidate{Text: strconv.Itoa(n)})
			}
		}
	}
	return list
}

// given reports whether an option stands among those before.
func given(options, name string) bool {
	for option := range strings.SplitSeq(options, ",") {
		if key, _, _ := strings.Cut(option, "="); key == name {
			return true
		}
	}
	return false
}

// optionValues are the values that an option lists, or its default as an example.
// After a value that stands there whole another option may follow.
func optionValues(schema spec.Schema, o spec.Option, value string, choices func(spec.Schema, spec.Option) []string) Candidates {
	found := Candidates{Open: true, Files: o.Type == spec.File}
	values := o.Choices
	if o.Type == spec.Bool {
		values = []string{"on", "off"}
	}
	if values == nil && choices != nil {
		values = choices(schema, o)
	}
	if values == nil && o.Default != "" {
		values = []string{o.Default}
	}
	for _, v := range values {
		help := ""
		if v == o.Default {
			help = "default"
		}
		found.List = append(found.List, Candidate{v, help})
		if v == value && len(schema.Options) > 1 {
			found.List = append(found.List, Candidate{v + ",", "and another option"})
		}
	}
	return found
}
