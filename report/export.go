package report

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"gambito/arena"
	"gambito/report/chart"
	"gambito/report/sheet"
	"gambito/store"
)

// The formats of files, which are also how their names end.
var (
	FigureFormats = []string{"svg", "pdf"}
	SheetFormats  = []string{"csv", "md", "tex"}
)

// DrawFile is a chart as a file that tells its origin.
func DrawFile(c chart.Chart, format string, o Origin) ([]byte, error) {
	canvas, err := c.Draw()
	if err != nil {
		return nil, err
	}
	canvas.Note(o.Lines()...)
	switch format {
	case "svg":
		var b bytes.Buffer
		_, err := canvas.WriteTo(&b)
		return b.Bytes(), err
	case "pdf":
		return canvas.PDF(), nil
	}
	return nil, fmt.Errorf("format %q: a chart is drawn as %s", format, strings.Join(FigureFormats, " or "))
}

// SheetFile is a table as a file that tells its origin.
func SheetFile(s sheet.Sheet, format string, o Origin) ([]byte, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	switch format {
	case "csv":
		return s.CSV(o.Lines()...)
	case "md":
		return s.Markdown(o.Lines()...), nil
	case "tex":
		return s.LaTeX(o.Lines()...), nil
	}
	return nil, fmt.Errorf("format %q: a table is written as %s", format, strings.Join(SheetFormats, ", "))
}

// Exhibits are what a run, or several beside each other, have to show.
type Exhibits struct {
	Origin  Origin        `json:"origin"`
	Figures []Figure      `json:"figures"`
	Sheets  []sheet.Sheet `json:"sheets"`
}

// Of is what a run has to show.
func Of(info store.Info, s *arena.Standings) Exhibits {
	sum := Summarize(s)
	return Exhibits{OriginOf(info), Figures(s, sum), Sheets(s, sum)}
}

// Names are those of all files.
func (e Exhibits) Names() (names []string) {
	for _, f := range e.Figures {
		for _, format := range FigureFormats {
			names = append(names, f.Name+"."+format)
		}
	}
	for _, s := range e.Sheets {
		for _, format := range SheetFormats {
			names = append(names, s.Name+"."+format)
		}
	}
	return names
}

// File makes one of the files. What there is not, or has nothing to show yet, is an
// error.
func (e Exhibits) File(name string) ([]byte, error) {
	for _, f := range e.Figures {
		if format, ok := strings.CutPrefix(name, f.Name+"."); ok && slices.Contains(FigureFormats, format) {
			return DrawFile(f.Chart, format, e.Origin)
		}
	}
	for _, s := range e.Sheets {
		if format, ok := strings.CutPrefix(name, s.Name+"."); ok && slices.Contains(SheetFormats, format) {
			return SheetFile(s, format, e.Origin)
		}
	}
	return nil, fmt.Errorf("there is no file %q; there are %s", name, strings.Join(e.Names(), ", "))
}
