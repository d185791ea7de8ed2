package gdl_test

import (
	"fmt"
	"log"

	"gambito/game"
	"gambito/gdl"
)

// nim is a whole game: take one or two of five stones; who takes the last one wins.
const nim = `
(role first) (role second)
(init (stones 5)) (init (turn first))
(other first second) (other second first)
(less 5 1 4) (less 4 1 3) (less 3 1 2) (less 2 1 1) (less 1 1 0)
(less 5 2 3) (less 4 2 2) (less 3 2 1) (less 2 2 0)
(<= (legal ?p (take ?k)) (true (turn ?p)) (true (stones ?n)) (less ?n ?k ?left))
(<= (legal ?p wait) (role ?p) (not (true (turn ?p))))
(<= (next (stones ?left)) (does ?p (take ?k)) (true (stones ?n)) (less ?n ?k ?left))
(<= (next (turn ?q)) (true (turn ?p)) (other ?p ?q))
(<= terminal (true (stones 0)))
(<= (goal ?p 0) (role ?p) (true (turn ?p)))
(<= (goal ?p 100) (role ?p) (not (true (turn ?p))))
`

// A rulesheet becomes a game like any other.
func ExampleNew() {
	g, err := gdl.New([]byte(nim), gdl.Options{ID: "nim", Name: "Nim", Limits: gdl.DefaultLimits})
	if err != nil {
		log.Fatal(err)
	}
	s := g.New()
	for _, text := range []string{"(take 2)", "take 1", "take 2"} {
		m, err := g.ParseMove(s, text)
		if err != nil {
			log.Fatal(err)
		}
		s.Play(m)
	}
	fmt.Println(g.Info().Roles, "have", g.Goals(s), "over:", s.Turn() == game.Over)
	fmt.Println(g.Facts(s))
	// Output:
	// [first second] have [100 0] over: true
	// [(stones 0) (turn second)]
}

// Check says what is wrong with a rulesheet, and where.
func ExampleCheck() {
	sheet, problems := gdl.Check([]byte("(role you)\n(<= terminal (true (stones ?n)) (distinct ?n ?m))\n"))
	for _, p := range problems {
		fmt.Println(p)
	}
	fmt.Println("can be played:", sheet != nil)
	// Output:
	// 1:1: error: the sheet has no legal
	// 1:1: error: the sheet has no goal
	// 2:1: error: the rule is not safe: no positive condition binds ?m
	// can be played: false
}
