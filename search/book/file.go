package book

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"gambito/game"
	"gambito/games/othello"
)

// A book is written as
//
//	"OTBOOK" version             6 + 1 bytes
//	digest of the model          32 bytes
//	what it holds                compressed (RFC 1951)
//	CRC-32 (IEEE) of all that    4 bytes, little-endian
//
// where what it holds is, position after position,
//
//	which replies are in the book    uvarint, bit i for the reply with the i-th least move
//	depth of the search              a byte, 0 if no move leads out
//	the move out                     a byte, unless that was 0
//	what it is worth                 varint, unless that was 0
//
// Positions themselves are not written. The first is the start, and those behind the
// replies of a position that have not come yet come next to be described: what is in the
// book is reached by legal moves, whatever the file says.
const (
	magic        = "OTBOOK"
	version      = 1
	digestSize   = 32
	headerSize   = len(magic) + 1 + digestSize
	checksumSize = 4

	// mostHeld is far beyond what a book holds that can be grown, in bytes.
	mostHeld = 1 << 26
)

// Encode is the book as a file.
func (b *Book) Encode() ([]byte, error) {
	digest, err := hex.DecodeString(b.model)
	if err != nil || len(digest) != digestSize {
		return nil, fmt.Errorf("the digest %q of a model is none", b.model)
	}
	var data bytes.Buffer
	data.WriteString(magic)
	data.WriteByte(version)
	data.Write(digest)
	compressed, err := flate.NewWriter(&data, flate.BestCompression)
	if err == nil {
		_, err = compressed.Write(b.held())
	}
	if err == nil {
		err = compressed.Close()
	}
	if err != nil {
		return nil, err
	}
	return binary.LittleEndian.AppendUint32(data.Bytes(), crc32.ChecksumIEEE(data.Bytes())), nil
}

// held is what the book holds.
func (b *Book) held() (data []byte) {
	queue, seen := []int{0}, map[int]bool{0: true}
	for len(queue) > 0 {
		n := &b.nodes[queue[0]]
		queue = queue[1:]
		var in uint64
		for i, r := range n.Position.replies() {
			at, ok := b.index[r.to]
			if !ok {
				continue
			}
			in |= 1 << i
			if !seen[at] {
				seen[at] = true
				queue = append(queue, at)
			}
		}
		data = binary.AppendUvarint(data, in)
		data = append(data, byte(n.Exit.Depth))
		if n.Exit.Depth > 0 {
			data = append(data, byte(n.Exit.Move))
			data = binary.AppendVarint(data, int64(n.Exit.Value))
		}
	}
	return data
}

// Decode reads what Encode wrote. What it accepts may be bad play, but is a book: all
// positions are reached by legal moves, and all moves are legal.
func Decode(data []byte) (*Book, error) {
	b, err := decode(data)
	if err != nil {
		return nil, fmt.Errorf("the book of Othello: %w", err)
	}
	return b, nil
}

func decode(data []byte) (*Book, error) {
	if len(data) < headerSize+checksumSize || string(data[:len(magic)]) != magic {
		return nil, errors.New("it is not a book of Othello")
	}
	body := data[:len(data)-checksumSize]
	if crc32.ChecksumIEEE(body) != binary.LittleEndian.Uint32(data[len(body):]) {
		return nil, errors.New("the checksum is wrong: the data is damaged or cut off")
	}
	if body[len(magic)] != version {
		return nil, fmt.Errorf("version %d, but only version %d is known", body[len(magic)], version)
	}
	rest := bytes.NewReader(body[headerSize:])
	held, err := io.ReadAll(io.LimitReader(flate.NewReader(rest), mostHeld))
	switch {
	case err != nil || rest.Len() > 0:
		return nil, errors.New("what it holds cannot be decompressed")
	case len(held) == mostHeld:
		return nil, fmt.Errorf("it holds more than %d bytes", mostHeld)
	}
	b := &Book{model: hex.EncodeToString(body[len(magic)+1 : headerSize])}
	if err := b.parse(held); err != nil {
		return nil, err
	}
	weigh(b.nodes)
	return b, nil
}

// parse reads all positions.
func (b *Book) parse(data []byte) error {
	b.nodes = []node{{Entry: Entry{Position: Start()}}}
	b.index = map[Position]int{Start(): 0}
	said := [][]bool{} // which replies of each position are said to be in the book
	for at := 0; at < len(b.nodes); at++ {
		n := &b.nodes[at]
		replies := n.Position.replies()
		in, size := binary.Uvarint(data)
		if size <= 0 || in>>len(replies) != 0 {
			return fmt.Errorf("position %d: its replies are unreadable", at)
		}
		rest, err := n.Exit.parse(data[size:], n.Position)
		if err != nil {
			return fmt.Errorf("position %d: %w", at, err)
		}
		data = rest
		said = append(said, make([]bool, len(replies)))
		for i, r := range replies {
			if in>>i&1 == 0 {
				continue
			}
			said[at][i] = true
			if _, ok := b.index[r.to]; !ok {
				b.index[r.to] = len(b.nodes)
				b.nodes = append(b.nodes, node{Entry: Entry{Position: r.to}})
			}
		}
	}
	if len(data) > 0 {
		return fmt.Errorf("%d bytes are left over behind the last position", len(data))
	}
	return b.link(said)
}

// parse reads the way out of a position from the beginning of data and returns the rest.
func (e *Exit) parse(data []byte, p Position) (rest []byte, err error) {
	wrong := errors.New("its way out is unreadable")
	if len(data) == 0 {
		return nil, wrong
	}
	if data[0] == 0 {
		return data[1:], nil
	}
	if len(data) < 3 {
		return nil, wrong
	}
	value, size := binary.Varint(data[2:])
	e.Depth, e.Move, e.Value = int(data[0]), game.Move(data[1]), int(value)
	switch {
	case size <= 0 || value >= most || value <= -most:
		return nil, wrong
	case e.Move > 63 || othello.Legal(p.Own, p.Opp)>>e.Move&1 == 0:
		return nil, fmt.Errorf("its way out, %d, is not a legal move", e.Move)
	}
	return data[2+size:], nil
}

// link joins the positions to those behind their replies. Law: a reply is in the book if
// its position is, and ways out lead out.
func (b *Book) link(said [][]bool) error {
	for at := range b.nodes {
		n := &b.nodes[at]
		for i, r := range n.Position.replies() {
			to, ok := b.index[r.to]
			if ok != said[at][i] {
				return fmt.Errorf("position %d: a reply is in the book but not said to be", at)
			}
			if !ok {
				continue
			}
			n.known = append(n.known, known{r.moves, to})
			for _, m := range r.moves {
				if n.Exit.Depth > 0 && m == n.Exit.Move {
					return fmt.Errorf("position %d: its way out stays in the book", at)
				}
			}
		}
		if (n.Exit.Depth > 0) != n.leaves() {
			return fmt.Errorf("position %d: it must have a way out if a move leads out, and else none", at)
		}
	}
	return nil
}
