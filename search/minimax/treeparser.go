package minimax

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gambito/game"
)

// maxTreeDepth keeps hostile texts from exhausting the stack.
const maxTreeDepth = 200

// ParseTree reads nested lists. Items are separated by spaces or commas.
func ParseTree(text string) (*Tree, error) {
	p := treeParser{text: text, tree: &Tree{unit: 1}}
	p.tree.first = p.firstPlayer()
	root, err := p.item(0, p.tree.first)
	if err == nil {
		if p.skip(); p.at < len(text) {
			err = p.wrong("there is more after the tree")
		} else if len(p.tree.nodes[root].children) == 0 {
			err = errors.New("tree: it must be a list with at least one item, such as ((3 17) (2 12))")
		}
	}
	if err == nil {
		err = p.settle()
	}
	if err != nil {
		return nil, err
	}
	// The root is the last to be finished; moves are counted from it.
	return p.tree, nil
}

type treeParser struct {
	text   string
	at     int
	tree   *Tree
	odds   []float64 // of the lists being read, 0 where none is given
	given  []givenBounds
	digits int // the most behind a point
	scores []*decimal
}

// givenBounds are those of a position that is more than a leaf.
type givenBounds struct {
	node      int
	low, high *decimal
	at        int // where they stand
}

// decimal is a number and how many of its digits are behind the point.
type decimal struct {
	number, digits int
}

// firstPlayer reads the word before the tree, if any, that says who moves first.
func (p *treeParser) firstPlayer() game.Player {
	p.skip()
	for player, word := range []string{"max", "min"} {
		if len(p.text)-p.at >= 3 && strings.EqualFold(p.text[p.at:p.at+3], word) {
			p.at += 3
			return game.Player(player)
		}
	}
	return 0
}

func (p *treeParser) wrong(what string) error {
	return fmt.Errorf("tree, character %d: %s", p.at+1, what)
}

func (p *treeParser) skip() {
	for p.at < len(p.text) && (p.text[p.at] == ' ' || p.text[p.at] == ',' || p.text[p.at] == '\n' || p.text[p.at] == '\t') {
		p.at++
	}
}

// next reports whether a byte comes next.
func (p *treeParser) next(b byte) bool { return p.at < len(p.text) && p.text[p.at] == b }

// item reads a list, bounds or a number and returns its node. A list in
// parentheses is a position in which player moves.
func (p *treeParser) item(depth int, player game.Player) (int, error) {
	if depth > maxTreeDepth {
		return 0, p.wrong(fmt.Sprintf("lists are nested more than %d deep", maxTreeDepth))
	}
	p.tree.depth = max(p.tree.depth, depth)
	p.skip()
	switch {
	case p.at == len(p.text):
		return 0, p.wrong("a list or a number is missing")
	case p.text[p.at] == '(':
		return p.moves(depth, player)
	case p.text[p.at] == '[':
		if node, ok, err := p.bounds(depth, player); ok || err != nil {
			return node, err
		}
		p.tree.chance = true
		n := len(p.odds)
		node, err := p.list(treeNode{turn: game.Chance, player: player}, ']', func() (int, error) { return p.outcome(depth+1, player) })
		if err == nil {
			p.tree.nodes[node].probabilities, err = p.probabilities(p.odds[n:])
		}
		p.odds = p.odds[:n]
		return node, err
	case p.text[p.at] == ')' || p.text[p.at] == ']':
		return 0, p.wrong(fmt.Sprintf("an empty list, or a %c too many", p.text[p.at]))
	}
	return p.leaf(player)
}

// moves reads a list in parentheses.
func (p *treeParser) moves(depth int, player game.Player) (int, error) {
	return p.list(treeNode{turn: player, player: player}, ')', func() (int, error) { return p.item(depth+1, player^1) })
}

// list reads items up to the closing bracket.
func (p *treeParser) list(n treeNode, end byte, item func() (int, error)) (int, error) {
	p.at++
	for {
		p.skip()
		if p.next(end) && n.children != nil {
			p.at++
			break
		}
		child, err := item()
		if err != nil {
			return 0, err
		}
		n.children = append(n.children, child)
	}
	p.tree.width = max(p.tree.width, len(n.children))
	return p.add(n, nil), nil
}

