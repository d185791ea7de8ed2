package main

import (
	"gambito/agent"
	"gambito/agents"
	"gambito/arena"
	"gambito/crew"
	"gambito/games"
	"gambito/protocol/ggp"
	"gambito/protocol/gnubg"
	"gambito/protocol/gtp"
	"gambito/protocol/nboard"
)

// fleetKinds are all sorts of work that machines of a fleet do for each other.
func fleetKinds() []crew.Kind {
	return []crew.Kind{
		arena.Games(sealedAgents, games.ParseSealed),
	}
}

// sealedAgents are those that may be named from elsewhere: all but people.
func sealedAgents(e *agent.Environment) *agent.Registry {
	return agents.New(e, gnubg.Entry, ggp.Entry(), gtp.Entry, nboard.Entry)
}
