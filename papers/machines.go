package papers

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gambito/bandit/lab"
	"gambito/games"
	"gambito/measure"
	"gambito/stats"
)

// machinesStudy compares policies at slot machines, of which the thesis tells what came
// out in words alone.
var machinesStudy = Study{
	ID:     "ggp/machines",
	Source: "selection policies for General Game Playing, PhD thesis, 2021, §3.2, C.2 and C.3",
	About: "Policies at slot machines. C.2, the abstract of an earlier paper: some of five variants of UCB and one of UCB√ find the best machine sooner, but UCB plays it most often in 10,000 rounds; which variants is not told, so that five are chosen here. " +
		"C.3, that of another: UCB-exp has less regret than UCB and UCB-Tuned where there are many machines. §3.2: the share of the best machine in 100,000 rounds at as many machines as games have moves on average, and at the problems of Auer et al.; policies were changed until they beat the one that won most games.",
	run: runMachines, Lasts: true,
}

// machinesParts are how many problems, and runs of given ones, the scales have.
var machinesParts = map[Scale]struct{ problems, runs, games, rounds int }{
	Smoke: {2, 2, 4, 1_000},
	Quick: {40, 20, 200, alphaRounds},
	Full:  {1000, 100, 2000, alphaRounds},
}

// machines is a comparison of policies at one kind of problems.
type machines struct {
	id, source string
	setup      lab.Setup
	names      []string // of the policies of the setup
}

func (m machines) run(ctx context.Context, w Workshop) ([]lab.Curve, error) {
	m.setup.Law, m.setup.Seed, m.setup.Jobs = "bernoulli", w.Seed, w.Jobs
	e, err := m.setup.Experiment()
	if err != nil {
		return nil, err
	}
	e.Fleet = w.Fleet
	curves, err := e.Run(ctx, nil)
	for i := range curves {
		curves[i].Name = m.names[i]
	}
	return curves, err
}

func runMachines(ctx context.Context, w Workshop) ([]Finding, error) {
	var all gatherer
	parts := []func(context.Context, Workshop) ([]Finding, map[int]stats.Agreement, error){variantsOfUCB, exponentialUCB}
	for _, id := range policyGames {
		parts = append(parts, func(ctx context.Context, w Workshop) ([]Finding, map[int]stats.Agreement, error) {
			return atBranching(ctx, w, id)
		})
	}
	for _, n := range []int{1, 2, 3, 11, 12, 13, 14} {
		parts = append(parts, func(ctx context.Context, w Workshop) ([]Finding, map[int]stats.Agreement, error) {
			return atAuer(ctx, w, n)
		})
	}
	kept, err := w.unitsOf("ggp/machines", "parts")
	if err != nil {
		return nil, err
	}
	for i, part := range parts {
		found, err := unit(kept, func() (u unjudged, err error) {
			w.Progress.Tell(steps, i, len(parts))
			u.Findings, u.Agreements, err = part(ctx, w)
			return u, err
		})
		if err != nil {
			return nil, err
		}
		all.add(found.Findings, found.Agreements)
	}
	w.Progress.Tell(steps, len(parts), len(parts))
	return all.judged(), nil
}

// policyGames are the games of the thesis' tournaments.
var policyGames = []string{"atari-go", "breakthrough", "breakthrough-holes", "breakthrough-suicide", "knightthrough", "sheep-and-wolf", "tictactoe:5x5", "free-for-all"}

