package explain

import (
	"math"
	"strconv"
	"strings"

	"gambito/game"
	"gambito/search/minimax"
	"gambito/words"
)

// teller says what happens in a walk, in a language.
type teller struct {
	words.Words
	walk *Walk
}

// Say tells in a sentence or two what a step does and why.
func (w *Walk) Say(in words.Words, s *Step) string {
	t := teller{in, w}
	if s.Monte != nil {
		return t.monte(s)
	}
	switch s.Kind {
	case Enter:
		return t.enter(s)
	case Leaf:
		return t.leaf(s)
	case Table:
		return t.Say("The table knows this position: %s.", t.verdict(s.Node, s.State))
	case Compared:
		return t.compare(s)
	case Outcome:
		return t.outcome(s)
	case Cut:
		return t.cut(s)
	case Return:
		return t.returned(s)
	case Pass:
		return t.pass(s)
	case Reached:
		return t.reached(s)
	case Passed:
		return t.passed(s)
	case Bounds:
		return t.bounds(s)
	case Strategy:
		return t.strategy(s)
	case Choose:
		return t.choose(s)
	}
	return t.done()
}

// number writes a value, to three places if it is a fraction.
func (t teller) number(v float64) string {
	if !t.walk.Tree && math.Abs(v) == minimax.Win {
		if v < 0 {
			return t.Say("loss")
		}
		return t.Say("win")
	}
	text := number(v)
	if t.Language() == words.Spanish {
		return strings.Replace(text, ".", ",", 1)
	}
	return text
}

func (t teller) window(alpha, beta float64) string {
	return t.Say("[%s, %s]", t.number(alpha), t.number(beta))
}

// role is who moves, as players read it.
func (t teller) role(p game.Player) string {
	if p == game.Chance {
		return t.Say("chance")
	}
	return t.Text(t.walk.Roles[p])
}

// verdict is what is known of a position: a value or a bound of it.
func (t teller) verdict(n *Node, s State) string {
	bound, ok := t.walk.Meant(n, s)
	switch {
	case !ok:
		return "?"
	case bound == minimax.AtLeast:
		return "≥ " + t.number(s.Value)
	case bound == minimax.AtMost:
		return "≤ " + t.number(s.Value)
	}
	return t.number(s.Value)
}

// most reports whether whoever moves at a position wants a great value.
func (t teller) most(n *Node) bool { return n.Side == t.walk.View }

// why says what a visit is for, if that is not plain.
func (t teller) why(s *Step) string {
	alpha, beta := s.State.Alpha, s.State.Beta
	switch {
	case s.State.Probed:
		return t.Say("Star2 probes this outcome: one move bounds it.") + " "
	case s.Purpose == minimax.ToTest && !unlimited(alpha) && !unlimited(beta):
		return t.Say("A null window, %s, only tests whether the value is above or below it.", t.window(alpha, beta)) + " "
	case s.Purpose == minimax.ToValueAgain:
		return t.Say("The test has shown that this move is better: it is searched again for its value.") + " "
	}
	return ""
}

func (t teller) enter(s *Step) string {
	n, st := s.Node, s.State
	mover := t.Say("%s is to move.", t.role(n.Side))
	if n.Side == game.Chance || n.Probability == 0 && t.isChance(n) {
		mover = t.Say("Chance decides here.")
	}
	if st.Bounded {
		return mover + " " + t.between(st.Lower, st.Upper)
	}
	if s.Purpose == minimax.ToTest || unlimited(st.Alpha) && unlimited(st.Beta) && !t.walk.windows {
		return t.why(s) + mover
	}
	return t.why(s) + mover + " " + t.Say("The window is %s.", t.window(st.Alpha, st.Beta))
}

// isChance reports whether chance decides at a position. While the search visits it
// such a position takes a player's view.
func (t teller) isChance(n *Node) bool {
	return len(n.Children) > 0 && n.Children[0].Probability > 0
}

