package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"gambito/agent"
	"gambito/api"
	"gambito/progress"
	"gambito/table"
	"gambito/words"
)

// thoughtSoFar is how far an agent has come that nobody knows the end of.
func thoughtSoFar(f agent.Analysis) progress.Step {
	if f.Simulations > 0 {
		return progress.Step{Done: f.Simulations, What: "simulations"}
	}
	return progress.Step{Done: f.Nodes, What: "positions"}
}

// showAnalysis prints what an agent thinks.
func showAnalysis(s *session, r api.Analysis, found agent.Analysis) {
	out := s.stdout
	fmt.Fprintf(out, "\n%s %s plays %s.\n", words.Sentence(r.Player+" to move"), r.Agent, r.Move)
	if r.Value != nil {
		fmt.Fprintln(out, words.Sentence(r.Words))
	}
	if len(r.PV) > 1 {
		fmt.Fprintf(out, "It expects %s.\n", strings.Join(r.PV, " "))
	}
	if len(r.Moves) > 0 {
		fmt.Fprintln(out)
		showMoves(out, r, found)
	}
	var facts []string
	add := func(n int, format string) {
		if n > 0 {
			facts = append(facts, fmt.Sprintf(format, n))
		}
	}
	add(r.Simulations, "%d simulations")
	add(r.Nodes, "%d positions")
	add(r.Depth, "depth %d")
	add(r.Bytes/1024, "%d KiB")
	facts = append(facts, fmt.Sprintf("%.3f s", r.Seconds))
	fmt.Fprintf(out, "\n%s\n", strings.Join(facts, ", "))
}

// movesColumn is one of the table of moves.
type movesColumn struct {
	head string
	text bool // no number
	cell func(i int) string
}

// showMoves prints the table of moves, with those columns that mean something.
func showMoves(out io.Writer, r api.Analysis, found agent.Analysis) {
	rows := make([][]string, len(r.Moves)+1)
	var style table.Style
	for _, column := range movesColumns(r, found) {
		texts := []string{column.head}
		for i := range r.Moves {
			texts = append(texts, column.cell(i))
		}
		if !slices.ContainsFunc(texts[1:], func(text string) bool { return text != "" }) {
			continue
		}
		if column.text {
			style.Text = append(style.Text, len(rows[0]))
		}
		for i, text := range texts {
			rows[i] = append(rows[i], text)
		}
	}
	style.Write(out, rows)
}

func movesColumns(r api.Analysis, found agent.Analysis) []movesColumn {
	return []movesColumn{
		{"move", false, func(i int) string { return r.Moves[i].Move }},
		{"value", false, func(i int) string { return words.Words{}.Short(found.Lines[i].Value) }},
		{"plies", false, func(i int) string { return numberUnlessZero(found.Lines[i].Value.Plies) }},
		{"prior", false, func(i int) string {
			if p := r.Moves[i].Prior; p > 0 {
				return fmt.Sprintf("%.1f%%", 100*p)
			}
			return ""
		}},
		{"visits", false, func(i int) string { return numberUnlessZero(r.Moves[i].Visits) }},
		{"95 % interval", false, func(i int) string {
			if m := r.Moves[i]; m.Low != nil {
				return words.Words{}.Interval(found.Lines[i].Value, *m.Low, *m.High)
			}
			return ""
		}},
		{"line", true, func(i int) string {
			if pv := r.Moves[i].PV; len(pv) > 1 {
				return strings.Join(pv, " ")
			}
			return ""
		}},
	}
}

func numberUnlessZero(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}
