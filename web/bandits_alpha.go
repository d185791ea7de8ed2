package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"gambito/api"
	"gambito/bandit/lab"
	"gambito/progress"
	"gambito/report/chart"
)

// BanditAlpha is how far a search for the best α(K) has come.
type BanditAlpha struct {
	Done    int           `json:"done" doc:"Problems played, one of a constant each."`
	Total   int           `json:"total" doc:"How many there are at the most."`
	Arms    int           `json:"arms" doc:"The number of arms that is being looked at; 0 when all are done."`
	Charts  []chart.Chart `json:"charts" doc:"The best constant over the number of arms, then what it was found from: regret over the constants, or the way of annealing."`
	Result  api.Tuning    `json:"result" doc:"What gambito bandit tune would print; of the number of arms that is being looked at the best so far."`
	Command string        `json:"command" doc:"The command that repeats it."`
}

// banditAlphaInput asks for a search.
type banditAlphaInput struct {
	Spoken
	Method      string  `query:"method" default:"intervals" enum:"intervals,annealing" doc:"How the best constant is searched."`
	Arms        string  `query:"arms" default:"2,10,20,30,40,50" maxLength:"200" doc:"Numbers of arms, separated by commas."`
	Rounds      int     `query:"rounds" default:"10000" minimum:"1" maximum:"1000000" doc:"Pulls in a run."`
	Problems    int     `query:"problems" minimum:"0" maximum:"10000" doc:"Problems for every constant; 0 for as many as the precision asks for, 1000 at most."`
	Precision   float64 `query:"precision" default:"0.05" minimum:"0.001" maximum:"0.999" doc:"Without problems: half the 95 % interval, as a part of the regret, that is enough."`
	Runs        int     `query:"runs" default:"1" minimum:"1" maximum:"1000" doc:"Runs of each problem."`
	Brackets    string  `query:"brackets" default:"rule" enum:"rule,published" doc:"Where the second pass looks: around the best, or where the published one did."`
	Seed        uint64  `query:"seed" default:"1" doc:"Seed of problems and rewards."`
	Cooling     string  `query:"cooling" default:"geometric" maxLength:"40" doc:"Annealing: how the temperature falls."`
	Iterations  int     `query:"iterations" default:"100" minimum:"1" maximum:"5000" doc:"Annealing: neighbours to try."`
	Temperature float64 `query:"temperature" default:"100" minimum:"1e-9" maximum:"1e9" doc:"Annealing: the first temperature."`
	Step        float64 `query:"step" default:"0.1" minimum:"0.000001" maximum:"1" doc:"Annealing: how far a neighbour may be."`
}

func (s *Server) registerBanditAlpha(a huma.API) {
	stream(s, a, huma.Operation{
		OperationID: "banditAlpha", Method: http.MethodGet, Path: "/api/bandits/alpha", Tags: []string{"bandits"},
		Summary:     "The search for the α of UCB with the least regret, as it goes on",
		Description: "Each event holds all that is known; the last, end, is what gambito bandit tune gives of the same settings and seed.",
	}, map[string]any{"alpha": BanditAlpha{}, "end": BanditAlpha{}}, s.openBanditAlpha)
}

// openBanditAlpha looks at a request for a search.
func (s *Server) openBanditAlpha(_ context.Context, in *banditAlphaInput) (func(context.Context, *events) error, error) {
	arms, err := banditNumbers(in.Arms)
	if err != nil {
		return nil, err
	}
	if in.Precision != in.Precision || in.Temperature != in.Temperature || in.Step != in.Step {
		return nil, errors.New("precision, temperature and step must be numbers")
	}
	settings := lab.Settings{Rounds: in.Rounds, Problems: in.Problems, Runs: in.Runs, Seed: in.Seed, Jobs: 1}
	if settings.Problems == 0 {
		settings.Problems, settings.Precision = lab.MostProblems, in.Precision
	}
	search := banditSearch{server: s, command: in.command()}
	if in.Method == "annealing" {
		return search.annealing(in, settings, arms)
	}
	return search.intervals(lab.Study{Settings: settings, Arms: arms, PublishedBrackets: in.Brackets == "published"})
}

// banditNumbers reads numbers of arms.
func banditNumbers(text string) (list []int, err error) {
	for part := range strings.SplitSeq(text, ",") {
		k, err := strconv.Atoi(strings.TrimSpace(part))
		if err != nil || k < 1 || k > banditLimits.Arms {
			return nil, fmt.Errorf("arms %q: it must be numbers from 1 to %d, such as 2,10,20", text, banditLimits.Arms)
		}
		if slices.Contains(list, k) {
			return nil, fmt.Errorf("arms %q: %d is there twice", text, k)
		}
		list = append(list, k)
	}
	if len(list) > banditLimits.Alphas {
		return nil, fmt.Errorf("%d numbers of arms: there may be %d at most", len(list), banditLimits.Alphas)
	}
	return list, nil
}

