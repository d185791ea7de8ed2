package game

import (
	"fmt"
	"strconv"
	"strings"
)

// Weighted is a Game with evaluations that weigh what they see by whole numbers, which
// others may set. The name of an evaluation with weights of its own is that of the
// evaluation, a colon and the weights with slashes between: hand:60/20/800/350/40.
type Weighted interface {
	Evaluated

	// Weights are those of the evaluation of that name, nil if it has none that can
	// be set. Laws: Evaluation takes the name with as many numbers, each in its
	// range; with the defaults it is the evaluation of the name alone.
	Weights(name string) []Weight
}

// Weight is a number by which an evaluation weighs something.
type Weight struct {
	Name    string // what it weighs, in a few words
	Low     int
	High    int
	Default int
}

// CutWeights splits the name of an evaluation with weights of its own. Given tells
// whether there are some.
func CutWeights(name string) (kind, weights string, given bool) { return strings.Cut(name, ":") }

// ParseWeights reads the weights of an evaluation, with slashes between.
func ParseWeights(list []Weight, text string) ([]int, error) {
	fields := strings.Split(text, "/")
	if len(fields) != len(list) {
		return nil, fmt.Errorf("there are %d numbers, not %d with slashes between", len(fields), len(list))
	}
	numbers := make([]int, len(list))
	for i, w := range list {
		n, err := strconv.Atoi(fields[i])
		if err != nil || n < w.Low || n > w.High {
			return nil, fmt.Errorf("number %d, %s, is %q, not one from %d to %d", i+1, w.Name, fields[i], w.Low, w.High)
		}
		numbers[i] = n
	}
	return numbers, nil
}

// WithWeights is the name of an evaluation with weights of its own.
func WithWeights(name string, weights []int) string {
	text := []byte(name)
	for i, n := range weights {
		text = append(text, ":/"[min(i, 1)])
		text = strconv.AppendInt(text, int64(n), 10)
	}
	return string(text)
}

// Defaults are the weights of an evaluation where nobody has set them.
func Defaults(list []Weight) []int {
	numbers := make([]int, len(list))
	for i, w := range list {
		numbers[i] = w.Default
	}
	return numbers
}
