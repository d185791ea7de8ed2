package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gambito/api"
	"gambito/arena"
	"gambito/stats"
	"gambito/table"
)

// Games of a match if nobody says how many; with a sequential test, which mostly
// ends earlier, at most.
const (
	usualGames = 100
	testGames  = 20_000
)

// sprtFlag is a sequential test of two agents.
type sprtFlag struct {
	SPRT string `name:"sprt" placeholder:"ELO0,ELO1" help:"Stop when pairs of games show that the first agent is better by ELO1 or only by ELO0, each wrong with probability 0.05; -n is the most games then."`
}

// stop is the rule that the flag means.
func (f sprtFlag) stop() (arena.Stop, error) {
	if f.SPRT == "" {
		return arena.Stop{Rule: arena.StopFixed}, nil
	}
	wrong := fmt.Errorf("--sprt %s: it takes two numbers of Elo, such as --sprt 0,10", f.SPRT)
	first, second, two := strings.Cut(f.SPRT, ",")
	if !two {
		return arena.Stop{}, wrong
	}
	test := stats.SPRT{Alpha: 0.05, Beta: 0.05, Model: stats.LogisticElo}
	for _, bound := range []struct {
		text string
		to   *float64
	}{{first, &test.Elo0}, {second, &test.Elo1}} {
		number, err := strconv.ParseFloat(strings.TrimSpace(bound.text), 64)
		if err != nil || math.IsNaN(number) {
			return arena.Stop{}, wrong
		}
		*bound.to = number
	}
	stop := arena.Stop{Rule: arena.StopSPRT, SPRT: test}
	if err := stop.Check(); err != nil {
		return stop, fmt.Errorf("--sprt %s: %s", f.SPRT, strings.TrimPrefix(err.Error(), "sprt: "))
	}
	return stop, nil
}

// showStrength says how much better the first agent of two is.
func showStrength(s *session, r api.Match) {
	if r.Strength != nil {
		showElo(s, r)
	}
	if t := r.SPRT; t != nil {
		sentence := testSentence(t)
		if r.Unit != "" {
			sentence += fmt.Sprintf("; it counts games won, whatever %s they bring", r.Unit)
		}
		table.Paragraph(s.stdout, "", sentence)
	}
}

// showElo says it by games won.
func showElo(s *session, r api.Match) {
	from := "games"
	if r.Strength.Pairs > 0 {
		from = "pairs of games"
	}
	elo := r.Strength.Elo
	fmt.Fprintln(s.stdout)
	table.Paragraph(s.stdout, "", fmt.Sprintf("Elo of 1 over 2: %s (%s to %s at 95 %%, from %s); likelihood of superiority: %s",
		eloText(elo.Estimate, r.Strength.Score.Estimate), eloText(elo.Low, 0), eloText(elo.High, 1), from, likelihood(r.Strength.Superiority)))
}

// eloText is a difference with its sign; where there is none the score says which
// infinity it is.
func eloText(elo *float64, score float64) string {
	switch {
	case elo != nil && math.Abs(*elo) < 0.05:
		return "0.0"
	case elo != nil:
		return fmt.Sprintf("%+.1f", *elo)
	case score > 0.5:
		return "+∞"
	}
	return "-∞"
}

// likelihood is in percent, and never rounded to a certainty.
func likelihood(p float64) string {
	switch {
	case p > 0.9999:
		return "above 99.99 %"
	case p < 0.0001:
		return "below 0.01 %"
	}
	return fmt.Sprintf("%.2f %%", 100*p)
}

// counted is how many there are of something.
func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// testSentence says which bound a sequential test reached.
func testSentence(t *api.MatchTest) string {
	so := "no bound is reached"
	switch t.Decision {
	case stats.AcceptH1:
		so = fmt.Sprintf("the upper bound is reached, and that 1 is better by %g Elo is accepted", t.Elo1)
	case stats.AcceptH0:
		so = fmt.Sprintf("the lower bound is reached, and that 1 is better by only %g Elo is accepted", t.Elo0)
	}
	return fmt.Sprintf("Sequential test of %g against %g Elo after %s: LLR %.2f of %.2f to %.2f: %s", t.Elo0, t.Elo1, counted(t.Pairs.Count(), "pair"), t.LLR, t.Low, t.High, so)
}
