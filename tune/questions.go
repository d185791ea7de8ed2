package tune

import (
	"context"

	"gambito/duel"
	"gambito/quiz"
)

// questions is the bench on which candidates answer.
type questions struct{ *Study }

func (q questions) plan(seed uint64, wanted []trial) (quiz.Plan, error) {
	p := quiz.Plan{Name: q.Settings.Name, Topic: q.topic, Seed: seed}
	for _, t := range wanted {
		own, err := q.agents.Parse(t.spec)
		if err != nil {
			return p, err
		}
		p.Parts = append(p.Parts, quiz.Part{Agent: own, From: t.from, Questions: t.to - t.from})
	}
	return p, nil
}

func (q questions) units(seed uint64, wanted []trial) (list []duel.Unit, err error) {
	p, err := q.plan(seed, wanted)
	for _, u := range p.Units() {
		list = append(list, duel.Unit{Duel: u.Part, From: u.From, Games: u.Questions})
	}
	return list, err
}

func (q questions) play(ctx context.Context, seed uint64, wanted []trial, units []int, done func(unit int, outcome string) error) error {
	p, err := q.plan(seed, wanted)
	if err != nil {
		return err
	}
	who := q.Who
	for _, part := range p.Parts {
		if part.Agent.OneGame() {
			who.Jobs = 1
		}
	}
	return p.Ask(ctx, who, units, done)
}
