package game_test

import (
	"context"
	"fmt"
	"log"
	"math/rand/v2"

	"gambito/game"
	"gambito/games/connect4"
	"gambito/games/tictactoe"
)

// A game is played by asking a position for its moves and making one of them. The
// caller owns the buffer, so that nothing is allocated on the way.
func ExampleState() {
	g, err := tictactoe.New(3, 3)
	if err != nil {
		log.Fatal(err)
	}
	s := g.New()
	moves := make([]game.Move, 0, g.Info().MaxMoves)
	for s.Turn() != game.Over {
		moves = s.Moves(moves[:0])
		s.Play(moves[0]) // everybody takes the first free cell
	}
	fmt.Println(g.FormatPosition(s))
	for p, role := range g.Info().Roles {
		fmt.Println(role, s.Score(game.Player(p)))
	}
	// Output:
	// XOX/OXO/X..
	// X 1
	// O -1
}

// Lines of moves are read, checked and played at once.
func ExampleParseLine() {
	g, err := connect4.New(7, 6, 4)
	if err != nil {
		log.Fatal(err)
	}
	s := g.New()
	moves, err := game.ParseLine(g, s, "444")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(moves), "moves:", g.FormatPosition(s))
	_, err = game.ParseLine(g, s, "48")
	fmt.Println(err)
	// Output:
	// 3 moves: ......./......./......./...X.../...O.../...X...
	// move 2: "8" is not a column: columns are 1 to 7 (legal are 1, 2, 3, 4, 5, 6, 7)
}

// What not every game can do is an interface of its own: whoever needs it asks the
// position for it once.
func ExampleUndoer() {
	g, err := connect4.New(7, 6, 4)
	if err != nil {
		log.Fatal(err)
	}
	s := g.New()
	before := s.Hash()
	if u, ok := s.(game.Undoer); ok {
		m := s.Moves(nil)[3]
		u.Play(m)
		u.Undo(m)
		fmt.Println("as before:", s.Hash() == before)
	}
	// Output: as before: true
}

// Perft counts the leaves of a game tree, which tells whether rules are right.
func ExamplePerft() {
	g, err := tictactoe.New(3, 3)
	if err != nil {
		log.Fatal(err)
	}
	leaves, err := game.Perft(context.Background(), g.New(), 9, 2, nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(leaves, "games of tic-tac-toe")
	// Output: 255168 games of tic-tac-toe
}

// Random numbers are the caller's: the same seed gives the same game.
func ExampleRandomPlayout() {
	g, err := tictactoe.New(3, 3)
	if err != nil {
		log.Fatal(err)
	}
	start, s := g.New(), g.New()
	moves := make([]game.Move, 0, g.Info().MaxMoves)
	r := rand.New(rand.NewPCG(1, 2))
	wins := 0
	for range 1000 {
		s.CopyFrom(start)
		game.RandomPlayout(s, r, moves)
		if s.Score(0) > 0 {
			wins++
		}
	}
	fmt.Println("the first player wins", wins, "of 1000 random games")
	// Output: the first player wins 576 of 1000 random games
}
