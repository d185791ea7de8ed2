package book

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"os"

	"gambito/files"
	"gambito/game"
	"gambito/games/othello"
)

// Growing is a book that becomes a file. While it grows, every answer is written to a
// log beside it, so that whatever stops it can be gone on from; nobody else can grow the
// same file meanwhile. It belongs to one goroutine.
type Growing struct {
	Name string

	params Params
	log    *os.File
	unlock func() error
}

// Refused says why a book cannot be grown into a file.
type Refused struct{ Err error }

func (e Refused) Error() string { return e.Err.Error() }

// Unwrap is for package errors.
func (e Refused) Unwrap() error { return e.Err }

// Open begins a book that is to become a new file, or goes on with it. What is wrong
// with the parameters, the file or the log is Refused.
func Open(name string, p Params) (*Growing, error) {
	if err := p.Check(); err != nil {
		return nil, Refused{err}
	}
	if _, err := os.Lstat(name); err == nil {
		return nil, Refused{fmt.Errorf("%s exists; choose a new file", name)}
	}
	g := &Growing{Name: name, params: p}
	var err error
	g.unlock, err = files.Lock(g.LogName())
	if errors.Is(err, files.ErrLocked) {
		return nil, Refused{fmt.Errorf("%s is in the making already", name)}
	} else if err != nil {
		return nil, err
	}
	if err := g.openLog(); err != nil {
		return nil, errors.Join(err, g.unlock())
	}
	return g, nil
}

// LogName is the name of the log.
func (g *Growing) LogName() string { return g.Name + ".part" }

// mostLog is far beyond the log of any book that can be grown.
const mostLog = 1 << 30

// openLog opens the log for appending, and reads what it says already.
func (g *Growing) openLog() (err error) {
	g.log, err = os.OpenFile(g.LogName(), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			g.log.Close()
		}
	}()
	data, err := io.ReadAll(io.LimitReader(g.log, mostLog))
	if err != nil {
		return err
	}
	header := logHeader(g.params.Depth, g.params.Model)
	known, whole, err := readLog(header, data)
	if err != nil {
		return Refused{fmt.Errorf("%s cannot be continued: %w; remove it to begin anew", g.LogName(), err)}
	}
	if err := g.log.Truncate(int64(whole)); err != nil {
		return err
	}
	if _, err := g.log.Seek(int64(whole), io.SeekStart); err != nil {
		return err
	}
	if whole == 0 {
		_, err = io.WriteString(g.log, header)
	}
	maps.Copy(known, g.params.Known)
	g.params.Known = known
	return err
}

// Make grows the book, writes the file and removes the log. Size is how many bytes the
// file has. If ctx ends, the log holds what was found, and the book can be opened again.
func (g *Growing) Make(ctx context.Context) (b *Book, size int, err error) {
	p := g.params
	p.Found = func(q Question, a Answer) error {
		_, err := io.WriteString(g.log, logLine(q, a))
		return err
	}
	if b, err = Grow(ctx, p); err != nil {
		return nil, 0, err
	}
	data, err := b.Encode()
	if err == nil {
		err = files.Replace(g.Name, data)
	}
	if err != nil {
		return nil, 0, err
	}
	return b, len(data), os.Remove(g.LogName())
}

// Close lets go of the log.
func (g *Growing) Close() error { return errors.Join(g.log.Close(), g.unlock()) }

// The log is a text: a line that names the depth and the model, then a line an answer,
// of the discs, the moves that do not count, the best of the others, its value and a
// checksum. Answers hold for any number of positions and plies.

func logHeader(depth int, model string) string {
	return fmt.Sprintf("gambito: searches for a book of Othello, depth %d, model %s\n", depth, model)
}

func logLine(q Question, a Answer) string {
	text := fmt.Sprintf("%016x %016x %016x %d %d", q.Position.Own, q.Position.Opp, q.Except, a.Move, a.Value)
	return fmt.Sprintf("%s %08x\n", text, crc32.ChecksumIEEE([]byte(text)))
}

// readLog returns the answers of a log, and how many of its bytes are whole lines:
// whatever wrote it may have been stopped in the middle of the last one, which does not
// count. Other damage is an error.
func readLog(header string, data []byte) (known map[Question]Answer, whole int, err error) {
	known = map[Question]Answer{}
	whole = bytes.LastIndexByte(data, '\n') + 1
	if whole == 0 {
		return known, 0, nil
	}
	lines, ok := bytes.CutPrefix(data[:whole], []byte(header))
	if !ok {
		return nil, 0, fmt.Errorf("it does not begin with %q", header[:len(header)-1])
	}
	number := 1
	for line := range bytes.Lines(lines) {
		number++
		q, a, err := readLogLine(string(line))
		if err != nil {
			return nil, 0, fmt.Errorf("line %d: %w", number, err)
		}
		known[q] = a
	}
	return known, whole, nil
}

func readLogLine(line string) (q Question, a Answer, err error) {
	var sum uint32
	var move uint8
	_, err = fmt.Sscanf(line, "%x %x %x %d %d %x\n", &q.Position.Own, &q.Position.Opp, &q.Except, &move, &a.Value, &sum)
	a.Move = game.Move(move)
	own, opp := q.Position.Own, q.Position.Opp
	switch {
	case err != nil || logLine(q, a) != line:
		return q, a, errors.New("it is damaged")
	case own&opp != 0 || move > 63 || (othello.Legal(own, opp)&^q.Except)>>move&1 == 0 || a.Value >= most || a.Value <= -most:
		return q, a, errors.New("it is no answer")
	}
	return q, a, nil
}
