package papers

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"gambito/arena"
	"gambito/learn/breed"
	"gambito/progress"
	"gambito/stats"
)

// TestThesisTables adds the points of the tables up: the percentages that the
// thesis prints are shares of points, most to the printed digit.
func TestThesisTables(t *testing.T) {
	for _, table := range []string{"6.1", "6.2", "6.4", "6.5", "6.6", "6.8", "6.9", "6.10"} {
		p, err := thesisTable(table)
		if err != nil {
			t.Fatal(err)
		}
		if share, _ := p.share(); math.Abs(100*share-p.percent) > 0.08 {
			t.Errorf("table %s: %.3f %% of points, printed is %g", table, 100*share, p.percent)
		}
	}
	if _, err := thesisTable("6.3"); err == nil {
		t.Error("there is a table 6.3")
	}
}

// TestPointErrors compares the standard errors of a published table with those of
// the same games one by one.
func TestPointErrors(t *testing.T) {
	p := pointTable{won: [3]int{381, 117, 7}, lost: [3]int{363, 126, 6}}
	share, shareSE := p.share()
	mean, meanSE := p.perGame()
	r := played(p).Points
	for _, c := range []struct {
		what          string
		got, se, want float64
		interval      stats.Interval
	}{
		{"share", share, shareSE, 0.501, r.Share},
		{"points a game", mean, meanSE, 0.003, r.PerGame},
	} {
		half := (c.interval.High - c.interval.Low) / 2
		if math.Abs(c.got-c.interval.Estimate) > 1e-12 || math.Abs(stats.Z95*c.se/half-1) > 1e-3 || math.Abs(c.got-c.want) > 1e-3 {
			t.Errorf("%s: %g ± %g, of the games %+v", c.what, c.got, c.se, c.interval)
		}
	}
}

// played is the result of games as a table counts them.
func played(p pointTable) meeting {
	points, wins, games := arena.PointTally{}, 0, 0
	for i := range 3 {
		for range p.won[i] {
			points.Add(arena.Record{Seats: []int{0, 1}, Result: []float64{float64(i + 1), float64(-i - 1)}})
		}
		for range p.lost[i] {
			points.Add(arena.Record{Seats: []int{0, 1}, Result: []float64{float64(-i - 1), float64(i + 1)}})
		}
		wins, games = wins+p.won[i], games+p.won[i]+p.lost[i]
	}
	return meeting{Result: breed.Result{Games: games, Wins: stats.Wilson(wins, games), Points: points.Result()}}
}

func TestPointVerdicts(t *testing.T) {
	p, err := thesisTable("6.4")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		measured pointTable
		want     Verdict
	}{
		{p, Agrees},
		{pointTable{won: [3]int{700, 250, 20}, lost: [3]int{750, 260, 20}}, Agrees},
		{pointTable{won: [3]int{900, 400, 20}, lost: [3]int{500, 160, 20}}, Differs},
	} {
		var all gatherer
		all.add(p.compare("x", played(c.measured), ""))
		for _, f := range all.judged() {
			if f.Verdict != c.want || f.Published == nil || f.Low == nil {
				t.Errorf("%+v: %+v", c.measured, f)
			}
		}
	}
}

// TestDeviations measures games whose spread is known.
func TestDeviations(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	const n = 1000
	var games [][2]float64
	for range 200 * n { // single games, won half the time: 50/√n
		game := [2]float64{1, 0}
		if r.IntN(2) == 0 {
			game = [2]float64{0, 1}
		}
		games = append(games, game)
	}
	findings := deviationFindings(0, 50, len(games), games)
	if len(findings) != 2 || *findings[0].Low > 1.5811 || *findings[0].High < 1.5811 || math.Abs(*findings[1].Measured-1.5811) > 1e-4 {
		t.Errorf("%+v", findings)
	}
	// 1.708 is published, of percentages of which nobody knows how many there were.
	for _, f := range findings[1:] {
		if f.Verdict != NotComparable || !strings.Contains(f.Note, "or fewer, which is not told") {
			t.Errorf("%+v", f)
		}
	}
	for _, c := range []struct {
		interval stats.Interval
		want     Verdict
	}{
		{stats.Interval{Estimate: 1.7, Low: 1.6, High: 1.8}, Agrees},
		{stats.Interval{Estimate: 1.5, Low: 1.4, High: 1.6}, NotComparable},
		{stats.Interval{Estimate: 1e5, Low: 0.9e5, High: 1.1e5}, Differs},
	} {
		if got, note := deviationVerdict(1.708, c.interval); got != c.want {
			t.Errorf("%+v: %s%s", c.interval, got, note)
		}
	}
}