func (t teller) between(lower, upper float64) string {
	if lower == upper {
		return t.Say("It is worth %s.", t.number(lower))
	}
	return t.Say("It is worth %s at least and %s at most.", t.number(lower), t.number(upper))
}

func (t teller) leaf(s *Step) string {
	value := t.number(s.State.Value)
	switch {
	case t.walk.Tree && s.State.Bounded && s.State.Lower < s.State.Upper:
		return t.why(s) + t.between(s.State.Lower, s.State.Upper)
	case t.walk.Tree:
		return t.why(s) + t.Say("A leaf: %s.", value)
	case s.Node.Over:
		return t.why(s) + t.Say("The game is over: %s.", value)
	}
	return t.why(s) + t.Say("The depth is reached: the evaluation is %s.", value)
}

// Better reports whether a step finds a move that is the best of its position so far.
func (w *Walk) Better(s *Step) bool {
	if s.Kind != Compared {
		return false
	}
	if s.Node.Side == w.View {
		return s.Value > s.Best
	}
	return s.Value < s.Best
}

func (t teller) compare(s *Step) string {
	v, best := t.verdict(s.Child, s.ChildState), t.number(s.Best)
	most, better := t.most(s.Node), t.walk.Better(s)
	text := ""
	switch {
	case unlimited(s.Best):
		text = t.Say("%s is the first value here, and the best so far.", v)
	case better && most:
		text = t.Say("%s is more than %s, the best so far: it is the best now.", v, best)
	case better:
		text = t.Say("%s is less than %s, the best so far: it is the best now.", v, best)
	case most:
		text = t.Say("%s is no more than %s: that stays the best.", v, best)
	default:
		text = t.Say("%s is no less than %s: that stays the best.", v, best)
	}
	switch { // what the window becomes, unless all is cut off
	case !t.walk.windows || !better && !unlimited(s.Best):
	case most && s.Value > s.Alpha && s.Value < s.Beta:
		text += " " + t.Say("α rises to %s.", t.number(s.Value))
	case !most && s.Value < s.Beta && s.Value > s.Alpha:
		text += " " + t.Say("β falls to %s.", t.number(s.Value))
	case most && s.Value <= s.Alpha:
		text += " " + t.Say("α stays %s.", t.number(s.Alpha))
	case !most && s.Value >= s.Beta:
		text += " " + t.Say("β stays %s.", t.number(s.Beta))
	}
	return text
}

func (t teller) outcome(s *Step) string {
	v := t.verdict(s.Child, s.ChildState)
	if s.Value == s.Best {
		v = t.number(s.Value)
	}
	p := t.number(s.Child.Probability)
	if math.Abs(s.Lower-s.Upper) < 1e-9 {
		return t.Say("%s with probability %s: the mean is %s.", v, p, t.number(s.Lower))
	}
	return t.Say("%s with probability %s: whatever the others are, the mean lies between %s and %s.", v, p, t.number(s.Lower), t.number(s.Upper))
}

// rest is how many moves are left out.
func (t teller) rest(n int) string {
	if n == 0 {
		return "."
	}
	return ": " + t.Count(n, "%d more move is not looked at.", "%d more moves are not looked at.")
}

func (t teller) cut(s *Step) string {
	n := s.Node
	if t.isChance(n) {
		if s.Upper <= s.Alpha+1e-9 {
			return t.Say("The mean is at most %s, no more than α = %s", t.number(s.Upper), t.number(s.Alpha)) + t.rest(s.Count)
		}
		return t.Say("The mean is at least %s, no less than β = %s", t.number(s.Lower), t.number(s.Beta)) + t.rest(s.Count)
	}
	v, other := t.number(s.Value), t.role(n.Side^1)
	if s.ChildState.HasValue { // a test knows less
		v = t.number(s.ChildState.Value)
	}
	test := !unlimited(s.Alpha) && !unlimited(s.Beta) && s.Beta-s.Alpha <= 1.5/t.walk.unit
	switch most := t.most(n); {
	case most && unlimited(s.Beta) || !most && unlimited(s.Alpha):
		return t.Say("No value can be better than %s", v) + t.rest(s.Count)
	case most && test:
		return t.Say("%s ≥ β = %s answers the test", v, t.number(s.Beta)) + t.rest(s.Count)
	case test:
		return t.Say("%s ≤ α = %s answers the test", v, t.number(s.Alpha)) + t.rest(s.Count)
	case most:
		return t.Say("%s ≥ β = %s, and %s has something better already", v, t.number(s.Beta), other) + t.rest(s.Count)
	}
	return t.Say("%s ≤ α = %s, and %s has something better already", v, t.number(s.Alpha), other) + t.rest(s.Count)
}

