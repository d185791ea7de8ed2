package agents

import (
	"fmt"
	"math/rand/v2"

	"gambito/agent"
	"gambito/game"
	"gambito/search/book"
	"gambito/search/probcut"
)

// What the option book of pattern may name that is no file.
const (
	bookOff = "off"
	bookOn  = "on"
)

// openPattern reads what pattern's options name.
func openPattern(e *agent.Environment, option, name string) ([]byte, error) {
	if option != "book" {
		return openNetwork(e, option, name)
	}
	switch name {
	case bookOff:
		return nil, nil
	case bookOn:
		return book.Included, nil
	}
	return e.Read(name)
}

func includedPattern(e *agent.Environment, name string) bool {
	return name == bookOff || name == bookOn || includedNetwork(e, name)
}

// opening plays by a book. It belongs to one goroutine.
type opening struct {
	book   *book.Book
	within int // hundredths of a disc that a move may lose
	source rand.PCG
}

// openingOf is what the spec says about the opening, nil if nothing.
func openingOf(o agent.Order) (*opening, error) {
	v := o.Values
	if !v.Has("book") || v.Text("book") == bookOff {
		return nil, nil
	}
	type key struct{ digest string }
	file := o.File("book")
	shared, err := agent.Share(o.Environment, key{file.Digest}, func() (*book.Book, error) {
		b, err := book.Decode(file.Content)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file.Name, err)
		}
		return b, nil
	})
	if err != nil {
		return nil, err
	}
	return &opening{book: shared, within: int(v.Float("variety") * probcut.Disc)}, nil
}

// choose is a move by the book, if it knows a good one that stays in it.
func (o *opening) choose(s game.State) (book.Choice, bool) {
	choices := o.book.Choices(s, o.within)
	switch {
	case len(choices) == 0:
		return book.Choice{}, false
	case o.within == 0:
		return choices[0], true
	}
	return choices[rand.New(&o.source).IntN(len(choices))], true
}
