package bandit_test

import (
	"fmt"
	"log"
	"math/rand/v2"

	"gambito/bandit"
)

// UCB pulls the better of two arms most of the time. Whoever pulls them owns the
// counts.
func ExamplePolicy() {
	var policy bandit.Policy = bandit.UCB{Alpha: 0.5}
	pays := []float64{0.3, 0.7} // probability of a reward of 1
	arms := make([]bandit.Arm, len(pays))
	r := rand.New(rand.NewPCG(1, 2))
	for total := range 1000 {
		i := total // each arm once first
		if total >= len(arms) {
			i = policy.Select(arms, bandit.Context{Total: total, K: len(arms)}, r)
		}
		reward := 0.0
		if r.Float64() < pays[i] {
			reward = 1
		}
		arms[i].Add(reward)
	}
	fmt.Println("the better arm has most pulls:", arms[1].N > 900)
	// Output: the better arm has most pulls: true
}

// With α = 1/K arms that are out of sight count too: the more moves a position
// has, the less is each of them explored.
func ExampleContext() {
	for _, k := range []int{2, 20} {
		fmt.Printf("K = %d: %.3f\n", k, bandit.UCBAlpha1{}.Exploration(bandit.Context{Total: 100, K: k}))
	}
	// Output:
	// K = 2: 2.303
	// K = 20: 0.230
}

// Policies are found by name, and their parameters are checked.
func ExampleFind() {
	entry := bandit.Find("ucb")
	fmt.Println(entry.Index)
	policy, err := entry.Make(map[string]float64{"alpha": 0.5})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%T %+v\n", policy, policy)
	_, err = entry.Make(map[string]float64{"alpha": -1})
	fmt.Println(err)
	// Output:
	// x̄ᵢ + √(α ln t / Tᵢ)
	// bandit.UCB {Alpha:0.5}
	// policy ucb: alpha is -1, but must lie between 0 and 1e+06
}
