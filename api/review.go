package api

import (
	"gambito/agent"
	"gambito/game"
	bg "gambito/games/backgammon/review"
	"gambito/review"
	"gambito/words"
)

// Review is what the moves of a game have cost.
type Review struct {
	File       string           `json:"file" doc:"The file, or the name of the game that is kept."`
	Game       string           `json:"game" doc:"Game spec."`
	Position   string           `json:"position,omitempty" doc:"Where the game started, if not at the game's own start."`
	Judge      string           `json:"judge" doc:"Agent spec of who judged."`
	Thresholds ReviewThresholds `json:"thresholds" doc:"From which losses on moves are bad."`
	Players    []ReviewedPlayer `json:"players" doc:"How the players did, by seat."`
	Moves      []ReviewedMove   `json:"moves" doc:"The moves that players made, in their order."`
	Rolls      []ReviewedRoll   `json:"rolls,omitempty" doc:"Backgammon: the rolls."`
	Course     [][]Worth        `json:"course" doc:"What the positions are worth, from the start on, to each player by seat; of two players who win what the other loses, to the first only."`
	Positions  int              `json:"positions" doc:"Positions that were judged."`
	Total      int              `json:"total" doc:"Positions of the game; more than were judged if the review was stopped."`
}

// ReviewThresholds are from which losses on moves are bad.
type ReviewThresholds struct {
	Share  *ReviewSteps `json:"share,omitempty" doc:"In percent of the points that can be won."`
	Discs  *ReviewSteps `json:"discs,omitempty" doc:"Othello: in discs, where the end is exact."`
	Equity *ReviewSteps `json:"equity,omitempty" doc:"Backgammon: in points of equity."`
}

// ReviewSteps are thresholds in one unit.
type ReviewSteps struct {
	Inaccuracy float64 `json:"inaccuracy" doc:"Loss from which on a move is an inaccuracy."`
	Mistake    float64 `json:"mistake" doc:"Loss from which on it is a mistake."`
	Blunder    float64 `json:"blunder" doc:"Loss from which on it is a blunder."`
}

// ReviewedPlayer is how a player did.
type ReviewedPlayer struct {
	Name      string               `json:"name" doc:"What the player is called."`
	Role      string               `json:"role" doc:"The role in the game."`
	Decisions int                  `json:"decisions" doc:"Moves that were judged: not forced, and not of a given opening."`
	Untold    int                  `json:"untold,omitempty" doc:"Decisions of which the judge told nothing."`
	Accuracy  *float64             `json:"accuracy,omitempty" doc:"Mean over the decisions of how well they were made, in percent; absent without decisions and at backgammon."`
	Classes   map[review.Class]int `json:"classes" doc:"How many decisions were of which class."`
	Loss      *float64             `json:"loss,omitempty" doc:"Loss a decision on average, in percent of the points; absent at backgammon."`
	Unit      game.Unit            `json:"unit,omitempty" doc:"What people count in the game, if all losses are known in it."`
	UnitLoss  *float64             `json:"unit_loss,omitempty" doc:"Loss a decision on average in that unit."`
	Errors    *ReviewErrors        `json:"errors,omitempty" doc:"Backgammon: what players tell about their play."`
}

// ReviewErrors are what players of backgammon tell about their play.
type ReviewErrors struct {
	Chequer ErrorRate     `json:"chequer" doc:"Turns."`
	Cube    ErrorRate     `json:"cube" doc:"Doubles, answers to them, and rolls where to double was nearly right."`
	All     ErrorRate     `json:"all" doc:"Both together."`
	Rating  review.Rating `json:"rating,omitempty" doc:"What GNU Backgammon calls the error rate of both together."`
	Luck    float64       `json:"luck" doc:"Luck of all rolls together, in points at the value of the cube."`
}

// ErrorRate is the equity that a player lost over decisions.
type ErrorRate struct {
	Decisions int     `json:"decisions" doc:"Unforced decisions."`
	Lost      float64 `json:"lost" doc:"Equity lost in all, in points at the value of the cube."`
	Rate      float64 `json:"rate" doc:"Thousandths of a point lost a decision."`
}

