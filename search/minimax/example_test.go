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

// The best moves have values of their own, the others a bound.
func ExampleSearch_RunLines() {
	g, err := games.Parse("connect4")
	if err != nil {
		log.Fatal(err)
	}
	s := g.New()
	if _, err := game.ParseLine(g, s, "4433"); err != nil {
		log.Fatal(err)
	}
	search, err := minimax.New(g, minimax.Params{
		Algorithm: minimax.AlphaBeta, Depth: 6, Deepen: true, Order: true, TableBits: 16,
	})
	if err != nil {
		log.Fatal(err)
	}
	told := func(r minimax.Result) { fmt.Println("depth", r.Depth, "prefers", g.FormatMove(s, r.Move)) }
	found, err := search.RunLines(context.Background(), s, 3, told)
	if err != nil {
		log.Fatal(err)
	}
	for _, l := range found.Lines {
		switch {
		case l.Plies > 0 && l.Value == minimax.Win:
			fmt.Println(g.FormatMove(s, l.Move), "wins in", l.Plies, "plies by", game.FormatLine(g, s, l.PV))
		case l.Bound == minimax.Exactly:
			fmt.Println(g.FormatMove(s, l.Move), "is worth", l.Value)
		default:
			fmt.Println(g.FormatMove(s, l.Move), "is worth no more than", l.Value)
		}
	}
	// Output:
	// depth 1 prefers 1
	// depth 2 prefers 1
	// depth 3 prefers 2
	// depth 4 prefers 2
	// depth 5 prefers 2
	// depth 6 prefers 2
	// 2 wins in 3 plies by 215
	// 5 wins in 3 plies by 512
	// 1 is worth 0
	// 3 is worth no more than 0
	// 4 is worth no more than 0
	// 6 is worth no more than 0
	// 7 is worth no more than 0
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
