package terminal

import (
	"context"
	"errors"
	"fmt"
	"io"

	"gambito/agent"
	"gambito/game"
	"gambito/spec"
)

// HumanEntry is the agent that asks a person. The screen and the input may be
// nil where agents are only listed.
func HumanEntry(screen *Screen, in *Input) agent.Entry {
	return agent.Entry{
		Schema: spec.Schema{ID: "human", Name: "Human", About: "Asks a person at the terminal for every move."},
		Make: agent.Maker{
			Interactive: true,
			Whole:       true,
			New: func(o agent.Order) (agent.Agent, error) {
				return &human{asker: asker{game: o.Game, screen: screen, in: in, when: matching}}, nil
			},
		},
	}
}

type human struct {
	asker
	seat game.Player
	last game.State // the position in which this person moved last
}

// NewGame implements agent.Agent.
func (h *human) NewGame(seat game.Player, _ uint64) {
	h.seat, h.last = seat, nil
	h.screen.printf("\n")
	h.screen.say("A new game: %s", stopped(h.screen.Words.Text(h.game.Info().Name)))
}

// Choose implements agent.Agent.
func (h *human) Choose(ctx context.Context, s game.State, _ agent.Limits) (game.Move, agent.Info, error) {
	h.show(s, h.last)
	h.made = nil
	for {
		c, err := h.ask(ctx, s, h.seat, true)
		if err != nil {
			return 0, agent.Info{}, leave(err)
		}
		switch c.verb {
		case aMove:
			h.last = s.Clone()
			return c.move, agent.Info{}, nil
		case "resign":
			return 0, agent.Info{}, agent.ErrResigned
		case "quit":
			return 0, agent.Info{}, agent.ErrQuit
		}
	}
}

// leave breaks the match off at the end of input or at a mistake in a script.
func leave(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, errInterrupted) {
		return agent.ErrQuit
	}
	return fmt.Errorf("%w: %w", agent.ErrQuit, err)
}
