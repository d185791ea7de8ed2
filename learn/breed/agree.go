package breed

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"gambito/agent"
	"gambito/arena"
	"gambito/crew"
	"gambito/game"
)

// Schemes explains how agreement can count, for readers.
const Schemes = `  rank:V    V − (rank − 1), and not less than 0, for the rank that the individual
            gives to the agent's best move (V 10, 5 or 3 in the thesis)
  best:V    V when the best moves of both are the same
  top:A/B/C A, B or C when the individual's best move is the agent's first, second
            or third (10, 5 and 3 in the thesis)`

// scheme is how much agreement counts.
type scheme struct {
	ranked bool      // by the rank of the agent's best in the individual's order, else the other way round
	values []float64 // by rank, none from some rank on
}

func parseScheme(text string) (scheme, error) {
	wrong := fmt.Errorf("agree %q: it must be rank:V, best:V or top:A/B/C with numbers from 1 to 1000, such as rank:10", text)
	kind, numbers, _ := strings.Cut(text, ":")
	var values []float64
	for number := range strings.SplitSeq(numbers, "/") {
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 || n > 1000 {
			return scheme{}, wrong
		}
		values = append(values, float64(n))
	}
	switch {
	case kind == "top" && len(values) == 3:
		return scheme{values: values}, nil
	case kind == "best" && len(values) == 1:
		return scheme{values: values}, nil
	case kind == "rank" && len(values) == 1:
		for v := values[0] - 1; v > 0; v-- {
			values = append(values, v)
		}
		return scheme{ranked: true, values: values}, nil
	}
	return scheme{}, wrong
}

// worth is what an individual's order of moves counts beside the agent's.
func (s scheme) worth(own, agents []game.Move) float64 {
	rank := slices.Index(agents, own[0])
	if s.ranked {
		rank = slices.Index(own, agents[0])
	}
	if rank < 0 || rank >= len(s.values) {
		return 0
	}
	return s.values[rank]
}

// agrees is what an individual's answers to questions are worth: a whole number, so that
// it does not matter in which order such are added.
func (s scheme) agrees(ctx context.Context, a agent.Agent, questions []question) (sum float64, err error) {
	var own []game.Move
	for _, q := range questions {
		if own, err = agent.Rank(ctx, a, q.state, own[:0]); err != nil {
			return 0, err
		}
		sum += s.worth(own, q.order)
	}
	return sum, nil
}

// percent is how much of what some questions can be worth was reached.
func (s scheme) percent(sum float64, questions int) float64 {
	if questions == 0 {
		return 0
	}
	return 100 * sum / (s.values[0] * float64(questions))
}

// canRank says whether an agent tells its opinion of moves.
func canRank(a agent.Agent) error {
	switch a.(type) {
	case agent.Ranker, agent.Analyst:
		return nil
	}
	return errors.New("it does not tell what it thinks of moves but the one it chooses")
}

// question is a position with more than one move, and the agent's order of them.
type question struct {
	state game.State
	order []game.Move
}

// agreement measures how much of what agreement can be worth the individuals
// reach, on the positions of games that the agent plays with itself.
func (e *Evolution) agreement(ctx context.Context, generation int, rival agent.Spec, population [][]int) ([]float64, error) {
	how, err := parseScheme(e.Settings.Agree)
	if err != nil {
		return nil, err
	}
	if e.Fleet != nil {
		return e.agreementElsewhere(ctx, generation, rival, population, how)
	}
	questions := make([][]question, e.Settings.Games) // by game
	err = e.inParallel(ctx, len(questions), func(ctx context.Context, i int) error {
		a, err := rival.New(e.game)
		if err == nil {
			questions[i], err = ask(ctx, a, asked{e.game, rival.String(), e.Settings.openingPlies(e.game), e.diceSeed(generation), i})
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	fitness := make([]float64, len(population))
	err = e.inParallel(ctx, len(population), func(ctx context.Context, i int) error {
		player, err := e.player(population[i])
		if err != nil {
			return err
		}
		a, err := player.New(e.game)
		if err != nil {
			return err
		}
		sum, count := 0.0, 0
		for _, of := range questions {
			a.NewGame(0, e.diceSeed(generation)) // it knows nothing of other games, which others may ask it about
			worth, err := how.agrees(ctx, a, of)
			if err != nil {
				return err
			}
			sum += worth
			count += len(of)
		}
		fitness[i] = how.percent(sum, count)
		return nil
	})
	e.advance(len(population) * e.Settings.Games)
	return fitness, err
}

// asked is a game that an agent plays with itself.
type asked struct {
	game   game.Game
	agent  string // its name
	plies  int    // random ones that it begins with
	seed   uint64
	number int
}

// ask has an agent play a game with itself.
func ask(ctx context.Context, a agent.Agent, of asked) ([]question, error) {
	id := of.game.Info().ID
	a.NewGame(0, arena.AgentSeed(of.seed, id, 0, of.number, 0))
	s, dice := of.game.New(), arena.NewDice(of.seed, id, 0, of.number, 0)
	begin := rand.New(rand.NewPCG(of.seed, uint64(of.number)))
	for range of.plies {
		if m, ok := game.RandomMove(s, begin, nil); ok {
			s.Play(m)
		}
	}
	var all []question
	for s.Turn() != game.Over {
		if s.Turn() == game.Chance {
			s.Play(dice.Roll(s))
			continue
		}
		order, err := agent.Rank(ctx, a, s, nil)
		switch {
		case err != nil:
			return nil, err
		case len(order) == 0:
			return nil, fmt.Errorf("agent %q says nothing of %s", of.agent, of.game.FormatPosition(s))
		case len(order) > 1:
			all = append(all, question{s.Clone(), order})
		}
		s.Play(order[0])
	}
	return all, ctx.Err()
}

// inParallel does n pieces of work, jobs at a time, until one fails.
func (e *Evolution) inParallel(ctx context.Context, n int, work func(ctx context.Context, i int) error) error {
	return crew.Do(ctx, n, make([]struct{}, e.jobs), func(ctx context.Context, _ struct{}, i int) error { return work(ctx, i) }, nil)
}
