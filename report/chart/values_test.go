package chart

import (
	"bytes"
	"encoding/json"
	"math"
	"regexp"
	"strings"
	"testing"
)

// TestValues: a chart is the same after it was sent, also where it shows nothing.
func TestValues(t *testing.T) {
	text, err := json.Marshal(Values{1, math.NaN(), math.Inf(-1), 0.5})
	if err != nil || string(text) != "[1,null,null,0.5]" {
		t.Fatalf("%s, %v", text, err)
	}
	var back Values
	if err := json.Unmarshal(text, &back); err != nil || len(back) != 4 || back[0] != 1 || !math.IsNaN(back[1]) || !math.IsNaN(back[2]) || back[3] != 0.5 {
		t.Errorf("%v, %v", back, err)
	}
	if err := json.Unmarshal([]byte(`["x"]`), &back); err == nil {
		t.Error("a text is a number")
	}
	sent, err := json.Marshal(example())
	var c Chart
	if err == nil {
		err = json.Unmarshal(sent, &c)
	}
	if err != nil || drawn(t, c) != drawn(t, example()) {
		t.Errorf("another chart arrives, %v", err)
	}
}

// TestLegendIsWhole: there is room for the longest name, whatever its width.
func TestLegendIsWhole(t *testing.T) {
	for _, name := range []string{"random", "alphabeta", "mcts:sims=100", "UCBα", "i", "a b c"} {
		c := Chart{X: Axis{Label: "x"}, Series: []Series{{Name: name, X: Values{1, 2}, Y: Values{1, 2}}}}
		if text := drawn(t, c); strings.Contains(text, "…") {
			t.Errorf("%s is cut", name)
		}
	}
}

// TestColours: rows of a kind have its colour.
func TestColours(t *testing.T) {
	c := rows()
	c.Rows[0].Colour, c.Rows[1].Colour = 1, 10
	if text := drawn(t, c); !strings.Contains(text, `height="18" fill="#0072b2" fill-opacity="0.6"`) || !strings.Contains(text, `r="5" fill="#d55e00"`) {
		t.Errorf("the drawing is\n%s", text)
	}
}

var (
	pdfWrong  = regexp.MustCompile(`NaN|Inf|[0-9]{12}`) // a place that is no place on a page
	titleText = regexp.MustCompile(`\(.*\) Tj|/(Title|Subject|Producer) .*`)
)

// FuzzChart: any chart is refused, or drawn.
func FuzzChart(f *testing.F) {
	for _, c := range []Chart{example(), rows()} {
		text, _ := json.Marshal(c)
		f.Add(string(text))
	}
	f.Add(`{"x":{"log":true,"include":[1e308,5e-324]},"y":{"include":[-1e308,1e308]},"series":[{"name":"\u0000\ud800","x":[1,null,3],"y":[null,2,1e308],"low":[1,2,3],"high":[3,2,1],"like":7,"noLine":true}],"palette":"graded"}`)
	f.Add(`{"rows":[{"name":"a","bar":-1e308,"dot":1e308,"colour":-9223372036854775808,"box":{"low":9,"q1":8,"median":-1e308,"q3":2,"high":1,"outliers":[null,0]}}],"palette":"none"}`)
	f.Fuzz(func(t *testing.T, text string) {
		var c Chart
		if len(text) > 5000 || json.Unmarshal([]byte(text), &c) != nil {
			t.Skip("no chart")
		}
		canvas, err := c.Draw()
		if err != nil {
			t.Skip("refused")
		}
		drawn(t, c)
		file := titleText.ReplaceAll(canvas.PDF(), nil)
		if at := bytes.Index(file, []byte("\nxref")); pdfWrong.Match(file[:at]) {
			t.Errorf("a number is none, or far off: %s", pdfWrong.Find(file))
		}
	})
}
