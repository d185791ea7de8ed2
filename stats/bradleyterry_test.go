package stats

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// The baseball season of 1987, American League East (A. Agresti, "Categorical
// data analysis", 1990, table 10.10): Milwaukee, Detroit, Toronto, New York,
// Boston, Cleveland, Baltimore; with the estimates and standard errors against
// Baltimore that the R package BradleyTerry2 prints for it.
var baseball = [][]float64{
	{0, 7, 9, 7, 7, 9, 11},
	{6, 0, 7, 5, 11, 9, 9},
	{4, 6, 0, 7, 7, 8, 12},
	{6, 8, 6, 0, 6, 7, 10},
	{6, 2, 6, 7, 0, 7, 12},
	{4, 4, 5, 6, 6, 0, 6},
	{2, 4, 1, 3, 1, 7, 0},
}

func TestBradleyTerryOnBaseball(t *testing.T) {
	r, err := BradleyTerry(baseball, Rating{})
	if err != nil {
		t.Fatal(err)
	}
	strengths := []float64{1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839}
	errors := []float64{0.3433, 0.3396, 0.3367, 0.3359, 0.3339, 0.3319}
	for i := range strengths {
		difference, deviation := apart(r, i, 6)
		within(t, "the strength", difference/eloUnit, strengths[i], 5e-5)
		within(t, "the standard error", deviation/eloUnit, errors[i], 5e-5)
	}
}

// apart is the difference of two ratings of one group and its standard
// deviation, by which sources tell ratings.
func apart(r *Ratings, i, j int) (difference, deviation float64) {
	c := r.covariance
	return r.Elo[i].Estimate - r.Elo[j].Estimate, math.Sqrt(max(0, c.At(i, i)+c.At(j, j)-2*c.At(i, j)))
}

// slowRatings is the minorise–maximise iteration (D. R. Hunter, Annals of
// Statistics 32, 2004): πᵢ ← pointsᵢ / Σ gamesᵢⱼ/(πᵢ + πⱼ).
func slowRatings(points [][]float64) []float64 {
	n := len(points)
	pi := make([]float64, n)
	for i := range pi {
		pi[i] = 1
	}
	for range 20_000 {
		for i := range pi {
			made, sum := 0.0, 0.0
			for j := range pi {
				if i != j {
					made += points[i][j]
					sum += (points[i][j] + points[j][i]) / (pi[i] + pi[j])
				}
			}
			pi[i] = made / sum
		}
	}
	elo := make([]float64, n)
	for i, p := range pi {
		elo[i] = eloUnit * math.Log(p)
	}
	mean := Mean(elo)
	for i := range elo {
		elo[i] -= mean
	}
	return elo
}

func TestBradleyTerryAgainstSlow(t *testing.T) {
	for _, points := range [][][]float64{
		baseball,
		{{0, 3.5}, {0.5, 0}},
		{{0, 1, 0}, {0, 0, 1}, {1, 0, 0}},
		{{0, 90, 0}, {10, 0, 80}, {0, 20, 0}},
	} {
		r, err := BradleyTerry(points, Rating{})
		if err != nil || len(r.Groups) != 1 {
			t.Fatal(err, r)
		}
		for i, want := range slowRatings(points) {
			within(t, "a rating", r.Elo[i].Estimate, want, 1e-5)
		}
	}
}

// Two players: the difference is that of the score, its error 1/√(n p q).
func TestBradleyTerryOfTwo(t *testing.T) {
	r, err := BradleyTerry([][]float64{{0, 30}, {10, 0}}, Rating{})
	if err != nil {
		t.Fatal(err)
	}
	difference, deviation := apart(r, 0, 1)
	within(t, "the difference", difference, EloDifference(0.75), 1e-8)
	within(t, "its error", deviation, eloUnit/math.Sqrt(40*0.75*0.25), 1e-8)
	within(t, "a rating", r.Elo[0].Estimate, difference/2, 1e-9)
	within(t, "its error", r.Elo[0].High-r.Elo[0].Estimate, Z95*deviation/2, 1e-8)
}

