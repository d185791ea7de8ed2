package chart

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strings"
	"testing"
)

func example() Chart {
	return Chart{
		Title: "Regret", XLabel: "rounds", YLabel: "regret", LogX: true,
		Series: []Series{
			{Name: "one <&>", X: []float64{1, 10, 100000}, Y: []float64{1, 2, 3}, Low: []float64{0, 1, 2}, High: []float64{2, 3, 4}},
			{Name: "two", X: []float64{0, 1, 10, math.NaN()}, Y: []float64{9, 2, 1, 5}, Marks: true, Dashed: true},
			{X: []float64{1, 5}, Y: []float64{2, 2}, NoLine: true, Open: true, Like: 2},
		},
	}
}

// TestSVG checks that a chart is well-formed XML with its words in it.
func TestSVG(t *testing.T) {
	var out bytes.Buffer
	if err := example().SVG(&out); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	for decoder := xml.NewDecoder(strings.NewReader(text)); ; {
		if _, err := decoder.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{"Regret", "rounds", "one &lt;&amp;&gt;", "two", "100,000", "stroke-dasharray"} {
		if !strings.Contains(text, want) {
			t.Errorf("the chart does not show %q", want)
		}
	}
	var again bytes.Buffer
	if err := example().SVG(&again); err != nil || again.String() != text {
		t.Error("a chart is not the same twice")
	}
}

func TestOddCharts(t *testing.T) {
	for name, c := range map[string]Chart{
		"one point":        {Series: []Series{{X: []float64{3}, Y: []float64{4}}}},
		"one point, log":   {LogX: true, LogY: true, Series: []Series{{X: []float64{3}, Y: []float64{4}}}},
		"negative band":    {LogY: true, Series: []Series{{X: []float64{1, 2}, Y: []float64{1, 2}, Low: []float64{-1, -1}, High: []float64{2, 3}}}},
		"infinite band":    {Series: []Series{{X: []float64{1, 2}, Y: []float64{1, 2}, Low: []float64{math.Inf(-1), 0}, High: []float64{math.Inf(1), 3}}}},
		"many, graded":     {Graded: true, Series: make11()},
		"many, not graded": {Series: make11()},
	} {
		if err := c.SVG(io.Discard); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, c := range map[string]Chart{
		"nothing":     {},
		"only zeroes": {LogX: true, Series: []Series{{X: []float64{0}, Y: []float64{0}}}},
		"crooked":     {Series: []Series{{X: []float64{1, 2}, Y: []float64{1}}}},
	} {
		if c.SVG(io.Discard) == nil {
			t.Errorf("%s can be drawn", name)
		}
	}
	if err := example().SVG(full{}); err == nil {
		t.Error("a full disk goes unnoticed")
	}
}

func make11() (series []Series) {
	for i := range 11 {
		series = append(series, Series{Name: "s", X: []float64{1, 2}, Y: []float64{float64(i), 2}})
	}
	return series
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("full") }

func TestLabels(t *testing.T) {
	for x, want := range map[float64]string{0: "0", 7: "7", 1000: "1,000", -1000: "-1,000", 123456: "123,456", 1e6: "1,000,000", 0.002: "0.002", 2.5: "2.5", 1e8: "1e+08"} {
		if got := Label(x); got != want {
			t.Errorf("%v is written %s, not %s", x, got, want)
		}
	}
	var labels []string
	for _, tick := range (linearTicks{}).Ticks(0, 0.5) {
		labels = append(labels, tick.Label)
	}
	if got := strings.Join(labels, " "); got != "0 0.1 0.2 0.3 0.4 0.5" {
		t.Errorf("the ticks are %s", got)
	}
	labels = nil
	for _, tick := range (logTicks{}).Ticks(0.002, 0.5) {
		if tick.Label != "" {
			labels = append(labels, tick.Label)
		}
	}
	if got := strings.Join(labels, " "); got != "0.002 0.005 0.01 0.02 0.05 0.1 0.2 0.5" {
		t.Errorf("the ticks are %s", got)
	}
}
