package exact

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/bits"
	"slices"

	"gambito/games/connect4"
)

// Book knows scores and preferred moves of positions of Connect 4: of all up to
// some ply, and of chosen ones of later plies. It is immutable and safe for
// concurrent use.
//
// It holds no more than it has to. Mirror images are one position; positions that
// need no search are left out (see static); and of the plies of which it knows all
// positions it holds the last and every third before it, from which those between
// follow.
type Book struct {
	board  connect4Board
	plies  int
	levels []bookLevel // by ply
}

// bookLevel is what a book holds of a ply.
type bookLevel struct {
	keys    []uint64 // canonical, ascending
	scores  []int8   // of the keys
	columns []uint8  // of the keys: the preferred moves
}

// bookStep is from how many plies a book holds one.
const bookStep = 3

// SetBook makes the solver look positions up before it searches. A nil book
// stands for none.
func (c *Connect4) SetBook(b *Book) error {
	if b != nil {
		if err := b.isFor(c.columns, c.rows); err != nil {
			return err
		}
	}
	c.book = b
	return nil
}

// Check says whether the book is one for g.
func (b *Book) Check(g *connect4.Game) error {
	columns, rows, _ := g.Size()
	return b.isFor(columns, rows)
}

func (b *Book) isFor(columns, rows int) error {
	if b.board.columns != columns || b.board.rows != rows {
		return fmt.Errorf("the book is for a board of %d columns and %d rows, not of %d and %d", b.board.columns, b.board.rows, columns, rows)
	}
	return nil
}

// Plies is up to which ply the book knows all positions.
func (b *Book) Plies() int { return b.plies }

// Len is the number of positions that the book holds of the plies of which it
// knows all, and of later ones.
func (b *Book) Len() (plies, later int) {
	for ply, level := range b.levels {
		if ply <= b.plies {
			plies += len(level.keys)
		} else {
			later += len(level.keys)
		}
	}
	return plies, later
}

// score returns the score of a position in which the game is not over.
func (b *Book) score(own, mask uint64) (score int, ok bool) {
	score, _, ok = b.best(own, mask)
	return score, ok
}

// best returns score and preferred column of a position in which the game is not
// over. The column is right only of a canonical position. A nil book knows none.
func (b *Book) best(own, mask uint64) (score, column int, ok bool) {
	ply := bits.OnesCount64(mask)
	if b == nil || ply >= len(b.levels) {
		return 0, 0, false
	}
	level := &b.levels[ply]
	if i, ok := slices.BinarySearch(level.keys, b.board.canonicalKey(own, mask)); ok {
		return int(level.scores[i]), int(level.columns[i]), true
	}
	if b.holds(ply) {
		return 0, 0, false
	}
	return b.board.bestFrom(own, mask, b.score)
}

// holds reports whether the book holds all that it knows of a ply.
func (b *Book) holds(ply int) bool { return ply >= b.plies || (b.plies-ply)%bookStep == 0 }

// Knows reports whether a fact is one that the book does not need to be told.
func (b *Book) Knows(f BookFact) bool {
	own, mask, _ := b.board.unkey(f.Key)
	if _, _, static := b.board.static(own, mask); static {
		return true
	}
	score, column, ok := b.best(own, mask)
	return ok && score == f.Score && column == f.Column
}

// bestFrom returns the score and the preferred column of a position in which the
// game is not over, from the scores of the successors that need a search.
func (b *connect4Board) bestFrom(own, mask uint64, after func(own, mask uint64) (int, bool)) (score, column int, ok bool) {
	score = -b.cells
	for _, c := range b.preferred {
		stone := b.targets(mask) & b.column(c)
		if stone == 0 {
			continue
		}
		_, reply, ok := b.static(own^mask, mask|stone)
		if !ok {
			if reply, ok = after(own^mask, mask|stone); !ok {
				return 0, 0, false
			}
		}
		if -reply > score {
			score, column = -reply, c
		}
	}
	return score, column, true
}

// A book is written as
//
//	"C4BOOK" version columns rows plies    6 + 4 bytes
//	what it holds                          compressed (RFC 1951)
//	CRC-32 (IEEE) of all that              4 bytes, little-endian
//
// where what it holds is, ply after ply from the first to the last,
//
//	the number of positions                uvarint
//	the keys, each less the one before     uvarints
//	the scores                             a byte each
//	the columns, from 0                    a byte each
const (
	bookMagic    = "C4BOOK"
	bookVersion  = 4
	bookHeader   = len(bookMagic) + 4
	bookChecksum = 4

	// maxBook is far beyond what the book of any board holds that can be made,
	// in bytes.
	maxBook = 1 << 28
)

// WriteBook writes what ReadBook reads.
func WriteBook(w io.Writer, b *Book) error {
	var data bytes.Buffer
	data.WriteString(bookMagic)
	data.Write([]byte{bookVersion, byte(b.board.columns), byte(b.board.rows), byte(b.plies)})
	compressed, err := flate.NewWriter(&data, flate.BestCompression)
	if err != nil {
		return err
	}
	for _, level := range b.levels {
		if _, err := compressed.Write(level.append(nil)); err != nil {
			return err
		}
	}
	if err := compressed.Close(); err != nil {
		return err
	}
	_, err = w.Write(binary.LittleEndian.AppendUint32(data.Bytes(), crc32.ChecksumIEEE(data.Bytes())))
	return err
}

