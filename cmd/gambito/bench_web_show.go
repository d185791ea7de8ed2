package main

import (
	"fmt"
	"time"

	"gambito/api"
)

// missedPlaying are the goals that the server has missed with people who play.
func missedPlaying(l api.PlayersLoad) (missed []string) {
	switch {
	case l.Lost > 0:
		missed = append(missed, fmt.Sprintf("%d moves were lost: none may be", l.Lost))
	case l.Refused > 0:
		missed = append(missed, fmt.Sprintf("%d requests failed, first: %s", l.Refused, l.Problem))
	case l.Moves.Count == 0:
		missed = append(missed, "nobody has moved")
	}
	if l.Moves.P99 >= slowestMove.Seconds() {
		missed = append(missed, fmt.Sprintf("99 %% of the moves took up to %s: it must be less than %v", milliseconds(l.Moves.P99), slowestMove))
	}
	return missed
}

// missedAnalysing are those with live analyses.
func missedAnalysing(l api.AnalysesLoad) (missed []string) {
	if l.Refused > 0 {
		missed = append(missed, fmt.Sprintf("%d analyses failed, first: %s", l.Refused, l.Problem))
	}
	if l.Slowest < leastRate {
		missed = append(missed, fmt.Sprintf("an analysis got %.1f updates a second: it must be %g at least", l.Slowest, leastRate))
	}
	return missed
}

// missedListening are those with open streams.
func missedListening(l api.StreamsLoad) (missed []string) {
	if l.Refused > 0 {
		missed = append(missed, fmt.Sprintf("%d streams failed, first: %s", l.Refused, l.Problem))
	}
	if l.Server.Memory >= mostMemory {
		missed = append(missed, fmt.Sprintf("the server took %s with open streams: it must be less than %s", megabytes(l.Server.Memory), megabytes(mostMemory)))
	}
	return missed
}

func milliseconds(seconds float64) string { return fmt.Sprintf("%.1f ms", seconds*1000) }

func megabytes(bytes int64) string {
	if bytes == 0 {
		return "unknown"
	}
	return fmt.Sprintf("%d MB", bytes>>20)
}

// loadRows are the rows of the table that tells a load.
func loadRows(told api.WebLoad) [][]string {
	rows := [][]string{{"", "how many", "median", "90 %", "99 %", "worst"}}
	delays := func(name string, d api.Delays) {
		rows = append(rows, []string{"  " + name, fmt.Sprint(d.Count), milliseconds(d.Median), milliseconds(d.P90), milliseconds(d.P99), milliseconds(d.Worst)})
	}
	heading := func(format string, args ...any) { rows = append(rows, []string{fmt.Sprintf(format, args...)}) }
	server := func(u api.ServerUse) {
		heading("  the server took %s at the most and %.1f s of cores in %.0f s, of %d cores", megabytes(u.Memory), u.CPU, u.Lifetime, told.Cores)
	}
	if l := told.Players; l != nil {
		heading("%d people play %s against %s, each moving every %v, for %v", l.Players, l.Game, l.Against, seconds(l.Every), seconds(l.Seconds))
		delays("games begun", l.Begins)
		delays("moves answered", l.Moves)
		delays("replies of agents", l.Replies)
		heading("  %d moves lost, %d requests refused, %d moves late", l.Lost, l.Refused, l.Late)
		server(l.Server)
	}
	if l := told.Analyses; l != nil {
		heading("%d live analyses of %s by %s, for %v", l.Analyses, l.Game, l.Agent, seconds(l.Seconds))
		delays("first updates", l.Begins)
		delays("gaps of updates", l.Gaps)
		heading("  %.1f updates a second in the mean, %.1f of the slowest; %.0f simulations a second in all", l.Mean, l.Slowest, l.Speed)
		server(l.Server)
	}
	if l := told.Streams; l != nil {
		heading("%d open event streams on games of %s against %s, for %v", l.Streams, l.Game, l.Against, seconds(l.Seconds))
		server(l.Server)
	}
	return rows
}

func seconds(n float64) time.Duration {
	return time.Duration(n * float64(time.Second)).Round(time.Millisecond)
}
