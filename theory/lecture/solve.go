package lecture

import (
	"gambito/theory"
)

func (t teller) saddle() Section {
	s := Section{Title: t.Say("What each can be sure of, saddle points")}
	_, constant := t.Game.Constant()
	for p, security := range t.Security {
		for i, worst := range security.Worst {
			s.Steps = append(s.Steps, t.Say("%s by %s: %s at the worst.", t.player(p), t.strategy(p, i), t.fraction(worst)))
		}
		s.Result = append(s.Result, t.Say("%s can be sure of %s, by %s (maximin).", t.player(p), t.fraction(security.Level), t.strategies(p, security.Best)))
	}
	switch {
	case len(t.Pure) == 0 && constant:
		s.Result = append(s.Result, t.Say("There is no saddle point: strategies must be mixed."))
	case len(t.Pure) == 0:
		s.Result = append(s.Result, t.Say("There is no equilibrium in pure strategies."))
	case constant:
		s.Steps = append(s.Steps, t.Say("What the one can be sure of is all that the other must let go."))
		s.Result = append(s.Result, t.Say("Saddle points: %s. The value of the game is %s.", t.profiles(t.Pure), t.fraction(t.Game.PayoffAt(0, t.Pure[0]))))
	default:
		s.Result = append(s.Result, t.Say("Equilibria in pure strategies: %s.", t.profiles(t.Pure)))
	}
	return s
}

func (t teller) dominance() Section {
	s := Section{Title: t.Say("Dominance")}
	for _, e := range t.Strict.Steps {
		s.Steps = append(s.Steps, t.eliminated(e))
	}
	switch {
	case len(t.Strict.Steps) == 0:
		s.Result = append(s.Result, t.Say("No strategy is strictly dominated."))
	default:
		s.Result = append(s.Result, t.Say("Without strictly dominated strategies, one after the other, there is left: %s.", t.left(t.Strict.Left)))
	}
	if len(t.Weak.Steps) > len(t.Strict.Steps) {
		for _, e := range t.Weak.Steps {
			if e.Weak {
				s.Steps = append(s.Steps, t.eliminated(e))
			}
		}
		s.Result = append(s.Result, t.Say("Without weakly dominated ones too: %s; in another order other strategies may be left.", t.left(t.Weak.Left)))
	}
	return s
}

func (t teller) eliminated(e theory.Elimination) string {
	name, by := t.strategy(e.Player, e.Strategy), t.mixed(e.Player, e.By)
	if e.Weak {
		return t.Say("%s needs no %s: %s never pays less and sometimes more (weakly dominated).", t.player(e.Player), name, by)
	}
	return t.Say("%s needs no %s: %s pays more, whatever the others choose.", t.player(e.Player), name, by)
}

// left names the strategies that remain.
func (t teller) left(left [][]int) string {
	text := ""
	for p, list := range left {
		if p > 0 {
			text += "; "
		}
		text += t.player(p) + ": " + t.strategies(p, list)
	}
	return text
}

func (t teller) geometric() Section {
	g := t.Geometric
	s := Section{Title: t.Say("The geometric method")}
	p := g.Player
	first, second := t.strategy(p, 0), t.strategy(p, 1)
	for k, line := range g.Lines {
		s.Steps = append(s.Steps, t.Say("%s is a line from %s where %s always plays %s to %s where it plays %s.",
			t.strategy(1-p, k), t.fraction(line.At0), t.player(p), second, t.fraction(line.At1), first))
	}
	for _, c := range g.Envelope {
		message := t.Say("With probability %s of %s it gets at least %s: the lowest line there.", t.fraction(c.P), first, t.fraction(c.Value))
		if p == 1 {
			message = t.Say("With probability %s of %s it pays at most %s: the highest line there.", t.fraction(c.P), first, t.fraction(c.Value))
		}
		s.Steps = append(s.Steps, message)
	}
	place := t.Say("The lower envelope is highest at %s", t.fraction(g.Best.P))
	if p == 1 {
		place = t.Say("The upper envelope is lowest at %s", t.fraction(g.Best.P))
	}
	s.Result = append(s.Result, t.Say("%s: %s plays %s with that probability, and the value of the game is %s.", place, t.player(p), first, t.fraction(g.Best.Value)))
	s.Steps = append(s.Steps, t.Say("There lines meet of: %s.", t.strategies(1-p, g.Through)))
	return s
}

func (t teller) programme() Section {
	s := Section{Title: t.Say("The linear programme")}
	if r := t.Rounded; t.Solution == nil {
		s.Result = append(s.Result,
			t.Say("The value of the game is %s, in floating point: the strategies guarantee %s to %s.", t.decimal((r.Low+r.High)/2), t.decimal(r.Low), t.decimal(r.High)),
			t.Say("%s: %s", t.player(0), t.rounded(0, r.Row)), t.Say("%s: %s", t.player(1), t.rounded(1, r.Column)))
		return s
	}
	o := t.Solution
	if o.Shift.Sign() != 0 {
		s.Steps = append(s.Steps, t.Say("%s is added to all payoffs, so that they are positive; strategies stay the same.", t.fraction(o.Shift)))
	}
	s.Steps = append(s.Steps, t.Say("%s looks for numbers, one for each of its strategies, none negative, with the greatest sum: in no row may payoffs times numbers come to more than 1. The value is 1 divided by that sum.", t.player(1)))
	for _, p := range o.Pivots {
		s.Steps = append(s.Steps, t.Say("%s enters and %s leaves: the sum is %s.", t.variable(p.Enters), t.variable(p.Leaves), t.fraction(p.Value)))
	}
	s.Steps = append(s.Steps, t.Say("Nothing gains any more. The numbers divided by their sum are the strategy of %s, the prices of the rows that of %s.", t.player(1), t.player(0)))
	s.Result = append(s.Result, t.Say("The value of the game is %s.", t.fraction(o.Value)),
		t.Say("%s: %s", t.player(0), t.mixed(0, o.Row)), t.Say("%s: %s", t.player(1), t.mixed(1, o.Column)))
	return s
}

