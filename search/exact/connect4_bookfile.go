package exact

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"gambito/files"
	"gambito/games/connect4"
)

// BookFile is a book that becomes a file. While it is made, every fact that took a
// search is written to a log beside it, so that whatever stops it can be gone on
// from; nobody else can make the same file meanwhile. It belongs to one goroutine.
type BookFile struct {
	Name string

	game   *connect4.Game
	params BookParams
	log    *os.File
	unlock func() error
}

// ErrBook says why a book cannot be made into a file.
type ErrBook struct{ Err error }

func (e ErrBook) Error() string { return e.Err.Error() }

// Unwrap is for package errors.
func (e ErrBook) Unwrap() error { return e.Err }

// OpenBook begins a book for g that is to become a new file, or goes on with it:
// the facts of its log come to those that the parameters know. What is wrong with
// the parameters, the file or the log is an ErrBook.
func OpenBook(name string, g *connect4.Game, p BookParams) (*BookFile, error) {
	if err := p.Check(g); err != nil {
		return nil, ErrBook{err}
	}
	if _, err := os.Lstat(name); err == nil {
		return nil, ErrBook{fmt.Errorf("%s exists; choose a new file", name)}
	}
	columns, rows, _ := g.Size()
	board := newConnect4Board(columns, rows)
	var err error
	if p.levels, err = board.list(p.Plies); err != nil {
		return nil, ErrBook{err}
	}
	f := &BookFile{Name: name, game: g, params: p}
	f.unlock, err = files.Lock(f.LogName())
	if errors.Is(err, files.ErrLocked) {
		return nil, ErrBook{fmt.Errorf("%s is in the making already", name)}
	} else if err != nil {
		return nil, err
	}
	if err := f.openLog(); err != nil {
		return nil, errors.Join(err, f.unlock())
	}
	return f, nil
}

// LogName is the name of the log.
func (f *BookFile) LogName() string { return f.Name + ".part" }

// maxBookLog is far beyond the log of any book that can be made.
const maxBookLog = 1 << 30

// openLog opens the log for appending, and reads what it says already.
func (f *BookFile) openLog() (err error) {
	f.log, err = os.OpenFile(f.LogName(), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.log.Close()
		}
	}()
	data, err := io.ReadAll(io.LimitReader(f.log, maxBookLog))
	if err != nil {
		return err
	}
	known, whole, err := ReadBookLog(f.game, data)
	if err != nil {
		return ErrBook{fmt.Errorf("%s cannot be continued: %w; remove it to begin anew", f.LogName(), err)}
	}
	if err := f.log.Truncate(int64(whole)); err != nil {
		return err
	}
	if _, err := f.log.Seek(int64(whole), io.SeekStart); err != nil {
		return err
	}
	if whole == 0 {
		_, err = io.WriteString(f.log, BookLogHeader(f.game))
	}
	f.params.Known = append(slices.Clone(f.params.Known), known...)
	return err
}

// Make makes the book, writes the file and removes the log, unless that serves a
// larger book too. Size is how many bytes the file has. If ctx ends, the log holds
// what was found, and the book can be opened again.
func (f *BookFile) Make(ctx context.Context) (book *Book, size int, err error) {
	p := f.params
	p.Found = func(fact BookFact) error {
		if _, err := io.WriteString(f.log, BookLogLine(fact)); err != nil || f.params.Found == nil {
			return err
		}
		return f.params.Found(fact)
	}
	if book, err = MakeBook(ctx, f.game, p); err != nil {
		return nil, 0, err
	}
	var content bytes.Buffer
	if err := WriteBook(&content, book); err != nil {
		return nil, 0, err
	}
	if content.Len() > files.MaxSize {
		return nil, 0, fmt.Errorf("the book has %d bytes, and no more than %d can be read", content.Len(), files.MaxSize)
	}
	if err := files.Replace(f.Name, content.Bytes()); err != nil {
		return nil, 0, err
	}
	if !slices.ContainsFunc(p.Known, func(fact BookFact) bool { return !book.Knows(fact) }) {
		err = os.Remove(f.LogName())
	}
	return book, content.Len(), err
}

// Close lets go of the log.
func (f *BookFile) Close() error { return errors.Join(f.log.Close(), f.unlock()) }
