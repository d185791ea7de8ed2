package gtp

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"

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

// analyze tells what the agent thinks of the position, until the next line comes. The
// colour is of whoever has to move, if it is given; whatever else is given, such as how
// often to tell, changes nothing.
func (c *conversation) analyze(command Command, d dialect) {
	s := c.table.State()
	p := s.Turn()
	if len(command.Args) > 0 {
		if asked, err := c.notation.colour(command.Args[0]); err == nil {
			if err := c.turn(asked); err != nil {
				c.reply(command.ID, "", err)
				return
			}
			p = s.Turn()
		}
	}
	if p == game.Over {
		c.reply(command.ID, "", errOver)
		return
	}
	a, err := c.seat(p)
	if err != nil {
		c.reply(command.ID, "", err)
		return
	}
	c.write(Reply{ID: command.ID}.head() + "\n")
	ctx, stop := context.WithCancel(c.ctx)
	defer stop()
	found := make(chan string, 1)
	go func() {
		defer close(found)
		if text := c.judge(ctx, a, s.Clone(), d); text != "" {
			found <- text
		}
	}()
	c.tell(found, stop)
	c.write("\n")
}

// tell writes what is found, and stops when a line comes or there will be none.
func (c *conversation) tell(found <-chan string, stop func()) {
	lines := c.lines
	for lines != nil || found != nil {
		select {
		case text, ok := <-found:
			if !ok {
				found = nil
				continue
			}
			c.write(text + "\n")
		case line, ok := <-lines:
			if ok {
				c.ahead = append(c.ahead, line)
			}
			lines = nil
			stop()
		case <-c.ctx.Done():
			lines = nil
			stop()
			if found != nil {
				for range found { // until it has stopped
				}
			}
			return
		}
	}
}

// judge is what an agent has found about a position, as one line; "" if it was
// stopped before.
func (c *conversation) judge(ctx context.Context, a agent.Agent, s game.State, d dialect) string {
	var m game.Move
	var found agent.Analysis
	var err error
	if analyst, ok := a.(agent.Analyst); ok {
		m, found, err = analyst.Analyze(ctx, s, agent.Limits{})
	} else {
		m, found.Info, err = a.Choose(ctx, s, agent.Limits{})
	}
	if err != nil {
		return ""
	}
	if len(found.Moves) == 0 {
		found.Moves = []agent.MoveAnalysis{{Move: m, Value: found.Value, Visits: found.Nodes}}
	}
	return c.infos(s, found, d)
}

// infos writes an analysis move by move.
func (c *conversation) infos(s game.State, found agent.Analysis, d dialect) string {
	var infos []string
	most := cmp.Or(c.Game.Info().MaxScore, 1)
	for order, m := range found.Moves {
		line := []game.Move{m.Move}
		if len(found.PV) > 0 && found.PV[0] == m.Move {
			line = found.PV
		}
		text, err := c.notation.format(s, m.Move)
		if err != nil {
			continue
		}
		chance := func(value float64) string { return d.chance((max(-1, min(1, value/most)) + 1) / 2) }
		info := fmt.Sprintf("info move %s visits %d winrate %s", text, m.Visits, chance(m.Value))
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
