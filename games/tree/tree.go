// Package tree has synthetic game trees: games without a board, of which everything is
// known that searches are asked about. A position is the moves that led to it; how many
// moves it has and what it is worth comes from a hash of them and the seed of the tree,
// so that a tree of any size takes no memory and is the same every time.
//
// What ends are worth follows a law:
//
//   - independent: won by the first player with a probability, whatever is near
//   - incremental: every move adds a whole number, the sum decides: near ends are alike,
//     as in real games ("P-games": L. Kocsis, C. Szepesvári, ECML 2006; S. J. J. Smith,
//     D. S. Nau, AAAI 1994)
//   - prefix: values are given to positions from the start on, so that the true one is
//     known everywhere: who is to win has one winning move, others with a probability
//     (T. Furtak, M. Buro, IJCAI 2009)
//
// Traps are positions in which one move wins at once (R. Ramanujan, A. Sabharwal,
// B. Selman: ICAPS 2010): who moves there has overlooked it. They stand anywhere or at
// one depth.
//
// How many moves positions have, and where games end, follows laws too: a number for all,
// equally likely numbers around it, geometric ones, or a Profile of a real game.
package tree

import (
	"fmt"
	"strconv"
	"strings"

	"gambito/game"
)

// Law is how ends get their worth.
type Law string

// The laws.
const (
	Independent Law = "independent"
	Incremental Law = "incremental"
	Prefix      Law = "prefix"
)

// Laws are all of them.
var Laws = []string{string(Incremental), string(Independent), string(Prefix)}

// BranchingLaw is how numbers of moves vary around their mean.
type BranchingLaw string

// The laws of numbers of moves.
const (
	Uniform   BranchingLaw = "uniform"   // not at all, or equally likely ones as Spread says
	Geometric BranchingLaw = "geometric" // 1, 2, 3, …, each as much less likely than the one before
)

// BranchingLaws are all of them.
var BranchingLaws = []string{string(Uniform), string(Geometric)}

// Shape is all that decides what a tree is.
type Shape struct {
	Branching    int          // moves of a position, on average
	BranchingLaw BranchingLaw // empty is uniform
	Spread       int          // of uniform: as many more or fewer, all equally likely
	Depth        int          // plies of the longest game
	DepthSpread  int          // games are up to so many plies shorter, all lengths equally likely
	Profile      string       // in place of Branching and Ends: a Profile, or the name of one
	ProfileFrom  int          // ply of the profile at which the tree begins
	Law          Law
	Wins         float64 // of independent: probability that the first player wins an end
	Good         float64 // of prefix: probability that a move wins besides the one that does
	Ends         float64 // probability that a position before the depth is an end: geometric lengths
	Traps        float64 // probability that a position is a trap
	TrapDepth    int     // the only depth at which they are; 0: anywhere
	Seed         int
}

// Usual is the shape unless told otherwise.
var Usual = Shape{Branching: 4, BranchingLaw: Uniform, Depth: 8, Law: Incremental, Wins: 0.5, Good: 0.2, Seed: 1}

// Bounds of shapes.
const (
	MostMoves = 200
	MostDepth = 60
	MostSeed  = 1_000_000_000
)

// Game is a tree.
type Game struct {
	shape  Shape
	levels []level // by depth
	id     string
}

// New makes a tree.
func New(s Shape) (*Game, error) {
	if s.BranchingLaw == "" {
		s.BranchingLaw = Uniform
	}
	if s.Profile != "" {
		s.Branching = Usual.Branching
	}
	if err := s.checkShape(); err != nil {
		return nil, err
	}
	levels, err := s.levels()
	if err != nil {
		return nil, err
	}
	return &Game{s, levels, s.spec()}, nil
}

// checkShape says what no tree can be.
func (s Shape) checkShape() error {
	share := func(x float64) bool { return x >= 0 && x <= 1 }
	switch {
	case s.Branching < 2 || s.Spread < 0 || s.Spread > s.Branching-1 || s.Branching+s.Spread > MostMoves:
		return fmt.Errorf("positions have 1 to %d moves, not %d give or take %d", MostMoves, s.Branching, s.Spread)
	case s.Depth < 1 || s.Depth > MostDepth:
		return fmt.Errorf("a tree of depth %d: it must be 1 to %d", s.Depth, MostDepth)
	case s.DepthSpread < 0 || s.DepthSpread >= s.Depth:
		return fmt.Errorf("games of %d plies cannot be up to %d shorter: at most %d", s.Depth, s.DepthSpread, s.Depth-1)
	case !share(s.Wins) || !share(s.Good) || !share(s.Ends) || !share(s.Traps):
		return fmt.Errorf("wins, good, ends and traps are probabilities")
	case s.TrapDepth < 0 || s.TrapDepth >= s.Depth:
		return fmt.Errorf("traps at depth %d of a tree of depth %d: it must be 1 to %d, or 0 for any", s.TrapDepth, s.Depth, s.Depth-1)
	case s.TrapDepth > 0 && s.Traps == 0:
		return fmt.Errorf("trap-depth=%d says where traps are, but there are none: traps must be above 0", s.TrapDepth)
	case s.Seed < 0 || s.Seed > MostSeed:
		return fmt.Errorf("seed %d: it must be 0 to %d", s.Seed, MostSeed)
	case s.Law != Independent && s.Law != Incremental && s.Law != Prefix:
		return fmt.Errorf("law %q: it must be one of %s", s.Law, strings.Join(Laws, ", "))
	case s.Law == Prefix && s.Traps > 0:
		return fmt.Errorf("with law=prefix all values are known beforehand: traps would change them")
	}
	return s.checkBranching()
}

