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

// Book holds scores and preferred moves of positions of Connect 4 in which the
// game is not over: of all up to some ply, and of the repertoire up to some
// later ply. The repertoire are the positions that a player comes to who always
// makes the preferred move, be it as first or as second, whatever the opponent
// does. Mirror images are one position. It is immutable and safe for concurrent
// use.
//
// A book of outcomes says less of its positions: 1, 0 or −1 for a win, a draw or a
// loss instead of the score, and the preferred of the moves that keep that.
type Book struct {
	board      connect4Board
	outcomes   bool
	plies      int
	repertoire int      // its last ply
	keys       []uint64 // canonical, ascending
	scores     []int8   // of the keys
	columns    []uint8  // of the keys: the preferred moves
}

// SetBook makes the solver look positions up before it searches. It can have a book
// of scores and one of outcomes at the same time. A nil book stands for none of
// them.
func (c *Connect4) SetBook(b *Book) error {
	if b == nil {
		c.book, c.outcomes = nil, nil
		return nil
	}
	if err := b.isFor(c.columns, c.rows); err != nil {
		return err
	}
	if b.outcomes {
		c.outcomes = b
	} else {
		c.book = b
	}
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

// Outcomes reports whether the book is one of outcomes.
func (b *Book) Outcomes() bool { return b.outcomes }

// Plies is up to which ply the book knows all positions.
func (b *Book) Plies() int { return b.plies }

// Repertoire is up to which ply the book knows the repertoire.
func (b *Book) Repertoire() int { return b.repertoire }

// Len is the number of positions.
func (b *Book) Len() int { return len(b.keys) }

// Facts returns all that the book says.
func (b *Book) Facts() []BookFact {
	facts := make([]BookFact, len(b.keys))
	for i, key := range b.keys {
		facts[i] = BookFact{key, int(b.scores[i]), int(b.columns[i])}
	}
	return facts
}

// find looks a position up; a nil book knows none.
func (b *Book) find(own, mask uint64) (i int, ok bool) {
	if b == nil || bits.OnesCount64(mask) > max(b.plies, b.repertoire) {
		return 0, false
	}
	return slices.BinarySearch(b.keys, b.board.canonicalKey(own, mask))
}

// best returns what the book knows of a canonical position.
func (b *Book) best(own, mask uint64) (score, column int, ok bool) {
	i, ok := b.find(own, mask)
	if !ok {
		return 0, 0, false
	}
	return int(b.scores[i]), int(b.columns[i]), true
}

// score returns the score of a position that is in the book, or all of whose
// successors are.
func (b *Book) score(own, mask uint64) (score int, ok bool) {
	if i, ok := b.find(own, mask); ok {
		return int(b.scores[i]), true
	}
	if b == nil || bits.OnesCount64(mask) >= b.repertoire || b.board.won(own^mask) || mask == b.board.board {
		return 0, false
	}
	score, ok = b.board.scoreFrom(own, mask, func(own, mask uint64) (int, bool) {
		i, ok := b.find(own, mask)
		if !ok {
			return 0, false
		}
		return int(b.scores[i]), true
	})
	if b.outcomes {
		score = signOf(score)
	}
	return score, ok
}

// scoreFrom returns the score of a position in which the game is not over from
// the scores of its successors in which it is not over either.
func (b *connect4Board) scoreFrom(own, mask uint64, after func(own, mask uint64) (int, bool)) (score int, ok bool) {
	left := b.left(mask)
	score = lossScore(left, 1)
	for t := b.targets(mask); t != 0; t &= t - 1 {
		stone := t & -t
		switch {
		case b.won(own | stone):
			return winScore(left, 1), true
		case mask|stone == b.board:
			score = max(score, 0)
		default:
			reply, ok := after(own^mask, mask|stone)
			if !ok {
				return 0, false
			}
			score = max(score, -reply)
		}
	}
	return score, true
}

// A book is written as
//
//	"C4BOOK" version columns rows plies repertoire   6 + 5 bytes; the version of
//	                                                 books of outcomes is another
//	the number of positions                          uvarint
//	the keys, each less the one before               uvarints
//	the scores                                       a byte each
//	the columns of the preferred moves, from 0       a byte each
//	CRC-32 (IEEE) of all that                        4 bytes, little-endian
const (
	bookMagic       = "C4BOOK"
	bookVersion     = 2
	outcomesVersion = 3
	bookHeader      = len(bookMagic) + 5
	bookChecksum    = 4
)

// WriteBook writes what ReadBook reads.
func WriteBook(w io.Writer, b *Book) error {
	version := byte(bookVersion)
	if b.outcomes {
		version = outcomesVersion
	}
	data := append([]byte(bookMagic), version, byte(b.board.columns), byte(b.board.rows), byte(b.plies), byte(b.repertoire))
	data = binary.AppendUvarint(data, uint64(len(b.keys)))
	last := uint64(0)
	for _, key := range b.keys {
		data = binary.AppendUvarint(data, key-last)
		last = key
	}
	for _, score := range b.scores {
		data = append(data, byte(score))
	}
	data = append(data, b.columns...)
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
	if header[0] != bookVersion && header[0] != outcomesVersion {
		return nil, fmt.Errorf("version %d, but only versions %d and %d are known", header[0], bookVersion, outcomesVersion)
	}
	if _, err := connect4.New(int(header[1]), int(header[2]), 4); err != nil {
		return nil, err
	}
	b := &Book{board: newConnect4Board(int(header[1]), int(header[2])), outcomes: header[0] == outcomesVersion, plies: int(header[3]), repertoire: int(header[4])}
	if err := b.parsePositions(body[bookHeader:]); err != nil {
		return nil, err
	}
	return b, nil
}

func (b *Book) parsePositions(body []byte) error {
	count, size := binary.Uvarint(body)
	if size <= 0 || count > uint64(len(body)) {
		return errors.New("the number of positions is unreadable or too large for the data")
	}
	body = body[size:]
	b.keys, b.scores, b.columns = make([]uint64, count), make([]int8, count), make([]uint8, count)
	key := uint64(0)
	for i := range b.keys {
		step, size := binary.Uvarint(body)
		if size <= 0 || key+step < key || i > 0 && step == 0 {
			return fmt.Errorf("position %d is unreadable", i)
		}
		body = body[size:]
		key += step
		b.keys[i] = key
	}
	if len(body) != 2*len(b.keys) {
		return fmt.Errorf("%d scores and moves for %d positions", len(body), len(b.keys))
	}
	for i, key := range b.keys {
		f := BookFact{Key: key, Score: int(int8(body[i])), Column: int(body[len(b.keys)+i])}
		if err := b.board.check(f, max(b.plies, b.repertoire)); err != nil {
			return fmt.Errorf("position %d: %w", i, err)
		}
		if b.outcomes && f.Score != signOf(f.Score) {
			return fmt.Errorf("position %d: %d is no outcome", i, f.Score)
		}
		b.scores[i], b.columns[i] = int8(f.Score), uint8(f.Column)
	}
	return nil
}

// BookFact is what a book says of a position.
type BookFact struct {
	Key    uint64 // canonical
	Score  int
	Column int // of the preferred move, from 0
}

// check says whether a fact can be one of the first plies.
func (b *connect4Board) check(f BookFact, plies int) error {
	own, mask, ok := b.unkey(f.Key)
	switch most := winScore(b.cells, 1); {
	case !ok || bits.OnesCount64(mask) > plies || b.canonicalKey(own, mask) != f.Key:
		return fmt.Errorf("%#x is not one of the first %d plies", f.Key, plies)
	case f.Score > most || f.Score < -most:
		return fmt.Errorf("the score %d is beyond ±%d", f.Score, most)
	case f.Column < 0 || f.Column >= b.columns || b.targets(mask)&b.column(f.Column) == 0:
		return fmt.Errorf("column %d is not a legal move", f.Column+1)
	}
	return nil
}
