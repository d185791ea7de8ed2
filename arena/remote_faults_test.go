package arena_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gambito/agent"
	"gambito/agents"
	"gambito/arena"
	"gambito/crew"
	"gambito/crew/crewtest"
	"gambito/game"
	"gambito/games"
	"gambito/spec"
)

// clumsy plays at random, and now and then does what costs it the game.
type clumsy struct {
	r    *rand.Rand
	seat game.Player
}

func (c *clumsy) NewGame(seat game.Player, seed uint64) {
	c.r, c.seat = rand.New(rand.NewPCG(seed, 0)), seat
}

func (c *clumsy) Choose(_ context.Context, s game.State, _ agent.Limits) (game.Move, agent.Info, error) {
	switch c.r.IntN(60) {
	case 0:
		return 1 << 30, agent.Info{}, nil
	case 1:
		return 0, agent.Info{}, errors.New("a line\nand \x1b[1m another")
	case 2:
		return 0, agent.Info{}, agent.ErrResigned
	case 3:
		panic("clumsy")
	}
	moves := game.MovesFor(s, c.seat, nil)
	return moves[c.r.IntN(len(moves))], agent.Info{Simulations: 3}, nil
}

// TestRemoteFaults: what agents do wrong is told too, and believed.
func TestRemoteFaults(t *testing.T) {
	entry := agent.Entry{Schema: spec.Schema{ID: "clumsy"}, Make: agent.Maker{New: func(agent.Order) (agent.Agent, error) { return &clumsy{}, nil }}}
	registry := func(e *agent.Environment) *agent.Registry { return agents.New(e, entry) }
	specs, err := registry(agent.NewEnvironment("")).ParseAll("clumsy", "random")
	if err != nil {
		t.Fatal(err)
	}
	e := &arena.Experiment{
		Name: "faults", Schedule: arena.RoundRobin, Rounds: 1, GamesPerPair: 8, Draw: arena.DrawHalf, Seed: 3, Stop: arena.Stop{Rule: arena.StopFixed}, MaxPlies: 150,
		Entrants: []arena.Entrant{{Name: "clumsy", Spec: specs[0]}, {Name: "other", Spec: specs[0]}, {Name: "random", Spec: specs[1]}},
	}
	for _, id := range []string{"connect4", "othello", "backgammon", "backgammon:match=3", "tron:10x10", "gdl:tron-10x10", "einstein"} {
		g, err := games.Parse(id)
		if err != nil {
			t.Fatal(err)
		}
		e.Venues = append(e.Venues, arena.Venue{Game: g})
	}
	want, _ := outcome(t, e, arena.Local{Jobs: 2})
	got, _ := outcome(t, e, arena.Remote{Fleet: crewtest.Fleet{Kinds: []crew.Kind{arena.Games(registry, games.ParseSealed)}, Workers: 3}})
	if !slices.Equal(got, want) {
		t.Error("they play otherwise")
	}
	all := strings.Join(want, "\n")
	for _, reason := range []arena.Reason{arena.IllegalMove, arena.AgentError, arena.Resignation, arena.ByTheRules, arena.TooLong} {
		if !strings.Contains(all, `"reason":"`+string(reason)+`"`) {
			t.Errorf("no game ended so: %s", reason)
		}
	}
	if !strings.Contains(all, `"continued":true`) {
		t.Error("no match went on after a fault")
	}
}
