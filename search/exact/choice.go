package exact

import (
	"fmt"
	"math/bits"

	"gambito/game"
	"gambito/games/connect4"
	"gambito/games/othello"
)

// Method is how the positions of a game are solved.
type Method int

// The methods. Scores are what the types say.
const (
	Outright Method = iota // by type Small, any game of two who move in turn without chance
	ByConnect4
	ByOthello
)

// MethodOf says how positions of a game are solved, or why they cannot be.
func MethodOf(g game.Game) (Method, error) {
	switch g := g.(type) {
	case *connect4.Game:
		if _, rows, run := g.Size(); run == 4 && rows <= maxRows {
			return ByConnect4, nil
		}
	case othello.Game:
		return ByOthello, nil
	}
	return Outright, checkOutright(g)
}

// Options say what a solver may use. Those that mean nothing to a game are not
// looked at.
type Options struct {
	Memory    int // for the table of Connect 4 or Othello, in MB; 0 for what suits single positions that are hard
	Threads   int // that search one position of Connect 4; 0 for one
	Positions int // that are kept of games solved outright, each some 20 bytes; 0 for 60 million

	Book   *Book // of Connect 4; nil for the standard one
	NoBook bool  // none at all
}

// Sizes of the tables, and of the largest game that is solved outright, where
// the options give none.
const (
	connect4Bits   = 24
	othelloBits    = 20
	smallPositions = 60_000_000
)

// Bytes of an entry of the tables.
const (
	connect4EntrySize = 8
	othelloEntrySize  = 16
)

// tableBits is the logarithm of how many entries of some bytes fit into memory.
func (o Options) tableBits(entry, usual int) int {
	if o.Memory == 0 {
		return usual
	}
	return bits.Len(uint(o.Memory<<20/entry)) - 1
}

// For returns the solver for a game, with a book where there is one, or says why
// there is none.
func For(g game.Game, o Options) (Solver, error) {
	method, err := MethodOf(g)
	if err != nil {
		return nil, err
	}
	switch method {
	case ByConnect4:
		return newWithBook(g.(*connect4.Game), o)
	case ByOthello:
		return NewOthello(o.tableBits(othelloEntrySize, othelloBits)), nil
	}
	positions := o.Positions
	if positions == 0 {
		positions = smallPositions
	}
	return NewSmall(g, positions, false)
}

// New is For with the usual options.
func New(g game.Game) (Solver, error) { return For(g, Options{}) }

func newWithBook(g *connect4.Game, o Options) (Solver, error) {
	c, err := NewConnect4(g, o.tableBits(connect4EntrySize, connect4Bits))
	if err != nil {
		return nil, err
	}
	switch {
	case o.NoBook:
	case o.Book != nil:
		err = c.SetBook(o.Book)
	default:
		err = c.UseStandardBook()
	}
	if err != nil {
		return nil, err
	}
	return c, c.SetThreads(max(o.Threads, 1))
}

// checkOutright says why a game cannot be solved outright, however small it is.
func checkOutright(g game.Game) error {
	if n := g.Info().Players(); n != 2 {
		return fmt.Errorf("%s is for %d players: only games of two are solved", g.Info().ID, n)
	}
	if g.Info().GeneralSum {
		return fmt.Errorf("in %s one player may win without the other losing: only games in which the scores sum to zero are solved", g.Info().ID)
	}
	if g.New().Turn() == game.Together {
		return fmt.Errorf("in %s the players move at once: only games in which they move in turn are solved", g.Info().ID)
	}
	if game.OfSecrets(g) {
		return fmt.Errorf("players of %s do not see everything: only games in which they do are solved so", g.Info().ID)
	}
	if game.OfChance(g) {
		return fmt.Errorf("%s is a game of chance: only games without it are solved", g.Info().ID)
	}
	return nil
}
