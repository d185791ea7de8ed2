// Package bandit holds selection policies for multi-armed bandits: rules that
// decide, from what the arms have paid so far, which arm to pull next. A policy
// owns no counts. It reads a slice of arms that belongs to whoever pulls them,
// so that the bandit laboratory and the Monte Carlo tree search run the very
// same code. Each policy has a file of its own with its formula and its source.
package bandit

import "math/rand/v2"

// Arm is what has been seen of one arm.
type Arm struct {
	Sum   float64 // of the rewards
	SumSq float64 // of their squares
	N     int32   // pulls
	Prior float32 // probability that the arm is best, given beforehand; only PUCT reads it
}

// Add counts one pull.
func (a *Arm) Add(reward float64) {
	a.N++
	a.Sum += reward
	a.SumSq += reward * reward
}

// Mean is the mean reward. Precondition: the arm has been pulled.
func (a *Arm) Mean() float64 { return a.Sum / float64(a.N) }

// Variance is the mean of the squared rewards less the square of their mean.
// Precondition: the arm has been pulled.
func (a *Arm) Variance() float64 {
	mean := a.Mean()
	return max(0, a.SumSq/float64(a.N)-mean*mean)
}

// Context is what a policy may know of a choice beyond the arms it is shown: where it
// is. It is passed by value, in registers, and costs nothing to those who do not ask.
type Context struct {
	// Total is how many pulls were made in all, at least the sum of those of
	// the arms: a search may hide some.
	Total int

	// K is how many arms there are, at least those that are shown. In a
	// position it is the number of moves, be they tried already, still out of
	// sight or proven not to be worth another try: a constant that depends on
	// K is the same from the first choice to the last.
	K int

	// Depth is how many choices lie between this one and the root of a tree; 0 of a
	// bandit.
	Depth int

	// Own says that the player who searches chooses, as at the root of a tree it
	// does; false of a bandit.
	Own bool
}

// Policy chooses the next arm to pull from counts alone. It is immutable and
// safe for concurrent use.
type Policy interface {
	// Select returns the index of an arm. Randomness, where a policy needs it,
	// comes from r.
	//
	// Preconditions: there is an arm, and every arm has been pulled at least
	// once (PUCT alone does without).
	//
	// Law: where the policy compares indices, the first of the best wins.
	Select(arms []Arm, c Context, r *rand.Rand) int
}

// Weighted is a policy that keeps a number of its own for every arm. The
// numbers belong to the caller too.
type Weighted interface {
	// Choose draws an arm and tells with what probability it did. weights
	// are zero before the first pull; there is at least one.
	Choose(weights []float64, r *rand.Rand) (arm int, probability float64)

	// Learn changes the weights after a pull that Choose decided.
	Learn(weights []float64, arm int, probability, reward float64)
}

// Exploring is a Weighted policy that draws some share of its arms alike, only to learn.
type Exploring interface {
	Weighted
	Explores() float64 // that share
}

// Opener is a policy that knows what to do with arms that were never pulled.
type Opener interface {
	Policy
	OpensArms()
}
