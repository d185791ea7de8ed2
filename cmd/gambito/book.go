package main

import (
	"errors"
	"fmt"
	"math/bits"
	"time"

	"gambito/agent"
	"gambito/files"
	"gambito/games/connect4"
	"gambito/games/othello"
	"gambito/neural"
	"gambito/search/book"
	"gambito/search/exact"
	"gambito/search/probcut"
)

// makeBookFlags say which opening book to make.
type makeBookFlags struct {
	MakeBook string `type:"output" placeholder:"FILE" help:"Make an opening book of Connect 4 or Othello instead and write it to a new file."`
	Plies    *int   `help:"All positions up to this ply are in the book, and those of --file (default: 4); in Othello none is later (default: 24)."`
	Memory   int    `default:"1024" help:"Memory for what the jobs share, in MB; not for Othello (default: ${default})."`
	Jobs     int    `default:"${cores}" help:"How many cores make the book (default: all, ${default})."`

	Positions int    `default:"1000" help:"How many positions a book of Othello has (default: ${default})."`
	Depth     int    `default:"10" help:"How many plies searches for a book of Othello look ahead (default: ${default})."`
	Model     string `default:"othello-patterns" help:"Pattern system that searches for a book of Othello go by, a name or a file (default: ${default})."`
}

// Plies of books by default.
const (
	connect4Plies = 4
	othelloPlies  = 24
)

// plies is how many a book has.
func (f makeBookFlags) plies(usual int) int {
	if f.Plies != nil {
		return *f.Plies
	}
	return usual
}

// Validate says whether the flags are in their ranges.
func (f makeBookFlags) Validate() error {
	switch {
	case f.plies(0) < 0:
		return fmt.Errorf("--plies %d: it must be 0 or more", *f.Plies)
	case f.Memory < 8 || f.Memory > 1<<17:
		return fmt.Errorf("--memory %d: it must be 8 to %d", f.Memory, 1<<17)
	case f.Jobs < 1:
		return fmt.Errorf("--jobs %d: it must be 1 or more", f.Jobs)
	}
	return nil
}

// makeBook makes an opening book.
func (f makeBookFlags) makeBook(s *session, c solveCmd) error {
	g, err := parseGame(s.ctx, c.Game)
	if err != nil {
		return err
	}
	switch g := g.(type) {
	case *connect4.Game:
		return f.makeConnect4(s, c, g)
	case othello.Game:
		return f.growOthello(s, c, g)
	}
	return fmt.Errorf("--make-book: only Connect 4 and Othello have opening books, not %s", g.Info().ID)
}

// makeConnect4 makes a book of Connect 4.
func (f makeBookFlags) makeConnect4(s *session, c solveCmd, g *connect4.Game) (err error) {
	p := exact.BookParams{Plies: f.plies(connect4Plies), Jobs: f.Jobs, TableBits: bits.Len(uint(f.Memory)<<20/8) - 1}
	if c.Book != "" {
		if p.Earlier, err = readBook(c.Book); err != nil {
			return err
		}
	}
	if c.File != "" {
		lines, err := readLines(g, c.File, c.Limit)
		if err != nil {
			return err
		}
		for _, line := range lines {
			p.Also = append(p.Also, line.State)
		}
	}
	bar := c.bar()
	p.Progress = bar.Show
	making, err := exact.OpenBook(f.MakeBook, g, p)
	if err != nil {
		return bookRefused(err)
	}
	defer making.Close()
	begin := time.Now()
	book, size, err := making.Make(s.ctx)
	bar.Clear()
	switch {
	case err != nil && s.ctx.Err() != nil:
		return failure{fmt.Errorf("the book is not finished; the same command goes on with %s", making.LogName())}
	case err != nil:
		return bookRefused(err)
	}
	plies, later := book.Len()
	fmt.Fprintf(s.stdout, "%d positions from which all up to ply %d follow, and %d of later plies, %d bytes, %.1f s\n",
		plies, book.Plies(), later, size, time.Since(begin).Seconds())
	return nil
}

// growOthello grows a book of Othello.
func (f makeBookFlags) growOthello(s *session, c solveCmd, g othello.Game) error {
	if c.File != "" || c.Book != "" {
		return errors.New("--make-book: --file and --book are for Connect 4")
	}
	_, judge, err := readPatterns(f.Model, g)
	if err != nil {
		return fmt.Errorf("--model: %w", err)
	}
	content, err := neural.Read(f.Model)
	if err != nil {
		return fmt.Errorf("--model: %w", err)
	}
	bar, begin := c.bar(), time.Now()
	growing, err := book.Open(f.MakeBook, book.Params{
		Positions: f.Positions, Plies: f.plies(othelloPlies), Depth: f.Depth,
		Model: agent.Digest(content), Judge: judge, Jobs: f.Jobs, Progress: bar.Show,
	})
	if err != nil {
		return bookRefused(err)
	}
	defer growing.Close()
	grown, size, err := growing.Make(s.ctx)
	bar.Clear()
	switch {
	case err != nil && s.ctx.Err() != nil:
		return failure{fmt.Errorf("the book is not finished; the same command goes on with %s", growing.LogName())}
	case err != nil:
		return bookRefused(err)
	}
	start := grown.Entries()[0]
	fmt.Fprintf(s.stdout, "%d positions by searches of depth %d, %d bytes, the start is worth %+.2f discs, %.1f s\n",
		grown.Len(), f.Depth, size, float64(start.Value)/probcut.Disc, time.Since(begin).Seconds())
	return nil
}

// bookRefused tells bad input from failures.
func bookRefused(err error) error {
	if errors.As(err, new(exact.ErrBook)) || errors.As(err, new(book.Refused)) {
		return fmt.Errorf("--make-book: %w", err)
	}
	return failure{err}
}

func readBook(name string) (*exact.Book, error) {
	content, err := files.Read(name)
	if err != nil {
		return nil, fmt.Errorf("--book: %w", err)
	}
	book, err := exact.ReadBook(content)
	if err != nil {
		return nil, fmt.Errorf("--book %s: %w", name, err)
	}
	return book, nil
}
