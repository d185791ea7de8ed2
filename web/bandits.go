package web

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"gambito/api"
	"gambito/bandit"
	"gambito/bandit/lab"
	"gambito/report/chart"
	"gambito/shell"
	"gambito/spec"
)

// Bandits is what the laboratory of bandits has.
type Bandits struct {
	Policies []BanditPolicy `json:"policies" doc:"The selection policies."`
	Laws     []string       `json:"laws" doc:"How arms can pay, as examples."`
	Problems []string       `json:"problems" doc:"Problems that have a name."`
	Coolings []string       `json:"coolings" doc:"How the temperature of annealing can fall."`
	Limits   BanditLimits   `json:"limits" doc:"What an experiment on this server may be."`
}

// BanditPolicy is a selection policy and its options.
type BanditPolicy struct {
	spec.Schema
	Index   string `json:"index" doc:"Its formula."`
	Bounded bool   `json:"bounded" doc:"Whether rewards must lie between 0 and 1."`
}

// BanditLimits are what an experiment may be.
type BanditLimits struct {
	Policies int `json:"policies" doc:"Policies at the most."`
	Arms     int `json:"arms" doc:"Arms of a problem at the most."`
	Rounds   int `json:"rounds" doc:"Pulls in a run at the most."`
	Runs     int `json:"runs" doc:"Runs of all problems by all policies at the most."`
	Work     int `json:"work" doc:"Arms times pulls of all runs at the most."`
	Pulls    int `json:"pulls" doc:"Pulls of one machine at the most, and a tenth of it times its arms."`
	Alphas   int `json:"alphas" doc:"Numbers of arms in a search for the best constant at the most."`
}

var banditLimits = BanditLimits{Policies: 12, Arms: 1000, Rounds: 1_000_000, Runs: 30_000, Work: min(20_000_000_000, math.MaxInt), Pulls: 2000, Alphas: 20}

// BanditRegret is how far an experiment has come.
type BanditRegret struct {
	Done    int         `json:"done" doc:"Problems that all policies have played or, if there is one only, its runs."`
	Total   int         `json:"total" doc:"How many there are."`
	Regret  chart.Chart `json:"regret" doc:"Expected regret over the rounds, with 95 % intervals, bounds dashed."`
	Optimal chart.Chart `json:"optimal" doc:"Share of pulls of the best arm."`
	Result  api.Regret  `json:"result" doc:"What gambito bandit regret would print of as many problems; the curves are in the last event only."`
	Command string      `json:"command" doc:"The command that repeats the whole experiment."`
}

func (s *Server) registerBandits(a huma.API) {
	tags := []string{"bandits"}
	route(a, huma.Operation{
		OperationID: "bandits", Method: http.MethodGet, Path: "/api/bandits", Tags: tags, Summary: "Selection policies, and what an experiment may be",
	}, func(ctx context.Context, _ *struct{ Spoken }) (*answer[Bandits], error) {
		return answered(banditCatalogue(ctx)), nil
	})
	stream(s, a, huma.Operation{
		OperationID: "banditRegret", Method: http.MethodGet, Path: "/api/bandits/regret", Tags: tags,
		Summary:     "The regret of selection policies, as it becomes known",
		Description: "Each event holds the curves so far with their intervals; the last, end, is what gambito bandit regret gives of the same settings and seed.",
	}, map[string]any{"regret": BanditRegret{}, "end": BanditRegret{}}, s.openBanditRegret)
	s.registerBanditAlpha(a)
	s.registerBanditMachine(a)
}

func banditCatalogue(ctx context.Context) Bandits {
	b := Bandits{
		Laws: []string{"bernoulli", "gaussian:0.2", "constant"}, Problems: append([]string{lab.UniformProblem}, lab.NamedProblems()...),
		Limits: banditLimits,
	}
	for i := range bandit.Catalogue {
		e := &bandit.Catalogue[i]
		b.Policies = append(b.Policies, BanditPolicy{inLanguage(wordsOf(ctx), api.Listed(e.Schema())), e.Index, e.Bounded})
	}
	for _, c := range lab.Coolings {
		b.Coolings = append(b.Coolings, c.Name)
	}
	return b
}

// BanditSetup is the part of a request that means an experiment.
type BanditSetup struct {
	Problem  string `query:"problem" default:"uniform" maxLength:"8000" doc:"Arms' means: uniform, auer:N, or numbers such as 0.9,0.6."`
	Arms     int    `query:"arms" minimum:"0" maximum:"1000" doc:"Arms of uniform problems; 0 for 10."`
	Law      string `query:"law" default:"bernoulli" maxLength:"40" doc:"How arms pay: bernoulli, gaussian:DEVIATION or constant."`
	Rounds   int    `query:"rounds" default:"10000" minimum:"1" maximum:"1000000" doc:"Pulls in a run."`
	Problems int    `query:"problems" minimum:"0" maximum:"30000" doc:"How many problems; 0 for 100 uniform ones, else 1."`
	Runs     int    `query:"runs" minimum:"0" maximum:"30000" doc:"Runs of each problem; 0 for 1 of each uniform one, else 100."`
	Seed     uint64 `query:"seed" default:"1" doc:"Seed of problems and rewards."`
}

