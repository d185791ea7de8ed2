// Package fit finds the weights of evaluations: it plays games, labels their
// positions with how the games ended and solves for the weights with which a
// sum of features comes nearest to the labels.
package fit

import (
	"errors"
	"math"
)

// Squares is a problem of least squares, as its normal equations
// (XᵀX + ridge·1) w = Xᵀy.
type Squares struct {
	products [][]float64 // XᵀX, on and below the diagonal
	moments  []float64   // Xᵀy
}

// NewSquares returns a problem of n unknowns without any equations.
func NewSquares(n int) *Squares {
	s := &Squares{moments: make([]float64, n)}
	for row := range n {
		s.products = append(s.products, make([]float64, row+1))
	}
	return s
}

// Add adds the equation that the features, weighed, make y.
func (s *Squares) Add(features []int, y int) {
	for i, f := range features {
		s.moments[i] += float64(f * y)
		for j := range i + 1 {
			s.products[i][j] += float64(f * features[j])
		}
	}
}

// Solve returns the weights with the least sum of squared errors plus ridge
// times their own squares, by Cholesky's decomposition. A ridge above 0 makes
// every problem solvable.
func (s *Squares) Solve(ridge float64) ([]float64, error) {
	n := len(s.moments)
	lower := make([][]float64, n) // lower·lowerᵀ is XᵀX + ridge·1
	w := make([]float64, n)
	for i := range n {
		lower[i] = make([]float64, i+1)
		for j := range i + 1 {
			sum := s.products[i][j]
			for k := range j {
				sum -= lower[i][k] * lower[j][k]
			}
			if i != j {
				lower[i][j] = sum / lower[j][j]
			} else if sum += ridge; sum > 0 {
				lower[i][i] = math.Sqrt(sum)
			} else {
				return nil, errors.New("least squares: the equations do not determine the weights")
			}
		}
		w[i] = s.moments[i]
		for k := range i {
			w[i] -= lower[i][k] * w[k]
		}
		w[i] /= lower[i][i]
	}
	for i := n - 1; i >= 0; i-- {
		for k := i + 1; k < n; k++ {
			w[i] -= lower[k][i] * w[k]
		}
		w[i] /= lower[i][i]
	}
	return w, nil
}
