package dossier

import (
	"fmt"
	"math"

	"gambito/bandit"
	"gambito/drawing"
	"gambito/papers"
)

// node is one of a search tree.
type node struct {
	x, y     float64
	children []node
}

// searchTree is that of figure 4.24: two moves, after which there are four or three.
func searchTree() node {
	leaves := func(from, count int) (list []node) {
		for i := range count {
			list = append(list, node{x: 60 + 100*float64(from+i), y: 300})
		}
		return list
	}
	return node{x: 365, y: 40, children: []node{
		{x: 210, y: 160, children: leaves(0, 4)},
		{x: 560, y: 160, children: leaves(4, 3)},
	}}
}

// nodesFigure shows what α the policies have at the nodes of the tree, by what they add to
// the mean of a move there.
func nodesFigure(s papers.Study) figure {
	c := drawing.New(760, 340, "α and K at the nodes of a search tree")
	searchTree().draw(c)
	return figure{Title: s.Cited("figure 4.24") + ": α and K at the nodes of a search tree, as UCBα₁ and UCBα₂ compute them here; UCB has 2 everywhere", Drawn: c}
}

func (n node) draw(c *drawing.Canvas) {
	for _, child := range n.children {
		c.Line(n.x, n.y, child.x, child.y, drawing.Paint{Stroke: drawing.Ink})
	}
	for _, child := range n.children {
		child.draw(c)
	}
	c.Circle(n.x, n.y, 14, drawing.Paint{Fill: drawing.Paper, Stroke: drawing.Ink, Width: 1.5})
	k := len(n.children)
	if k == 0 {
		return
	}
	for i, text := range []string{
		fmt.Sprintf("K = %d", k),
		fmt.Sprintf("α₁ = 1/%d = %.3f", k, alphaAt(bandit.UCBAlpha1{}, k)),
		fmt.Sprintf("α₂ = e/%d = %.3f", 2*k, alphaAt(bandit.UCBAlpha2{}, k)),
	} {
		c.Text(n.x+24, n.y-6+16*float64(i), text, drawing.Font{Size: 13, Colour: drawing.Ink, Halo: true})
	}
}

// alphaAt is the α of a policy at a node with k moves.
func alphaAt(p bandit.Explorer, k int) float64 {
	const visits = 1000
	return p.Exploration(bandit.Context{Total: visits, K: k}) / math.Log(visits)
}
