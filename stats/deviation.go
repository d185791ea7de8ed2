package stats

import (
	"cmp"
	"math"
	"slices"
)

// Deviation is how far the results of one source, such as a machine, are from those
// of all others, where all should come out alike.
//
// Games are told apart by strata, within which every game has the same chances. In a
// stratum of N games, of which the source has n, its wins, draws and losses are
// compared with what they would be were its games drawn at random from all N: they
// have the means n·c/N, c being all wins, draws or losses, and the covariances of the
// multivariate hypergeometric distribution. Pearson's statistic with these is
//
//	X² = (N−1)/(N−n) · Σ (o − n·c/N)² / (n·c/N),
//
// whose mean is exactly the number of outcomes there are, less one. The sum over the
// strata is taken for χ². An outcome that would be expected less than once is taken
// together with the next rarest; a stratum with one outcome tells nothing.
//
// It is what fishtest, the test server of the chess program Stockfish, tells of its
// workers, with strata.
type Deviation struct {
	Games      int     // in the strata that are compared
	ChiSquared float64 // the sum of the statistics
	DF         int     // degrees of freedom; 0 if nothing can be compared
	Residual   float64 // the standardized residual farthest from 0 (Haberman's adjusted one)
	P          float64 // of such a sum or a larger one
	Adjusted   float64 // the same for all sources together, by Holm's method
}

// Deviations compares sources: strata[s][i] are the results of source i in stratum s.
func Deviations(strata [][]Results) []Deviation {
	if len(strata) == 0 {
		return nil
	}
	list := make([]Deviation, len(strata[0]))
	for _, sources := range strata {
		var all Results
		for _, r := range sources {
			all = all.Plus(r)
		}
		for i, r := range sources {
			list[i].add(r, all)
		}
	}
	var tested []int
	var p []float64
	for i := range list {
		d := &list[i]
		d.P, d.Adjusted = 1, 1
		if d.DF > 0 {
			d.P = chiSquaredP(d.ChiSquared, d.DF)
			tested, p = append(tested, i), append(p, d.P)
		}
	}
	for i, adjusted := range Holm(p) {
		list[tested[i]].Adjusted = adjusted
	}
	return list
}

// add counts a stratum.
func (d *Deviation) add(own, all Results) {
	n, total := float64(own.Games()), float64(all.Games())
	if n == 0 || n == total {
		return
	}
	list := []outcome{{own.Wins, all.Wins}, {own.Draws, all.Draws}, {own.Losses, all.Losses}}
	slices.SortFunc(list, func(a, b outcome) int { return cmp.Compare(a.all, b.all) })
	for len(list) > 1 && n*float64(list[0].all)/total < 1 {
		list[1].own += list[0].own
		list[1].all += list[0].all
		list = list[1:]
		slices.SortFunc(list, func(a, b outcome) int { return cmp.Compare(a.all, b.all) })
	}
	if len(list) < 2 {
		return
	}
	sum := 0.0
	for _, o := range list {
		share := float64(o.all) / total
		expected := n * share
		off := float64(o.own) - expected
		sum += off * off / expected
		if z := off / math.Sqrt(expected*(1-share)*(total-n)/(total-1)); math.Abs(z) > math.Abs(d.Residual) {
			d.Residual = z
		}
	}
	d.Games += own.Games()
	d.ChiSquared += sum * (total - 1) / (total - n)
	d.DF += len(list) - 1
}

// outcome is how often something came out, for one source and for all.
type outcome struct{ own, all int }