// ReviewedMove is a move and what it has cost.
type ReviewedMove struct {
	Ply    int          `json:"ply" doc:"Moves that were made before, what chance decided included."`
	Player string       `json:"player" doc:"Role of who made it."`
	Kind   bg.Kind      `json:"kind,omitempty" doc:"Backgammon: what was to be decided."`
	Move   string       `json:"move" doc:"The move, as the game writes it."`
	Class  review.Class `json:"class,omitempty" doc:"How good it was; absent if it was no decision or the judge told nothing."`
	Forced bool         `json:"forced,omitempty" doc:"Whether there was no other move or, about the cube, none that anybody would think of."`
	Given  bool         `json:"given,omitempty" doc:"Whether it belongs to an opening that players were given."`
	Best   string       `json:"best" doc:"The best move."`
	Line   []string     `json:"line,omitempty" doc:"The best line, its first move included."`
	Before Worth        `json:"before" doc:"What the best move is worth to the player."`
	After  Worth        `json:"after" doc:"What the move made is worth to the player."`
	Loss   float64      `json:"loss" doc:"Loss in percent of the points that can be won; at backgammon 0, see unit_loss."`
	Unit   game.Unit    `json:"unit,omitempty" doc:"What people count in the game, if both values are known in it."`
	Count  *float64     `json:"unit_loss,omitempty" doc:"Loss in that unit."`
}

// ReviewedRoll is a roll at backgammon and how lucky it was.
type ReviewedRoll struct {
	Ply    int     `json:"ply" doc:"Moves that were made before."`
	Player string  `json:"player" doc:"Role of who rolled."`
	Luck   float64 `json:"luck" doc:"Equity with the roll less the mean over all rolls, in points at the value of the cube."`
}

// NewReview is a review of a file, values told in words.
func NewReview(w words.Words, file string, r *review.Review) Review {
	rules := r.Of.Rules
	out := Review{
		File: file, Game: rules.Info().ID, Judge: r.Judge, Thresholds: newThresholds(r),
		Players: []ReviewedPlayer{}, Moves: []ReviewedMove{}, Positions: r.Positions, Total: r.Total,
	}
	if start := rules.FormatPosition(r.Of.Start); start != rules.FormatPosition(rules.New()) {
		out.Position = start
	}
	roles := rules.Info().Roles
	for i := range r.Sides {
		out.Players = append(out.Players, newReviewedPlayer(r, &r.Sides[i]))
	}
	for i := range r.Verdicts {
		out.Moves = append(out.Moves, newReviewedMove(w, roles, &r.Verdicts[i]))
	}
	for _, roll := range r.Rolls {
		out.Rolls = append(out.Rolls, ReviewedRoll{roll.Ply, roles[roll.Player], roll.Luck})
	}
	for p, course := range r.Course {
		worths := make([]Worth, len(course))
		for ply, v := range course {
			worths[ply] = NewWorth(w, roles[p], v)
		}
		out.Course = append(out.Course, worths)
	}
	return out
}

func newThresholds(r *review.Review) (t ReviewThresholds) {
	steps := func(s review.Steps) *ReviewSteps { return &ReviewSteps{s.Inaccuracy, s.Mistake, s.Blunder} }
	measured, ok := r.Of.Rules.(game.Measured)
	switch {
	case r.Sides[0].Errors != nil:
		t.Equity = steps(r.Thresholds.Equity)
	case ok && measured.Unit() == game.Discs:
		t.Share, t.Discs = steps(r.Thresholds.Share), steps(r.Thresholds.Discs)
	default:
		t.Share = steps(r.Thresholds.Share)
	}
	return t
}

func newReviewedPlayer(r *review.Review, s *review.Side) ReviewedPlayer {
	p := ReviewedPlayer{
		Name: r.Of.Name(s.Player), Role: r.Of.Rules.Info().Roles[s.Player],
		Decisions: s.Decisions, Untold: s.Untold, Classes: map[review.Class]int{},
	}
	for _, c := range review.Classes {
		p.Classes[c] = s.Counts[c]
	}
	if s.Lost.Unit != "" && s.Decisions > 0 {
		p.Unit, p.UnitLoss = s.Lost.Unit, &s.Lost.Count
	}
	switch {
	case s.Errors != nil:
		rate := func(e review.ErrorRate) ErrorRate { return ErrorRate{e.Decisions, e.Lost, e.PerDecision()} }
		p.Errors = &ReviewErrors{rate(s.Errors.Chequer), rate(s.Errors.Cube), rate(s.Errors.All), s.Errors.Rating, s.Errors.Luck}
	case s.Decisions > 0:
		p.Accuracy, p.Loss = &s.Accuracy, &s.Lost.Share
	}
	return p
}

func newReviewedMove(w words.Words, roles []string, v *review.Verdict) ReviewedMove {
	worth := func(value agent.Value) Worth { return NewWorth(w, roles[v.Player], value) }
	m := ReviewedMove{
		Ply: v.Ply, Player: roles[v.Player], Kind: v.Kind, Move: v.Played, Class: v.Class, Forced: v.Forced, Given: v.Given,
		Best: v.BestText, Line: v.LineText, Before: worth(v.Before), After: worth(v.After), Loss: v.Loss.Share,
	}
	if v.Loss.Unit != "" {
		m.Unit, m.Count = v.Loss.Unit, &v.Loss.Count
	}
	return m
}
