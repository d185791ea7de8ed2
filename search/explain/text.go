package explain

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"gambito/game"
	"gambito/search/minimax"
	"gambito/table"
	"gambito/words"
)

// number writes a value, to three places if it is a fraction.
func number(v float64) string {
	switch v = math.Round(v*1000) / 1000; {
	case math.IsInf(v, 1):
		return "+∞"
	case v < 0:
		return "−" + strings.TrimPrefix(number(-v), "+")
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// Meant says how the value of a position is meant; ok is false if there is none.
func (w *Walk) Meant(n *Node, s State) (_ minimax.Bound, ok bool) {
	switch {
	case !s.HasValue:
		return minimax.Exactly, false
	case n.Leaf || w.Monte != nil:
		return minimax.Exactly, true
	case n == w.Root && s.Value == w.Value && w.Bound != minimax.Exactly:
		return w.Bound, true
	case s.Probed && n.Side == w.View, !s.Probed && s.Value >= s.Beta:
		return minimax.AtLeast, true
	case s.Probed, s.Value <= s.Alpha:
		return minimax.AtMost, true
	}
	return minimax.Exactly, true
}

// Window is that of a position as its moves have narrowed it so far, if the algorithm
// does that, else that of the latest visit.
func (w *Walk) Window(s State) (alpha, beta float64) {
	if w.windows {
		return s.Low, s.High
	}
	return s.Alpha, s.Beta
}

// verdict says what a visit found: a value, or only a bound of it.
func (w *Walk) verdict(n *Node) string {
	bound, ok := w.Meant(n, n.State)
	switch {
	case n.Bounded && n.Lower < n.Upper:
		return interval(n.State)
	case !ok:
		return "?"
	case bound == minimax.AtLeast:
		return "≥ " + number(n.Value)
	case bound == minimax.AtMost:
		return "≤ " + number(n.Value)
	}
	return number(n.Value)
}

// interval writes two bounds.
func interval(s State) string { return number(s.Lower) + ".." + number(s.Upper) }

// Text draws the walk as an indented tree.
func (w *Walk) Text(out io.Writer) {
	fmt.Fprintf(out, "%s; %s\n", w.title(), w.sum())
	if !w.Drawn {
		fmt.Fprintf(out, "(the tree has too many positions to be drawn)\n")
		return
	}
	w.branch(out, w.Root, "", "")
}

// value says what is known of the value at the root.
func (w *Walk) value() string {
	switch w.Bound {
	case minimax.AtLeast:
		return "≥ " + number(w.Value)
	case minimax.AtMost:
		return "≤ " + number(w.Value)
	}
	return number(w.Value)
}

// choice says what is played at the root.
func (w *Walk) choice() string {
	if w.Best == "" {
		return "chance decides"
	}
	return "move " + w.Best
}

// String lists the counts.
func (c Counts) String() string {
	return fmt.Sprintf("%d positions, %d visits, %d of leaves, %d cut-offs, %d subtrees pruned", c.Positions, c.Visits, c.Leaves, c.CutOffs, c.Pruned)
}

// sum is the counts of the walk, as far as they mean something.
func (w *Walk) sum() string {
	if w.Monte != nil {
		return fmt.Sprintf("%d simulations, %d positions", w.Monte.Simulations, w.Counts.Positions)
	}
	return w.Counts.String()
}

// visited says what a Monte Carlo tree search knows of a position: visits and the mean
// reward of whoever moved there, at the root of whoever moves.
func (w *Walk) visited(n *Node) string {
	text := fmt.Sprintf("%s, visits %d", w.role(n.Side), n.Visits)
	if n.Over {
		text = fmt.Sprintf("over, visits %d", n.Visits)
	}
	if n.HasValue {
		text += ", mean " + number(n.Value)
	}
	return text
}

func (w *Walk) branch(out io.Writer, n *Node, first, rest string) {
	text := ""
	switch {
	case n.Probability > 0:
		text = fmt.Sprintf("%s (p = %s)  ", n.Move, number(n.Probability))
	case n.Move != "":
		text = n.Move + "  "
	}
	switch {
	case n.Visits == 0 && w.Monte != nil:
		text += "not visited"
	case n.Visits == 0:
		text += "✂ pruned"
	case w.Monte != nil:
		text += w.visited(n)
	case n.Leaf:
		text += w.verdict(n)
	case n.Bounded:
		text += fmt.Sprintf("%s %s", w.role(n.Side), w.verdict(n))
	default:
		text += fmt.Sprintf("%s [%s, %s] %s", w.role(n.Side), number(n.Alpha), number(n.Beta), w.verdict(n))
	}
	if n.Visits > 1 && w.Monte == nil {
		text += fmt.Sprintf("  (%d visits)", n.Visits)
	}
	if n.Probed {
		text += "  probed"
	}
	if n.Cut {
		text += "  cut"
	}
	fmt.Fprintf(out, "%s%s\n", first, text)
	if n.Visits == 0 {
		return
	}
	for i, child := range n.Children {
		if i == len(n.Children)-1 {
			w.branch(out, child, rest+"└─ ", rest+"   ")
		} else {
			w.branch(out, child, rest+"├─ ", rest+"│  ")
		}
	}
}

func (w *Walk) role(p game.Player) string {
	if p == game.Chance {
		return "chance"
	}
	return w.Roles[p]
}

// StepText writes the steps, one a line, each at which position it is.
func (w *Walk) StepText(out io.Writer, in words.Words) {
	fmt.Fprintf(out, "%s; %s\n", w.title(), w.sum())
	wide := 4
	for _, s := range w.Steps {
		wide = max(wide, min(utf8.RuneCountInString(s.Node.Path()), 24))
	}
	for i := range w.Steps {
		s := &w.Steps[i]
		path := s.Node.Path()
		fmt.Fprintf(out, "%4d  %s%s  %s\n", i+1, path, strings.Repeat(" ", max(0, wide-utf8.RuneCountInString(path))), w.Say(in, s))
	}
}

// Compare writes a table of several walks of one tree.
func Compare(out io.Writer, walks []*Walk) {
	rows := [][]string{{"algorithm", "value", "move", "positions", "visits", "leaves", "cut-offs", "pruned"}}
	for _, w := range walks {
		best := w.Best
		if best == "" {
			best = "chance"
		}
		row := []string{w.Algorithm, w.value(), best}
		for _, n := range []int{w.Counts.Positions, w.Counts.Visits, w.Counts.Leaves, w.Counts.CutOffs, w.Counts.Pruned} {
			row = append(row, strconv.Itoa(n))
		}
		rows = append(rows, row)
	}
	table.Style{}.Write(out, rows)
}
