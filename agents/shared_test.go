package agents

import (
	"testing"

	"gambito/agent"
	"gambito/games"
	"gambito/neural"
	"gambito/spec"
)

// TestNetworksAreDecodedOnce: all agents of an environment share a network.
func TestNetworksAreDecodedOnce(t *testing.T) {
	var orders []agent.Order
	spy := agent.Entry{
		Schema: spec.Schema{ID: "spy", Options: []spec.Option{networkOption}},
		Make: agent.Maker{Resolve: resolveNetwork, Open: openNetwork, New: func(o agent.Order) (agent.Agent, error) {
			orders = append(orders, o)
			return nil, nil
		}},
	}
	registry := New(agent.NewEnvironment(""), spy)
	g, err := games.Parse("connect4")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"spy", "spy:model=connect4", "spy"} {
		s, err := registry.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.New(g); err != nil {
			t.Fatal(err)
		}
	}
	e, err := neural.Encoded(g)
	if err != nil {
		t.Fatal(err)
	}
	first, err := sharedNetwork(orders[0], e)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range orders[1:] {
		if again, err := sharedNetwork(o, e); err != nil || again != first {
			t.Errorf("another network is made for %s, %v", o.Values, err)
		}
	}
}
