package mcts

import (
	"context"
	"math"
	"testing"

	"gambito/bandit"
	"gambito/game"
)

// matrix is a game of one joint move. What the row player wins the other loses.
type matrix struct {
	game.Game // the rest is never asked for
	pays      [][]float64

	// order, if any, is how the moves of each player are numbered: move m of
	// player p is number order[p][m] of the matrix.
	order [2][]int
}

func (g *matrix) Info() game.Info {
	return game.Info{ID: "matrix", Roles: []string{"row", "column"}, MaxMoves: len(g.pays) * len(g.pays[0]), MaxPlies: 1}
}

func (g *matrix) New() game.State { return &matrixState{g: g} }

// move is what a player's move stands for.
func (g *matrix) move(p game.Player, m game.Move) int {
	if g.order[p] == nil {
		return int(m)
	}
	return g.order[p][m]
}

type matrixState struct {
	g     *matrix
	over  bool
	score float64
}

func (s *matrixState) Turn() game.Player {
	if s.over {
		return game.Over
	}
	return game.Together
}

func (s *matrixState) MovesOf(p game.Player, buf []game.Move) []game.Move {
	count := len(s.g.pays)
	if p == 1 {
		count = len(s.g.pays[0])
	}
	for m := range count {
		buf = append(buf, game.Move(m))
	}
	return buf
}

func (s *matrixState) Join(moves []game.Move) game.Move {
	return moves[0]*game.Move(len(s.g.pays[0])) + moves[1]
}

func (s *matrixState) Moves(buf []game.Move) []game.Move {
	for m := range len(s.g.pays) * len(s.g.pays[0]) {
		buf = append(buf, game.Move(m))
	}
	return buf
}

func (s *matrixState) Play(m game.Move) {
	columns := game.Move(len(s.g.pays[0]))
	s.over, s.score = true, s.g.pays[s.g.move(0, m/columns)][s.g.move(1, m%columns)]
}

func (s *matrixState) Score(p game.Player) float64 {
	if p == 1 {
		return -s.score
	}
	return s.score
}

func (s *matrixState) Hash() uint64 {
	if s.over {
		return 1
	}
	return 0
}
func (s *matrixState) CopyFrom(src game.State) { *s = *src.(*matrixState) }
func (s *matrixState) Clone() game.State       { c := *s; return &c }

// playMatrix searches a matrix game and returns each player's visits, by the
// moves of the matrix.
func playMatrix(t *testing.T, g *matrix, policy bandit.Policy, seed uint64, simulations int) (visits [2][]int) {
	t.Helper()
	s, err := New(g, Params{Policy: policy})
	if err != nil {
		t.Fatal(err)
	}
	s.NewGame(0, seed)
	if _, err := s.Run(context.Background(), g.New(), Budget{Simulations: simulations}); err != nil {
		t.Fatal(err)
	}
	for p := range visits {
		edges := s.tree.rootEdges(game.Player(p))
		visits[p] = make([]int, len(edges))
		for _, e := range edges {
			visits[p][g.move(game.Player(p), s.tree.moves[e])] = int(s.tree.arms[e].N)
		}
	}
	return visits
}

// orders are the ways to number the moves of both players.
func orders(moves int) (orders [][2][]int) {
	forward, backward := make([]int, moves), make([]int, moves)
	for i := range moves {
		forward[i], backward[moves-1-i] = i, i
	}
	return [][2][]int{{forward, forward}, {forward, backward}, {backward, forward}, {backward, backward}}
}

// indexPolicies are policies of several kinds; none draws lots.
var indexPolicies = []bandit.Policy{
	bandit.UCB{Alpha: 1}, bandit.UCB{Alpha: 0.1}, bandit.UCBAlpha1{}, bandit.UCBTuned{Cap: 0.25},
	bandit.UCBMinimal{C: 2}, bandit.MOSS{Explore: 1}, bandit.KLUCB{Explore: 1}, bandit.PUCT{C: 1.25},
}

// TestDominatedMoves has games in which the first move beats all others, and
// equal moves draw: two players who make the same moves all the time see nothing
// but draws. Whatever the moves are called, the first one must be found.
func TestDominatedMoves(t *testing.T) {
	for _, pays := range [][][]float64{
		{{0, 1}, {-1, 0}},
		{{0, 1, 1}, {-1, 0, 1}, {-1, -1, 0}},
	} {
		for _, order := range orders(len(pays)) {
			g := &matrix{pays: pays, order: order}
			for _, policy := range indexPolicies {
				for seed := range uint64(5) {
					visits := playMatrix(t, g, policy, seed, 1000)
					for p, of := range visits {
						if of[0] < 850 {
							t.Errorf("%T, moves numbered %v, seed %d: player %d made its moves %v times", policy, order, seed, p, of)
						}
					}
				}
			}
		}
	}
}

// TestEquilibria compares how often moves are made with the one equilibrium of
// games in which every player has to mix moves, the last one a game in which
// another move is dominated.
func TestEquilibria(t *testing.T) {
	for name, c := range map[string]struct {
		pays [][]float64
		want []float64 // of both players
	}{
		"matching pennies":      {[][]float64{{1, -1}, {-1, 1}}, []float64{0.5, 0.5}},
		"unequal pennies":       {[][]float64{{1, -0.5}, {-0.5, 0}}, []float64{0.25, 0.75}},
		"rock, paper, scissors": {[][]float64{{0, -1, 1}, {1, 0, -1}, {-1, 1, 0}}, []float64{1. / 3, 1. / 3, 1. / 3}},
		"rock, paper, scissors, nothing": {
			[][]float64{{0, -1, 1, 0.5}, {1, 0, -1, 0.5}, {-1, 1, 0, 0.5}, {-0.5, -0.5, -0.5, 0}}, []float64{1. / 3, 1. / 3, 1. / 3, 0},
		},
	} {
		for _, order := range orders(len(c.pays)) {
			g := &matrix{pays: c.pays, order: order}
			for seed := range uint64(4) {
				const simulations = 20_000
				for p, of := range playMatrix(t, g, bandit.UCB{Alpha: 1}, seed, simulations) {
					for m, n := range of {
						if share := float64(n) / simulations; math.Abs(share-c.want[m]) > 0.08 {
							t.Errorf("%s, seed %d: player %d made move %d in %.3f of all cases, not %.3f", name, seed, p, m, share, c.want[m])
						}
					}
				}
			}
		}
	}
}

// TestNoLockstep counts the joint moves of rock, paper, scissors: were the
// players in step, some of them would never be made.
func TestNoLockstep(t *testing.T) {
	g := &matrix{pays: [][]float64{{0, -1, 1}, {1, 0, -1}, {-1, 1, 0}}}
	for _, policy := range indexPolicies[:4] {
		for seed := range uint64(5) {
			s := newSearch(t, g, Params{Policy: policy})
			s.NewGame(0, seed)
			search(t, s, g.New(), 3000)
			for m := range game.Move(9) {
				if n := s.tree.together[jointKey{0, m}].visits; n < 100 {
					t.Errorf("%T, seed %d: joint move %d was made %d times of 3000", policy, seed, m, n)
				}
			}
		}
	}
}
