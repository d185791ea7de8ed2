package terminal

import (
	"fmt"
	"strings"

	"gambito/review"
	"gambito/table"
	"gambito/words"
)

// Review shows what the moves of a game have cost: those that lost something, or all,
// how both sides did, and the course of the game.
func (s *Screen) Review(r *review.Review, all bool) {
	w := s.Words
	s.Print(r.Title(w))
	for _, line := range r.Method(w) {
		s.Print(line)
	}
	s.printf("\n")
	if rows := s.verdictRows(r, all); len(rows) > 1 {
		table.Style{Text: []int{1, 2, 5, 8}}.Write(s, rows)
	} else {
		s.say("No move lost anything.")
	}
	s.printf("\n")
	table.Style{}.Write(s, s.sideRows(r))
	if rows := errorRows(w, r); rows != nil {
		s.printf("\n")
		table.Style{}.Write(s, rows)
		s.say("Error rates are thousandths of a point lost a decision, rated as GNU Backgammon does; luck is in points.")
	}
	s.printf("\n")
	s.course(r)
}

// verdictRows is a row a move, the heads first.
func (s *Screen) verdictRows(r *review.Review, all bool) [][]string {
	w, digits := s.Words, len(fmt.Sprint(len(r.Of.Moves)))
	rows := [][]string{{w.Say("move"), w.Say("player"), w.Say("played"), "", w.Say("lost"), w.Say("best"), w.Say("worth"), w.Say("would be"), w.Say("best line")}}
	for i := range r.Verdicts {
		v := &r.Verdicts[i]
		lost := v.Judged() && v.Class != review.Best
		if !all && !lost {
			continue
		}
		row := []string{fmt.Sprintf("%*d", digits, v.Ply+1), w.Text(r.Of.Rules.Info().Roles[v.Player]), w.Text(v.Played) + v.Class.Mark(), v.Word(w), "", "", w.Short(v.After), "", ""}
		if lost {
			row[4], row[5], row[7] = v.LossText(w), w.Text(v.BestText), w.Short(v.Before)
			row[8] = s.shortLine(v.LineText)
		}
		rows = append(rows, row)
	}
	return rows
}

// mostLine is how many moves of a line are shown.
const mostLine = 8

// shortLine is the beginning of a line of moves, empty if that is one move alone.
func (s *Screen) shortLine(texts []string) string {
	most := mostLine
	if width := s.Width(); width > 0 && width < narrow {
		most = 3
	}
	switch {
	case len(texts) < 2:
		return ""
	case len(texts) > most:
		return strings.Join(texts[:most], " ") + " …"
	}
	return strings.Join(texts, " ")
}

// narrow is below which width tables say less.
const narrow = 110

// sideRows is a row a player.
func (s *Screen) sideRows(r *review.Review) [][]string {
	w := s.Words
	head := []string{w.Say("player"), w.Say("decisions")}
	ofBackgammon := r.Sides[0].Errors != nil
	if !ofBackgammon {
		head = append(head, w.Say("accuracy"))
	}
	for _, c := range review.Classes {
		word := c.Word(w)
		if width := s.Width(); width > 0 && width < narrow && c.Mark() != "" {
			word = c.Mark()
		}
		head = append(head, word)
	}
	rows := [][]string{append(head, w.Say("loss a decision"))}
	for i := range r.Sides {
		side := &r.Sides[i]
		row := []string{r.Player(w, side.Player), fmt.Sprint(side.Decisions)}
		switch {
		case ofBackgammon:
		case side.Decisions > 0:
			row = append(row, w.Decimal(side.Accuracy, 1)+" %")
		default:
			row = append(row, "–")
		}
		for _, c := range review.Classes {
			row = append(row, fmt.Sprint(side.Counts[c]))
		}
		rows = append(rows, append(row, side.MeanText(w)))
	}
	return rows
}

// errorRows is a row a player of backgammon.
func errorRows(w words.Words, r *review.Review) (rows [][]string) {
	for i := range r.Sides {
		e := r.Sides[i].Errors
		if e == nil {
			return nil
		}
		if i == 0 {
			rows = append(rows, []string{w.Say("player"), w.Say("chequers"), w.Say("cube"), w.Say("all"), w.Say("rating"), w.Say("luck")})
		}
		rate := func(e review.ErrorRate) string {
			if e.Decisions == 0 {
				return "–"
			}
			return w.Decimal(e.PerDecision(), 1)
		}
		rows = append(rows, []string{r.Player(w, r.Sides[i].Player), rate(e.Chequer), rate(e.Cube), rate(e.All), e.Rating.Word(w), w.Signed(e.Luck, 2)})
	}
	return rows
}
