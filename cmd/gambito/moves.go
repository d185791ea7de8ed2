package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"

	"gambito/game"
)

type movesCmd struct {
	positionFlags
	Count bool   `help:"Print only how many there are; a forced pass counts 1."`
	Dice  string `help:"Dice to move with, such as 31, in games that have dice to set."`
	File  string `xor:"position,moves" help:"Read one position a line, its dice behind it if they are not part of it, and print one count a line."`
	jsonFlag
	idleFlags
}

// Help is shown by --help.
func (movesCmd) Help() string {
	return `Examples:

  gambito moves othello
  gambito moves othello --moves 'd3 c3' --count
  gambito moves tictactoe --position 'X../.O./...'
  gambito moves othello --file positions.txt
  gambito moves backgammon --dice 31`
}

// Run lists legal moves.
func (c movesCmd) Run(s *session) error {
	if c.File != "" {
		return c.countFile(s)
	}
	at, err := c.choose(s.ctx)
	if err != nil {
		return err
	}
	if err := c.setDice(at.game, at.state); err != nil {
		return err
	}
	texts := []string{}
	for _, m := range at.state.Moves(nil) {
		texts = append(texts, at.game.FormatMove(at.state, m))
	}
	switch {
	case c.JSON && c.Count:
		return s.printJSON(len(texts))
	case c.JSON:
		return s.printJSON(texts)
	case c.Count:
		fmt.Fprintln(s.stdout, len(texts))
	default:
		for _, text := range texts {
			fmt.Fprintln(s.stdout, text)
		}
	}
	return nil
}

// setDice makes the dice show what --dice says, if it is given.
func (c movesCmd) setDice(g game.Game, s game.State) error {
	if c.Dice == "" {
		return nil
	}
	setter, ok := g.(game.DiceSetter)
	if !ok {
		return fmt.Errorf("--dice %s: %s has no dice to set", c.Dice, g.Info().ID)
	}
	if err := setter.SetDice(s, c.Dice); err != nil {
		return fmt.Errorf("--dice: %w", err)
	}
	return nil
}

// countFile prints nothing unless the whole file can be read.
func (c movesCmd) countFile(s *session) error {
	g, err := parseGame(s.ctx, c.Game)
	if err != nil {
		return err
	}
	file, err := os.Open(c.File)
	if err != nil {
		return err
	}
	defer file.Close()
	counts := []int{}
	var moves []game.Move
	scanner := bufio.NewScanner(file)
	for number := 1; scanner.Scan(); number++ {
		line := strings.TrimSpace(scanner.Text())
		if line == "" {
			continue
		}
		state, err := g.ParsePosition(line)
		if err != nil {
			return fmt.Errorf("%s: line %d: %w", c.File, number, err)
		}
		if err := c.setDice(g, state); err != nil {
			return err
		}
		moves = state.Moves(moves[:0])
		counts = append(counts, len(moves))
	}
	if err := scanner.Err(); err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	if c.JSON {
		return s.printJSON(counts)
	}
	for _, n := range counts {
		fmt.Fprintln(s.stdout, n)
	}
	return nil
}
