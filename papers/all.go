package papers

import (
	"bytes"
	_ "embed" // for the times
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gambito/build"
)

// ByDocument are all studies, by the documents that they are published in.
func ByDocument() (list []Study, err error) {
	studies, err := All()
	if err != nil {
		return nil, err
	}
	for _, d := range Documents() {
		for _, s := range studies {
			if s.Document().ID == d.ID {
				list = append(list, s)
			}
		}
	}
	return list, nil
}

// Done is what this gambito has found already, with the same settings.
func (s Shelf) Done(study Study, scale Scale, seed uint64, fromGDL bool) (Result, bool) {
	r, err := read(s.file(Result{Study: study.ID, Scale: scale, Seed: seed, FromGDL: fromGDL}))
	return r, err == nil && r.Build == build.This()
}

// times.csv has how many minutes studies take on two cores at a scale, where anything is
// known: ggp/proposed with ggp/first, backgammon/codings and connect4/n-tuples in full and
// ggp/first, ggp/proposed, backgammon/fuzzy and /variance quickly as they took, by
// the time of the processor; the others as estimated.
//
//go:embed times.csv
var timesFile []byte

// Expect says how long studies will take at a scale with a seed, by rulesheets or the games
// themselves: what they took here, or else an estimate. By rulesheets only those are
// repeated that play.
func Expect(studies []Study, scale Scale, seed uint64, fromGDL bool, shelf Shelf) string {
	if fromGDL {
		studies = slices.DeleteFunc(slices.Clone(studies), func(s Study) bool { return !s.played })
	}
	known := map[string]float64{}
	lines, _ := csv.NewReader(bytes.NewReader(timesFile)).ReadAll()              // a test reads it
	if column := slices.Index(lines[0], string(scale)); column > 0 && !fromGDL { // nobody has estimated rulesheets
		for _, line := range lines[1:] {
			known[line[0]], _ = strconv.ParseFloat(line[column], 64)
		}
	}
	kept, _ := shelf.Results()
	for _, r := range slices.Backward(kept) { // the newest counts
		if r.Scale == scale && r.FromGDL == fromGDL {
			known[r.Study] = r.Seconds / 60
		}
	}
	minutes, done, unknown := 0.0, 0, []string{}
	for _, s := range studies {
		if _, ok := shelf.Done(s, scale, seed, fromGDL); ok {
			done++
			continue
		}
		if m, ok := known[s.ID]; ok {
			minutes += m
		} else {
			unknown = append(unknown, s.ID)
		}
	}
	text := fmt.Sprintf("%d studies at the scale %s", len(studies), scale)
	if done > 0 {
		text += fmt.Sprintf(", %d of them done", done)
	}
	switch {
	case minutes >= 120:
		text += fmt.Sprintf("; about %.0f hours on two cores", minutes/60)
	case minutes > 0:
		text += fmt.Sprintf("; about %.0f minutes on two cores", max(1, minutes))
	}
	if len(unknown) > 0 {
		text += ", and what these take, which nobody has measured: " + strings.Join(unknown, ", ")
	}
	return text
}