func (l *bookLevel) append(data []byte) []byte {
	data = binary.AppendUvarint(data, uint64(len(l.keys)))
	last := uint64(0)
	for _, key := range l.keys {
		data = binary.AppendUvarint(data, key-last)
		last = key
	}
	for _, score := range l.scores {
		data = append(data, byte(score))
	}
	return append(data, l.columns...)
}

// ReadBook reads what WriteBook wrote. What it accepts may be wrong or have gaps, but
// does no harm: all positions are some, and all moves legal.
func ReadBook(data []byte) (*Book, error) {
	b, err := parseBook(data)
	if err == nil {
		err = b.check()
	}
	if err != nil {
		return nil, fmt.Errorf("the book of Connect 4: %w", err)
	}
	return b, nil
}

// parseBook is ReadBook for data that is known to be a book: it does not look
// whether positions, scores and moves can be such, which takes as long as the rest.
func parseBook(data []byte) (*Book, error) {
	if len(data) < bookHeader+bookChecksum || string(data[:len(bookMagic)]) != bookMagic {
		return nil, errors.New("it is not a book of Connect 4")
	}
	body := data[:len(data)-bookChecksum]
	if crc32.ChecksumIEEE(body) != binary.LittleEndian.Uint32(data[len(body):]) {
		return nil, errors.New("the checksum is wrong: the data is damaged or cut off")
	}
	header := body[len(bookMagic):bookHeader]
	if header[0] != bookVersion {
		return nil, fmt.Errorf("version %d, but only version %d is known", header[0], bookVersion)
	}
	if _, err := connect4.New(int(header[1]), int(header[2]), 4); err != nil {
		return nil, err
	}
	b := &Book{board: newConnect4Board(int(header[1]), int(header[2])), plies: int(header[3])}
	rest := bytes.NewReader(body[bookHeader:])
	held, err := io.ReadAll(io.LimitReader(flate.NewReader(rest), maxBook))
	switch {
	case err != nil || rest.Len() > 0:
		return nil, errors.New("what it holds cannot be decompressed")
	case len(held) == maxBook:
		return nil, fmt.Errorf("it holds more than %d bytes", maxBook)
	}
	for len(held) > 0 {
		if len(b.levels) > b.board.cells {
			return nil, fmt.Errorf("more plies than the board has cells, %d", b.board.cells)
		}
		var level bookLevel
		if held, err = level.parse(held); err != nil {
			return nil, fmt.Errorf("ply %d: %w", len(b.levels), err)
		}
		b.levels = append(b.levels, level)
	}
	if b.plies >= len(b.levels) {
		return nil, fmt.Errorf("%d plies, but nothing of the last", b.plies)
	}
	return b, nil
}

// parse reads a ply from the beginning of data and returns the rest.
func (l *bookLevel) parse(data []byte) (rest []byte, err error) {
	count, size := binary.Uvarint(data)
	if size <= 0 || count > uint64(len(data))/3 { // a position has three bytes or more
		return nil, errors.New("the number of positions is unreadable or too large for the data")
	}
	data = data[size:]
	l.keys, l.scores = make([]uint64, count), make([]int8, count)
	key := uint64(0)
	for i := range l.keys {
		step, size := binary.Uvarint(data)
		if size <= 0 || key+step < key || i > 0 && step == 0 {
			return nil, fmt.Errorf("position %d is unreadable", i)
		}
		data = data[size:]
		key += step
		l.keys[i] = key
	}
	if len(data) < 2*len(l.keys) {
		return nil, fmt.Errorf("%d scores and moves for %d positions", len(data), len(l.keys))
	}
	for i := range l.scores {
		l.scores[i] = int8(data[i])
	}
	l.columns = slices.Clone(data[len(l.keys) : 2*len(l.keys)])
	return data[2*len(l.keys):], nil
}

// check says whether all that the book holds can be such.
func (b *Book) check() error {
	for ply, level := range b.levels {
		for i, key := range level.keys {
			at, err := b.board.check(BookFact{key, int(level.scores[i]), int(level.columns[i])})
			if err == nil && at != ply {
				err = fmt.Errorf("it is of ply %d", at)
			}
			if err != nil {
				return fmt.Errorf("ply %d, position %d: %w", ply, i, err)
			}
		}
	}
	return nil
}

// BookFact is what a book says of a position.
type BookFact struct {
	Key    uint64 // canonical
	Score  int
	Column int // of the preferred move, from 0
}

// check says whether a fact can be one, and of which ply.
func (b *connect4Board) check(f BookFact) (ply int, err error) {
	own, mask, ok := b.unkey(f.Key)
	switch most := winScore(b.cells, 1); {
	case !ok || b.canonicalKey(own, mask) != f.Key:
		return 0, fmt.Errorf("%#x is not a position", f.Key)
	case f.Score > most || f.Score < -most:
		return 0, fmt.Errorf("the score %d is beyond ±%d", f.Score, most)
	case f.Column < 0 || f.Column >= b.columns || b.targets(mask)&b.column(f.Column) == 0:
		return 0, fmt.Errorf("column %d is not a legal move", f.Column+1)
	}
	return bits.OnesCount64(mask), nil
}
