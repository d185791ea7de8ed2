// Package treetop is the top of a search tree as a plain value, which stays what it
// is when the search goes on: for drawings, pages and files.
package treetop

import "gambito/game"

// Node is a position near the root and the moves from it, the most visited
// first.
type Node struct {
	Move     game.Move   // that leads here; of the root meaningless
	Player   game.Player // who made it, or Chance
	Visits   int
	Value    float64 // expected score of that player; nothing of chance
	Proven   bool    // Value is exact
	Children []*Node
}
