package play

import "gambito/game"

// The changes below are of the start and the moves: SetUp then sets up what follows
// from them. After an error nothing has changed.

// Undo goes back to the latest position before this one in which a person was to
// move. A game that was not ended by its rules goes on where it was.
func (g *Game) Undo() error {
	if g.Secret() {
		return errSeen
	}
	if g.Over() && g.State().Turn() != game.Over {
		return nil
	}
	last, at := -1, g.Start.Clone()
	for i, m := range g.Moves {
		if turn := at.Turn(); turn == game.Together && g.People() > 0 || turn >= 0 && g.IsPerson(turn) {
			last = i
		}
		at.Play(m)
	}
	if last < 0 {
		return wrong("there is no move of yours to take back")
	}
	g.Moves = g.Moves[:last]
	return nil
}

// SetDice replaces the roll that the person is to move with, or rolls if the person
// may.
func (g *Game) SetDice(text string) error {
	if g.Secret() {
		return errSeen
	}
	if thrower, ok := g.State().(game.Thrower); ok {
		if throw, ok := thrower.Throw(); ok {
			thrown := g.State().Clone()
			thrown.Play(throw)
			m, err := g.Rules.ParseMove(thrown, text)
			if err == nil {
				g.Moves = append(g.Moves, throw, m)
			}
			return err
		}
	}
	last := len(g.Moves) - 1
	if last < 0 || g.Before(last).Turn() != game.Chance {
		return wrong("no dice were rolled for this move")
	}
	m, err := g.Rules.ParseMove(g.Before(last), text)
	if err != nil {
		return err
	}
	g.Moves = append(g.Moves[:last], m)
	return nil
}

// Edit begins at another position.
func (g *Game) Edit(position string) error {
	if g.Secret() {
		return errSeen
	}
	start, err := g.Rules.ParsePosition(position)
	if err == nil && g.Accept != nil {
		err = g.Accept(position)
	}
	if err != nil {
		return err
	}
	if len(g.Moves) > 0 { // what was played stays kept as it is
		g.Keeper = g.Kept.Begin(g.Rules)
	}
	g.Start, g.Moves = start, nil
	return nil
}
