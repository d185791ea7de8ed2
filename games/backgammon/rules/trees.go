package rules

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"gambito/games/backgammon"
)

// Trees are two expressions that take the place of a vector's weights: the score of a
// turn is what the first comes to with contact, the second in a race, the higher the
// better; it means nothing else. Its inputs are what the rules of the vector count, on the
// board that the turn leads to. What decides among equal turns stays as it is.
//
// Numbers are whole 36ths, as the scores of vectors are, so that equal ones are equal on
// every machine; products are cut off towards zero, and what is beyond ±highest becomes
// that.
type Trees [2]Tree

// Tree is an expression, each function before its arguments.
type Tree []treeNode

// treeNode is a function, an input or a constant.
type treeNode struct {
	kind  nodeKind
	index int // of the function or the input, or the value
}

type nodeKind uint8

const (
	functionNode nodeKind = iota
	inputNode
	constantNode
)

// TreeFunctions are those of two numbers a and b: their sum, difference, product, the
// smaller and the greater, 1 if a is below b and else 0, and b if a is above 0 and else 0.
var TreeFunctions = []string{add: "add", sub: "sub", mul: "mul", least: "min", most: "max", less: "less", only: "if"}

const (
	add = iota
	sub
	mul
	least
	most
	less
	only
)

// TreeInputs are what the expressions ask for, with contact and in a race. With contact:
// the longest run of points held, points held, men of the other side on the bar, rolls of
// 36 that let one of them enter (36 if none is there), points held at home, how far back
// men are in all, blots at home while the other side has a man there or on the bar, men on
// the fullest point, blots, and chances of all blots to be hit, in the sense of W12. In a
// race: men in one's own outer board, in the other side's, in its home board, and men that
// came from outside to the 6 point.
var TreeInputs = [2][]string{
	{"run", "points", "bar", "enter", "home", "back", "home-blots", "fullest", "blots", "shots"},
	{"outer", "far-outer", "far-home", "arrived"},
}

// TreeConstants is how many constants there are: 0, 1 and so on.
const TreeConstants = maxWeight + 1

const (
	maxTreeDepth = 30 // a leaf alone has 0
	highest      = 1 << 30
)

// ParseTrees reads two expressions one after the other, the one of contact and that of
// races: names of functions, each before its arguments, names of inputs, and constants,
// with slashes between all.
func ParseTrees(text string) (t Trees, err error) {
	fields := strings.Split(text, "/")
	rest := fields
	for i := range t {
		if t[i], rest, err = parseTree(nil, rest, i, 0); err != nil {
			return t, fmt.Errorf("symbol %d: %w", len(fields)-len(rest)+1, err)
		}
	}
	if len(rest) > 0 {
		return t, fmt.Errorf("symbol %d: %q stands behind the two expressions", len(fields)-len(rest)+1, rest[0])
	}
	return t, nil
}

// parseTree adds an expression. If something is wrong, what is left begins with it.
func parseTree(t Tree, fields []string, race, depth int) (Tree, []string, error) {
	switch {
	case len(fields) == 0:
		return nil, nil, fmt.Errorf("an argument is missing, of two expressions one after the other, such as %s", "add/run/home/mul/2/arrived")
	case depth > maxTreeDepth:
		return nil, fields, fmt.Errorf("%q stands deeper than %d", fields[0], maxTreeDepth)
	}
	name := fields[0]
	if i := slices.Index(TreeInputs[race], name); i >= 0 {
		return append(t, treeNode{inputNode, i}), fields[1:], nil
	}
	if n, err := strconv.Atoi(name); err == nil && n >= 0 && n < TreeConstants && strconv.Itoa(n) == name {
		return append(t, treeNode{constantNode, n}), fields[1:], nil
	}
	i := slices.Index(TreeFunctions, name)
	if i < 0 {
		return nil, fields, fmt.Errorf("%q is no function (%s), no input %s (%s) and no number from 0 to %d",
			name, strings.Join(TreeFunctions, ", "), []string{"with contact", "of races"}[race], strings.Join(TreeInputs[race], ", "), TreeConstants-1)
	}
	t, rest, err := parseTree(append(t, treeNode{functionNode, i}), fields[1:], race, depth+1)
	if err != nil {
		return nil, rest, err
	}
	return parseTree(t, rest, race, depth+1)
}

// String writes what ParseTrees reads.
func (t Trees) String() string {
	var names []string
	for race, tree := range t {
		for _, n := range tree {
			switch n.kind {
			case functionNode:
				names = append(names, TreeFunctions[n.index])
			case inputNode:
				names = append(names, TreeInputs[race][n.index])
			default:
				names = append(names, strconv.Itoa(n.index))
			}
		}
	}
	return strings.Join(names, "/")
}

