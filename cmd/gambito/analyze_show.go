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
	"gambito/terminal"
	"gambito/words"
)

// thoughtsOn shows how far an agent has come that nobody knows the end of. A
// simulation of a tree search looks at a position, too.
func thoughtsOn(bar *terminal.Progress) func(agent.Analysis) {
	const what = "positions"
	bar.Begin(progress.Step{What: what})
	return func(f agent.Analysis) { bar.Show(progress.Step{Done: max(f.Nodes, f.Simulations), What: what}) }
}

// showAnalysis prints what an agent thinks.
func showAnalysis(s *session, r api.Analysis, found agent.Analysis) {
	out, w := s.stdout, s.stdout.Words
	fmt.Fprintf(out, "\n%s %s.\n", words.Sentence(w.Say("%s to move", w.Text(r.Player))), w.Say("%s plays %s", r.Agent, w.Text(r.Move)))
	if r.Value != nil {
		fmt.Fprintln(out, words.Sentence(r.Words))
	}
	if len(r.PV) > 1 {
		fmt.Fprintln(out, w.Say("It expects %s.", lineText(w, r.PV)))
	}
	if len(r.Moves) > 0 {
		fmt.Fprintln(out)
		showMoves(out, w, r, found)
	}
	showAdapted(out, w, r.Adapted)
	var facts []string
	add := func(n int, text string) {
		if n > 0 {
			facts = append(facts, text)
		}
	}
	add(r.Simulations, w.Say("%d simulations", r.Simulations))
	add(r.Nodes, w.Say("%d positions", r.Nodes))
	add(r.Depth, w.Say("depth %d", r.Depth))
	add(r.Bytes/1024, fmt.Sprintf("%d KiB", r.Bytes/1024))
	facts = append(facts, w.Decimal(r.Seconds, 3)+" s")
	fmt.Fprintf(out, "\n%s\n", strings.Join(facts, ", "))
}

// showAdapted prints the values of options that a search has tried while it ran.
func showAdapted(out io.Writer, w words.Words, list []api.Adapted) {
	if len(list) == 0 {
		return
	}
	rows := [][]string{{w.Say("option"), w.Say("value"), w.Say("simulations"), w.Say("reward"), ""}}
	for _, a := range list {
		for _, v := range a.Values {
			reward, settled := "", ""
			if v.Reward != nil {
				reward = w.Decimal(*v.Reward, 4)
			}
			if v.Value == a.Value {
				settled = w.Say("settled on")
			}
			rows = append(rows, []string{a.Option, v.Value, fmt.Sprint(v.Simulations), reward, settled})
		}
	}
	fmt.Fprintln(out)
	table.Style{Text: []int{0, 4}}.Write(out, rows)
}

// lineText is moves, one after another.
func lineText(w words.Words, moves []string) string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = w.Text(m)
	}
	return strings.Join(texts, " ")
}

// movesColumn is one of the table of moves.
type movesColumn struct {
	head string
	text bool // no number
	cell func(i int) string
}

// showMoves prints the table of moves, with those columns that mean something.
func showMoves(out io.Writer, w words.Words, r api.Analysis, found agent.Analysis) {
	rows := make([][]string, len(r.Moves)+1)
	var style table.Style
	for _, column := range movesColumns(w, r, found) {
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

func movesColumns(w words.Words, r api.Analysis, found agent.Analysis) []movesColumn {
	return []movesColumn{
		{w.Say("move"), false, func(i int) string { return w.Text(r.Moves[i].Move) }},
		{w.Say("value"), false, func(i int) string { return w.Short(found.Lines[i].Value) }},
		{w.Say("plies"), false, func(i int) string { return numberUnlessZero(found.Lines[i].Value.Plies) }},
		{w.Say("prior"), false, func(i int) string {
			if p := r.Moves[i].Prior; p > 0 {
				return w.Decimal(100*p, 1) + "%"
			}
			return ""
		}},
		{w.Say("visits"), false, func(i int) string { return numberUnlessZero(r.Moves[i].Visits) }},
		{w.Say("95 % interval"), false, func(i int) string {
			if m := r.Moves[i]; m.Low != nil {
				return w.Interval(found.Lines[i].Value, *m.Low, *m.High)
			}
			return ""
		}},
		{w.Say("line"), true, func(i int) string {
			if pv := r.Moves[i].PV; len(pv) > 1 {
				return lineText(w, pv)
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
