// Package report makes tables, plots and pages of experiments: from the
// standings of a run to numbers with their intervals, and from those to text,
// CSV, Markdown and one HTML file that needs nothing else.
package report

import (
	"cmp"
	"slices"

	"gambito/arena"
	"gambito/stats"
)

// level is that of all intervals.
const level = 0.95

// Summary is what a run says about its agents.
type Summary struct {
	Name     string         `json:"name"`
	Games    int            `json:"games"`   // played
	Planned  int            `json:"planned"` // at most
	Seed     uint64         `json:"seed"`
	Draw     string         `json:"draw"`
	Total    Table          `json:"total"`
	ByGame   []Table        `json:"by_game"`
	Friedman *RankTest      `json:"friedman,omitempty"`
	Verdict  *arena.Verdict `json:"verdict,omitempty"` // of a sequential stop
	Warnings []string       `json:"warnings,omitempty"`
	Machines []Machine      `json:"machines,omitempty"` // of a fleet, if several have played
	Cross    [][]Meeting    `json:"-"`                  // by agent and opponent, over all games

	stop   arena.Stop
	agents []string // in the order of the settings
}

// Table ranks agents at one game, or at all.
type Table struct {
	Game  string `json:"game"`            // "" for all
	Mixed bool   `json:"mixed,omitempty"` // of games whose points cannot be added: a win of any is one point
	Unit  string `json:"unit,omitempty"`  // what is won at the game, if results are amounts: agents are then ranked and compared by it
	Lines []Line `json:"agents"`

	gammons bool       // there are
	Pairs   []GamePair `json:"pairs,omitempty"` // tests between agents at one game
}

// Line is one agent in a table.
type Line struct {
	Agent    string         `json:"agent"`
	Results  stats.Results  `json:"results"`
	AsFirst  stats.Results  `json:"as_first"`
	AsSecond stats.Results  `json:"as_second"`
	Points   float64        `json:"points"`
	Share    stats.Interval `json:"share"`  // of the points that could be made, were every win worth one
	Rounds   stats.Summary  `json:"rounds"` // of the points of its rounds, once all are played
	Elo      stats.Interval `json:"elo"`
	Rated    bool           `json:"rated"` // else nothing is known of Elo
	index    int

	OfPoints *arena.PointResult `json:"of_points,omitempty"` // against all others, where games count more than one
}

// Meeting is what one agent did against another.
type Meeting struct{ AsFirst, AsSecond stats.Results }

// All is both sides together.
func (m Meeting) All() stats.Results { return m.AsFirst.Plus(m.AsSecond) }

// Summarize counts what there is so far.
func Summarize(s *arena.Standings) Summary {
	sum := Summary{
		Name: s.Settings.Name, Games: s.Games, Planned: s.Settings.Plan().Total(), Seed: s.Settings.Seed, Draw: string(s.Settings.Draw),
		Total: tableOf(s, "", indices(len(s.Settings.Games))...), Cross: cross(s, indices(len(s.Settings.Games))...),
	}
	for g, game := range s.Settings.Games {
		t := tableOf(s, game.ID, g)
		t.Pairs = gamePairs(s, g)
		sum.ByGame = append(sum.ByGame, t)
	}
	if len(s.Settings.Agents) > 2 && len(s.Settings.Games) > 1 && s.Settings.Schedule == arena.RoundRobin && s.Games == sum.Planned {
		sum.Friedman = rankTest(s)
	}
	if sum.stop = s.Settings.Stop; sum.stop.Rule != arena.StopFixed {
		var pairs stats.Pairs
		for _, byPairing := range s.Pairs {
			pairs = pairs.Plus(byPairing[0])
		}
		won := 0
		for _, sides := range s.Sides {
			for _, r := range []stats.Results{sides[0][1], sides[1][0]} {
				won += r.Wins + r.Losses
			}
		}
		verdict := sum.stop.Judge(pairs, won)
		sum.Verdict = &verdict
	}
	for _, a := range s.Settings.Agents {
		sum.agents = append(sum.agents, a.Name)
	}
	sum.Warnings, sum.Machines = warnings(s), machinesOf(s.Machines)
	return sum
}

func indices(n int) (list []int) {
	for i := range n {
		list = append(list, i)
	}
	return list
}

// cross adds up the meetings at some games.
func cross(s *arena.Standings, games ...int) [][]Meeting {
	n := len(s.Settings.Agents)
	table := make([][]Meeting, n)
	for i := range n {
		table[i] = make([]Meeting, n)
		for j := range n {
			for _, g := range games {
				table[i][j].AsFirst = table[i][j].AsFirst.Plus(s.Sides[g][i][j])
				table[i][j].AsSecond = table[i][j].AsSecond.Plus(s.Sides[g][j][i].Reverse())
			}
		}
	}
	return table
}

