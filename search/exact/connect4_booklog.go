package exact

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"

	"gambito/games/connect4"
)

// The log of a book in the making is a text: a line that names the board, then a
// line a fact, of its key, score, column from 1 and a checksum. Facts hold for
// the board whatever book they are found for, so a log serves books of any plies.

// BookLogHeader is the first line of the log of a board.
func BookLogHeader(g *connect4.Game) string {
	columns, rows, _ := g.Size()
	return fmt.Sprintf("gambito: facts for a book of Connect 4, %d columns, %d rows\n", columns, rows)
}

// BookLogLine is the line of a fact.
func BookLogLine(f BookFact) string {
	text := fmt.Sprintf("%016x %d %d", f.Key, f.Score, f.Column+1)
	return fmt.Sprintf("%s %08x\n", text, crc32.ChecksumIEEE([]byte(text)))
}

// ReadBookLog returns the facts of a log for g, and how many of its bytes are
// whole lines: whatever wrote it may have been stopped in the middle of the last
// one, which does not count. Other damage is an error.
func ReadBookLog(g *connect4.Game, data []byte) (facts []BookFact, whole int, err error) {
	whole = bytes.LastIndexByte(data, '\n') + 1
	if whole == 0 {
		return nil, 0, nil
	}
	header := BookLogHeader(g)
	lines, ok := bytes.CutPrefix(data[:whole], []byte(header))
	if !ok {
		return nil, 0, fmt.Errorf("it does not begin with %q", header[:len(header)-1])
	}
	columns, rows, _ := g.Size()
	board := newConnect4Board(columns, rows)
	number := 1
	for line := range bytes.Lines(lines) {
		number++
		f, err := readBookLogLine(string(line))
		if err == nil {
			_, err = board.check(f)
		}
		if err != nil {
			return nil, 0, fmt.Errorf("line %d: %w", number, err)
		}
		facts = append(facts, f)
	}
	return facts, whole, nil
}

func readBookLogLine(line string) (f BookFact, err error) {
	var sum uint32
	_, err = fmt.Sscanf(line, "%x %d %d %x\n", &f.Key, &f.Score, &f.Column, &sum)
	f.Column--
	if err != nil || BookLogLine(f) != line {
		return f, errors.New("it is damaged")
	}
	return f, nil
}
