package api

import (
	"time"

	"gambito/agent"
	"gambito/game"
	"gambito/learn/truth"
	"gambito/search/exact"
	"gambito/stats"
)

// Solution is the exact value of a position. Scores are for the player to move:
// Connect 4 +n for a win with the n-th last stone, −n for such a loss, 0 for a
// draw; Othello the difference of discs; other games 1, 0 and −1.
type Solution struct {
	Position string      `json:"position" doc:"The moves made or the position, without blanks."`
	Score    int         `json:"score" doc:"Exact score for the player to move: Connect 4 +n for a win with the n-th last stone, -n for such a loss, 0 for a draw; Othello the difference of discs; other games 1, 0 and -1."`
	Nodes    uint64      `json:"nodes" doc:"Positions that the solver visited."`
	Ms       float64     `json:"ms" doc:"Time that it took, in milliseconds."`
	Answer   string      `json:"answer,omitempty" doc:"What it is worth and by which moves, in a sentence, if one position was solved."`
	Moves    []MoveScore `json:"moves,omitempty" doc:"All moves with their scores, if one position was solved."`
}

// MoveScore is a move and its exact score.
type MoveScore struct {
	Move  string `json:"move" doc:"The move, as the game writes it."`
	Score int    `json:"score" doc:"Its score for the player who makes it."`
}

// NewSolution is what a solver found for a position.
func NewSolution(name string, score int, solver exact.Solver, took time.Duration) Solution {
	return Solution{Position: name, Score: score, Nodes: solver.Nodes(), Ms: float64(took.Nanoseconds()) / 1e6}
}

// NewMoveScores are all moves of a position with their scores.
func NewMoveScores(g game.Game, at game.State, scores []exact.MoveScore) (moves []MoveScore) {
	for _, m := range scores {
		moves = append(moves, MoveScore{g.FormatMove(at, m.Move), m.Score})
	}
	return moves
}

// Accuracy is how an agent's moves on a set of positions compare with exact
// solutions.
type Accuracy struct {
	Set   string         `json:"set" doc:"Name of the set of positions."`
	Agent string         `json:"agent" doc:"Agent spec of who was measured."`
	Seed  uint64         `json:"seed" doc:"Seed of the agent and of random positions."`
	Share stats.Interval `json:"share" doc:"Share of the moves that keep the outcome, with Wilson's 95 % interval."`
	truth.Result
	Seconds float64 `json:"seconds" doc:"Time that measuring took, in seconds."`
}

// NewAccuracy is what was measured on a set of positions.
func NewAccuracy(set string, who agent.Spec, seed uint64, r truth.Result, took time.Duration) Accuracy {
	return Accuracy{set, who.String(), seed, r.KeptShare(), r, took.Seconds()}
}
