package gtp

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"gambito/agent"
	"gambito/arena"
	"gambito/game"
	"gambito/games"
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

// maxLine is how long a command may be.
const maxLine = 1 << 16

// Serve answers the commands of in until it ends, quit comes, or ctx ends.
func (s Server) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	c := &conversation{Server: s, ctx: ctx, out: out, lines: make(chan string)}
	if err := c.change(s.Game); err != nil {
		return err
	}
	defer func() { c.table.Leave() }()
	done := make(chan struct{})
	defer close(done)
	go c.read(in, done)
	for !c.quit && c.err == nil {
		line, ok := c.next()
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
	Server
	ctx   context.Context
	out   io.Writer
	err   error // of out
	lines chan string
	ahead []string // read before their turn
	quit  bool

	notation *notation
	table    arena.Table
	start    game.State
	implicit map[int]bool // plies that are passes which nobody has told
	number   int          // of the game, from 0
	clock    clock
}

// read reads lines until nobody wants them. One that is too long is cut off, and no
// command then.
func (c *conversation) read(in io.Reader, done <-chan struct{}) {
	defer close(c.lines)
	lines := bufio.NewReaderSize(in, maxLine)
	for {
		line, err := lines.ReadSlice('\n')
		text := string(line)
		for errors.Is(err, bufio.ErrBufferFull) {
			text = "too-long"
			_, err = lines.ReadSlice('\n')
		}
		if text != "" {
			select {
			case c.lines <- text:
			case <-done:
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// next is the next line, if there is one.
func (c *conversation) next() (line string, ok bool) {
	if len(c.ahead) > 0 {
		line, c.ahead = c.ahead[0], c.ahead[1:]
		return line, true
	}
	select {
	case line, ok = <-c.lines:
		return line, ok
	case <-c.ctx.Done():
		return "", false
	}
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
		_, err = c.Agent.For(g)
	}
	if err != nil {
		return err
	}
	c.table.Leave()
	c.Game, c.notation, c.start = g, n, g.New()
	c.table = arena.Table{Game: g, Agents: make([]agent.Agent, 2)}
	return c.begin()
}

// begin sets the start position up for a new game.
func (c *conversation) begin() error {
	c.clock.begin()
	c.implicit = map[int]bool{}
	c.number++
	return c.restart(nil)
}

// restart plays the present game again, with those moves.
func (c *conversation) restart(moves []game.Move) error {
	for seat, a := range c.table.Agents {
		_, watches := a.(agent.Watcher)
		if a != nil && (watches || moves == nil) {
			if err := arena.NewGame(a, game.Player(seat), c.seed(seat)); err != nil {
				return err
			}
		}
	}
	return c.table.Begin(c.ctx, c.start, moves)
}

func (c *conversation) seed(seat int) uint64 {
	return arena.AgentSeed(c.Seed, c.Game.Info().ID, 0, c.number, seat)
}

// turn makes it the turn of p, if it is not: players who must pass may have done so
// without a word.
func (c *conversation) turn(p game.Player) error {
	s := c.table.State()
	if turn := s.Turn(); turn == p || turn == game.Over {
		return nil
	}
	if pass, ok := c.notation.mustPass(s); ok {
		c.implicit[len(c.table.Moves())] = true
		return c.table.Play(c.ctx, pass)
	}
	return fmt.Errorf("it is the turn of %s", c.notation.name(s.Turn()))
}

// seat is the agent that plays for p, made when it is first needed.
func (c *conversation) seat(p game.Player) (agent.Agent, error) {
	if a := c.table.Agents[p]; a != nil {
		return a, nil
	}
	a, err := c.Agent.New(c.Game)
	if err == nil {
		err = arena.NewGame(a, p, c.seed(int(p)))
	}
	if err != nil {
		return nil, err
	}
	return a, c.table.Seat(c.ctx, int(p), a)
}

// errOver is what asking for a move comes to when there is none left.
var errOver = errors.New("the game is over")

// think has the agent choose a move for p, which is not made. An agent that gives up
// is agent.ErrResigned.
func (c *conversation) think(p game.Player) (m game.Move, err error) {
	if err := c.turn(p); err != nil {
		return 0, err
	}
	if c.table.Over() {
		return 0, errOver
	}
	if _, err := c.seat(p); err != nil {
		return 0, err
	}
	c.table.Limits.Time = c.clock.budget(p, len(c.table.Moves()))
	begin := time.Now()
	m, fault, err := c.table.Ask(c.ctx, p)
	c.clock.used(p, time.Since(begin))
	switch {
	case err != nil:
		return 0, err
	case fault.Reason == arena.Resignation:
		return 0, agent.ErrResigned
	case fault.Reason != "":
		c.table.Agents[p] = nil // nobody knows what state it is in
		return 0, fmt.Errorf("%s failed: %s", c.Agent, fault.Detail)
	}
	return m, nil
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
