package stats

import (
	"math/rand/v2"
	"slices"
)

// exactTreatments bounds the exact distribution: eight treatments have 40,320
// orders a block.
const exactTreatments = 8

// exactWork bounds the steps spent on the exact distribution, to about a
// second.
const exactWork = 10_000_000

// rankSums are doubled rank sums in ascending order: treatments are alike
// under the hypothesis, so only the multiset matters.
type rankSums [exactTreatments]int32

// FriedmanExact is the p-value of Friedman's test by the distribution of ΣRⱼ²
// when every order of the ranks in every block is equally likely, ties kept as
// they are. The distribution is enumerated block by block over the multisets
// of rank sums. Where that is too much (more than 8 treatments, or too many
// multisets), it is estimated from that many random orders, drawn from the
// seed: (1 + those at least as extreme)/(1 + all); exact says which.
func FriedmanExact(values [][]float64, resamples int, seed uint64) (p float64, exact bool, err error) {
	ranks, _, err := blockRanks(values)
	if err != nil {
		return 0, false, err
	}
	if len(ranks) == 0 || len(ranks[0]) < 2 {
		return 1, true, nil
	}
	sums := make([]int, len(ranks[0]))
	for _, row := range ranks {
		for j, r := range row {
			sums[j] += r
		}
	}
	observed := squares(sums)
	if len(sums) <= exactTreatments {
		if p, ok := enumerate(ranks, observed); ok {
			return p, true, nil
		}
	}
	return sampleOrders(ranks, observed, max(1, resamples), seed), false, nil
}

func squares(sums []int) (total int) {
	for _, s := range sums {
		total += s * s
	}
	return total
}

// enumerate gives up when it would take more than exactWork steps.
func enumerate(ranks [][]int, observed int) (p float64, ok bool) {
	k := len(ranks[0])
	// The order of the first block only names the treatments.
	var first rankSums
	for j, r := range slices.Sorted(slices.Values(ranks[0])) {
		first[j] = int32(r)
	}
	// A slice beside the map keeps the order of summation, and so every bit of
	// the result, the same.
	states, probabilities := []rankSums{first}, []float64{1}
	work := 0
	for _, row := range ranks[1:] {
		orders := ordersOf(row)
		work += len(states) * len(orders)
		if work > exactWork {
			return 0, false
		}
		var next []rankSums
		var sums []float64
		at := make(map[rankSums]int, 2*len(states))
		for i, state := range states {
			share := probabilities[i] / float64(len(orders))
			for _, order := range orders {
				added := state
				for j, r := range order {
					added[j] += r
				}
				sortSums(added[:k])
				n, known := at[added]
				if !known {
					n = len(next)
					at[added] = n
					next, sums = append(next, added), append(sums, 0)
				}
				sums[n] += share
			}
		}
		states, probabilities = next, sums
	}
	for i, state := range states {
		total := 0
		for _, s := range state[:k] {
			total += int(s) * int(s)
		}
		if total >= observed {
			p += probabilities[i]
		}
	}
	return min(1, p), true
}

func sortSums(sums []int32) {
	for i := 1; i < len(sums); i++ {
		for j := i; j > 0 && sums[j] < sums[j-1]; j-- {
			sums[j], sums[j-1] = sums[j-1], sums[j]
		}
	}
}

// ordersOf are the distinct orders of some ranks, which are equally likely
// (next permutation in lexicographic order).
func ordersOf(row []int) (orders [][]int32) {
	order := make([]int32, len(row))
	for i, r := range slices.Sorted(slices.Values(row)) {
		order[i] = int32(r)
	}
	for {
		orders = append(orders, slices.Clone(order))
		i := len(order) - 2
		for i >= 0 && order[i] >= order[i+1] {
			i--
		}
		if i < 0 {
			return orders
		}
		j := len(order) - 1
		for order[j] <= order[i] {
			j--
		}
		order[i], order[j] = order[j], order[i]
		slices.Reverse(order[i+1:])
	}
}

func sampleOrders(ranks [][]int, observed, resamples int, seed uint64) float64 {
	r := rand.New(rand.NewPCG(seed, 0x66726965646d616e)) // "friedman"
	sums, extreme := make([]int, len(ranks[0])), 0
	for range resamples {
		clear(sums)
		for _, row := range ranks {
			for j, from := range r.Perm(len(row)) {
				sums[j] += row[from]
			}
		}
		if squares(sums) >= observed {
			extreme++
		}
	}
	return float64(1+extreme) / float64(1+resamples)
}
