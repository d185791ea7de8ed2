package experiment

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

// node is a place in a file. Its methods read what is there, or say in which
// line something else is.
type node struct {
	at   ast.Node
	line int
	key  string // under which it stands
}

// entry is a key of a mapping and what it leads to.
type entry struct {
	name  string
	value node
}

// parse reads a text that must be one mapping.
func parse(content []byte) (node, error) {
	file, err := parser.ParseBytes(content, 0)
	var wrong yaml.Error
	switch {
	case errors.As(err, &wrong) && wrong.GetToken() != nil:
		message, _, _ := strings.Cut(wrong.GetMessage(), "\n")
		return node{}, fmt.Errorf("line %d: %s", wrong.GetToken().Position.Line, message)
	case err != nil:
		message, _, _ := strings.Cut(err.Error(), "\n")
		return node{}, fmt.Errorf("it cannot be read: %s", message)
	case len(file.Docs) != 1 || file.Docs[0].Body == nil:
		return node{}, errors.New("it must hold one experiment, and holds none or several")
	}
	return newNode(file.Docs[0].Body, 1, ""), nil
}

func newNode(at ast.Node, line int, key string) node {
	if at != nil && at.GetToken() != nil && at.GetToken().Position != nil {
		line = at.GetToken().Position.Line
	}
	return node{at, line, key}
}

func (n node) fail(format string, args ...any) error {
	where := fmt.Sprintf("line %d: ", n.line)
	if n.key != "" {
		where += n.key + ": "
	}
	return fmt.Errorf("%s%w", where, fmt.Errorf(format, args...))
}

// mapping reads keys with values, each of which must be one of the known.
func (n node) mapping(known ...string) (entries []entry, err error) {
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
		return nil, n.fail("it must be keys with values: %s", strings.Join(known, ", "))
	}
	for _, v := range values {
		key := newNode(v.Key, n.line, n.key)
		name := strings.TrimSpace(v.Key.GetToken().Value)
		if err := key.oneOf(name, known); err != nil {
			return nil, err
		}
		entries = append(entries, entry{name, newNode(v.Value, key.line, name)})
	}
	return entries, nil
}

func (n node) oneOf(name string, known []string) error {
	for _, k := range known {
		if k == name {
			return nil
		}
	}
	hint := ""
	if strings.Contains(name, "=") {
		hint = "; within braces a spec with commas must be quoted"
	}
	return n.fail("unknown key %q %s%s", name, spec.Suggest(name, known), hint)
}

// list reads a list of things.
func (n node) list() (items []node, err error) {
	s, ok := n.at.(*ast.SequenceNode)
	if !ok || len(s.Values) == 0 {
		return nil, n.fail("it must be a list with an entry or more")
	}
	for _, v := range s.Values {
		items = append(items, newNode(v, n.line, n.key))
	}
	return items, nil
}

// isText reports whether text can be read.
func (n node) isText() bool {
	switch n.at.(type) {
	case *ast.StringNode, *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.LiteralNode:
		return true
	}
	return false
}

func (n node) text() (string, error) {
	if s, ok := n.at.(*ast.StringNode); ok && s.Value != "" {
		return s.Value, nil
	}
	if !n.isText() || n.at.GetToken().Value == "" {
		return "", n.fail("it must be text")
	}
	return n.at.GetToken().Value, nil
}

func (n node) choice(known ...string) (string, error) {
	text, err := n.text()
	if err != nil {
		return "", n.fail("it must be one of %s", strings.Join(known, ", "))
	}
	for _, k := range known {
		if k == text {
			return text, nil
		}
	}
	return "", n.fail("unknown value %q %s", text, spec.Suggest(text, known))
}

func (n node) unsigned() (uint64, error) {
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
	return 0, n.fail("it must be a whole number from 0 on")
}

func (n node) whole(least int) (int, error) {
	const most = 1e9
	value, err := n.unsigned()
	if err != nil || value < uint64(least) || value > most {
		return 0, n.fail("it must be a whole number from %d to %d", least, int(most))
	}
	return int(value), nil
}

func (n node) number() (float64, error) {
	switch n.at.(type) {
	case *ast.IntegerNode, *ast.FloatNode:
		if value, err := strconv.ParseFloat(n.at.GetToken().Value, 64); err == nil {
			return value, nil
		}
	}
	return 0, n.fail("it must be a number")
}

func (n node) duration() (time.Duration, error) {
	text, err := n.text()
	if err == nil {
		if d, err := time.ParseDuration(text); err == nil && d > 0 {
			return d, nil
		}
	}
	return 0, n.fail("it must be a duration such as 500ms or 2s")
}

func (n node) onOff() (bool, error) {
	switch text, _ := n.text(); text {
	case "on", "true":
		return true, nil
	case "off", "false":
		return false, nil
	}
	return false, n.fail("it must be on or off")
}
