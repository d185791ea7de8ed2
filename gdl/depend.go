package gdl

import "slices"

// dependencies is the graph of which sentence is derived from which.
type dependencies struct {
	ids   map[predicate]int
	preds []predicate
	on    [][]int // by head: the conditions, once each
	part  []int   // the strongly connected part; conditions have lower numbers
	loop  []bool  // whether a sentence depends on itself
}

func dependenciesOf(rules []rule) *dependencies {
	d := &dependencies{ids: map[predicate]int{}}
	seen := map[[2]int]bool{}
	for _, r := range rules {
		head := d.id(r.head.predicate())
		for _, l := range r.body {
			if l.polarity == distinct {
				continue
			}
			if body := d.id(l.atom.predicate()); !seen[[2]int{head, body}] {
				seen[[2]int{head, body}] = true
				d.on[head] = append(d.on[head], body)
				d.loop[head] = d.loop[head] || head == body
			}
		}
	}
	d.part = components(len(d.on), func(i int) []int { return d.on[i] })
	size := map[int]int{}
	for _, part := range d.part {
		size[part]++
	}
	for i, part := range d.part {
		d.loop[i] = d.loop[i] || size[part] > 1
	}
	return d
}

func (d *dependencies) id(p predicate) int {
	i, ok := d.ids[p]
	if !ok {
		i = len(d.preds)
		d.ids[p] = i
		d.preds, d.on, d.loop = append(d.preds, p), append(d.on, nil), append(d.loop, false)
	}
	return i
}

// sameCycle reports whether p and q depend on each other.
func (d *dependencies) sameCycle(p, q predicate) bool {
	i, j := d.ids[p], d.ids[q]
	return d.part[i] == d.part[j] && d.loop[i]
}

// dependOn returns the sentences that depend on those named s, themselves
// included.
func (d *dependencies) dependOn(s symbol) map[predicate]bool {
	order := make([]int, len(d.preds))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return d.part[i] - d.part[j] })
	depends := make([]bool, len(d.preds)) // by part
	for _, i := range order {
		now := d.preds[i].sym == s
		for _, j := range d.on[i] {
			now = now || depends[d.part[j]]
		}
		depends[d.part[i]] = depends[d.part[i]] || now
	}
	all := map[predicate]bool{}
	for i, p := range d.preds {
		if depends[d.part[i]] {
			all[p] = true
		}
	}
	return all
}

// components numbers the strongly connected components of a graph so that
// edges lead to equal or lower numbers (Tarjan, without recursion: rulesheets
// may be deep).
func components[T int | int32](n int, edges func(node int) []T) []int {
	part, index, low := make([]int, n), make([]int, n), make([]int, n)
	onStack := make([]bool, n)
	type frame struct{ node, edge int }
	var stack []int
	var calls []frame
	clock, parts := 0, 0
	for root := range n {
		if index[root] != 0 {
			continue
		}
		calls = append(calls, frame{root, 0})
		for len(calls) > 0 {
			f := &calls[len(calls)-1]
			v := f.node
			if f.edge == 0 {
				clock++
				index[v], low[v] = clock, clock
				stack, onStack[v] = append(stack, v), true
			}
			descended := false
			for to := edges(v); f.edge < len(to); {
				w := int(to[f.edge])
				f.edge++
				if index[w] == 0 {
					calls = append(calls, frame{w, 0})
					descended = true
					break
				}
				if onStack[w] {
					low[v] = min(low[v], index[w])
				}
			}
			if descended {
				continue
			}
			if low[v] == index[v] {
				for {
					w := stack[len(stack)-1]
					stack, onStack[w], part[w] = stack[:len(stack)-1], false, parts
					if w == v {
						break
					}
				}
				parts++
			}
			calls = calls[:len(calls)-1]
			if len(calls) > 0 {
				up := calls[len(calls)-1].node
				low[up] = min(low[up], low[v])
			}
		}
	}
	return part
}
