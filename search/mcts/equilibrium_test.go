package mcts

import (
	"fmt"
	"math"
	"math/bits"
	"testing"

	"gambito/bandit"
	"gambito/game"
)

// bids is Goofspiel with the prizes in a known order, the highest first: both bid a card at
// once, the higher takes the prize, and the most points win. It is worth 0.
type bids struct {
	game.Game // the rest is never asked for
	cards     int
}

func (g bids) Info() game.Info {
	return game.Info{ID: "bids", Roles: []string{"first", "second"}, MaxMoves: g.cards * g.cards, MaxPlies: g.cards}
}

func (g bids) New() game.State {
	return &bidsState{cards: g.cards, held: [2]uint32{1<<g.cards - 1, 1<<g.cards - 1}}
}

type bidsState struct {
	cards int
	held  [2]uint32
	ahead int
}

func (s *bidsState) Turn() game.Player {
	if s.held[0] == 0 {
		return game.Over
	}
	return game.Together
}

func (s *bidsState) MovesOf(p game.Player, buf []game.Move) []game.Move {
	for left := s.held[p]; left != 0; left &= left - 1 {
		buf = append(buf, game.Move(bits.TrailingZeros32(left)))
	}
	return buf
}

func (s *bidsState) Join(moves []game.Move) game.Move {
	return moves[0]*game.Move(s.cards) + moves[1]
}

func (s *bidsState) Moves(buf []game.Move) []game.Move {
	for _, a := range s.MovesOf(0, nil) {
		for _, b := range s.MovesOf(1, nil) {
			buf = append(buf, s.Join([]game.Move{a, b}))
		}
	}
	return buf
}

func (s *bidsState) Play(m game.Move) {
	a, b, prize := m/game.Move(s.cards), m%game.Move(s.cards), bits.OnesCount32(s.held[0])
	s.held[0] &^= 1 << a
	s.held[1] &^= 1 << b
	switch {
	case a > b:
		s.ahead += prize
	case a < b:
		s.ahead -= prize
	}
}

func (s *bidsState) Score(p game.Player) float64 {
	return float64(min(max(s.ahead, -1), 1)) * (1 - 2*float64(p))
}

func (s *bidsState) Hash() uint64 {
	return uint64(s.held[0])<<40 | uint64(s.held[1])<<20 | uint64(s.ahead+1000)
}
func (s *bidsState) CopyFrom(src game.State) { *s = *src.(*bidsState) }
func (s *bidsState) Clone() game.State       { c := *s; return &c }

// giver finds what a search gives away at bids: it is asked at every position once.
type giver struct {
	t      testing.TB
	search *Search
	sims   int
	seed   uint64
	known  map[uint64][2]float64
}

// replies are what best replies win against the search as each player, from a position on.
func (g *giver) replies(at *bidsState) [2]float64 {
	if at.Turn() == game.Over {
		return [2]float64{at.Score(0), at.Score(1)}
	}
	if v, ok := g.known[at.Hash()]; ok {
		return v
	}
	g.search.NewGame(0, g.seed<<56^at.Hash())
	search(g.t, g.search, at, g.sims)
	var moves [2][]game.Move
	var shares [2][]float64
	for p := range game.Player(2) {
		var visits []float64
		for _, e := range g.search.tree.rootEdges(p) {
			moves[p] = append(moves[p], g.search.tree.moves[e])
			visits = append(visits, float64(g.search.tree.arms[e].N))
		}
		shares[p] = g.search.p.average(visits)
	}
	wins := [2][]float64{make([]float64, len(moves[0])), make([]float64, len(moves[1]))}
	for i, a := range moves[0] {
		for j, b := range moves[1] {
			next := *at
			next.Play(at.Join([]game.Move{a, b}))
			v := g.replies(&next)
			wins[0][i] += shares[1][j] * v[0]
			wins[1][j] += shares[0][i] * v[1]
		}
	}
	best := [2]float64{math.Inf(-1), math.Inf(-1)}
	for p := range best {
		for _, x := range wins[p] {
			best[p] = max(best[p], x)
		}
	}
	g.known[at.Hash()] = best
	return best
}

