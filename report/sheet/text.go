package sheet

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"gambito/table"
)

// Text writes the table for a terminal.
func (s Sheet) Text(out io.Writer) {
	style := table.Style{Indent: 2}
	for i, c := range s.Columns {
		if c.Align == Left && i > 0 {
			style.Text = append(style.Text, i)
		}
	}
	style.Write(out, s.Grid())
}

// Markdown is the table with its title and its note. Notes say where it comes from.
func (s Sheet) Markdown(notes ...string) []byte {
	var b bytes.Buffer
	for _, n := range notes {
		fmt.Fprintf(&b, "<!-- %s -->\n", strings.ReplaceAll(oneLine(n), "--", "- -"))
	}
	if s.Title != "" {
		fmt.Fprintf(&b, "**%s**\n\n", markdownText(s.Title))
	}
	s.MarkdownTable(&b)
	if s.Note != "" {
		fmt.Fprintf(&b, "\n%s\n", markdownText(s.Note))
	}
	return b.Bytes()
}

// MarkdownTable writes the table alone.
func (s Sheet) MarkdownTable(b *bytes.Buffer) {
	for i, row := range s.Grid() {
		cells := make([]string, len(row))
		for j, cell := range row {
			cells[j] = markdownText(cell)
		}
		fmt.Fprintf(b, "| %s |\n", strings.Join(cells, " | "))
		if i == 0 {
			b.WriteString("|")
			for _, c := range s.Columns {
				b.WriteString(map[Align]string{Left: " --- |", Right: " ---: |"}[c.Align])
			}
			b.WriteString("\n")
		}
	}
}

// markdownText is a text in one line that ends no cell.
func markdownText(text string) string { return strings.ReplaceAll(oneLine(text), "|", `\|`) }

// oneLine is a text without what would begin another line.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
