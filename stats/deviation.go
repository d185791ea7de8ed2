package stats

import "math"

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
// strata is taken for χ². Strata in which an outcome would be expected less than once
// tell too little and are left out.
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
	sum, outcomes := 0.0, 0
	residual := d.Residual
	for _, o := range [3][2]int{{own.Wins, all.Wins}, {own.Draws, all.Draws}, {own.Losses, all.Losses}} {
		if o[1] == 0 {
			continue
		}
		share := float64(o[1]) / total
		expected := n * share
		if expected < 1 {
			return
		}
		outcomes++
		off := float64(o[0]) - expected
		sum += off * off / expected
		if share < 1 {
			if z := off / math.Sqrt(expected*(1-share)*(total-n)/(total-1)); math.Abs(z) > math.Abs(residual) {
				residual = z
			}
		}
	}
	if outcomes < 2 {
		return
	}
	d.Games += own.Games()
	d.ChiSquared += sum * (total - 1) / (total - n)
	d.DF += outcomes - 1
	d.Residual = residual
}
