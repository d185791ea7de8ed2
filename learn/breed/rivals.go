package breed

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"gambito/agent"
	"gambito/game"
	"gambito/stats"
)

// mostRivals is how many may be met.
const mostRivals = 16

// rivals are whom individuals meet.
type rivals struct {
	agents []agent.Spec
	self   bool   // all others of the generation too
	text   string // as it is kept: semicolons between several
}

// count is how many parts a fitness has.
func (r rivals) count() int {
	if r.self {
		return len(r.agents) + 1
	}
	return len(r.agents)
}

// Opponents lists the agent specs of a setting against, and self and default if they are
// among them.
// Between several stand semicolons, or commas: what a comma separates is another agent
// unless it is an option, such as width=4, of the one before. A text that is the spec of
// one agent is that.
func Opponents(agents *agent.Registry, text string) []string {
	if _, err := agents.Parse(text); err == nil {
		return []string{text}
	}
	return splitAgainst(text)
}

// splitAgainst is Opponents of a text that is no spec of one agent.
func splitAgainst(text string) (list []string) {
	separator := ","
	if strings.Contains(text, ";") {
		separator = ";"
	}
	for part := range strings.SplitSeq(text, separator) {
		name, _, option := strings.Cut(part, "=")
		if separator == "," && option && list != nil && !strings.Contains(name, ":") {
			list[len(list)-1] += "," + part
			continue
		}
		list = append(list, strings.TrimSpace(part))
	}
	return list
}

// parseRivals reads a setting against.
func parseRivals(agents *agent.Registry, k Kind, text string) (r rivals, err error) {
	list := Opponents(agents, text)
	if len(list) > mostRivals {
		return r, fmt.Errorf("against %d agents: there may be %d at most", len(list), mostRivals)
	}
	for i, name := range list {
		if slices.Contains(list[:i], name) {
			return r, fmt.Errorf("against %q: it is there twice", name)
		}
		if name == Self {
			r.self = true
			continue
		}
		if name == Usual {
			if k.network {
				return r, errors.New("against default: a network is nobody before it is bred; name an agent, or self")
			}
			name = k.Spec(k.Default)
		}
		a, err := agents.Parse(name)
		if err != nil {
			return r, err
		}
		if a.Interactive() {
			return r, fmt.Errorf("against %s: nobody plays that many games by hand; name another agent", name)
		}
		r.agents = append(r.agents, a)
	}
	r.text = strings.Join(list, ";")
	return r, nil
}

// fit says whether they can be met at a game, and agreed with if that is asked for.
func (r rivals) fit(g game.Game, agree bool) error {
	if agree && r.self {
		return errors.New("agree needs an agent to agree with, not self")
	}
	for _, s := range r.agents {
		a, err := s.New(g)
		if err != nil {
			return err
		}
		if agree {
			if err := canRank(a); err != nil {
				return fmt.Errorf("agent %q: %w", s, err)
			}
		}
	}
	return nil
}

// Meeting is what came of the games against one of several agents.
type Meeting struct {
	Against string `json:"against"`
	Result
}

// together is what meetings with as many games each come to: shares are means, with
// the intervals of means.
func together(all []Result) Result {
	if len(all) == 1 {
		return all[0]
	}
	mean := func(of func(r Result) stats.Interval) stats.Interval {
		var list []stats.Interval
		for _, r := range all {
			list = append(list, of(r))
		}
		return stats.MeanOf(list...)
	}
	sum := Result{Wins: mean(func(r Result) stats.Interval { return r.Wins })}
	for _, r := range all {
		sum.Games += r.Games
		sum.Share += r.Share / float64(len(all))
	}
	if slices.ContainsFunc(all, func(r Result) bool { return r.Points == nil }) {
		return sum
	}
	points := *all[0].Points
	points.PerGame = mean(func(r Result) stats.Interval { return r.Points.PerGame })
	points.Share = mean(func(r Result) stats.Interval { return r.Points.Share })
	for i := range points.GammonRates {
		points.GammonRates[i] = mean(func(r Result) stats.Interval { return r.Points.GammonRates[i] })
	}
	for _, r := range all[1:] {
		for i := range points.Gammons {
			points.Gammons[i] += r.Points.Gammons[i]
			points.Backgammons[i] += r.Points.Backgammons[i]
		}
	}
	sum.Points = &points
	return sum
}
