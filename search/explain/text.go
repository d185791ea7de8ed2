package explain

import (
	"fmt"
	"io"
	"strconv"

	"gambito/game"
	"gambito/search/minimax"
)

// number writes a value; what is beyond every score is infinite.
func number(v int) string {
	switch {
	case v > minimax.Win:
		return "+∞"
	case v < -minimax.Win:
		return "−∞"
	case v < 0:
		return "−" + strconv.Itoa(-v)
	}
	return strconv.Itoa(v)
}

// verdict says what a visit found: a value, or only a bound of it.
func (n *Node) verdict() string {
	switch {
	case !n.HasValue:
		return "?"
	case n.Leaf:
		return number(n.Value)
	case n.Value >= n.Beta:
		return "≥ " + number(n.Value)
	case n.Value <= n.Alpha:
		return "≤ " + number(n.Value)
	}
	return number(n.Value)
}

// Text draws the walk as an indented tree.
func (w *Walk) Text(out io.Writer) {
	fmt.Fprintf(out, "%s: value %s, move %s; %s\n", w.Algorithm, w.value(), w.Best, w.Counts)
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

// String lists the counts.
func (c Counts) String() string {
	return fmt.Sprintf("%d positions, %d visits, %d of leaves, %d cut-offs, %d subtrees pruned", c.Positions, c.Visits, c.Leaves, c.CutOffs, c.Pruned)
}

func (w *Walk) branch(out io.Writer, n *Node, first, rest string) {
	text := ""
	if n.Move != "" {
		text = n.Move + "  "
	}
	switch {
	case n.Visits == 0:
		text += "✂ pruned"
	case n.Leaf:
		text += n.verdict()
	default:
		text += fmt.Sprintf("%s [%s, %s] %s", w.role(n.Side), number(n.Alpha), number(n.Beta), n.verdict())
	}
	if n.Visits > 1 {
		text += fmt.Sprintf("  (%d visits)", n.Visits)
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

func (w *Walk) role(p game.Player) string { return w.Roles[p] }

// Compare writes a table of several walks of one tree.
func Compare(out io.Writer, walks []*Walk) {
	fmt.Fprintf(out, "%-10s %8s %8s %10s %10s %10s %9s %8s\n", "algorithm", "value", "move", "positions", "visits", "leaves", "cut-offs", "pruned")
	for _, w := range walks {
		c := w.Counts
		fmt.Fprintf(out, "%-10s %8s %8s %10d %10d %10d %9d %8d\n", w.Algorithm, w.value(), w.Best, c.Positions, c.Visits, c.Leaves, c.CutOffs, c.Pruned)
	}
}