// variantsOfUCB is appendix C.2. UCB comes first.
func variantsOfUCB(ctx context.Context, w Workshop) (findings []Finding, agreements map[int]stats.Agreement, err error) {
	const early, late = 1_000, 10_000
	m := machines{
		setup: lab.Setup{Policies: "ucb:alpha=2;ucb:alpha=1.5;ucb-v;moss;ucb-decay;ucb-variance;ucb-sqrt", Problem: lab.UniformProblem, Arms: 10, Rounds: late, Problems: 10 * machinesParts[w.Scale].problems},
		names: []string{"UCB", "UCB, α = 3⁄2", "UCB-V", "MOSS", "UCB, decaying α", "UCB, α by variance", "UCB√"},
	}
	curves, err := m.run(ctx, w)
	if err != nil {
		return nil, nil, err
	}
	agreements = map[int]stats.Agreement{}
	best := 1
	for i, c := range curves {
		for _, round := range []int{early, late} {
			findings = append(findings, shareOfBest(fmt.Sprintf("C.2/%s/%d", c.Name, round), "§C.2", at(c, round), m.setup.Problems))
		}
		if i == 0 {
			continue
		}
		if at(c, early).Optimal.Mean > at(curves[best], early).Optimal.Mean {
			best = i
		}
		f, a := leadOfShares("C.2/UCB/over "+c.Name, "§C.2", at(curves[0], late).Optimal, at(c, late).Optimal, m.setup.Problems)
		f.Note = "that UCB plays the best machine most often in 10,000 rounds is all that is published; ten machines"
		if c.Name == "UCB√" {
			agreements[len(findings)] = a
		} else {
			f.Verdict, f.Note = NotComparable, f.Note+"; which variants were compared is not told, this one was chosen here"
		}
		findings = append(findings, f)
	}
	f, _ := leadOfShares("C.2/sooner", "§C.2", at(curves[best], early).Optimal, at(curves[0], early).Optimal, m.setup.Problems)
	f.Verdict = NotComparable // the variants are others
	f.Note = "that some variants find the best machine before UCB is all that is published; the lead of " + curves[best].Name + ", the best of six, after 1,000 rounds"
	return append(findings, f), agreements, nil
}

// exponentialUCB is appendix C.3.
func exponentialUCB(ctx context.Context, w Workshop) (findings []Finding, agreements map[int]stats.Agreement, err error) {
	agreements = map[int]stats.Agreement{}
	for _, arms := range []int{50, 100} {
		m := machines{
			setup: lab.Setup{Policies: "ucb-exp;ucb:alpha=2;ucb-tuned", Problem: lab.UniformProblem, Arms: arms, Rounds: machinesParts[w.Scale].rounds, Problems: machinesParts[w.Scale].problems},
			names: []string{"UCB-exp", "UCB", "UCB-Tuned"},
		}
		curves, err := m.run(ctx, w)
		if err != nil {
			return nil, nil, err
		}
		own := last(curves[0]).Expected
		for i, c := range curves {
			regret := last(c).Expected
			findings = append(findings, Finding{
				ID: fmt.Sprintf("C.3/K=%d/%s", arms, c.Name), Source: "§C.3", Unit: "regret", Games: m.setup.Problems, Measured: number(regret.Mean), Low: number(regret.Low()), High: number(regret.High()),
				Verdict: NotComparable, Note: "no number is published",
			})
			if i == 0 {
				continue
			}
			f, a := lead(fmt.Sprintf("C.3/K=%d/UCB-exp/less than %s", arms, c.Name), "§C.3", regret, own, m.setup.Problems)
			f.Unit, f.Note = "regret", "less regret where there are many machines is all that is published"
			agreements[len(findings)] = a
			findings = append(findings, f)
		}
	}
	return findings, agreements, nil
}

// proposed are the policies of §3.2; the first two are the proposed ones.
var proposed = machines{
	setup: lab.Setup{Policies: "ucb-alpha1;ucb-alpha2;ucb:alpha=2;etc;ucb-tuned"},
	names: []string{"UCB-a1", "UCB-a2", "UCB", "ETC", "UCB-Tuned"},
}

