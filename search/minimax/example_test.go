package minimax_test

import (
	"context"
	"fmt"
	"log"

	"gambito/game"
	"gambito/games"
	"gambito/search/minimax"
)

// Alpha-beta, deepening step by step, finds how Connect 4 is won: by three in a row
// with both ends open.
func ExampleSearch_Run() {
	g, err := games.Parse("connect4")
	if err != nil {
		log.Fatal(err)
	}
	s := g.New()
	if _, err := game.ParseLine(g, s, "4433"); err != nil {
		log.Fatal(err)
	}
	search, err := minimax.New(g, minimax.Params{
		Algorithm: minimax.AlphaBeta, Depth: 5, Deepen: true, Order: true, TableBits: 16,
	})
	if err != nil {
		log.Fatal(err)
	}
	found, err := search.Run(context.Background(), s)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("won:", found.Value == minimax.Win, "by", game.FormatLine(g, s, found.PV))
	// Output: won: true by 215
}

// A tree written by hand is a game too. All algorithms find the same value; they
// differ in how many positions they look at.
func ExampleParseTree() {
	tree, err := minimax.ParseTree("((3 17) (2 12) ((15) (25 0)) ((2 5) (3)))")
	if err != nil {
		log.Fatal(err)
	}
	for _, a := range minimax.Algorithms[:3] {
		search, err := minimax.New(tree, minimax.Params{Algorithm: a.Search, Depth: 4, Scale: 1, Range: tree.Range()})
		if err != nil {
			log.Fatal(err)
		}
		found, err := search.Run(context.Background(), tree.New())
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(a.Name, found.Value, "after", found.Nodes, "positions")
	}
	// Output:
	// minimax 15 after 19 positions
	// negamax 15 after 19 positions
	// alphabeta 15 after 15 positions
}
