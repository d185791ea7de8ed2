package explain

import (
	"fmt"
	"io"
	"math"
	"strconv"

	"gambito/game"
	"gambito/search/minimax"
	"gambito/table"
)

// number writes a value, to three places if it is a fraction; what is beyond
// every score is infinite.
func number(v float64) string {
	switch v = math.Round(v*1000) / 1000; {
	case v > minimax.Win:
		return "+∞"
	case v < -minimax.Win:
		return "−∞"
	case v < 0:
		return "−" + number(-v)
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// verdict says what a visit found: a value, or only a bound of it.
func (w *Walk) verdict(n *Node) string {
	switch {
	case !n.HasValue:
		return "?"
	case n.Leaf:
		return number(n.Value)
	case n.Probed && n.Side == w.View:
		return "≥ " + number(n.Value)
	case n.Probed:
		return "≤ " + number(n.Value)
	case n.Value >= n.Beta:
		return "≥ " + number(n.Value)
	case n.Value <= n.Alpha:
		return "≤ " + number(n.Value)
	}
	return number(n.Value)
}

// Text draws the walk as an indented tree.
func (w *Walk) Text(out io.Writer) {
	fmt.Fprintf(out, "%s: value %s, %s; %s\n", w.Algorithm, w.value(), w.choice(), w.Counts)
	if !w.Drawn {
		fmt.Fprintf(out, "(the tree has too many positions to be drawn)\n")
		return
	}
	w.branch(out, w.Root, "", "")
}

// value says what is known of the value at the root.
func (w *Walk) value() string {
	if w.Result.Exact {
		return number(w.Result.Value)
	}
	return "≥ " + number(w.Result.Value)
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

func (w *Walk) branch(out io.Writer, n *Node, first, rest string) {
	text := ""
	switch {
	case n.Probability > 0:
		text = fmt.Sprintf("%s (p = %s)  ", n.Move, number(n.Probability))
	case n.Move != "":
		text = n.Move + "  "
	}
	switch {
	case n.Visits == 0:
		text += "✂ pruned"
	case n.Leaf:
		text += w.verdict(n)
	default:
		text += fmt.Sprintf("%s [%s, %s] %s", w.role(n.Side), number(n.Alpha), number(n.Beta), w.verdict(n))
	}
	if n.Visits > 1 {
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
