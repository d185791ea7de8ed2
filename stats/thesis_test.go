package stats

import (
	"encoding/csv"
	"math"
	"os"
	"slices"
	"strconv"
	"testing"
)

var thesisPolicies = []string{"UCB", "ETC", "UCB-Tuned", "UCB-a1", "UCB-a2"}

// thesisWins reads testdata/wins-by-game.csv: rows are games, columns the
// policies in the order above.
func thesisWins(t *testing.T, simulations string) [][]float64 {
	t.Helper()
	file, err := os.Open("testdata/wins-by-game.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	reader := csv.NewReader(file)
	reader.Comment = '#'
	rows, err := reader.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var wins [][]float64
	var games []string
	for _, row := range rows[1:] {
		if row[0] != simulations {
			continue
		}
		if !slices.Contains(games, row[1]) {
			games = append(games, row[1])
			wins = append(wins, make([]float64, len(thesisPolicies)))
		}
		n, err := strconv.Atoi(row[3])
		if err != nil {
			t.Fatal(err)
		}
		wins[slices.Index(games, row[1])][slices.Index(thesisPolicies, row[2])] = float64(n)
	}
	if len(wins) != 8 {
		t.Fatalf("%d games", len(wins))
	}
	return wins
}

func column(rows [][]float64, j int) (values []float64) {
	for _, row := range rows {
		values = append(values, row[j])
	}
	return values
}

// Tables 4.38 and 4.39. The thesis gives the statistic without the correction
// for the one tie, and compares it with 14.860, which is the critical value of
// 0.005; that of 0.05 is 9.488.
func TestThesisFriedman(t *testing.T) {
	for _, c := range []struct {
		simulations string
		sums        []float64
		chiSquared  float64
	}{
		{"100", []float64{31, 30, 33, 15, 11}, 20.8},
		{"1000", []float64{32, 34, 30, 13.5, 10.5}, 24.625},
	} {
		wins := thesisWins(t, c.simulations)
		f, err := FriedmanTest(wins)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(f.RankSums, c.sums) || math.Abs(f.ChiSquared-c.chiSquared) > 1e-12 {
			t.Errorf("%s simulations: χ² %g of rank sums %v, not %g of %v", c.simulations, f.ChiSquared, f.RankSums, c.chiSquared, c.sums)
		}
		exact, enumerated, err := FriedmanExact(wins, 0, 0)
		if err != nil || !enumerated {
			t.Fatal("8 games of 5 policies are not enumerated", err)
		}
		for _, p := range []float64{f.P, f.PF, exact} {
			if p >= 0.005 {
				t.Errorf("%s simulations: p = %g", c.simulations, p)
			}
		}
		t.Logf("%s simulations: corrected %g, p %.3g by χ², %.3g by F, %.3g exactly", c.simulations, f.Corrected, f.P, f.PF, exact)
	}
	within(t, "the thesis' critical value", chiSquaredP(14.860, 4), 0.005, 5e-6)
	within(t, "the critical value of 0.05", chiSquaredP(9.488, 4), 0.05, 1e-5)
}

// Tables 4.40 and 4.41: rank sums for and against the two proposed policies.
func TestThesisWilcoxon(t *testing.T) {
	for _, c := range []struct {
		simulations, first, second string
		plus, minus, p             float64 // p 1: "at least 0.2"
	}{
		{"100", "UCB-a1", "UCB", 32, 4, 0.0546875},
		{"100", "UCB-a1", "ETC", 36, 0, 0.0078125},
		{"100", "UCB-a1", "UCB-Tuned", 36, 0, 0.0078125},
		{"100", "UCB-a1", "UCB-a2", 14, 22, 1},
		{"100", "UCB-a2", "UCB", 36, 0, 0.0078125},
		{"100", "UCB-a2", "ETC", 36, 0, 0.0078125},
		{"100", "UCB-a2", "UCB-Tuned", 36, 0, 0.0078125},
		{"1000", "UCB-a1", "UCB", 36, 0, 0.0078125},
		{"1000", "UCB-a1", "ETC", 36, 0, 0.0078125},
		{"1000", "UCB-a1", "UCB-Tuned", 36, 0, 0.0078125},
		{"1000", "UCB-a1", "UCB-a2", 10.5, 17.5, 1}, // equal in one game, which is dropped
		{"1000", "UCB-a2", "UCB", 36, 0, 0.0078125},
		{"1000", "UCB-a2", "ETC", 36, 0, 0.0078125},
		{"1000", "UCB-a2", "UCB-Tuned", 36, 0, 0.0078125},
	} {
		wins := thesisWins(t, c.simulations)
		x, y := column(wins, slices.Index(thesisPolicies, c.first)), column(wins, slices.Index(thesisPolicies, c.second))
		s, err := Wilcoxon(x, y, DropZeros)
		if err != nil {
			t.Fatal(err)
		}
		if s.Plus != c.plus || s.Minus != c.minus || !s.Exact || c.p < 1 && s.P != c.p || c.p == 1 && s.P < 0.2 {
			t.Errorf("%s against %s at %s simulations: %+v, not %g, %g, %g", c.first, c.second, c.simulations, s, c.plus, c.minus, c.p)
		}
	}
}
