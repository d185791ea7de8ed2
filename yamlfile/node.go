// Package yamlfile reads YAML files that people write: strictly, and so that what is
// wrong is told by its line, its key and what would be right:
//
//	line 4: rounds: it must be a whole number from 1 to 1000000000
package yamlfile

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"gambito/spec"
)

// Node is a place in a file. Its methods read what is there, or say in which
// line something else is.
type Node struct {
	at     ast.Node
	line   int
	column int    // 0 if nobody knows
	key    string // under which it stands
}

// Error is something wrong at a place in a file.
type Error struct {
	Line   int // from 1
	Column int // from 1, in letters; 0 if nobody knows
	Err    error
}

func (e *Error) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Err) }

func (e *Error) Unwrap() error { return e.Err }

// Entry is a key of a mapping and what it leads to.
type Entry struct {
	Name  string
	Key   Node
	Value Node
}

// ErrEmpty is the error of a file in which there is nothing but comments.
var ErrEmpty = errors.New("there is nothing in it")

// Parse reads a text that must be one mapping.
func Parse(content []byte) (Node, error) {
	tokens, err := scan(content)
	if err != nil {
		return Node{}, err
	}
	file, err := parser.Parse(tokens, 0)
	var wrong yaml.Error
	switch {
	case errors.As(err, &wrong) && wrong.GetToken() != nil:
		message, _, _ := strings.Cut(wrong.GetMessage(), "\n")
		at := wrong.GetToken().Position
		return Node{}, &Error{at.Line, at.Column, errors.New(plain(message))}
	case err != nil:
		message, _, _ := strings.Cut(err.Error(), "\n")
		return Node{}, fmt.Errorf("it cannot be read: %s", message)
	case len(file.Docs) == 0 || len(file.Docs) == 1 && file.Docs[0].Body == nil:
		return Node{}, ErrEmpty
	case len(file.Docs) != 1 || file.Docs[0].Body == nil:
		return Node{}, errors.New("it must hold one document, and holds several")
	}
	return newNode(file.Docs[0].Body, 1, ""), nil
}

func newNode(at ast.Node, line int, key string) Node {
	n := Node{at: at, line: line, key: key}
	if at != nil && at.GetToken() != nil && at.GetToken().Position != nil {
		n.line, n.column = at.GetToken().Position.Line, at.GetToken().Position.Column
	}
	return n
}

// Line is where it stands in the file, from 1.
func (n Node) Line() int { return n.line }

// Column is where it stands in its line, from 1; 0 if nobody knows.
func (n Node) Column() int { return n.column }

// Alone is the node without its key, for errors that name the place themselves.
func (n Node) Alone() Node { return Node{line: n.line, column: n.column} }

// Under is the node under another's key.
func (n Node) Under(m Node) Node { return Node{line: n.line, column: n.column, key: m.key} }

// Fail is an error at this place.
func (n Node) Fail(format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	if n.key != "" {
		err = fmt.Errorf("%s: %w", n.key, err)
	}
	return &Error{n.line, n.column, err}
}

// Mapping reads keys with values, each of which must be one of the known. Those that are
// known come with an error about others.
func (n Node) Mapping(known ...string) ([]Entry, error) { return n.mapping(known, Node.oneOf) }

// Pairs reads keys with values, whatever the keys are.
func (n Node) Pairs() ([]Entry, error) {
	return n.mapping(nil, func(Node, string, []string) error { return nil })
}

func (n Node) mapping(known []string, check func(key Node, name string, known []string) error) (entries []Entry, err error) {
	values, ok := []*ast.MappingValueNode(nil), true
	switch m := n.at.(type) {
	case *ast.MappingNode:
		values = m.Values
	case *ast.MappingValueNode:
		values = []*ast.MappingValueNode{m}
	default:
		ok = false
	}
	if !ok {
		return nil, n.Fail("it must be keys with values: %s", strings.Join(known, ", "))
	}
	for _, v := range values {
		key := newNode(v.Key, n.line, n.key)
		name := strings.TrimSpace(v.Key.GetToken().Value)
		if wrong := check(key, name, known); wrong != nil {
			err = cmp.Or(err, wrong)
			continue
		}
		value := newNode(v.Value, key.line, name)
		if value.column == 0 { // nothing is there
			value.column = key.column
		}
		entries = append(entries, Entry{name, key, value})
	}
	return entries, err
}

