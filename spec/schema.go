package spec

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"gambito/formula"
)

// Type is what values an option takes.
type Type string

// The types of options.
const (
	Int      Type = "integer"
	Float    Type = "number"
	Bool     Type = "on|off"
	Duration Type = "duration"
	Choice   Type = "choice"
	Text     Type = "text"
	File     Type = "file" // of a file, or of something like it that comes with gambito

	Evaluation Type = "evaluation" // one of the game's
	List       Type = "list"       // in files only
)

// Scale is how numbers of an option are spread out, where they are drawn or
// searched.
type Scale string

// The scales: equal differences, or equal ratios, count alike. "" is linear.
const (
	Linear      Scale = "linear"
	Logarithmic Scale = "logarithmic"
)

// Option declares one option.
type Option struct {
	Name    string   `json:"name"`
	Type    Type     `json:"type"`
	Default string   `json:"default"`           // "" if Help tells where the default comes from
	Min     float64  `json:"min,omitempty"`     // of Int and Float, where Max > Min; of Duration in seconds
	Max     float64  `json:"max,omitempty"`     //
	Scale   Scale    `json:"scale,omitempty"`   // from Min to Max
	Choices []string `json:"choices,omitempty"` // of Choice
	Cases   []Case   `json:"cases,omitempty"`   // where default and range depend on another option

	// Variables are what a formula in place of a number may depend on, see package
	// formula; none if it must be a number.
	Variables []string `json:"variables,omitempty"`

	// Vary are values of which a search may try which is best while it runs; none if the
	// option is no such one.
	Vary []string `json:"vary,omitempty"`

	Help string `json:"help"`
}

// Case is what an option is if another has a value.
type Case struct {
	Where   string  `json:"where"` // such as policy=ucb
	Default string  `json:"default"`
	Min     float64 `json:"min"`
	Max     float64 `json:"max"`
	Scale   Scale   `json:"scale,omitempty"`
	Help    string  `json:"help"`
}

// Number is the default of an option of type Int or Float.
func (o Option) Number() float64 {
	x, _ := strconv.ParseFloat(o.Default, 64)
	return x
}

// Schema declares a name and its options.
type Schema struct {
	ID      string   `json:"id"`
	Name    string   `json:"name"`  // what people call it
	About   string   `json:"about"` // a line of help
	Options []Option `json:"options"`

	// Size names the options that a bare value such as 8x6 sets, in order.
	// A name that stands twice asks for equal numbers.
	Size []string `json:"size,omitempty"`
}

// Values are the options of one spec.
type Values struct {
	schema  *Schema
	given   map[string]string
	instead map[string]string // of the defaults, see Default
	settled bool              // options that are not given have no value, whatever their default
}

// Read checks the arguments of s against the schema.
func (s *Schema) Read(args []Arg) (Values, error) {
	v := Values{schema: s, given: map[string]string{}}
	for _, arg := range args {
		if arg.Key == "" {
			if err := v.setSize(arg.Value); err != nil {
				return Values{}, err
			}
			continue
		}
		if err := v.set(arg.Key, arg.Value); err != nil {
			return Values{}, err
		}
	}
	return v, nil
}

func (v Values) set(key, value string) error {
	option := v.schema.option(key)
	if option == nil {
		if len(v.schema.Options) == 0 {
			return fmt.Errorf("unknown option %q: %s has no options", key, v.schema.ID)
		}
		var names []string
		for _, o := range v.schema.Options {
			names = append(names, o.Name)
		}
		return fmt.Errorf("unknown option %q %s", key, Suggest(key, names))
	}
	if _, twice := v.given[key]; twice {
		return fmt.Errorf("option %q is given twice", key)
	}
	if err := option.Check(value); err != nil {
		return err
	}
	v.given[key] = value
	return nil
}

