package bandit

import "math"

// logs are the logarithms of small numbers: most of a tree's positions have few
// visits, and a look-up is several times faster than math.Log.
var logs = func() (table [4096]float64) {
	for i := range table {
		table[i] = math.Log(float64(i))
	}
	return table
}()

// log is math.Log(float64(n)), bit by bit.
func log(n int) float64 {
	if uint(n) < uint(len(logs)) {
		return logs[n]
	}
	return math.Log(float64(n))
}
