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

func at(x float64) *float64 { return &x }

func example() Chart {
	return Chart{
		Title: "Regret", X: Axis{Label: "rounds", Log: true}, Y: Axis{Label: "regret"},
		Series: []Series{
			{Name: "one <&>", X: Values{1, 10, 100000}, Y: Values{1, 2, 3}, Low: Values{0, 1, 2}, High: Values{2, 3, 4}},
			{Name: "two", X: Values{0, 1, 10, math.NaN()}, Y: Values{9, 2, 1, 5}, Marks: true, Dashed: true},
			{X: Values{1, 5}, Y: Values{2, 2}, NoLine: true, Open: true, Like: 2},
		},
	}
}

func rows() Chart {
	return Chart{Title: "Shares", X: Axis{Label: "%", Include: Values{0, 100}}, Rows: []Row{
		{Name: "<script>", Bar: at(50), Interval: &Interval{40, 60}},
		{Name: "b", Dot: at(-70), Interval: &Interval{-80, 60}},
		{Name: "c", Box: &Box{10, 20, 30, 40, 50, Values{1, 99}}},
		{Name: "nothing"},
	}}
}

// drawn is the drawing of a chart, which is well-formed XML without a number
// that is none.
func drawn(t *testing.T, c Chart) string {
	t.Helper()
	var out bytes.Buffer
	if err := c.SVG(&out); err != nil {
		t.Fatal(err)
	}
	for decoder := xml.NewDecoder(bytes.NewReader(out.Bytes())); ; {
		token, err := decoder.Token()
		if err == io.EOF {
			return out.String()
		}
		if err != nil {
			t.Fatal(err)
		}
		if element, ok := token.(xml.StartElement); ok {
			for _, a := range element.Attr {
				if strings.Contains(a.Value, "NaN") || strings.Contains(a.Value, "Inf") {
					t.Fatalf("%s has %s=%q", element.Name.Local, a.Name.Local, a.Value)
				}
			}
		}
	}
}

func TestSeries(t *testing.T) {
	text := drawn(t, example())
	for want, times := range map[string]int{
		">Regret</text>": 1, ">rounds</text>": 1, ">one &lt;&amp;&gt;</text>": 1, ">two</text>": 1, ">100,000</text>": 1,
		"<polygon ": 1, "<polyline ": 2, "stroke-dasharray": 2, // with the legend
		`r="3.4"`: 3, `r="5.5"`: 2, "rotate(-90": 1,
	} {
		if got := strings.Count(text, want); got != times {
			t.Errorf("the chart shows %s %d times, not %d", want, got, times)
		}
	}
	if drawn(t, example()) != text {
		t.Error("a chart is not the same twice")
	}
	printed := example()
	printed.Palette = Print
	if text := drawn(t, printed); strings.Contains(text, "#0072b2") || !strings.Contains(text, dashes[1]) {
		t.Error("the palette of prints has colours, or no dashes")
	}
}

func TestRows(t *testing.T) {
	text := drawn(t, rows())
	for want, times := range map[string]int{
		">&lt;script&gt;</text>": 1, ">b</text>": 1, ">nothing</text>": 1, ">%</text>": 1, ">-80</text>": 1, ">100</text>": 1,
		"<rect ": 3, `r="3.5"`: 2, `r="5"`: 1, // paper, bar and box; outliers; dot
	} {
		if got := strings.Count(text, want); got != times {
			t.Errorf("the chart shows %s %d times, not %d", want, got, times)
		}
	}
	long := rows()
	long.Rows[0].Name, long.X.Label = strings.Repeat("long ", 50), strings.Repeat("longer ", 50)
	if text := drawn(t, long); strings.Count(text, "…<title>") != 2 {
		t.Error("long names are not cut")
	}
}

