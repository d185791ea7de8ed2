package terminal

import (
	"fmt"
	"strings"

	"gambito/review"
	"gambito/table"
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
	table.Style{}.Write(s, r.SideRows(w, s.narrow()))
	if rows := r.ErrorRows(w); rows != nil {
		s.printf("\n")
		table.Style{}.Write(s, rows)
		s.Print(review.ErrorsNote(w))
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
	if s.narrow() {
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

// narrow reports whether tables should say less.
func (s *Screen) narrow() bool {
	width := s.Width()
	return width > 0 && width < 110
}
