package explain

// layout says where the nodes of a tree stand: leaves side by side, every other
// node above the middle of its children.
type layout[N comparable] struct {
	children func(N) []N
	gap      float64 // between leaves
	x        map[N]float64
	width    float64 // of all leaves so far
	depth    int
}

func newLayout[N comparable](root N, gap float64, children func(N) []N) layout[N] {
	l := layout[N]{children: children, gap: gap, x: map[N]float64{}}
	l.place(root, 0)
	return l
}

func (l *layout[N]) place(n N, level int) {
	l.depth = max(l.depth, level)
	children := l.children(n)
	if len(children) == 0 {
		l.x[n] = l.width + l.gap/2
		l.width += l.gap
		return
	}
	for _, child := range children {
		l.place(child, level+1)
	}
	l.x[n] = (l.x[children[0]] + l.x[children[len(children)-1]]) / 2
}
