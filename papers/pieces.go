package papers

import (
	"context"
	"slices"

	"gambito/arena"
)

// outcome is what an experiment of a study came to. One that was played in pieces has the
// standings of all of them together.
type outcome struct {
	*arena.Standings
	pieces []*arena.Standings
}

// play plays an experiment of the study, or its pieces.
func (t tournament) play(ctx context.Context, w Workshop, name string, e *arena.Experiment) (o outcome, err error) {
	pieces, err := t.pieces(w, name, e)
	if err != nil {
		return o, err
	}
	if len(pieces) == 0 {
		o.Standings, err = w.Play(ctx, e)
		return o, err
	}
	for _, piece := range pieces {
		s, err := w.Play(ctx, piece)
		if err != nil {
			return o, err
		}
		o.pieces = append(o.pieces, s)
	}
	o.Standings, err = arena.Joined(e.Settings(), o.pieces...)
	return o, err
}

// pieces are the experiments that a round-robin is played as; none if it is played as it
// is. Meetings that another study has had, which study.yaml names under reuse, are taken from
// there, and of those that end after so many decided games each is an experiment.
func (t tournament) pieces(w Workshop, name string, e *arena.Experiment) (list []*arena.Experiment, err error) {
	var met []arena.Entrant
	if t.Reuse != "" {
		first, err := readTournament(t.Reuse)
		if err != nil {
			return nil, err
		}
		all, err := first.experiments(w)
		if err != nil {
			return nil, err
		}
		list, met = append(list, all[name]), all[name].Entrants
	}
	known := func(a arena.Entrant) bool {
		return slices.ContainsFunc(met, func(b arena.Entrant) bool { return b.Name == a.Name })
	}
	piece := func(name string, schedule arena.ScheduleKind, entrants ...arena.Entrant) {
		one := *e
		one.Name, one.Schedule, one.Entrants = w.runName(t.id, name), schedule, entrants
		list = append(list, &one)
	}
	for i, a := range e.Entrants {
		others := slices.Clone(e.Entrants[i+1:])
		if known(a) {
			others = slices.DeleteFunc(others, known)
		}
		switch {
		case e.Stop.Rule == arena.StopDecided:
			for _, b := range others {
				piece(name+"-"+a.Name+"-vs-"+b.Name, arena.RoundRobin, a, b)
			}
		case t.Reuse != "" && len(others) > 0:
			piece(name+"-"+a.Name, arena.Gauntlet, append([]arena.Entrant{a}, others...)...)
		}
	}
	return list, nil
}

// of are the standings of the run in which these two met, by name; nil if there are several
// runs, or none of them.
func (o outcome) of(a, b string) *arena.Standings {
	if o.pieces == nil {
		return o.Standings
	}
	for _, p := range o.pieces {
		has := func(name string) bool {
			return slices.ContainsFunc(p.Settings.Agents, func(a arena.AgentSettings) bool { return a.Name == name })
		}
		first := p.Settings.Agents[0].Name
		if has(a) && has(b) && (p.Settings.Schedule != arena.Gauntlet || a == first || b == first) {
			return p
		}
	}
	return nil
}
