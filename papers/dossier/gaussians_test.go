package dossier

import (
	"math"
	"strings"
	"testing"

	"gambito/bandit"
	shipped "gambito/docs/results"
	"gambito/papers"
)

// TestGaussians draws the figures with the published curve and ours.
func TestGaussians(t *testing.T) {
	page, there, err := shipped.Of("backgammon/variance")
	if err != nil || !there {
		t.Fatal(there, err)
	}
	figures := gaussianFigures(page)
	if len(figures) != 3 {
		t.Fatalf("%d figures", len(figures))
	}
	for i, f := range figures {
		if want := []string{"igure 6.1, page 70", "igure 6.2, page 71", "igure 6.3, page 71"}[i]; !strings.Contains(f.Title, want) {
			t.Errorf("figure %q, not %q", f.Title, want)
		}
		for _, s := range f.Chart.Series {
			area := 0.0
			for k := 1; k < len(s.X); k++ {
				area += (s.X[k] - s.X[k-1]) * (s.Y[k] + s.Y[k-1]) / 2
			}
			if math.Abs(area-1) > 0.001 {
				t.Errorf("%s: the area below %s is %g", f.Title, s.Name, area)
			}
		}
	}
	if name := figures[0].Chart.Series[0].Name; !strings.Contains(name, "σ = 1.708") {
		t.Errorf("the published curve is %s", name)
	}
}

// TestNodes: the α of figure 4.24 are those that the thesis tells of its tree.
func TestNodes(t *testing.T) {
	for k, want := range map[int][2]float64{2: {0.5, 0.6796}, 3: {0.3333, 0.4530}, 4: {0.25, 0.3398}} {
		if a, b := alphaAt(bandit.UCBAlpha1{}, k), alphaAt(bandit.UCBAlpha2{}, k); math.Abs(a-want[0]) > 1e-3 || math.Abs(b-want[1]) > 1e-3 {
			t.Errorf("K = %d: α₁ is %g, α₂ %g", k, a, b)
		}
	}
	study, err := papers.Find("ggp/alpha")
	if err != nil {
		t.Fatal(err)
	}
	canvas, err := nodesFigure(study).draw()
	if text := canvas.String(); err != nil || strings.Count(text, "<circle") != 10 || !strings.Contains(text, "α₂ = e/8 = 0.340") {
		t.Errorf("%v: %s", err, text)
	}
}
