package nn

import "math"

// Loss is how far a network is from what it should say, on average over the
// positions of a batch:
//
//	Policy  −Σ t·log p over the moves: the cross-entropy of the target t and the
//	        probabilities p = softmax(logits)
//	Value   Σ (v − t)²/values: the mean squared error
//	L2      λ/2·Σ w² over the weights
//
// What training makes small is the sum of all three, each with its weight.
type Loss struct {
	Policy float64 `json:"policy"`
	Value  float64 `json:"value"`
	L2     float64 `json:"l2,omitempty"`
}

func (l *Loss) add(other Loss, factor float64) {
	l.Policy += factor * other.Policy
	l.Value += factor * other.Value
	l.L2 += factor * other.L2
}

// crossEntropy returns the sum of the cross-entropies of some positions and sets
// the gradient by the logits, times factor. A target of zeros does not count.
func crossEntropy(logits, targets, gradient []float32, moves int, factor float64) (sum float64) {
	for i := 0; i < len(logits); i += moves {
		x, t, d := logits[i:i+moves], targets[i:i+moves], gradient[i:i+moves]
		largest, total := float64(x[0]), 0.0
		for j, v := range x {
			largest = max(largest, float64(v))
			total += float64(t[j])
		}
		normaliser := 0.0
		for _, v := range x {
			normaliser += math.Exp(float64(v) - largest)
		}
		logNormaliser := largest + math.Log(normaliser)
		for j, v := range x {
			logP := float64(v) - logNormaliser
			if t[j] != 0 {
				sum -= float64(t[j]) * logP
			}
			d[j] = float32(factor * (total*math.Exp(logP) - float64(t[j])))
		}
	}
	return sum
}

// squaredError returns Σ (v − t)²/values over some positions and sets the gradient
// by v, times factor.
func squaredError(v, targets, gradient []float32, values int, factor float64) (sum float64) {
	for i, x := range v {
		difference := float64(x) - float64(targets[i])
		sum += difference * difference
		gradient[i] = float32(2 * factor * difference / float64(values))
	}
	return sum / float64(values)
}
