// Package formula reads numbers that depend on others, as people write them:
//
//	1/K
//	0.7*K^-0.8
//	e/(2*K)*(1+d)^-0.5
//	0.5*(d<2) + 1/K*(1-(d<2))
//
// There are numbers, names of variables, e, + − * / ^, parentheses, comparisons by < and
// >, which are 1 or 0, and the functions ln, exp and sqrt. ^ binds to the right and more
// closely than a minus before it.
package formula

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Most is how many characters a formula may have.
const Most = 200

// Formula is a number that depends on variables.
type Formula struct {
	text string
	root node
	uses []bool // by variable
}

// node is a part of a formula, told by its operation.
type node struct {
	op    byte    // one of + - * / ^ < >, n number, v variable, m minus, or l, x, s for ln, exp and sqrt
	value float64 // of a number
	at    int     // of a variable
	parts []node
}

// functions are the operations of functions by their names.
var functions = map[string]byte{"ln": 'l', "exp": 'x', "sqrt": 's'}

// Parse reads a formula of these variables.
func Parse(text string, variables ...string) (Formula, error) {
	if len(text) > Most {
		return Formula{}, fmt.Errorf("a formula has at most %d characters", Most)
	}
	p := parser{rest: text, variables: variables, uses: make([]bool, len(variables))}
	root, err := p.comparison()
	if err == nil && p.peek() != 0 {
		err = fmt.Errorf("%q is not understood", p.rest)
	}
	if err != nil {
		return Formula{}, err
	}
	return Formula{strings.Join(strings.Fields(text), ""), root, p.uses}, nil
}

// String is the formula as it was written, without spaces.
func (f Formula) String() string { return f.text }

// Uses says whether the formula depends on the variable of a number.
func (f Formula) Uses(variable int) bool { return f.uses[variable] }

// Value is what the formula comes to.
func (f Formula) Value(variables ...float64) float64 { return f.root.value1(variables) }

// Fraction is what it comes to as a fraction: what is divided by stands below, a power
// with a negative exponent too. Of 1/K that is 1 and K, so that who multiplies by the one
// and divides by the other rounds no more often than the formula with a name of its own.
func (f Formula) Fraction(variables ...float64) (over, under float64) {
	return f.root.fraction(variables)
}

// With is the formula with a number for a variable; it is written as before.
func (f Formula) With(variable int, value float64) Formula {
	f.uses = slices.Clone(f.uses)
	f.uses[variable] = false
	f.root = f.root.with(variable, value)
	return f
}

func (n node) with(variable int, value float64) node {
	if n.op == 'v' && n.at == variable {
		return node{op: 'n', value: value}
	}
	n.parts = slices.Clone(n.parts)
	for i := range n.parts {
		n.parts[i] = n.parts[i].with(variable, value)
	}
	return n
}

func (n *node) value1(variables []float64) float64 {
	over, under := n.fraction(variables)
	return over / under
}

func (n *node) fraction(variables []float64) (over, under float64) {
	part := func(i int) float64 { return n.parts[i].value1(variables) }
	switch n.op {
	case '*', '/':
		over, under = n.parts[0].fraction(variables)
		a, b := n.parts[1].fraction(variables)
		if n.op == '/' {
			a, b = b, a
		}
		return over * a, under * b
	case '^':
		if exponent := part(1); exponent < 0 {
			return 1, math.Pow(part(0), -exponent)
		}
		return math.Pow(part(0), part(1)), 1
	case 'n':
		return n.value, 1
	case 'v':
		return variables[n.at], 1
	case 'm':
		return -part(0), 1
	case 'l':
		return math.Log(part(0)), 1
	case 'x':
		return math.Exp(part(0)), 1
	case 's':
		return math.Sqrt(part(0)), 1
	case '<':
		return one(part(0) < part(1)), 1
	case '>':
		return one(part(0) > part(1)), 1
	case '-':
		return part(0) - part(1), 1
	}
	return part(0) + part(1), 1
}