// atBranching compares them at as many machines as a game has moves on average.
func atBranching(ctx context.Context, w Workshop, id string) ([]Finding, map[int]stats.Agreement, error) {
	part := machinesParts[w.Scale]
	g, err := games.Parse(id)
	if err != nil {
		return nil, nil, err
	}
	random, err := w.Agents.Parse("random")
	if err != nil {
		return nil, nil, err
	}
	size, err := measure.Games(ctx, g, random, part.games, w.Seed, w.Jobs, nil)
	if err != nil {
		return nil, nil, err
	}
	m := proposed
	m.setup.Problem, m.setup.Arms, m.setup.Problems = lab.UniformProblem, int(math.Round(size.Branching.Estimate)), part.problems
	m.id, m.source = "games/"+id, "§3.2"
	findings, agreements, err := m.shares(ctx, w, m.setup.Problems)
	branching := Finding{
		ID: m.id + "/branching", Source: m.source, Unit: "moves", Games: part.games, Measured: number(size.Branching.Estimate), Low: number(size.Branching.Low), High: number(size.Branching.High),
		Verdict: NotComparable, Note: "of random games; the thesis prints no branching factor",
	}
	return append(findings, branching), agreements, err
}

// atAuer compares them at a problem of Auer, Cesa-Bianchi and Fischer (2002).
func atAuer(ctx context.Context, w Workshop, number int) ([]Finding, map[int]stats.Agreement, error) {
	m := proposed
	m.setup.Problem, m.setup.Runs = fmt.Sprintf("auer:%d", number), machinesParts[w.Scale].runs
	m.id, m.source = fmt.Sprintf("Auer/%d", number), "§3.2"
	return m.shares(ctx, w, m.setup.Runs)
}

// shares are those of the best machine, and the leads of the proposed policies over UCB.
func (m machines) shares(ctx context.Context, w Workshop, samples int) (findings []Finding, agreements map[int]stats.Agreement, err error) {
	m.setup.Rounds = machinesParts[w.Scale].rounds
	curves, err := m.run(ctx, w)
	if err != nil {
		return nil, nil, err
	}
	agreements = map[int]stats.Agreement{}
	for _, c := range curves {
		findings = append(findings, shareOfBest(m.id+"/"+c.Name, m.source, last(c), samples))
	}
	against := curves[slices.Index(m.names, "UCB")]
	for _, c := range curves[:2] {
		f, a := leadOfShares(m.id+"/"+c.Name+"/over UCB", m.source, last(c).Optimal, last(against).Optimal, samples)
		f.Note = "policies were changed until they did better than the one that had won most games: that is all that is published"
		agreements[len(findings)] = a
		findings = append(findings, f)
	}
	return findings, agreements, nil
}

// shareOfBest is the share of pulls of the best machine so far.
func shareOfBest(id, source string, p lab.Point, samples int) Finding {
	percent := func(x float64) *float64 { return number(100 * min(1, max(0, x))) }
	return Finding{
		ID: id, Source: source, Unit: "%", Games: samples, Measured: percent(p.Optimal.Mean), Low: percent(p.Optimal.Low()), High: percent(p.Optimal.High()),
		Verdict: NotComparable, Note: "no number is published",
	}
}

// lead is by how much one estimate is greater than another, of which that is published.
// Their problems are the same, which makes the interval wider than it need be.
func lead(id, source string, more, less lab.Estimate, samples int) (Finding, stats.Agreement) {
	d, half := more.Mean-less.Mean, math.Hypot(more.Half, less.Half)
	f := Finding{ID: id, Source: source, Games: samples, Measured: number(d), Low: number(d - half), High: number(d + half)}
	return f, stats.CompareGreater(d, half/stats.Z95, 0.05)
}

// leadOfShares is lead for shares.
func leadOfShares(id, source string, more, less lab.Estimate, samples int) (Finding, stats.Agreement) {
	percent := func(e lab.Estimate) lab.Estimate { return lab.Estimate{Mean: 100 * e.Mean, Half: 100 * e.Half} }
	f, a := lead(id, source, percent(more), percent(less), samples)
	f.Unit = "% points"
	return f, a
}

// last is what was seen in the end.
func last(c lab.Curve) lab.Point { return c.Points[len(c.Points)-1] }

// at is what was seen after so many rounds.
func at(c lab.Curve, round int) lab.Point {
	i := slices.IndexFunc(c.Points, func(p lab.Point) bool { return p.Round == round })
	return c.Points[i]
}
