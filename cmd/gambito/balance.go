package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gambito/agent"
	"gambito/api"
	"gambito/arena"
	"gambito/duel"
	"gambito/game"
	"gambito/learn/balance"
	"gambito/learn/truth"
	"gambito/progress"
	"gambito/stats"
)

type balanceCmd struct {
	Game      string  `arg:"" help:"Game spec: one of two players who move in turn, without chance."`
	Agent     string  `default:"mcts:sims=200,leaf=playout" help:"Tree search that is to have the weights, and plays against itself without them (default: ${default})."`
	Teacher   string  `complete:"agent" placeholder:"SPEC" help:"Agent whose expectation is what positions are worth, such as pattern:depth=8 (default: a solver)."`
	Plies     string  `placeholder:"LOW-HIGH" help:"After how many plies of random games positions are taken (default: as suits the game)."`
	Positions int     `default:"500" help:"Positions to learn from (default: ${default})."`
	Judged    int     `default:"500" help:"Other positions, by which it is judged (default: ${default})."`
	Steps     int     `default:"500" help:"Steps of learning (default: ${default})."`
	Batch     int     `default:"16" help:"Positions in a step (default: ${default})."`
	Playouts  int     `default:"50" help:"Playouts from a position for its mean, and as many for the slope (default: ${default})."`
	Rate      float64 `default:"1" help:"How far a step goes (default: ${default})."`
	Pairs     int     `default:"200" help:"Pairs of games of the match at the end (default: ${default})."`
	Openings  string  `default:"random:4" help:"Moves that these begin with: none, random:PLIES or a file (default: ${default})."`
	seedFlag
	jobsFlag
	jsonFlag
	quietFlag
}

// Help is shown by --help.
func (balanceCmd) Help() string {
	return `Simulation balancing (Silver and Tesauro 2009): gives moves weights with which the mean
of many playouts from a position comes near what the position is worth, by a solver or by
a deep search. A move of weight w is e^w times as likely as one of weight 0; moves that a
symmetry makes of each other weigh the same. Prints how far means are from the truth at
positions that nothing was learned from, before and after, and the result of a match of
the search with the weights against itself without, with as many simulations, on openings
and seeds that decided nothing. The last line is a spec to paste.

Examples:

  gambito balance othello
  gambito balance connect4 --plies 14-20 --agent mcts:sims=500,leaf=playout
  gambito balance othello --plies 20-40 --teacher pattern:depth=6 --positions 2000`
}

// Validate is called by the command-line parser.
func (c balanceCmd) Validate() error {
	for _, of := range []struct {
		name               string
		value, least, most int
	}{
		{"positions", c.Positions, 1, 1_000_000}, {"judged", c.Judged, 2, 1_000_000}, {"steps", c.Steps, 1, 1_000_000},
		{"batch", c.Batch, 1, 10_000}, {"playouts", c.Playouts, 1, 1_000_000}, {"pairs", c.Pairs, 2, 1_000_000},
	} {
		if of.value < of.least || of.value > of.most {
			return fmt.Errorf("--%s %d: it must be %d to %d", of.name, of.value, of.least, of.most)
		}
	}
	if !(c.Rate > 0 && c.Rate <= 1000) {
		return fmt.Errorf("--rate %v: it must be above 0 and at most 1000", c.Rate)
	}
	return c.jobsFlag.Validate()
}