// TestEnsembleGrid has all combinations, and verdicts by what is told of each.
func TestEnsembleGrid(t *testing.T) {
	cells := ensembleGrid()
	told := map[string]int{}
	for _, c := range cells {
		told[c.told]++
	}
	if len(cells) != 18 || told[below] != 12 || told[about] != 3 {
		t.Errorf("%d ensembles, told of them %v", len(cells), told)
	}
	at := func(low, high float64) stats.Interval { return stats.Interval{Low: low, High: high} }
	for _, c := range []struct {
		told  string
		share stats.Interval
		want  Verdict
	}{
		{below, at(0.4, 0.45), Agrees}, {below, at(0.48, 0.52), InDoubt}, {below, at(0.51, 0.53), Differs}, {below, at(0.3, 0.49), TooFew},
		{about, at(0.49, 0.51), Agrees}, {about, at(0.45, 0.49), Differs}, {"", at(0.1, 0.2), NotComparable},
	} {
		if got, _ := (ensembleCell{told: c.told}).verdict(c.share); got != c.want {
			t.Errorf("%s, %+v: %s", c.told, c.share, got)
		}
	}
}

// TestStudiesLast stops studies half-way: they go on where they were, and find
// what they find in one go.
func TestStudiesLast(t *testing.T) {
	for _, study := range []Study{codingsStudy, gaGammonStudy, varianceStudy} {
		whole, err := study.Run(context.Background(), workshop(Smoke))
		if err != nil {
			t.Fatal(err)
		}
		w := workshop(Smoke)
		w.Folder = filepath.Join(t.TempDir(), "studies")
		ctx, cancel := context.WithCancel(context.Background())
		w.Progress = func(s progress.Step) {
			if 2*s.Done > s.Total {
				cancel()
			}
		}
		if _, err := study.Run(ctx, w); !errors.Is(err, context.Canceled) {
			t.Fatalf("%s: stopped with %v", study.ID, err)
		}
		first := 0
		w.Progress = func(s progress.Step) {
			if first == 0 {
				first = s.Done
			}
		}
		again, err := study.Run(context.Background(), w)
		if err != nil || first < 20 || !reflect.DeepEqual(again, whole) {
			t.Errorf("%s: %v, goes on at %d and finds\n%+v, in one go\n%+v", study.ID, err, first, again, whole)
		}
		kept, err := filepath.Glob(filepath.Join(w.Folder, "*"))
		if err != nil || len(kept) == 0 {
			t.Fatal(kept, err)
		}
		for _, text := range []string{"", "{", `{"agents":["random","random"],"scores":"AAA"}`} {
			if err := os.WriteFile(kept[0], []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			if _, err := study.Run(context.Background(), w); err == nil || !strings.HasSuffix(err.Error(), "; without the file it begins again") {
				t.Errorf("%s: with %q kept: %v", study.ID, text, err)
			}
		}
	}
}

// TestUnitsLast: studies of parts go on behind the last that is done.
func TestUnitsLast(t *testing.T) {
	for _, study := range []Study{alphaStudy, machinesStudy, valueNetStudy} {
		whole, err := study.Run(context.Background(), workshop(Smoke))
		if err != nil {
			t.Fatal(err)
		}
		w := workshop(Smoke)
		w.Folder = filepath.Join(t.TempDir(), "studies")
		ctx, cancel := context.WithCancel(context.Background())
		last := 0
		w.Progress = func(s progress.Step) {
			if last = s.Done; 3*s.Done > 2*s.Total {
				cancel()
			}
		}
		if _, err := study.Run(ctx, w); !errors.Is(err, context.Canceled) {
			t.Fatalf("%s: stopped with %v", study.ID, err)
		}
		first := -1
		w.Progress = func(s progress.Step) {
			if first < 0 {
				first = s.Done
			}
		}
		again, err := study.Run(context.Background(), w)
		if err != nil || first < last/2 || !reflect.DeepEqual(again, whole) {
			t.Errorf("%s: %v, stopped at %d, goes on at %d and finds\n%+v, in one go\n%+v", study.ID, err, last, first, again, whole)
		}
		kept, err := filepath.Glob(filepath.Join(w.Folder, "*.json"))
		if err != nil || len(kept) != 1 {
			t.Fatal(kept, err)
		}
		for _, text := range []string{"", "{", `{"done":[]}`} {
			if err := os.WriteFile(kept[0], []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			if _, err := study.Run(context.Background(), w); err == nil || !strings.HasSuffix(err.Error(), "; without the file it begins again") {
				t.Errorf("%s: with %q kept: %v", study.ID, text, err)
			}
		}
	}
}

func TestScoreLines(t *testing.T) {
	l := scoreLine{Agents: [2]string{"a", "b"}}
	for text, ok := range map[string]bool{
		`{"agents":["a","b"],"scores":"cbaABC"}`:  true,
		`{"agents":["a","c"],"scores":"A"}`:       false,
		`{"agents":["a","b"],"scores":"AxA"}`:     false,
		`{"agents":["a","b"],"scores":"A-A"}`:     false, // nothing is drawn
		`{"agents":["a","b"],"scores":"AAAAAAA"}`: false,
	} {
		l := l
		if err := l.load([]byte(text), 6); (err == nil) != ok || ok && l.Scores != "cbaABC" {
			t.Errorf("%s: %v, %+v", text, err, l)
		}
	}
}
