package lab

import (
	"slices"
	"testing"
)

func TestParseEntrants(t *testing.T) {
	entrants, err := ParseEntrants("ucb:alpha=0.5, ucb-v:zeta=1,c=0.5;thompson")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entrants {
		names = append(names, e.Name)
	}
	if !slices.Equal(names, []string{"ucb:alpha=0.5", "ucb-v:zeta=1,c=0.5", "thompson"}) {
		t.Errorf("%q", names)
	}
	for _, wrong := range []string{"", "ucb,ucb", "ucbb", "ucb:alpha=x"} {
		if _, err := ParseEntrants(wrong); err == nil {
			t.Errorf("%q is read", wrong)
		}
	}
}

// TestFitAlphas: a function that is there is found again, by all ways that fit.
func TestFitAlphas(t *testing.T) {
	arms, alphas := []int{2, 4, 8}, []float64{0.5, 0.25, 0.125}
	fits := FitAlphas(arms, alphas)
	if len(fits) != 4 {
		t.Fatalf("%v", fits)
	}
	for _, f := range fits {
		if f.Form == ReciprocalForm && (f.String() != "1.0000/K" || f.Alpha(10) < 0.0999 || f.Alpha(10) > 0.1001) {
			t.Errorf("of %s: %s, %g at 10", f.Of, f, f.Alpha(10))
		}
	}
	if fits := FitAlphas(nil, nil); fits != nil {
		t.Errorf("nothing fits %v", fits)
	}
}