func TestBradleyTerryGroups(t *testing.T) {
	points := [][]float64{
		{0, 1, 0, 0, 0}, // 0 and 1 beat each other
		{1, 0, 0, 0, 0},
		{5, 5, 0, 0, 0}, // 2 won everything
		{0, 0, 0, 0, 0}, // 3 never played
		{0, 0, 0, 0, 0}, // 4 lost everything
	}
	points[0][4], points[1][4] = 3, 2
	r, err := BradleyTerry(points, Rating{})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Groups) != 4 || r.Group[0] != r.Group[1] || !(r.Group[2] < r.Group[0] && r.Group[0] < r.Group[4]) {
		t.Errorf("groups %v", r.Groups)
	}
	for i, want := range []bool{true, true, false, false, false} {
		if r.Rated(i) != want {
			t.Errorf("%d is rated: %v", i, !want)
		}
	}
	if r.Elo[2] != (Interval{}) || r.Elo[3] != (Interval{}) {
		t.Errorf("players alone are rated: %+v", r.Elo)
	}
	with, err := BradleyTerry(points, Rating{Prior: 1})
	if err != nil || len(with.Groups) != 1 {
		t.Fatal(err, with)
	}
	if !(with.Elo[2].Estimate > with.Elo[0].Estimate && with.Elo[0].Estimate > with.Elo[4].Estimate) || math.Abs(with.Elo[3].Estimate) > 1e-9 {
		t.Errorf("with a prior: %+v", with.Elo)
	}
}

func TestBradleyTerryRefuses(t *testing.T) {
	for name, points := range map[string][][]float64{
		"ragged":   {{0, 1}, {1}},
		"negative": {{0, -1}, {1, 0}},
		"NaN":      {{0, math.NaN()}, {1, 0}},
		"infinite": {{0, math.Inf(1)}, {1, 0}},
	} {
		if _, err := BradleyTerry(points, Rating{}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := BradleyTerry(nil, Rating{Prior: math.NaN()}); err == nil {
		t.Error("a prior of NaN")
	}
	if r, err := BradleyTerry(nil, Rating{}); err != nil || len(r.Elo) != 0 {
		t.Error("nobody cannot be rated", err)
	}
	if r, err := BradleyTerry([][]float64{{0}}, Rating{}); err != nil || len(r.Groups) != 1 || r.Elo[0] != (Interval{}) {
		t.Error("one player cannot be rated", err)
	}
	if r, err := BradleyTerry([][]float64{{0, 1e18}, {1e-300, 0}}, Rating{}); err == nil && !contains(r.Elo[0]) {
		t.Errorf("a likelihood beyond numbers: %+v", r.Elo)
	}
}

// At the maximum every player's points are those expected, within its group.
func TestBradleyTerryExpectsThePoints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 7).Draw(t, "n")
		half := rapid.OneOf(rapid.Just(0), rapid.IntRange(0, 6), rapid.IntRange(0, 2000))
		points := make([][]float64, n)
		for i := range points {
			points[i] = make([]float64, n)
			for j := range points[i] {
				points[i][j] = float64(half.Draw(t, "half points")) / 2
			}
		}
		prior := rapid.SampledFrom([]float64{0, 0, 0.5, 2}).Draw(t, "prior")
		r, err := BradleyTerry(points, Rating{Prior: prior})
		if err != nil {
			t.Fatal(err)
		}
		members := 0
		for g, group := range r.Groups {
			members += len(group)
			sum := 0.0
			for _, i := range group {
				sum += r.Elo[i].Estimate
				checkExpected(t, points, r, i, g, prior)
			}
			if prior == 0 {
				within(t, "the sum of a group", sum, 0, 1e-6)
			}
		}
		if members != n || prior > 0 && len(r.Groups) != 1 {
			t.Errorf("groups %v of %d players", r.Groups, n)
		}
	})
}

func checkExpected(t *rapid.T, points [][]float64, r *Ratings, i, g int, prior float64) {
	if r.Group[i] != g || !contains(r.Elo[i]) {
		t.Errorf("player %d in group %d: %+v", i, r.Group[i], r.Elo[i])
	}
	made, expected, games := prior/2, prior*EloScore(r.Elo[i].Estimate), prior
	for j := range points {
		if i == j || r.Group[j] > g {
			continue
		}
		if r.Group[j] < g {
			if points[i][j] > 0 {
				t.Errorf("%d has points against %d of an earlier group", i, j)
			}
			continue
		}
		n := points[i][j] + points[j][i]
		made += points[i][j]
		games += n
		expected += n * EloScore(r.Elo[i].Estimate-r.Elo[j].Estimate)
	}
	within(t, "the expected points", expected, made, 1e-6*(1+games))
	if !slices.Contains(r.Groups[g], i) {
		t.Errorf("%d is not in its group", i)
	}
}
