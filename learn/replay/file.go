package replay

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"

	"gambito/files"
	"gambito/game"
)

// head is how a file begins; the game's spec and the end of the line follow.
const head = "gambito games 1 "

// maxGame is how many bytes a game may take.
const maxGame = 1 << 22

// File is a file of games to be added to. It belongs to one goroutine.
type File struct {
	name  string
	title string
	file  *os.File // nil until something is written
	size  int64    // of the whole games in it, and of the title
}

// Open reads a file of games, if it is there, and returns the games that are in it. Nothing
// is written before the first game is added, since whoever opens it may find that it is not
// what it should be: then what a process that was killed has left half written at its end is
// cut off. A file that is damaged elsewhere is ErrDamaged.
func Open(name string, rules game.Game) (f *File, games []*Game, err error) {
	f, err = OpenEach(name, rules, func(g *Game) error {
		games = append(games, g)
		return nil
	})
	return f, games, err
}

// OpenEach is Open for those who need not have all games in memory: each is passed on,
// up to the first error, which is returned.
func OpenEach(name string, rules game.Game, each func(*Game) error) (*File, error) {
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		data, err = []byte(title(rules)), nil
	}
	if err != nil {
		return nil, err
	}
	whole, err := Read(data, rules, each)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &File{name: name, title: title(rules), size: int64(whole)}, nil
}

// begin makes the file ready for more games: it is there, and ends where they end.
func (f *File) begin() error {
	if f.file != nil {
		return nil
	}
	file, err := os.OpenFile(f.name, os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) && f.size == int64(len(f.title)) {
		if err = files.Replace(f.name, []byte(f.title)); err == nil {
			file, err = os.OpenFile(f.name, os.O_RDWR, 0)
		}
	}
	if err != nil {
		return err
	}
	if err := file.Truncate(f.size); err != nil {
		file.Close()
		return err
	}
	f.file = file
	return nil
}

func title(rules game.Game) string { return head + rules.Info().ID + "\n" }

// Holds reports whether the content of a file begins as one of games.
func Holds(data []byte) bool { return bytes.HasPrefix(data, []byte(head)) }

// ErrDamaged says that a game in a file is not what was written, though it was written
// in full.
type ErrDamaged struct {
	At int // byte of the content at which the game begins
}

func (e ErrDamaged) Error() string {
	return fmt.Sprintf("the game at byte %d is damaged; nothing was changed: put back a copy of the file, or begin in another folder", e.At)
}

// Read passes on the games in the content of a file, up to the first error of each, and
// tells how many bytes of it they are. It ends before a last game that is cut off, as a
// process that was killed leaves it; any other game that cannot be read is ErrDamaged.
func Read(data []byte, rules game.Game, each func(*Game) error) (whole int, err error) {
	line, _, ok := bytes.Cut(data, []byte("\n"))
	id, named := bytes.CutPrefix(line, []byte(head))
	switch {
	case !ok || !named:
		return 0, errors.New("it is no file of games")
	case string(id) != rules.Info().ID:
		return 0, fmt.Errorf("it holds games of %.40q, not of %s", id, rules.Info().ID)
	}
	whole = len(line) + 1
	for rest := data[whole:]; len(rest) > 0; rest = data[whole:] {
		g, size, err := next(rest, rules)
		switch {
		case err == nil:
		case errors.Is(err, errCut) && !anyGame(rest[1:], rules):
			return whole, nil
		default:
			return whole, ErrDamaged{whole}
		}
		if err := each(g); err != nil {
			return whole, err
		}
		whole += size
	}
	return whole, nil
}

// errSum says that a game is all there and not what was written.
var errSum = errors.New("its checksum does not fit")

// next reads the game that bytes begin with, and tells how many it takes. The error is
// errCut if it goes on where the bytes end. Zeros, which some file systems leave where
// something was to be written when the power went, count as that.
func next(data []byte, rules game.Game) (g *Game, size int, err error) {
	length, size := binary.Uvarint(data)
	switch {
	case size == 0 || size > 0 && length <= maxGame && uint64(len(data)-size) < length+4:
		return nil, 0, errCut
	case size < 0 || length > maxGame:
		return nil, 0, errSum
	case length == 0 && len(bytes.Trim(data, "\x00")) == 0:
		return nil, 0, errCut
	}
	end := size + int(length)
	body := data[size:end]
	if binary.LittleEndian.Uint32(data[end:]) != crc32.ChecksumIEEE(body) {
		return nil, 0, errSum
	}
	if g, err = Parse(rules, body); err != nil {
		return nil, 0, errSum
	}
	return g, end + 4, nil
}

// anyGame reports whether a whole game begins anywhere in the bytes: then what is before
// it was not cut off, but its length is wrong.
func anyGame(data []byte, rules game.Game) bool {
	for i := range data {
		if _, _, err := next(data[i:], rules); err == nil {
			return true
		}
	}
	return false
}

// frame appends a game with its length and checksum.
func frame(to []byte, g *Game) []byte {
	body := g.Append(nil)
	to = binary.AppendUvarint(to, uint64(len(body)))
	to = append(to, body...)
	return binary.LittleEndian.AppendUint32(to, crc32.ChecksumIEEE(body))
}

// Add writes games at the end.
func (f *File) Add(games ...*Game) error {
	if err := f.begin(); err != nil {
		return err
	}
	var data []byte
	for _, g := range games {
		data = frame(data, g)
	}
	n, err := f.file.WriteAt(data, f.size)
	if err == nil {
		f.size += int64(n)
	}
	return err
}

// Size is how many bytes the file has, once a game was added.
func (f *File) Size() int64 { return f.size }

// Keep replaces the file by one that holds only these games.
func (f *File) Keep(games []*Game) error {
	data := []byte(f.title)
	for _, g := range games {
		data = frame(data, g)
	}
	if err := files.Replace(f.name, data); err != nil {
		return err
	}
	file, err := os.OpenFile(f.name, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	if f.file != nil {
		f.file.Close()
	}
	f.file, f.size = file, int64(len(data))
	return nil
}

// Close closes the file.
func (f *File) Close() error {
	if f.file == nil {
		return nil
	}
	return errors.Join(f.file.Sync(), f.file.Close())
}
