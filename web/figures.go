package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"gambito/arena"
	"gambito/report"
	"gambito/report/chart"
	"gambito/report/sheet"
	"gambito/run"
	"gambito/store"
)

// What is drawn and written for a page.
const (
	figureBytes   = 4 << 20
	figureSeries  = 200
	figureRows    = 500
	figurePoints  = 100_000
	figureColumns = 200
	figureCells   = 100_000
)

// FigureRequest is a chart that is to become a file.
type FigureRequest struct {
	Chart  figureChart   `json:"chart" doc:"The chart, as answers describe it."`
	Origin report.Origin `json:"origin,omitzero" doc:"What made it, which the file tells."`
}

// SheetRequest is a table that is to become a file.
type SheetRequest struct {
	Sheet  figureSheet   `json:"sheet" doc:"The table, as answers describe it."`
	Origin report.Origin `json:"origin,omitzero" doc:"What made it, which the file tells."`
}

// figureChart is a chart that a page sends back: a value that is not drawn is null there,
// which the document's number would refuse.
type figureChart struct{ chart.Chart }

// Schema implements huma.SchemaProvider.
func (figureChart) Schema(huma.Registry) *huma.Schema { return figureSchema("Chart") }

// UnmarshalJSON implements json.Unmarshaler.
func (c *figureChart) UnmarshalJSON(text []byte) error { return figureRead(text, &c.Chart) }

// figureSheet is a table that a page sends back.
type figureSheet struct{ sheet.Sheet }

// Schema implements huma.SchemaProvider.
func (figureSheet) Schema(huma.Registry) *huma.Schema { return figureSchema("Sheet") }

// UnmarshalJSON implements json.Unmarshaler.
func (s *figureSheet) UnmarshalJSON(text []byte) error { return figureRead(text, &s.Sheet) }

func figureSchema(name string) *huma.Schema {
	return &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true, Description: "As answers describe a " + name + "."}
}

// figureRead reads a description, and says where it is none.
func figureRead(text []byte, into any) error {
	err := json.Unmarshal(text, into)
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		return refuse(http.StatusUnprocessableEntity, "%s: it is a %s and cannot be one", wrong.Field, wrong.Value)
	}
	return err
}

type figureInput struct {
	Spoken
	Format string `query:"format" default:"svg" enum:"svg,pdf" doc:"How the chart is drawn."`
	Body   FigureRequest
}

type sheetInput struct {
	Spoken
	Format string `query:"format" default:"csv" enum:"csv,md,tex" doc:"How the table is written: tex is LaTeX for booktabs."`
	Body   SheetRequest
}

type figureFileInput struct {
	Spoken
	Name string `path:"name" maxLength:"200" doc:"Name of a run."`
	File string `path:"file" maxLength:"200" doc:"Name of a figure with .svg or .pdf, or of a table with .csv, .md or .tex."`
}

type compareInput struct {
	Spoken
	Runs string `query:"runs" maxLength:"2000" doc:"Names of runs, with commas between them."`
}

func (s *Server) registerFigures(a huma.API) {
	route(a, huma.Operation{
		OperationID: "draw-figure", Method: http.MethodPost, Path: "/api/figures", MaxBodyBytes: figureBytes,
		Summary: "A chart as a file", Tags: []string{"laboratory"},
	}, func(_ context.Context, in *figureInput) (*fileAnswer, error) {
		if err := figureFits(in.Body.Chart.Chart); err != nil {
			return nil, err
		}
		content, err := report.DrawFile(in.Body.Chart.Chart, in.Format, in.Body.Origin)
		return figureFile("figure."+in.Format, content), err
	})
	route(a, huma.Operation{
		OperationID: "write-sheet", Method: http.MethodPost, Path: "/api/sheets", MaxBodyBytes: figureBytes,
		Summary: "A table as a file", Tags: []string{"laboratory"},
	}, func(_ context.Context, in *sheetInput) (*fileAnswer, error) {
		if n := len(in.Body.Sheet.Columns); n > figureColumns || n*len(in.Body.Sheet.Rows) > figureCells {
			return nil, fmt.Errorf("a table has at most %d columns and %d cells", figureColumns, figureCells)
		}
		content, err := report.SheetFile(in.Body.Sheet.Sheet, in.Format, in.Body.Origin)
		return figureFile("table."+in.Format, content), err
	})
	route(a, huma.Operation{
		OperationID: "run-file", Method: http.MethodGet, Path: "/api/runs/{name}/files/{file}",
		Summary: "A figure or a table of a run as a file, as report --out writes it", Tags: []string{"laboratory"},
	}, s.figureOfRun)
	route(a, huma.Operation{
		OperationID: "compare-runs", Method: http.MethodGet, Path: "/api/compare",
		Summary: "Runs side by side", Tags: []string{"laboratory"},
	}, s.compareRuns)
}

