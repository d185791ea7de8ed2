package web

import (
	"errors"
	"fmt"

	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/backgammon/match"
)

// Backgammon is set up man by man. Cells are the points as white counts, 25 the bar.
// Men that are taken away are borne off, and men that are put come from there.

// menPalette is what points hold: men of white, of black, nothing.
func menPalette() *palette {
	white, black := 0, 1
	return &palette{
		pieces: []SetupPiece{{Text: "W", Glyph: "●", Owner: &white}, {Text: "B", Glyph: "●", Owner: &black}, {Text: ""}},
		sides:  []SetupSide{{"W", &white}, {"B", &black}},
		examples: []string{
			"4HPwATDgc/ABMA W 31", "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10",
		},
	}
}

// hasMen reports whether a game is one of backgammon.
func hasMen(g game.Game) bool {
	switch g.(type) {
	case *backgammon.Game, *match.Game:
		return true
	}
	return false
}

// tableOf is a position of backgammon as texts tell it.
func tableOf(s game.State) backgammon.Table {
	switch s := s.(type) {
	case *match.State:
		return s.Table()
	case *backgammon.State:
		return backgammon.Table{Board: *s.Board(), Match: backgammon.Match{
			Owner: game.Nobody, Roller: s.Side(), Turn: s.Side(), Stage: backgammon.Playing, Dice: s.Dice(),
		}}
	}
	return backgammon.Table{}
}

// diceOf is what the dice show, "" before the roll.
func diceOf(t backgammon.Table) *string {
	text := ""
	if t.Match.Dice.Rolled() {
		text = t.Match.Dice.String()
	}
	return &text
}

// moveMen makes the changes of a request, and returns the text of the position.
func moveMen(g game.Game, s game.State, in *setupInput) (text string, err error) {
	t := tableOf(s)
	for _, put := range in.Body.Put {
		if err := putMan(&t.Board, put); err != nil {
			return "", err
		}
	}
	if t.Board, err = backgammon.NewBoard(t.Board); err != nil {
		return "", err
	}
	m := &t.Match
	m.Doubled, m.Stage = false, backgammon.Playing
	if side := in.Body.Side; side != nil {
		if *side > 1 {
			return "", fmt.Errorf("side %d: there are %d, counted from 0", *side, 2)
		}
		m.Roller = game.Player(*side)
	}
	m.Turn = m.Roller
	if dice := in.Body.Dice; dice != nil {
		if m.Dice = (backgammon.Dice{}); *dice != "" {
			if m.Dice, err = backgammon.ParseDice(*dice); err != nil {
				return "", err
			}
		}
	}
	if _, plain := g.(*backgammon.Game); plain {
		return fmt.Sprintf("%s %c %s", t.Board.PositionID(m.Roller), "WB"[m.Roller], m.Dice), nil
	}
	return t.IDs(), nil
}

// putMan puts a man on a point, or takes one away.
func putMan(b *backgammon.Board, put SetupPut) error {
	point := put.Cell
	if point < 1 || point > backgammon.Bar || put.Piece > 2 {
		return fmt.Errorf("point %d, piece %d: points are 1 to 24 as white counts, 25 is the bar; pieces are 0 to 2", point, put.Piece)
	}
	at := func(p int) *uint8 { // of the player's own count
		if p == 1 && point != backgammon.Bar {
			return &b[1][backgammon.Bar-point]
		}
		return &b[p][point]
	}
	if put.Piece == 2 {
		for p := range b {
			if n := at(p); *n > 0 {
				*n--
				b[p][backgammon.Off]++
				return nil
			}
		}
		return nil
	}
	own := put.Piece
	if b[own][backgammon.Off] == 0 {
		return errors.New("all 15 men of this colour are on the board: take one away first")
	}
	b[own][backgammon.Off]--
	*at(own)++
	if other := at(1 - own); point != backgammon.Bar {
		b[1-own][backgammon.Off] += *other
		*other = 0
	}
	return nil
}
