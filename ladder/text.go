package ladder

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// header is above the columns of rows.
var header = []string{"level", "spec", "against the level below", "95 % interval", "won–drawn–lost", "Elo", "95 % interval", "a move"}

// rows are the levels in words, the lowest first.
func (r Result) rows() (rows [][]string) {
	for _, l := range r.Levels {
		row := []string{strconv.Itoa(l.Level), l.Spec, "", "", "", "", "", duration(l.Seconds)}
		if l.Share != nil {
			row[2], row[3] = percent(l.Share.Estimate), percent(l.Share.Low)+" to "+percent(l.Share.High)
			row[4] = fmt.Sprintf("%d–%d–%d", l.Results.Wins, l.Results.Draws, l.Results.Losses)
		}
		if l.Elo != nil {
			row[5], row[6] = fmt.Sprintf("%+.0f", l.Elo.Estimate), fmt.Sprintf("%+.0f to %+.0f", l.Elo.Low, l.Elo.High)
		}
		rows = append(rows, row)
	}
	return rows
}

func percent(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }

// duration is a time with two digits or so.
func duration(seconds float64) string {
	d := time.Duration(seconds * float64(time.Second))
	switch {
	case d >= time.Second:
		return d.Round(100 * time.Millisecond).String()
	case d >= 10*time.Millisecond:
		return d.Round(time.Millisecond).String()
	case d >= time.Millisecond:
		return d.Round(100 * time.Microsecond).String()
	}
	return d.Round(time.Microsecond).String()
}

// Verdict says in one sentence whether every level is stronger than the one below.
func (r Result) Verdict() string {
	var short []string
	for _, l := range r.Levels {
		if l.Holds != nil && !*l.Holds {
			short = append(short, fmt.Sprintf("level %d makes %s of them against level %d", l.Level, percent(l.Share.Estimate), l.Level-1))
		}
	}
	if short == nil {
		return fmt.Sprintf("Every level makes %.0f %% of the points or more against the one below.", 100*r.Target)
	}
	return fmt.Sprintf("Not every level makes %.0f %% of the points against the one below: %s.", 100*r.Target, strings.Join(short, ", "))
}

// Text writes a table, and what it says.
func (r Result) Text(out io.Writer) error {
	rows := append([][]string{header}, r.rows()...)
	widths := make([]int, len(header))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s, %d games of every two neighbours, openings %s, seed %d\n\n", r.Game, r.Games, r.Openings, r.Seed)
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			space := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if i == 1 {
				cell, space = cell+space, ""
			}
			line.WriteString(space + cell + "  ")
		}
		fmt.Fprintln(&b, strings.TrimRight(line.String(), " "))
	}
	fmt.Fprintf(&b, "\n%s\n", r.Verdict())
	_, err := out.Write(b.Bytes())
	return err
}

// Markdown is the table for a page.
func (r Result) Markdown(b *bytes.Buffer) {
	fmt.Fprintf(b, "| %s |\n|%s\n", strings.Join(header, " | "), strings.Repeat(" --- |", len(header)))
	for _, row := range r.rows() {
		row[1] = "`" + row[1] + "`"
		fmt.Fprintf(b, "| %s |\n", strings.Join(row, " | "))
	}
}

// CSV has a line for every level.
func (r Result) CSV() ([]byte, error) {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write([]string{"game", "level", "spec", "wins", "draws", "losses", "share", "share_low", "share_high", "elo", "elo_low", "elo_high", "seconds"})
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', 8, 64) }
	for _, l := range r.Levels {
		row := []string{r.Game, strconv.Itoa(l.Level), l.Spec, strconv.Itoa(l.Results.Wins), strconv.Itoa(l.Results.Draws), strconv.Itoa(l.Results.Losses), "", "", "", "", "", "", number(l.Seconds)}
		if s := l.Share; s != nil {
			row[6], row[7], row[8] = number(s.Estimate), number(s.Low), number(s.High)
		}
		if e := l.Elo; e != nil {
			row[9], row[10], row[11] = number(e.Estimate), number(e.Low), number(e.High)
		}
		w.Write(row)
	}
	w.Flush()
	return b.Bytes(), w.Error()
}
