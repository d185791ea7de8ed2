package main

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"gambito/progress"
	"gambito/table"
	"gambito/terminal"
	"gambito/tune"
	"gambito/tune/optimise"
)

// tuneLive shows a tuning while it runs: on a terminal a table below the bar, plain
// lines elsewhere.
type tuneLive struct {
	fleet *coordinator
	bar   *terminal.Progress
	set   tune.Settings

	part   tune.Part
	batch  int
	best   string // what the method thinks is the best
	trials []tune.Trial
}

// mostLive is how many candidates are shown.
const mostLive = 8

// follow has a study tell it everything. So many games were played before.
func (l *tuneLive) follow(study *tune.Study, games int) {
	if l.bar == nil {
		return
	}
	l.bar.Begin(progress.Step{What: l.set.Objective.Counted(), Done: games, Total: study.Total()})
	study.Enter = func(p tune.Part) { l.part = p }
	study.Tell = l.tell
	study.Progress = func(step progress.Step) {
		l.fleet.show(l.bar, func() { l.bar.ShowWith(step, func() []string { return l.lines(l.bar.Rows() - 1) }) })
	}
}

// tell takes a batch in.
func (l *tuneLive) tell(b tune.Batch) error {
	l.batch, l.best, l.trials = b.Number, b.Best, append(l.trials, b.Trials...)
	if l.bar.Rows() > 0 {
		return nil
	}
	best := b.Trials[0]
	for _, t := range b.Trials {
		if t.Points.Better(best.Points) {
			best = t
		}
	}
	fmt.Fprintf(os.Stderr, "batch %d, %d %s: %d candidates, the best %s; now thought best: %s\n", b.Number, b.Games, l.set.Objective.Counted(), len(b.Trials), scoreText(l.set, best.Points.Mean), b.Best)
	return nil
}

// lines are what stands below the bar, so many at the most.
func (l *tuneLive) lines(rows int) []string {
	head := string(l.part)
	if l.part == tune.Searching {
		head = fmt.Sprintf("%s, batch %d", l.part, l.batch+1)
	}
	lines := []string{"", head}
	if len(l.trials) > 0 {
		lines = append(lines, "now thought best: "+l.best, "")
		lines = append(lines, l.candidates()...)
	}
	return lines[:min(len(lines), max(rows, 0))]
}

// candidates is a table of those that are likely the best.
func (l *tuneLive) candidates() []string {
	scores, order := make([]optimise.Score, len(l.trials)), make([]int, len(l.trials))
	for i, t := range l.trials {
		scores[i], order[i] = t.Points, i
	}
	likely := optimise.Shrunk(scores)
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(likely[b], likely[a]) })
	rows := [][]string{{scoreNames[l.set.Objective], "± error", l.set.Objective.Samples(), "likely", "agent"}}
	for _, i := range order[:min(len(order), mostLive)] {
		t := l.trials[i]
		rows = append(rows, []string{scoreText(l.set, t.Points.Mean), errorText(l.set, t.Points.Error), strconv.Itoa(t.Pairs), scoreText(l.set, likely[i]), t.Spec})
	}
	var b strings.Builder
	table.Style{Text: []int{4}}.Write(&b, rows)
	return strings.Split(strings.TrimRight(b.String(), "\n"), "\n")
}
