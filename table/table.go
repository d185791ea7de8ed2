// Package table sets text in columns. Where lines have a width, that of a terminal,
// long texts are broken so that they fit; elsewhere lines are as long as they are,
// for other programs read them.
package table

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// widthOf is how many characters fit into a line of out: what it says, if it is
// something that has a width, such as a terminal's screen. 0 is any number.
func widthOf(out io.Writer) int {
	if screen, ok := out.(interface{ Width() int }); ok {
		return screen.Width()
	}
	return 0
}

// Style says how a table is set. The zero value has all columns but the first to the
// right, as numbers are.
type Style struct {
	Indent int    // before the first column
	Text   []int  // columns besides the first that are set to the left and may be broken
	Gap    string // between columns; usualGap if it is empty
}

// least is how narrow a column is made at most.
const least = 10

// Write sets rows, of which all have as many cells as the first, in columns. Rows of
// one cell among longer ones are headings across all columns.
func (s Style) Write(out io.Writer, rows [][]string) {
	if len(rows) == 0 {
		return
	}
	if s.Gap == "" {
		s.Gap = usualGap
	}
	widths := widthsOf(rows)
	s.fit(widths, widthOf(out))
	var b strings.Builder
	for _, row := range rows {
		if len(row) < len(widths) {
			b.WriteString(strings.Repeat(" ", s.Indent) + row[0] + "\n")
			continue
		}
		s.row(&b, row, widths)
	}
	io.WriteString(out, b.String())
}

// usualGap is what stands between columns.
const usualGap = "  "

// widthsOf is how wide columns are if no text is broken.
func widthsOf(rows [][]string) []int {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		if len(row) < len(rows[0]) { // a heading
			continue
		}
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	return widths
}

// Width is how wide a table is if no text is broken.
func (s Style) Width(rows [][]string) int {
	if len(rows) == 0 {
		return 0
	}
	if s.Gap == "" {
		s.Gap = usualGap
	}
	total := s.Indent + len(s.Gap)*(len(rows[0])-1)
	for _, w := range widthsOf(rows) {
		total += w
	}
	return total
}

// text reports whether a column is one of text.
func (s Style) text(column int) bool {
	for _, c := range s.Text {
		if c == column {
			return true
		}
	}
	return column == 0
}

// fit makes the widest columns of text narrower until lines fit, as far as they can.
func (s Style) fit(widths []int, line int) {
	total := s.Indent + len(s.Gap)*(len(widths)-1)
	for _, w := range widths {
		total += w
	}
	for ; line > 0 && total > line; total-- {
		widest := -1
		for i, w := range widths {
			if s.text(i) && w > least && (widest < 0 || w > widths[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			return
		}
		widths[widest]--
	}
}

// row writes one row, in as many lines as its longest text takes.
func (s Style) row(b *strings.Builder, row []string, widths []int) {
	cells, lines := make([][]string, len(row)), 1
	for i, cell := range row {
		cells[i] = []string{cell}
		if s.text(i) {
			cells[i] = broken(cell, widths[i])
		}
		lines = max(lines, len(cells[i]))
	}
	for n := range lines {
		line := strings.Repeat(" ", s.Indent)
		for i := range row {
			cell := ""
			if n < len(cells[i]) {
				cell = cells[i][n]
			}
			gap := strings.Repeat(" ", max(0, widths[i]-utf8.RuneCountInString(cell)))
			if i > 0 {
				line += s.Gap
			}
			if s.text(i) {
				line += cell + gap
			} else {
				line += gap + cell
			}
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}

// broken breaks a text into lines of at most so many characters: after blanks, else
// after a comma or another sign, else anywhere.
func broken(text string, width int) (lines []string) {
	runes := []rune(text)
	for len(runes) > width && width > 0 {
		at := breakpoint(runes, width)
		lines = append(lines, strings.TrimRight(string(runes[:at]), " "))
		for at < len(runes) && runes[at] == ' ' {
			at++
		}
		runes = runes[at:]
	}
	return append(lines, string(runes))
}

// breakpoint is how many characters stand in the first line.
func breakpoint(runes []rune, width int) int {
	if runes[width] == ' ' {
		return width
	}
	for _, signs := range []string{" ", ",;|", ":=/×-"} {
		for at := width; at > width/3; at-- {
			if strings.ContainsRune(signs, runes[at-1]) {
				return at
			}
		}
	}
	return width
}

// Paragraph writes a text after its head. Where lines have a width it is broken, and
// goes on below where it began, or, after a long head, a little indented.
func Paragraph(out io.Writer, head, text string) {
	width, indent := widthOf(out), utf8.RuneCountInString(head)
	if width < 2*least {
		fmt.Fprintf(out, "%s%s\n", head, text)
		return
	}
	const hanging = 6
	var lines []string
	switch room := width - indent; {
	case room >= width/2:
		lines = broken(text, room)
	case room < least:
		head, lines = strings.TrimRight(head, " "), append([]string{""}, broken(text, width-hanging)...)
	default:
		lines = broken(text, room)[:1]
		if rest := strings.TrimLeft(strings.TrimPrefix(text, lines[0]), " "); rest != "" {
			lines = append(lines, broken(rest, width-hanging)...)
		}
	}
	if width-indent < width/2 {
		indent = hanging
	}
	fmt.Fprintf(out, "%s%s\n", head, lines[0])
	for _, line := range lines[1:] {
		fmt.Fprintf(out, "%s%s\n", strings.Repeat(" ", indent), line)
	}
}
