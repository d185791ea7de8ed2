package genetic

import (
	"cmp"
	"math/rand/v2"
	"slices"
)

// ranking lists the numbers from the least to the greatest share of its range, of
// equals the earlier first.
func (c coder) ranking(genes []int) []int {
	order := make([]int, len(genes))
	for i := range order {
		order[i] = i
	}
	share := func(i int) float64 {
		r := c.genome[i]
		return float64(genes[i]-r.Low) / float64(max(r.values()-1, 1))
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(share(a), share(b)) })
	return order
}

// ranked gives the numbers values in equal steps, in the order of a permutation.
func (c coder) ranked(order []int) []int {
	genes := make([]int, len(order))
	steps := max(len(order)-1, 1)
	for rank, i := range order {
		r := c.genome[i]
		genes[i] = r.Low + ((r.values()-1)*rank*2+steps)/(2*steps)
	}
	return genes
}

// moveItem takes an item out and puts it in elsewhere; those between move up.
func moveItem(items []int, from, to int) {
	item := items[from]
	if from < to {
		copy(items[from:to], items[from+1:to+1])
	} else {
		copy(items[to+1:from+1], items[to:from])
	}
	items[to] = item
}

// crossPermutations mixes two permutations of the same items.
func crossPermutations(x Crossover, a, b []int, r *rand.Rand) {
	p, q := slices.Clone(a), slices.Clone(b)
	if x == Cycle {
		crossCycles(a, b)
		return
	}
	from, to := r.IntN(len(a)), r.IntN(len(a))
	from, to = min(from, to), max(from, to)+1
	fill := fillInOrder
	if x == Mapped {
		fill = fillMapped
	}
	fill(a, p, q, from, to)
	fill(b, q, p, from, to)
}

// fillInOrder keeps a stretch of one parent; behind it, and then from the beginning,
// follow the other items in the other parent's order from there.
func fillInOrder(child, own, other []int, from, to int) {
	n, at := len(child), to
	for k := range n {
		item := other[(to+k)%n]
		if slices.Contains(own[from:to], item) {
			continue
		}
		child[at%n] = item
		at++
	}
	copy(child[from:to], own[from:to])
}

// fillMapped keeps a stretch of one parent and puts the other items where the other
// parent has them, or, where the stretch has those already, what the other parent has in
// their place of the stretch.
func fillMapped(child, own, other []int, from, to int) {
	for i := range child {
		if i >= from && i < to {
			child[i] = own[i]
			continue
		}
		item := other[i]
		for at := slices.Index(own[from:to], item); at >= 0; at = slices.Index(own[from:to], item) {
			item = other[from+at]
		}
		child[i] = item
	}
}

// crossCycles exchanges every second cycle of places between which the parents exchange
// their items.
func crossCycles(a, b []int) {
	seen := make([]bool, len(a))
	for first, second := 0, false; first < len(a); first++ {
		if seen[first] {
			continue
		}
		var cycle []int
		for at := first; !seen[at]; at = slices.Index(a, b[at]) {
			seen[at] = true
			cycle = append(cycle, at)
		}
		if second {
			for _, at := range cycle {
				a[at], b[at] = b[at], a[at]
			}
		}
		second = !second
	}
}