// checkBranching is checkShape of what says how many moves there are.
func (s Shape) checkBranching() error {
	switch {
	case s.BranchingLaw != Uniform && s.BranchingLaw != Geometric:
		return fmt.Errorf("branching-law %q: it must be one of %s", s.BranchingLaw, strings.Join(BranchingLaws, ", "))
	case s.BranchingLaw == Geometric && s.Spread > 0:
		return fmt.Errorf("spread is of branching-law=uniform: geometric numbers vary by themselves")
	case s.ProfileFrom < 0 || s.ProfileFrom > MostDepth:
		return fmt.Errorf("profile-from %d: it must be 0 to %d", s.ProfileFrom, MostDepth)
	case s.Profile == "" && s.ProfileFrom > 0:
		return fmt.Errorf("profile-from=%d says where in a profile the tree begins, but there is no profile", s.ProfileFrom)
	case s.Profile != "" && (s.Spread > 0 || s.Ends > 0):
		return fmt.Errorf("a profile says how many moves and ends there are: leave spread and ends out")
	}
	return nil
}

// spec is the shortest one of the shape.
func (s Shape) spec() string {
	var parts []string
	whole := func(name string, x, usual int) {
		if x != usual {
			parts = append(parts, name+"="+strconv.Itoa(x))
		}
	}
	number := func(name string, x, usual float64) {
		if x != usual {
			parts = append(parts, name+"="+strconv.FormatFloat(x, 'g', -1, 64))
		}
	}
	whole("branching", s.Branching, Usual.Branching)
	if s.BranchingLaw != Usual.BranchingLaw {
		parts = append(parts, "branching-law="+string(s.BranchingLaw))
	}
	whole("spread", s.Spread, Usual.Spread)
	whole("depth", s.Depth, Usual.Depth)
	whole("depth-spread", s.DepthSpread, Usual.DepthSpread)
	if s.Profile != "" {
		parts = append(parts, "profile="+s.Profile)
	}
	whole("profile-from", s.ProfileFrom, Usual.ProfileFrom)
	if s.Law != Usual.Law {
		parts = append(parts, "law="+string(s.Law))
	}
	number("wins", s.Wins, Usual.Wins)
	number("good", s.Good, Usual.Good)
	number("ends", s.Ends, Usual.Ends)
	number("traps", s.Traps, Usual.Traps)
	whole("trap-depth", s.TrapDepth, Usual.TrapDepth)
	whole("seed", s.Seed, Usual.Seed)
	if parts == nil {
		return "tree"
	}
	return "tree:" + strings.Join(parts, ",")
}

// Info implements game.Game.
func (g *Game) Info() game.Info {
	return game.Info{ID: g.id, Name: "Synthetic tree", Roles: []string{"first", "second"}, MaxMoves: g.mostMoves(), MaxPlies: g.shape.Depth}
}

// mostMoves is how many moves a position has at the most.
func (g *Game) mostMoves() (most int) {
	for _, l := range g.levels {
		switch {
		case l.shrink != 0:
			return MostMoves
		case l.more > 0:
			most = max(most, l.moves+1)
		default:
			most = max(most, l.moves+g.shape.Spread)
		}
	}
	return most
}

// New implements game.Game.
func (g *Game) New() game.State {
	s := &State{game: g, key: mixed(uint64(g.shape.Seed)), value: 1}
	if s.chance(rootValue) < 0.5 {
		s.value = -1
	}
	s.look()
	return s
}

// Shape is what the tree was made of.
func (g *Game) Shape() Shape { return g.shape }

// ParseMove implements game.Game.
func (g *Game) ParseMove(s game.State, text string) (game.Move, error) {
	n, err := strconv.Atoi(text)
	if most := s.(*State).moves; err != nil || n < 1 || n > most || text != strconv.Itoa(n) {
		return 0, fmt.Errorf("move %q: it must be a number from 1 to %d", text, most)
	}
	return game.Move(n - 1), nil
}

// FormatMove implements game.Game.
func (g *Game) FormatMove(_ game.State, m game.Move) string { return strconv.Itoa(int(m) + 1) }

// ParsePosition implements game.Game: the moves from the start, or root.
func (g *Game) ParsePosition(text string) (game.State, error) {
	s := g.New().(*State)
	if text == rootText {
		return s, nil
	}
	for i, part := range strings.Split(text, ".") {
		if s.Turn() == game.Over {
			return nil, fmt.Errorf("position %q: the game is over after %d moves", text, i)
		}
		m, err := g.ParseMove(s, part)
		if err != nil {
			return nil, fmt.Errorf("position %q: it must be %s, or moves with dots between: %w", text, rootText, err)
		}
		s.Play(m)
	}
	return s, nil
}

const rootText = "root"

// FormatPosition implements game.Game.
func (g *Game) FormatPosition(state game.State) string {
	s := state.(*State)
	if s.depth == 0 {
		return rootText
	}
	parts := make([]string, s.depth)
	for i, m := range s.path[:s.depth] {
		parts[i] = strconv.Itoa(int(m) + 1)
	}
	return strings.Join(parts, ".")
}