func (v Values) setSize(value string) error {
	if v.schema.Size == nil {
		return fmt.Errorf("%q must be key=value", value)
	}
	form := v.schema.SizeForm()
	numbers := strings.Split(value, "x")
	if len(numbers) != len(v.schema.Size) {
		return fmt.Errorf("%q must be key=value or %s", value, form)
	}
	byKey := map[string]string{}
	for i, key := range v.schema.Size {
		if known, ok := byKey[key]; ok {
			if known != numbers[i] {
				return fmt.Errorf("%q: both numbers of %s must be equal", value, form)
			}
			continue
		}
		byKey[key] = numbers[i]
		if err := v.set(key, numbers[i]); err != nil {
			return err
		}
	}
	return nil
}

// SizeForm shows how a size is written, such as COLUMNSxROWS; it is empty if
// there is no such short form.
func (s *Schema) SizeForm() string {
	names := make([]string, len(s.Size))
	for i, name := range s.Size {
		names[i] = strings.ToUpper(name)
	}
	return strings.Join(names, "x")
}

// Has reports whether there is an option of that name.
func (s *Schema) Has(name string) bool { return s.option(name) != nil }

func (s *Schema) option(name string) *Option {
	for i := range s.Options {
		if s.Options[i].Name == name {
			return &s.Options[i]
		}
	}
	return nil
}

// Check reports whether value is of the option's type and in its range.
func (o *Option) Check(value string) error {
	if o.Formula(value) {
		if _, err := formula.Parse(value, o.Variables...); err != nil {
			return o.wrong(value, "it must be "+o.Domain()+": "+err.Error())
		}
		return nil
	}
	number, err := 0.0, error(nil)
	ranged := o.Max > o.Min
	switch o.Type {
	case Int:
		var n int
		n, err = strconv.Atoi(value)
		number = float64(n)
	case Float:
		number, err = strconv.ParseFloat(value, 64)
		if number != number {
			err = strconv.ErrSyntax
		}
	case Duration:
		var d time.Duration
		d, err = time.ParseDuration(value)
		number = d.Seconds()
	case Bool:
		if value != "on" && value != "off" {
			return o.wrong(value, "it must be on or off")
		}
	case Choice:
		for _, choice := range o.Choices {
			if value == choice {
				return nil
			}
		}
		return o.wrong(value, fmt.Sprintf("unknown value %q %s", value, Suggest(value, o.Choices)))
	}
	if err != nil || ranged && (number < o.Min || number > o.Max) {
		return o.wrong(value, "it must be "+o.Domain())
	}
	return nil
}

// Formula says whether a value is no number where a formula may stand for one.
func (o *Option) Formula(value string) bool {
	_, err := strconv.ParseFloat(value, 64)
	return o.Variables != nil && err != nil
}

func (o *Option) wrong(value, why string) error {
	if quoted := strconv.Quote(value); quoted != `"`+value+`"` {
		value = quoted
	}
	return fmt.Errorf("option %s=%s: %s", o.Name, value, why)
}

// Domain says in words what values the option takes.
func (o *Option) Domain() string {
	what := map[Type]string{Int: "a whole number", Float: "a number", Duration: "a duration such as 500ms or 2s", Bool: "on or off", Text: "text", File: "a file", Evaluation: "the name of an evaluation", List: "a list"}[o.Type]
	if o.Type == Choice {
		return "one of " + strings.Join(o.Choices, ", ")
	}
	if o.Max > o.Min {
		unit := ""
		if o.Type == Duration {
			unit = " seconds"
		}
		what += fmt.Sprintf(" from %s to %s%s", plain(o.Min), plain(o.Max), unit)
	}
	if o.Variables != nil {
		what += fmt.Sprintf(" or a formula of %s", strings.Join(o.Variables, ", "))
	}
	return what
}

