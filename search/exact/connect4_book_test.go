package exact

import (
	"bytes"
	"compress/flate"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gambito/game"
	"gambito/games/connect4"
	"gambito/progress"
)

func makeBook(t testing.TB, columns, rows, plies, jobs int) *Book {
	t.Helper()
	return makeBookOf(t, columns, rows, BookParams{Plies: plies, Jobs: jobs})
}

func makeBookOf(t testing.TB, columns, rows int, p BookParams) *Book {
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

// TestBookScores walks all games through the plies of a book: it knows every
// position, with the score and the move that the search gives.
func TestBookScores(t *testing.T) {
	for _, c := range []struct{ columns, rows, plies, positions int }{
		{5, 4, 0, 1}, {5, 4, 1, 3}, {5, 4, 4, 0}, {6, 4, 5, 0}, {4, 2, 8, 0}, {4, 4, 16, 0},
	} {
		b := makeBook(t, c.columns, c.rows, c.plies, 2)
		if positions, later := b.Len(); c.positions != 0 && positions != c.positions || later != 0 {
			t.Errorf("%d×%d, %d plies: %d positions, not %d, and %d later ones", c.columns, c.rows, c.plies, positions, c.positions, later)
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
			if _, _, static := plain.static(connect4.Stones(s)); plies < c.plies || !static {
				_, wantMove, _ := plain.SolveBest(context.Background(), s)
				if got, move, err := reader.SolveBest(context.Background(), s); got != want || move != wantMove || err != nil {
					t.Fatalf("%s: %d by %d in the book, not %d by %d, %v", g.FormatPosition(s), got, move+1, want, wantMove+1, err)
				}
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
	return a.plies == b.plies && a.board.columns == b.board.columns && a.board.rows == b.board.rows &&
		len(a.levels) == len(b.levels) && slices.Equal(factsOf(a), factsOf(b))
}

// factsOf returns all that a book holds, ply by ply.
func factsOf(b *Book) []BookFact {
	var facts []BookFact
	for _, level := range b.levels {
		for i, key := range level.keys {
			facts = append(facts, BookFact{key, int(level.scores[i]), int(level.columns[i])})
		}
	}
	return facts
}

// randomPositions returns positions that random games come to, and their images.
func randomPositions(g *connect4.Game, n, fromPly, toPly int) (states []game.State) {
	r := rand.New(rand.NewPCG(1, 2))
	columns, _, _ := g.Size()
	for len(states) < n {
		s, image := g.New(), g.New()
		for range fromPly + r.IntN(toPly-fromPly+1) {
			if s.Turn() == game.Over {
				break
			}
			moves := s.Moves(nil)
			m := moves[r.IntN(len(moves))]
			s.Play(m)
			image.Play(game.Move(columns-1) - m)
		}
		if s.Turn() != game.Over {
			states = append(states, s, image)
		}
	}
	return states
}

// TestBookOfLater checks that a book knows the later positions it was asked to,
// and their images, and no others.
func TestBookOfLater(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct{ columns, rows, plies, from, to int }{{5, 4, 2, 3, 9}, {6, 4, 3, 1, 12}, {4, 4, 0, 5, 15}} {
		g, plain := newBoard(t, c.columns, c.rows)
		_, reader := newBoard(t, c.columns, c.rows)
		all := randomPositions(g, 120, c.from, c.to)
		asked, others := all[:60], all[60:]
		b, err := ReadBook(writeBook(t, makeBookOf(t, c.columns, c.rows, BookParams{Plies: c.plies, Also: asked, Jobs: 2})))
		if err != nil {
			t.Fatal(err)
		}
		if err := reader.SetBook(b); err != nil {
			t.Fatal(err)
		}
		known := map[uint64]bool{}
		for i, s := range append(asked, others...) {
			own, mask := connect4.Stones(s)
			key := plain.canonicalKey(own, mask)
			if _, _, static := plain.static(own, mask); static {
				continue
			}
			known[key] = known[key] || i < len(asked)
			reader.Reset()
			score, move, err := reader.SolveBest(ctx, s)
			if want, best, _ := plain.SolveBest(ctx, s); score != want || move != best || err != nil {
				t.Fatalf("%s: %d by %d, not %d by %d, %v", g.FormatPosition(s), score, move+1, want, best+1, err)
			}
			if searched := reader.Nodes() != 0; bits.OnesCount64(mask) > c.plies && searched == known[key] {
				t.Errorf("%s: known %v and searched %v", g.FormatPosition(s), known[key], searched)
			}
		}
		if len(known) < 20 {
			t.Errorf("only %d positions", len(known))
		}
	}
}

func TestMakeBook(t *testing.T) {
	six, _ := newBoard(t, 6, 4)
	also := randomPositions(six, 50, 3, 10)
	one := makeBookOf(t, 6, 4, BookParams{Plies: 4, Also: also, Jobs: 1})
	if many := makeBookOf(t, 6, 4, BookParams{Plies: 4, Also: also, Jobs: 3}); !equalBooks(one, many) {
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
		{Plies: -1, TableBits: 20}, {Plies: 21, TableBits: 20}, {Also: also, TableBits: 20}, {TableBits: 3}, {TableBits: 99},
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
	p := BookParams{Plies: 3, Also: randomPositions(g, 200, 4, 7), TableBits: 20}
	want := makeBookOf(t, 6, 4, p)
	full := errors.New("the disk is full")
	log := []byte(BookLogHeader(g))
	for runs := 0; ; runs++ {
		var err error
		var whole int
		if p.Known, whole, err = ReadBookLog(g, log); err != nil {
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
		p.Progress = func(s progress.Step) {
			ply := 0
			if _, err := fmt.Sscanf(s.What, "positions of ply %d", &ply); err != nil || ply < 3 || ply > 7 || s.Done > s.Total || s.Done != 0 && s.Done != last+1 {
				t.Errorf("after %d: %+v, %v", last, s, err)
			}
			last = s.Done
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
	log := BookLogHeader(g) + line + line
	if facts, whole, err := ReadBookLog(g, []byte(log)); err != nil || whole != len(log) || len(facts) != 2 || facts[0] != (BookFact{start.key(0, 0), -2, 3}) {
		t.Fatalf("%v, %d bytes, %v", facts, whole, err)
	}
	if _, _, err := ReadBookLog(other, []byte(log)); err == nil {
		t.Error("a log of another board is accepted")
	}
	for n := range log[:len(log)-1] {
		facts, whole, err := ReadBookLog(g, []byte(log[:n]))
		if err != nil || whole > n || len(facts) > 1 {
			t.Errorf("%d bytes of it: %d facts, %d bytes whole, %v", n, len(facts), whole, err)
		}
		damaged := []byte(log)
		damaged[n] ^= 0x01
		if _, _, err := ReadBookLog(g, damaged); err == nil {
			t.Errorf("byte %d may change", n)
		}
	}
	for _, f := range []BookFact{{0, 0, 0}, {start.key(0, 0), 99, 0}, {start.key(0, 0), 0, 6}, {start.key(0, 0), 0, -1}} {
		if _, _, err := ReadBookLog(g, []byte(BookLogHeader(g)+BookLogLine(f))); err == nil {
			t.Errorf("%+v is accepted", f)
		}
	}
}

func TestBookRoundTrip(t *testing.T) {
	g, _ := newBoard(t, 5, 4)
	later := makeBookOf(t, 5, 4, BookParams{Plies: 2, Also: randomPositions(g, 50, 2, 9), Jobs: 1})
	for _, b := range []*Book{later, makeBook(t, 5, 4, 5, 1), makeBook(t, 6, 4, 3, 1), makeBook(t, 4, 1, 4, 1)} {
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
	book := makeBook(t, 5, 4, 3, 1)
	var held []byte
	for _, level := range book.levels {
		held = level.append(held)
	}
	if _, err := ReadBook(packed(t, "\x04\x05\x04\x03", held)); err != nil {
		t.Fatal(err)
	}
	for what, spoil := range map[string]func(l *bookLevel){
		"a position may come twice": func(l *bookLevel) {
			*l = bookLevel{[]uint64{l.keys[0], l.keys[0]}, []int8{0, 0}, []uint8{0, 0}}
		},
		"a position may be of another ply":            func(l *bookLevel) { l.keys = slices.Clone(book.levels[3].keys[:1]) },
		"a score may be beyond what the board allows": func(l *bookLevel) { l.scores[0] = 11 },
		"a move may be illegal":                       func(l *bookLevel) { l.columns[0] = 5 },
	} {
		start := makeBook(t, 5, 4, 0, 1)
		spoil(&start.levels[0])
		if _, err := ReadBook(writeBook(t, start)); err == nil {
			t.Error(what)
		}
	}
	second := makeBook(t, 5, 4, 1, 1)
	l := &second.levels[1]
	l.keys, l.scores, l.columns = []uint64{second.board.mirror(l.keys[0])}, l.scores[:1], []uint8{0}
	if _, err := ReadBook(writeBook(t, second)); err == nil {
		t.Error("a position may be the image of one that is looked up")
	}
	for _, c := range []struct{ header, held string }{
		{"\x01\x05\x04\x00", "\x00"},                                 // version
		{"\x04\x63\x63\x00", "\x00"},                                 // board
		{"\x04\x05\x04\x00", ""},                                     // no plies
		{"\x04\x05\x04\x01", "\x00"},                                 // one ply too few
		{"\x04\x05\x04\x00", "\x7f"},                                 // more positions than data
		{"\x04\x05\x04\x00", "\xff\xff\xff\xff\xff\xff\xff\xff\x7f"}, // far more
		{"\x04\x05\x04\x15", strings.Repeat("\x00", 22)},             // more plies than cells
		{"\x04\x05\x04\x00", "\x01\x01\x00\x00"},                     // not a position
	} {
		if _, err := ReadBook(packed(t, c.header, []byte(c.held))); err == nil {
			t.Errorf("%q with %q is accepted", c.header, c.held)
		}
	}
	if _, err := ReadBook(checksummed(append(slices.Clone(data), 0, 0, 0, 0))); err == nil {
		t.Error("bytes behind what is compressed are accepted")
	}
	if _, err := ReadBook(checksummed([]byte(bookMagic + "\x04\x05\x04\x00" + "\xff\xff" + "\x00\x00\x00\x00"))); err == nil {
		t.Error("what is not compressed is accepted")
	}
}

// TestEmptyBook reads a book that says it knows all plies and holds nothing: that is
// found out soon, and everything is searched.
func TestEmptyBook(t *testing.T) {
	b, err := ReadBook(packed(t, "\x04\x05\x04\x14", make([]byte, 21)))
	if err != nil {
		t.Fatal(err)
	}
	g, plain := newBoard(t, 5, 4)
	_, reader := newBoard(t, 5, 4)
	if err := reader.SetBook(b); err != nil {
		t.Fatal(err)
	}
	for _, s := range append(randomPositions(g, 20, 0, 16), g.New()) {
		if got, want := solve(t, reader, s), solve(t, plain, s); got != want {
			t.Errorf("%s has the score %d, not %d", g.FormatPosition(s), want, got)
		}
	}
}

// TestBookFromLarger makes a book from one that knows all it is to know.
func TestBookFromLarger(t *testing.T) {
	larger := makeBook(t, 5, 4, 5, 1)
	searched := func(BookFact) error { return errors.New("searched") }
	smaller := makeBookOf(t, 5, 4, BookParams{Plies: 4, Earlier: larger, Jobs: 1, Found: searched})
	if !equalBooks(smaller, makeBook(t, 5, 4, 4, 1)) {
		t.Error("the smaller book is another than one made from nothing")
	}
	for _, f := range factsOf(smaller) {
		if !larger.Knows(f) {
			t.Errorf("the larger book does not know %+v", f)
		}
		f.Score++
		if larger.Knows(f) {
			t.Errorf("the larger book knows %+v", f)
		}
	}
	g, _ := newBoard(t, 6, 4)
	if _, err := MakeBook(context.Background(), g, BookParams{Plies: 1, Earlier: larger, TableBits: 20}); err == nil {
		t.Error("a book is made from one of another board")
	}
}

// packed is a book of a header and what it holds.
func packed(t testing.TB, header string, held []byte) []byte {
	t.Helper()
	data := bytes.NewBufferString(bookMagic + header)
	w, err := flate.NewWriter(data, flate.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(held); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return checksummed(append(data.Bytes(), 0, 0, 0, 0))
}

// checksummed sets the last bytes of a book right.
func checksummed(data []byte) []byte {
	if len(data) >= bookChecksum {
		body := data[:len(data)-bookChecksum]
		binary.LittleEndian.PutUint32(data[len(body):], crc32.ChecksumIEEE(body))
	}
	return data
}

// FuzzReadBook feeds headers and contents: they are refused, or are books like any
// other. Or whole books are fed, under right checksums.
func FuzzReadBook(f *testing.F) {
	g, _ := newBoard(f, 5, 4)
	for _, b := range []*Book{
		makeBook(f, 5, 4, 2, 1), makeBook(f, 4, 1, 0, 1),
		makeBookOf(f, 5, 4, BookParams{Plies: 1, Also: randomPositions(g, 8, 2, 5), Jobs: 1}),
	} {
		data := writeBook(f, b)
		var held []byte
		for _, level := range b.levels {
			held = level.append(held)
		}
		f.Add(string(data[len(bookMagic):bookHeader]), held, false)
		f.Add("", data, true)
	}
	f.Fuzz(func(t *testing.T, header string, data []byte, whole bool) {
		if whole {
			data = checksummed(slices.Clone(data))
		} else {
			data = packed(t, header, data)
		}
		b, err := ReadBook(data)
		if err != nil {
			return
		}
		again, err := ReadBook(writeBook(t, b))
		if err != nil || !equalBooks(again, b) {
			t.Errorf("a book that was read cannot be written and read again: %v", err)
		}
		_, _, _ = b.best(0, 0)
		for _, fact := range factsOf(b) {
			own, mask, _ := b.board.unkey(fact.Key)
			if score, column, ok := b.best(own, mask); !ok || score != fact.Score || column != fact.Column {
				t.Errorf("%+v is not found", fact)
			}
		}
	})
}
