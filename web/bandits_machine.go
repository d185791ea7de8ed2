package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"gambito/bandit"
	"gambito/bandit/lab"
)

// BanditMachine is one machine and who has pulled its arms.
type BanditMachine struct {
	Means  []float64    `json:"means" doc:"What each arm pays in the mean, which players do not know."`
	Best   int          `json:"best" doc:"The first arm of the greatest mean, counted from 0."`
	Policy string       `json:"policy" doc:"Spec of the policy."`
	Index  string       `json:"index" doc:"Its formula."`
	Pulls  []BanditPull `json:"pulls" doc:"The pulls of the policy, or those that were asked for."`
	Now    BanditState  `json:"now" doc:"What is known after them."`
}

// BanditPull is a pull.
type BanditPull struct {
	Arm      int         `json:"arm" doc:"Which arm, counted from 0."`
	Reward   float64     `json:"reward" doc:"What it paid."`
	Expected float64     `json:"expected_regret" doc:"Sum over the pulls so far of how much less the arm's mean is than the best."`
	Realised float64     `json:"realised_regret" doc:"The same counted by the rewards themselves."`
	Before   BanditState `json:"before" doc:"What was known before it."`
}

// BanditState is what is known of the arms, in lists of one number an arm.
type BanditState struct {
	Pulls []int            `json:"pulls" doc:"How often each arm was pulled."`
	Sums  []float64        `json:"sums" doc:"What it has paid in all."`
	Kind  bandit.TermsKind `json:"kind,omitempty" enum:"sum,sample,urgency,probability" doc:"What the policy compares: sums of mean and exploration, samples drawn from what is known of the means, urgencies, or probabilities by which it draws; absent while every arm is pulled for the first time."`
	Index []float64        `json:"index,omitempty" doc:"What it compares of each arm."`
	Means []float64        `json:"means,omitempty" doc:"The mean that is a part of the index."`
}

// BanditMachineRequest asks for pulls of one machine.
type BanditMachineRequest struct {
	Problem string `json:"problem,omitempty" maxLength:"8000" doc:"Arms' means: uniform, which is what an empty one means, auer:N, or numbers such as 0.9,0.6."`
	Arms    int    `json:"arms,omitempty" minimum:"0" maximum:"200" doc:"Arms of a uniform problem; 0 for 10."`
	Law     string `json:"law,omitempty" maxLength:"40" doc:"How arms pay; empty for bernoulli."`
	Policy  string `json:"policy" minLength:"1" maxLength:"200" doc:"Spec of the policy, such as ucb:alpha=0.5."`
	Number  int    `json:"number,omitempty" minimum:"0" maximum:"1000000" doc:"Which problem of the seed, counted from 0; of a given problem, which run."`
	Seed    uint64 `json:"seed,omitempty" doc:"Seed of problem and rewards; 0 for 1."`
	Rounds  int    `json:"rounds,omitempty" minimum:"0" maximum:"2000" doc:"How many pulls the policy makes."`
	Hand    []int  `json:"hand,omitempty" maxItems:"2000" doc:"Instead: the arms that somebody pulls, counted from 0. An arm pays the same whoever pulls it."`
}

func (s *Server) registerBanditMachine(a huma.API) {
	route(a, huma.Operation{
		OperationID: "banditMachine", Method: http.MethodPost, Path: "/api/bandits/machine", Tags: []string{"bandits"},
		Summary:     "One machine, pull by pull, with every index and its terms",
		Description: "The pulls are those that gambito bandit regret makes of the same problem, seed and policy.",
	}, func(ctx context.Context, in *struct {
		Spoken
		Body BanditMachineRequest
	}) (*answer[BanditMachine], error) {
		w, m, err := in.Body.walk()
		if err != nil {
			return nil, err
		}
		err = s.pool.Do(ctx, clientOf(ctx), analysing, func(ctx context.Context) error { return in.Body.pull(ctx, w, &m) })
		if err != nil {
			return nil, err
		}
		return answered(m), nil
	})
}

// walk begins the walk that is asked for.
func (q BanditMachineRequest) walk() (*lab.Walk, BanditMachine, error) {
	setup := lab.Setup{
		Policies: q.Policy, Problem: q.Problem, Arms: q.Arms, Law: q.Law, Rounds: lab.MaxArms,
		Problems: 1, Runs: 1, Seed: max(q.Seed, 1), Jobs: 1,
	}
	if setup.Problem == "" {
		setup.Problem = lab.UniformProblem
	}
	if setup.Law == "" {
		setup.Law = "bernoulli"
	}
	problem, run := q.Number, 0
	if setup.Problem != lab.UniformProblem {
		problem, run = 0, q.Number
	}
	setup.Problems, setup.Runs = problem+1, run+1
	e, err := setup.Experiment()
	if err != nil {
		return nil, BanditMachine{}, err
	}
	if len(e.Entrants) != 1 {
		return nil, BanditMachine{}, errors.New("one policy plays at one machine")
	}
	if pulls := max(q.Rounds, len(q.Hand)); pulls*e.Source.Arms > 10*banditLimits.Pulls {
		return nil, BanditMachine{}, fmt.Errorf("%d pulls of %d arms: their product may be %d at most", pulls, e.Source.Arms, 10*banditLimits.Pulls)
	}
	w, err := e.Walk(0, problem, run)
	if err != nil {
		return nil, BanditMachine{}, err
	}
	entry, _, err := bandit.Policies.Read(e.Entrants[0].Name)
	if err != nil {
		return nil, BanditMachine{}, err
	}
	m := BanditMachine{Policy: e.Entrants[0].Name, Index: entry.Make.Index, Pulls: []BanditPull{}}
	for i, law := range w.Problem {
		if m.Means = append(m.Means, law.Mean()); m.Means[i] > m.Means[m.Best] {
			m.Best = i
		}
	}
	return w, m, nil
}

// pull makes the pulls that are asked for.
func (q BanditMachineRequest) pull(ctx context.Context, w *lab.Walk, m *BanditMachine) error {
	add := func(p lab.Pull) {
		m.Pulls = append(m.Pulls, BanditPull{p.Arm, p.Reward, p.Expected, p.Realised, newBanditState(p.Seen, p.Terms)})
	}
	for _, arm := range q.Hand {
		p, err := w.By(arm)
		if err != nil {
			return err
		}
		add(p)
	}
	for i := 0; i < q.Rounds && len(q.Hand) == 0; i++ {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		add(w.Next())
	}
	m.Now = newBanditState(w.Seen(), w.Terms())
	return nil
}

func newBanditState(seen []bandit.Arm, terms []bandit.Terms) BanditState {
	b := BanditState{Pulls: make([]int, len(seen)), Sums: make([]float64, len(seen))}
	for i, a := range seen {
		b.Pulls[i], b.Sums[i] = int(a.N), a.Sum
	}
	for _, t := range terms {
		b.Kind = t.Kind
		b.Index, b.Means = append(b.Index, t.Index), append(b.Means, t.Mean)
	}
	return b
}
