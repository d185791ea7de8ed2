package exact

import (
	_ "embed" // the book
	"sync"
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

// UseStandardBook makes the solver look positions up in the built-in book if it
// solves the standard board, and changes nothing if it solves another.
func (c *Connect4) UseStandardBook() error {
	if c.columns != 7 || c.rows != 6 {
		return nil
	}
	book, err := StandardBook()
	if err != nil {
		return err
	}
	return c.SetBook(book)
}
