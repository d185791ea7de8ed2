package exact

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math/bits"
	"slices"
	"testing"

	"gambito/game"
	"gambito/games/connect4"
)

func makeBook(t testing.TB, columns, rows, plies, jobs int) *Book {
	t.Helper()
	return makeRepertoire(t, columns, rows, BookParams{Plies: plies, Jobs: jobs})
}

func makeRepertoire(t testing.TB, columns, rows int, p BookParams) *Book {
	t.Helper()
	g, _ := newBoard(t, columns, rows)
	p.TableBits = 20
	b, err := MakeBook(context.Background(), g, p)
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

func equalBooks(a, b *Book) bool {
	return a.outcomes == b.outcomes && a.plies == b.plies && a.repertoire == b.repertoire && a.board.columns == b.board.columns && a.board.rows == b.board.rows &&
		slices.Equal(a.keys, b.keys) && slices.Equal(a.scores, b.scores) && slices.Equal(a.columns, b.columns)
}

// TestBookOfOutcomes compares a book of outcomes with the search: who wins, and by
// which move, of all positions of its plies, also after it was written and read.
func TestBookOfOutcomes(t *testing.T) {
	for _, c := range []struct{ columns, rows, plies, repertoire int }{{5, 4, 5, 0}, {6, 4, 4, 0}, {4, 4, 16, 0}, {5, 4, 2, 7}} {
		p := BookParams{Outcomes: true, Plies: c.plies, Repertoire: c.repertoire, Jobs: 2}
		b := makeRepertoire(t, c.columns, c.rows, p)
		p.Jobs = 1
		if again := makeRepertoire(t, c.columns, c.rows, p); !equalBooks(b, again) {
			t.Errorf("%+v: the book depends on the number of jobs", c)
		}
		b, err := ReadBook(writeBook(t, b))
		if err != nil || !b.Outcomes() {
			t.Fatal(err)
		}
		_, plain := newBoard(t, c.columns, c.rows)
		_, reader := newBoard(t, c.columns, c.rows)
		if err := reader.SetBook(b); err != nil {
			t.Fatal(err)
		}
		wins, losses := 0, 0
		for _, f := range b.Facts() {
			own, mask, _ := b.board.unkey(f.Key)
			plain.forget()
			if sign, column := plain.weakBest(own, mask); sign != f.Score || column != f.Column {
				t.Fatalf("%#x: %d by column %d in the book, %d by %d by search", f.Key, f.Score, f.Column+1, sign, column+1)
			}
			if sign, column := reader.weakBest(own, mask); sign != f.Score || column != f.Column || reader.Nodes() != 0 {
				t.Fatalf("%#x is not looked up", f.Key)
			}
			wins, losses = wins+max(f.Score, 0), losses-min(f.Score, 0)
		}
		if wins == 0 || losses == 0 {
			t.Errorf("%+v: %d wins and %d losses", c, wins, losses)
		}
		for _, f := range b.Facts()[:min(b.Len(), 300)] { // scores are found all the same
			own, mask, _ := b.board.unkey(f.Key)
			reader.forget()
			plain.forget()
			if got, want := reader.score(own, mask), plain.score(own, mask); got != want {
				t.Fatalf("%#x has the score %d, not %d", f.Key, want, got)
			}
		}
		if err := reader.SetBook(nil); err != nil || reader.outcomes != nil {
			t.Errorf("the book stays, %v", err)
		}
	}
	b := makeBook(t, 6, 4, 5, 1)
	b.outcomes = true
	if _, err := ReadBook(writeBook(t, b)); err == nil {
		t.Error("scores are taken for outcomes")
	}
}

// TestRepertoire plays the preferred moves against all replies, as first and
// as second: the book knows every position, with the score and the move that the
// search gives.
func TestRepertoire(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct{ columns, rows, plies, repertoire int }{
		{5, 4, 2, 7}, {6, 4, 3, 6}, {4, 4, 0, 16}, {4, 5, 5, 3}, {5, 4, 1, 1}, {5, 4, 0, 1},
	} {
		b := makeRepertoire(t, c.columns, c.rows, BookParams{Plies: c.plies, Repertoire: c.repertoire, Jobs: 2})
		g, plain := newBoard(t, c.columns, c.rows)
		_, reader := newBoard(t, c.columns, c.rows)
		if err := reader.SetBook(b); err != nil {
			t.Fatal(err)
		}
		seen := map[uint64]bool{}
		var walk func(s game.State, ply int, mine bool)
		walk = func(s game.State, ply int, mine bool) {
			if s.Turn() == game.Over || ply > c.repertoire {
				return
			}
			if !mine {
				for _, m := range s.Moves(nil) {
					after := s.Clone()
					after.Play(m)
					walk(after, ply+1, true)
				}
				return
			}
			key := reader.canonicalKey(connect4.Stones(s))
			if seen[key] {
				return
			}
			seen[key] = true
			score, move, err := reader.SolveBest(ctx, s)
			if err != nil {
				t.Fatal(err)
			}
			if wantScore, wantMove, _ := plain.SolveBest(ctx, s); score != wantScore || move != wantMove {
				t.Fatalf("%s: %d by %d in the book, not %d by %d", g.FormatPosition(s), score, move+1, wantScore, wantMove+1)
			}
			s.Play(move)
			walk(s, ply+1, false)
		}
		walk(g.New(), 0, true)
		walk(g.New(), 0, false)
		if reader.Nodes() != 0 {
			t.Errorf("%+v: %d nodes searched in spite of the book", c, reader.Nodes())
		}
		for _, key := range b.keys {
			_, mask, _ := b.board.unkey(key)
			if bits.OnesCount64(mask) > c.plies && !seen[key] {
				t.Fatalf("%+v: %#x is not of the repertoire", c, key)
			}
		}
	}
}

func TestMakeBook(t *testing.T) {
	one := makeRepertoire(t, 6, 4, BookParams{Plies: 4, Repertoire: 8, Jobs: 1})
	if many := makeRepertoire(t, 6, 4, BookParams{Plies: 4, Repertoire: 8, Jobs: 3}); !equalBooks(one, many) {
		t.Error("the book depends on the number of jobs")
	}
	g, solver := newBoard(t, 5, 4)
	if err := solver.SetBook(one); err == nil {
		t.Error("a book of another board is accepted")
	}
	if err := solver.SetBook(nil); err != nil {
		t.Errorf("no book is refused: %v", err)
	}
	for _, p := range []BookParams{
		{Plies: -1, TableBits: 20}, {Plies: 21, TableBits: 20}, {Repertoire: -1, TableBits: 20}, {Repertoire: 21, TableBits: 20}, {TableBits: 3}, {TableBits: 99},
	} {
		if _, err := MakeBook(context.Background(), g, p); err == nil {
			t.Errorf("%+v is a book", p)
		}
	}
	five, err := connect4.New(7, 6, 5)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := MakeBook(context.Background(), five, BookParams{TableBits: 20}); err == nil {
		t.Error("a book for a run of five is made")
	}
	standard, _ := newBoard(t, 7, 6)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := MakeBook(ctx, standard, BookParams{Plies: 2, Jobs: 2, TableBits: 20}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestMakeBookGoesOn breaks the making of a book off again and again, in the
// middle of a line of its log, and goes on from there.
func TestMakeBookGoesOn(t *testing.T) {
	g, _ := newBoard(t, 6, 4)
	p := BookParams{Plies: 3, Repertoire: 7, TableBits: 20}
	want := makeRepertoire(t, 6, 4, p)
	full := errors.New("the disk is full")
	log := []byte(BookLogHeader(g, false))
	for runs := 0; ; runs++ {
		var err error
		var whole int
		if p.Known, whole, err = ReadBookLog(g, false, log); err != nil {
			t.Fatal(err)
		}
		log = log[:whole]
		searched, last := 0, 0
		p.Jobs = 1 + runs%3
		p.Found = func(f BookFact) error {
			if searched++; searched > 40 {
				return full
			}
			log = append(log, BookLogLine(f)...)
			return nil
		}
		p.Progress = func(ply, done, total int) {
			if done > total || ply < 3 || ply > 7 || done == 0 || last == done {
				t.Errorf("ply %d: %d of %d done", ply, done, total)
			}
			last = done
		}
		b, err := MakeBook(context.Background(), g, p)
		if err == nil {
			if runs < 3 || !equalBooks(b, want) {
				t.Errorf("the book changes by %d interruptions", runs)
			}
			return
		}
		if !errors.Is(err, full) || runs > 100 {
			t.Fatalf("run %d: %v", runs, err)
		}
		log = append(log, BookLogLine(BookFact{Key: 1})[:runs%30]...)
	}
}

func TestReadBookLogRefuses(t *testing.T) {
	g, _ := newBoard(t, 6, 4)
	other, _ := newBoard(t, 5, 4)
	start := newConnect4Board(6, 4)
	line := BookLogLine(BookFact{start.key(0, 0), -2, 3})
	log := BookLogHeader(g, false) + line + line
	if facts, whole, err := ReadBookLog(g, false, []byte(log)); err != nil || whole != len(log) || len(facts) != 2 || facts[0] != (BookFact{start.key(0, 0), -2, 3}) {
		t.Fatalf("%v, %d bytes, %v", facts, whole, err)
	}
	if _, _, err := ReadBookLog(other, false, []byte(log)); err == nil {
		t.Error("a log of another board is accepted")
	}
	for n := range log[:len(log)-1] {
		facts, whole, err := ReadBookLog(g, false, []byte(log[:n]))
		if err != nil || whole > n || len(facts) > 1 {
			t.Errorf("%d bytes of it: %d facts, %d bytes whole, %v", n, len(facts), whole, err)
		}
		damaged := []byte(log)
		damaged[n] ^= 0x01
		if _, _, err := ReadBookLog(g, false, damaged); err == nil {
			t.Errorf("byte %d may change", n)
		}
	}
	for _, f := range []BookFact{{0, 0, 0}, {start.key(0, 0), 99, 0}, {start.key(0, 0), 0, 6}, {start.key(0, 0), 0, -1}} {
		if _, _, err := ReadBookLog(g, false, []byte(BookLogHeader(g, false)+BookLogLine(f))); err == nil {
			t.Errorf("%+v is accepted", f)
		}
	}
}

func TestBookRoundTrip(t *testing.T) {
	repertoire := makeRepertoire(t, 5, 4, BookParams{Plies: 2, Repertoire: 6, Jobs: 1})
	for _, b := range []*Book{repertoire, makeBook(t, 5, 4, 5, 1), makeBook(t, 6, 4, 3, 1), makeBook(t, 4, 1, 4, 1)} {
		got, err := ReadBook(writeBook(t, b))
		if err != nil {
			t.Fatal(err)
		}
		if !equalBooks(got, b) {
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
	twice := &Book{board: start.board, keys: []uint64{start.keys[0], start.keys[0]}, scores: []int8{0, 0}, columns: []uint8{0, 0}}
	if _, err := ReadBook(writeBook(t, twice)); err == nil {
		t.Error("a position may come twice")
	}
	start.scores[0] = 11
	if _, err := ReadBook(writeBook(t, start)); err == nil {
		t.Error("a score may be beyond what the board allows")
	}
	start.scores[0], start.columns[0] = 0, 5
	if _, err := ReadBook(writeBook(t, start)); err == nil {
		t.Error("a move may be illegal")
	}
	for _, text := range []string{
		"C4BOOK\x01\x05\x04\x02\x00\x00",             // version
		"C4BOOK\x02\x63\x63\x02\x00\x00",             // board
		"C4BOOK\x02\x05\x04\x02\x00\x7f",             // more positions than data
		"C4BOOK\x02\x05\x04\x02\x00",                 // no number of positions
		"C4BOOK\x02\x05\x04\x02\x00\x01\x01\x00\x00", // not a position
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
	f.Add(writeBook(f, makeRepertoire(f, 5, 4, BookParams{Plies: 1, Repertoire: 4, Jobs: 1})))
	f.Add([]byte(bookMagic))
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := ReadBook(checksummed(slices.Clone(data)))
		if err != nil {
			return
		}
		again, err := ReadBook(writeBook(t, b))
		if err != nil || !equalBooks(again, b) {
			t.Errorf("a book that was read cannot be written and read again: %v", err)
		}
		_, _ = b.score(0, 0)
		_, _, _ = b.best(0, 0)
	})
}
