package exact

import (
	_ "embed" // the book
	"sync"
)

// StandardBookFile is the book of the standard board as a file.
//
//go:embed connect4_7x6.book
var StandardBookFile []byte

// StandardBook returns the book of the standard board: all positions up to ply 10,
// and 420,109 of plies 11 to 16 that are hard to search or that a player often comes
// to. docs/connect4-book.md says how it was made. It is read when it is first asked
// for.
var StandardBook = sync.OnceValues(func() (*Book, error) { return parseBook(StandardBookFile) })

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