// tableOf ranks the agents by their share of the points at some games.
func tableOf(s *arena.Standings, name string, games ...int) Table {
	t := Table{Game: name, Mixed: !s.Comparable(games...), Unit: unitOf(s, games)}
	for _, g := range games {
		t.gammons = t.gammons || s.Settings.Games[g].Gammons()
	}
	made := made(s, games)
	meetings := cross(s, games...)
	ratings := rate(meetings)
	for i, a := range s.Settings.Agents {
		l := Line{Agent: a.Name, index: i}
		byRound := make([]float64, s.Settings.Rounds)
		for _, m := range meetings[i] {
			l.AsFirst, l.AsSecond = l.AsFirst.Plus(m.AsFirst), l.AsSecond.Plus(m.AsSecond)
		}
		l.Results = l.AsFirst.Plus(l.AsSecond)
		for _, g := range games {
			for round, points := range made[g] {
				byRound[round] += points[i]
				l.Points += points[i]
			}
		}
		if s.Games == s.Settings.Plan().Total() && s.Settings.Schedule != arena.Swiss { // else rounds are incomplete, or not known
			l.Rounds = stats.Describe(byRound)
		}
		l.OfPoints = s.OfPoints(i, games...)
		l.Share = share(s, i, l.Results, games)
		if ratings != nil && ratings.Rated(i) && t.Unit == "" { // ratings count games won
			l.Elo, l.Rated = ratings.Elo[i], true
		}
		t.Lines = append(t.Lines, l)
	}
	slices.SortStableFunc(t.Lines, func(a, b Line) int { // not all need have played as much
		return cmp.Or(cmp.Compare(b.amount(), a.amount()), cmp.Compare(b.Share.Estimate, a.Share.Estimate), cmp.Compare(b.Points, a.Points))
	})
	return t
}

// amount is what an agent wins a game where amounts are won, and else nothing.
func (l Line) amount() float64 {
	if l.OfPoints == nil {
		return 0
	}
	return l.OfPoints.PerGame.Estimate
}

// unitOf is what is won at some games, "" if that is not the same in all or no amount.
func unitOf(s *arena.Standings, games []int) string {
	unit := ""
	for i, g := range games {
		if of := s.Settings.Games[g].Amounts(); i == 0 {
			unit = of
		} else if of != unit {
			return ""
		}
	}
	if !s.Comparable(games...) {
		return ""
	}
	return unit
}

// made is the points at some games, if they can be added.
func made(s *arena.Standings, games []int) [][][]float64 {
	if s.Comparable(games...) {
		return s.Points
	}
	return s.Scores
}

// share is an agent's score: from pairs of games where they are complete, for
// they hold the level of the interval where openings are unfair; where draws
// are worth nothing, the share of wins.
func share(s *arena.Standings, agent int, r stats.Results, games []int) stats.Interval {
	if s.Settings.Draw == arena.DrawLoss {
		return stats.Wilson(r.Wins, r.Games())
	}
	var pairs stats.Pairs
	for _, g := range games {
		for p, agents := range s.Settings.Plan().Pairings {
			switch agent {
			case agents[0]:
				pairs = pairs.Plus(s.Pairs[g][p])
			case agents[1]:
				pairs = pairs.Plus(s.Pairs[g][p].Reverse())
			}
		}
	}
	if 2*pairs.Count() == r.Games() && !s.Settings.Unpaired {
		return pairs.Score(level)
	}
	return r.Score(level)
}

// rate gives Bradley–Terry ratings; a draw counts as half a win whatever it is
// worth in points.
func rate(meetings [][]Meeting) *stats.Ratings {
	points := make([][]float64, len(meetings))
	for i, row := range meetings {
		for _, m := range row {
			points[i] = append(points[i], m.All().Points())
		}
	}
	ratings, err := stats.BradleyTerry(points, stats.Rating{Level: level})
	if err != nil {
		return nil // nothing was played yet
	}
	return ratings
}

// RankTest asks whether the agents differ over the games at all, and then
// which two of them do.
type RankTest struct {
	stats.Friedman
	Exact  float64      `json:"exact_p"` // by enumeration or resampling
	IsSure bool         `json:"exact"`   // by enumeration
	Agents []string     `json:"agents"`
	Pairs  []PairedTest `json:"pairs"`

	Nemenyi *Nemenyi `json:"nemenyi,omitempty"`
}

// PairedTest compares two agents over the games by Wilcoxon's signed ranks.
type PairedTest struct {
	First  string  `json:"first"`
	Second string  `json:"second"`
	Plus   float64 `json:"plus"`
	Minus  float64 `json:"minus"`
	P      float64 `json:"p"`
	Holm   float64 `json:"holm"` // adjusted over all pairs
}

// rankTest takes the points at a game as the value of an agent in that block.
func rankTest(s *arena.Standings) *RankTest {
	n := len(s.Settings.Agents)
	values, made := make([][]float64, len(s.Settings.Games)), made(s, indices(len(s.Settings.Games)))
	for g := range values {
		values[g] = make([]float64, n)
		for _, round := range made[g] {
			for i, points := range round {
				values[g][i] += points
			}
		}
	}
	friedman, err := stats.FriedmanTest(values)
	if err != nil {
		return nil
	}
	t := &RankTest{Friedman: friedman, Nemenyi: nemenyi(friedman)}
	if t.Exact, t.IsSure, err = stats.FriedmanExact(values, 100_000, 1); err != nil {
		return nil
	}
	for _, a := range s.Settings.Agents {
		t.Agents = append(t.Agents, a.Name)
	}
	var p []float64
	for i := range n {
		for j := i + 1; j < n; j++ {
			test, err := stats.Wilcoxon(column(values, i), column(values, j), stats.DropZeros)
			if err != nil {
				return nil
			}
			t.Pairs = append(t.Pairs, PairedTest{First: t.Agents[i], Second: t.Agents[j], Plus: test.Plus, Minus: test.Minus, P: test.P})
			p = append(p, test.P)
		}
	}
	for i, adjusted := range stats.Holm(p) {
		t.Pairs[i].Holm = adjusted
	}
	return t
}

func column(values [][]float64, j int) (list []float64) {
	for _, row := range values {
		list = append(list, row[j])
	}
	return list
}
