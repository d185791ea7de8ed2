package bench

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// figures are speeds of so many benchmarks, the windows of each within 2 %.
func figures(n int, speed float64) (all []Result) {
	for i := range n {
		x := speed * float64(i+1)
		all = append(all, Result{Name: fmt.Sprint("playout/", i), OpsPerSecond: x, Slowest: 0.98 * x, Fastest: 1.02 * x, Unit: "playouts"})
	}
	return all
}

func slower(c Comparison) (n int) {
	for _, change := range c.Changes {
		if change.Verdict == Slower {
			n++
		}
	}
	return n
}

// TestCompare: what has changed is seen whether or not the machine is half as fast.
func TestCompare(t *testing.T) {
	for _, machine := range []float64{1, 0.5, 3} {
		before, after := figures(9, 1000), figures(9, 1000*machine)
		for _, change := range []struct {
			i      int
			factor float64
		}{{2, 0.8}, {4, 1.3}, {5, 0.97}} {
			after[change.i].OpsPerSecond *= change.factor
			after[change.i].Slowest *= change.factor
			after[change.i].Fastest *= change.factor
		}
		after[6].AllocsPerOp = 1
		c := Compare(before, after)
		if c.Machine < 0.95*machine || c.Machine > 1.05*machine {
			t.Errorf("a machine that is %g times as fast is %g times", machine, c.Machine)
		}
		for i, got := range c.Changes {
			want := map[int]Verdict{2: Slower, 4: Faster, 6: Slower}[i]
			if want == "" {
				want = Same
			}
			if got.Verdict != want || got.Low > got.Ratio || got.Ratio > got.High {
				t.Errorf("machine %g, %d: %+v, not %s", machine, i, got, want)
			}
		}
		if slower(c) != 2 {
			t.Errorf("%d are slower", slower(c))
		}
	}
	few := Compare(figures(3, 1000), figures(4, 500))
	if few.Machine != 1 || slower(few) != 3 || len(few.Changes) != 3 {
		t.Errorf("three speeds at half: %+v", few)
	}
}

// TestNoise: windows that differ more than the medians tell nothing.
func TestNoise(t *testing.T) {
	before, after := figures(2, 1000), figures(2, 800)
	for i := range before {
		before[i].Slowest /= 2
		after[i].Fastest *= 2
	}
	if c := Compare(before, after); slower(c) != 0 {
		t.Errorf("noise counts: %+v", c)
	}
}

func TestReadFigures(t *testing.T) {
	text, err := json.Marshal(figures(3, 10))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := ReadFigures(text); err != nil || len(got) != 3 || got[2] != figures(3, 10)[2] {
		t.Errorf("read %v, %v", got, err)
	}
	for wrong, says := range map[string]string{
		"":                 "not what gambito bench --json prints",
		"{}":               "not what gambito bench --json prints",
		"[]":               "0 figures",
		string(text) + "x": "follows",
		`[{"name":"a","ops_per_second":1,"slowest":2,"fastest":3}]`: `"a": its speeds`,
		strings.Replace(string(text), "playout/1", "playout/0", 1):  "twice",
	} {
		if _, err := ReadFigures([]byte(wrong)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", wrong, err)
		}
	}
}

func FuzzReadFigures(f *testing.F) {
	text, _ := json.Marshal(figures(2, 10))
	f.Add(text)
	f.Add([]byte(`[{"name":"a","ops_per_second":1e308,"slowest":5e-324,"fastest":1e308}]`))
	f.Fuzz(func(t *testing.T, content []byte) {
		figures, err := ReadFigures(content)
		if err != nil {
			return
		}
		if c := Compare(figures, figures); len(c.Changes) != len(figures) || slower(c) != 0 {
			t.Errorf("beside itself: %+v", c)
		}
	})
}
