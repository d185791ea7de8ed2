package nboard

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"gambito/agent"
	"gambito/game"
	"gambito/games/othello"
	"gambito/protocol/host"
)

// Server puts an agent for Othello behind the protocol.
type Server struct {
	Agent agent.Spec
	Seed  uint64
}

// Serve does what the lines of in say until it ends, quit comes, or ctx ends.
func (s Server) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	c := &conversation{ctx: ctx, out: out, Board: host.Board{Agent: s.Agent, Seed: s.Seed}}
	if err := c.Change(ctx, othello.New()); err != nil {
		return err
	}
	defer c.Leave()
	c.lines = host.Read(in)
	defer c.lines.Close()
	for c.err == nil {
		line, ok := c.lines.Next(ctx)
		command := ParseCommand(line)
		if !ok || command.Name == "quit" {
			break
		}
		if err := c.obey(command); err != nil && ctx.Err() == nil {
			c.say("status %s: %s", command.Name, strings.Join(strings.Fields(err.Error()), " "))
		}
	}
	return c.err
}

// conversation is a server at work.
type conversation struct {
	host.Board
	ctx   context.Context
	out   io.Writer
	err   error // of out
	lines *host.Lines
	depth int
}

// say writes a line.
func (c *conversation) say(format string, args ...any) {
	if _, err := fmt.Fprintf(c.out, format+"\n", args...); err != nil && c.err == nil {
		c.err = err
	}
}

// obey carries out a command. Those that nobody knows are passed over, as the protocol
// demands.
func (c *conversation) obey(command Command) error {
	switch command.Name {
	case "nboard":
		c.say("set myname gambito %s", c.Agent)
	case "set depth":
		depth, err := strconv.Atoi(command.Text)
		if err != nil || depth < 1 || depth > 100 {
			return fmt.Errorf("%.20q is no depth from 1 to 100", command.Text)
		}
		c.depth = depth
	case "set game":
		g, err := parseGame(command.Text)
		if err != nil {
			return err
		}
		return c.Begin(c.ctx, g.Start, g.Moves)
	case "move":
		m, err := parseMove(c.State(), command.Text)
		if err != nil {
			return err
		}
		return c.Play(c.ctx, m)
	case "ping":
		c.say("pong %s", command.Text) // whatever was thought about was stopped by this line
	case "learn":
		c.say("learned")
	case "go":
		return c.think(1, true)
	case "hint":
		lines, err := strconv.Atoi(command.Text)
		if err != nil || lines < 1 {
			lines = 1
		}
		return c.think(min(lines, 60), false)
	case "analyze":
		return c.analyze()
	}
	return nil
}

// often is how often is told what is found.
const often = 500 * time.Millisecond

// think tells what the agent finds, until the next line comes, and in the end what it
// would move if that was asked.
func (c *conversation) think(lines int, move bool) error {
	if c.State().Turn() == game.Over {
		return errors.New("the game is over")
	}
	a, s, err := c.Thinker(c.ctx)
	if err != nil {
		return err
	}
	c.say("status gambito thinks")
	c.lines.While(c.ctx, false, func(ctx context.Context, tell func(string)) {
		q := agent.Question{Limits: agent.Limits{Depth: c.depth}, Tell: seldom(func(found agent.Analysis) { tell(hints(found, lines)) })}
		if !move {
			q.Lines = lines
		}
		begin := time.Now()
		found, failed := agent.Analyze(ctx, a, s, q)
		if err = failed; err != nil {
			return
		}
		seconds := time.Since(begin).Seconds()
		tell(hints(found, lines))
		tell(fmt.Sprintf("nodestats %d %.2f", max(found.Nodes, found.Simulations), seconds))
		if move {
			tell(fmt.Sprintf("=== %s/%s/%.2f", formatMove(found.Move), discs(found.Value), seconds))
		}
	}, func(text string) { c.say("%s", text) })
	c.say("status")
	if errors.Is(err, context.Canceled) || errors.Is(err, agent.ErrResigned) {
		return nil
	}
	return err
}

// seldom passes on only what comes some time after the last.
func seldom(tell func(agent.Analysis)) func(agent.Analysis) {
	last := time.Now()
	return func(found agent.Analysis) {
		if now := time.Now(); now.Sub(last) >= often {
			last = now
			tell(found)
		}
	}
}

// hints writes the best lines of an analysis.
func hints(found agent.Analysis, most int) string {
	lines := found.Lines
	if len(lines) == 0 {
		lines = []agent.Line{{Move: found.Move, PV: found.PV, Value: found.Value}}
	}
	var texts []string
	for _, l := range lines[:min(most, len(lines))] {
		pv := formatMove(l.Move)
		for _, m := range l.PV[min(1, len(l.PV)):] {
			pv += "-" + formatMove(m)
		}
		depth := strconv.Itoa(max(found.Depth, 1))
		switch {
		case l.Value.Proven && l.Value.Unit == game.Discs:
			depth = "100%"
		case l.Value.Proven:
			depth = "100%W"
		}
		texts = append(texts, fmt.Sprintf("search %s %s 0 %s", pv, value(l.Value), depth))
	}
	return strings.Join(texts, "\n")
}

// discs writes a value, if anybody knows it.
func discs(v agent.Value) string {
	if !v.Known {
		return ""
	}
	return value(v)
}

// value writes a value in discs. Where only a score is known a win is all of them.
func value(v agent.Value) string {
	count := v.Count
	if v.Unit != game.Discs {
		count = 64 * v.Score
	}
	return strconv.FormatFloat(count, 'f', 2, 64)
}

// analyze tells the value of every position of the game, the last one first, to the
// player who is to move there.
func (c *conversation) analyze() error {
	a, err := c.Agent.New(c.Game)
	if err != nil {
		return err
	}
	if _, watches := a.(agent.Watcher); watches {
		return errors.New("the agent knows no positions but the present one")
	}
	c.say("status gambito analyzes")
	c.lines.While(c.ctx, false, func(ctx context.Context, tell func(string)) {
		for made := len(c.Moves()); made >= 0; made-- {
			s := c.Before(made)
			var v agent.Value
			if s.Turn() == game.Over {
				v = agent.Ended(c.Game, s, 0)
			} else {
				a.NewGame(s.Turn(), c.Seed)
				var found agent.Analysis
				if found, err = agent.Analyze(ctx, a, s, agent.Question{Limits: agent.Limits{Depth: c.depth}}); err != nil {
					return
				}
				v = found.Value
			}
			tell(fmt.Sprintf("analysis %d %s", made, value(v)))
		}
	}, func(text string) { c.say("%s", text) })
	c.say("status")
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}