// TestGaps: a line is interrupted where a value cannot be shown, and what is
// left alone is a mark.
func TestGaps(t *testing.T) {
	c := Chart{Series: []Series{{X: Values{1, 2, 3, 4, 5, 6}, Y: Values{1, 2, math.NaN(), 4, math.Inf(1), 6}}}}
	if text := drawn(t, c); strings.Count(text, "<polyline ") != 1 || strings.Count(text, "<circle ") != 2 {
		t.Errorf("the chart is\n%s", text)
	}
	c.Y.Log, c.Series[0].Y = true, Values{1, 2, 0, 4, 5, -6}
	if text := drawn(t, c); strings.Count(text, "<polyline ") != 2 || strings.Contains(text, "<circle ") {
		t.Errorf("the logarithmic chart is\n%s", text)
	}
}

func TestOddCharts(t *testing.T) {
	log := Axis{Log: true}
	inf, nan := math.Inf(1), math.NaN()
	for name, c := range map[string]Chart{
		"one point":         {Series: []Series{{X: Values{3}, Y: Values{4}}}},
		"one point, log":    {X: log, Y: log, Series: []Series{{X: Values{3}, Y: Values{4}}}},
		"one point, band":   {Series: []Series{{X: Values{3}, Y: Values{4}, Low: Values{3}, High: Values{5}}}},
		"negative band":     {Y: log, Series: []Series{{X: Values{1, 2}, Y: Values{1, 2}, Low: Values{-1, -1}, High: Values{2, 3}}}},
		"infinite band":     {Series: []Series{{X: Values{1, 2}, Y: Values{1, 2}, Low: Values{-inf, 0}, High: Values{inf, 3}}}},
		"many, graded":      {Palette: Graded, Series: many()},
		"many":              {Series: many()},
		"many, print":       {Palette: Print, Series: many()},
		"empty among full":  {Series: []Series{{Name: "empty"}, {X: Values{1}, Y: Values{1}}}},
		"only axes":         {X: Axis{Include: Values{0, 1}}, Y: Axis{Include: Values{0, 1}}, Series: []Series{{Name: "empty"}}},
		"the widest":        {Series: []Series{{X: Values{-math.MaxFloat64, math.MaxFloat64}, Y: Values{-math.MaxFloat64, math.MaxFloat64}}}},
		"the widest, log":   {X: log, Y: log, Series: []Series{{X: Values{1e-300, 1e300}, Y: Values{1e-300, 1e300}}}},
		"far off":           {Series: []Series{{X: Values{1e17, 1e17 + 16}, Y: Values{1e17, 1e17 + 160}}}},
		"within a digit":    {X: log, Series: []Series{{X: Values{3.1, 3.4}, Y: Values{0, 0}}}},
		"rows of NaN":       {Rows: []Row{{Name: "a", Bar: &nan, Dot: &nan, Interval: &Interval{nan, inf}, Box: &Box{Low: nan, Outliers: Values{nan}}}}},
		"rows, log":         {X: log, Rows: []Row{{Bar: at(10), Interval: &Interval{0, 20}}, {Dot: at(0)}}},
		"rows, one place":   {Rows: []Row{{Dot: at(3)}, {Dot: at(3)}}},
		"a broken likeness": {Series: []Series{{X: Values{1}, Y: Values{1}, Like: 7}, {X: Values{1}, Y: Values{1}, Like: -1}}},
	} {
		t.Run(name, func(t *testing.T) { drawn(t, c) })
	}
	for name, c := range map[string]Chart{
		"nothing":       {},
		"only zeroes":   {X: log, Series: []Series{{X: Values{0}, Y: Values{0}}}},
		"no rows":       {Rows: []Row{{Name: "a"}}},
		"crooked":       {Series: []Series{{X: Values{1, 2}, Y: Values{1}}}},
		"half a band":   {Series: []Series{{X: Values{1}, Y: Values{1}, Low: Values{1}}}},
		"short band":    {Series: []Series{{X: Values{1, 2}, Y: Values{1, 2}, Low: Values{1}, High: Values{2}}}},
		"both contents": {Series: example().Series, Rows: rows().Rows},
	} {
		if c.SVG(io.Discard) == nil {
			t.Errorf("%s can be drawn", name)
		}
	}
	if err := example().SVG(full{}); err == nil {
		t.Error("a full disk goes unnoticed")
	}
}

