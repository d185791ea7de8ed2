// Package spec reads the short texts by which users name games and agents:
//
//	name
//	name:key=value,key=value
//	name:8x6
//
// A Schema declares the options of one name, each with a type, a default, a
// range and a line of help; reading against it gives typed values or one line
// that says what is wrong and what would be right.
package spec

import (
	"fmt"
	"strings"
)

// Spec is a text taken apart but not yet checked against a Schema.
type Spec struct {
	Name string
	Args []Arg
}

// Arg is one option. A bare value, such as a board size, has no key.
type Arg struct {
	Key, Value string
}

// Parse takes a text apart.
func Parse(text string) (Spec, error) {
	name, rest, hasArgs := strings.Cut(text, ":")
	if name == "" {
		return Spec{}, fmt.Errorf("%q: it must start with a name", text)
	}
	s := Spec{Name: name}
	if !hasArgs {
		return s, nil
	}
	for part := range strings.SplitSeq(rest, ",") {
		key, value, hasKey := strings.Cut(part, "=")
		if !hasKey {
			key, value = "", part
		}
		if value == "" || hasKey && key == "" {
			return Spec{}, fmt.Errorf("%q: option %q must be key=value", text, part)
		}
		s.Args = append(s.Args, Arg{key, value})
	}
	return s, nil
}
