package replay

import (
	"encoding/binary"
	"errors"
	"math"

	"gambito/game"
)

// A game is written as numbers of variable length: round, number, score, the
// count of moves and the moves, each followed by what was found: a byte of
// flags, the value in 1/127, and the shares, each a move and 1/65535.

// Flags of a position.
const (
	valued = 1 << iota
	shared
	skipped
	proven
)

const (
	valueUnit = 127.0
	shareUnit = 65535.0

	maxMoves = 1 << 14 // of a game, and alternatives of a move: more is no game
)

// Append appends the game's bytes.
func (g *Game) Append(to []byte) []byte {
	to = binary.AppendUvarint(to, uint64(g.Round))
	to = binary.AppendUvarint(to, uint64(g.Number))
	to = binary.AppendVarint(to, int64(math.Round(g.Score)))
	to = binary.AppendUvarint(to, uint64(len(g.Moves)))
	for i, m := range g.Moves {
		to = binary.AppendUvarint(to, uint64(m))
		var f Found
		if len(g.Found) > 0 {
			f = g.Found[i]
		}
		to = f.append(to)
	}
	return to
}

func (f Found) append(to []byte) []byte {
	var flags byte
	if f.Valued {
		flags |= valued
	}
	if len(f.Shares) > 0 {
		flags |= shared
	}
	if f.Skip {
		flags |= skipped
	}
	if f.Proven {
		flags |= proven
	}
	to = append(to, flags)
	if f.Valued {
		to = append(to, byte(int8(math.Round(max(-1, min(1, f.Value))*valueUnit))))
	}
	if len(f.Shares) > 0 {
		to = binary.AppendUvarint(to, uint64(len(f.Shares)))
		for _, s := range f.Shares {
			to = binary.AppendUvarint(to, uint64(s.Move))
			to = binary.LittleEndian.AppendUint16(to, uint16(math.Round(max(0, min(1, s.Share))*shareUnit)))
		}
	}
	return to
}

var errCut = errors.New("it is cut off or damaged")

// reader takes numbers from bytes; after the first that is not there all are 0.
type reader struct {
	data []byte
	err  error
}

func (r *reader) number(most uint64) uint64 {
	n, size := binary.Uvarint(r.data)
	if size <= 0 || n > most {
		r.fail()
		return 0
	}
	r.data = r.data[size:]
	return n
}

func (r *reader) signed() int64 {
	n, size := binary.Varint(r.data)
	if size <= 0 {
		r.fail()
		return 0
	}
	r.data = r.data[size:]
	return n
}

func (r *reader) bytes(n int) []byte {
	if len(r.data) < n {
		r.fail()
		return make([]byte, n)
	}
	b := r.data[:n]
	r.data = r.data[n:]
	return b
}

func (r *reader) fail() {
	r.data, r.err = nil, errCut
}

// Parse reads what Append wrote and checks it by the rules.
func Parse(rules game.Game, data []byte) (*Game, error) {
	r := reader{data: data}
	g := &Game{Round: int(r.number(math.MaxInt32)), Number: int(r.number(math.MaxInt32)), Score: float64(r.signed())}
	count := int(r.number(maxMoves))
	kept := false
	for range count {
		g.Moves = append(g.Moves, game.Move(r.number(math.MaxUint32)))
		f := r.found()
		g.Found = append(g.Found, f)
		kept = kept || f.Valued || f.Skip || f.Proven || f.Shares != nil
		if r.err != nil {
			return nil, r.err
		}
	}
	if r.err != nil || len(r.data) > 0 {
		return nil, errCut
	}
	if !kept {
		g.Found = nil
	}
	return g, g.check(rules)
}

func (r *reader) found() (f Found) {
	flags := r.bytes(1)[0]
	f.Skip, f.Proven = flags&skipped != 0, flags&proven != 0
	if flags&valued != 0 {
		value := int8(r.bytes(1)[0])
		if value == math.MinInt8 { // below -1: Append writes no such value
			r.fail()
		}
		f.Valued, f.Value = true, float64(value)/valueUnit
	}
	if flags&shared != 0 {
		for range r.number(maxMoves) {
			s := Share{Move: game.Move(r.number(math.MaxUint32))}
			s.Share = float64(binary.LittleEndian.Uint16(r.bytes(2))) / shareUnit
			if f.Shares = append(f.Shares, s); r.err != nil {
				break
			}
		}
	}
	return f
}
