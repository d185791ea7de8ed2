package play

import "gambito/game"

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

// errSeen is what is said to who would take back what was seen, or choose it.
var errSeen = wrong("a game with secrets goes on as it is: what was seen cannot be taken back or chosen")
