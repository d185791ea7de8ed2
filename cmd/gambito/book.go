package main

import (
	"errors"
	"fmt"
	"math/bits"
	"time"

	"gambito/files"
	"gambito/games"
	"gambito/games/connect4"
	"gambito/search/exact"
)

// makeBookFlags say which opening book to make.
type makeBookFlags struct {
	MakeBook string `type:"output" placeholder:"FILE" help:"Make an opening book of Connect 4 instead and write it to a new file."`
	Plies    int    `default:"4" help:"All positions up to this ply are in the book, and those of --file (default: ${default})."`
	Memory   int    `default:"1024" help:"Memory for what the jobs share, in MB (default: ${default})."`
	Jobs     int    `default:"${cores}" help:"How many cores make the book (default: all, ${default})."`
}

// Validate says whether the flags are in their ranges.
func (f makeBookFlags) Validate() error {
	switch {
	case f.Plies < 0:
		return fmt.Errorf("--plies %d: it must be 0 or more", f.Plies)
	case f.Memory < 8 || f.Memory > 1<<17:
		return fmt.Errorf("--memory %d: it must be 8 to %d", f.Memory, 1<<17)
	case f.Jobs < 1:
		return fmt.Errorf("--jobs %d: it must be 1 or more", f.Jobs)
	}
	return nil
}

// makeBook makes an opening book.
func (f makeBookFlags) makeBook(s *session, c solveCmd) error {
	g, err := games.Parse(c.Game)
	if err != nil {
		return err
	}
	board, ok := g.(*connect4.Game)
	if !ok {
		return fmt.Errorf("--make-book: only Connect 4 has opening books, not %s", g.Info().ID)
	}
	p := exact.BookParams{Plies: f.Plies, Jobs: f.Jobs, TableBits: bits.Len(uint(f.Memory)<<20/8) - 1}
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
	making, err := exact.OpenBook(f.MakeBook, board, p)
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

// bookRefused tells bad input from failures.
func bookRefused(err error) error {
	if errors.As(err, new(exact.ErrBook)) {
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
