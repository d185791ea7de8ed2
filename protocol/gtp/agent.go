package gtp

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"gambito/agent"
	"gambito/game"
	"gambito/protocol/engine"
	"gambito/spec"
)

// Entry is the agent that has a program play which speaks GTP.
var Entry = agent.Entry{
	Schema: spec.Schema{
		ID: "gtp", Name: "GTP program", About: "What a program that speaks the Go Text Protocol chooses, such as GRhino: gtp:cmd=gtp-rhino -l 3.",
		Options: append(engine.Options(),
			spec.Option{Name: "time", Type: spec.Duration, Min: 0.001, Max: 86400, Help: "what it is told that it has for a move (default: nothing); timeout is by default 2 seconds more"},
			spec.Option{Name: "send", Type: spec.Text, Help: "commands to send when it has started, separated by semicolons (default: none)"}),
	},
	Make: agent.Maker{
		Outside: func(spec.Values) bool { return true },
		Whole:   true,
		Resolve: func(g game.Game, v spec.Values) (spec.Values, error) {
			if _, err := newNotation(g); err != nil {
				return v, err
			}
			if v.Has("time") && !v.Given("timeout") {
				v = v.With("timeout", (v.Duration("time") + engine.Grace).String())
			}
			return v, engine.Check(v)
		},
		New: func(o agent.Order) (agent.Agent, error) {
			n, err := newNotation(o.Game)
			if err != nil {
				return nil, err
			}
			d := &dialogue{notation: n}
			for command := range strings.SplitSeq(o.Values.Text("send"), ";") {
				if _, ok := ParseCommand(command); ok {
					d.send = append(d.send, strings.TrimSpace(command))
				}
			}
			return engine.NewPlayer(o.Values, d, o.Values.Duration("time"))
		},
	},
}

// dialogue has a program play a game by GTP.
type dialogue struct {
	notation *notation
	send     []string
	known    map[string]bool // commands of the program
	time     time.Duration   // that it was told to have for a move
	moved    bool            // it has made a move that was not told to be made
}

// ask sends a command and returns the reply, which may be an error.
func (d *dialogue) ask(p *engine.Process, command string) (Reply, error) {
	if err := p.Send(command); err != nil {
		return Reply{}, err
	}
	r, err := ReadReply(p.Line)
	switch {
	case err != nil && strings.HasPrefix(err.Error(), p.Name()):
		return r, err
	case err != nil:
		return r, fmt.Errorf("%s answers %s: %w", p.Name(), command, err)
	}
	return r, nil
}

// order sends a command that must succeed.
func (d *dialogue) order(p *engine.Process, command string) (string, error) {
	r, err := d.ask(p, command)
	if err == nil && r.Failed {
		return "", fmt.Errorf("%s answers %s with the error %.100q", p.Name(), command, r.Text)
	}
	return r.Text, err
}

// Begin implements engine.Dialogue. Only the start of a game can be set up.
func (d *dialogue) Begin(p *engine.Process, start game.State) error {
	g := d.notation.game
	if start.Hash() != g.New().Hash() {
		return fmt.Errorf("%w: GTP programs can only begin at the start of a game", agent.ErrQuit)
	}
	d.known, d.time, d.moved = map[string]bool{}, 0, false
	list, err := d.order(p, "list_commands")
	if err != nil {
		return err
	}
	for _, name := range strings.Fields(list) {
		d.known[name] = true
	}
	for _, command := range d.send {
		if _, err := d.order(p, command); err != nil {
			return err
		}
	}
	columns, rows := len(d.notation.columns), len(d.notation.rows)
	size := fmt.Sprintf("boardsize %d", columns)
	if columns != rows {
		size = fmt.Sprintf("boardsize %d %d", columns, rows)
	}
	about := []string{size}
	if d.known["set_game"] {
		about = []string{"set_game " + g.Info().Name, size}
	}
	// A program that does not play the game is the mistake of who has asked for it.
	for _, command := range about {
		r, err := d.ask(p, command)
		switch {
		case err != nil:
			return err
		case r.Failed:
			return fmt.Errorf("%w: %s does not play %s: to %q it says %.100q", agent.ErrQuit, p.Name(), g.Info().ID, command, r.Text)
		}
	}
	_, err = d.order(p, "clear_board")
	return err
}

// Tell implements engine.Dialogue. Many programs make passes that are forced on their
// own, and may take them for a mistake then.
func (d *dialogue) Tell(p *engine.Process, s game.State, m game.Move, own bool) error {
	if own && d.moved {
		d.moved = false
		return nil
	}
	if err := d.takeBack(p); err != nil {
		return err
	}
	text, err := d.notation.format(s, m)
	if err != nil {
		return fmt.Errorf("%w: %w", agent.ErrQuit, err)
	}
	r, err := d.ask(p, fmt.Sprintf("play %s %s", d.notation.name(s.Turn()), text))
	if err == nil && r.Failed && text != "pass" {
		return fmt.Errorf("%s refuses %s, which is legal: %.100q", p.Name(), text, r.Text)
	}
	return err
}

// takeBack has the program take back a move that it has made for nothing.
func (d *dialogue) takeBack(p *engine.Process) error {
	if !d.moved {
		return nil
	}
	d.moved = false
	_, err := d.order(p, "undo")
	return err
}

// Ask implements engine.Dialogue.
func (d *dialogue) Ask(p *engine.Process, s game.State, budget time.Duration) (game.Move, agent.Info, error) {
	m, err := d.choose(p, s, budget)
	return m, agent.Info{}, err
}

func (d *dialogue) choose(p *engine.Process, s game.State, budget time.Duration) (game.Move, error) {
	if err := d.takeBack(p); err != nil {
		return 0, err
	}
	if m, ok := d.notation.mustPass(s); ok {
		return m, nil
	}
	if budget > 0 && budget != d.time && d.known["time_settings"] {
		d.time = budget
		if _, err := d.order(p, fmt.Sprintf("time_settings 0 %d 1", max(1, int(budget.Seconds())))); err != nil {
			return 0, err
		}
	}
	answer, err := d.order(p, "genmove "+d.notation.name(s.Turn()))
	if err != nil {
		return 0, err
	}
	if strings.EqualFold(answer, "resign") {
		return 0, agent.ErrResigned
	}
	m, err := d.notation.parse(s, answer)
	switch {
	case errors.Is(err, errIllegal):
		return 0, fmt.Errorf("%s moves %.20q: %w", p.Name(), answer, agent.ErrIllegal)
	case err != nil:
		return 0, fmt.Errorf("%s answers genmove with %.60q, which is no move", p.Name(), answer)
	}
	d.moved = true
	return m, nil
}

// Bye implements engine.Dialogue.
func (d *dialogue) Bye() string { return "quit" }
