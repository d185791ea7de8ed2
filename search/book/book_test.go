package book

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"math/bits"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"gambito/agent"
	"gambito/game"
	"gambito/games/othello"
	"gambito/models"
	"gambito/ntuple"
	"gambito/search/probcut"
)

// judge is the model that comes with gambito, and its digest.
var judge = sync.OnceValues(func() (*probcut.Judge, string) {
	content, _ := models.Read("othello-patterns")
	model, err := ntuple.Decode(content)
	if err != nil {
		panic(err)
	}
	j, err := probcut.NewJudge(othello.New(), model)
	if err != nil {
		panic(err)
	}
	return j, agent.Digest(content)
})

// small are the parameters of a small book.
func small(positions, jobs int) Params {
	j, digest := judge()
	return Params{Positions: positions, Plies: 10, Depth: 3, Model: digest, Judge: j, Jobs: jobs}
}

func grown(t testing.TB, p Params) *Book {
	t.Helper()
	b, err := Grow(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func encoded(t testing.TB, b *Book) []byte {
	t.Helper()
	data, err := b.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestGrow: any number of jobs and any answers known before give the same book, which
// reads back to itself, and larger ones contain smaller ones.
func TestGrow(t *testing.T) {
	known := map[Question]Answer{}
	p := small(120, 1)
	p.Found = func(q Question, a Answer) error {
		known[q] = a
		return nil
	}
	b := grown(t, p)
	want := encoded(t, b)
	if b.Len() != 120 {
		t.Errorf("it has %d positions", b.Len())
	}
	if got := encoded(t, grown(t, small(120, 3))); !bytes.Equal(got, want) {
		t.Error("three jobs grow another book")
	}
	p = small(120, 2)
	p.Known = known
	p.Found = func(q Question, _ Answer) error { return errors.New("it was asked again") }
	if got := encoded(t, grown(t, p)); !bytes.Equal(got, want) {
		t.Error("what was known makes another book")
	}
	again, err := Decode(want)
	if err != nil {
		t.Fatal(err)
	}
	if got := encoded(t, again); !bytes.Equal(got, want) || again.Model() != b.Model() {
		t.Error("it does not read back to itself")
	}
	checkLaws(t, again)
	less := grown(t, small(60, 1))
	for p := range less.index {
		if _, ok := b.index[p]; !ok {
			t.Fatalf("%v is in the smaller book alone", p)
		}
	}
	plies := small(5000, 1)
	plies.Plies = 3
	if b := grown(t, plies); b.Len() != 1+1+3+14 {
		t.Errorf("%d positions have three plies or fewer, up to symmetry", b.Len())
	}
}

// checkLaws checks a book by slow and plain means: its positions are reached by legal
// moves of the game itself, its values are those of minimax, and ways out lead out.
func checkLaws(t *testing.T, b *Book) {
	t.Helper()
	reached := map[Position]int{} // and what each is worth
	var walk func(s game.State) int
	walk = func(s game.State) int {
		p, _ := canonical(othello.Discs(s))
		if value, ok := reached[p]; ok {
			return value
		}
		e := b.nodes[b.index[p]].Entry
		value, out := -most, 0
		for _, m := range s.Moves(nil) {
			next := s.Clone()
			next.Play(m)
			to, _ := canonical(othello.Discs(next))
			if _, ok := b.index[to]; ok && next.Turn() != game.Over {
				value = max(value, -walk(next))
			} else {
				out++
			}
		}
		if (out > 0) != (e.Exit.Depth > 0) {
			t.Errorf("%v has %d moves that lead out, and the way out %+v", p, out, e.Exit)
		}
		if e.Exit.Depth > 0 {
			value = max(value, e.Exit.Value)
			own, opp := p.after(e.Exit.Move)
			to, _ := canonical(own, opp)
			if _, ok := b.index[to]; ok || othello.Legal(p.Own, p.Opp)>>e.Exit.Move&1 == 0 {
				t.Errorf("%v: the way out %d is none", p, e.Exit.Move)
			}
		}
		if e.Value != value || e.Position != p {
			t.Errorf("%v is said to be worth %d, and is %d by minimax", p, e.Value, value)
		}
		reached[p] = value
		return value
	}
	walk(othello.New().New())
	if len(reached) != b.Len() || len(b.index) != b.Len() {
		t.Errorf("%d positions are reached of %d", len(reached), b.Len())
	}
}

// TestChoices: whatever symmetry shows a position, the book finds the same moves there.
func TestChoices(t *testing.T) {
	g := othello.New()
	b := grown(t, small(150, 2))
	start := b.Choices(g.New(), 0)
	if len(start) != 4 || start[0].Value != b.nodes[0].Value {
		t.Errorf("the start, worth %d, has the choices %v", b.nodes[0].Value, start)
	}
	seen := 0
	for _, e := range b.Entries() {
		s := othello.Of(e.Position.Own, e.Position.Opp)
		for _, within := range []int{0, 300} {
			want := b.Choices(s, within)
			for _, c := range want {
				if c.Value < e.Value-within {
					t.Errorf("%v: the choice %v is too bad", e, c)
				}
			}
			seen += len(want)
			for k := range 8 {
				image := s.Clone()
				g.Transform(image, s, k)
				got := b.Choices(image, within)
				for i := range got {
					got[i].Move = game.Move(bits.TrailingZeros64(othello.Image(1<<got[i].Move, inverse(k))))
				}
				order := func(a, b Choice) int { return int(a.Move) - int(b.Move) }
				slices.SortFunc(got, order)
				if slices.SortFunc(want, order); !slices.Equal(got, want) {
					t.Fatalf("%v by symmetry %d: %v, want %v", e, k, got, want)
				}
			}
		}
	}
	if seen < 100 {
		t.Errorf("only %d choices", seen)
	}
	if out := b.Choices(othello.Of(1, 2), 6400); out != nil {
		t.Errorf("a position that is not in the book has %v", out)
	}
}

// inverse is the symmetry that undoes another.
func inverse(k int) int {
	for i := range 8 {
		if othello.Image(othello.Image(0x0102_0408, k), i) == 0x0102_0408 && othello.Image(othello.Image(1<<1, k), i) == 1<<1 {
			return i
		}
	}
	panic("no symmetry undoes another")
}

// TestParams refuses what cannot be grown.
func TestParams(t *testing.T) {
	for _, change := range []func(*Params){
		func(p *Params) { p.Positions = 0 }, func(p *Params) { p.Positions = MostPositions + 1 },
		func(p *Params) { p.Plies = -1 }, func(p *Params) { p.Depth = 0 }, func(p *Params) { p.Depth = MostDepth + 1 },
	} {
		p := small(10, 1)
		change(&p)
		if _, err := Grow(context.Background(), p); err == nil {
			t.Errorf("%+v is taken", p)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Grow(ctx, small(10, 1)); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}

// TestGoesOn breaks growing off again and again, in the middle of lines too.
func TestGoesOn(t *testing.T) {
	folder := t.TempDir()
	want := encoded(t, grown(t, small(60, 1)))
	name := filepath.Join(folder, "a.book")
	for left, rounds := true, 0; left; rounds++ {
		g, err := Open(name, small(60, 1))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Open(name, small(60, 1)); !errors.As(err, new(Refused)) {
			t.Fatalf("it is made twice at once: %v", err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		searched := 0
		g.params.Progress = nil
		before := maps.Clone(g.params.Known)
		if len(before) < rounds { // each round found one at least
			t.Fatalf("round %d knows %d answers", rounds, len(before))
		}
		stop := g.params
		stop.Found = func(q Question, a Answer) error {
			if searched++; searched == 20 {
				cancel()
			}
			_, err := g.log.WriteString(logLine(q, a))
			return err
		}
		_, err = Grow(ctx, stop)
		cancel()
		if left = err != nil; left {
			g.log.WriteString("00000")
		} else if b, size, err := g.Make(context.Background()); err != nil || b.Len() != 60 || size != len(want) {
			t.Fatalf("%d bytes, %v", size, err)
		}
		if err := g.Close(); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(name)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("it is another book, %v", err)
	}
	if _, err := os.Stat(name + ".part"); err == nil {
		t.Error("the log is left")
	}
	if _, err := Open(name, small(60, 1)); !errors.As(err, new(Refused)) {
		t.Errorf("the file is overwritten: %v", err)
	}
	other := filepath.Join(folder, "b.book")
	header := logHeader(3, small(1, 1).Model)
	for _, log := range []string{logHeader(4, "x"), header + "nonsense\n", header + logLine(Question{Position: Start()}, Answer{0, 5})} {
		if err := os.WriteFile(other+".part", []byte(log), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(other, small(60, 1)); !errors.As(err, new(Refused)) || strings.Contains(err.Error(), "\n") {
			t.Errorf("the log %q is taken: %v", log, err)
		}
	}
}
