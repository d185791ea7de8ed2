package report

import (
	"fmt"
	"html/template"
	"unicode/utf8"

	"gambito/arena"
	"gambito/stats"
)

const (
	plotWidth = 760
	rowHeight = 30
	topMargin = 36
)

// rowsPlot prepares a plot with a row an agent and a horizontal axis.
func rowsPlot(title, axis string, labels []string, low, high float64) (*canvas, scale, func(row int) float64) {
	left := 0.0
	for _, l := range labels {
		left = max(left, 8*float64(utf8.RuneCountInString(l)))
	}
	left = min(max(left+24, 80), plotWidth/2)
	bottom := float64(topMargin + rowHeight*len(labels))
	c := newCanvas(plotWidth, bottom+50, title)
	x := scale{low, high, left, plotWidth - 20}
	for _, v := range x.ticks(8) {
		c.line(x.at(v), topMargin, x.at(v), bottom, thin)
		c.text(x.at(v), bottom+17, "middle", "", fmt.Sprintf("%g", roundTo(v)))
	}
	c.line(left, bottom, plotWidth-20, bottom, solid)
	c.text((left+plotWidth-20)/2, bottom+38, "middle", "", axis)
	y := func(row int) float64 { return topMargin + rowHeight*(float64(row)+0.5) }
	for i, l := range labels {
		c.text(left-10, y(i)+4, "end", "", l)
	}
	return c, x, y
}

func roundTo(v float64) float64 { return float64(int64(v*1e6+copysign(0.5, v))) / 1e6 }

func copysign(x, sign float64) float64 {
	if sign < 0 {
		return -x
	}
	return x
}

func agentsOf(t Table) (names []string) {
	for _, l := range t.Lines {
		names = append(names, l.Agent)
	}
	return names
}

// sharePlot shows the shares of points as bars with their intervals.
func sharePlot(t Table) template.HTML {
	c, x, y := rowsPlot("Share of points, "+t.Title(), "% of the points that could be made, with 95 % intervals", agentsOf(t), 0, 100)
	for i, l := range t.Lines {
		c.rect(x.at(0), y(i)-9, x.at(100*l.Share.Estimate)-x.at(0), 18, `fill="#c8c8c8" stroke="black"`)
		whisker(c, x.at(100*l.Share.Low), x.at(100*l.Share.High), y(i), 6)
	}
	return c.svg()
}

func whisker(c *canvas, from, to, y, half float64) {
	c.line(from, y, to, y, solid)
	c.line(from, y-half, from, y+half, solid)
	c.line(to, y-half, to, y+half, solid)
}

// ratingPlot shows the ratings with their intervals, of those who have one.
func ratingPlot(t Table) template.HTML {
	var rated []Line
	low, high := 0.0, 0.0
	for _, l := range t.Lines {
		if l.Rated {
			rated = append(rated, l)
			low, high = min(low, l.Elo.Low), max(high, l.Elo.High)
		}
	}
	if len(rated) < 2 {
		return ""
	}
	low, high = rounded(low, high)
	c, x, y := rowsPlot("Ratings, "+t.Title(), "Elo (Bradley–Terry, mean 0), with 95 % intervals", agentsOf(Table{Lines: rated}), low, high)
	c.line(x.at(0), topMargin, x.at(0), y(len(rated)-1)+rowHeight/2, solid)
	for i, l := range rated {
		whisker(c, x.at(l.Elo.Low), x.at(l.Elo.High), y(i), 6)
		c.circle(x.at(l.Elo.Estimate), y(i), 5, `fill="black"`)
	}
	return c.svg()
}

// boxPlot shows, for every agent, how its share of points varies over games
// and rounds: quartiles and median as a box, whiskers to the furthest values
// within one and a half times the box, others as circles.
func boxPlot(s *arena.Standings, t Table) template.HTML {
	c, x, y := rowsPlot("Share of points by game and round", fmt.Sprintf("%% of the points of one game in one round (%d values an agent)", len(s.Settings.Games)*s.Settings.Rounds), agentsOf(t), 0, 100)
	for i, l := range t.Lines {
		values := roundShares(s, l.index)
		if len(values) > 0 {
			drawBox(c, x, y(i), values)
		}
	}
	return c.svg()
}

func drawBox(c *canvas, x scale, y float64, values []float64) {
	d := stats.Describe(values)
	reach := 1.5 * (d.Q3 - d.Q1)
	low, high := d.Q1, d.Q3
	for _, v := range values {
		if v >= d.Q1-reach {
			low = min(low, v)
		} else {
			c.circle(x.at(v), y, 3.5, `fill="none" stroke="black"`)
		}
		if v <= d.Q3+reach {
			high = max(high, v)
		} else {
			c.circle(x.at(v), y, 3.5, `fill="none" stroke="black"`)
		}
	}
	whisker(c, x.at(low), x.at(high), y, 6)
	c.rect(x.at(d.Q1), y-9, x.at(d.Q3)-x.at(d.Q1), 18, `fill="#dcdcdc" stroke="black" stroke-width="1.3"`)
	c.line(x.at(d.Median), y-9, x.at(d.Median), y+9, `stroke="black" stroke-width="3"`)
}

