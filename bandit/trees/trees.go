// Package trees measures searches on synthetic trees, whose true values are known: how
// much the move at the root gives away, and how often it is a best one. It is to trees
// what package lab is to bandits.
package trees

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"gambito/agent"
	"gambito/crew"
	"gambito/games/tree"
	"gambito/progress"
	"gambito/stats"
)

// Study is searches, trees and how many simulations a move has.
type Study struct {
	Agents      []agent.Spec // without a limit of their own
	Shapes      []tree.Shape // without their seeds
	Simulations []int
	Trees       int // of every shape
	Seed        uint64
	Jobs        int // nothing that is found depends on it
}

// Result is what a search came to on trees of a shape with some simulations.
type Result struct {
	Tree        string         `json:"tree" doc:"Game spec of the trees, without their seeds."`
	Branching   int            `json:"branching" doc:"Moves of a position, on average; of the root if the trees have a profile."`
	Depth       int            `json:"depth" doc:"Plies of the longest game."`
	Agent       string         `json:"agent" doc:"Agent spec."`
	Simulations int            `json:"simulations" doc:"Simulations for the move."`
	Trees       int            `json:"trees" doc:"Trees that were searched: those in which moves at the root differ in value."`
	Regret      stats.Interval `json:"regret" doc:"What the move gives away of the true value, from 0 to 2, with its 95 % interval."`
	Best        stats.Interval `json:"best" doc:"Share of the trees in which it is one of the best moves, with its 95 % interval."`
}

// Check says what cannot be studied.
func (s Study) Check() error {
	switch {
	case len(s.Agents) == 0 || len(s.Shapes) == 0 || len(s.Simulations) == 0:
		return errors.New("there must be an agent, a tree and a number of simulations")
	case s.Trees < 2 || s.Trees > 1_000_000:
		return fmt.Errorf("%d trees: it must be 2 to 1000000", s.Trees)
	}
	for _, shape := range s.Shapes {
		shape.Seed = 1
		g, err := tree.New(shape)
		if err == nil {
			err = CheckShape(g.Shape())
		}
		if err != nil {
			return err
		}
		for _, a := range s.Agents {
			if a.Interactive() {
				return fmt.Errorf("agent %s asks a person", a)
			}
			if _, err := a.Within(agent.Limits{Simulations: s.Simulations[0]}).For(g); err != nil {
				return err
			}
		}
	}
	return nil
}

// mostLeaves is of how many ends trees are solved.
const mostLeaves = 5e6

// CheckShape says which trees are too large to be solved.
func CheckShape(s tree.Shape) error {
	leaves, err := s.Leaves()
	if err == nil && s.Law != tree.Prefix && leaves > mostLeaves {
		err = fmt.Errorf("a tree with %.0e ends takes too long to solve: at most %.0e, or law=prefix", leaves, float64(mostLeaves))
	}
	return err
}

// Problem is a tree with the true values of its moves, for the player to move.
type Problem struct {
	Game   *tree.Game
	Values []float64
	Best   float64
}

// Run measures. All searches have the same trees.
func (s Study) Run(ctx context.Context, tell progress.Func) (results []Result, err error) {
	total := len(s.Shapes) * s.Trees
	for i, shape := range s.Shapes {
		given := make([][][]float64, s.Trees) // by tree, then agent × simulations
		workers, err := crew.Make(s.Jobs, s.Trees, func() (struct{}, error) { return struct{}{}, nil })
		if err != nil {
			return nil, err
		}
		told := tell.Part("trees", i*s.Trees, total)
		err = crew.Do(ctx, s.Trees, workers, func(ctx context.Context, _ struct{}, n int) error {
			p, err := Draw(shape, s.Seed, n)
			if err == nil {
				given[n], err = s.search(ctx, p, n)
			}
			return err
		}, func(n int) { told.Tell("trees", n, s.Trees) })
		if err != nil {
			return nil, err
		}
		of, err := s.sum(shape, given)
		if err != nil {
			return nil, err
		}
		results = append(results, of...)
	}
	return results, nil
}

// mostDrawn is how many trees are drawn for one whose moves differ.
const mostDrawn = 1000