func (b BanditSetup) setup(policies string) lab.Setup {
	return lab.Setup{
		Policies: policies, Problem: b.Problem, Arms: b.Arms, Law: b.Law, Rounds: b.Rounds,
		Problems: b.Problems, Runs: b.Runs, Seed: b.Seed, Jobs: 1,
	}
}

// banditExperiment reads a setup and refuses what would cost too much.
func banditExperiment(setup lab.Setup) (lab.Experiment, error) {
	e, err := setup.Experiment()
	if err != nil {
		return e, err
	}
	l, runs := banditLimits, e.Units()*e.Runs
	switch {
	case len(e.Entrants) > l.Policies:
		return e, fmt.Errorf("%d policies: there may be %d at most", len(e.Entrants), l.Policies)
	case e.Source.Arms > l.Arms:
		return e, fmt.Errorf("%d arms: there may be %d at most", e.Source.Arms, l.Arms)
	case runs > l.Runs:
		return e, fmt.Errorf("%d runs of all policies together: there may be %d at most", runs, l.Runs)
	case float64(runs)*float64(setup.Rounds)*float64(e.Source.Arms) > float64(l.Work):
		return e, errors.New("that would take too long: choose fewer arms, rounds, problems or policies")
	}
	return e, nil
}

// banditBytes is what an experiment takes: what is seen at every look, and tables.
func banditBytes(e lab.Experiment) int64 {
	rounds := e.Rounds[len(e.Rounds)-1]
	return int64(e.Units()*e.Runs*len(e.Rounds)*32 + rounds*(16+8*len(e.Entrants)))
}

// openBanditRegret looks at a request for an experiment.
func (s *Server) openBanditRegret(ctx context.Context, in *struct {
	Spoken
	Policies string `query:"policies" default:"ucb,ucb-tuned,ucb-alpha1,ucb-alpha2,moss,thompson" maxLength:"2000" doc:"Policies, separated by commas or semicolons, such as ucb:alpha=0.5;thompson."`
	BanditSetup
}) (func(context.Context, *events) error, error) {
	setup := in.setup(in.Policies)
	e, err := banditExperiment(setup)
	if err != nil {
		return nil, err
	}
	command := banditRegretCommand(setup)
	return func(ctx context.Context, out *events) error {
		return s.banditWork(ctx, banditBytes(e), func(ctx context.Context) error {
			pace := banditPace{}
			curves, err := e.Grow(ctx, func(g lab.Growth) {
				giveWay(ctx)
				if g.Done < g.Total {
					pace.when(func() {
						_ = out.send("regret", newBanditRegret(g.Experiment(), g.Curves(), g.Done, g.Total, setup.Law, command, false))
					})
				}
			})
			if err != nil {
				return err
			}
			total := e.Problems
			if total == 1 {
				total = e.Runs
			}
			return out.send("end", newBanditRegret(e, curves, total, total, setup.Law, command, true))
		})
	}, nil
}

func newBanditRegret(e lab.Experiment, curves []lab.Curve, done, total int, law, command string, whole bool) BanditRegret {
	r := BanditRegret{
		Done: done, Total: total, Regret: e.RegretChart(curves), Optimal: e.OptimalChart(curves),
		Result: api.NewRegret(e, law, curves), Command: command,
	}
	for i := range r.Result.Policies {
		if !whole {
			r.Result.Policies[i].Curve = []api.RegretPoint{}
		}
	}
	return r
}

// banditWork has work done in the pool, with memory set aside for it.
func (s *Server) banditWork(ctx context.Context, bytes int64, work func(context.Context) error) error {
	free, release := s.pool.reserve()
	defer release()
	if free < min(bytes, mostMemory) {
		return allowances[analysing].tooMany
	}
	err := s.pool.Do(ctx, clientOf(ctx), analysing, work)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return errors.New("that would take too long: choose fewer arms, rounds, problems or policies")
	}
	return err
}

// banditPace is when results that grow are shown: a few times a second, but never so
// often that showing them takes much of the time.
type banditPace struct {
	next time.Time
}

// when shows something if it is time.
func (p *banditPace) when(show func()) {
	now := time.Now()
	if now.Before(p.next) {
		return
	}
	show()
	took := time.Since(now)
	p.next = time.Now().Add(max(300*time.Millisecond, 10*took))
}

// banditRegretCommand is the command that repeats an experiment.
func banditRegretCommand(s lab.Setup) string {
	command := "gambito bandit regret --policies " + shell.Quote(s.Policies)
	if s.Problem != lab.UniformProblem {
		command += " --problem " + shell.Quote(s.Problem)
	} else if s.Arms > 0 {
		command += fmt.Sprintf(" --arms %d", s.Arms)
	}
	if s.Law != "bernoulli" {
		command += " --law " + shell.Quote(s.Law)
	}
	command += fmt.Sprintf(" --rounds %d", s.Rounds)
	if s.Problems > 0 {
		command += fmt.Sprintf(" --problems %d", s.Problems)
	}
	if s.Runs > 0 {
		command += fmt.Sprintf(" --runs %d", s.Runs)
	}
	return command + fmt.Sprintf(" --seed %d", s.Seed)
}
