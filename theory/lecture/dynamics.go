package lecture

import (
	"strings"

	"gambito/report/chart"
	"gambito/theory"
)

func (t teller) replies() Section {
	r := t.Replies
	s := Section{Title: t.Say("Best replies in turn")}
	for i, p := range r.Movers {
		s.Steps = append(s.Steps, t.Say("From %s, %s changes to %s.", t.profile(r.Profiles[i]), t.player(p), t.profile(r.Profiles[i+1])))
	}
	last := r.Profiles[len(r.Profiles)-1]
	if r.Cycle < 0 {
		s.Result = append(s.Result, t.Say("From %s the players come to %s, where nobody wants to change.", t.profile(r.Profiles[0]), t.profile(last)))
		return s
	}
	var names []string
	for _, i := range r.Profiles[r.Cycle:] {
		names = append(names, t.profile(i))
	}
	s.Result = append(s.Result, t.Say("From %s the players go round for ever: %s.", t.profile(r.Profiles[0]), strings.Join(names, " → ")))
	return s
}

func (t teller) replicator() Section {
	s := Section{Title: t.Say("Replicator dynamics")}
	s.Steps = append(s.Steps, t.Say("What pays more than the mean of its population grows, in proportion to what there is of it."))
	for _, r := range t.Replicator {
		s.Steps = append(s.Steps, t.Say("After %d steps: %s.", r.Number, t.averages(r)))
	}
	last := t.Replicator[len(t.Replicator)-1]
	s.Result = append(s.Result, t.Say("Begun near the middle it comes to %s; there the most that anybody could gain is %s.", t.averages(last), t.decimal(last.Gain)))
	return s
}

// averages are the strategies of a round.
func (t teller) averages(r theory.Round) string {
	var parts []string
	for p, x := range r.Average {
		parts = append(parts, t.player(p)+" "+t.rounded(p, x))
	}
	return strings.Join(parts, "; ")
}

func (t teller) learned(title, how string, l *theory.Learned) Section {
	s := Section{Title: title, Steps: []string{how}}
	_, constant := t.Game.Constant()
	for _, r := range l.Rounds {
		if constant {
			s.Steps = append(s.Steps, t.Count(r.Number, "After %d round: %s; the value lies between %s and %s.", "After %d rounds: %s; the value lies between %s and %s.", t.averages(r), t.decimal(r.Low), t.decimal(r.High)))
		} else {
			s.Steps = append(s.Steps, t.Count(r.Number, "After %d round: %s; the most that anybody could gain is %s.", "After %d rounds: %s; the most that anybody could gain is %s.", t.averages(r), t.decimal(r.Gain)))
		}
	}
	last := l.Rounds[len(l.Rounds)-1]
	s.Result = append(s.Result, t.Count(last.Number, "On average over %d round: %s. Against that the most that anybody could gain is %s.", "On average over %d rounds: %s. Against that the most that anybody could gain is %s.", t.averages(last), t.decimal(last.Gain)))
	return s
}

// lines is the drawing of the geometric method.
func (t teller) lines() chart.Chart {
	g, _ := t.Game.Geometric()
	first := t.strategy(g.Player, 0)
	c := chart.Chart{Title: t.Say("The geometric method"), X: chart.Axis{Label: t.Say("probability with which %s plays %s", t.player(g.Player), first)}, Y: chart.Axis{Label: t.Say("what %s is paid", t.player(0))}}
	for k, line := range g.Lines {
		at0, _ := line.At0.Float64()
		at1, _ := line.At1.Float64()
		c.Series = append(c.Series, chart.Series{Name: t.strategy(1-g.Player, k), X: chart.Values{0, 1}, Y: chart.Values{at0, at1}, Dashed: true})
	}
	envelope := chart.Series{Name: t.Say("lower envelope"), Marks: true}
	if g.Player == 1 {
		envelope.Name = t.Say("upper envelope")
	}
	for _, corner := range g.Envelope {
		p, _ := corner.P.Float64()
		v, _ := corner.Value.Float64()
		envelope.X, envelope.Y = append(envelope.X, p), append(envelope.Y, v)
	}
	p, _ := g.Best.P.Float64()
	v, _ := g.Best.Value.Float64()
	best := chart.Series{Name: t.Say("solution: %s at %s", t.fraction(g.Best.Value), t.fraction(g.Best.P)), X: chart.Values{p}, Y: chart.Values{v}, Marks: true, Open: true, NoLine: true}
	c.Series = append(c.Series, envelope, best)
	return c
}

// curve is how near learning has come to an equilibrium.
func (t teller) curve(title string, l theory.Learned) chart.Chart {
	c := chart.Chart{Title: title, X: chart.Axis{Label: t.Say("rounds"), Log: true}, Y: chart.Axis{Label: t.Say("share of all rounds"), Include: chart.Values{0, 1}}}
	for p := range t.Game.Players {
		for i := range t.Game.Size(p) {
			s := chart.Series{Name: t.player(p) + ": " + t.strategy(p, i), Marks: true, Dashed: p%2 == 1}
			for _, r := range l.Rounds {
				s.X, s.Y = append(s.X, float64(r.Number)), append(s.Y, r.Average[p][i])
			}
			c.Series = append(c.Series, s)
		}
	}
	return c
}
