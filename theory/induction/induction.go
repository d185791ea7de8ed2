// Package induction solves games in which two players move at once, by backward
// induction: a position is a game in normal form whose payoffs are what the positions behind
// every pair of moves are worth, and it is worth the value of that game. All is done
// in fractions. Chance and moves in turn are positions of such games too.
//
// Where scores sum to zero every position has one value (von Neumann, 1928; Shapley, 1953). Where
// they do not, what rational players do is told only if each position on the way has one
// equilibrium alone; else the solver says where it has several.
package induction

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"gambito/game"
	"gambito/progress"
	"gambito/theory"
)

// ErrTooLarge is returned when a game has more positions than are kept.
var ErrTooLarge = errors.New("the game has too many positions to be solved outright")

// Several is the error of a position with more than one equilibrium.
type Several struct {
	Position   string
	Equilibria int
}

func (e Several) Error() string {
	return fmt.Sprintf("at %q there are %d equilibria or more, and what follows depends on which is played: backward induction does not tell", e.Position, e.Equilibria)
}

// Worth is what a position is worth to each of the two players.
type Worth [2]*big.Rat

// Solution is a position solved.
type Solution struct {
	Worth   Worth
	Moves   [2][]game.Move // that players choose from at once, or the one to move; nobody's if chance decides
	Mixed   [2]theory.Mixed
	Payoffs [][]Worth // by move of the one and of the other; one row or column if one alone moves
}

// Solver solves positions of one game, and remembers them by their hashes. It belongs to one
// goroutine.
type Solver struct {
	game    game.Game
	general bool
	limit   int
	known   map[uint64]*number // of player 0, if scores sum to zero
	both    map[uint64][2]*number
	numbers map[string]*number
	scores  map[float64]*number
	states  []game.State // to be used again
	nodes   int
	ctx     context.Context
	watch   progress.Func
	err     error
}

// number is a fraction, one for all that are equal.
type number struct {
	exact    *big.Rat
	about    float64
	opposite *number // what the other player has; nil until it is asked for
}

// less compares; what rounding cannot tell is decided exactly.
func (a *number) less(b *number) bool {
	if a == b {
		return false
	}
	if d := a.about - b.about; d > 1e-9 || d < -1e-9 {
		return d < 0
	}
	return a.exact.Cmp(b.exact) < 0
}

// New returns a solver that keeps up to limit positions.
func New(g game.Game, limit int, watch progress.Func) (*Solver, error) {
	info := g.Info()
	if n := info.Players(); n != 2 {
		return nil, fmt.Errorf("%s is for %d players: only games of two are solved", info.ID, n)
	}
	return &Solver{game: g, general: info.GeneralSum, limit: limit, watch: watch, known: map[uint64]*number{}, both: map[uint64][2]*number{}, numbers: map[string]*number{}, scores: map[float64]*number{}}, nil
}

// Nodes is how many positions were looked at, Size how many different ones.
func (s *Solver) Nodes() int { return s.nodes }

// Size is how many different positions are known.
func (s *Solver) Size() int { return len(s.known) + len(s.both) }

// intern returns the number of a fraction.
func (s *Solver) intern(x *big.Rat) *number {
	key := x.RatString()
	n := s.numbers[key]
	if n == nil {
		n = &number{exact: x}
		n.about, _ = x.Float64()
		s.numbers[key] = n
	}
	return n
}

// Solve solves a position. Precondition: the game is not over.
func (s *Solver) Solve(ctx context.Context, at game.State) (Solution, error) {
	s.ctx, s.err = ctx, nil
	n := s.expand(at)
	if s.err != nil {
		return Solution{}, s.err
	}
	value, mixed := s.decide(at, n)
	if s.err != nil {
		return Solution{}, s.err
	}
	r := Solution{Moves: n.moves, Mixed: mixed, Worth: Worth{value[0].exact, value[1].exact}}
	for _, row := range n.cells {
		var list []Worth
		for _, cell := range row {
			list = append(list, Worth{cell[0].exact, cell[1].exact})
		}
		r.Payoffs = append(r.Payoffs, list)
	}
	return r, nil
}

// node is a position with what is behind its moves.
type node struct {
	turn  game.Player
	moves [2][]game.Move
	cells [][][2]*number
	odds  []*big.Rat // of what chance does
}

// expand finds what all moves are worth.
func (s *Solver) expand(at game.State) (n node) {
	child := s.spare(at)
	defer func() { s.states = append(s.states, child) }()
	worth := func(m game.Move) [2]*number {
		child.CopyFrom(at)
		child.Play(m)
		return s.value(child)
	}
	n.turn = at.Turn()
	if n.turn == game.Together {
		joint := at.(game.Simultaneous)
		n.moves[0], n.moves[1] = joint.MovesOf(0, nil), joint.MovesOf(1, nil)
		for _, a := range n.moves[0] {
			var row [][2]*number
			for _, b := range n.moves[1] {
				if row = append(row, worth(joint.Join([]game.Move{a, b}))); s.err != nil {
					return n
				}
			}
			n.cells = append(n.cells, row)
		}
		return n
	}
	moves := at.Moves(nil)
	var line [][2]*number
	for _, m := range moves {
		if n.turn == game.Chance {
			n.odds = append(n.odds, theory.Fraction(at.(game.Stochastic).Probability(m)))
		}
		if line = append(line, worth(m)); s.err != nil {
			return n
		}
	}
	if n.turn >= 0 {
		n.moves[n.turn] = moves
	}
	if n.turn == 0 {
		for _, cell := range line {
			n.cells = append(n.cells, [][2]*number{cell})
		}
	} else {
		n.cells = [][][2]*number{line}
	}
	return n
}

