package dossier

import (
	"math"
	"strings"
	"testing"

	shipped "gambito/docs/results"
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
