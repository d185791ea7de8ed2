package exact

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/bits"
	"slices"

	"gambito/games/connect4"
)

// Book holds the scores of all positions of Connect 4 up to some ply in which
// the game is not over. Mirror images are one position. It is immutable and
// safe for concurrent use.
type Book struct {
	board  connect4Board
	plies  int
	keys   []uint64 // canonical, ascending
	scores []int8   // of the keys
}

// SetBook makes the solver look positions up before it searches. A nil book is
// none.
func (c *Connect4) SetBook(b *Book) error {
	if b != nil && (b.board.columns != c.columns || b.board.rows != c.rows) {
		return fmt.Errorf("the book is for a board of %d columns and %d rows, not of %d and %d", b.board.columns, b.board.rows, c.columns, c.rows)
	}
	c.book = b
	return nil
}

// Plies is up to which ply the book knows all positions.
func (b *Book) Plies() int { return b.plies }

// Len is the number of positions.
func (b *Book) Len() int { return len(b.keys) }

// score looks a position up; a nil book knows none.
func (b *Book) score(own, mask uint64) (score int, ok bool) {
	if b == nil || bits.OnesCount64(mask) > b.plies {
		return 0, false
	}
	i, ok := slices.BinarySearch(b.keys, b.board.canonicalKey(own, mask))
	if !ok {
		return 0, false
	}
	return int(b.scores[i]), true
}

// A book is written as
//
//	"C4BOOK" version columns rows plies   6 + 4 bytes
//	the number of positions               uvarint
//	the keys, each less the one before    uvarints
//	the scores                            a byte each
//	CRC-32 (IEEE) of all that             4 bytes, little-endian
const (
	bookMagic    = "C4BOOK"
	bookVersion  = 1
	bookHeader   = len(bookMagic) + 4
	bookChecksum = 4
)

// WriteBook writes what ReadBook reads.
func WriteBook(w io.Writer, b *Book) error {
	data := append([]byte(bookMagic), bookVersion, byte(b.board.columns), byte(b.board.rows), byte(b.plies))
	data = binary.AppendUvarint(data, uint64(len(b.keys)))
	last := uint64(0)
	for _, key := range b.keys {
		data = binary.AppendUvarint(data, key-last)
		last = key
	}
	for _, score := range b.scores {
		data = append(data, byte(score))
	}
	data = binary.LittleEndian.AppendUint32(data, crc32.ChecksumIEEE(data))
	_, err := w.Write(data)
	return err
}

// ReadBook reads what WriteBook wrote, and refuses anything else.
func ReadBook(data []byte) (*Book, error) {
	b, err := parseBook(data)
	if err != nil {
		return nil, fmt.Errorf("Connect 4 book: %w", err)
	}
	return b, nil
}

func parseBook(data []byte) (*Book, error) {
	if len(data) < bookHeader+bookChecksum || string(data[:len(bookMagic)]) != bookMagic {
		return nil, errors.New("the data does not begin as a book does")
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

	body = body[bookHeader:]
	count, size := binary.Uvarint(body)
	if size <= 0 || count > uint64(len(body)) {
		return nil, errors.New("the number of positions is unreadable or too large for the data")
	}
	body = body[size:]
	b.keys, b.scores = make([]uint64, count), make([]int8, count)
	key := uint64(0)
	for i := range b.keys {
		step, size := binary.Uvarint(body)
		if size <= 0 || key+step < key || i > 0 && step == 0 {
			return nil, fmt.Errorf("position %d is unreadable", i)
		}
		body = body[size:]
		key += step
		if !b.valid(key) {
			return nil, fmt.Errorf("position %d, %#x, is not one of the first %d plies", i, key, b.plies)
		}
		b.keys[i] = key
	}
	if len(body) != len(b.scores) {
		return nil, fmt.Errorf("%d scores for %d positions", len(body), len(b.scores))
	}
	for i, score := range body {
		b.scores[i] = int8(score)
		if most := winScore(b.board.cells, 1); int(b.scores[i]) > most || int(b.scores[i]) < -most {
			return nil, fmt.Errorf("position %d has the score %d, beyond ±%d", i, b.scores[i], most)
		}
	}
	return b, nil
}

// valid reports whether a key is one that the book may hold.
func (b *Book) valid(key uint64) bool {
	own, mask, ok := b.board.unkey(key)
	return ok && bits.OnesCount64(mask) <= b.plies && b.board.canonicalKey(own, mask) == key
}