// figureFits refuses charts that nobody could read, and that would cost too much.
func figureFits(c chart.Chart) error {
	points := 0
	for _, one := range c.Series {
		points += len(one.X) + len(one.Y) + len(one.Low) + len(one.High)
	}
	for _, r := range c.Rows {
		if r.Box != nil {
			points += len(r.Box.Outliers)
		}
	}
	if len(c.Series) > figureSeries || len(c.Rows) > figureRows || points > figurePoints {
		return fmt.Errorf("a chart has at most %d series, %d rows and %d points", figureSeries, figureRows, figurePoints)
	}
	return nil
}

// figureTypes are what browsers are told of files.
var figureTypes = map[string]string{
	"svg": "image/svg+xml", "pdf": "application/pdf", "csv": "text/csv; charset=utf-8", "md": "text/markdown; charset=utf-8", "tex": "application/x-tex; charset=utf-8",
}

// figureFile is a file to keep, never one to be shown in place of the page.
func figureFile(name string, content []byte) *fileAnswer {
	format := name[strings.LastIndexByte(name, '.')+1:]
	return &fileAnswer{ContentType: figureTypes[format], ContentDisposition: mime.FormatMediaType("attachment", map[string]string{"filename": name}), Body: content}
}

func (s *Server) figureOfRun(ctx context.Context, in *figureFileInput) (*fileAnswer, error) {
	info, standings, err := s.figureRun(ctx, in.Name)
	if err != nil {
		return nil, err
	}
	exhibits := report.Of(info, standings)
	if !slices.Contains(exhibits.Names(), in.File) {
		_, err := exhibits.File(in.File)
		return nil, refuse(http.StatusNotFound, "%s", err)
	}
	content, err := exhibits.File(in.File)
	return figureFile(in.Name+"-"+in.File, content), err
}

func (s *Server) compareRuns(ctx context.Context, in *compareInput) (*answer[report.Exhibits], error) {
	names := strings.Split(in.Runs, ",")
	if len(names) < 2 || len(names) > report.MostCompared || slices.Contains(names, "") {
		return nil, fmt.Errorf("runs: name two to %d runs, with commas between them", report.MostCompared)
	}
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return nil, fmt.Errorf("runs: %s is named twice", name)
		}
	}
	var runs []report.Compared
	for _, name := range names {
		info, standings, err := s.figureRun(ctx, name)
		if err != nil {
			return nil, err
		}
		runs = append(runs, report.Compared{Name: name, Origin: report.OriginOf(info), Summary: report.Summarize(standings)})
	}
	return answered(report.Compare(runs)), nil
}

// figureRun is a stored run and what it came to so far.
func (s *Server) figureRun(ctx context.Context, name string) (store.Info, *arena.Standings, error) {
	db, info, err := s.runs.find(name)
	if err != nil {
		return info, nil, err
	}
	if live := s.runs.playing(name); live != nil {
		return info, live.standings(), nil
	}
	standings, err := run.Standings(ctx, db, info)
	if err == nil {
		err = run.AddMachines(ctx, db, info, standings)
	}
	return info, standings, runRefusal(err)
}
