package agents

import (
	"gambito/agent"
	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/backgammon/match"
)

// Sparring partners, each for the games it fits. They answer within about a
// second; the limit of time is for rulesheets that are slow to play.
const (
	backgammonPartner = "td"
	networkPartner    = "alphazero"
	generalPartner    = "ggp:sims=2000,time=2s"
)

// SparringHelp says in one line whom Sparring returns.
const SparringHelp = backgammonPartner + " in backgammon, " + networkPartner + " where a network comes along, else " + generalPartner

// Sparring is who gives hints if nobody else is named: the strongest agent that fits the game and does not keep one waiting.
func Sparring(r *agent.Registry, g game.Game) (agent.Spec, error) {
	switch g.(type) {
	case *backgammon.Game, *match.Game:
		return r.Parse(backgammonPartner)
	}
	partner, err := r.Parse(networkPartner)
	if err != nil {
		return agent.Spec{}, err
	}
	if _, err := partner.For(g); err == nil {
		return partner, nil
	}
	return r.Parse(generalPartner)
}