// roundShares are an agent's shares of points, in percent, for every game and
// round in which it could have met all its opponents.
func roundShares(s *arena.Standings, agent int) (values []float64) {
	games := 0
	for _, p := range s.Settings.Plan().Pairings {
		if p[0] == agent || p[1] == agent {
			games += s.Settings.GamesPerPair
		}
	}
	if games == 0 || s.Games < s.Settings.Plan().Total() || s.Settings.Schedule == arena.Swiss {
		return nil
	}
	for _, rounds := range s.Scores {
		for _, points := range rounds {
			values = append(values, 100*points[agent]/float64(games))
		}
	}
	return values
}

// Course is how the shares of points came about: for every number of a game
// within its pairing, what was made in the games of that number.
type Course struct {
	settings      arena.Settings
	numbers       int
	points, games []float64 // by number × agents + agent
}

// NewCourse returns one without games.
func NewCourse(s arena.Settings) *Course {
	numbers := s.Rounds * s.GamesPerPair
	size := numbers * len(s.Agents)
	return &Course{s, numbers, make([]float64, size), make([]float64, size)}
}

// Add counts a game.
func (c *Course) Add(r arena.Record) {
	for seat, i := range r.Seats {
		at := r.Number*len(c.settings.Agents) + i
		c.games[at]++
		c.points[at] += c.settings.Draw.Points(min(r.Result[seat], 1))
	}
}

// dashes tell lines apart without colours.
var dashes = []string{"", "8 4", "2 3", "10 3 2 3", "5 5", "14 4", "1 5", "12 3 3 3 3 3"}

// shares of one agent after the first pairs of games, in percent.
func (c *Course) shares(agent int) (line [][2]float64) {
	const most = 150 // points of a line
	agents, played := len(c.settings.Agents), 0
	for played < c.numbers && c.games[played*agents+agent] > 0 {
		played++
	}
	var points, games float64
	pairs := played / 2
	for pair := range pairs {
		for n := 2 * pair; n < 2*pair+2; n++ {
			points, games = points+c.points[n*agents+agent], games+c.games[n*agents+agent]
		}
		if pair*most/pairs != (pair+1)*most/pairs || pairs < most {
			line = append(line, [2]float64{float64(2*pair + 2), 100 * points / games})
		}
	}
	return line
}

// plot shows the share of points after the first games of every pairing.
func (c *Course) plot(t Table) template.HTML {
	low, high, last := 100.0, 0.0, 2.0
	lines := make([][][2]float64, len(t.Lines)) // numbers and percents
	for k, l := range t.Lines {
		lines[k] = c.shares(l.index)
		for _, p := range lines[k] {
			low, high, last = min(low, p[1]), max(high, p[1]), max(last, p[0])
		}
	}
	if low > high {
		low, high = 0, 100
	}
	low, high = rounded(low, high)
	const left, right, top, bottom = 60, 560, topMargin, 330
	d := newCanvas(plotWidth, 380, "Course of the experiment")
	x, y := scale{0, last, left, right}, scale{low, high, bottom, top}
	for _, v := range y.ticks(8) {
		d.line(left, y.at(v), right, y.at(v), thin)
		d.text(left-8, y.at(v)+4, "end", "", fmt.Sprintf("%g", roundTo(v)))
	}
	for _, v := range x.ticks(8) {
		d.line(x.at(v), bottom, x.at(v), bottom+5, solid)
		d.text(x.at(v), bottom+19, "middle", "", fmt.Sprintf("%g", v))
	}
	d.line(left, bottom, right, bottom, solid)
	d.line(left, top, left, bottom, solid)
	d.text((left+right)/2, bottom+40, "middle", "", "games of every pairing at every game")
	d.text(16, (top+bottom)/2, "middle", fmt.Sprintf(`transform="rotate(-90 16 %d)"`, (top+bottom)/2), "% of the points so far")
	for k, line := range lines {
		for i := range line {
			line[i] = [2]float64{x.at(line[i][0]), y.at(line[i][1])}
		}
		style := fmt.Sprintf(`stroke="%s" stroke-width="%g" stroke-dasharray="%s"`, []string{"black", "#777"}[k/len(dashes)%2], 1.8, dashes[k%len(dashes)])
		d.path(line, style)
		at := float64(topMargin + 14 + 22*k)
		d.line(right+20, at, right+60, at, style)
		d.text(right+68, at+4, "start", "", t.Lines[k].Agent)
	}
	return d.svg()
}
