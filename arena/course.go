package arena

import (
	"slices"

	"gambito/stats"
)

// mostBlocks is how many blocks a course has at most.
const mostBlocks = 200

// Course is how results came about, in blocks that are as short as can be with at
// most mostBlocks of them: two games at first, and twice as many whenever there are
// too many. So it is the same for the same games in any order.
type Course struct {
	// Size is how many numbers of games within their pairings a block has: block b
	// the games of all pairings and all games with b·Size ≤ number < (b+1)·Size.
	Size   int         `json:"size"`
	Points [][]float64 `json:"points"` // by block and agent, with every win worth 1
	Games  [][]int     `json:"games"`  // likewise

	// PairSize is the same for pairs of games in the order of the plan, of runs of
	// two agents. Sums of these are what a sequential test has looked at.
	PairSize int           `json:"pair_size"`
	Pairs    []stats.Pairs `json:"pairs"` // by block, as the first agent sees them

	agents  int
	numbers int // that there are
}

func newCourse(s Settings) Course {
	return Course{Size: 2, PairSize: 1, agents: len(s.Agents), numbers: s.Rounds * s.GamesPerPair}
}

// add counts a game.
func (c *Course) add(r Record, draw DrawRule) {
	for r.Number/c.Size >= mostBlocks {
		c.widen()
	}
	block := r.Number / c.Size
	c.reach(block)
	for seat, i := range r.Seats {
		c.Games[block][i]++
		c.Points[block][i] = tidy(c.Points[block][i] + draw.Points(min(r.Result[seat], 1)))
	}
}

// widen makes blocks twice as long.
func (c *Course) widen() {
	c.Size *= 2
	c.Points, c.Games = halved(c.Points, sumLists), halved(c.Games, sumLists)
}

// reach makes blocks up to this one.
func (c *Course) reach(block int) {
	for len(c.Points) <= block {
		c.Points, c.Games = append(c.Points, make([]float64, c.agents)), append(c.Games, make([]int, c.agents))
	}
}

// addPair counts a pair by its place in the plan and the half points of the first
// agent.
func (c *Course) addPair(place, halfPoints int) {
	for place/c.PairSize >= mostBlocks {
		c.PairSize *= 2
		c.Pairs = halved(c.Pairs, stats.Pairs.Plus)
	}
	for len(c.Pairs) <= place/c.PairSize {
		c.Pairs = append(c.Pairs, stats.Pairs{})
	}
	c.Pairs[place/c.PairSize][halfPoints]++
}

// halved joins every two neighbours.
func halved[T any](list []T, sum func(a, b T) T) (out []T) {
	for two := range slices.Chunk(list, 2) {
		one := two[0]
		if len(two) == 2 {
			one = sum(one, two[1])
		}
		out = append(out, one)
	}
	return out
}

// sumLists adds b to a.
func sumLists[N int | float64](a, b []N) []N {
	for i, n := range b {
		a[i] += n
	}
	return a
}

// copy shares nothing with c.
func (c Course) copy() Course {
	c.Points, c.Games, c.Pairs = copyRows(c.Points), copyRows(c.Games), slices.Clone(c.Pairs)
	return c
}

// Shares are an agent's shares of the points in its first games: after numbers[i]
// games of every pairing it had made shares[i] of the points so far, from 0 to 1.
// They end where no game of a block was played.
func (c Course) Shares(agent int) (numbers []int, shares []float64) {
	var points, games float64
	for block, made := range c.Points {
		if c.Games[block][agent] == 0 {
			break
		}
		points, games = points+made[agent], games+float64(c.Games[block][agent])
		numbers, shares = append(numbers, min((block+1)*c.Size, c.numbers)), append(shares, points/games)
	}
	return numbers, shares
}
