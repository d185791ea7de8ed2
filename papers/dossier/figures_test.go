package dossier

import (
	"math"
	"slices"
	"strings"
	"testing"

	shipped "gambito/docs/results"
	"gambito/papers"
	"gambito/report/chart"
)

// figuresShipped are the figures of a committed page, by the number that they begin with.
func figuresShipped(t *testing.T, study string) map[string]figure {
	t.Helper()
	page, there, err := shipped.Of(study)
	if err != nil || !there {
		t.Fatal(there, err)
	}
	all := map[string]figure{}
	for _, f := range figuresOf(page) {
		name, _, _ := strings.Cut(f.Title, ",")
		if name, numbered := strings.CutPrefix(name, "Figure "); numbered {
			all[name] = f
		}
		if strings.Contains(f.Title, "tictactoe:") {
			t.Errorf("%q has the name of an option", f.Title)
		}
	}
	return all
}

// TestPolicyFigures: the bars have the numbers and games of the thesis, all games together are
// among them, and boxes have its outliers.
func TestPolicyFigures(t *testing.T) {
	for study, titles := range map[string]map[string]string{
		"ggp/first":    {"4.1": "Games won at Atari Go", "4.14": "Games won against each other at Tic-Tac-Toe 5×5", "4.16": "Games won against each other at Free-For-All", "4.18": "Games won at the games, 100 simulations"},
		"ggp/proposed": {"4.25": "Games won at Atari Go", "4.37": "Games won at Tic-Tac-Toe 5×5", "4.40": "Games won against each other at Free-For-All", "4.41": "Games won at all eight games", "4.43": "Games won at the games, 1000 simulations"},
	} {
		all := figuresShipped(t, study)
		for number, title := range titles {
			if all[number].Chart.Title != title {
				t.Errorf("%s: figure %s is %q, not %q", study, number, all[number].Chart.Title, title)
			}
		}
	}
	totals := figuresShipped(t, "ggp/proposed")["4.41"].Chart.Rows
	if len(totals) != 10 || totals[0].Name != "UCB, 100" || totals[1].Name != "UCB, 1000" || int(*totals[9].Dot+0.5)/10 != 592 {
		t.Errorf("figure 4.41: %+v", totals)
	}
	boxes := figuresShipped(t, "ggp/proposed")["4.42"].Chart.Rows
	i := slices.IndexFunc(boxes, func(r chart.Row) bool { return r.Name == "UCB-a2, published" })
	if i < 0 || len(boxes[i].Box.Outliers) != 1 || math.Abs(boxes[i].Box.Outliers[0]-777) > 1 || boxes[i].Box.High > 682 {
		t.Errorf("figure 4.42: %+v", boxes)
	}
}

// TestTotalsOfBothBudgets: figure 4.17 needs totals that the committed page may lack.
func TestTotalsOfBothBudgets(t *testing.T) {
	page := papers.Page{Study: find(t, "ggp/first")}
	for _, sims := range []string{"100", "1000"} {
		for i, policy := range []string{"ETC", "UCB", "UCB-Tuned"} {
			x := 40.0 + float64(i)
			page.Findings = append(page.Findings, papers.Finding{ID: "ggp/first/sims" + sims + "/" + policy, Source: "table 4.17", Unit: "%", Published: &x, Measured: &x})
		}
	}
	list := policyFigures(page)
	if len(list) != 1 || !strings.HasPrefix(list[0].Title, "Figure 4.17, page 60: Games won at all eight games") {
		t.Fatalf("%+v", list)
	}
	if rows := list[0].Chart.Rows; len(rows) != 6 || rows[0].Name != "UCB, 100" || rows[1].Name != "UCB, 1000" || *rows[0].Bar != 41*48 {
		t.Errorf("%+v", rows)
	}
}

// TestAlphaFigures: figure 4.20 has the best α of the first pass, 4.21 that of the second.
func TestAlphaFigures(t *testing.T) {
	all := figuresShipped(t, "ggp/alpha")
	for number, best := range map[string]float64{"4.20": 0.25, "4.21": 0.21875} {
		series := all[number].Chart.Series
		if len(series) != 2 || series[0].Name != "published" || len(series[0].Y) != 11 || series[0].Y[0] != best {
			t.Errorf("figure %s: %+v", number, series)
		}
	}
	if n := len(all["4.23"].Chart.Series); n != 4 {
		t.Errorf("figure 4.23 has %d curves", n)
	}
	if all["4.22"].Title == "" || all["4.24"].Drawn == nil {
		t.Errorf("figures %v", all)
	}
}

func find(t *testing.T, id string) papers.Study {
	t.Helper()
	s, err := papers.Find(id)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
