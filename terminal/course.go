package terminal

import (
	"fmt"
	"math"
	"strings"

	"gambito/review"
	"gambito/words"
)

// Sizes of the graph of a game.
const (
	courseRows = 8
	mostCourse = 72 // columns
	widest     = 4  // columns of a ply
)

// eighths fill a cell from below.
var eighths = []rune(" ▁▂▃▄▅▆▇█")

// course draws what the positions of a game are worth to the first player, from left
// to right: the higher the better. Below stand the marks of bad moves, each read
// downwards.
func (s *Screen) course(r *review.Review) {
	w := s.Words
	plot := r.Plot()
	plies := len(plot.Lines[0])
	columns := mostCourse
	if width := s.Width(); width > 0 {
		columns = max(10, min(columns, width-margin-2))
	}
	columns = min(columns, plies*widest)
	at := func(ply int) int { return ply * columns / plies }
	s.Print(words.Sentence(r.Axis(w)))
	grid := make([][]rune, courseRows)
	for row := range grid {
		grid[row] = []rune(strings.Repeat(" ", columns))
	}
	for p, line := range plot.Lines {
		heights := sampled(line, columns, at)
		for _, ply := range plot.Breaks {
			heights[at(ply)] = math.NaN()
		}
		for x, height := range heights {
			if !math.IsNaN(height) {
				s.raise(grid, x, (height-plot.Low)/(plot.High-plot.Low), p, len(plot.Lines))
			}
		}
	}
	for row, cells := range grid {
		label := ""
		switch row {
		case 0:
			label = courseLabel(w, plot, plot.High)
		case courseRows / 2:
			label = courseLabel(w, plot, plot.Middle)
		case courseRows - 1:
			label = courseLabel(w, plot, plot.Low)
		}
		s.printf("%*s %s\n", margin, label, s.edge()+strings.TrimRight(string(cells), " "))
	}
	s.marks(r, columns, at)
}

// margin is how wide the labels of the graph are.
const margin = 6

func courseLabel(w words.Words, plot review.Plot, value float64) string {
	if plot.Equity {
		return w.Signed(value, 1)
	}
	return fmt.Sprintf("%.0f %%", value)
}

func (s *Screen) edge() string {
	if s.Unicode && s.tty != nil {
		return "│"
	}
	return "|"
}

// sampled is the height of each column: that of the last ply there or, up to the last
// ply that is known, of the column before.
func sampled(line []float64, columns int, at func(ply int) int) []float64 {
	heights := make([]float64, columns)
	for x := range heights {
		heights[x] = math.NaN()
	}
	end := 0
	for ply, y := range line {
		if !math.IsNaN(y) {
			heights[at(ply)] = y
			end = at(ply+1) - 1
		}
	}
	for x := 1; x <= min(end, columns-1); x++ {
		if math.IsNaN(heights[x]) {
			heights[x] = heights[x-1]
		}
	}
	return heights
}

// raise draws a column up to a height between 0 and 1; of several players, who share
// the graph, a point with the number of each.
func (s *Screen) raise(grid [][]rune, x int, height float64, player, players int) {
	levels := max(0, min(8*courseRows, int(math.Round(height*8*courseRows))))
	if players > 1 {
		row := courseRows - 1 - min(courseRows-1, levels/8)
		grid[row][x] = rune('1' + player)
		return
	}
	for row := range courseRows {
		filled := max(0, min(8, levels-8*(courseRows-1-row)))
		switch {
		case s.Unicode && s.tty != nil:
			grid[row][x] = eighths[filled]
		case filled >= 4 || row == courseRows-1 && levels > 0:
			grid[row][x] = '#'
		}
	}
}

// marks writes those of bad moves below the columns to which they led.
func (s *Screen) marks(r *review.Review, columns int, at func(ply int) int) {
	worst := make([]string, columns)
	for i := range r.Verdicts {
		v := &r.Verdicts[i]
		mark := v.Class.Mark()
		if x := at(v.Ply + 1); mark != "" && (worst[x] == "" || mark == review.Blunder.Mark() || worst[x] == review.Inaccuracy.Mark()) {
			worst[x] = mark
		}
	}
	for i := range 2 {
		line := ""
		for _, mark := range worst {
			if i < len(mark) {
				line += mark[i : i+1]
			} else {
				line += " "
			}
		}
		if line = strings.TrimRight(line, " "); line != "" {
			s.printf("%*s  %s\n", margin, "", line)
		}
	}
}
