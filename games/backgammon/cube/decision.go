package cube

import "gambito/games/backgammon"

// Action is what is best to do before the roll.
type Action string

// The actions. Redoubles are doubles too.
const (
	NotAllowed Action = "no double allowed"
	NoDouble   Action = "no double"
	DoubleTake Action = "double, take"
	DoubleDrop Action = "double, drop"
	TooGood    Action = "too good to double" // the other would drop
)

// Doubles reports whether it is best to double.
func (a Action) Doubles() bool { return a == DoubleTake || a == DoubleDrop }

// Alternative is what one way of playing on is worth.
type Alternative struct {
	Equity float64 `json:"equity"`        // by Normal
	Win    float64 `json:"win,omitempty"` // chance to win the match
}

// Decision is what there is to know before a roll.
type Decision struct {
	Action     Action      `json:"action"`
	Take       bool        `json:"take"`     // the other player should take
	Cubeless   float64     `json:"cubeless"` // equity if the cube stayed where it is
	NoDouble   Alternative `json:"no_double"`
	DoubleTake Alternative `json:"double_take"`
	DoubleDrop Alternative `json:"double_drop"`

	// The market window: the chances to win, in the given proportions of
	// gammons, between which the player doubles and the other takes. Below the
	// first the player waits, above the second the other drops.
	DoublePoint float64 `json:"double_point"`
	CashPoint   float64 `json:"cash_point"`
	TakePoint   float64 `json:"take_point"` // the other's chance to win from which on it takes
}

// Best is what to do, in the words of the game, and its equity: for the player on
// roll or, after a double, for the other.
func (d *Decision) Best(doubled bool) (move string, equity float64) {
	answered := min(d.DoubleTake.Equity, d.DoubleDrop.Equity)
	switch {
	case doubled && d.Take:
		return "take", -answered
	case doubled:
		return "drop", -answered
	case d.Action.Doubles():
		return "double", answered
	}
	return "roll", d.NoDouble.Equity
}

// Decide looks at a player's chances before the roll.
func (m *Model) Decide(c backgammon.Chances, s Stakes) Decision {
	dead := Model{Live: 0, Table: m.Table}
	d := Decision{Cubeless: m.Normal(s, dead.value(c, s))}
	m.set(&d, m.value(c, s), m.value(c, s.doubled()), s)
	if s.MayDouble() {
		d.DoublePoint, d.CashPoint = m.window(c, s)
		d.TakePoint = 1 - d.CashPoint
	}
	return d
}

// set enters what not to double and a double that is taken are worth to the player,
// and what follows.
func (m *Model) set(d *Decision, hold, take float64, s Stakes) {
	alternative := func(value float64) Alternative {
		a := Alternative{Equity: m.Normal(s, value)}
		if !s.money() {
			a.Win = value
		}
		return a
	}
	drop := m.worth(s, s.Cube)
	d.Take = take <= drop
	d.NoDouble, d.DoubleTake, d.DoubleDrop = alternative(hold), alternative(take), alternative(drop)
	d.Action = NotAllowed
	if s.MayDouble() {
		d.Action = action(hold, take, drop, s.useful(1, s.Cube))
	}
}

// indifferent is by how much rounding may change a value.
const indifferent = 1e-6

// action compares what not to double, a take and a drop are worth to the player. If
// the other has no use for a larger cube, there is nothing to wait for where a double
// costs nothing.
func action(hold, take, drop float64, useful bool) Action {
	if !useful {
		hold -= indifferent
	}
	switch {
	case take < drop && take > hold:
		return DoubleTake
	case take < drop:
		return NoDouble
	case hold > drop+indifferent:
		return TooGood
	}
	return DoubleDrop
}

// window finds the market window by halving: what a double gains over waiting
// grows with the chance to win up to the cash point.
func (m *Model) window(c backgammon.Chances, s Stakes) (double, cash float64) {
	v := m.valuation(c, s)
	at := func(p float64) backgammon.Chances { return v.chances(p) }
	cash = halve(0, 1, func(p float64) bool { return m.value(at(p), s.doubled()) >= m.worth(s, s.Cube) })
	double = halve(0, cash, func(p float64) bool { return m.value(at(p), s.doubled()) >= m.value(at(p), s) })
	return double, cash
}

// chances are those of another chance to win in the same proportions.
func (v *valuation) chances(p float64) backgammon.Chances {
	of := func(side int, p float64) (gammon, backgammon float32) {
		f := v.shares[side]
		return float32(p * (f.gammon + f.backgammon)), float32(p * f.backgammon)
	}
	c := backgammon.Chances{Win: float32(p)}
	c.WinGammon, c.WinBackgammon = of(0, p)
	c.LoseGammon, c.LoseBackgammon = of(1, 1-p)
	return c
}

// halve finds where something that is false at low becomes true on the way to
// high; high if it never does.
func halve(low, high float64, holds func(float64) bool) float64 {
	for range 40 {
		if middle := (low + high) / 2; holds(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	return high
}
