package papers

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gambito/build"
	"gambito/files"
	"gambito/report/chart"
)

// Result is what a study came to at a scale, as it is kept.
type Result struct {
	Format   int        `json:"format"`
	Study    string     `json:"study"`
	Scale    Scale      `json:"scale"`
	Seed     uint64     `json:"seed"`
	FromGDL  bool       `json:"from_gdl"`
	Build    build.Info `json:"build"`
	Finished time.Time  `json:"finished"`
	Seconds  float64    `json:"seconds"`
	Findings []Finding  `json:"findings"`
	Figures  []Figure   `json:"figures,omitempty"`
}

// Figure is a curve that a study has seen on its way to its findings.
type Figure struct {
	Title string      `json:"title"`
	Chart chart.Chart `json:"chart"`
}

// resultFormat is the newest format of results that are kept.
const resultFormat = 1

// Repeat runs the study and keeps what it came to in the workshop's folder, if it has
// one. Findings that could not be kept are returned with the error.
func (s Study) Repeat(ctx context.Context, w Workshop) (Result, error) {
	r, began, shelf := w.result(s), time.Now(), Shelf(w.Folder)
	if w.Folder != "" {
		if err := shelf.free(r); err != nil { // before hours of work
			return r, err
		}
	}
	w.figure = func(f Figure) { r.Figures = append(r.Figures, f) }
	var err error
	if r.Findings, err = s.Run(ctx, w); err != nil {
		return r, err
	}
	r.Seconds, r.Finished = time.Since(began).Seconds(), time.Now().UTC().Truncate(time.Second)
	if w.Folder == "" {
		return r, nil
	}
	return r, shelf.keep(r)
}

// result is that of a study in the workshop before anything is found.
func (w Workshop) result(s Study) Result {
	return Result{Format: resultFormat, Study: s.ID, Scale: w.Scale, Seed: w.Seed, FromGDL: w.FromGDL, Build: build.This()}
}

// Page shows the result to readers.
func (r Result) Page(s Study) Page {
	return Page{Study: s, Scale: r.Scale, FromGDL: r.FromGDL, Seed: r.Seed, Took: time.Duration(r.Seconds * float64(time.Second)), Build: r.Build.Version, Findings: r.Findings, Figures: r.Figures}
}

// Shelf is the folder in which the results of studies are kept, and what they keep on
// their way.
type Shelf string

// ShelfIn is the shelf of a data folder.
func ShelfIn(data string) Shelf { return Shelf(filepath.Join(data, "studies")) }

const resultPrefix, resultSuffix = "result-", ".json"

// Name tells a result from others: by study, scale, rulesheets and seed.
func (r Result) Name() string {
	name := strings.ReplaceAll(r.Study, "/", "-") + "-" + string(r.Scale)
	if r.FromGDL {
		name += "-gdl"
	}
	if r.Seed != 1 {
		name += fmt.Sprintf("-seed%d", r.Seed)
	}
	return name
}

// file is where a result is kept.
func (s Shelf) file(r Result) string {
	return filepath.Join(string(s), resultPrefix+r.Name()+resultSuffix)
}

// free tells why a result could not be kept: the file that would be replaced is not
// one of ours, or is broken.
func (s Shelf) free(r Result) error {
	if _, err := read(s.file(r)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// keep keeps a result in place of an earlier one of its name.
func (s Shelf) keep(r Result) error {
	if err := s.free(r); err != nil {
		return err
	}
	content, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(string(s), 0o777); err != nil {
		return err
	}
	return files.ReplaceSealed(s.file(r), append(content, '\n'))
}

// Files are those of the results that are kept.
func (s Shelf) Files() (list []fs.FileInfo, err error) {
	entries, err := os.ReadDir(string(s))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, entry := range entries {
		info, err := entry.Info()
		if err == nil && strings.HasPrefix(info.Name(), resultPrefix) && strings.HasSuffix(info.Name(), resultSuffix) { // or it is gone
			list = append(list, info)
		}
	}
	return list, nil
}

// Read reads the result of a file.
func (s Shelf) Read(file fs.FileInfo) (Result, error) {
	return read(filepath.Join(string(s), file.Name()))
}

// Results are those that are kept, the newest first. Of those that cannot be read the
// errors tell, and the others are there all the same.
func (s Shelf) Results() (results []Result, broken []error) {
	list, err := s.Files()
	if err != nil {
		return nil, []error{err}
	}
	for _, file := range list {
		if r, err := s.Read(file); err != nil {
			broken = append(broken, err)
		} else {
			results = append(results, r)
		}
	}
	slices.SortStableFunc(results, Result.Newer)
	return results, broken
}

// Newer orders results, the newest first.
func (r Result) Newer(o Result) int {
	return cmp.Or(o.Finished.Compare(r.Finished), cmp.Compare(r.Name(), o.Name()))
}

// read reads a result. Where findings stand in their tables is said anew, for tables.csv
// may have changed since.
func read(name string) (Result, error) {
	content, err := files.ReadSealed(name)
	if err != nil && !errors.Is(err, files.ErrDamaged) {
		return Result{}, err
	}
	var r Result
	if err == nil {
		r, err = parseResult(content)
	}
	if err == nil && filepath.Base(name) != resultPrefix+r.Name()+resultSuffix {
		err = errors.New("it holds the result of another study or scale")
	}
	if err != nil {
		return Result{}, fmt.Errorf("%s: %w; move it away, and the study can be repeated", name, err)
	}
	return r, nil
}

// parseResult reads what keep has written.
func parseResult(content []byte) (Result, error) {
	var r Result
	if err := json.Unmarshal(content, &r); err != nil {
		return Result{}, errors.New("it does not hold the result of a study")
	}
	if r.Format > resultFormat {
		return Result{}, errors.New("a newer gambito has written it")
	}
	study, err := Find(r.Study)
	if err != nil {
		return Result{}, fmt.Errorf("it holds the result of a study %q that there is not", r.Study)
	}
	for i, f := range r.Findings {
		if !strings.HasPrefix(f.ID, study.ID+"/") || !slices.Contains(Verdicts, f.Verdict) {
			return Result{}, errors.New("its findings are not those of its study")
		}
		r.Findings[i].Place = study.place(f)
	}
	if r.Format < 1 || !slices.Contains(Scales, r.Scale) || len(r.Findings) == 0 {
		return Result{}, errors.New("it does not hold the result of a study")
	}
	return r, nil
}
