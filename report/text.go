package report

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"gambito/arena"
	"gambito/report/sheet"
	"gambito/table"
)

// signed is a whole number with its sign, and 0 without.
func signed(x float64) string {
	if x = math.Round(x); x == 0 {
		return "0"
	}
	return fmt.Sprintf("%+.0f", x)
}

func percent(share float64) string { return fmt.Sprintf("%.1f", 100*share) }

// Title is the table's game.
func (t Table) Title() string {
	switch {
	case t.Mixed:
		return "all games (a win of any is one point)"
	case t.Game == "":
		return "all games"
	}
	return t.Game
}

// empty reports whether no game of the table was played.
func (t Table) empty() bool {
	return !slices.ContainsFunc(t.Lines, func(l Line) bool { return l.Results.Games() > 0 })
}

// Text writes the table of every game, the total last, for a terminal.
func (s Summary) Text(out io.Writer) {
	fmt.Fprintf(out, "%s: %s, seed %d, %s\n", s.Name, s.gamesWords(), s.Seed, s.drawWords())
	for _, t := range s.tables() {
		if t.empty() {
			fmt.Fprintf(out, "\n%s\n  not played yet\n", t.Title())
			continue
		}
		fmt.Fprintf(out, "\n%s\n", t.Title())
		t.standings().Text(out)
		if points := t.points(); points != nil {
			fmt.Fprintln(out)
			points.Text(out)
		}
	}
	for _, sentence := range s.Sentences() {
		fmt.Fprintln(out)
		table.Paragraph(out, "", sentence)
	}
}

// tables are those of every game and the total, of which one is enough where
// there is one game.
func (s Summary) tables() []Table {
	if len(s.ByGame) == 1 {
		return s.ByGame
	}
	return append(slices.Clone(s.ByGame), s.Total)
}

// gamesWords says how many games there are, of how many if some are left.
func (s Summary) gamesWords() string {
	if s.Games < s.Planned && (s.Verdict == nil || !s.Verdict.Decided) {
		return fmt.Sprintf("%d of %d games", s.Games, s.Planned)
	}
	return fmt.Sprintf("%d games", s.Games)
}

func (s Summary) drawWords() string {
	if s.Draw == string(arena.DrawLoss) {
		return "a draw is worth nothing"
	}
	return "a draw is worth ½"
}

// Live is a short table for a screen that is drawn again and again.
func Live(s *arena.Standings, most int) []string {
	if most < 1 {
		return nil
	}
	table := sheet.Sheet{Columns: []sheet.Column{agentColumn, {Title: "games"}, {Title: "points"}, {Title: "%"}, {Title: "95 % interval"}}}
	for _, l := range tableOf(s, "", indices(len(s.Settings.Games))...).Lines[:min(most, len(s.Settings.Agents))] {
		cells := l.cells()
		table.Rows = append(table.Rows, []sheet.Cell{cells[0], cells[1], cells[5], cells[6], cells[7]})
	}
	var b strings.Builder
	table.Text(&b)
	return strings.Split(strings.TrimRight(b.String(), "\n"), "\n")
}

// warnings tell what makes a result worth less than it looks.
func warnings(s *arena.Standings) (list []string) {
	for i, n := range s.Forfeits {
		if n > 0 {
			list = append(list, fmt.Sprintf("agent %s forfeited %d games: %s", s.Settings.Agents[i].Name, n, s.Faults[i]))
		}
	}
	switch n := s.Reasons[arena.TooLong]; {
	case n > 0 && s.Settings.MaxPlies > 0:
		list = append(list, fmt.Sprintf("%d games were not over after %d plies and count as draws", n, s.Settings.MaxPlies))
	case n > 0:
		list = append(list, fmt.Sprintf("%d games were not over after as many plies as their rules are played for and count as they stood", n))
	}
	if 2*s.Identical > s.Games && !s.Settings.OfLuck() { // fewer happen by chance in short games
		list = append(list, fmt.Sprintf("%d of %d games repeat an earlier one move by move: where agents leave nothing to chance that makes intervals too narrow, and random openings would help", s.Identical, s.Games))
	}
	for i, a := range s.Settings.Agents {
		if s.Settings.Timed(i) {
			list = append(list, fmt.Sprintf("agent %s is limited by time: another run plays other games", a.Name))
		}
	}
	groups := rate(cross(s, indices(len(s.Settings.Games))...))
	if groups != nil {
		rated := 0
		for _, g := range groups.Groups {
			if len(g) > 1 {
				rated++
			}
		}
		if rated > 1 {
			list = append(list, "some agents made no point against others: their Elo compares them only among themselves")
		}
	}
	return list
}

func pValue(p float64) string {
	if p < 0.0001 {
		return "below 0.0001"
	}
	return fmt.Sprintf("%.4f", p)
}
