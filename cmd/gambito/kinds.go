package main

import (
	"gambito/agent"
	"gambito/agents"
	"gambito/arena"
	"gambito/bandit/lab"
	"gambito/crew"
	"gambito/duel"
	"gambito/fleet/load"
	"gambito/game"
	"gambito/games"
	"gambito/learn/breed"
	"gambito/learn/training"
	"gambito/learn/truth"
	"gambito/protocol/ggp"
	"gambito/protocol/gnubg"
	"gambito/protocol/gtp"
	"gambito/protocol/nboard"
	"gambito/quiz"
)

// fleetKinds are all sorts of work that machines of a fleet do for each other.
func fleetKinds() []crew.Kind {
	return append(training.Kinds(),
		arena.Games(sealedAgents, games.ParseSealed),
		truth.Kind(unpack),
		duel.Kind(unpack),
		quiz.Kind(unpack),
		breed.AgreementKind(unpack),
		lab.Kind,
		load.Wait,
	)
}

// unpack makes agents and games of what came with a job.
func unpack(j crew.Job, p crew.Place) (*agent.Registry, func(id string) (game.Game, error)) {
	parse := func(id string) (game.Game, error) { return games.ParseSealed(id, j.Read) }
	return sealedAgents(agent.NewSealed(p.Folder, j.Read)), parse
}

// sealedAgents are those that may be named from elsewhere: all but people.
func sealedAgents(e *agent.Environment) *agent.Registry {
	return agents.New(e, gnubg.Entry, ggp.Entry(), gtp.Entry, nboard.Entry)
}
