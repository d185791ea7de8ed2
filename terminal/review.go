package terminal

import (
	"fmt"
	"slices"
	"strings"

	"gambito/review"
	"gambito/table"
)

// Review shows what the moves of a game have cost: those that lost something, or all,
// how both sides did, and the course of the game.
func (s *Screen) Review(r *review.Review, all bool) {
	w := s.Words
	s.Print(r.Title(w))
	if outcome := r.Outcome(w); outcome != "" {
		s.Print(outcome)
	}
	for _, line := range r.Method(w) {
		s.Print(line)
	}
	s.printf("\n")
	s.verdicts(r, all)
	if note := r.Note(w); note != "" {
		s.Print(note)
	}
	s.printf("\n")
	s.sides(func(short bool) [][]string { return r.SideRows(w, short) })
	if r.ErrorRows(w) != nil {
		s.printf("\n")
		s.sides(func(bool) [][]string { return r.ErrorRows(w) })
		s.Print(review.ErrorsNote(w))
	}
	s.printf("\n")
	s.course(r)
}

// sides writes a table of the players: in full, with short heads, or where that is too
// wide as well with a column a player.
func (s *Screen) sides(rows func(short bool) [][]string) {
	for _, short := range []bool{false, true} {
		if list := rows(short); s.fits(table.Style{}, list) {
			table.Style{}.Write(s, list)
			return
		}
	}
	turned := review.Turned(rows(true))
	style := table.Style{}
	for i := range turned[0] {
		style.Text = append(style.Text, i)
	}
	style.Write(s, turned)
}

// fits reports whether a table needs no line to be broken.
func (s *Screen) fits(style table.Style, rows [][]string) bool {
	width := s.Width()
	return width == 0 || style.Width(rows) <= width
}

// verdictColumn is one of the table of moves.
type verdictColumn struct {
	head string
	text bool // no number
	cell func(v *review.Verdict) string
}

// verdicts writes the table of moves, with as much of it as there is room for: a best
// line is cut first, then left out, then the words that marks and numbers tell as
// well.
func (s *Screen) verdicts(r *review.Review, all bool) {
	var list []*review.Verdict
	for i := range r.Verdicts {
		if v := &r.Verdicts[i]; all || lost(v) {
			list = append(list, v)
		}
	}
	if len(list) == 0 {
		s.say("No move lost anything.")
		return
	}
	var style table.Style
	var rows [][]string
	for _, columns := range s.verdictColumns(r) {
		if style, rows = verdictRows(columns, list); s.fits(style, rows) {
			break
		}
	}
	style.Write(s, s.underHeadings(r, list, rows))
}

// underHeadings puts the rows of moves, behind the heads, under the games of a match.
func (s *Screen) underHeadings(r *review.Review, list []*review.Verdict, rows [][]string) [][]string {
	parts, out := r.Parts(), rows[:1:1]
	for i, v := range list {
		heading := ""
		for len(parts) > 0 && parts[0].Ply <= v.Ply {
			heading, parts = parts[0].Heading(s.Words), parts[1:]
		}
		if heading != "" {
			out = append(out, []string{heading})
		}
		out = append(out, rows[i+1])
	}
	return out
}

// lost reports whether a move was worse than another.
func lost(v *review.Verdict) bool { return v.Judged() && v.Class != review.Best }

// verdictColumns are the columns of the table of moves, for ever narrower terminals.
func (s *Screen) verdictColumns(r *review.Review) (choices [][]verdictColumn) {
	w, digits := s.Words, len(fmt.Sprint(len(r.Of.Moves)))
	ifLost := func(cell func(v *review.Verdict) string) func(v *review.Verdict) string {
		return func(v *review.Verdict) string {
			if !lost(v) {
				return ""
			}
			return cell(v)
		}
	}
	move := verdictColumn{w.Say("move"), true, func(v *review.Verdict) string { return fmt.Sprintf("%*d", digits, v.Ply+1) }}
	player := verdictColumn{w.Say("player"), true, func(v *review.Verdict) string { return w.Text(r.Of.Rules.Info().Roles[v.Player]) }}
	played := verdictColumn{w.Say("played"), true, func(v *review.Verdict) string { return w.Text(v.Played) + v.Class.Mark() }}
	class := verdictColumn{"", false, func(v *review.Verdict) string { return v.Word(w) }}
	cost := verdictColumn{w.Say("lost"), false, ifLost(func(v *review.Verdict) string { return v.LossText(w) })}
	best := verdictColumn{w.Say("best"), true, ifLost(func(v *review.Verdict) string { return w.Text(v.BestText) })}
	worth := verdictColumn{w.Say("worth"), false, func(v *review.Verdict) string { return w.Short(v.After) }}
	would := verdictColumn{w.Say("would be"), false, ifLost(func(v *review.Verdict) string { return w.Short(v.Before) })}
	line := func(most int) verdictColumn {
		return verdictColumn{w.Say("best line"), true, ifLost(func(v *review.Verdict) string { return s.shortLine(v.LineText, most) })}
	}
	number := move
	number.head = "#"
	return [][]verdictColumn{
		{move, player, played, class, cost, best, worth, would, line(mostLine)},
		{move, player, played, class, cost, best, worth, would, line(3)},
		{move, player, played, class, cost, best, worth, would},
		{number, player, played, class, cost, best, worth, would},
		{number, player, played, cost, best, worth, would},
		{number, played, cost, best, worth, would},
		{number, played, cost, best, worth},
		{number, played, cost, best},
	}
}

// verdictRows is a row a move, the heads first. A column that tells nothing is left
// out.
func verdictRows(columns []verdictColumn, list []*review.Verdict) (style table.Style, rows [][]string) {
	rows = make([][]string, len(list)+1)
	for _, c := range columns {
		texts := []string{c.head}
		for _, v := range list {
			texts = append(texts, c.cell(v))
		}
		if !slices.ContainsFunc(texts[1:], func(text string) bool { return text != "" }) {
			continue
		}
		if c.text {
			style.Text = append(style.Text, len(rows[0]))
		}
		for i, text := range texts {
			rows[i] = append(rows[i], text)
		}
	}
	return style, rows
}

// mostLine is how many moves of a line are shown.
const mostLine = 8

// shortLine is the beginning of a line of moves, empty if that is one move alone.
func (s *Screen) shortLine(texts []string, most int) string {
	var list []string
	for _, text := range texts[:min(most, len(texts))] {
		list = append(list, s.Words.Text(text))
	}
	switch {
	case len(texts) < 2:
		return ""
	case len(texts) > most:
		list = append(list, "…")
	}
	return strings.Join(list, " ")
}
