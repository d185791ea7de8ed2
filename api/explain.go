package api

import (
	"gambito/search/explain"
	"gambito/search/minimax"
)

// Walk is how an algorithm walked a tree.
type Walk struct {
	Algorithm string  `json:"algorithm" doc:"Name of the algorithm."`
	Value     float64 `json:"value" doc:"What it found the root to be worth, in units of the evaluation."`
	Exact     bool    `json:"exact" doc:"Whether that is the value itself, not only a bound of it."`
	Move      string  `json:"move" doc:"The move it would make."`
	explain.Counts
}

// NewWalks are the walks of several algorithms.
func NewWalks(walks []*explain.Walk) []Walk {
	rows := []Walk{}
	for _, w := range walks {
		rows = append(rows, Walk{w.Algorithm, w.Value, w.Bound == minimax.Exactly, w.Best, w.Counts})
	}
	return rows
}
