package papers

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var (
	pageTitle   = regexp.MustCompile(`(?m)^# (\S+)$`)
	pageCommand = regexp.MustCompile("Made by `gambito reproduce \\S+ --scale (\\w+)( --from-gdl)?(?: --seed (\\d+))?(?: of ([^`]+))?`")
	pageSummary = regexp.MustCompile(`(?m)^\*\*(\d+ agree, .*)\.\*\*$`)
)

// ReadMarkdown reads a page that Markdown has written. Numbers have as many digits as
// they were written with.
func ReadMarkdown(text string) (Page, error) {
	title, command := pageTitle.FindStringSubmatch(text), pageCommand.FindStringSubmatch(text)
	if title == nil || command == nil || !slices.Contains(Scales, Scale(command[1])) {
		return Page{}, errors.New("it is no page of a study, which names its study and the command that made it")
	}
	study, err := Find(title[1])
	if err != nil {
		return Page{}, err
	}
	p := Page{Study: study, Scale: Scale(command[1]), FromGDL: command[2] != "", Seed: 1, Build: command[4]}
	if command[3] != "" {
		if p.Seed, err = strconv.ParseUint(command[3], 10, 64); err != nil {
			return Page{}, fmt.Errorf("seed %s: %w", command[3], err)
		}
	}
	var head []string
	number := 0
	for line := range strings.Lines(text) {
		number++
		cells, ok := markdownRow(line)
		switch {
		case !ok || strings.HasPrefix(cells[0], "---"):
		case head == nil:
			head = cells
		case len(cells) != len(head):
			return Page{}, fmt.Errorf("line %d: %d cells under %d headings", number, len(cells), len(head))
		default:
			f, err := p.readFinding(head, cells)
			if err != nil {
				return Page{}, fmt.Errorf("line %d: %w", number, err)
			}
			p.Findings = append(p.Findings, f)
		}
	}
	if summary := pageSummary.FindStringSubmatch(text); summary == nil || summary[1] != p.Summary() {
		return Page{}, fmt.Errorf("its table has %s, and the page tells something else", p.Summary())
	}
	return p, nil
}

// markdownRow are the cells of a line of a table.
func markdownRow(line string) ([]string, bool) {
	line = strings.TrimSpace(line)
	if len(line) < 2 || line[0] != '|' || line[len(line)-1] != '|' {
		return nil, false
	}
	cells := strings.Split(line[1:len(line)-1], "|")
	for i, cell := range cells {
		cells[i] = strings.ReplaceAll(strings.TrimSpace(cell), `\*`, "*")
	}
	return cells, true
}

// readFinding reads what Cells has written. Pages of earlier times have fewer columns.
func (p Page) readFinding(head, cells []string) (Finding, error) {
	cell := func(name string) string {
		if i := slices.Index(head, name); i >= 0 {
			return cells[i]
		}
		return ""
	}
	f := Finding{ID: p.Study.ID + "/" + cell("what"), Source: cell("table"), Verdict: Verdict(cell("verdict")), Note: cell("note")}
	if !slices.Contains(Verdicts, f.Verdict) {
		return f, fmt.Errorf("verdict %q is none", f.Verdict)
	}
	if f.Source != "in words" && f.Source != p.Study.Source && !strings.HasPrefix(f.Source, "figure ") && !strings.HasPrefix(f.Source, "§") {
		f.Source = "table " + f.Source
	}
	line, filled := p.Study.find(f)
	f.Place, f.Unit = p.Study.place(f), filled(line.unit)
	low, high, _ := strings.Cut(cell("95 % interval"), " to ")
	if err := errors.Join(readNumber(cell("published"), &f.Published), readNumber(cell("measured"), &f.Measured), readNumber(low, &f.Low), readNumber(high, &f.High)); err != nil {
		return f, err
	}
	if f.Unit == "" {
		f.Unit = "%"
	}
	if games := cell("of"); games != "" {
		var err error
		if f.Games, err = strconv.Atoi(games); err != nil {
			return f, fmt.Errorf("%q is no number of games", games)
		}
	}
	return f, nil
}

// readNumber reads what show has written, if it is something.
func readNumber(text string, at **float64) error {
	text = strings.TrimSuffix(text, " %")
	if text == "" {
		return nil
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return fmt.Errorf("%q is no number", text)
	}
	*at = number(x)
	return nil
}
