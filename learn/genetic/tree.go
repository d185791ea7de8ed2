package genetic

import (
	"cmp"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
)

// Trees is what individuals of coding Tree are made of: one expression or several, of
// functions with two arguments, of inputs and of constants. What these mean is the
// problem's business. A symbol is a number: first the functions, from 1 on, then the
// inputs of the tree, then the constants; 0 is where nothing stands.
//
// A tree is written in places by its shape: the root at 0, the arguments of what stands
// at i at 2i+1 and 2i+2. So all vectors are equally long, and no tree is deeper than there
// are places for.
type Trees struct {
	Functions int
	Inputs    []int // by tree
	Constants int   // the same for all
}

// The depths of trees where settings do not tell them; a leaf alone has depth 0.
const (
	usualDepth = 5
	usualFirst = 3
	maxDepth   = 9
)

// Depth is how deep trees may become.
func (s Settings) Depth() int { return cmp.Or(s.TreeDepth, usualDepth) }

// firstDepth is how deep the deepest of the first generation may be.
func (s Settings) firstDepth() int { return cmp.Or(s.TreeFirst, min(usualFirst, s.Depth())) }

// checkTrees says what is wrong with the settings of trees.
func (s Settings) checkTrees() error {
	switch {
	case s.Coding != Tree && (s.TreeDepth != 0 || s.TreeFirst != 0):
		return errors.New("tree-depth and tree-first are for coding tree")
	case s.Coding != Tree:
		return nil
	case s.Method == Hill:
		return errors.New("hill climbing is not for trees: there is no way half towards another one")
	case s.firstDepth() > s.Depth():
		return fmt.Errorf("tree-first %d: it must not be above tree-depth, %d", s.firstDepth(), s.Depth())
	}
	return nil
}

// forest is the trees of individuals, so deep at most.
type forest struct {
	Trees
	depth, first int
}

// forest is nil where individuals are no trees.
func (s Settings) forest(t *Trees) *forest {
	if t == nil {
		return nil
	}
	return &forest{*t, s.Depth(), s.firstDepth()}
}

// placesOf is how many places trees of a depth take.
func placesOf(depth int) int { return 2<<depth - 1 }

// depthOf is that of a place.
func depthOf(place int) int { return bits.Len(uint(place)+1) - 1 }

// Genome is the ranges of the symbols of trees up to a depth.
func (t Trees) Genome(depth int) (g Genome) {
	for _, inputs := range t.Inputs {
		for range placesOf(depth) {
			g = append(g, Range{0, t.Functions + inputs + t.Constants})
		}
	}
	return g
}

func (t Trees) function(symbol int) bool { return symbol > 0 && symbol <= t.Functions }

// split is the trees of a vector.
func (t Trees) split(genes []int) [][]int {
	size := len(genes) / len(t.Inputs)
	trees := make([][]int, len(t.Inputs))
	for i := range trees {
		trees[i] = genes[i*size:][:size]
	}
	return trees
}

// fits says what is wrong with a vector whose numbers are in range.
func (t Trees) fits(genes []int) error {
	for _, tree := range t.split(genes) {
		for i, symbol := range tree {
			there := i == 0 || t.function(tree[(i-1)/2])
			switch {
			case there && symbol == 0:
				return fmt.Errorf("nothing stands at place %d of a tree", i)
			case !there && symbol != 0:
				return fmt.Errorf("what stands at place %d of a tree belongs to no function", i)
			case t.function(symbol) && 2*i+2 >= len(tree):
				return fmt.Errorf("the function at place %d of a tree is too deep for arguments", i)
			}
		}
	}
	return nil
}

// Written lists the symbols of a vector's trees, each function before its arguments.
func (t Trees) Written(genes []int) [][]int {
	var lists [][]int
	for _, tree := range t.split(genes) {
		lists = append(lists, t.subtree(tree, 0))
	}
	return lists
}

// Plant makes a vector of trees of a depth that are written so.
func (t Trees) Plant(lists [][]int, depth int) ([]int, error) {
	if len(lists) != len(t.Inputs) {
		return nil, fmt.Errorf("there are %d trees, not %d", len(lists), len(t.Inputs))
	}
	genes := make([]int, len(t.Inputs)*placesOf(depth))
	for i, tree := range t.split(genes) {
		rest, err := t.put(tree, 0, lists[i])
		if err == nil && len(rest) > 0 {
			err = fmt.Errorf("%d symbols follow", len(rest))
		}
		if err != nil {
			return nil, fmt.Errorf("tree %d: %w", i+1, err)
		}
	}
	return genes, nil
}

// subtree lists the symbols of what stands at a place, functions before their arguments.
func (t Trees) subtree(tree []int, at int) []int {
	list := []int{tree[at]}
	if t.function(tree[at]) {
		list = append(list, t.subtree(tree, 2*at+1)...)
		list = append(list, t.subtree(tree, 2*at+2)...)
	}
	return list
}

// put writes a list of symbols where nothing stands, and returns what is left of it.
func (t Trees) put(tree []int, at int, list []int) (rest []int, err error) {
	switch {
	case at >= len(tree):
		return nil, fmt.Errorf("it is deeper than %d", depthOf(len(tree)-1))
	case len(list) == 0:
		return nil, errors.New("an argument is missing")
	}
	tree[at], rest = list[0], list[1:]
	if !t.function(tree[at]) {
		return rest, nil
	}
	if rest, err = t.put(tree, 2*at+1, rest); err != nil {
		return nil, err
	}
	return t.put(tree, 2*at+2, rest)
}

