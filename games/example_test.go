package games_test

import (
	"fmt"
	"log"

	"gambito/game"
	"gambito/games"
)

// A spec names a game and its options.
func ExampleParse() {
	for _, text := range []string{"connect4:8x6", "tictactoe:size=5,run=4", "backgammon:match=3", "gdl:three-in-line"} {
		g, err := games.Parse(text)
		if err != nil {
			log.Fatal(err)
		}
		info := g.Info()
		fmt.Printf("%s: %s, for %v, of chance: %v\n", info.ID, info.Name, info.Roles, game.OfChance(g))
	}
	_, err := games.Parse("conect4")
	fmt.Println(err)
	_, err = games.Parse("connect4:colums=8")
	fmt.Println(err)
	// Output:
	// connect4:8x6: Connect 4, for [red yellow], of chance: false
	// tictactoe:5x5,run=4: Tic-tac-toe, for [X O], of chance: false
	// backgammon:match=3: Backgammon, for [white black], of chance: true
	// gdl:three-in-line: Three in Line, for [ann bob cat], of chance: false
	// unknown game "conect4" (did you mean "connect4"?)
	// game "connect4:colums=8": unknown option "colums" (did you mean "columns"?)
}

// The catalogue tells which games there are and what they take.
func Example_catalogue() {
	for _, e := range games.Catalogue.Entries[:2] {
		fmt.Println(e.Name)
		for _, o := range e.Options {
			fmt.Printf("  %s (%s): %s\n", o.Name, o.Domain(), o.Help)
		}
	}
	// Output:
	// Connect 4
	//   columns (a whole number from 1 to 32): width of the board; columns × (rows + 1) may be at most 128
	//   rows (a whole number from 1 to 63): height of the board
	//   run (a whole number from 2 to 63): stones in a line that win
	// Tic-tac-toe
	//   size (a whole number from 2 to 8): side of the board
	//   run (a whole number from 2 to 8): cells in a line that win (default: the size)
}
