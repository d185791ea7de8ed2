// Package setting ties the settings of learning, which are plain structs that are
// kept as JSON, to their description: a list of options, each with a type, a
// range and a line of help. The name of an option is that of a field in JSON.
//
// The description is the one source of what settings may be. Settings from
// wherever, a file, a flag or a web page, are checked against it.
package setting

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"

	"gambito/spec"
)

// Check says which of the settings, a struct, is not what its option allows.
func Check(options []spec.Option, settings any) error {
	for _, o := range options {
		if text := Text(settings, o.Name); !allows(o, text) {
			return wrong(o, text)
		}
	}
	return nil
}

// Set changes the settings, a pointer to a struct, that a list of NAME=VALUE names.
func Set(options []spec.Option, settings any, list string) error {
	for part := range strings.SplitSeq(list, ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		name, value, given := strings.Cut(part, "=")
		o, err := find(options, name)
		if err != nil {
			return err
		}
		if !given {
			return fmt.Errorf("%s needs a value, such as %s=%s", name, name, Text(settings, name))
		}
		if o.Type == spec.Bool {
			value = onOff(value)
		}
		if !allows(o, value) {
			return wrong(o, value)
		}
		set(field(reflect.ValueOf(settings).Elem(), name), value)
	}
	return nil
}

// find returns the option of a name.
func find(options []spec.Option, name string) (spec.Option, error) {
	var names []string
	for _, o := range options {
		if o.Name == name {
			return o, nil
		}
		names = append(names, o.Name)
	}
	return spec.Option{}, fmt.Errorf("unknown setting %q %s", name, spec.Suggest(name, names))
}

// Defaults returns the options with the values of settings, a struct, as defaults.
func Defaults(options []spec.Option, settings any) []spec.Option {
	all := make([]spec.Option, len(options))
	for i, o := range options {
		o.Default = Text(settings, o.Name)
		all[i] = o
	}
	return all
}

// Text writes a value of settings, a struct, as Set reads it.
func Text(settings any, name string) string {
	switch f := field(reflect.Indirect(reflect.ValueOf(settings)), name); f.Kind() {
	case reflect.Int:
		return strconv.FormatInt(f.Int(), 10)
	case reflect.Float64:
		return strconv.FormatFloat(f.Float(), 'g', -1, 64)
	case reflect.Bool:
		return onOff(strconv.FormatBool(f.Bool()))
	case reflect.String:
		return f.String()
	default:
		panic("setting: " + name + " is neither a number nor a text")
	}
}

// field finds the field of a struct, or of a struct in it, by its name in JSON.
func field(s reflect.Value, name string) reflect.Value {
	if f, ok := findField(s, name); ok {
		return f
	}
	panic("setting: no field is named " + name)
}

func findField(s reflect.Value, name string) (reflect.Value, bool) {
	for i := range s.NumField() {
		if tag, _, _ := strings.Cut(s.Type().Field(i).Tag.Get("json"), ","); tag == name {
			return s.Field(i), true
		}
		if s.Field(i).Kind() == reflect.Struct {
			if f, ok := findField(s.Field(i), name); ok {
				return f, true
			}
		}
	}
	return reflect.Value{}, false
}

// set writes a value that its option allows.
func set(f reflect.Value, value string) {
	switch f.Kind() {
	case reflect.Int:
		n, _ := strconv.Atoi(value)
		f.SetInt(int64(n))
	case reflect.Float64:
		x, _ := strconv.ParseFloat(value, 64)
		f.SetFloat(x)
	case reflect.Bool:
		f.SetBool(value == "on")
	case reflect.String:
		f.SetString(value)
	}
}

// onOff writes true and false as options do.
func onOff(value string) string {
	switch value {
	case "true":
		return "on"
	case "false":
		return "off"
	}
	return value
}

// allows reports whether a value is of the option's type, in its range and finite.
func allows(o spec.Option, value string) bool {
	if x, err := strconv.ParseFloat(value, 64); o.Type == spec.Float && err == nil && math.IsInf(x, 0) {
		return false
	}
	return o.Check(value) == nil
}

// wrong says what would be right.
func wrong(o spec.Option, value string) error {
	if o.Type == spec.Choice {
		return fmt.Errorf("%s %q: it must be %s", o.Name, value, o.Domain())
	}
	if _, err := strconv.ParseFloat(value, 64); err != nil {
		value = strconv.Quote(value)
	}
	return fmt.Errorf("%s %s: it must be %s", o.Name, value, o.Domain())
}
