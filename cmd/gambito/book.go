package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"os"
	"slices"
	"time"

	"gambito/files"
	"gambito/games"
	"gambito/games/connect4"
	"gambito/search/exact"
	"gambito/terminal"
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
	if err := p.Check(board); err != nil {
		return err
	}
	if _, err := os.Lstat(f.MakeBook); err == nil {
		return fmt.Errorf("--make-book: %s exists; choose a new file", f.MakeBook)
	}
	log := f.MakeBook + ".part"
	unlock, err := files.Lock(log)
	if errors.Is(err, files.ErrLocked) {
		return fmt.Errorf("--make-book: %s is in the making already", f.MakeBook)
	} else if err != nil {
		return failure{err}
	}
	defer unlock()
	part, known, err := openPart(board, log)
	if err != nil {
		return err
	}
	defer part.Close()
	begin := time.Now()
	p.Known = known
	book, err := searchBook(s, board, p, part)
	if s.ctx.Err() != nil {
		return failure{fmt.Errorf("the book is not finished; the same command goes on with %s", part.Name())}
	}
	if err != nil {
		return err
	}
	var content bytes.Buffer
	if err := exact.WriteBook(&content, book); err != nil {
		return failure{err}
	}
	if content.Len() > files.MaxSize {
		return failure{fmt.Errorf("the book has %d bytes, and no more than %d can be read", content.Len(), files.MaxSize)}
	}
	if err := files.Replace(f.MakeBook, content.Bytes()); err != nil {
		return failure{err}
	}
	if !slices.ContainsFunc(known, func(f exact.BookFact) bool { return !book.Knows(f) }) { // else it serves a larger book
		if err := os.Remove(part.Name()); err != nil {
			return failure{err}
		}
	}
	plies, later := book.Len()
	fmt.Fprintf(s.stdout, "%d positions from which all up to ply %d follow, and %d of later plies, %d bytes, %.1f s\n",
		plies, book.Plies(), later, content.Len(), time.Since(begin).Seconds())
	return nil
}

// searchBook makes the book and appends what it finds to part.
func searchBook(s *session, g *connect4.Game, p exact.BookParams, part io.Writer) (*exact.Book, error) {
	var progress *terminal.Progress
	last := -1
	p.Found = func(fact exact.BookFact) error {
		if _, err := io.WriteString(part, exact.BookLogLine(fact)); err != nil {
			return failure{err}
		}
		return nil
	}
	p.Progress = func(ply, done, total int) {
		if ply != last {
			progress.Clear()
			progress, last = terminal.NewProgress(os.Stderr, fmt.Sprintf("positions of ply %d", ply), total), ply
		}
		progress.Show(done)
	}
	book, err := exact.MakeBook(s.ctx, g, p)
	progress.Clear()
	return book, err
}

// maxPart is far beyond the log of any book that can be made.
const maxPart = 1 << 30

// openPart opens the log of a book in the making for appending, and returns
// what it says already.
func openPart(g *connect4.Game, name string) (part *os.File, known []exact.BookFact, err error) {
	part, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, nil, failure{err}
	}
	defer func() {
		if err != nil {
			part.Close()
		}
	}()
	data, err := io.ReadAll(io.LimitReader(part, maxPart))
	if err != nil {
		return nil, nil, failure{err}
	}
	known, whole, err := exact.ReadBookLog(g, data)
	if err != nil {
		return nil, nil, fmt.Errorf("%s cannot be continued: %w; remove it to begin anew", name, err)
	}
	err = errors.Join(part.Truncate(int64(whole)), seek(part, int64(whole)))
	if err == nil && whole == 0 {
		_, err = io.WriteString(part, exact.BookLogHeader(g))
	}
	if err != nil {
		return nil, nil, failure{err}
	}
	return part, known, nil
}

func seek(file *os.File, offset int64) error {
	_, err := file.Seek(offset, io.SeekStart)
	return err
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