func (t teller) returned(s *Step) string {
	value := t.number(s.State.Value)
	switch bound, _ := t.walk.Meant(s.Node, s.State); bound {
	case minimax.AtLeast:
		return t.Say("The position is worth %s at least; more need not be known.", value)
	case minimax.AtMost:
		return t.Say("The position is worth %s at most; more need not be known.", value)
	}
	return t.Say("The position is worth %s.", value)
}

func (t teller) choose(s *Step) string {
	return t.Say("The search goes down by move %s, whose optimistic bound is the best.", t.Text(s.Child.Move))
}

func (t teller) bounds(s *Step) string {
	st := s.State
	if st.Lower == st.Upper {
		return t.Say("Its moves settle it: %s.", t.number(st.Lower))
	}
	return t.Say("By its moves it is worth %s at least and %s at most.", t.number(st.Lower), t.number(st.Upper))
}

// limits are a child's pessimistic and optimistic bound for whoever moves at the
// root.
func (t teller) limits(s State) (pessimistic, optimistic string) {
	pessimistic, optimistic = t.number(s.Lower), t.number(s.Upper)
	if t.walk.chooses != t.walk.View {
		return optimistic, pessimistic
	}
	return pessimistic, optimistic
}

func (t teller) strategy(s *Step) string {
	best := t.Text(s.Child.Move)
	low, high := t.limits(s.ChildState)
	if s.Other == nil {
		return t.Say("There is no other move than %s.", best)
	}
	rest := t.Text(s.Other.Move)
	_, other := t.limits(s.OtherState)
	switch s.Strategy {
	case minimax.Proven:
		return t.Say("Move %s is proved to be best: its pessimistic bound, %s, is no worse than the optimistic bound of any other, %s at the best.", best, low, other)
	case minimax.Unprovable:
		return t.Say("No more can be found out of moves %s and %s, whose bounds overlap: none is proved to be best, and %s may reach %s.", best, rest, best, high)
	case minimax.DisproveRest:
		return t.Say("DISPROVEREST: worsen the optimistic bound of move %s, %s, until it is no better than the pessimistic bound of move %s, %s. Its tree is the smaller one, or all there is to look at.", rest, other, best, low)
	}
	return t.Say("PROVEBEST: improve the pessimistic bound of move %s, %s, until it is as good as the optimistic bound of move %s, %s.", best, low, rest, other)
}

func (t teller) done() string {
	w := t.walk
	value := t.number(w.Value)
	switch w.Bound {
	case minimax.AtLeast:
		value = "≥ " + value
	case minimax.AtMost:
		value = "≤ " + value
	}
	if w.Best == "" {
		return t.Say("Finished: the value is %s, and chance decides.", value)
	}
	return t.Say("Finished: the value is %s, by move %s.", value, t.Text(w.Best))
}

// Path names a position by the moves that lead to it.
func (n *Node) Path() string {
	if n.Parent == nil {
		return "·"
	}
	var moves []string
	digits := true
	for ; n.Parent != nil; n = n.Parent {
		moves = append([]string{n.Move}, moves...)
		_, err := strconv.Atoi(n.Move)
		digits = digits && err == nil
	}
	if digits {
		return strings.Join(moves, ".")
	}
	return strings.Join(moves, " ")
}
