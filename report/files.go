package report

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strconv"

	"gambito/report/sheet"
	"gambito/stats"
)

// CSV has a line for every agent at every game, and for all games together.
func (s Summary) CSV() ([]byte, error) {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write([]string{"game", "agent", "games", "wins", "draws", "losses", "first_wins", "first_draws", "first_losses",
		"points", "share", "share_low", "share_high", "round_mean", "round_sd", "round_median", "elo", "elo_low", "elo_high",
		"points_a_game", "points_a_game_low", "points_a_game_high", "points_share", "points_share_low", "points_share_high",
		"gammons_won", "gammons_won_low", "gammons_won_high", "gammons_lost", "gammons_lost_low", "gammons_lost_high"})
	for _, t := range append(append([]Table(nil), s.ByGame...), s.Total) {
		game := t.Game
		if game == "" {
			game = "all"
		}
		for _, l := range t.Lines {
			row := []string{game, l.Agent}
			for _, n := range []int{l.Results.Games(), l.Results.Wins, l.Results.Draws, l.Results.Losses, l.AsFirst.Wins, l.AsFirst.Draws, l.AsFirst.Losses} {
				row = append(row, strconv.Itoa(n))
			}
			for _, x := range []float64{l.Points, l.Share.Estimate, l.Share.Low, l.Share.High, l.Rounds.Mean, l.Rounds.SD, l.Rounds.Median} {
				row = append(row, decimal(x))
			}
			if l.Rated {
				row = append(row, decimal(l.Elo.Estimate), decimal(l.Elo.Low), decimal(l.Elo.High))
			} else {
				row = append(row, "", "", "")
			}
			w.Write(append(row, l.pointFields()...))
		}
	}
	w.Flush()
	return b.Bytes(), w.Error()
}

// pointFields are empty where games count one point.
func (l Line) pointFields() []string {
	fields := make([]string, 0, 12)
	if p := l.OfPoints; p != nil {
		for _, i := range []stats.Interval{p.PerGame, p.Share, p.GammonRates[0], p.GammonRates[1]} {
			fields = append(fields, decimal(i.Estimate), decimal(i.Low), decimal(i.High))
		}
	}
	return fields[:cap(fields)]
}

func decimal(x float64) string { return strconv.FormatFloat(x, 'g', 8, 64) }

// Markdown has the tables and the tests.
func (s Summary) Markdown() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %s\n\n%s, seed %d, %s.\n", sheet.MarkdownText(s.Name), sheet.MarkdownText(s.gamesWords()), s.Seed, s.drawWords())
	for _, t := range s.tables() {
		fmt.Fprintf(&b, "\n## %s\n\n", sheet.MarkdownText(t.Title()))
		t.standings().MarkdownTable(&b)
		if points := t.points(); points != nil {
			b.WriteString("\n")
			points.MarkdownTable(&b)
		}
	}
	for _, sentence := range s.Sentences() {
		fmt.Fprintf(&b, "\n%s\n", sheet.MarkdownText(sentence))
	}
	s.pairsMarkdown(&b)
	s.machinesMarkdown(&b)
	for _, warning := range s.Warnings {
		fmt.Fprintf(&b, "\nNote: %s.\n", sheet.MarkdownText(warning))
	}
	return b.Bytes()
}

// pairsMarkdown has the tests between agents: over the games, then at each.
func (s Summary) pairsMarkdown(b *bytes.Buffer) {
	if s.Friedman != nil && s.Friedman.Nemenyi != nil {
		fmt.Fprintf(b, "\n%s\n", sheet.MarkdownText(s.Friedman.nemenyiSentence()))
	}
	note := s.PairsNote()
	if note == "" {
		return
	}
	fmt.Fprintf(b, "\n## Which agents differ at a game?\n\n%s\n", sheet.MarkdownText(note))
	for _, t := range s.ByGame {
		fmt.Fprintf(b, "\n### %s\n\n", sheet.MarkdownText(t.Title()))
		t.tests().MarkdownTable(b)
	}
}