// mostAlphaPulls is how many pulls a search may make in all.
const mostAlphaPulls = 30_000_000_000

// banditSearch is a search for α by either method.
type banditSearch struct {
	server  *Server
	command string
	step    progress.Step
}

// check refuses a search that is wrong or would take too long.
func (b *banditSearch) check(err error, units int, s lab.Settings) error {
	if err != nil {
		return err
	}
	if float64(units)*float64(s.Runs)*float64(s.Rounds) > mostAlphaPulls {
		return errors.New("that would take too long: choose fewer numbers of arms, rounds, problems or iterations")
	}
	return nil
}

// run searches in the pool.
func (b *banditSearch) run(s lab.Settings, work func(context.Context, progress.Func) error) func(context.Context, *events) error {
	return func(ctx context.Context, _ *events) error {
		bytes := int64(s.Rounds*(16+8*lab.IntervalCount) + s.Problems*s.Runs*lab.IntervalCount*40)
		return b.server.banditWork(ctx, bytes, func(ctx context.Context) error {
			return work(ctx, func(step progress.Step) {
				b.step = step
				giveWay(ctx)
			})
		})
	}
}

func (b *banditSearch) intervals(study lab.Study) (func(context.Context, *events) error, error) {
	if err := b.check(study.Check(), study.Units(), study.Settings); err != nil {
		return nil, err
	}
	shown := func(rows []lab.Row, now int) BanditAlpha {
		charts := []chart.Chart{lab.AlphaChart(study.Rounds, rows)}
		for _, p := range lab.Passes(study.Rounds) {
			charts = append(charts, p.Chart(study.Rounds, rows))
		}
		return b.shown(charts, api.NewIntervalTuning(study, rows), now)
	}
	return func(ctx context.Context, out *events) error {
		return b.run(study.Settings, func(ctx context.Context, tell progress.Func) error {
			pace := banditPace{}
			rows, err := study.Grow(ctx, tell, func(rows []lab.Row) {
				pace.when(func() { _ = out.send("alpha", shown(rows, rows[len(rows)-1].Arms)) })
			})
			if err != nil {
				return err
			}
			b.step.Done = b.step.Total // what was never published is not measured
			return out.send("end", shown(rows, 0))
		})(ctx, out)
	}, nil
}

func (b *banditSearch) annealing(in *banditAlphaInput, settings lab.Settings, arms []int) (func(context.Context, *events) error, error) {
	a := lab.DefaultAnnealing()
	a.Iterations, a.Start, a.Step = in.Iterations, in.Temperature, in.Step
	var err error
	if a.Cooling, err = lab.FindCooling(in.Cooling); err != nil {
		return nil, err
	}
	study := lab.AnnealingStudy{Settings: settings, Annealing: a, Arms: arms}
	if err := b.check(study.Check(), study.Units(), settings); err != nil {
		return nil, err
	}
	shown := func(rows []lab.Annealed, now int) BanditAlpha {
		charts := []chart.Chart{lab.AnnealedChart(study.Rounds, rows), lab.PathChart(rows)}
		return b.shown(charts, api.NewAnnealedTuning(study, rows), now)
	}
	return func(ctx context.Context, out *events) error {
		return b.run(settings, func(ctx context.Context, tell progress.Func) error {
			pace := banditPace{}
			rows, err := study.Grow(ctx, tell, func(rows []lab.Annealed) {
				pace.when(func() { _ = out.send("alpha", shown(rows, rows[len(rows)-1].Arms)) })
			})
			if err != nil {
				return err
			}
			b.step.Done = b.step.Total // what was never published is not measured
			return out.send("end", shown(rows, 0))
		})(ctx, out)
	}, nil
}

func (b *banditSearch) shown(charts []chart.Chart, result api.Tuning, now int) BanditAlpha {
	return BanditAlpha{Done: b.step.Done, Total: b.step.Total, Arms: now, Charts: charts, Result: result, Command: b.command}
}

// command repeats the search.
func (in *banditAlphaInput) command() string {
	command := fmt.Sprintf("gambito bandit tune --arms %s --rounds %d", strings.ReplaceAll(in.Arms, " ", ""), in.Rounds)
	if in.Problems > 0 {
		command += fmt.Sprintf(" --problems %d", in.Problems)
	} else if in.Precision != 0.05 {
		command += fmt.Sprintf(" --precision %v", in.Precision)
	}
	if in.Runs != 1 {
		command += fmt.Sprintf(" --runs %d", in.Runs)
	}
	switch {
	case in.Method == "annealing":
		command += fmt.Sprintf(" --method annealing --cooling %s --iterations %d --temperature %v --step %v", in.Cooling, in.Iterations, in.Temperature, in.Step)
	case in.Brackets == "published":
		command += " --brackets published"
	}
	return command + fmt.Sprintf(" --seed %d", in.Seed)
}
