package nboard

import (
	"fmt"
	"math"
	"strings"
	"time"

	"gambito/agent"
	"gambito/game"
	"gambito/games/othello"
	"gambito/protocol/engine"
	"gambito/spec"
)

// Entry is the agent that has an engine play which speaks the protocol.
var Entry = agent.Entry{
	Schema: spec.Schema{
		ID: "nboard", Name: "NBoard engine", About: "Othello by an engine for the board NBoard, such as Edax or NTest: nboard:cmd=edax -nboard.",
		Options: append(engine.Options(),
			spec.Option{Name: "depth", Type: spec.Int, Default: "10", Min: 1, Max: 60, Help: "plies that it is told to look ahead in the middle game"}),
	},
	Make: agent.Maker{
		Outside: func(spec.Values) bool { return true },
		Resolve: func(g game.Game, v spec.Values) (spec.Values, error) {
			if g.Info().ID != othello.New().Info().ID {
				return v, fmt.Errorf("engines for NBoard play Othello, not %s", g.Info().ID)
			}
			return v, engine.Check(v)
		},
		New: func(o agent.Order) (agent.Agent, error) {
			return engine.NewPlayer(o.Values, &dialogue{depth: o.Values.Int("depth")}, 0)
		},
	},
}

// dialogue has an engine play a game.
type dialogue struct {
	depth int
	pings int
}

// send writes lines.
func send(p *engine.Process, lines ...string) error {
	for _, line := range lines {
		if err := p.Send(line); err != nil {
			return err
		}
	}
	return nil
}

// synchronize waits until the engine has done all it was told before.
func (d *dialogue) synchronize(p *engine.Process) error {
	d.pings++
	if err := p.Send(fmt.Sprintf("ping %d", d.pings)); err != nil {
		return err
	}
	for want := fmt.Sprintf("pong %d", d.pings); ; {
		line, err := p.Line()
		if err != nil || strings.EqualFold(strings.Join(strings.Fields(line), " "), want) {
			return err
		}
	}
}

// Begin implements engine.Dialogue.
func (d *dialogue) Begin(p *engine.Process, start game.State) error {
	if err := send(p, "nboard 2", fmt.Sprintf("set depth %d", d.depth), "set game "+formatGame(start)); err != nil {
		return err
	}
	return d.synchronize(p)
}

// Tell implements engine.Dialogue. Engines make no move on their own.
func (d *dialogue) Tell(p *engine.Process, _ game.State, m game.Move, _ bool) error {
	return p.Send("move " + formatMove(m))
}

// Ask implements engine.Dialogue.
func (d *dialogue) Ask(p *engine.Process, s game.State, _ time.Duration) (game.Move, agent.Info, error) {
	if moves := s.Moves(nil); len(moves) == 1 && moves[0] == othello.Pass {
		return moves[0], agent.Info{}, nil
	}
	if err := d.synchronize(p); err != nil {
		return 0, agent.Info{}, err
	}
	if err := p.Send("go"); err != nil {
		return 0, agent.Info{}, err
	}
	for {
		line, err := p.Line()
		if err != nil {
			return 0, agent.Info{}, err
		}
		if c, ok := ParseChoice(line); ok {
			m, err := d.read(p, s, c.Move)
			return m, agent.Info{Value: worth(c)}, err
		}
	}
}

// read reads the move that an engine has chosen.
func (d *dialogue) read(p *engine.Process, s game.State, text string) (game.Move, error) {
	m, err := parseMove(s, text)
	if err == nil {
		return m, nil
	}
	if isCell(text) || strings.EqualFold(text, "pa") {
		return 0, fmt.Errorf("%s moves %.20q: %w", p.Name(), text, agent.ErrIllegal)
	}
	return 0, fmt.Errorf("%s answers go with %.60q, which is no move", p.Name(), text)
}

// isCell reports whether a text names a cell.
func isCell(text string) bool {
	if len(text) != 2 {
		return false
	}
	letter, row := text[0]|0x20, text[1]
	return letter >= 'a' && letter <= 'h' && row >= '1' && row <= '8'
}

// scale is by how many discs one is ahead who may expect a score of tanh(1), as the
// evaluation classic is fitted to games.
const scale = 34

// worth is the value that an engine tells, in discs.
func worth(c Choice) agent.Value {
	if !c.Valued {
		return agent.Value{}
	}
	v := agent.Value{Known: true, Unit: game.Discs, Count: max(-64, min(64, c.Value))}
	v.Score = math.Tanh(v.Count / scale)
	return v
}

// Bye implements engine.Dialogue.
func (d *dialogue) Bye() string { return "quit" }
