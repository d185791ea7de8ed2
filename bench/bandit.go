package bench

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"gambito/bandit"
	"gambito/bandit/lab"
)

// banditRounds is the length of a run.
const banditRounds = 100_000

// bandits plays UCB with α = 1/K on Bernoulli arms whose probabilities are
// uniform between 0 and 1: choice, reward and update.
func bandits(rest string) (operation, error) {
	number, ok := strings.CutPrefix(rest, "ucb/k=")
	arms, err := strconv.Atoi(number)
	if !ok || err != nil {
		return nil, errors.New("it must be bandit/ucb/k=ARMS")
	}
	source, err := lab.Uniform(arms, lab.MakeBernoulli)
	if err != nil {
		return nil, err
	}
	e := lab.Experiment{
		Source: source, Rounds: []int{banditRounds}, Problems: 1, Runs: 1, Seed: 1, Jobs: 1,
		Entrants: []lab.Entrant{
			{Name: "ucb-alpha1", Policy: bandit.UCBAlpha1{}},
			// Behind another type the laboratory takes the policy's own word.
			{Name: "its own loop", Policy: struct{ bandit.Policy }{bandit.UCBAlpha1{}}},
		},
	}
	if err := e.Check(); err != nil {
		return nil, err
	}
	var play func(problem int) float64
	problem := 0
	return func(n int) (int, error) {
		if play == nil {
			slow, err := e.Player(1)
			if err != nil {
				return 0, err
			}
			if play, err = e.Player(0); err != nil {
				return 0, err
			}
			if got, want := play(0), slow(0); got != want {
				return 0, fmt.Errorf("the regret is %v, not %v as the policy's own loop finds", got, want)
			}
		}
		done := 0
		for ; done < n; done += banditRounds {
			play(problem % 100)
			problem++
		}
		return done, nil
	}, nil
}
