package exact

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"slices"
	"testing"

	"gambito/game"
	"gambito/games/connect4"
)

func makeBook(t testing.TB, columns, rows, plies, jobs int) *Book {
	t.Helper()
	g, _ := newBoard(t, columns, rows)
	b, err := MakeBook(context.Background(), g, plies, jobs, nil)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func writeBook(t testing.TB, b *Book) []byte {
	t.Helper()
	var data bytes.Buffer
	if err := WriteBook(&data, b); err != nil {
		t.Fatal(err)
	}
	return data.Bytes()
}

// TestBookScores walks all games through the plies of a book: every position is
// in it, with the score that the search gives.
func TestBookScores(t *testing.T) {
	for _, c := range []struct{ columns, rows, plies, positions int }{
		{5, 4, 0, 1}, {5, 4, 1, 4}, {5, 4, 4, 0}, {6, 4, 5, 0}, {4, 2, 8, 0}, {4, 4, 16, 0},
	} {
		b := makeBook(t, c.columns, c.rows, c.plies, 2)
		if c.positions != 0 && b.Len() != c.positions {
			t.Errorf("%d×%d, %d plies: %d positions, not %d", c.columns, c.rows, c.plies, b.Len(), c.positions)
		}
		g, plain := newBoard(t, c.columns, c.rows)
		_, reader := newBoard(t, c.columns, c.rows)
		if err := reader.SetBook(b); err != nil {
			t.Fatal(err)
		}
		var walk func(s game.State, plies int)
		walk = func(s game.State, plies int) {
			if s.Turn() == game.Over {
				return
			}
			want := solve(t, plain, s)
			if got := solve(t, reader, s); got != want {
				t.Fatalf("%s has the score %d, but %d in the book", g.FormatPosition(s), want, got)
			}
			if sign, _ := reader.SolveWeak(context.Background(), s); sign != signOf(want) {
				t.Fatalf("%s has the sign %d, but %d in the book", g.FormatPosition(s), signOf(want), sign)
			}
			if plies == min(c.plies, 6) {
				return
			}
			for _, m := range s.Moves(nil) {
				after := s.Clone()
				after.Play(m)
				walk(after, plies+1)
			}
		}
		walk(g.New(), 0)
		if reader.Nodes() != 0 {
			t.Errorf("%d×%d, %d plies: %d nodes searched in spite of the book", c.columns, c.rows, c.plies, reader.Nodes())
		}
	}
}

func TestMakeBook(t *testing.T) {
	one := makeBook(t, 6, 4, 5, 1)
	if many := makeBook(t, 6, 4, 5, 3); !slices.Equal(one.keys, many.keys) || !slices.Equal(one.scores, many.scores) {
		t.Error("the book depends on the number of jobs")
	}

	g, solver := newBoard(t, 5, 4)
	if err := solver.SetBook(one); err == nil {
		t.Error("a book of another board is accepted")
	}
	if err := solver.SetBook(nil); err != nil {
		t.Errorf("no book is refused: %v", err)
	}
	last, total := 0, 0
	b, err := MakeBook(context.Background(), g, 4, 2, func(done, all int) {
		if done <= last || done > all {
			t.Errorf("%d of %d done after %d", done, all, last)
		}
		last, total = done, all
	})
	if err != nil || last != total || total == 0 || total >= b.Len() {
		t.Errorf("%d of %d done, %d positions, %v", last, total, b.Len(), err)
	}
	for _, plies := range []int{-1, 21} {
		if _, err := MakeBook(context.Background(), g, plies, 1, nil); err == nil {
			t.Errorf("a book of %d plies is made", plies)
		}
	}
	five, err := connect4.New(7, 6, 5)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := MakeBook(context.Background(), five, 1, 1, nil); err == nil {
		t.Error("a book for a run of five is made")
	}

	standard, _ := newBoard(t, 7, 6)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := MakeBook(ctx, standard, 2, 2, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestBookRoundTrip(t *testing.T) {
	for _, b := range []*Book{makeBook(t, 5, 4, 5, 1), makeBook(t, 6, 4, 3, 1), makeBook(t, 4, 1, 4, 1)} {
		got, err := ReadBook(writeBook(t, b))
		if err != nil {
			t.Fatal(err)
		}
		if got.Plies() != b.Plies() || got.board.columns != b.board.columns || got.board.rows != b.board.rows ||
			!slices.Equal(got.keys, b.keys) || !slices.Equal(got.scores, b.scores) {
			t.Error("a book changes when it is written and read")
		}
	}
}

func TestReadBookRefuses(t *testing.T) {
	data := writeBook(t, makeBook(t, 5, 4, 2, 1))
	for n := range data {
		if _, err := ReadBook(data[:n]); err == nil {
			t.Errorf("%d of %d bytes are accepted", n, len(data))
		}
		damaged := slices.Clone(data)
		damaged[n] ^= 0x10
		if _, err := ReadBook(damaged); err == nil {
			t.Errorf("byte %d may change", n)
		}
	}
	if _, err := ReadBook(append(slices.Clone(data), 0)); err == nil {
		t.Error("a byte too many is accepted")
	}

	// Wrong contents under a right checksum.
	for at := len(bookMagic); at < len(data)-bookChecksum; at++ {
		for _, value := range []byte{0, 0x7f, 0xff} {
			wrong := slices.Clone(data)
			wrong[at] = value
			if b, err := ReadBook(checksummed(wrong)); err == nil && !slices.IsSorted(b.keys) {
				t.Errorf("byte %d as %#x gives keys out of order", at, value)
			}
		}
	}
	start := makeBook(t, 5, 4, 0, 1)
	twice := &Book{board: start.board, keys: []uint64{start.keys[0], start.keys[0]}, scores: []int8{0, 0}}
	if _, err := ReadBook(writeBook(t, twice)); err == nil {
		t.Error("a position may come twice")
	}
	start.scores[0] = 11
	if _, err := ReadBook(writeBook(t, start)); err == nil {
		t.Error("a score may be beyond what the board allows")
	}
	for _, text := range []string{
		"C4BOOK\x02\x05\x04\x02\x00",         // version
		"C4BOOK\x01\x63\x63\x02\x00",         // board
		"C4BOOK\x01\x05\x04\x02\x7f",         // more positions than data
		"C4BOOK\x01\x05\x04\x02",             // no number of positions
		"C4BOOK\x01\x05\x04\x02\x01\x01\x00", // not a position
	} {
		if _, err := ReadBook(checksummed([]byte(text + "\x00\x00\x00\x00"))); err == nil {
			t.Errorf("%q is accepted", text)
		}
	}
}

// checksummed sets the last bytes of a book right.
func checksummed(data []byte) []byte {
	if len(data) >= bookChecksum {
		body := data[:len(data)-bookChecksum]
		binary.LittleEndian.PutUint32(data[len(body):], crc32.ChecksumIEEE(body))
	}
	return data
}

// FuzzReadBook feeds damaged books under right checksums: they are refused, or
// are books like any other.
func FuzzReadBook(f *testing.F) {
	f.Add(writeBook(f, makeBook(f, 5, 4, 2, 1)))
	f.Add(writeBook(f, makeBook(f, 4, 1, 0, 1)))
	f.Add([]byte(bookMagic))
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := ReadBook(checksummed(slices.Clone(data)))
		if err != nil {
			return
		}
		again, err := ReadBook(writeBook(t, b))
		if err != nil || !slices.Equal(again.keys, b.keys) || !slices.Equal(again.scores, b.scores) {
			t.Errorf("a book that was read cannot be written and read again: %v", err)
		}
		_, _ = b.score(0, 0)
	})
}
