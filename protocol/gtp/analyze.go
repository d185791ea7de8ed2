package gtp

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"gambito/agent"
	"gambito/game"
)

// dialect is how a command of live analysis writes what it has found. Leela Zero
// tells chances in ten thousandths, KataGo in parts of one.
type dialect struct{ chance func(x float64) string }

var (
	leela = dialect{func(x float64) string { return strconv.Itoa(int(10000*x + 0.5)) }}
	kata  = dialect{func(x float64) string { return strconv.FormatFloat(x, 'f', 6, 64) }}
)

// request is what is asked of an analysis.
type request struct {
	interval time.Duration // how often to tell
	lines    int           // of how many moves
}

// parseRequest reads the arguments of a command: who has to move, if that is said, a
// number for how often to tell, in hundredths of a second, and maxmoves. Whatever else
// Leela Zero and KataGo take changes nothing.
func (c *conversation) parseRequest(args []string) (request, error) {
	r := request{interval: time.Second, lines: 3}
	for i, arg := range args {
		if p, err := c.notation.colour(arg); err == nil {
			if err := c.turn(p); err != nil {
				return r, err
			}
			continue
		}
		n, err := strconv.Atoi(arg)
		switch {
		case err != nil || n < 1 || n > 1e6:
		case i > 0 && args[i-1] == "maxmoves":
			r.lines = n
		case i == 0 || args[i-1] == "interval" || i == 1:
			r.interval = time.Duration(n) * 10 * time.Millisecond
		}
	}
	if c.State().Turn() == game.Over {
		return r, errOver
	}
	return r, nil
}

// analyze tells what the agent thinks of the position, until the next line comes.
func (c *conversation) analyze(command Command, d dialect) {
	r, err := c.parseRequest(command.Args)
	if err != nil {
		c.reply(command.ID, "", err)
		return
	}
	a, at, err := c.Thinker(c.ctx)
	if err != nil {
		c.reply(command.ID, "", err)
		return
	}
	c.write(Reply{ID: command.ID}.head() + "\n")
	shown := at.Clone() // who thinks may have at in its hands when it tells something
	c.lines.While(c.ctx, true, func(ctx context.Context, tell func(string)) {
		judge(ctx, a, at, r, func(found agent.Analysis) { tell(c.infos(shown, found, d)) })
	}, func(text string) { c.write(text + "\n") })
	c.write("\n")
}

// judge tells what an agent finds about a position while it thinks, and in the end
// unless it was stopped before.
func judge(ctx context.Context, a agent.Agent, s game.State, r request, tell func(agent.Analysis)) {
	last := time.Now()
	found, err := agent.Analyze(ctx, a, s, agent.Question{Lines: r.lines, Tell: func(found agent.Analysis) {
		if now := time.Now(); now.Sub(last) >= r.interval && ctx.Err() == nil {
			last = now
			tell(found)
		}
	}})
	if err == nil {
		tell(found)
	}
}

// infos writes an analysis move by move, but for moves of which only a bound is known.
func (c *conversation) infos(s game.State, found agent.Analysis, d dialect) string {
	var infos []string
	most := cmp.Or(c.Game.Info().MaxScore, 1)
	lines := found.Lines
	if len(lines) == 0 {
		lines = []agent.Line{{Move: found.Move, PV: found.PV, Value: found.Value, Visits: max(found.Simulations, found.Nodes)}}
	}
	for order, m := range lines {
		line := m.PV
		if len(line) == 0 {
			line = []game.Move{m.Move}
		}
		text, err := c.notation.format(s, m.Move)
		if err != nil || m.Value.Bound != agent.Exactly {
			continue
		}
		chance := func(value float64) string { return d.chance((max(-1, min(1, value/most)) + 1) / 2) }
		info := fmt.Sprintf("info move %s visits %d winrate %s", text, m.Visits, chance(m.Value.Score))
		if m.Value.Unit == game.Discs {
			info += fmt.Sprintf(" scoreLead %g", m.Value.Count)
		}
		if m.Prior > 0 {
			info += " prior " + d.chance(m.Prior)
		}
		if m.Low < m.High {
			info += " lcb " + chance(m.Low)
		}
		infos = append(infos, fmt.Sprintf("%s order %d pv %s", info, order, c.line(s, line)))
	}
	return strings.Join(infos, " ")
}

// line writes moves one after another.
func (c *conversation) line(s game.State, moves []game.Move) string {
	at := s.Clone()
	var texts []string
	for _, m := range moves {
		text, err := c.notation.format(at, m)
		if err != nil {
			break
		}
		texts = append(texts, text)
		at.Play(m)
	}
	return strings.Join(texts, " ")
}
