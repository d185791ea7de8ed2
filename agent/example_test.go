package agent_test

import (
	"context"
	"fmt"
	"log"

	"gambito/agent"
	"gambito/game"
	"gambito/games"
	"gambito/spec"
)

// stubborn plays the n-th legal move, or the last if there are fewer.
type stubborn struct {
	seat  game.Player
	n     int
	moves []game.Move
}

// NewGame implements agent.Agent.
func (a *stubborn) NewGame(seat game.Player, _ uint64) { a.seat = seat }

// Choose implements agent.Agent.
func (a *stubborn) Choose(_ context.Context, s game.State, _ agent.Limits) (game.Move, agent.Info, error) {
	a.moves = game.MovesFor(s, a.seat, a.moves[:0])
	return a.moves[min(a.n, len(a.moves))-1], agent.Info{}, nil
}

// An entry declares an agent, its options included; a registry makes agents from
// specs and refuses what is not declared.
func ExampleRegistry() {
	registry := agent.NewRegistry(agent.NewEnvironment(""), nil, agent.Entry{
		Schema: spec.Schema{
			ID: "stubborn", Name: "Stubborn", About: "Plays the n-th legal move.",
			Options: []spec.Option{{Name: "n", Type: spec.Int, Default: "1", Min: 1, Max: 100, Help: "which"}},
		},
		Make: agent.Maker{New: func(o agent.Order) (agent.Agent, error) {
			return &stubborn{n: o.Values.Int("n")}, nil
		}},
	})
	g, err := games.Parse("connect4")
	if err != nil {
		log.Fatal(err)
	}
	parsed, err := registry.Parse("stubborn:n=4")
	if err != nil {
		log.Fatal(err)
	}
	a, err := parsed.New(g)
	if err != nil {
		log.Fatal(err)
	}
	a.NewGame(0, 1)
	s := g.New()
	m, _, err := a.Choose(context.Background(), s, agent.Limits{})
	fmt.Println("column", g.FormatMove(s, m), err)
	_, err = registry.Parse("stubborn:m=4")
	fmt.Println(err)
	// Output:
	// column 4 <nil>
	// agent "stubborn:m=4": unknown option "m" (did you mean "n"?)
}

// What is costly to make is made once for all agents of a process.
func ExampleShare() {
	type book string // the key's own type keeps it apart from those of others
	e := agent.NewEnvironment("")
	read := func() (string, error) {
		fmt.Println("reading")
		return "4 4 3", nil
	}
	for range 2 {
		line, err := agent.Share(e, book("openings"), read)
		fmt.Println(line, err)
	}
	// Output:
	// reading
	// 4 4 3 <nil>
	// 4 4 3 <nil>
}
