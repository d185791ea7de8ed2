package arena_test

import (
	"context"
	"fmt"
	"log"

	"gambito/agent"
	"gambito/agents"
	"gambito/arena"
	"gambito/games"
	"gambito/stats"
)

// A match hands over its records in the order of the games, whatever the number of
// jobs; a tally sums them up.
func ExampleMatch() {
	g, err := games.Parse("connect4")
	if err != nil {
		log.Fatal(err)
	}
	players, err := agents.New(agent.NewEnvironment("")).ParseAll("alphabeta:depth=3", "random")
	if err != nil {
		log.Fatal(err)
	}
	match := arena.Match{Game: g, Agents: players, Games: 40, Seed: 7, Jobs: 2}
	if err := match.Check(); err != nil {
		log.Fatal(err)
	}
	var tally arena.Tally
	err = match.Run(context.Background(), func(r arena.Record) error {
		tally.Add(r)
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	share := stats.Wilson(tally.Wins[0], tally.Games)
	fmt.Printf("%v wins %d of %d games, %.1f to %.1f %%\n", players[0], tally.Wins[0], tally.Games, 100*share.Low, 100*share.High)
	// Output: alphabeta:depth=3 wins 39 of 40 games, 87.1 to 99.6 %
}

// At a table somebody else may choose for a seat: a person, a page, a player
// elsewhere. An agent has the other seat.
func ExampleTable() {
	g, err := games.Parse("tictactoe")
	if err != nil {
		log.Fatal(err)
	}
	parsed, err := agents.New(agent.NewEnvironment("")).Parse("alphabeta:depth=9")
	if err != nil {
		log.Fatal(err)
	}
	opponent, err := parsed.New(g)
	if err != nil {
		log.Fatal(err)
	}
	opponent.NewGame(1, 1)
	ctx := context.Background()
	table := arena.Table{Game: g, Agents: []agent.Agent{nil, opponent}}
	if err := table.Begin(ctx, g.New(), nil); err != nil {
		log.Fatal(err)
	}
	typed := []string{"a1", "c1", "a2"} // by the person at seat 0
	for !table.Over() {
		seat := table.State().Turn()
		if table.Agents[seat] == nil {
			m, err := g.ParseMove(table.State(), typed[0])
			if err != nil {
				log.Fatal(err)
			}
			typed = typed[1:]
			if err := table.Play(ctx, m); err != nil {
				log.Fatal(err)
			}
			continue
		}
		m, fault, err := table.Ask(ctx, seat)
		switch {
		case err != nil:
			log.Fatal(err)
		case fault.Reason != "":
			err = table.Forfeit(ctx, fault)
		default:
			err = table.Play(ctx, m)
		}
		if err != nil {
			log.Fatal(err)
		}
	}
	var record arena.Record
	table.Record(&record, 0)
	fmt.Println(record.Moves, record.Result, record.Reason)
	// Output: a1 b2 c1 b1 a2 b3 [-1 1] rules
}
