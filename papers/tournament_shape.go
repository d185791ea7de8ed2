package papers

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gambito/arena"
	"gambito/stats"
)

// What published tables have beside shares: rounds, spreads over rounds and games,
// medians, ranks.

// findShape is find for the metrics of this file; false if it is none of them.
func (c cell) findShape() (f Finding, a *stats.Agreement, ok bool) {
	f = Finding{Published: c.value, Unit: "%"}
	switch {
	case strings.HasPrefix(c.metric, "round") && len(c.metric) == len("round")+1:
		number, _ := strconv.Atoi(c.metric[len("round"):])
		wins, games := c.inRound(number - 1)
		f.share(wins, games)
		if games == 0 {
			f.Verdict, f.Note = NotMeasured, "fewer rounds are played at this scale"
			return f, nil, true
		}
		agreement := stats.CompareShare(stats.Published{Share: *c.value / 100, N: c.games, Rounding: c.rounding / 100}, wins, games, 0.05)
		a = &agreement
	case c.metric == "rounds-sd":
		a = c.roundsSD(&f)
	case c.metric == "rounds-median":
		a = c.roundsMedian(&f)
	case c.metric == "games-sd", c.metric == "games-median":
		a = c.overGames(&f)
	case c.metric == "rank", c.metric == "rank-sum":
		c.rank(&f)
	default:
		return f, nil, false
	}
	return f, a, true
}

// inRound counts the games that the agent won in a round, from 0.
func (c cell) inRound(round int) (wins, games int) {
	if round >= c.s.Settings.Rounds {
		return 0, 0
	}
	filtered, ok := c.s.Filtered(arena.Filter{Round: &round})
	if !ok {
		return 0, 0
	}
	c.s = filtered
	return c.wins(false)
}

// roundsSD is the deviation of the percentage over rounds, beside the published one by
// the F-test: of three rounds it is known to a factor of six at best.
func (c cell) roundsSD(f *Finding) *stats.Agreement {
	f.Unit = "% points"
	var shares []float64
	for round := range c.s.Settings.Rounds {
		if wins, games := c.inRound(round); games > 0 {
			shares = append(shares, 100*float64(wins)/float64(games))
		}
	}
	i, known := stats.DeviationInterval(shares, 0.95)
	if f.Games = len(shares); !known {
		f.Verdict, f.Note = NotMeasured, "one round has no deviation"
		return nil
	}
	f.Measured, f.Low, f.High = number(i.Estimate), number(i.Low), number(i.High)
	a := stats.CompareDeviation(*c.value, c.games, i.Estimate, len(shares), 0.05)
	return &a
}

// roundsMedian is the median of the percentages of the rounds. That of the published ones
// follows from the rounds that are printed.
func (c cell) roundsMedian(f *Finding) *stats.Agreement {
	var shares, errors []float64
	for round := range c.s.Settings.Rounds {
		wins, games := c.inRound(round)
		if f.Games += games; games == 0 {
			continue
		}
		p := float64(wins) / float64(games)
		shares, errors = append(shares, 100*p), append(errors, shareError(p, games))
	}
	if len(shares) < 2 {
		f.Verdict, f.Note = NotMeasured, "one round has no median"
		return nil
	}
	// The middle of three equal normal values has 0.67 of the error of one.
	const middle = 0.67
	value, _ := median(shares, errors)
	se := middle * stats.Mean(errors)
	f.Measured, f.Low, f.High = number(value), number(max(0, value-stats.Z95*se)), number(min(100, value+stats.Z95*se))
	f.Note = "that of the printed rounds is compared"
	a := stats.CompareMean(*c.value, middle*shareError(*c.value/100, c.games), value, se, 0.05).NoWider(50)
	return &a
}

// shareError is the standard error of a share of games, in percent; that of one which is
// 0 or 1 is as if half a game had ended otherwise.
func shareError(p float64, games int) float64 {
	return 100 * math.Sqrt(max(p*(1-p), 0.25/float64(games))/float64(games))
}

