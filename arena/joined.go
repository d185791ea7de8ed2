package arena

import (
	"fmt"
	"slices"
)

// Joined are the standings of an experiment whose pairings were played by several others:
// each of its pairings is that of the one that has both agents, by name. These must have its
// games and rounds, and name its agents in the same order. They take no more games.
func Joined(s Settings, parts ...*Standings) (*Standings, error) {
	t := NewStandings(s)
	t.partRounds, t.parts = s.Rounds, nil // however many there are: they are not kept
	for range s.Games {
		t.parts = append(t.parts, make([]*part, s.Rounds*len(t.plan.Pairings)))
	}
	from := make([]*Standings, len(t.plan.Pairings))
	for _, p := range parts {
		if p.Settings.Rounds != s.Rounds || p.partRounds != s.Rounds {
			return nil, fmt.Errorf("%s has other rounds than what it is joined to", p.Settings.Name)
		}
		if err := t.join(p, from); err != nil {
			return nil, err
		}
	}
	if missing := slices.Index(from, nil); missing >= 0 {
		pair := t.plan.Pairings[missing]
		return nil, fmt.Errorf("%s and %s have met in none of what is joined", s.Agents[pair[0]].Name, s.Agents[pair[1]].Name)
	}
	t.half, t.faulty = nil, nil
	return t, nil
}

// join counts the pairings of p, and notes that they are from there.
func (t *Standings) join(p *Standings, from []*Standings) error {
	agents := make([]int, len(p.Settings.Agents))
	for i, a := range p.Settings.Agents {
		agents[i] = slices.IndexFunc(t.Settings.Agents, func(own AgentSettings) bool { return own.Name == a.Name })
	}
	for number, pair := range p.plan.Pairings {
		own := slices.Index(t.plan.Pairings, [2]int{agents[pair[0]], agents[pair[1]]})
		if own < 0 || from[own] != nil {
			return fmt.Errorf("%s has %s against %s, which nobody asked it for", p.Settings.Name, p.Settings.Agents[pair[0]].Name, p.Settings.Agents[pair[1]].Name)
		}
		from[own] = p
		for game, settings := range t.Settings.Games {
			theirs := slices.IndexFunc(p.Settings.Games, func(g GameSettings) bool { return g.ID == settings.ID })
			if theirs < 0 {
				return fmt.Errorf("%s has no games of %s", p.Settings.Name, settings.ID)
			}
			for round := range t.Settings.Rounds {
				if one := p.parts[theirs][round*len(p.plan.Pairings)+number]; one != nil {
					t.parts[game][round*len(t.plan.Pairings)+own] = one.copy()
					t.include(one, game, round, own, Filter{})
				}
			}
		}
	}
	return nil
}
