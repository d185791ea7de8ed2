package papers

import (
	"fmt"
	"strconv"
	"strings"

	"gambito/arena"
	"gambito/stats"
)

// cell finds the row of published.csv among results. One of "a+b" is of the games of
// several experiments, each with the opponent at the same place of "x+y": where all
// have as many games, their share is the mean that was published.
func (t tournament) cell(results map[string]outcome, r row) (cell, error) {
	experiments, opponents := strings.Split(r.experiment, "+"), strings.Split(r.opponent, "+")
	if len(experiments) != len(opponents) {
		return cell{}, fmt.Errorf("published.csv names experiments %q and opponents %q, not as many of both", r.experiment, r.opponent)
	}
	var all []cell
	for i, name := range experiments {
		standings, ok := results[name]
		if !ok {
			return cell{}, fmt.Errorf("published.csv names experiment %q, which there is not", name)
		}
		one := r
		one.opponent = opponents[i]
		c, err := newCell(standings, one)
		if err != nil {
			return cell{}, err
		}
		all = append(all, c)
	}
	c := all[0]
	c.row, c.also = r, all[1:]
	return c, nil
}

// findMore is the finding of a cell whose metric tells how it is measured by a part of
// its name:
//
//	share-as-first    the games won of those in which the agent moves first, and
//	                  share-as-second
//	told              100 or 0 % of games between two who play the same every time
//	first-wins        the games that whoever moves first has won
//	not-all           some games are lost or drawn: all that is published is that
//	time-ratio        how many times as long the agent thinks as its opponent
//	seconds-first-N   the seconds the agent thought in its first N games as second
//	took-mean         how long games took, and -longest and -shortest; with
//	                  -as-first or -as-second those in which the agent has that seat
func (c cell) findMore(f Finding) (Finding, *stats.Agreement, error) {
	switch c.metric {
	case "share-as-first", "share-as-second":
		wins, games := c.wins(true)
		if c.metric == "share-as-first" {
			both, all := c.wins(false)
			wins, games = both-wins, all-games
		}
		f.share(wins, games)
		a := stats.CompareShare(stats.Published{Share: *c.value / 100, N: c.row.games, Rounding: c.rounding / 100}, wins, games, 0.05)
		return f, &a, nil
	case "told":
		c.told(&f)
		return f, nil, nil
	case "first-wins":
		c.firstWins(&f)
		return f, nil, nil
	case "not-all":
		c.notAll(&f)
		return f, nil, nil
	case "time-ratio":
		c.timeRatio(&f)
		return f, nil, nil
	}
	if n, ok := strings.CutPrefix(c.metric, "seconds-first-"); ok {
		games, err := strconv.Atoi(n)
		if err != nil {
			return f, nil, fmt.Errorf("published.csv: metric %q: %w", c.metric, err)
		}
		c.secondsOf(&f, games)
		return f, nil, nil
	}
	if which, ok := strings.CutPrefix(c.metric, "took-"); ok {
		return f, nil, c.took(&f, which)
	}
	return f, nil, fmt.Errorf("published.csv: metric %q is unknown", c.metric)
}

// told compares games of two who play the same every time, one from each side. Where
// the seat decides, a published 100 % is of a seat that is not told.
func (c cell) told(f *Finding) {
	both, games := c.wins(false)
	second, seconds := c.wins(true)
	if f.share(both, games); games == 0 {
		f.Verdict = NotMeasured
		return
	}
	won := func(wins, games int) string {
		if games > 0 && wins == games {
			return "won"
		}
		return "not won"
	}
	f.Note = fmt.Sprintf("moving first %s, second %s; both play the same every time", won(both-second, games-seconds), won(second, seconds))
	switch {
	case both != 0 && both != games:
		f.Verdict, f.Note = NotComparable, f.Note+", and the source does not say who moved first"
	case *f.Measured == *c.value:
		f.Verdict = Agrees
	default:
		f.Verdict = Differs
	}
}

// firstWins is the share of the games between two that whoever moved first has won.
// Those of two who play the same every time are as good as all.
func (c cell) firstWins(f *Finding) {
	wins, games := 0, 0
	for _, g := range c.at {
		for _, seats := range [][2]int{{c.who, c.whom}, {c.whom, c.who}} {
			r := c.s.Sides[g][seats[0]][seats[1]]
			wins, games = wins+r.Wins, games+r.Games()
		}
	}
	if f.share(wins, games); games == 0 {
		f.Verdict = NotMeasured
		return
	}
	f.Note = "a game from each side; both play the same every time"
	f.Verdict = Differs
	if *f.Measured == *c.value {
		f.Verdict = Agrees
	}
}

// notAll compares with the words that not every game is won.
func (c cell) notAll(f *Finding) {
	wins, games := c.wins(false)
	f.share(wins, games)
	f.Note = "that it does not win all its games is all that is published"
	f.Verdict = Agrees
	if wins == games {
		f.Verdict, f.Note = NotComparable, f.Note+"; all were won here, of too few to tell"
	}
}

// timeRatio is how many times as long the agent thought in games of the two.
func (c cell) timeRatio(f *Finding) {
	f.Unit, f.Verdict, f.Note = "×", NotComparable, "that it takes somewhat less time is all that is published; another language and machine"
	some, ok := c.s.Filtered(arena.Filter{Game: &c.at[0], Agent: &c.who, Opponent: &c.whom})
	if ok && some.Seconds[c.whom] > 0 {
		f.Games, f.Measured = some.Games, number(some.Seconds[c.who]/some.Seconds[c.whom])
	}
}

// secondsOf is how long the agent thought in its first games as second player. As many
// rounds make them up as it takes.
func (c cell) secondsOf(f *Finding, games int) {
	f.Unit, f.Verdict, f.Note = "s", NotComparable, "another language and machine; games of other lengths"
	side, sum := 1, 0.0
	for round := range c.s.Settings.Rounds {
		some, ok := c.s.Filtered(arena.Filter{Game: &c.at[0], Round: &round, Agent: &c.who, Opponent: &c.whom, Side: &side})
		if !ok || f.Games >= games {
			break
		}
		f.Games += some.Games
		sum += some.Seconds[c.who]
	}
	if f.Games != games {
		f.Verdict, f.Note = NotMeasured, fmt.Sprintf("%d games are not played at this scale", games)
		return
	}
	f.Measured = number(sum)
}

// took is how long games lasted.
func (c cell) took(f *Finding, which string) error {
	f.Unit, f.Verdict, f.Note = "s", NotComparable, "another language and machine"
	choice := arena.Filter{Game: &c.at[0], Agent: &c.who, Opponent: &c.whom}
	which, side, _ := strings.Cut(which, "-as-")
	if seat, ok := map[string]int{"first": 0, "second": 1}[side]; ok {
		choice.Side = &seat
	}
	l, ok := c.s.Lasted(choice)
	value, known := map[string]float64{"mean": l.Mean, "longest": l.Longest, "shortest": l.Shortest}[which]
	if !known {
		return fmt.Errorf("published.csv: metric %q is unknown", c.metric)
	}
	if f.Games = l.Games; !ok || value == 0 {
		f.Verdict, f.Note = NotMeasured, "times were not counted"
		return nil
	}
	f.Measured = number(value)
	return nil
}
