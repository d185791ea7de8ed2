package bandit

// Indexed is a policy, no Explorer, that pulls an arm by an index in the unit of
// rewards which depends on nothing but the arm and the context. An index that was
// given to something else, such as a move that was not tried, can be compared with it.
//
// Law: the arm that Select returns is the first of the greatest index, but where it
// draws one, as EpsilonGreedy does, or it is an arm's turn, as with ETC.
type Indexed interface {
	Policy
	Index(a *Arm, c Context) float64
}

// Index implements Indexed.
func (Greedy) Index(a *Arm, _ Context) float64 { return a.Mean() }

// Index implements Indexed.
func (EpsilonGreedy) Index(a *Arm, _ Context) float64 { return a.Mean() }

// Index implements Indexed.
func (ETC) Index(a *Arm, _ Context) float64 { return a.Mean() }

// Index implements Indexed.
func (p UCBTuned) Index(a *Arm, c Context) float64 { return p.index(a, log(c.Total)) }

// Index implements Indexed.
func (p UCBV) Index(a *Arm, c Context) float64 { return p.index(a, log(c.Total)) }

// Index implements Indexed.
func (p UCBMinimal) Index(a *Arm, _ Context) float64 { return p.index(a) }

// Index implements Indexed.
func (p MOSS) Index(a *Arm, c Context) float64 { return p.index(a, float64(c.Total)/float64(c.K)) }

// Index implements Indexed.
func (p UCBDecay) Index(a *Arm, c Context) float64 {
	return UCBIndex(a, p.alpha(c.Total)*log(c.Total))
}

// Index implements Indexed.
func (p UCBVariance) Index(a *Arm, c Context) float64 { return p.index(a, p.Alpha*log(c.Total)) }

// Index implements Indexed.
func (p KLUCB) Index(a *Arm, c Context) float64 { return p.index(a, p.budget(c.Total)) }
