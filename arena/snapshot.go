package arena

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"gambito/stats"
)

// Copy is what the standings are now, for others to look at while games are
// counted. It takes no more games.
func (t *Standings) Copy() *Standings {
	c := *t
	c.Sides, c.Points, c.Scores = make([][][]stats.Results, len(t.Sides)), make([][][]float64, len(t.Points)), make([][][]float64, len(t.Scores))
	c.tallies = make([][]PointTally, len(t.tallies))
	for g := range t.Sides {
		c.Sides[g], c.Points[g], c.Scores[g] = copyRows(t.Sides[g]), copyRows(t.Points[g]), copyRows(t.Scores[g])
		c.tallies[g] = slices.Clone(t.tallies[g])
		for p := range c.tallies[g] {
			c.tallies[g][p].half = maps.Clone(c.tallies[g][p].half)
		}
	}
	c.Pairs, c.Course = copyRows(t.Pairs), t.Course.copy()
	c.Forfeits, c.Faults, c.Reasons = slices.Clone(t.Forfeits), slices.Clone(t.Faults), maps.Clone(t.Reasons)
	c.Simulations, c.Nodes, c.Seconds = slices.Clone(t.Simulations), slices.Clone(t.Nodes), slices.Clone(t.Seconds)
	c.parts = copyParts(t.parts)
	c.repeats, c.half, c.faulty = repeats{}, nil, nil
	return &c
}

// copyRows copies a matrix, whose rows then lie side by side.
func copyRows[T any](rows [][]T) [][]T {
	if rows == nil {
		return nil
	}
	size := 0
	for _, row := range rows {
		size += len(row)
	}
	out, flat := make([][]T, len(rows)), make([]T, 0, size)
	for i, row := range rows {
		flat = append(flat, row...)
		out[i] = flat[len(flat)-len(row) : len(flat) : len(flat)]
	}
	return out
}

// standingsFormat is the form of standings as JSON.
const standingsFormat = 2

// standingsJSON are standings as they are written. Settings are kept elsewhere.
type standingsJSON struct {
	Format      int                 `json:"format"`
	Games       int                 `json:"games"`
	Sides       [][][]stats.Results `json:"sides"`
	Points      [][][]float64       `json:"points"`
	Scores      [][][]float64       `json:"scores,omitempty"` // if they are not the points
	Pairs       [][]stats.Pairs     `json:"pairs"`
	Course      Course              `json:"course"`
	Forfeits    []int               `json:"forfeits"`
	Faults      []string            `json:"faults"`
	Reasons     map[Reason]int      `json:"reasons"`
	Identical   int                 `json:"identical"`
	Simulations []int               `json:"simulations"`
	Nodes       []int               `json:"nodes"`
	Seconds     []float64           `json:"seconds"`
	Tallies     [][]PointTally      `json:"tallies"`
	Parts       [][]*part           `json:"parts,omitempty"`
}

// pointTallyJSON is a tally as it is written.
type pointTallyJSON struct {
	Games       int                `json:"games"`
	Gammons     [2]int             `json:"gammons"`
	Backgammons [2]int             `json:"backgammons"`
	Sums        [6]float64         `json:"sums"` // samples, a, b, aa, ab, bb
	Half        map[int][2]float64 `json:"half,omitempty"`
}

// MarshalJSON writes all but the settings, and what is needed to count more games.
func (t *Standings) MarshalJSON() ([]byte, error) {
	j := standingsJSON{
		Format: standingsFormat, Games: t.Games, Sides: t.Sides, Points: t.Points, Pairs: t.Pairs, Course: t.Course,
		Forfeits: t.Forfeits, Faults: t.Faults, Reasons: t.Reasons, Identical: t.Identical,
		Simulations: t.Simulations, Nodes: t.Nodes, Seconds: t.Seconds, Tallies: t.tallies, Parts: t.parts,
	}
	for _, g := range t.Settings.Games {
		if g.maxScore() > 1 {
			j.Scores = t.Scores
		}
	}
	return json.Marshal(j)
}

// MarshalJSON writes what was counted.
func (t PointTally) MarshalJSON() ([]byte, error) {
	s := t.sums
	return json.Marshal(pointTallyJSON{t.games, t.gammons, t.backgammons, [6]float64{s.samples, s.a, s.b, s.aa, s.ab, s.bb}, t.half})
}

