package bandit

import "math/rand/v2"

// Terms are what a policy compares of an arm, taken apart.
type Terms struct {
	Kind  TermsKind
	Index float64
	Mean  float64 // of the rewards; what is taken for it of an arm not yet pulled
}

// Exploration is what is added to the mean: to that of a Draw what the draw did.
func (t Terms) Exploration() float64 { return t.Index - t.Mean }

// TermsKind says what an index is.
type TermsKind string

// The kinds.
const (
	Sum         TermsKind = "sum"         // mean and exploration, the greatest is pulled
	Sample      TermsKind = "sample"      // drawn from what is known of the mean, the greatest is pulled
	Urgency     TermsKind = "urgency"     // the greatest is pulled
	Probability TermsKind = "probability" // with which the arm is pulled
)

// Teller is a policy that can tell what it compares. All of the catalogue can, but for
// those that are Weighted.
type Teller interface {
	Policy

	// Terms are those of every arm. Preconditions are those of Select.
	//
	// Law: with equal random numbers Select returns the first arm of the greatest
	// index, but where it draws one: by probabilities, or as EpsilonGreedy does.
	Terms(arms []Arm, c Context, r *rand.Rand) []Terms
}

// Chances is a Weighted policy that can tell with what probability it draws each arm.
type Chances interface {
	Weighted
	Chances(weights []float64) []float64
}

// sums are terms of arms by their index.
func sums(arms []Arm, index func(*Arm) float64) []Terms {
	list := make([]Terms, len(arms))
	for i := range arms {
		list[i] = Terms{Kind: Sum, Index: index(&arms[i]), Mean: arms[i].Mean()}
	}
	return list
}

// of is terms of another kind.
func of(kind TermsKind, list []Terms) []Terms {
	for i := range list {
		list[i].Kind = kind
	}
	return list
}

// explorations are the terms of an Explorer.
func explorations(arms []Arm, exploration float64) []Terms {
	return sums(arms, func(a *Arm) float64 { return UCBIndex(a, exploration) })
}
