package web

import (
	"gambito/game"
	"gambito/search/treetop"
)

// TreeNode is a position of a search tree and the move that leads to it.
type TreeNode struct {
	Move     string      `json:"move,omitempty" doc:"The move that leads here, as the game writes it; absent at the root."`
	Player   int         `json:"player" doc:"Seat of who makes it; -4 where chance decides. Of the root meaningless."`
	Visits   int         `json:"visits" doc:"How often the search came here."`
	Value    *float64    `json:"value,omitempty" doc:"Expected score of that player; absent at the root and where chance decides."`
	Low      *float64    `json:"low,omitempty" doc:"Lower end of the 95 % interval of the value, which takes visits for independent."`
	High     *float64    `json:"high,omitempty" doc:"Upper end of that interval."`
	Proven   bool        `json:"proven,omitempty" doc:"Whether the value is exact."`
	Prior    float64     `json:"prior,omitempty" doc:"How likely a network took the move to be before the search, from 0 to 1."`
	Moves    int         `json:"k,omitempty" doc:"K: how many moves there are from here."`
	Alpha    float64     `json:"alpha,omitempty" doc:"α: weight of exploration among them, where a policy of the UCB family chooses."`
	Children []*TreeNode `json:"children,omitempty" doc:"What follows, the most visited first."`
}

// newTree puts the top of a tree, whose root is a position, into words.
func newTree(g game.Game, root game.State, top *treetop.Node) *TreeNode {
	r := &TreeNode{Player: int(top.Player), Visits: top.Visits, Moves: top.Moves, Alpha: top.Alpha}
	r.Children = treeChildren(g, root, top)
	return r
}

func treeChildren(g game.Game, at game.State, top *treetop.Node) (list []*TreeNode) {
	after := at.Clone()
	for _, n := range top.Children {
		r := &TreeNode{
			Move: g.FormatMove(at, n.Move), Player: int(n.Player), Visits: n.Visits, Proven: n.Proven,
			Prior: n.Prior, Moves: n.Moves, Alpha: n.Alpha,
		}
		if n.Player != game.Chance && (n.Visits > 0 || n.Proven) {
			r.Value = &n.Value
			if n.Low < n.High {
				r.Low, r.High = &n.Low, &n.High
			}
		}
		if len(n.Children) > 0 {
			after.CopyFrom(at)
			after.Play(n.Move)
			r.Children = treeChildren(g, after, n)
		}
		list = append(list, r)
	}
	return list
}
