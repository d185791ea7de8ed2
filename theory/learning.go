package theory

import "slices"

// Learned is what comes of playing a game again and again while learning from what
// came before: the strategies on average, at some rounds.
type Learned struct {
	Rounds []Round
}

// Round is how far learning has come.
type Round struct {
	Number  int
	Average [][]float64 // how often each strategy was played so far, by player
	Gain    float64     // the most that a player could gain against it by playing otherwise
	Low     float64     // what the first player's average guarantees it, of a game of constant sum
	High    float64     // and what the second's does not let pass
}

// round measures the averages.
func (f Floats) round(number int, sums [][]float64) Round {
	r := Round{Number: number, Average: make([][]float64, len(sums))}
	for p, x := range sums {
		r.Average[p] = slices.Clone(x)
		normalise(r.Average[p])
	}
	r.Gain = f.Gain(r.Average)
	if _, ok := f.game.Constant(); ok {
		r.High = slices.Max(f.Values(0, r.Average))
		own := -1.0 * slices.Max(f.Values(1, r.Average))
		sum, _ := f.game.Constant()
		both, _ := sum.Float64()
		r.Low = both + own
	}
	return r
}

// noted are the rounds at which learning is looked at: 1, 2, 5, 10, … and the last.
func noted(number, rounds int) bool {
	for ten := 1; ten <= number; ten *= 10 {
		if number == ten || number == 2*ten || number == 5*ten {
			return true
		}
	}
	return number == rounds
}

// FictitiousPlay is that of Brown (1951): in every round all players choose, at once,
// a best reply to how often the others have chosen what so far; the first of several. All
// begin with their first strategy. In games of constant sum the averages come to an
// equilibrium (Robinson, 1951); in others they may go round for ever (Shapley, 1964).
func (f Floats) FictitiousPlay(rounds int) Learned {
	var l Learned
	sums := make([][]float64, len(f.game.Players))
	average := make([][]float64, len(sums))
	for p := range sums {
		sums[p], average[p] = make([]float64, f.game.Size(p)), make([]float64, f.game.Size(p))
	}
	choice := make([]int, len(sums))
	for number := 1; number <= rounds; number++ {
		f.game.pulse.feel()
		if number > 1 {
			for p := range sums {
				copy(average[p], sums[p])
				normalise(average[p])
			}
			for p := range choice {
				choice[p] = bestReplies(f.Values(p, average))[0]
			}
		}
		for p, c := range choice {
			sums[p][c]++
		}
		if noted(number, rounds) {
			l.Rounds = append(l.Rounds, f.round(number, sums))
		}
	}
	return l
}

// RegretMatching is that of Hart and Mas-Colell (2000), with what is expected in place
// of what is drawn: every player plays each strategy in proportion to how much more it
// would have been paid so far by playing it always, if that is more at all. In games of
// constant sum the averages come to an equilibrium. It begins at Start.
func (f Floats) RegretMatching(rounds int) Learned {
	var l Learned
	now := f.Start()
	regrets, sums := make([][]float64, len(now)), make([][]float64, len(now))
	for p := range now {
		regrets[p], sums[p] = make([]float64, len(now[p])), make([]float64, len(now[p]))
	}
	for number := 1; number <= rounds; number++ {
		f.game.pulse.feel()
		for p, x := range now {
			values := f.Values(p, now)
			mean := 0.0
			for i := range x {
				sums[p][i] += x[i]
				mean += x[i] * values[i]
			}
			for i := range x {
				regrets[p][i] += values[i] - mean
			}
		}
		for p := range now {
			Match(regrets[p], now[p])
		}
		if noted(number, rounds) {
			l.Rounds = append(l.Rounds, f.round(number, sums))
		}
	}
	return l
}

// Match makes x proportional to the positive regrets; without any all are alike.
func Match(regrets, x []float64) {
	sum := 0.0
	for _, r := range regrets {
		sum += max(r, 0)
	}
	for i, r := range regrets {
		if x[i] = max(r, 0) / sum; sum == 0 {
			x[i] = 1 / float64(len(x))
		}
	}
}