// Trees are those that score turns as the vector does. A limit of overfull points below 7,
// the only one with which two points can be overfull at once, counts them once.
func (v Vector) Trees() Trees {
	t, err := ParseTrees(fmt.Sprintf("sub/add/add/if/less/enter/%d/%d/mul/%d/run/add/mul/%d/points/add/mul/%d/bar/mul/%d/home/"+
		"add/add/if/less/%d/fullest/%d/if/less/3/blots/%d/add/mul/%d/back/add/mul/%d/home-blots/mul/%d/shots/"+
		"sub/mul/%d/arrived/add/mul/%d/outer/add/mul/%d/far-outer/mul/%d/far-home",
		v[enterLimit], v[4], v[0], v[1], v[2], v[5], v[stackLimit], v[9], v[10], v[6], v[7], v[11], v[15], v[12], v[13], v[14]))
	if err != nil {
		panic("rules: " + err.Error()) // weights are constants
	}
	return t
}

// Prepare prepares to score turns, by inputs as they were before some changes. That of moved
// men has no meaning here.
func (t Trees) Prepare(c Changes) *Prepared {
	e := Vector{}.PrepareWith(c)
	e.trees = &t
	return e
}

// value is what an expression comes to, in 36ths.
func (t Tree) value(inputs []int) int {
	var stack [maxTreeDepth + 2]int
	top := 0
	for _, n := range slices.Backward(t) {
		switch n.kind {
		case inputNode:
			stack[top] = inputs[n.index]
			top++
		case constantNode:
			stack[top] = 36 * n.index
			top++
		default:
			top--
			stack[top-1] = apply(n.index, stack[top], stack[top-1])
		}
	}
	return stack[0]
}

// apply is what a function makes of two numbers.
func apply(function, a, b int) (x int) {
	switch function {
	case add:
		x = a + b
	case sub:
		x = a - b
	case mul:
		x = a * b / 36
	case least:
		x = min(a, b)
	case most:
		x = max(a, b)
	case less:
		if a < b {
			x = 36
		}
	case only:
		if a > 0 {
			x = b
		}
	}
	return min(max(x, -highest), highest)
}

// treeScore is that of a turn by the trees.
func (s *Scorer) treeScore(after *backgammon.Board) int {
	own := &after[s.player]
	score := perManOff * int(own[backgammon.Off])
	if s.race || !s.changes.OpenHome {
		for k := 1; k <= 6; k++ {
			score += tidy(int(own[k]))
		}
	}
	if s.race {
		inputs := s.raceInputs(own)
		return score + extras*s.trees[1].value(inputs[:])
	}
	inputs := s.contactInputs(own, &after[s.player^1])
	return score + extras*s.trees[0].value(inputs[:])
}

// contactInputs are those with contact, in 36ths.
func (e *Prepared) contactInputs(own, other *[26]uint8) (x [10]int) {
	some, held := backgammon.Occupied(own)
	blots := some &^ held
	theirs, _ := backgammon.Occupied(other)
	rear, bar, home := bits.Len32(theirs)-1, int(other[backgammon.Bar]), bits.OnesCount32(held&homeBoard)
	longest, enter, homeBlots, fullest, back := 0, 36, 0, 0, 0
	for runs := held; runs != 0; runs &= runs >> 1 {
		longest++
	}
	if bar > 0 {
		rear, enter = backgammon.Bar, 36-home*home
	}
	if rear >= 19 {
		homeBlots = bits.OnesCount32(blots & homeBoard)
	}
	for k := 1; k <= backgammon.Bar; k++ {
		n := int(own[k])
		back += n * howFarBack(k)
		if k < backgammon.Bar {
			fullest = max(fullest, n)
		}
	}
	for i, n := range []int{longest, bits.OnesCount32(held), bar, enter, home, 0, homeBlots, fullest, bits.OnesCount32(blots)} {
		x[i] = 36 * n
	}
	x[5] = 6 * back
	if !trapped(held, rear) {
		x[9] = e.allShots(blots, held, theirs, bar)
	}
	return x
}

// raceInputs are those in a race, in 36ths.
func (s *Scorer) raceInputs(own *[26]uint8) (x [4]int) {
	for k := 7; k <= 24; k++ {
		x[(k-7)/6] += 36 * int(own[k])
	}
	x[3] = 36 * arrived(&s.before[s.player], own)
	return x
}

// arrived is how many men came from outside to the 6 point.
func arrived(before, after *[26]uint8) int {
	came := 0
	for k := 7; k <= 24; k++ {
		came += int(before[k]) - int(after[k])
	}
	return max(min(int(after[6])-int(before[6]), came), 0)
}
