package mcts_test

import (
	"context"
	"fmt"
	"log"

	"gambito/bandit"
	"gambito/games"
	"gambito/search/mcts"
)

// UCT finds the move that wins at once.
func ExampleSearch_Run() {
	g, err := games.Parse("connect4")
	if err != nil {
		log.Fatal(err)
	}
	at := g.New()
	for _, text := range []string{"4", "1", "4", "1", "4", "2"} {
		m, err := g.ParseMove(at, text)
		if err != nil {
			log.Fatal(err)
		}
		at.Play(m)
	}
	search, err := mcts.New(g, mcts.Params{Policy: bandit.UCB{Alpha: 2}})
	if err != nil {
		log.Fatal(err)
	}
	search.NewGame(at.Turn(), 1)
	found, err := search.Run(context.Background(), at, mcts.Budget{Simulations: 1000})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("column", g.FormatMove(at, found.Move), "after", found.Simulations, "simulations")
	// Output: column 4 after 1000 simulations
}

// With the solver the search proves what a game is worth, and stops.
func ExampleParams_solver() {
	g, err := games.Parse("tictactoe")
	if err != nil {
		log.Fatal(err)
	}
	search, err := mcts.New(g, mcts.Params{Policy: bandit.UCB{Alpha: 1}, Solver: true})
	if err != nil {
		log.Fatal(err)
	}
	found, err := search.Run(context.Background(), g.New(), mcts.Budget{Simulations: 1_000_000})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("proven:", found.Proven, "value:", found.Value)
	// Output: proven: true value: 0
}

// Parts that do not fit each other or the game are refused.
func ExampleNew_refused() {
	g, err := games.Parse("tron")
	if err != nil {
		log.Fatal(err)
	}
	_, err = mcts.New(g, mcts.Params{Policy: bandit.UCB{Alpha: 1}, Playout: mcts.Playout{Decisive: mcts.DecisiveOn}})
	fmt.Println(err)
	// Output: decisive moves need players who move in turn, which those of tron do not
}