func (n Node) oneOf(name string, known []string) error {
	for _, k := range known {
		if k == name {
			return nil
		}
	}
	hint := ""
	if strings.Contains(name, "=") {
		hint = "; within braces a spec with commas must be quoted"
	}
	return n.Fail("unknown key %q %s%s", name, spec.Suggest(name, known), hint)
}

// List reads a list of things.
func (n Node) List() (items []Node, err error) {
	s, ok := n.at.(*ast.SequenceNode)
	if !ok || len(s.Values) == 0 {
		return nil, n.Fail("it must be a list with an entry or more")
	}
	for _, v := range s.Values {
		items = append(items, newNode(v, n.line, n.key))
	}
	return items, nil
}

// IsText reports whether Text can be read.
func (n Node) IsText() bool {
	switch n.at.(type) {
	case *ast.StringNode, *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.LiteralNode:
		return true
	}
	return false
}

// Text reads a text that is not empty; numbers are texts too.
func (n Node) Text() (string, error) {
	switch s := n.at.(type) {
	case *ast.StringNode:
		if s.Value != "" {
			return s.Value, nil
		}
	case *ast.LiteralNode: // "|" and ">" and the lines below
		if text := strings.TrimRight(s.Value.Value, "\n"); text != "" { // "|" keeps the end of the last line
			return text, nil
		}
		return "", n.Fail("it must be text, and the lines below are empty or not indented")
	}
	if !n.IsText() || n.at.GetToken().Value == "" {
		return "", n.Fail("it must be text")
	}
	return n.at.GetToken().Value, nil
}

// Choice reads one of some words.
func (n Node) Choice(known ...string) (string, error) {
	text, err := n.Text()
	if err != nil {
		return "", n.Fail("it must be one of %s", strings.Join(known, ", "))
	}
	for _, k := range known {
		if k == text {
			return text, nil
		}
	}
	return "", n.Fail("unknown value %q %s", text, spec.Suggest(text, known))
}

// Unsigned reads a whole number that is not negative.
func (n Node) Unsigned() (uint64, error) {
	if number, ok := n.at.(*ast.IntegerNode); ok {
		switch value := number.Value.(type) {
		case uint64:
			return value, nil
		case int64:
			if value >= 0 {
				return uint64(value), nil
			}
		}
	}
	return 0, n.Fail("it must be a whole number from 0 on")
}

// Whole reads a whole number from least to most, of which neither is negative.
func (n Node) Whole(least, most int) (int, error) {
	value, err := n.Unsigned()
	if err != nil || value < uint64(least) || value > uint64(most) {
		return 0, n.Fail("it must be a whole number from %d to %d", least, most)
	}
	return int(value), nil
}

// Number reads a number.
func (n Node) Number() (float64, error) {
	switch n.at.(type) {
	case *ast.IntegerNode, *ast.FloatNode, *ast.StringNode: // 1e-3 is a text to the library
		if t := n.at.GetToken(); t.Type != token.SingleQuoteType && t.Type != token.DoubleQuoteType {
			if value, err := strconv.ParseFloat(t.Value, 64); err == nil && !math.IsInf(value, 0) && !math.IsNaN(value) {
				return value, nil
			}
		}
	}
	return 0, n.Fail("it must be a number")
}

// Duration reads a time such as 500ms.
func (n Node) Duration() (time.Duration, error) {
	text, err := n.Text()
	if err == nil {
		if d, err := time.ParseDuration(text); err == nil && d > 0 {
			return d, nil
		}
	}
	return 0, n.Fail("it must be a duration such as 500ms or 2s")
}

// OnOff reads a switch.
func (n Node) OnOff() (bool, error) {
	switch text, _ := n.Text(); text {
	case "on", "true":
		return true, nil
	case "off", "false":
		return false, nil
	}
	return false, n.Fail("it must be on or off")
}
