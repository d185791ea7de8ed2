package play

import (
	"slices"

	"gambito/agent"
	"gambito/arena"
	"gambito/game"
	"gambito/gamefile"
)

// Record is the game so far.
func (g *Game) Record() arena.Record {
	r := arena.Record{Game: g.Rules.Info().ID, Seed: g.Seed}
	g.table.Record(&r, g.from.Opening)
	r.Names, r.Event = g.from.Names, g.from.Event
	r.Simulations, r.Nodes = nil, nil // what a part of the game took tells nothing
	if r.Clock == "" {
		r.Seconds = nil
	}
	if position := g.Rules.FormatPosition(g.Start); position != g.Rules.FormatPosition(g.Rules.New()) {
		r.Position = position
	}
	for seat, spec := range g.Seats {
		r.Agents, r.Seats = append(r.Agents, spec.String()), append(r.Seats, seat)
	}
	return r
}

// Keep keeps the game as it stands.
func (g *Game) Keep() error { return g.Keeper.Keep(g.Record()) }

// Resumed is a game that goes on, of the same rules as g: its moves, clocks and seed,
// played by seats; whoever asks g for hints asks there too. The players sit down; g
// stays as it is. As it ended says that a game which a player has lost by what it did
// is over again, else it goes on from its last position.
func (g *Game) Resumed(f gamefile.Game, seats []agent.Spec, asItEnded bool) (*Game, error) {
	r := f.Record
	next := &Game{
		Rules: g.Rules, Seats: seats, Start: f.Start, Moves: f.Moves, Seed: r.Seed, Clock: g.Clock, Hint: g.Hint,
		Agents: g.Agents, Accept: g.Accept, Kept: g.Kept, Keeper: g.Kept.Begin(g.Rules), first: g.first, from: r,
	}
	if asItEnded && r.Result != nil {
		next.lost = ending(f)
	}
	if r.Clock != "" {
		var err error
		if next.Clock, err = arena.ParseClock(r.Clock); err != nil {
			return nil, err
		}
		next.used = r.Seconds
	}
	return next, next.Sit()
}

// ending is by which faults a game has ended.
func ending(f gamefile.Game) []arena.Fault {
	lost := slices.DeleteFunc(slices.Clone(f.Record.Faults), func(f arena.Fault) bool { return f.Continued })
	if _, counted := f.Start.(game.Conceder); counted {
		for i := range lost {
			lost[i].Times = max(lost[i].Times, 1)
		}
	}
	if len(lost) == 0 {
		return nil
	}
	return lost
}