// variable names one of the linear programme.
func (t teller) variable(v int) string {
	if n := t.Game.Size(1); v >= n {
		return t.Say("the slack of %s", t.strategy(0, v-n))
	}
	return t.strategy(1, v)
}

func (t teller) equilibria() Section {
	e := t.Equilibria
	s := Section{Title: t.Say("All equilibria, by supports")}
	s.Steps = append(s.Steps, t.Count(e.Pairs, "%d pair of supports of equal size: in each, one side is mixed so that the other side's strategies pay alike.",
		"%d pairs of supports of equal size: in each, one side is mixed so that the other side's strategies pay alike."))
	for _, x := range e.Extreme {
		s.Steps = append(s.Steps, t.Say("Against %s nothing pays %s more than %s, and against %s nothing pays %s more than %s.",
			t.mixed(1, x.Y), t.player(0), t.fraction(x.Payoffs[0]), t.mixed(0, x.X), t.player(1), t.fraction(x.Payoffs[1])))
	}
	single := true
	for _, c := range e.Components {
		single = single && len(c.X) == 1 && len(c.Y) == 1
	}
	if single {
		for _, x := range e.Extreme {
			s.Result = append(s.Result, t.equilibrium(x))
		}
		return s
	}
	s.Result = append(s.Result, t.Say("The game is degenerate: equilibria form whole sets. In each, any mixture of what the one plays goes with any mixture of what the other plays."))
	for _, c := range e.Components {
		s.Result = append(s.Result, t.Say("%s with %s", t.set(0, c.X), t.set(1, c.Y)))
	}
	return s
}

// set names strategies of which any mixture will do.
func (t teller) set(player int, list []theory.Mixed) string {
	text := ""
	for i, x := range list {
		if i > 0 {
			text += " | "
		}
		text += t.mixed(player, x)
	}
	return "[" + text + "]"
}

func (t teller) equilibrium(e theory.Equilibrium) string {
	return t.Say("(%s; %s) pays %s and %s", t.mixed(0, e.X), t.mixed(1, e.Y), t.fraction(e.Payoffs[0]), t.fraction(e.Payoffs[1]))
}

func (t teller) paths() Section {
	s := Section{Title: t.Say("The algorithm of Lemke and Howson")}
	for _, p := range t.Paths {
		text := t.Say("Giving up %s:", t.label(p.Dropped))
		for _, d := range p.Steps {
			text += " " + t.Say("%s drops %s and picks up %s.", t.player(d.Player), t.label(d.Drops), t.label(d.PicksUp))
		}
		s.Steps = append(s.Steps, text+" "+t.equilibrium(p.End)+".")
	}
	var ends []theory.Equilibrium
	for _, p := range t.Paths {
		known := false
		for _, e := range ends {
			known = known || t.equilibrium(e) == t.equilibrium(p.End)
		}
		if !known {
			ends = append(ends, p.End)
		}
	}
	for _, e := range ends {
		s.Result = append(s.Result, t.equilibrium(e))
	}
	return s
}

// label names a strategy of either player.
func (t teller) label(label int) string {
	if m := t.Game.Size(0); label >= m {
		return t.player(1) + ":" + t.strategy(1, label-m)
	}
	return t.player(0) + ":" + t.strategy(0, label)
}

func (t teller) correlated() Section {
	c := t.Correlated
	s := Section{Title: t.Say("The correlated equilibrium that pays most")}
	s.Steps = append(s.Steps, t.Say("Somebody draws a combination and tells each player its own part. The probabilities are such that nobody gains by doing anything else, and all together are paid the most."))
	for i, p := range c.Probabilities {
		if p.Sign() > 0 {
			s.Result = append(s.Result, t.Say("%s with probability %s", t.profile(i), t.fraction(p)))
		}
	}
	for p, x := range c.Payoffs {
		s.Result = append(s.Result, t.Say("%s is paid %s.", t.player(p), t.fraction(x)))
	}
	return s
}

func (t teller) pareto() Section {
	s := Section{Title: t.Say("The Pareto front")}
	for _, i := range t.Pareto {
		s.Steps = append(s.Steps, t.Say("%s pays %s: nothing else pays somebody more and nobody less.", t.profile(i), t.payoffs(i, false)))
	}
	s.Result = append(s.Result, t.profiles(t.Pareto))
	for _, i := range t.Game.Pure() {
		inside := false
		for _, k := range t.Pareto {
			inside = inside || i == k
		}
		if !inside {
			s.Result = append(s.Result, t.Say("%s is an equilibrium and not on it: all could be better off.", t.profile(i)))
		}
	}
	return s
}
