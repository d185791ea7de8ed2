package sheet

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
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
		fmt.Fprintf(&b, "**%s**\n\n", MarkdownText(s.Title))
	}
	s.MarkdownTable(&b)
	if s.Note != "" {
		fmt.Fprintf(&b, "\n%s\n", MarkdownText(s.Note))
	}
	return b.Bytes()
}

// MarkdownTable writes the table alone.
func (s Sheet) MarkdownTable(b *bytes.Buffer) {
	for i, row := range s.Grid() {
		cells := make([]string, len(row))
		for j, cell := range row {
			cells[j] = MarkdownText(cell)
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

// MarkdownText is a text in one line that is read as it is: nothing of it ends a cell,
// begins a list, is a tag or sets letters.
func MarkdownText(text string) string {
	var b strings.Builder
	for i, r := range oneLine(text) {
		if strings.ContainsRune("\\`*_[]<>|~", r) || r == '#' && i == 0 || r == '&' && entity.MatchString(text) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// entity is what Markdown takes for a letter by its name.
var entity = regexp.MustCompile(`&#?[0-9A-Za-z]+;`)

// oneLine is a text without what would begin another line.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
