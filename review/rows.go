package review

import (
	"fmt"

	"gambito/words"
)

// Turned is a table with a column a player, which fits narrow displays.
func Turned(rows [][]string) (columns [][]string) {
	for i := range rows {
		for j, text := range rows[i] {
			if i == 0 {
				columns = append(columns, nil)
			}
			columns[j] = append(columns[j], text)
		}
	}
	return columns
}

// SideRows is a table of how the players did, the heads first; short heads are
// abbreviations and the marks of bad moves.
func (r *Review) SideRows(w words.Words, short bool) [][]string {
	head := []string{w.Say("player"), w.Say("decisions")}
	ofBackgammon := r.Sides[0].Errors != nil
	if !ofBackgammon {
		head = append(head, w.Say("accuracy"))
	}
	for _, c := range Classes {
		word := c.Word(w)
		if short && c.Mark() != "" {
			word = c.Mark()
		}
		head = append(head, word)
	}
	loss := w.Say("loss a decision")
	if short {
		loss = w.Say("loss/dec.")
	}
	rows := [][]string{append(head, loss)}
	for i := range r.Sides {
		side := &r.Sides[i]
		row := []string{r.Player(w, side.Player), fmt.Sprint(side.Decisions)}
		if !ofBackgammon {
			row = append(row, side.AccuracyText(w))
		}
		for _, c := range Classes {
			row = append(row, fmt.Sprint(side.Counts[c]))
		}
		rows = append(rows, append(row, side.MeanText(w)))
	}
	return rows
}

// AccuracyText is how accurate a player was.
func (s *Side) AccuracyText(w words.Words) string {
	if s.Decisions == 0 {
		return "–"
	}
	return w.Decimal(s.Accuracy, 1) + " %"
}

// ErrorRows is a table of what players of backgammon tell about their play, the heads
// first; nil of other games.
func (r *Review) ErrorRows(w words.Words) [][]string {
	rows := [][]string{{w.Say("player"), w.Say("chequers"), w.Say("cube"), w.Say("all"), w.Say("rating"), w.Say("luck")}}
	rate := func(e ErrorRate) string {
		if e.Decisions == 0 {
			return "–"
		}
		return w.Decimal(e.PerDecision(), 1)
	}
	for i := range r.Sides {
		e := r.Sides[i].Errors
		if e == nil {
			return nil
		}
		rows = append(rows, []string{r.Player(w, r.Sides[i].Player), rate(e.Chequer), rate(e.Cube), rate(e.All), e.Rating.Word(w), w.Signed(e.Luck, 2)})
	}
	return rows
}

// ErrorsNote says what the numbers of ErrorRows are.
func ErrorsNote(w words.Words) string {
	return w.Say("Error rates are thousandths of a point lost a decision, rated as GNU Backgammon does; luck is in points.")
}
