// Package cube decides about the doubling cube from chances that know nothing of
// it, after Rick Janowski ("Take-points in money games", 1993).
//
// Let p be a player's chance to win, W what a win and L what a loss is worth in
// the mean, in cubes, gammons included. If nobody ever turned the cube again it
// would be dead, and the game worth
//
//	dead(p) = p·W − (1−p)·L.
//
// If p moved in steps so small that everybody doubled just where the other is
// indifferent between taking and dropping, it would be live. For money the other
// takes below the cash point, and likewise the player takes above its take point:
//
//	take = (L − ½) / (W + L + ½)        cash = (L + 1) / (W + L + ½)
//
// live(p) runs straight through −L at p = 0, −1 at the take point if the other
// may double, +1 at the cash point if the player may, and W at p = 1. A real cube
// is between the two:
//
//	equity(p) = x·live(p) + (1−x)·dead(p)
//
// where x is the live-cube fraction. The player doubles if that is worth more
// than not to, the other taking or dropping, whichever is better for it.
//
// In a match points are worth chances to win the match, from a Table of those.
// What the cube will be worth at its next values is worked out first, and so on
// to where it is dead: the take and cash points follow from these.
package cube

import (
	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/backgammon/match"
)

// Sampler is an estimator that knows how far it may be off.
type Sampler interface {
	backgammon.Estimator

	// Sample is Evaluate with the standard error of the equity.
	Sample(b *backgammon.Board, p game.Player) (backgammon.Chances, float64)
}

// Live is the usual live-cube fraction.
const Live = 0.68

// Access says who may turn the cube.
type Access int

// Who may.
const (
	Centred Access = iota // both players
	Mine
	Theirs
	None // nobody: the Crawford game, or a game without cube
)

// Stakes are what a player plays for.
type Stakes struct {
	Cube   int // what it shows
	Access Access
	Away   [2]int // points that the player and the other need; zeros for money
	Jacoby bool   // for money: gammons count only once the cube was turned
}

// StakesOf are those of p at a table with the cube in use.
func StakesOf(m backgammon.Match, p game.Player) Stakes {
	s := Stakes{Cube: 1 << m.CubeLog, Jacoby: m.Length == 0 && m.Jacoby}
	switch {
	case m.Crawford:
		s.Access = None
	case m.Owner == game.Nobody:
		s.Access = Centred
	case m.Owner == p:
		s.Access = Mine
	default:
		s.Access = Theirs
	}
	if m.Length > 0 {
		s.Away = [2]int{m.Length - m.Score[p], m.Length - m.Score[p^1]}
	}
	return s
}

// Of are the stakes of whoever rolls, has rolled or has doubled in a game.
func Of(s *match.State) Stakes {
	stakes := StakesOf(s.Table().Match, s.Side())
	if !s.Rules().Cube {
		stakes.Access = None
	}
	return stakes
}

// Other are the stakes as the other player sees them.
func (s Stakes) Other() Stakes {
	s.Away[0], s.Away[1] = s.Away[1], s.Away[0]
	switch s.Access {
	case Mine:
		s.Access = Theirs
	case Theirs:
		s.Access = Mine
	}
	return s
}

// money reports whether points count, not a match.
func (s Stakes) money() bool { return s.Away == [2]int{} }

// doubled is the stakes after the player's double was taken.
func (s Stakes) doubled() Stakes {
	s.Cube *= 2
	s.Access = Theirs
	return s
}

// useful reports whether a player could gain by a larger cube.
func (s Stakes) useful(side, cube int) bool { return s.money() || s.Away[side] > cube }

// MayDouble reports whether the player has access to the cube and use for it.
func (s Stakes) MayDouble() bool {
	return (s.Access == Centred || s.Access == Mine) && s.useful(0, s.Cube)
}

// Model is how cubes are valued.
type Model struct {
	Live  float64 // the live-cube fraction
	Table *Table  // for matches
}

// NewModel returns a model with that live-cube fraction.
func NewModel(live float64) *Model { return &Model{Live: live, Table: StandardTable()} }

// worth is what points are worth to the player of the stakes: for money
// themselves, in a match the chance to win it.
func (m *Model) worth(s Stakes, points int) float64 {
	if s.money() {
		return float64(points)
	}
	return m.Table.after(s.Away, points)
}

// value is what a game is worth with the cube in use, in the unit of worth.
func (m *Model) value(c backgammon.Chances, s Stakes) float64 {
	v := m.valuation(c, s)
	p := float64(c.Win)
	dead := p*v.won(s.Cube) + (1-p)*v.lost(s.Cube)
	if s.Jacoby && s.Access == Centred {
		dead = float64(s.Cube) * (2*p - 1)
	}
	return m.Live*v.live(p, s) + (1-m.Live)*dead
}

// Equity is what a game is worth to the player, who is about to roll and may
// double first: for money in points of the present cube, in a match in the same
// measure (see Normal).
func (m *Model) Equity(c backgammon.Chances, s Stakes) float64 {
	return m.Normal(s, m.Value(c, s))
}

// Value is like Equity, but for money it is in points, in a match the chance to
// win it.
func (m *Model) Value(c backgammon.Chances, s Stakes) float64 {
	hold := m.value(c, s)
	if !s.MayDouble() {
		return hold
	}
	return max(hold, min(m.value(c, s.doubled()), m.worth(s, s.Cube)))
}

// Won is the value of a game that the player has won: 1 for a single game, 2 for
// a gammon, 3 for a backgammon.
func (m *Model) Won(s Stakes, times int) float64 {
	if s.Jacoby && s.Access == Centred {
		times = 1
	}
	return m.worth(s, times*s.Cube)
}

// Normal turns a value into an equity: the straight line by which winning the
// present cube is worth 1 and losing it −1.
func (m *Model) Normal(s Stakes, value float64) float64 {
	high, low := m.worth(s, s.Cube), m.worth(s, -s.Cube)
	return (2*value - high - low) / (high - low)
}

// Score turns an equity into the score that is expected: for money points, in a
// match 1 for winning it and −1 for losing it.
func (m *Model) Score(s Stakes, equity float64) float64 {
	high, low := m.worth(s, s.Cube), m.worth(s, -s.Cube)
	value := (equity*(high-low) + high + low) / 2
	if s.money() {
		return value
	}
	return 2*value - 1
}