// overGames is the deviation, or the median, of the shares at the games. The games are
// given; what chance there is lies in the shares, of so many games each there and here.
func (c cell) overGames(f *Finding) *stats.Agreement {
	if c.metric == "games-sd" {
		f.Unit = "% points"
	}
	var shares, errors []float64
	for _, g := range c.at {
		one := c
		one.at = []int{g}
		wins, games := one.wins(false)
		if f.Games += games; games == 0 {
			f.Verdict = NotMeasured
			return nil
		}
		p := float64(wins) / float64(games)
		shares, errors = append(shares, 100*p), append(errors, shareError(p, games))
	}
	value, se := spread(shares, errors)
	if c.metric == "games-median" {
		value, se = median(shares, errors)
	}
	published := se * math.Sqrt(float64(f.Games)/float64(len(c.at))/float64(c.games)) // their games were as many for each
	f.Measured, f.Low, f.High = number(value), number(max(0, value-stats.Z95*se)), number(value+stats.Z95*se)
	f.Note = "the interval is that of the shares; the games are given"
	a := stats.CompareMean(*c.value, published, value, se, 0.05).NoWider(50)
	return &a
}

// spread is the deviation of values with errors, and its error: that of its slope in each.
func spread(values, errors []float64) (sd, se float64) {
	d := stats.Describe(values)
	if d.SD == 0 {
		return 0, stats.Mean(errors)
	}
	for i, x := range values {
		se = math.Hypot(se, (x-d.Mean)/(float64(len(values)-1)*d.SD)*errors[i])
	}
	return d.SD, se
}

// median is that of values with errors, and its error.
func median(values, errors []float64) (middle, se float64) {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return int(math.Copysign(1, values[a]-values[b]))
	})
	low, high := order[(len(order)-1)/2], order[len(order)/2]
	if low == high {
		return values[low], errors[low]
	}
	return (values[low] + values[high]) / 2, math.Hypot(errors[low], errors[high]) / 2
}

// rank is the agent's place at the games, 1 for the most wins and the mean of places
// where wins are equal: at one game, or the mean over several. Its interval is from the place it
// has if all whose intervals overlap with its own are behind it to that if they are before. A
// place follows from shares that are judged themselves, so that it is in doubt at the worst;
// where the interval has more than half of all places, there were too few games.
func (c cell) rank(f *Finding) {
	f.Unit = "place"
	place, low, high := 0.0, 0.0, 0.0
	for _, g := range c.at {
		one := c
		one.at = []int{g}
		own, games := one.wins(false)
		if f.Games += games; games == 0 {
			f.Verdict = NotMeasured
			return
		}
		ours := stats.Wilson(own, games)
		place, low, high = place+1, low+1, high+1
		for other := range c.s.Settings.Agents {
			if other == c.who {
				continue
			}
			one.who = other
			theirs, n := one.wins(false)
			i := stats.Wilson(theirs, n)
			switch {
			case theirs > own:
				place++
			case theirs == own:
				place += 0.5
			}
			if i.Low > ours.High {
				low++
			}
			if i.High >= ours.Low {
				high++
			}
		}
	}
	few := (high-low)/float64(len(c.at)) > float64(len(c.s.Settings.Agents)-1)/2
	n := float64(len(c.at))
	if c.metric == "rank-sum" {
		n = 1
	}
	f.Measured, f.Low, f.High = number(place/n), number(low/n), number(high/n)
	f.Note = "the interval has the places that the intervals of the shares allow"
	switch {
	case few:
		f.Verdict = TooFew
	case *c.value >= *f.Low-c.rounding && *c.value <= *f.High+c.rounding:
		f.Verdict = Agrees
	default:
		f.Verdict = InDoubt
	}
}

// sign is whether the agent is better than the opponent (1), worse (−1), or neither (0),
// by Wilcoxon's test at a level.
func (c cell) sign(f *Finding, test stats.SignedRank) {
	f.Unit = "●/○"
	level := 0.05
	if c.metric == "sign90" {
		level = 0.1
	}
	f.Measured = number(0)
	if test.P < level {
		f.Measured = number(math.Copysign(1, test.Plus-test.Minus))
	}
	f.Verdict = InDoubt
	if *f.Measured == *c.value {
		f.Verdict = Agrees
	}
	f.Note = fmt.Sprintf("p = %.3g", test.P)
}
