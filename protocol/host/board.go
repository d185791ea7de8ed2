package host

import (
	"context"
	"fmt"
	"time"

	"gambito/agent"
	"gambito/arena"
	"gambito/game"
)

// Board is a game that others direct. Agents are made when one is first asked to think,
// one for each seat.
type Board struct {
	Game  game.Game
	Agent agent.Spec
	Seed  uint64

	table  arena.Table
	start  game.State
	number int // of the game, from 1
}

// Change has another game played from now on.
func (b *Board) Change(ctx context.Context, g game.Game) error {
	if _, err := b.Agent.For(g); err != nil {
		return err
	}
	b.table.Leave()
	b.Game = g
	b.table = arena.Table{Game: g, Agents: make([]agent.Agent, g.Info().Players())}
	return b.Begin(ctx, g.New(), nil)
}

// Begin begins a new game from a position, with moves that were made.
func (b *Board) Begin(ctx context.Context, start game.State, moves []game.Move) error {
	b.start = start
	b.number++
	return b.again(ctx, moves, true)
}

// TakeBack takes back all moves but the first ones, so many.
func (b *Board) TakeBack(ctx context.Context, plies int) error {
	return b.again(ctx, append([]game.Move{}, b.table.Moves()[:plies]...), false)
}

// again sets up the game with those moves. Agents who watch must be told them, and all
// of a new game.
func (b *Board) again(ctx context.Context, moves []game.Move, anew bool) error {
	for seat, a := range b.table.Agents {
		_, watches := a.(agent.Watcher)
		if a != nil && (watches || anew) {
			if err := arena.NewGame(a, game.Player(seat), b.seed(seat)); err != nil {
				return err
			}
		}
	}
	return b.table.Begin(ctx, b.start, moves)
}

func (b *Board) seed(seat int) uint64 {
	return arena.AgentSeed(b.Seed, b.Game.Info().ID, 0, b.number, seat)
}

// Leave ends the game.
func (b *Board) Leave() { b.table.Leave() }

// State is the present position, the board's own.
func (b *Board) State() game.State { return b.table.State() }

// Moves are those made so far, the board's own.
func (b *Board) Moves() []game.Move { return b.table.Moves() }

// Before is the position as it was before the move of that number, from 0.
func (b *Board) Before(number int) game.State { return b.table.Before(number) }

// Play makes a move.
func (b *Board) Play(ctx context.Context, m game.Move) error { return b.table.Play(ctx, m) }

// seat is the agent that plays for p.
func (b *Board) seat(ctx context.Context, p game.Player) (agent.Agent, error) {
	if a := b.table.Agents[p]; a != nil {
		return a, nil
	}
	a, err := b.Agent.New(b.Game)
	if err == nil {
		err = arena.NewGame(a, p, b.seed(int(p)))
	}
	if err == nil {
		err = b.table.Seat(ctx, int(p), a)
	}
	return a, err
}

// Choose has the agent of the player to move choose, who may give up:
// agent.ErrResigned. Precondition: a player is to move.
func (b *Board) Choose(ctx context.Context, limits agent.Limits) (game.Move, time.Duration, error) {
	p := b.State().Turn()
	if _, err := b.seat(ctx, p); err != nil {
		return 0, 0, err
	}
	b.table.Limits = limits
	begin := time.Now()
	m, fault, err := b.table.Ask(ctx, p)
	took := time.Since(begin)
	switch {
	case err != nil:
		return 0, took, err
	case fault.Reason == arena.Resignation:
		return 0, took, agent.ErrResigned
	case fault.Reason != "":
		b.table.Agents[p] = nil // nobody knows what state it is in
		return 0, took, fmt.Errorf("%s failed: %s", b.Agent, fault.Detail)
	}
	return m, took, nil
}

// Thinker is the agent of the player to move, and the position for it to think about,
// for whoever wants to know more than a move.
func (b *Board) Thinker(ctx context.Context) (agent.Agent, game.State, error) {
	s := b.State()
	a, err := b.seat(ctx, s.Turn())
	return a, s.Clone(), err
}
