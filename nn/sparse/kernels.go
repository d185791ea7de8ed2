package sparse

import "math"

// accumulatePlain adds rows, each times a value, to a sum.
func accumulatePlain(sum, rows []float32, index []int32, value []float32) {
	for i, at := range index {
		v := value[i]
		row := rows[int(at)*len(sum):][:len(sum)]
		for h := range sum {
			sum[h] += v * row[h]
		}
	}
}

// spreadPlain adds delta, each time multiplied by a value, to rows.
func spreadPlain(rows, delta []float32, index []int32, value []float32) {
	for i, at := range index {
		v := value[i]
		row := rows[int(at)*len(delta):][:len(delta)]
		for h := range delta {
			row[h] += v * delta[h]
		}
	}
}

func dotPlain(a, b []float32) float32 {
	sum := float32(0)
	for h := range a {
		sum += a[h] * b[h]
	}
	return sum
}

// logisticsPlain replaces every x by 1/(1+e^−x).
func logisticsPlain(x []float32) {
	for h, v := range x {
		x[h] = float32(1 / (1 + math.Exp(-float64(v))))
	}
}