func (p *treeParser) add(n treeNode, score *decimal) int {
	p.tree.nodes, p.scores = append(p.tree.nodes, n), append(p.scores, score)
	return len(p.tree.nodes) - 1
}

// bounds reads [low..high] and the list that may follow at once; ok is false if
// something else stands there.
func (p *treeParser) bounds(depth int, player game.Player) (node int, ok bool, err error) {
	begin := p.at
	p.at++
	p.skip()
	if low := p.scan(); low == nil || !strings.HasPrefix(p.text[p.at:], "..") {
		p.at = begin
		return 0, false, nil
	}
	p.at = begin + 1
	p.skip()
	low, err := p.number()
	if err != nil {
		return 0, false, err
	}
	p.at += len("..")
	high, err := p.number()
	if err != nil {
		return 0, false, err
	}
	if p.skip(); !p.next(']') {
		return 0, false, p.wrong("a ] is missing after two bounds, as in [2..9]")
	}
	p.at++
	if low.value() > high.value() {
		p.at = begin
		return 0, false, p.wrong(fmt.Sprintf("the lower bound is above the upper: %s", p.text[begin:]))
	}
	if p.next('(') {
		if node, err = p.moves(depth, player); err != nil {
			return 0, false, err
		}
	} else {
		p.tree.intervals = true
		node = p.add(treeNode{turn: game.Over, player: player, interval: true}, nil)
	}
	p.given = append(p.given, givenBounds{node, low, high, begin})
	return node, true, nil
}

// outcome reads an item of a list in square brackets, with its probability if
// it has one.
func (p *treeParser) outcome(depth int, player game.Player) (int, error) {
	begin := p.at
	for p.at < len(p.text) && strings.IndexByte("0123456789./", p.text[p.at]) >= 0 {
		p.at++
	}
	odds := 0.0
	if !p.next(':') {
		p.at = begin // there is none
	} else {
		text := p.text[begin:p.at]
		above, below, fraction := strings.Cut(text, "/")
		whole := 1.0
		var err error
		if odds, err = strconv.ParseFloat(above, 64); err == nil && fraction {
			whole, err = strconv.ParseFloat(below, 64)
		}
		if odds /= whole; err != nil || !(odds > 0 && odds <= 1) {
			p.at = begin
			return 0, p.wrong(fmt.Sprintf("%q is no probability: it must be above 0 and at most 1, such as 0.25 or 1/4", text))
		}
		p.at++
	}
	p.odds = append(p.odds, odds)
	return p.item(depth, player)
}

// probabilities checks those of the list that ends here and returns them.
func (p *treeParser) probabilities(odds []float64) ([]float64, error) {
	sum, given := 0.0, 0
	for _, x := range odds {
		if sum += x; x > 0 {
			given++
		}
	}
	list := slices.Clone(odds)
	switch {
	case given == 0:
		for i := range list {
			list[i] = 1 / float64(len(list))
		}
		return list, nil
	case given < len(odds):
		return nil, p.wrong("some outcomes of the list that ends here have a probability and some have none")
	case math.Abs(sum-1) > 1e-6:
		return nil, p.wrong(fmt.Sprintf("the probabilities of the list that ends here sum to %g, not 1", sum))
	}
	for i := range list {
		list[i] /= sum
	}
	return list, nil
}

// maxTreeScore leaves room for windows beyond every value, in whole numbers;
// maxTreeUnits does in units.
const (
	maxTreeScore = Win - 1
	maxTreeUnits = 1000*Win - 1
	maxDecimals  = 6
)

// leaf reads a score.
func (p *treeParser) leaf(player game.Player) (int, error) {
	score, err := p.number()
	if err != nil {
		return 0, err
	}
	return p.add(treeNode{turn: game.Over, player: player}, score), nil
}

// number reads a number, after which something else must begin.
func (p *treeParser) number() (*decimal, error) {
	begin := p.at
	d := p.scan()
	ends := p.at == len(p.text) || strings.IndexByte(" ,\n\t()[]", p.text[p.at]) >= 0 || strings.HasPrefix(p.text[p.at:], "..")
	if d == nil || !ends || math.Abs(d.value()) > maxTreeScore {
		p.at = begin
		return nil, p.wrong(fmt.Sprintf("a list or a number between −%d and %d is expected", maxTreeScore, maxTreeScore))
	}
	if d.digits > maxDecimals {
		p.at = begin
		return nil, p.wrong(fmt.Sprintf("a number has %d digits behind the point at the most", maxDecimals))
	}
	p.digits = max(p.digits, d.digits)
	return d, nil
}

