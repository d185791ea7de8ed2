package report

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"strconv"

	"gambito/arena"
	"gambito/stats"
	"gambito/table"
)

// significance is the probability of any false difference that tests allow.
const significance = 0.05

// GamePair compares two agents at one game, by whether one wins more often or, where
// amounts are won, by whether it wins more.
type GamePair struct {
	Better string         `json:"better"` // by its score here; of two that are even the first of the settings
	Worse  string         `json:"worse"`
	Units  int            `json:"units"`  // pairs of games, or games where those are not paired
	Paired bool           `json:"paired"` // whether they are pairs
	Score  stats.Interval `json:"score"`  // of the better one against the other, a draw worth ½
	P      float64        `json:"p"`
	Holm   float64        `json:"holm"` // adjusted over all pairs of agents at this game

	Amount *stats.Interval `json:"amount,omitempty"` // what the better one wins from the other a game, where amounts are won
}

// gamePairs tests every two agents who met at a game. A run whose end or whose
// pairings depend on the results, and one that is not finished, is none for
// which these p-values hold: then there are none.
func gamePairs(s *arena.Standings, game int) (list []GamePair) {
	if s.Settings.Stop.Rule != arena.StopFixed || s.Settings.Schedule == arena.Swiss || s.Games < s.Settings.Plan().Total() {
		return nil
	}
	var p []float64
	for i, agents := range s.Settings.Plan().Pairings {
		list = append(list, gamePair(s, game, i, agents))
		p = append(p, list[i].P)
	}
	for i, adjusted := range stats.Holm(p) {
		list[i].Holm = adjusted
	}
	return list
}

func gamePair(s *arena.Standings, game, pairing int, agents [2]int) GamePair {
	first, second := agents[0], agents[1]
	pair := GamePair{Better: s.Settings.Agents[first].Name, Worse: s.Settings.Agents[second].Name}
	pairs := s.Pairs[game][pairing]
	games := s.Sides[game][first][second].Plus(s.Sides[game][second][first].Reverse())
	pair.Paired = !s.Settings.Unpaired && pairs.Count() > 0 // an odd game at the end is left out
	if pair.Paired {
		pair.Units, pair.P, pair.Score = pairs.Count(), pairs.EvenP(), pairs.Score(level)
	} else {
		pair.Units, pair.P, pair.Score = games.Games(), games.EvenP(), games.Score(level)
	}
	turned := pair.Score.Estimate < 0.5
	if points := s.PointsBetween(game, pairing); points != nil {
		amount := points.PerGame
		if turned = amount.Estimate < 0; turned {
			amount = stats.Interval{Estimate: -amount.Estimate, Low: -amount.High, High: -amount.Low}
		}
		pair.Amount, pair.P = &amount, 2*min(points.Superiority, 1-points.Superiority)
	}
	if turned {
		pair.Better, pair.Worse = pair.Worse, pair.Better
		pair.Score = stats.Interval{Estimate: 1 - pair.Score.Estimate, Low: 1 - pair.Score.High, High: 1 - pair.Score.Low}
	}
	return pair
}

// Differs reports whether chance alone is not plausible.
func (p GamePair) Differs() bool { return p.Holm < significance }

// PairsNote says which test compares agents within a game and what it takes for
// granted; "" if none does.
func (s Summary) PairsNote() string {
	if len(s.ByGame) == 0 || len(s.ByGame[0].Pairs) == 0 {
		return ""
	}
	all, amounts := s.ByGame[0].Pairs, 0
	for _, t := range s.ByGame {
		if t.Pairs[0].Amount != nil {
			amounts++
		}
	}
	test := "Fisher's randomisation test on pairs of games: if two agents are alike, the difference of their scores in two games from one opening with sides swapped is as likely with either sign"
	if !all[0].Paired {
		test = "The sign test on games that are not drawn: if two agents are alike, each wins as many"
	}
	units := "Pairs are"
	if !all[0].Paired {
		units = "Games are"
	}
	note := fmt.Sprintf("%s. %s taken as independent. A draw counts ½ and a win one. p is exact and two-sided", test, units)
	const normal = "the mean amount that one wins from the other a game, by the normal approximation"
	switch {
	case amounts == len(s.ByGame):
		note = fmt.Sprintf("Compared is %s. %s taken as independent. p is two-sided", normal, units)
	case amounts > 0:
		note += fmt.Sprintf("; where amounts are won, compared is %s", normal)
	}
	if len(all) > 1 {
		note += fmt.Sprintf("; Holm's adjustment is for the %d pairs of agents at one game", len(all))
	}
	return note + "."
}

// PairsText writes the tests between agents at every game, for a terminal, and
// Nemenyi's over the games.
func (s Summary) PairsText(out io.Writer) {
	if s.Friedman != nil && s.Friedman.Nemenyi != nil {
		fmt.Fprintln(out)
		table.Paragraph(out, "", s.Friedman.nemenyiSentence())
	}
	note := s.PairsNote()
	if note == "" {
		return
	}
	fmt.Fprintln(out)
	table.Paragraph(out, "", "Which agents differ at a game? "+note)
	for _, t := range s.ByGame {
		fmt.Fprintf(out, "\n%s\n", t.Title())
		t.tests().Text(out)
	}
}

// PairsCSV has a line for every two agents at every game.
func (s Summary) PairsCSV() ([]byte, error) {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write([]string{"game", "better", "worse", "units", "paired", "score", "score_low", "score_high", "p", "p_holm", "amount", "amount_low", "amount_high"})
	for _, t := range s.ByGame {
		for _, p := range t.Pairs {
			amount := []string{"", "", ""}
			if a := p.Amount; a != nil {
				amount = []string{decimal(a.Estimate), decimal(a.Low), decimal(a.High)}
			}
			w.Write(append([]string{t.Game, p.Better, p.Worse, strconv.Itoa(p.Units), strconv.FormatBool(p.Paired),
				decimal(p.Score.Estimate), decimal(p.Score.Low), decimal(p.Score.High), decimal(p.P), decimal(p.Holm)}, amount...))
		}
	}
	w.Flush()
	return b.Bytes(), w.Error()
}
