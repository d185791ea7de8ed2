// Package spec reads the short texts by which users name games and agents:
//
//	name
//	name:key=value,key=value
//	name:8x6
//	name:key="a value, with commas"
//
// A Schema declares the options of one name, each with a type, a default, a
// range and a line of help; reading against it gives typed values or one line
// that says what is wrong and what would be right.
package spec

import (
	"errors"
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
	for first := true; first || rest != ""; first = false {
		arg, after, err := cut(rest)
		if err == nil && after == "," {
			err = errors.New(`option "" must be key=value`)
		}
		if err != nil {
			return Spec{}, fmt.Errorf("%q: %w", text, err)
		}
		s.Args, rest = append(s.Args, arg), strings.TrimPrefix(after, ",")
	}
	return s, nil
}

// cut reads the first of several options; after is what follows it.
func cut(text string) (_ Arg, after string, _ error) {
	end := strings.IndexByte(text, ',')
	if end < 0 {
		end = len(text)
	}
	key, value, hasKey := strings.Cut(text[:end], "=")
	if strings.HasPrefix(value, `"`) && key != "" {
		var ok bool
		if value, after, ok = unquote(text[len(key)+1:]); !ok {
			return Arg{}, "", fmt.Errorf(`option %q: its quotes must end before a comma or at the end, and a quote within them is written ""`, key)
		}
		if value != "" {
			return Arg{key, value}, after, nil
		}
	}
	if !hasKey {
		key, value = "", text[:end]
	}
	if value == "" || hasKey && key == "" {
		return Arg{}, "", fmt.Errorf("option %q must be key=value", text[:end])
	}
	return Arg{key, value}, text[end:], nil
}

// unquote reads the quoted value that text begins with.
func unquote(text string) (value, after string, ok bool) {
	var b strings.Builder
	for rest := text[1:]; ; {
		inside, next, closed := strings.Cut(rest, `"`)
		b.WriteString(inside)
		switch {
		case !closed:
			return "", "", false
		case strings.HasPrefix(next, `"`):
			b.WriteByte('"')
			rest = next[1:]
		default:
			return b.String(), next, next == "" || next[0] == ','
		}
	}
}

// quote writes a value so that it can be read again.
func quote(value string) string {
	if strings.ContainsRune(value, ',') || strings.HasPrefix(value, `"`) {
		return `"` + strings.ReplaceAll(value, `"`, `""`) + `"`
	}
	return value
}
