package gtp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"gambito/agent"
	"gambito/game"
	"gambito/games"
	"gambito/protocol/host"
)

// Server puts an agent behind the protocol. It plays for both sides, for whichever a
// move is asked, with an agent of its own for each.
type Server struct {
	Game    game.Game
	Agent   agent.Spec
	Seed    uint64
	Version string
}

// Check reports what makes it impossible to serve.
func (s Server) Check() error {
	if _, err := newNotation(s.Game); err != nil {
		return err
	}
	_, err := s.Agent.For(s.Game)
	return err
}

// Serve answers the commands of in until it ends, quit comes, or ctx ends.
func (s Server) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	c := &conversation{version: s.Version, ctx: ctx, out: out, Board: host.Board{Game: s.Game, Agent: s.Agent, Seed: s.Seed}}
	if err := c.change(s.Game); err != nil {
		return err
	}
	defer c.Leave()
	c.lines = host.Read(in)
	defer c.lines.Close()
	for !c.quit && c.err == nil {
		line, ok := c.lines.Next(ctx)
		if !ok {
			break
		}
		if command, ok := ParseCommand(line); ok {
			c.answer(command)
		}
	}
	return c.err
}

// conversation is a server at work.
type conversation struct {
	host.Board
	version string
	ctx     context.Context
	out     io.Writer
	err     error // of out
	lines   *host.Lines
	quit    bool

	notation *notation
	implicit map[int]bool // plies that are passes which nobody has told
	clock    clock
}

// answer carries out a command.
func (c *conversation) answer(command Command) {
	for _, k := range commands() {
		if k.name == strings.ToLower(command.Name) {
			if k.live != nil {
				k.live(c, command)
				return
			}
			text, err := k.do(c, command.Args)
			c.reply(command.ID, text, err)
			return
		}
	}
	c.reply(command.ID, "", errors.New("unknown command"))
}

// reply writes one.
func (c *conversation) reply(id, text string, err error) {
	if err != nil {
		c.write(Reply{ID: id, Failed: true, Text: err.Error()}.String())
		return
	}
	c.write(Reply{ID: id, Text: text}.String())
}

func (c *conversation) write(text string) {
	if _, err := io.WriteString(c.out, text); err != nil && c.err == nil {
		c.err = err
	}
}

// change begins with another game, or one on another board.
func (c *conversation) change(g game.Game) error {
	n, err := newNotation(g)
	if err == nil {
		err = c.Change(c.ctx, g)
	}
	if err != nil {
		return err
	}
	c.notation, c.implicit = n, map[int]bool{}
	c.clock.begin()
	return nil
}

// begin sets a position up for a new game.
func (c *conversation) begin(start game.State) error {
	c.clock.begin()
	c.implicit = map[int]bool{}
	return c.Begin(c.ctx, start, nil)
}

// turn makes it the turn of p, if it is not: players who must pass may have done so
// without a word.
func (c *conversation) turn(p game.Player) error {
	s := c.State()
	if turn := s.Turn(); turn == p || turn == game.Over {
		return nil
	}
	if pass, ok := c.notation.mustPass(s); ok {
		c.implicit[len(c.Moves())] = true
		return c.Play(c.ctx, pass)
	}
	return fmt.Errorf("it is the turn of %s", c.notation.name(s.Turn()))
}

// errOver is what asking for a move comes to when there is none left.
var errOver = errors.New("the game is over")

// think has the agent choose a move for p, which is not made. An agent that gives up
// is agent.ErrResigned.
func (c *conversation) think(p game.Player) (game.Move, error) {
	if err := c.turn(p); err != nil {
		return 0, err
	}
	if c.State().Turn() == game.Over {
		return 0, errOver
	}
	m, took, err := c.Choose(c.ctx, agent.Limits{Time: c.clock.budget(p, len(c.Moves())), Clock: c.clock.whole(p)})
	c.clock.used(p, took)
	return m, err
}

// resize is the game on another board, if it can be played on one.
func (c *conversation) resize(columns, rows int) (game.Game, error) {
	n := c.notation
	if columns == len(n.columns) && rows == len(n.rows) {
		return c.Game, nil
	}
	id, _, _ := strings.Cut(c.Game.Info().ID, ":")
	return games.Parse(fmt.Sprintf("%s:%dx%d", id, columns, rows))
}

// find is the game of that name, as people call it or as its spec does.
func find(name string) (game.Game, error) {
	for _, entry := range games.Catalogue.Entries {
		if strings.EqualFold(entry.Name, name) {
			return games.Parse(entry.ID)
		}
	}
	return games.Parse(name)
}