// givesAway is the mean of what best replies win.
func givesAway(t testing.TB, cards, sims int, seed uint64, p Params) float64 {
	game := bids{cards: cards}
	p.Rewards = Half
	g := giver{t, newSearch(t, game, p), sims, seed, map[uint64][2]float64{}}
	v := g.replies(game.New().(*bidsState))
	return (v[0] + v[1]) / 2
}

// together are policies for players who move at once.
var together = []struct {
	name   string
	params Params
}{
	{"decoupled-UCB", Params{Policy: bandit.UCB{Alpha: 1}}},
	{"EXP3", Params{Weighted: bandit.EXP3{Gamma: 0.1}}},
	{"regret-matching", Params{Weighted: bandit.RegretMatching{Gamma: 0.1}}},
}

// BenchmarkGivesAway makes the table of docs/game-theory.md: the mean over five seeds of what
// is given away, and its standard error.
func BenchmarkGivesAway(b *testing.B) {
	for _, cards := range []int{3, 4} {
		for _, sims := range []int{1000, 10_000} {
			for _, p := range together {
				b.Run(fmt.Sprintf("%d-cards/%d/%s", cards, sims, p.name), func(b *testing.B) {
					for range b.N {
						const seeds = 5
						sum, squares := 0.0, 0.0
						for seed := range uint64(seeds) {
							x := givesAway(b, cards, sims, seed, p.params)
							sum, squares = sum+x, squares+x*x
						}
						b.ReportMetric(sum/seeds, "given-away")
						b.ReportMetric(math.Sqrt((squares/seeds-sum*sum/seeds/seeds)/(seeds-1)), "standard-error")
					}
				})
			}
		}
	}
}

// TestGivesAway: moves drawn as often as they were visited; regret matching gives away less
// than decoupled UCB, and less the longer it searches.
func TestGivesAway(t *testing.T) {
	gives := map[string]float64{}
	for _, cards := range []int{3, 4} {
		for _, sims := range []int{1000, 5000} {
			for _, p := range together {
				x := givesAway(t, cards, sims, 0, p.params)
				gives[fmt.Sprint(p.name, cards, sims)] = x
				t.Logf("%d cards, %6d simulations, %-15s %.4f", cards, sims, p.name, x)
			}
		}
	}
	for _, cards := range []int{3, 4} {
		long := gives[fmt.Sprint("regret-matching", cards, 5000)]
		if short := gives[fmt.Sprint("regret-matching", cards, 1000)]; long > short {
			t.Errorf("%d cards: regret matching gives away %g after 1,000 simulations and %g after 5,000", cards, short, long)
		}
		if ucb := gives[fmt.Sprint("decoupled-UCB", cards, 5000)]; long > ucb {
			t.Errorf("%d cards: regret matching gives away %g, decoupled UCB %g", cards, long, ucb)
		}
	}
}

// TestFinalAverage: at rock, paper, scissors the move is drawn anew by every seed, each about
// as often; where a move is dominated it is not made, however often it was explored.
func TestFinalAverage(t *testing.T) {
	for name, c := range map[string]struct {
		pays [][]float64
		want []float64
	}{
		"rock, paper, scissors": {[][]float64{{0, -1, 1}, {1, 0, -1}, {-1, 1, 0}}, []float64{1. / 3, 1. / 3, 1. / 3}},
		"one dominated":         {[][]float64{{0, 1}, {-1, 0}}, []float64{1, 0}},
	} {
		g := &matrix{pays: c.pays}
		s := newSearch(t, g, Params{Weighted: bandit.RegretMatching{Gamma: 0.1}, Rewards: Half, Final: Average})
		const games = 300
		counts := make([]float64, len(c.want))
		for seed := range uint64(games) {
			s.NewGame(0, seed)
			counts[search(t, s, g.New(), 2000).Move]++
		}
		for m, want := range c.want {
			if share := counts[m] / games; math.Abs(share-want) > 0.12 {
				t.Errorf("%s: move %d is made in %.3f of all games, not %.3f", name, m, share, want)
			}
		}
	}
}