// Draw draws the tree of a number: of those from its seed on the first whose moves at
// the root differ.
func Draw(shape tree.Shape, seed uint64, n int) (p Problem, err error) {
	first := int((seed*1_000_003 + uint64(n)*mostDrawn) % tree.MostSeed)
	for draw := range mostDrawn {
		shape.Seed = (first + draw) % tree.MostSeed
		if p.Game, err = tree.New(shape); err != nil {
			return p, err
		}
		root := p.Game.New()
		p.Values, p.Best = nil, -1
		worst := 1.0
		for _, m := range root.Moves(nil) {
			next := root.Clone().(*tree.State)
			next.Play(m)
			value, ok := next.True()
			if !ok {
				return p, fmt.Errorf("%s takes too long to solve", p.Game.Info().ID)
			}
			p.Values = append(p.Values, -value)
			p.Best, worst = max(p.Best, -value), min(worst, -value)
		}
		if p.Best > worst {
			return p, nil
		}
	}
	return p, fmt.Errorf("of %d trees such as %s there is none whose moves differ in value", mostDrawn, p.Game.Info().ID)
}

// search is what every agent gives away with every number of simulations.
func (s Study) search(ctx context.Context, p Problem, n int) (given [][]float64, err error) {
	for _, spec := range s.Agents {
		var row []float64
		for _, simulations := range s.Simulations {
			a, err := spec.Within(agent.Limits{Simulations: simulations}).New(p.Game)
			if err != nil {
				return nil, err
			}
			a.NewGame(0, s.Seed+uint64(n))
			m, _, err := a.Choose(ctx, p.Game.New(), agent.Limits{Simulations: simulations})
			if err != nil {
				return nil, err
			}
			row = append(row, p.Best-p.Values[m])
		}
		given = append(given, row)
	}
	return given, nil
}

// sum makes results of what was given away.
func (s Study) sum(shape tree.Shape, given [][][]float64) (results []Result, err error) {
	shape.Seed = tree.Usual.Seed
	g, err := tree.New(shape)
	if err != nil {
		return nil, err
	}
	moves, err := g.Shape().RootMoves()
	if err != nil {
		return nil, err
	}
	branching := int(math.Round(moves))
	for a, spec := range s.Agents {
		for k, simulations := range s.Simulations {
			regrets, best := make([]float64, len(given)), 0
			for n := range given {
				regrets[n] = given[n][a][k]
				if regrets[n] == 0 {
					best++
				}
			}
			r := Result{Tree: g.Info().ID, Branching: branching, Depth: shape.Depth, Agent: spec.String(), Simulations: simulations, Trees: len(given)}
			r.Regret, _ = stats.MeanInterval(regrets, 0.95)
			r.Best = stats.Wilson(best, len(given))
			results = append(results, r)
		}
	}
	return results, nil
}

// Shapes are those of all branchings and depths, like another in everything else.
func Shapes(like tree.Shape, branchings, depths []int) (list []tree.Shape) {
	for _, b := range branchings {
		for _, d := range depths {
			shape := like
			shape.Branching, shape.Depth = b, d
			list = append(list, shape)
		}
	}
	return list
}

// ParseAgents reads specs with semicolons between; braces stand for several values:
// mcts:alpha={0.1|0.5|2}.
func ParseAgents(agents *agent.Registry, text string) (list []agent.Spec, err error) {
	for part := range strings.SplitSeq(text, ";") {
		for _, one := range expanded(strings.TrimSpace(part)) {
			a, err := agents.Parse(one)
			if err != nil {
				return nil, err
			}
			if !a.Has("sims") {
				return nil, fmt.Errorf("agent %s does not search by simulations", one)
			}
			if a.Given("sims") || a.Given("time") || a.Given("nodes") {
				return nil, fmt.Errorf("agent %s names a limit of its own: leave it out, for --sims decides", one)
			}
			list = append(list, a)
		}
	}
	return list, nil
}

// expanded are the texts that one with braces stands for.
func expanded(text string) []string {
	before, rest, ok := strings.Cut(text, "{")
	inside, after, closed := strings.Cut(rest, "}")
	if !ok || !closed {
		return []string{text}
	}
	var list []string
	for value := range strings.SplitSeq(inside, "|") {
		list = append(list, expanded(before+value+after)...)
	}
	return list
}