// fell takes away what stands at a place.
func (t Trees) fell(tree []int, at int) {
	if t.function(tree[at]) {
		t.fell(tree, 2*at+1)
		t.fell(tree, 2*at+2)
	}
	tree[at] = 0
}

// replace puts a list of symbols in the place of another subtree. It must not be too deep.
func (t Trees) replace(tree []int, at int, list []int) {
	t.fell(tree, at)
	if _, err := t.put(tree, at, list); err != nil {
		panic("genetic: " + err.Error())
	}
}

// height is the depth of what stands at a place, by itself.
func (t Trees) height(tree []int, at int) int {
	if !t.function(tree[at]) {
		return 0
	}
	return 1 + max(t.height(tree, 2*at+1), t.height(tree, 2*at+2))
}

// random draws the individual of a number in the first generation by J. Koza's ramped
// half-and-half (Genetic Programming, 1992): depths from 1 up to that of the first in turn,
// of each depth one individual whose branches are all so long, then one that is grown.
func (f *forest) random(number int, r *rand.Rand) []int {
	genes := make([]int, len(f.Inputs)*placesOf(f.depth))
	for i, tree := range f.split(genes) {
		f.grow(tree, i, 0, 1+number/2%f.first, number%2 == 0, r)
	}
	return genes
}

// grow draws what stands at a place of a tree: with branches of a length, or of any up to
// that, each of which goes on by the toss of a coin.
func (f *forest) grow(tree []int, number, at, length int, full bool, r *rand.Rand) {
	if length == 0 || !full && r.IntN(2) == 0 {
		tree[at] = f.leaf(number, r)
		return
	}
	tree[at] = 1 + r.IntN(f.Functions)
	f.grow(tree, number, 2*at+1, length-1, full, r)
	f.grow(tree, number, 2*at+2, length-1, full, r)
}

// leaf draws an input or, as often, a constant.
func (f *forest) leaf(number int, r *rand.Rand) int {
	if f.Constants == 0 || r.IntN(2) == 0 {
		return f.Functions + 1 + r.IntN(f.Inputs[number])
	}
	return f.Functions + f.Inputs[number] + 1 + r.IntN(f.Constants)
}

// mutate changes each symbol with a probability: into another of its kind, or as often what
// stands there gives way to a tree that is grown anew.
func (f *forest) mutate(genes []int, rate float64, r *rand.Rand) {
	for number, tree := range f.split(genes) {
		for i := range tree {
			switch {
			case tree[i] == 0 || r.Float64() >= rate:
			case r.IntN(2) == 0:
				length := min(f.first, f.depth-depthOf(i))
				f.fell(tree, i)
				f.grow(tree, number, i, length, false, r)
			case f.function(tree[i]):
				tree[i] = 1 + r.IntN(f.Functions)
			default:
				tree[i] = f.leaf(number, r)
			}
		}
	}
}

// cross mixes one of the trees of two individuals; by uniform crossover all.
func (f *forest) cross(x Crossover, a, b []int, swapChance float64, r *rand.Rand) {
	as, bs := f.split(a), f.split(b)
	number := r.IntN(len(as))
	switch x {
	case Subtree:
		f.crossSubtrees(as[number], bs[number], r)
	case OnePoint:
		common := places(as[number], func(i int) bool { return as[number][i] != 0 && bs[number][i] != 0 })
		f.exchange(as[number], bs[number], common[r.IntN(len(common))])
	case Uniform:
		for i := range as {
			f.crossUniform(as[i], bs[i], swapChance, r)
		}
	}
}

// crossSubtrees exchanges a subtree of each. A child that would become too deep stays what
// its parent was.
func (f *forest) crossSubtrees(a, b []int, r *rand.Rand) {
	i, j := f.point(a, r), f.point(b, r)
	ours, theirs := f.subtree(a, i), f.subtree(b, j)
	up, down := depthOf(i)+f.height(b, j), depthOf(j)+f.height(a, i)
	if up <= f.depth {
		f.replace(a, i, theirs)
	}
	if down <= f.depth {
		f.replace(b, j, ours)
	}
}

// point draws a place of a tree, nine times of ten one with a function if there is any.
func (f *forest) point(tree []int, r *rand.Rand) int {
	inner := places(tree, func(i int) bool { return f.function(tree[i]) })
	leaves := places(tree, func(i int) bool { return tree[i] > f.Functions })
	if len(inner) > 0 && r.Float64() < 0.9 {
		return inner[r.IntN(len(inner))]
	}
	return leaves[r.IntN(len(leaves))]
}

// crossUniform goes through the places that both trees have: symbols of the same kind
// change places by themselves, others with all that hangs on them.
func (f *forest) crossUniform(a, b []int, swapChance float64, r *rand.Rand) {
	for i := range a {
		switch {
		case a[i] == 0 || b[i] == 0 || r.Float64() >= swapChance:
		case f.function(a[i]) == f.function(b[i]):
			a[i], b[i] = b[i], a[i]
		default:
			f.exchange(a, b, i)
		}
	}
}

// exchange exchanges what stands at the same place.
func (f *forest) exchange(a, b []int, at int) {
	ours, theirs := f.subtree(a, at), f.subtree(b, at)
	f.replace(a, at, theirs)
	f.replace(b, at, ours)
}

// places are those of a tree for which something holds.
func places(tree []int, holds func(i int) bool) (list []int) {
	for i := range tree {
		if holds(i) {
			list = append(list, i)
		}
	}
	return list
}
