package exact

import (
	_ "embed" // the book
	"sync"

	"gambito/games/connect4"
)

//go:embed connect4_7x6.book
var standardBook []byte

// StandardBook returns the book of the standard board: all positions up to ply 4
// and the repertoire up to ply 12. It is read when it is first asked for.
//
//	gambito solve connect4 --make-book FILE --plies 4 --repertoire 12 --jobs 16 --memory 16384
//
// made it in 207 seconds on a machine of 16 cores.
var StandardBook = sync.OnceValues(func() (*Book, error) { return ReadBook(standardBook) })

// newConnect4WithBook returns a solver that uses the built-in book on the
// standard board.
func newConnect4WithBook(g *connect4.Game) (*Connect4, error) {
	c, err := NewConnect4(g, connect4Bits)
	if err != nil || c.columns != 7 || c.rows != 6 {
		return c, err
	}
	book, err := StandardBook()
	if err != nil {
		return nil, err
	}
	return c, c.SetBook(book)
}
