package play

import (
	"math/rand/v2"

	"gambito/arena"
	"gambito/game"
)

// Secret reports whether players do not see everything.
func (g *Game) Secret() bool { return game.OfSecrets(g.Rules) }

// Viewer is through whose eyes people look at the game: those of the only person or, of
// several, of the one who is to move or else the first. Nobody sees everything: who watches
// agents, everybody when the game is over, and always where there are no secrets.
func (g *Game) Viewer() game.Player {
	if !g.Secret() || g.Over() {
		return game.Nobody
	}
	first := game.Nobody
	for p := range game.Player(len(g.Seats)) {
		switch {
		case !g.IsPerson(p):
		case game.ToMove(g.State(), p):
			return p
		case first == game.Nobody:
			first = p
		}
	}
	return first
}

// Story is what a player has noticed of the game so far.
func (g *Game) Story(p game.Player) []game.Event {
	return game.Story(g.Rules, g.Start, g.Moves, p)
}

// Arrange is moves by which the player to move sets up at random what it has not set up yet,
// nil if that is nothing. The game's seed and its moves decide.
func (g *Game) Arrange() []game.Move {
	a, ok := g.State().(game.Arranger)
	if !ok {
		return nil
	}
	return a.Arrange(rand.New(rand.NewPCG(arena.AgentSeed(g.Seed, g.Rules.Info().ID, 0, len(g.Moves), len(g.Seats)), 0)))
}

// errSeen is what is said to who would take back what was seen, or choose it.
var errSeen = wrong("a game with secrets goes on as it is: what was seen cannot be taken back or chosen")
