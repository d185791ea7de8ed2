package explain

import "math"

// What is said of searches that ask for the value in passes: MTD(f) and Best Node
// Search. Where MIN moves at the root it wants values to be small, and what is asked
// is turned round.

// turned reports whether whoever moves at the root wants small values.
func (t teller) turned() bool { return t.walk.chooses != t.walk.View }

func (t teller) pass(s *Step) string {
	test := t.number(s.Test)
	text := ""
	switch {
	case s.Count == 0 && t.turned():
		text = t.Say("Pass %d: is the value %s or less?", s.Pass, test)
	case s.Count == 0:
		text = t.Say("Pass %d: is the value %s or more?", s.Pass, test)
	case t.turned():
		text = t.Say("Pass %d: which of %d moves are worth %s or less?", s.Pass, s.Count, test)
	default:
		text = t.Say("Pass %d: which of %d moves are worth %s or more?", s.Pass, s.Count, test)
	}
	if math.IsInf(s.Lower, 0) && math.IsInf(s.Upper, 0) {
		return text + " " + t.Say("Nothing is known of the value yet.")
	}
	return text + " " + t.known(s)
}

// known are the bounds of the value.
func (t teller) known(s *Step) string {
	switch lower, upper := t.number(s.Lower), t.number(s.Upper); {
	case s.Lower == s.Upper:
		return t.Say("Both bounds have met: the value is %s.", lower)
	case math.IsInf(s.Lower, 0):
		return t.Say("The value is %s at most.", upper)
	case math.IsInf(s.Upper, 0):
		return t.Say("The value is %s at least.", lower)
	default:
		return t.Say("The value lies between %s and %s.", lower, upper)
	}
}

func (t teller) reached(s *Step) string {
	v, move := t.verdict(s.Child, s.ChildState), t.Text(s.Child.Move)
	if s.Reached {
		return t.Say("%s: move %s stays in the race.", v, move)
	}
	return t.Say("%s: move %s does not reach it.", v, move)
}

func (t teller) passed(s *Step) string {
	switch {
	case s.Count == 0:
		return t.known(s)
	case s.Count == 1:
		return t.Say("One move alone reaches it: that is the best.") + " " + t.known(s)
	}
	return t.Say("%d moves are in the race.", s.Count) + " " + t.known(s)
}
