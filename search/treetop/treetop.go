// Package treetop is the top of a search tree as a plain value, which stays what it
// is when the search goes on: for drawings, pages and files.
package treetop

import "gambito/game"

// Node is a position near the root and the moves from it, the most visited
// first.
type Node struct {
	Move   game.Move   // that leads here; of the root meaningless
	Player game.Player // who made it, or Chance
	Visits int
	Value  float64 // expected score of that player; nothing of chance
	Proven bool    // Value is exact

	// Low and High are the ends of the 95 % interval of Value, as if visits were
	// independent; both are zero of a node with fewer than two visits.
	Low, High float64

	// Prior is how likely the move was taken to be before the search; 0 if nobody told.
	Prior float64

	// Moves is how many moves there are from here, K; 0 if the tree ends here. Alpha is
	// the weight of exploration among them, where a policy of the UCB family chooses.
	Moves int
	Alpha float64

	Children []*Node
}
