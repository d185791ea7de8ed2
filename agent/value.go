package agent

import "gambito/game"

// Value is what a position or a move is worth to a player, as whoever looked at it
// knows. The zero Value is that nobody has.
type Value struct {
	Known  bool    // somebody tells a value; else the other fields mean nothing
	Score  float64 // expected score
	Bound  Bound   // how the search found the score
	Proven bool    // the score is what perfect play comes to
	Plies  int     // if it is proven: plies until the end when the winner hurries and the loser delays; 0 if nobody knows

	// Count is the result that is expected in the game's own unit, such as discs
	// that the player is ahead by. Unit is empty where nobody knows it.
	Unit  game.Unit
	Count float64

	Chances []Chance // of the ends that the game may take, where they are known
}

// Bound is how a value is meant.
type Bound int8

// The bounds.
const (
	AtMost  Bound = -1 // the worth may be less
	Exactly Bound = 0
	AtLeast Bound = 1 // it may be more
)

// Chance is how likely a game is to end with a score.
type Chance struct {
	Score       float64 `json:"score"`
	Probability float64 `json:"probability"`
}

// Estimate is the value of a score that is expected in g. Where the score tells what
// people count in g the value has that too.
func Estimate(g game.Game, score float64) Value {
	v := Value{Known: true, Score: score}
	if measured, ok := g.(game.Measured); ok {
		if count, ok := measured.CountOf(score); ok {
			v.Unit, v.Count = measured.Unit(), count
		}
	}
	return v
}

// Proof is the value of a score that is proven.
func Proof(g game.Game, score float64) Value {
	v := Estimate(g, score)
	v.Proven = true
	return v
}

// Ended is the value to p of a game that is over.
func Ended(g game.Game, s game.State, p game.Player) Value {
	v := Proof(g, s.Score(p))
	if measured, ok := g.(game.Measured); ok && measured.Unit() != "" {
		v.Unit, v.Count = measured.Unit(), measured.Count(s, p)
	}
	return v
}

// Negated is the value as the opponent of two sees it, who wins what the other
// loses.
func (v Value) Negated() Value {
	v.Score, v.Count, v.Bound = -v.Score, -v.Count, -v.Bound
	chances := make([]Chance, len(v.Chances))
	for i, c := range v.Chances {
		chances[i] = Chance{-c.Score, c.Probability}
	}
	if v.Chances = chances; len(chances) == 0 {
		v.Chances = nil
	}
	return v
}
