package mcts

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"gambito/game"
)

// MoveWeights make some moves of playouts likelier than others: a move of weight w is
// drawn with a probability proportional to e^w, whoever makes it. A move that is not
// named weighs 0. Moves that a symmetry of the game makes of each other weigh the same,
// and are named by the least of their numbers.
type MoveWeights struct {
	game  game.Game
	named map[game.Move]float64 // by the least number
	odds  []float64             // e^w by number
}

// Bounds of weights.
const (
	MostWeight   = 10
	mostWeighted = 4096 // moves with greater numbers all weigh 0
)

// NewMoveWeights makes weights of moves, each by the least of the numbers that
// symmetries give it.
func NewMoveWeights(g game.Game, weights map[game.Move]float64) *MoveWeights {
	w := &MoveWeights{game: g, named: map[game.Move]float64{}}
	for m, weight := range weights {
		if weight = max(-MostWeight, min(MostWeight, weight)); weight != 0 && m < mostWeighted {
			w.set(m, weight)
		}
	}
	return w
}

func (w *MoveWeights) set(m game.Move, weight float64) {
	w.named[m] = weight
	for _, image := range images(w.game, m) {
		for int(image) >= len(w.odds) {
			w.odds = append(w.odds, 1)
		}
		w.odds[image] = math.Exp(weight)
	}
}

// images are a move and what symmetries make of it.
func images(g game.Game, m game.Move) []game.Move {
	list := []game.Move{m}
	if s, ok := g.(game.Symmetric); ok {
		for k := 1; k < s.Symmetries(); k++ {
			if image := s.TransformMove(m, k); image < mostWeighted {
				list = append(list, image)
			}
		}
	}
	return list
}

// Representative is the move by which those that weigh the same are named.
func Representative(g game.Game, m game.Move) game.Move { return slices.Min(images(g, m)) }

// ParseMoveWeights reads a text such as 0:1.25|1:-0.4: numbers of moves and what they weigh.
func ParseMoveWeights(g game.Game, text string) (*MoveWeights, error) {
	w := NewMoveWeights(g, nil)
	for part := range strings.SplitSeq(text, "|") {
		number, value, _ := strings.Cut(part, ":")
		m, errMove := strconv.ParseUint(number, 10, 32)
		weight, errWeight := strconv.ParseFloat(value, 64)
		switch move := game.Move(m); {
		case errMove != nil || errWeight != nil || !(math.Abs(weight) <= MostWeight) || m >= mostWeighted:
			return nil, fmt.Errorf("weights: %q must be the number of a move below %d and a weight from −%d to %d, such as 0:1.25", part, mostWeighted, MostWeight, MostWeight)
		case Representative(g, move) != move:
			return nil, fmt.Errorf("weights: %q: moves that are alike are named by the least of their numbers, which is %d here", part, Representative(g, move))
		default:
			if _, twice := w.named[move]; twice {
				return nil, fmt.Errorf("weights: move %d is there twice", m)
			}
			w.set(move, weight)
		}
	}
	return w, nil
}

// String is the text that ParseMoveWeights reads, with three digits.
func (w *MoveWeights) String() string {
	var moves []game.Move
	for m := range w.named {
		moves = append(moves, m)
	}
	slices.Sort(moves)
	var parts []string
	for _, m := range moves {
		parts = append(parts, fmt.Sprintf("%d:%s", m, strconv.FormatFloat(w.named[m], 'f', 3, 64)))
	}
	return strings.Join(parts, "|")
}

// Odds are how much likelier a move is than one of weight 0.
func (w *MoveWeights) Odds(m game.Move) float64 {
	if int(m) < len(w.odds) {
		return w.odds[m]
	}
	return 1
}

// Draw chooses one of some moves and returns which one it is.
func (w *MoveWeights) Draw(moves []game.Move, r *rand.Rand) int {
	sum := 0.0
	for _, m := range moves {
		sum += w.Odds(m)
	}
	x := r.Float64() * sum
	for i, m := range moves {
		if x -= w.Odds(m); x < 0 {
			return i
		}
	}
	return len(moves) - 1
}
