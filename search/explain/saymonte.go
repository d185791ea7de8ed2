package explain

import (
	"strings"

	"gambito/bandit"
	"gambito/game"
	"gambito/search/mcts"
)

// monte tells a step of a Monte Carlo tree search.
func (t teller) monte(s *Step) string {
	m := s.Monte
	switch s.Kind {
	case Expand:
		if m.Why == mcts.ByChance {
			return t.Say("Simulation %d, expansion: chance draws %s for the first time. It joins the tree.", m.Simulation, t.Text(s.Child.Move))
		}
		return t.Say("Simulation %d, expansion: move %s has not been tried yet. It joins the tree.", m.Simulation, t.Text(s.Child.Move))
	case Select:
		return t.selected(s)
	case Playout:
		return t.judged(s)
	}
	var counted []string
	for _, b := range m.Backed {
		text := t.Say("%s: visits %d", t.Text(b.Node.Move), b.State.Visits)
		if b.State.HasValue {
			text = t.Say("%s + %s: visits %d, mean %s", t.Text(b.Node.Move), t.decimal(b.Reward), b.State.Visits, t.decimal(b.State.Value))
		}
		counted = append(counted, text)
	}
	return t.Say("Simulation %d, backup: every move on the way counts one visit more and the reward of whoever made it: %s.", m.Simulation, strings.Join(counted, "; "))
}

func (t teller) selected(s *Step) string {
	m, move := s.Monte, t.Text(s.Child.Move)
	if m.Why == mcts.ByChance {
		return t.Say("Simulation %d, selection: chance draws %s.", m.Simulation, move)
	}
	var chosen *Arm
	greatest := true
	for i := range m.Arms {
		if m.Arms[i].Chosen {
			chosen = &m.Arms[i]
		}
	}
	if chosen == nil || chosen.Terms == nil {
		return t.Say("Simulation %d, selection: %s follows move %s.", m.Simulation, t.role(m.Player), move)
	}
	for i := range m.Arms {
		greatest = greatest && (m.Arms[i].Terms == nil || m.Arms[i].Terms.Index <= chosen.Terms.Index)
	}
	index := t.decimal(chosen.Terms.Index)
	switch kind := chosen.Terms.Kind; {
	case kind == bandit.Probability:
		return t.Say("Simulation %d, selection: %s draws move %s, with probability %s.", m.Simulation, t.role(m.Player), move, index)
	case !greatest:
		return t.Say("Simulation %d, selection: %s draws move %s by lot.", m.Simulation, t.role(m.Player), move)
	case kind == bandit.Sample:
		return t.Say("Simulation %d, selection: %s follows move %s, whose draw, %s, is the greatest.", m.Simulation, t.role(m.Player), move, index)
	case kind == bandit.Sum:
		return t.Say("Simulation %d, selection: %s follows move %s, whose index is the greatest: mean %s + exploration %s = %s.", m.Simulation, t.role(m.Player), move, t.decimal(chosen.Terms.Mean), t.decimal(chosen.Terms.Exploration()), index)
	}
	return t.Say("Simulation %d, selection: %s follows move %s, whose index, %s, is the greatest.", m.Simulation, t.role(m.Player), move, index)
}

// decimal writes a number of rewards.
func (t teller) decimal(v float64) string { return strings.ReplaceAll(t.Decimal(v, 3), "-", "−") }

// judged tells what a simulation came to.
func (t teller) judged(s *Step) string {
	m := s.Monte
	text := ""
	switch m.How {
	case mcts.Ended:
		text = t.Say("Simulation %d: the game is over here.", m.Simulation)
	case mcts.WasProven:
		text = t.Say("Simulation %d: what this position is worth is proven.", m.Simulation)
	case mcts.Evaluated:
		text = t.Say("Simulation %d: the evaluation judges this position.", m.Simulation)
	default:
		text = t.Count(len(m.Played), "Playout of simulation %[2]d: %[1]d move at random to the end of the game.", "Playout of simulation %[2]d: %[1]d moves at random to the end of the game.", m.Simulation)
	}
	if t.walk.Tree && m.End.Turn() == game.Over {
		score := t.walk.Monte.Low + (m.Scores[0]+1)/2*(t.walk.Monte.High-t.walk.Monte.Low)
		text += " " + t.Say("The leaf is worth %s.", t.number(score))
	}
	var rewards []string
	for p, reward := range m.Rewards {
		rewards = append(rewards, t.role(game.Player(p))+" "+t.decimal(reward))
	}
	return text + " " + t.Say("Rewards: %s.", strings.Join(rewards, ", "))
}
