package play

import (
	"context"
	"errors"
	"time"

	"gambito/arena"
	"gambito/game"
)

// Roll is what chance decides. The dice are those of the first game of a match of the
// same seed: a roll that was undone comes again, and so does the luck of a game that
// was saved. Precondition: it is chance's turn.
func (g *Game) Roll() game.Move {
	made, at := 0, g.Start.Clone()
	for _, m := range g.Moves {
		if at.Turn() == game.Chance {
			made++
		}
		at.Play(m)
	}
	g.table.Dice = arena.NewDice(g.Seed, g.Rules.Info().ID, 0, 0, made)
	return g.table.Roll()
}

// Thinking is what whoever drives a game has to do with an agent that thinks. What is
// nil is not done.
type Thinking struct {
	// Begin is called before the agent is asked. When the context that it returns
	// ends, the agent plays the best that it has found. Done is called after.
	Begin func(ctx context.Context) (until context.Context, done func())

	// Again is told that the agent is asked again, because it was to stop before it
	// had found a move or, with what it did, because it has failed.
	Again func(failure string)
}

// Think returns what the agent of a seat chooses. One that fails is made anew and
// asked once more, so that its fault does not cost a person the game. What ends the
// game is a fault, of one who gives up or is out of time, for Forfeit. After the error
// of an agent that goes on failing the game stands where it was.
func (g *Game) Think(ctx context.Context, p game.Player, t Thinking) (game.Move, arena.Fault, error) {
	for failures := 0; ; {
		until, done := ctx, func() {}
		if t.Begin != nil {
			until, done = t.Begin(ctx)
		}
		m, fault, err := g.table.AskUntil(ctx, until, p)
		done()
		switch {
		case errors.Is(err, arena.ErrNoMove):
			t.again("")
			continue
		case err != nil:
			return 0, fault, g.failed(int(p), err)
		case fault.Reason == "" || fault.Reason == arena.Resignation || fault.Reason == arena.OutOfTime:
			return m, fault, nil
		case failures > 0:
			return 0, arena.Fault{}, g.failed(int(p), errors.New(fault.Detail))
		}
		failures++
		t.again(fault.Detail)
		if err := g.replace(ctx, p); err != nil {
			return 0, arena.Fault{}, err
		}
	}
}

func (t Thinking) again(failure string) {
	if t.Again != nil {
		t.Again(failure)
	}
}

// replace puts another agent of the same kind on a seat.
func (g *Game) replace(ctx context.Context, p game.Player) error {
	a, err := g.agent(int(p))
	if err != nil {
		return err
	}
	return g.table.Seat(ctx, int(p), a)
}

// Join is the move that comes of the choices of all players, by seat, of whom only
// those who are to move count.
func (g *Game) Join(chosen []game.Move) game.Move { return g.table.Join(chosen) }

// Make makes a move, a joint one where players move at once, or what chance has rolled.
func (g *Game) Make(ctx context.Context, m game.Move) error {
	err := g.table.Play(ctx, m)
	g.Moves = g.table.Moves()
	return err
}

// Forfeit has a player lose by what it has done: the game or, where a match goes on,
// the game that is played of it.
func (g *Game) Forfeit(ctx context.Context, f arena.Fault) error {
	err := g.table.Forfeit(ctx, f)
	g.Moves = g.table.Moves()
	return err
}

// Left is how much time a player has left; false if there is no clock.
func (g *Game) Left(p game.Player) (time.Duration, bool) { return g.table.Left(p) }

// Charge takes time off a person's clock that it needed for something else than a
// move. Who needed more than there was has lost by it.
func (g *Game) Charge(p game.Player, took time.Duration) arena.Fault { return g.table.Charge(p, took) }

// Spend is Charge for a move, which gives the person its increment.
func (g *Game) Spend(p game.Player, took time.Duration) arena.Fault { return g.table.Spend(p, took) }

// Throws reports whether a move only has the dice thrown, which changes nothing on the
// board.
func Throws(s game.State, m game.Move) bool {
	thrower, ok := s.(game.Thrower)
	if !ok {
		return false
	}
	throw, may := thrower.Throw()
	return may && throw == m
}

// Tell says what a move from one position to another has brought, where the game has
// words for it.
func Tell(g game.Game, before, after game.State) string {
	if narrated, ok := g.(game.Narrated); ok {
		return narrated.Tell(before, after)
	}
	return ""
}