func many() (series []Series) {
	for i := range 30 {
		series = append(series, Series{Name: "s", X: Values{1, 2}, Y: Values{float64(i), 2}})
	}
	return series
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("full") }

func labels(list []tick) string {
	var texts []string
	for _, t := range list {
		if t.label != "" {
			texts = append(texts, t.label)
		}
	}
	return strings.Join(texts, " ")
}

func TestLabels(t *testing.T) {
	for x, want := range map[float64]string{0: "0", math.Copysign(0, -1): "0", 7: "7", 1000: "1,000", -1000: "-1,000", 123456: "123,456", 1e6: "1,000,000", 0.002: "0.002", 2.5: "2.5", 1e8: "1e+08", -3e-5: "-3e-05"} {
		if got := Label(x); got != want {
			t.Errorf("%v is written %s, not %s", x, got, want)
		}
	}
	wide := func(s span, log bool) scale { return scale{span: s, log: log, from: 0, to: 600} }
	for _, c := range []struct {
		of   scale
		want string
	}{
		{wide(span{low: 0, high: 0.5}, false), "0 0.1 0.2 0.3 0.4 0.5"},
		{wide(span{low: -40, high: 60}, false), "-40 -20 0 20 40 60"},
		{wide(span{low: 1, high: 1e7}, false), "2,000,000 4,000,000 6,000,000 8,000,000 1e+07"},
		{wide(span{low: 1, high: 3}, false), "1 1.5 2 2.5 3"},
		{wide(span{1, 3, true}, false), "1 2 3"}, // generations, rounds, games
		{wide(span{0.5, 1.5, true}, false), "1"},
		{scale{span: span{low: 0, high: 900000}, to: 200}, "0 500,000"},
		{wide(span{low: 0.002, high: 0.5}, true), "0.002 0.005 0.01 0.02 0.05 0.1 0.2 0.5"},
		{scale{span: span{low: 0.002, high: 0.5}, log: true, to: 250}, "0.002 0.01 0.05 0.2 0.5"},
		{wide(span{low: 1, high: 200000}, true), "1 10 100 1,000 10,000 100,000"},
		{wide(span{low: 1e-30, high: 1e30}, true), "1e-30 1e-24 1e-18 1e-12 1e-06 1 1,000,000 1e+18 1e+24 1e+30"},
		{wide(span{low: 3.1, high: 3.4}, true), "3.1 3.15 3.2 3.25 3.3 3.35 3.4"},
	} {
		if got := labels(c.of.ticks(true)); got != c.want {
			t.Errorf("the ticks from %g to %g are %s, not %s", c.of.low, c.of.high, got, c.want)
		}
	}
}

// TestWhole: one value that is not whole, and an axis has such ticks.
func TestWhole(t *testing.T) {
	for half, want := range map[float64]bool{2: true, 2.5: false} {
		s := Axis{Include: Values{0}}.span()
		s.add(half)
		s.add(3)
		if s.whole != want {
			t.Errorf("0, %g and 3 are whole: %v", half, s.whole)
		}
	}
}

func TestRounded(t *testing.T) {
	for _, c := range []struct{ from, want span }{
		{span{low: -37, high: 52}, span{low: -40, high: 60}}, {span{low: 38.3, high: 59.6}, span{low: 35, high: 60}}, {span{low: 0, high: 100}, span{low: 0, high: 100}},
	} {
		if got := (Axis{}).rounded(c.from); got != c.want {
			t.Errorf("%v is rounded to %v", c.from, got)
		}
		if got := (Axis{Log: true}).rounded(c.from); got != c.from {
			t.Errorf("a logarithmic axis is rounded to %v", got)
		}
	}
}
