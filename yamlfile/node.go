// Package yamlfile reads YAML files that people write: strictly, and so that what is
// wrong is told by its line, its key and what would be right:
//
//	line 4: rounds: it must be a whole number from 1 to 1000000000
package yamlfile

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"gambito/spec"
)

// Node is a place in a file. Its methods read what is there, or say in which
// line something else is.
type Node struct {
	at   ast.Node
	line int
	key  string // under which it stands
}

// Entry is a key of a mapping and what it leads to.
type Entry struct {
	Name  string
	Value Node
}

// ErrEmpty is the error of a file in which there is nothing but comments.
var ErrEmpty = errors.New("there is nothing in it")

// Parse reads a text that must be one mapping.
func Parse(content []byte) (Node, error) {
	file, err := parser.ParseBytes(content, 0)
	var wrong yaml.Error
	switch {
	case errors.As(err, &wrong) && wrong.GetToken() != nil:
		message, _, _ := strings.Cut(wrong.GetMessage(), "\n")
		return Node{}, fmt.Errorf("line %d: %s", wrong.GetToken().Position.Line, plain(message))
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
	if at != nil && at.GetToken() != nil && at.GetToken().Position != nil {
		line = at.GetToken().Position.Line
	}
	return Node{at, line, key}
}

// Line is where it stands in the file, from 1.
func (n Node) Line() int { return n.line }

// Alone is the node without its key, for errors that name the place themselves.
func (n Node) Alone() Node { return Node{line: n.line} }

// Under is the node under another's key.
func (n Node) Under(m Node) Node { return Node{line: n.line, key: m.key} }

// Fail is an error at this place.
func (n Node) Fail(format string, args ...any) error {
	where := fmt.Sprintf("line %d: ", n.line)
	if n.key != "" {
		where += n.key + ": "
	}
	return fmt.Errorf("%s%w", where, fmt.Errorf(format, args...))
}

// Mapping reads keys with values, each of which must be one of the known.
func (n Node) Mapping(known ...string) (entries []Entry, err error) {
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
		if err := key.oneOf(name, known); err != nil {
			return nil, err
		}
		entries = append(entries, Entry{name, newNode(v.Value, key.line, name)})
	}
	return entries, nil
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
		if s.Value.Value != "" {
			return s.Value.Value, nil
		}
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
	case *ast.IntegerNode, *ast.FloatNode:
		if value, err := strconv.ParseFloat(n.at.GetToken().Value, 64); err == nil {
			return value, nil
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
