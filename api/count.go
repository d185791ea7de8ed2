package api

import (
	"gambito/game"
	"gambito/gdl"
)

// Perft is the number of leaves of a game tree.
type Perft struct {
	Game    string      `json:"game" doc:"Game spec."`
	Depth   int         `json:"depth" doc:"Moves deep; in backgammon turns, a roll and its move together."`
	Leaves  uint64      `json:"leaves" doc:"Positions after so many moves, and one for every game that ends earlier."`
	Seconds float64     `json:"seconds" doc:"Time that counting took, in seconds."`
	Divide  []MoveCount `json:"divide,omitempty" doc:"The leaves behind each first move, if they were asked for."`
}

// MoveCount is a first move and the leaves behind it.
type MoveCount struct {
	Move   string `json:"move" doc:"The move, as the game writes it."`
	Leaves uint64 `json:"leaves" doc:"The leaves behind it."`
}

// NewMoveCounts are the first moves of a position with the leaves behind each.
func NewMoveCounts(g game.Game, at game.State, counts []game.MoveCount) (moves []MoveCount) {
	for _, n := range counts {
		moves = append(moves, MoveCount{g.FormatMove(at, n.Move), n.Leaves})
	}
	return moves
}

// SheetPerft is the number of positions that a rulesheet leads to.
type SheetPerft struct {
	Game      string  `json:"game" doc:"Game spec."`
	Depth     int     `json:"depth" doc:"Joint moves deep, one of every role each."`
	Positions uint64  `json:"positions" doc:"Positions after exactly so many joint moves."`
	Ended     uint64  `json:"ended" doc:"Games that ended earlier."`
	Seconds   float64 `json:"seconds" doc:"Time that counting took, in seconds."`
}

// SheetSpeed is how fast a rulesheet is played on one core.
type SheetSpeed struct {
	Game               string    `json:"game" doc:"Game spec."`
	Compiled           bool      `json:"compiled" doc:"Whether the sheet is compiled; else it is played slowly by the plain reasoner."`
	Size               *gdl.Size `json:"size,omitempty" doc:"How large the compiled sheet is."`
	PlayoutsPerSecond  float64   `json:"playouts_per_second" doc:"Random games a second."`
	PositionsPerSecond float64   `json:"positions_per_second" doc:"Positions a second in them."`
	gdl.Speed
}

// NewSheetSpeed is what was measured of a rulesheet.
func NewSheetSpeed(g *gdl.Game, speed gdl.Speed) SheetSpeed {
	r := SheetSpeed{
		Game: g.Info().ID, Speed: speed,
		PlayoutsPerSecond: float64(speed.Playouts) / speed.Seconds, PositionsPerSecond: float64(speed.Positions) / speed.Seconds,
	}
	if size, ok := g.Size(); ok {
		r.Compiled, r.Size = true, &size
	}
	return r
}

// SheetProblem is what is wrong with a rulesheet.
type SheetProblem struct {
	Line    int    `json:"line" doc:"Line where it is, from 1."`
	Column  int    `json:"column" doc:"Column where it begins, from 1."`
	Warning bool   `json:"warning" doc:"Whether the sheet can be played nevertheless."`
	Message string `json:"message" doc:"What is wrong."`
}

// NewSheetProblems are those that were found in a rulesheet.
func NewSheetProblems(problems []gdl.Problem) []SheetProblem {
	list := make([]SheetProblem, 0, len(problems))
	for _, p := range problems {
		list = append(list, SheetProblem{p.Pos.Line, p.Pos.Column, p.Warning, p.Message})
	}
	return list
}