func one(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// parser reads from left to right.
type parser struct {
	rest      string
	variables []string
	uses      []bool
}

// peek is the next character that is no space, 0 at the end.
func (p *parser) peek() byte {
	p.rest = strings.TrimLeft(p.rest, " ")
	if p.rest == "" {
		return 0
	}
	return p.rest[0]
}

// chain reads parts with some operators between, from left to right.
func (p *parser) chain(operators string, part func() (node, error)) (node, error) {
	left, err := part()
	for err == nil {
		op := p.peek()
		if op == 0 || strings.IndexByte(operators, op) < 0 {
			break
		}
		p.rest = p.rest[1:]
		var right node
		right, err = part()
		left = node{op: op, parts: []node{left, right}}
	}
	return left, err
}

func (p *parser) comparison() (node, error) { return p.chain("<>", p.sum) }
func (p *parser) sum() (node, error)        { return p.chain("+-", p.product) }
func (p *parser) product() (node, error)    { return p.chain("*/", p.signed) }

func (p *parser) signed() (node, error) {
	if p.peek() == '-' {
		p.rest = p.rest[1:]
		part, err := p.signed()
		if part.op == 'n' {
			return node{op: 'n', value: -part.value}, err
		}
		return node{op: 'm', parts: []node{part}}, err
	}
	base, err := p.atom()
	if err != nil || p.peek() != '^' {
		return base, err
	}
	p.rest = p.rest[1:]
	exponent, err := p.signed()
	return node{op: '^', parts: []node{base, exponent}}, err
}

// atom reads a number, a name or what stands in parentheses.
func (p *parser) atom() (node, error) {
	c := p.peek()
	switch {
	case c == 0:
		return node{}, fmt.Errorf("it ends where a number or one of %s must stand", p.names())
	case c == '(':
		p.rest = p.rest[1:]
		inside, err := p.comparison()
		if err == nil && p.peek() != ')' {
			err = errors.New("a parenthesis is not closed")
		}
		if err == nil {
			p.rest = p.rest[1:]
		}
		return inside, err
	case c == '.' || '0' <= c && c <= '9':
		return p.number()
	}
	name := p.rest[:len(p.rest)-len(strings.TrimLeft(p.rest, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"))]
	if name == "" {
		return node{}, fmt.Errorf("%q stands where a number or one of %s must stand", p.rest, p.names())
	}
	p.rest = p.rest[len(name):]
	if op := functions[name]; op != 0 {
		if p.peek() != '(' {
			return node{}, fmt.Errorf("%s must have parentheses after it, as %s(K)", name, name)
		}
		inside, err := p.atom()
		return node{op: op, parts: []node{inside}}, err
	}
	if i := slices.Index(p.variables, name); i >= 0 {
		p.uses[i] = true
		return node{op: 'v', at: i}, nil
	}
	if name == "e" {
		return node{op: 'n', value: math.E}, nil
	}
	return node{}, fmt.Errorf("%q is none of %s", name, p.names())
}

func (p *parser) number() (node, error) {
	digits := func(from int) int {
		for from < len(p.rest) && (p.rest[from] == '.' || '0' <= p.rest[from] && p.rest[from] <= '9') {
			from++
		}
		return from
	}
	end := digits(0)
	if end < len(p.rest) && p.rest[end] == 'e' { // 1e-5, but not 2e, which has no sign between
		sign := end + 1
		if sign < len(p.rest) && (p.rest[sign] == '-' || p.rest[sign] == '+') {
			sign++
		}
		if last := digits(sign); last > sign {
			end = last
		}
	}
	x, err := strconv.ParseFloat(p.rest[:end], 64)
	if err != nil {
		return node{}, fmt.Errorf("%q is no number", p.rest[:end])
	}
	p.rest = p.rest[end:]
	return node{op: 'n', value: x}, nil
}

// names are what may stand where a number may.
func (p *parser) names() string {
	return strings.Join(append(slices.Clone(p.variables), "e", "ln", "exp", "sqrt", "("), ", ")
}