// scan passes a number; nil if there is none.
func (p *treeParser) scan() *decimal {
	sign, begin := 1, p.at
	if p.next('-') || p.next('+') {
		if p.next('-') {
			sign = -1
		}
		p.at++
	}
	whole := p.digitsHere()
	after := ""
	if p.next('.') && p.at+1 < len(p.text) && p.text[p.at+1] >= '0' && p.text[p.at+1] <= '9' {
		p.at++
		after = strings.TrimRight(p.digitsHere(), "0")
	}
	number, err := strconv.Atoi(whole + after)
	if err != nil || p.at == begin {
		return nil
	}
	return &decimal{number: sign * number, digits: len(after)}
}

func (p *treeParser) digitsHere() string {
	begin := p.at
	for p.at < len(p.text) && p.text[p.at] >= '0' && p.text[p.at] <= '9' {
		p.at++
	}
	return p.text[begin:p.at]
}

func (d *decimal) value() float64 { return float64(d.number) / math.Pow10(d.digits) }

// settle gives all scores one unit, and positions the bounds of their values: what
// is given, which must hold, or what lies below.
func (p *treeParser) settle() error {
	t := p.tree
	for range p.digits {
		t.unit *= 10
	}
	units := func(d *decimal) int {
		n := int64(d.number)
		for range p.digits - d.digits {
			n *= 10
		}
		n = min(max(n, -maxTreeUnits-1), maxTreeUnits+1) // which is refused below, and fits in 32 bits
		t.most = max(t.most, int(n), -int(n))
		return int(n)
	}
	given := p.given
	slices.SortFunc(given, func(a, b givenBounds) int { return a.node - b.node })
	values := make([]interval, len(t.nodes)) // of minimax, as far as leaves tell
	for i := range t.nodes {
		n := &t.nodes[i]
		if d := p.scores[i]; d != nil {
			n.score = units(d)
			n.least, n.most = n.score, n.score
		}
		n.below(t.nodes)
		values[i] = interval{n.least, n.most}
		if n.turn >= 0 {
			values[i] = n.backedUp(values)
		}
		if len(given) == 0 || given[0].node != i {
			continue
		}
		n.least, n.most = units(given[0].low), units(given[0].high)
		switch v := &values[i]; {
		case n.interval:
			*v = interval{n.least, n.most}
		case !t.chance && (v.low < n.least || v.high > n.most): // means are not looked at
			p.at = given[0].at
			return p.wrong(fmt.Sprintf("the bounds do not hold: the list after them is worth %s", v.text(t.unit)))
		}
		given = given[1:]
	}
	if t.most > maxTreeUnits {
		return fmt.Errorf("tree: with %d digits behind the point no number may be beyond ±%d", p.digits, maxTreeUnits/t.unit)
	}
	return nil
}

// interval is what a value lies in.
type interval struct{ low, high int }

func (v interval) text(unit int) string {
	low := strconv.FormatFloat(float64(v.low)/float64(unit), 'f', -1, 64)
	if v.low == v.high {
		return low
	}
	return fmt.Sprintf("%s to %s", low, strconv.FormatFloat(float64(v.high)/float64(unit), 'f', -1, 64))
}

// below gives a position with moves the bounds of what lies below.
func (n *treeNode) below(nodes []treeNode) {
	for i, c := range n.children {
		child := &nodes[c]
		if i == 0 {
			n.least, n.most = child.least, child.most
		}
		n.least, n.most = min(n.least, child.least), max(n.most, child.most)
	}
}

// backedUp is the value of a position in which a player moves.
func (n *treeNode) backedUp(values []interval) interval {
	v := values[n.children[0]]
	for _, c := range n.children[1:] {
		if n.player == 0 {
			v = interval{max(v.low, values[c].low), max(v.high, values[c].high)}
		} else {
			v = interval{min(v.low, values[c].low), min(v.high, values[c].high)}
		}
	}
	return v
}
