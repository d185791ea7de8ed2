package bearoff

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"

	"gambito/files"
)

// fileName is that of the tables in their folder; another layout or other
// content would have another number.
const (
	fileName = "bearoff-2.tables"
	magic    = "gambito bear-off tables 2\n"
)

// Open reads the tables from a folder. If they are not there, or damaged, it
// makes them and keeps them there; made says so. With an error the tables may
// still come: they were made but could not be kept.
func Open(folder string) (t *Tables, made bool, err error) {
	name := filepath.Join(folder, fileName)
	data, err := files.Read(name)
	if err == nil {
		if t, err = decode(data); err == nil {
			return t, false, nil
		}
		slog.Warn("the bear-off tables do not fit their checksum and are made anew", "file", name)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, false, err
	}
	t = Make()
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return t, true, err
	}
	return t, true, files.Replace(name, t.encode())
}

// encode writes the tables and a checksum behind them.
func (t *Tables) encode() []byte {
	data := []byte(magic)
	data = binary.LittleEndian.AppendUint32(data, uint32(len(t.chances)))
	for _, part := range []any{t.means, t.offsets, t.chances, t.wins, t.none} {
		data, _ = binary.Append(data, binary.LittleEndian, part) // it fails only for other types
	}
	return binary.LittleEndian.AppendUint32(data, crc32.ChecksumIEEE(data))
}

// decode reads what encode writes.
func decode(data []byte) (*Tables, error) {
	damaged := errors.New("the bear-off tables are damaged")
	body, ok := bytes.CutPrefix(data, []byte(magic))
	if !ok || len(body) < 8 || crc32.ChecksumIEEE(data[:len(data)-4]) != binary.LittleEndian.Uint32(data[len(data)-4:]) {
		return nil, damaged
	}
	chances := int(binary.LittleEndian.Uint32(body))
	const fixed = 8*Positions + 4*(Positions+1) + 4*SmallPositions*SmallPositions + 4*maxWithout*(Positions-fullRank)
	body = body[4 : len(body)-4]
	if len(body) != fixed+4*chances {
		return nil, damaged
	}
	t := &Tables{
		means: make([]float64, Positions), offsets: make([]uint32, Positions+1),
		chances: make([]float32, chances), wins: make([]float32, SmallPositions*SmallPositions),
		none: make([][maxWithout]float32, Positions-fullRank),
	}
	for _, part := range []any{t.means, t.offsets, t.chances, t.wins, t.none} {
		n, err := binary.Decode(body, binary.LittleEndian, part)
		if err != nil {
			return nil, damaged
		}
		body = body[n:]
	}
	return t, nil
}

// inMemory are the tables of no folder: nobody changes tables once they are
// made, so all of a process can share them.
var inMemory = sync.OnceValue(Make)

// In is the tables of a folder, read or made; of no folder, if it is "", made
// once in a process and not kept. The error says why they could not be kept;
// they come in any case.
func In(folder string) (*Tables, error) {
	if folder == "" {
		return inMemory(), nil
	}
	t, _, err := Open(folder)
	if t == nil {
		t = Make()
	}
	return t, err
}
