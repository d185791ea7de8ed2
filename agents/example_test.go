package agents_test

import (
	"context"
	"fmt"
	"log"

	"gambito/agent"
	"gambito/agents"
	"gambito/game"
	"gambito/games"
)

// An agent is made from a spec and asked for a move.
func ExampleNew() {
	registry := agents.New(agent.NewEnvironment(""))
	g, err := games.Parse("connect4")
	if err != nil {
		log.Fatal(err)
	}
	parsed, err := registry.Parse("alphabeta:depth=6")
	if err != nil {
		log.Fatal(err)
	}
	a, err := parsed.New(g)
	if err != nil {
		log.Fatal(err)
	}
	s := g.New()
	if _, err := game.ParseLine(g, s, "4455"); err != nil {
		log.Fatal(err)
	}
	a.NewGame(s.Turn(), 1)
	m, info, err := a.Choose(context.Background(), s, agent.Limits{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("column", g.FormatMove(s, m), "value", info.Value.Score, "line", game.FormatLine(g, s, info.PV))
	// Output: column 3 value 1 line 332
}

// What an agent is in a game is written out in full: whatever defaults are one
// day, this spec plays the same.
func ExampleNew_resolved() {
	registry := agents.New(agent.NewEnvironment(""))
	g, err := games.Parse("breakthrough")
	if err != nil {
		log.Fatal(err)
	}
	parsed, err := registry.Parse("alphabeta:depth=4")
	if err != nil {
		log.Fatal(err)
	}
	resolved, err := parsed.For(g)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(resolved)
	_, err = registry.Parse("alphabeta:dept=4")
	fmt.Println(err)
	// Output:
	// alphabeta:depth=4,eval=advance,order=on,quiesce=off,deepen=on,table=4
	// agent "alphabeta:dept=4": unknown option "dept" (did you mean "depth"?)
}