// plain writes a number as people do: large whole ones without an exponent.
func plain(x float64) string {
	if x == math.Trunc(x) && math.Abs(x) < 1e15 {
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// Schema is what the options were read against.
func (v Values) Schema() *Schema { return v.schema }

// Given reports whether the option was given. Settled values do not tell: what
// they mean must not depend on it.
func (v Values) Given(name string) bool {
	if v.settled {
		panic("spec: settled values do not tell whether " + name + " was given")
	}
	return v.given[name] != ""
}

// AnyGiven reports whether one of the options was given.
func (v Values) AnyGiven(names ...string) bool { return slices.ContainsFunc(names, v.Given) }

// With returns the values with another one for an option. An empty one is none,
// which stays so when the values are settled.
func (v Values) With(name, value string) Values {
	if v.schema.option(name) == nil {
		panic("spec: " + v.schema.ID + " declares no option " + name)
	}
	v.given = maps.Clone(v.given)
	v.given[name] = value
	return v
}

// Default returns the values with another default for an option, the nearest to it
// that the option takes.
func (v Values) Default(name string, value float64) Values {
	o := v.schema.option(name)
	if o == nil {
		panic("spec: " + v.schema.ID + " declares no option " + name)
	}
	if o.Max > o.Min {
		value = max(o.Min, min(o.Max, value))
	}
	text := strconv.FormatFloat(value, 'f', -1, 64)
	if o.Type == Duration {
		text = time.Duration(value * float64(time.Second)).String()
	}
	v.instead = maps.Clone(v.instead)
	if v.instead == nil {
		v.instead = map[string]string{}
	}
	v.instead[name] = text
	return v
}

// Without returns the values without those of some options, see With.
func (v Values) Without(names ...string) Values {
	for _, name := range names {
		v = v.With(name, "")
	}
	return v
}

// Settle writes out the defaults, and every value in one way, so that equal
// settled values mean the same.
func (v Values) Settle() Values {
	given := map[string]string{}
	for _, o := range v.schema.Options {
		if value := v.text(o.Name); value != "" {
			given[o.Name] = o.canonical(value)
		}
	}
	return Values{schema: v.schema, given: given, settled: true}
}

// canonical is one way to write a value that was checked: 0.50 and 5e-1 are 0.5.
func (o *Option) canonical(value string) string {
	if o.Formula(value) {
		return strings.Join(strings.Fields(value), "")
	}
	switch o.Type {
	case Int:
		if n, err := strconv.Atoi(value); err == nil {
			return strconv.Itoa(n)
		}
	case Float:
		if x, err := strconv.ParseFloat(value, 64); err == nil {
			return strconv.FormatFloat(x, 'g', -1, 64)
		}
	case Duration:
		if d, err := time.ParseDuration(value); err == nil {
			return d.String()
		}
	}
	return value
}

// Has reports whether the option was given or has a default.
func (v Values) Has(name string) bool { return v.text(name) != "" }

// Int returns the value of an option of type Int.
func (v Values) Int(name string) int {
	n, _ := strconv.Atoi(v.text(name))
	return n
}

// Float returns the value of an option of type Float.
func (v Values) Float(name string) float64 {
	x, _ := strconv.ParseFloat(v.text(name), 64)
	return x
}

// Duration returns the value of an option of type Duration.
func (v Values) Duration(name string) time.Duration {
	d, _ := time.ParseDuration(v.text(name))
	return d
}

// Bool returns the value of an option of type Bool.
func (v Values) Bool(name string) bool { return v.text(name) == "on" }

// Text returns the value of an option of type Text or Choice.
func (v Values) Text(name string) string { return v.text(name) }

func (v Values) text(name string) string {
	if value, ok := v.given[name]; ok {
		return value
	}
	option := v.schema.option(name)
	if option == nil {
		panic("spec: " + v.schema.ID + " declares no option " + name)
	}
	if v.settled {
		return ""
	}
	if value, ok := v.instead[name]; ok {
		return value
	}
	return option.Default
}

// String writes the values as a spec, in the order of the schema: settled ones
// all of them, others what was given.
func (v Values) String() string {
	var parts []string
	for _, o := range v.schema.Options {
		if value := v.given[o.Name]; value != "" {
			parts = append(parts, o.Name+"="+quote(value))
		}
	}
	if parts == nil {
		return v.schema.ID
	}
	return v.schema.ID + ":" + strings.Join(parts, ",")
}
