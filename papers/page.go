package papers

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"gambito/table"
)

// Page is the result of a study for readers.
type Page struct {
	Study    Study
	Scale    Scale
	FromGDL  bool
	Seed     uint64
	Took     time.Duration
	Build    string
	Findings []Finding
	Figures  []Figure // none if it was read from Markdown
}

// Command is what makes the page.
func (p Page) Command() string {
	command := fmt.Sprintf("gambito reproduce %s --scale %s", p.Study.ID, p.Scale)
	if p.FromGDL {
		command += " --from-gdl"
	}
	if p.Seed != 1 {
		command += fmt.Sprintf(" --seed %d", p.Seed)
	}
	return command
}

// By is the command and, if it is known, the commit that made the page.
func (p Page) By() string {
	if strings.HasPrefix(p.Build, "commit ") {
		return p.Command() + " of " + p.Build
	}
	return p.Command()
}

// Summary counts the verdicts in words.
func (p Page) Summary() string {
	summary := CountVerdicts(p.Findings).String()
	if p.Scale == Smoke {
		summary += "; at the scale smoke verdicts mean next to nothing"
	}
	return summary
}

// Cells are a finding's columns: what, table, published, measured, interval, of
// how many games, verdict and note.
func (p Page) Cells(f Finding) []string {
	what := strings.TrimPrefix(f.ID, p.Study.ID+"/")
	interval := ""
	if f.Low != nil {
		interval = show(f.Low, "") + " to " + show(f.High, "")
	}
	return []string{what, strings.TrimPrefix(f.Source, "table "), show(f.Published, f.Unit), show(f.Measured, f.Unit), interval, strconv.Itoa(f.Games), string(f.Verdict), f.Note}
}

var pageHead = []string{"what", "table", "published", "measured", "95 % interval", "of", "verdict", "note"}

// show writes a number to four digits, with its unit if that is short.
func show(x *float64, unit string) string {
	if x == nil {
		return ""
	}
	text := strconv.FormatFloat(*x, 'g', 4, 64)
	if unit == "%" {
		return strconv.FormatFloat(*x, 'f', 1, 64) + " %"
	}
	if unit == "" && *x >= 10 && *x <= 100 {
		return strconv.FormatFloat(*x, 'f', 1, 64)
	}
	return text
}

// Text writes the page for a terminal.
func (p Page) Text(out io.Writer) {
	table.Paragraph(out, "", p.Study.ID+": "+p.Study.About)
	table.Paragraph(out, "", p.Study.Citation())
	fmt.Fprintf(out, "scale %s, seed %d, %.1f s\n\n", p.Scale, p.Seed, p.Took.Seconds())
	rows := [][]string{pageHead}
	for _, f := range p.Findings {
		rows = append(rows, p.Cells(f))
	}
	var text []int // all columns
	for i := range pageHead {
		text = append(text, i)
	}
	table.Style{Text: text}.Write(out, rows)
	fmt.Fprintln(out)
	table.Paragraph(out, "", p.Summary())
}

// Markdown writes the page as Markdown.
func (p Page) Markdown(b *bytes.Buffer) {
	fmt.Fprintf(b, "# %s\n\n%s\n\nPublished: %s. Made by `%s`.\n\n%s\n\n**%s.**\n\n", p.Study.ID, p.Study.About, p.Study.Citation(), p.By(), Rule, p.Summary())
	fmt.Fprintf(b, "| %s |\n|%s\n", strings.Join(pageHead, " | "), strings.Repeat(" --- |", len(pageHead)))
	for _, f := range p.Findings {
		fmt.Fprintf(b, "| %s |\n", strings.ReplaceAll(strings.Join(p.Cells(f), " | "), "*", `\*`))
	}
}
