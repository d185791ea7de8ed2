package main

import (
	"fmt"
	"strings"

	"gambito/agent"
	"gambito/api"
	"gambito/progress"
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
		for _, row := range movesTable(r, found) {
			fmt.Fprintln(out, strings.TrimRight(row, " "))
		}
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

// A column of the table of moves.
type movesColumn struct {
	head string
	left bool // its texts begin at the left
	cell func(i int) string
}

// movesTable is the table of moves, with those columns that mean something.
func movesTable(r api.Analysis, found agent.Analysis) []string {
	columns := []movesColumn{
		{"move", true, func(i int) string { return r.Moves[i].Move }},
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
	rows := make([]string, len(r.Moves)+1)
	for n, column := range columns {
		texts, filled, width := []string{column.head}, false, len([]rune(column.head))
		for i := range r.Moves {
			text := column.cell(i)
			texts, filled, width = append(texts, text), filled || text != "", max(width, len([]rune(text)))
		}
		if !filled {
			continue
		}
		for i, text := range texts {
			pad := strings.Repeat(" ", width-len([]rune(text)))
			if column.left {
				text += pad
			} else {
				text = pad + text
			}
			if n > 0 {
				text = "  " + text
			}
			rows[i] += text
		}
	}
	return rows
}

func numberUnlessZero(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}