// spare is a state that nobody uses.
func (s *Solver) spare(at game.State) game.State {
	if last := len(s.states) - 1; last >= 0 {
		state := s.states[last]
		s.states = s.states[:last]
		return state
	}
	return at.Clone()
}

// value is what a position is worth to both.
func (s *Solver) value(at game.State) [2]*number {
	if at.Turn() == game.Over {
		return [2]*number{s.score(at.Score(0)), s.score(at.Score(1))}
	}
	hash := at.Hash()
	if v, ok := s.known[hash]; ok {
		return [2]*number{v, s.negative(v)}
	}
	if v, ok := s.both[hash]; ok {
		return v
	}
	if s.nodes++; s.nodes%64 == 0 {
		s.watch.Tell("positions", s.nodes, 0)
		if s.err == nil {
			s.err = s.ctx.Err()
		}
	}
	if s.err != nil {
		return [2]*number{}
	}
	n := s.expand(at)
	if s.err != nil {
		return [2]*number{}
	}
	v, _ := s.decide(at, n)
	if s.err == nil && s.Size() >= s.limit {
		s.err = fmt.Errorf("%w: there are more than %d", ErrTooLarge, s.limit)
	}
	if s.err != nil {
		return [2]*number{}
	}
	if s.general {
		s.both[hash] = v
	} else {
		s.known[hash] = v[0]
	}
	return v
}

// negative is what the other player has.
func (s *Solver) negative(n *number) *number {
	if n.opposite == nil {
		n.opposite = s.intern(new(big.Rat).Neg(n.exact))
	}
	return n.opposite
}

// score is what a player has won at the end.
func (s *Solver) score(x float64) *number {
	n := s.scores[x]
	if n == nil {
		n = s.intern(theory.Fraction(x))
		s.scores[x] = n
	}
	return n
}

// decide finds what players do at a node, and what that is worth.
func (s *Solver) decide(at game.State, n node) (value [2]*number, mixed [2]theory.Mixed) {
	switch {
	case n.turn == game.Chance:
		return s.mean(n), mixed
	case s.general:
		return s.rational(at, n)
	}
	v, mixed := s.matrix(n.cells)
	return [2]*number{v, s.negative(v)}, mixed
}

// mean is what chance makes of a node.
func (s *Solver) mean(n node) (value [2]*number) {
	for p := range value {
		sum, product := new(big.Rat), new(big.Rat)
		for i, odds := range n.odds {
			sum.Add(sum, product.Mul(odds, n.cells[0][i][p].exact))
		}
		value[p] = s.intern(sum)
	}
	return value
}

// matrix solves a matrix of what player 0 wins: most have a saddle point, and others
// are a linear programme.
func (s *Solver) matrix(cells [][][2]*number) (*number, [2]theory.Mixed) {
	rows, columns := len(cells), len(cells[0])
	row, column := 0, 0
	var low, high *number
	for i := range rows {
		worst := cells[i][0][0]
		for j := range columns {
			if x := cells[i][j][0]; x.less(worst) {
				worst = x
			}
		}
		if low == nil || low.less(worst) {
			low, row = worst, i
		}
	}
	for j := range columns {
		best := cells[0][j][0]
		for i := range rows {
			if x := cells[i][j][0]; best.less(x) {
				best = x
			}
		}
		if high == nil || best.less(high) {
			high, column = best, j
		}
	}
	if low == high {
		return low, [2]theory.Mixed{theory.Pure(row, rows), theory.Pure(column, columns)}
	}
	a := make([][]*big.Rat, rows)
	for i := range a {
		for j := range columns {
			a[i] = append(a[i], cells[i][j][0].exact)
		}
	}
	solution := theory.Solve(a)
	return s.intern(solution.Value), [2]theory.Mixed{solution.Row, solution.Column}
}

// rational finds the only equilibrium of a node of a game of general sum, or fails.
func (s *Solver) rational(at game.State, n node) (value [2]*number, mixed [2]theory.Mixed) {
	var payoffs [2][][]*big.Rat
	for p := range payoffs {
		for _, row := range n.cells {
			var list []*big.Rat
			for _, cell := range row {
				list = append(list, cell[p].exact)
			}
			payoffs[p] = append(payoffs[p], list)
		}
	}
	e, count := theory.Only(payoffs[0], payoffs[1])
	if count != 1 {
		s.err = Several{s.game.FormatPosition(at), count}
		return value, mixed
	}
	return [2]*number{s.intern(e.Payoffs[0]), s.intern(e.Payoffs[1])}, [2]theory.Mixed{e.X, e.Y}
}
