// Package play is the life of a game in which people take part: who sits where, how a
// position is set up and changed, whom chance favours, what agents answer, how a game is
// given up, how it is kept and gone on with. It prints nothing and asks no person: a
// loop at a terminal or the requests of a page drive it. Begin with Game.
package play

import (
	"context"
	"fmt"
	"slices"
	"time"

	"gambito/agent"
	"gambito/arena"
	"gambito/game"
	"gambito/kept"
)

// Game is one game between people and agents. Whoever drives it fills in the first
// fields, calls Sit and SetUp, then has chance roll (Roll), agents think (Think) and
// people choose until it is Over, and makes what they choose (Make). It is not for
// several goroutines: while an agent thinks, nothing else may be done with it.
type Game struct {
	Rules  game.Game
	Seats  []agent.Spec // who plays, by seat; the interactive ones are people
	Start  game.State
	Moves  []game.Move // played from the start so far
	Seed   uint64      // of the dice and of agents
	Clock  arena.Clock
	Hint   agent.Spec // whom people ask for advice, and who judges what giving up is worth
	Agents *agent.Registry
	Accept func(position string) error // may refuse what Edit is given; nil takes all that the game reads
	Kept   kept.Folder                 // where games are kept
	Keeper *kept.Keeper                // of this one; nil keeps nothing

	table   *arena.Table
	first   game.State      // where the first of several games began
	used    []float64       // seconds that players have used in the game that goes on
	stopped []time.Duration // what was left on the clocks before the position was set up again
	from    arena.Record    // of a game that goes on: who played where, and what was given
	lost    []arena.Fault   // by which the game that goes on had ended
	left    bool            // the agents have left
}

// Sit makes the agents, unless they sit already.
func (g *Game) Sit() error {
	if g.table != nil {
		return nil
	}
	table := &arena.Table{Game: g.Rules, Agents: make([]agent.Agent, len(g.Seats)), Clock: g.Clock}
	for seat, spec := range g.Seats {
		if spec.Interactive() {
			continue
		}
		var err error
		if table.Agents[seat], err = g.agent(seat); err != nil {
			table.Leave()
			return err
		}
	}
	if g.table = table; g.first == nil {
		g.first = g.Start.Clone()
	}
	return nil
}

// agent makes the one of a seat, ready to play.
func (g *Game) agent(seat int) (agent.Agent, error) {
	a, err := g.Seats[seat].New(g.Rules)
	if err != nil {
		return nil, err
	}
	if err := arena.NewGame(a, game.Player(seat), g.seedOf(seat)); err != nil {
		return nil, g.failed(seat, err)
	}
	return a, nil
}

// seedOf is the seed of the agent at a seat.
func (g *Game) seedOf(seat int) uint64 {
	return arena.AgentSeed(g.Seed, g.Rules.Info().ID, 0, 0, seat)
}

func (g *Game) failed(seat int, err error) error {
	return fmt.Errorf("agent %q: %w", g.Seats[seat], err)
}

// Leave tells agents that the game has ended, for whatever reason.
func (g *Game) Leave() {
	if g.table != nil && !g.left {
		g.left = true
		g.table.Leave()
	}
}

// Rest makes agents anew while it is not their turn, so that they forget what they need
// no longer. Those who watch stay.
func (g *Game) Rest() error {
	for seat, a := range g.table.Agents {
		if _, watches := a.(agent.Watcher); a == nil || watches {
			continue
		}
		fresh, err := g.agent(seat)
		if err != nil {
			return err
		}
		g.table.Agents[seat] = fresh
	}
	return nil
}

// SetUp sets the position up that follows from the start and the moves: at the
// beginning, and after Undo, SetDice or Edit. Agents who watch begin anew and see all
// of the moves. Clocks go on: who has lost by the clock and goes on all the same has
// its time anew. A game that had ended by what a player did ends so again.
func (g *Game) SetUp(ctx context.Context) error {
	g.stopClocks()
	for seat, a := range g.table.Agents {
		if w, ok := a.(agent.Watcher); ok {
			if err := arena.NewGame(w, game.Player(seat), g.seedOf(seat)); err != nil {
				return g.failed(seat, err)
			}
		}
	}
	g.table.Clock = g.Clock
	if err := g.table.Begin(ctx, g.Start, slices.Clone(g.Moves)); err != nil {
		return err
	}
	if g.used != nil {
		g.table.Used(g.used)
	}
	for p, left := range g.stopped {
		g.table.SetLeft(game.Player(p), left)
	}
	g.Moves, g.used, g.stopped = g.table.Moves(), nil, nil
	g.from.Opening = min(g.from.Opening, len(g.Moves)) // moves taken back are chosen anew
	if g.lost == nil || g.table.Over() {
		return nil
	}
	lost := g.lost
	g.lost = nil
	for _, f := range lost {
		if _, ok := g.Left(game.Player(f.Seat)); ok && f.Reason == arena.OutOfTime {
			g.table.SetLeft(game.Player(f.Seat), 0)
		}
	}
	return g.table.Forfeit(ctx, lost...)
}

// stopClocks remembers what is left on the clocks for when the position has been set
// up again.
func (g *Game) stopClocks() {
	g.stopped = nil
	for p := range game.Player(len(g.Seats)) {
		if left, ok := g.Left(p); ok {
			if left == 0 {
				left = g.Clock.Time
			}
			g.stopped = append(g.stopped, left)
		}
	}
}

// State is the present position, which is the game's own.
func (g *Game) State() game.State { return g.table.State() }

// Before is a position as it was before the move of that number, from 0.
func (g *Game) Before(number int) game.State { return g.table.Before(number) }

// Over reports whether the game has ended, by the rules or otherwise.
func (g *Game) Over() bool { return g.table.Over() }

// Lost is by what a game that goes on had ended, until that is set up; nil if it had
// not, or by the rules.
func (g *Game) Lost() []arena.Fault { return g.lost }

// IsPerson reports whether a person plays for p.
func (g *Game) IsPerson(p game.Player) bool { return g.table.Agents[p] == nil }

// People is how many people play.
func (g *Game) People() (n int) {
	for _, spec := range g.Seats {
		if spec.Interactive() {
			n++
		}
	}
	return n
}

// Again is another game of the same players, maybe with the sides changed, from where
// the first of them began and with other dice. They sit down to it; g stays as it is.
func (g *Game) Again(swap bool) (*Game, error) {
	next := &Game{
		Rules: g.Rules, Seats: g.Seats, Start: g.first.Clone(), Seed: g.Seed + 1, Clock: g.Clock, Hint: g.Hint,
		Agents: g.Agents, Accept: g.Accept, Kept: g.Kept, Keeper: g.Kept.Begin(g.Rules), first: g.first,
	}
	if swap {
		next.Seats = append(slices.Clone(g.Seats[1:]), g.Seats[0])
	}
	return next, next.Sit()
}