// Run learns and plays the match.
func (c balanceCmd) Run(s *session) error {
	g, err := parseGame(s.ctx, c.Game)
	if err != nil {
		return err
	}
	plain, err := c.searcher(s, g)
	if err != nil {
		return err
	}
	openings, err := arena.ParseOpenings(g, c.Openings)
	if err != nil {
		return fmt.Errorf("--openings: %w", err)
	}
	set := balance.Settings{
		Game: g, Positions: c.Positions, Judged: c.Judged, Steps: c.Steps, Batch: c.Batch, Playouts: c.Playouts, Rate: c.Rate, Seed: c.Seed, Jobs: c.Jobs,
	}
	if set.Low, set.High = truth.ExamPlies(g); c.Plies != "" {
		if set.Low, set.High, err = truth.ParsePlies(g, c.Plies); err != nil {
			return fmt.Errorf("--%w", err)
		}
	}
	if c.Teacher != "" {
		teacher, err := s.agents.Parse(c.Teacher)
		if err == nil {
			_, err = teacher.For(g)
		}
		if err != nil {
			return fmt.Errorf("--teacher: %w", err)
		}
		set.Teacher = &teacher
	}
	count, begin := counter{bar: c.bar()}, time.Now()
	learned, err := set.Learn(s.ctx, func(step progress.Step) { count.show(step) })
	if err == nil && learned.Weights.String() == "" {
		err = errors.New("nothing was learned: all moves weigh the same")
	}
	if err != nil {
		count.bar.Clear()
		return c.stopped(err)
	}
	result := api.NewBalanced(g, set, learned, fmt.Sprintf("%s,playout=weighted,weights=%s", plain, learned.Weights))
	balanced, err := s.agents.Parse(result.Spec)
	if err == nil {
		result.Against = plain.String()
		result.Pairs, err = c.match(s.ctx, duel.Plan{
			Name: "balance", Game: g, Openings: openings, Seed: c.Seed, Duels: []duel.Duel{{A: balanced, B: plain, Games: 2 * c.Pairs}},
		}, &count)
	}
	count.bar.Clear()
	if err != nil {
		return c.stopped(err)
	}
	result.Score, result.P = result.Pairs.Score(0.95), result.Pairs.EvenP()
	return c.show(s, result, time.Since(begin))
}

// searcher is the search that is to have weights.
func (c balanceCmd) searcher(s *session, g game.Game) (agent.Spec, error) {
	a, err := s.agents.Parse(c.Agent)
	if err == nil {
		_, err = a.For(g)
	}
	if err == nil && (!a.Has("weights") || a.Given("playout") || a.Given("weights")) {
		err = fmt.Errorf("--agent %s: it must be a tree search that says nothing of its playouts, such as mcts:sims=200,leaf=playout", c.Agent)
	}
	return a, err
}

// match plays the games of a plan.
func (c balanceCmd) match(ctx context.Context, p duel.Plan, count *counter) (pairs stats.Pairs, err error) {
	units, done := p.Units(), 0
	wanted := make([]int, len(units))
	for i := range wanted {
		wanted[i] = i
	}
	err = p.Play(ctx, duel.Who{Jobs: c.Jobs}, wanted, func(unit int, scores []duel.Score) error {
		for i := 0; i+1 < len(scores); i += 2 {
			half := 2
			for k := range 2 {
				switch x := scores[i+k].Of(units[unit].From + i + k); {
				case x > 0:
					half++
				case x < 0:
					half--
				}
			}
			pairs[half]++
		}
		done += len(scores)
		count.show(progress.Step{What: "games", Done: done, Total: 2 * c.Pairs})
		return nil
	})
	return pairs, err
}

func (c balanceCmd) stopped(err error) error {
	if errors.Is(err, context.Canceled) {
		err = errors.New("balance stopped; it has no result")
	}
	return failure{err}
}

// show prints what came of it.
func (c balanceCmd) show(s *session, r api.Balanced, took time.Duration) error {
	if c.JSON {
		return s.printJSON(r)
	}
	fmt.Fprintf(s.stdout, "%s after %d to %d plies: %d steps of %d positions, seed %d, %.1f s\n", r.Game, r.Plies[0], r.Plies[1], c.Steps, c.Batch, c.Seed, took.Seconds())
	underline(s, "squared error of the mean of playouts, at positions that nothing was learned from")
	column := func(i stats.Interval) string { return fmt.Sprintf("%.4f (%.4f to %.4f)", i.Estimate, i.Low, i.High) }
	fmt.Fprintf(s.stdout, "all moves alike  %s\nbalanced         %s\nless by          %s\n", column(r.Before), column(r.After), column(r.Gain))
	underline(s, "confirmation, on new openings and seeds")
	fmt.Fprintf(s.stdout, "%s of the points in %d games against %s, p = %.2g\n", shareColumn(r.Score), 2*r.Pairs.Count(), r.Against, r.P)
	if r.P > 0.05 {
		fmt.Fprintln(s.stdout, "which is no more than chance explains")
	}
	fmt.Fprintf(s.stdout, "\n%s\n", r.Spec)
	return nil
}