// UnmarshalJSON reads what was counted.
func (t *PointTally) UnmarshalJSON(text []byte) error {
	var j pointTallyJSON
	err := json.Unmarshal(text, &j)
	t.games, t.gammons, t.backgammons, t.half = j.Games, j.Gammons, j.Backgammons, j.Half
	t.sums = pointSums{j.Sums[0], j.Sums[1], j.Sums[2], j.Sums[3], j.Sums[4], j.Sums[5]}
	return err
}

// UnmarshalJSON reads what MarshalJSON has written into standings that NewStandings
// has made of the same settings. What does not fit them is refused. They take no
// more games.
func (t *Standings) UnmarshalJSON(text []byte) error {
	var j standingsJSON
	if err := json.Unmarshal(text, &j); err != nil {
		return err
	}
	if j.Scores == nil {
		j.Scores = copyAll(j.Points)
	}
	if err := t.fits(j); err != nil {
		return err
	}
	j.Course.agents, j.Course.numbers = t.Course.agents, t.Course.numbers
	t.Games, t.Sides, t.Points, t.Scores, t.Pairs, t.Course = j.Games, j.Sides, j.Points, j.Scores, j.Pairs, j.Course
	t.Forfeits, t.Faults, t.Reasons, t.Identical = j.Forfeits, j.Faults, j.Reasons, j.Identical
	t.Simulations, t.Nodes, t.Seconds = j.Simulations, j.Nodes, j.Seconds
	for g, list := range j.Tallies {
		for i, p := range list {
			p.Game, p.Paired = t.tallies[g][i].Game, t.tallies[g][i].Paired
			t.tallies[g][i] = p
		}
	}
	t.parts = j.Parts
	t.repeats, t.half, t.faulty = repeats{}, nil, nil
	return nil
}

func copyAll(all [][][]float64) (out [][][]float64) {
	for _, rows := range all {
		out = append(out, copyRows(rows))
	}
	return out
}

// errOthers says that standings are not of these settings.
var errOthers = errors.New("the standings are of other settings")

// fits reports whether standings can be of the settings, and count what they say.
func (t *Standings) fits(j standingsJSON) error {
	agents, games := len(t.Settings.Agents), len(t.Settings.Games)
	if j.Format != standingsFormat {
		return fmt.Errorf("the standings are of format %d, not %d", j.Format, standingsFormat)
	}
	if len(j.Sides) != games || len(j.Points) != games || len(j.Scores) != games || len(j.Pairs) != games || len(j.Tallies) != games ||
		len(j.Forfeits) != agents || len(j.Faults) != agents || len(j.Simulations) != agents || len(j.Nodes) != agents || len(j.Seconds) != agents {
		return errOthers
	}
	counted := 0
	for g := range games {
		if !shape(j.Sides[g], agents, agents) || !shape(j.Points[g], t.Settings.Rounds, agents) || !shape(j.Scores[g], t.Settings.Rounds, agents) ||
			len(j.Pairs[g]) != len(t.plan.Pairings) || len(j.Tallies[g]) != len(t.tallies[g]) {
			return errOthers
		}
		for _, row := range j.Sides[g] {
			for _, r := range row {
				counted += r.Games()
			}
		}
	}
	if counted != j.Games || j.Games > t.plan.Places() {
		return fmt.Errorf("the standings are of %d games and count %d", j.Games, counted)
	}
	if err := t.fitParts(j.Parts, j.Games); err != nil {
		return err
	}
	return j.Course.fits(agents, t.plan)
}

// shape reports whether a matrix has so many rows and columns.
func shape[T any](rows [][]T, height, width int) bool {
	return len(rows) == height && !slices.ContainsFunc(rows, func(row []T) bool { return len(row) != width })
}

// fits reports whether a course can be of a plan.
func (c Course) fits(agents int, p Plan) error {
	if c.Size < 2 || c.PairSize < 1 || len(c.Points) > mostBlocks || len(c.Pairs) > mostBlocks ||
		!shape(c.Points, len(c.Games), agents) || !shape(c.Games, len(c.Points), agents) ||
		(len(c.Points)-1)*c.Size >= p.Rounds*p.GamesPerPair || (len(c.Pairs)-1)*c.PairSize >= p.Places()/2 {
		return errOthers
	}
	return nil
}
