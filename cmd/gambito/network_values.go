package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gambito/api"
	"gambito/game"
	"gambito/ntuple"
)

// valueFlags ask what moves are worth to a pattern system.
type valueFlags struct {
	Values   bool   `help:"Show what each move is worth to a pattern system, in the position of --position or --moves (default: the start of the game)."`
	Position string `help:"With --values: the position, as the game writes it."`
	Moves    string `help:"With --values: moves to make first."`
	Table    bool   `help:"Show what each move is worth in all positions, one a line, one of each kind that symmetries turn into each other, if there are at most 10000: the table of Q-learning."`
}

// tablePositions is how many positions a table shows at most.
const tablePositions = 10_000

// Validate is called by the command-line parser.
func (f valueFlags) Validate() error {
	if f.Table && (f.Values || f.Position != "" || f.Moves != "") {
		return errors.New("--table shows all positions: --values, --position and --moves choose one")
	}
	return nil
}

// given says whether values are asked for.
func (f valueFlags) given() bool { return f.Values || f.Position != "" || f.Moves != "" || f.Table }

// showValues shows what moves are worth.
func (c networkShowCmd) showValues(s *session, m *ntuple.Model) error {
	g, err := parseGame(s.ctx, m.Game)
	if err != nil {
		return err
	}
	celled, ok := g.(game.Celled)
	if !ok {
		return fmt.Errorf("%s has no cells that patterns could be read from", m.Game)
	}
	if err := m.For(celled); err != nil {
		return err
	}
	if c.Table {
		return c.showTable(s, celled, m)
	}
	at, err := positionFlags{Position: c.Position, Moves: c.Moves}.chooseIn(g)
	if err != nil {
		return err
	}
	if at.state.Turn() == game.Over {
		return errors.New("the game is over: no move is left that could be worth anything")
	}
	choices := m.Choices(celled, at.state)
	if c.JSON {
		return s.printJSON(api.NewPatternValues(g, m, at.state, choices))
	}
	var moves []game.Move
	var texts []string
	for _, choice := range choices {
		moves, texts = append(moves, choice.Move), append(texts, valueText(m, choice.Value))
	}
	for _, i := range s.stdout.Values(g, at.state, moves, texts) {
		fmt.Fprintf(s.stdout, "%s %s\n", g.FormatMove(at.state, moves[i]), texts[i])
	}
	best := slices.MaxFunc(choices, func(a, b ntuple.Choice) int { return cmp.Compare(a.Value, b.Value) })
	fmt.Fprintf(s.stdout, "%s to move; the best is %s, worth %s\n", g.Info().Roles[at.state.Turn()], g.FormatMove(at.state, best.Move), valueText(m, best.Value))
	return nil
}

// showTable shows all positions of a small game.
func (c networkShowCmd) showTable(s *session, g game.Celled, m *ntuple.Model) error {
	positions := ntuple.Positions(g, tablePositions)
	if positions == nil {
		return fmt.Errorf("--table: %s has more than %d positions; --position shows one", m.Game, tablePositions)
	}
	list := []api.PatternValues{}
	for _, at := range positions {
		list = append(list, api.NewPatternValues(g, m, at, m.Choices(g, at)))
	}
	if c.JSON {
		return s.printJSON(list)
	}
	for _, row := range list {
		var line strings.Builder
		fmt.Fprint(&line, row.Position)
		for _, move := range row.Moves {
			fmt.Fprintf(&line, "  %s %s", move.Move, valueText(m, move.Value))
		}
		fmt.Fprintln(s.stdout, line.String())
	}
	return nil
}

// valueText is a value as people read it: a score from -1 to 1, or discs.
func valueText(m *ntuple.Model, value float64) string {
	digits := 2
	if m.Meaning == ntuple.Discs {
		digits = 1
	}
	if text := fmt.Sprintf("%+.*f", digits, value); strings.Trim(text, "+-0.") != "" {
		return text
	}
	return fmt.Sprintf("%.*f", digits, 0.0)
}
