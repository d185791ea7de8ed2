package replay

import (
	"bytes"
	"errors"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gambito/game"
	"gambito/games/connect4"
	"gambito/games/othello"
)

func rules(t testing.TB) game.Game {
	t.Helper()
	g, err := connect4.New(7, 6, 4)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// random plays a game and makes up what was found.
func random(rules game.Game, number int) *Game {
	r := rand.New(rand.NewPCG(uint64(number), 0))
	g := &Game{Round: 3, Number: number}
	s := rules.New()
	for s.Turn() != game.Over {
		moves := s.Moves(nil)
		m := moves[r.IntN(len(moves))]
		f := Found{Skip: len(g.Moves) < 2}
		if r.IntN(2) == 0 && !f.Skip {
			f.Valued, f.Proven, f.Value = true, len(g.Moves) > 9, math.Round(127*(2*r.Float64()-1))/127
			for _, m := range moves {
				f.Shares = append(f.Shares, Share{m, math.Round(65535*r.Float64()) / 65535})
			}
		}
		g.Moves, g.Found = append(g.Moves, m), append(g.Found, f)
		s.Play(m)
	}
	g.Score = s.Score(0)
	return g
}

func TestGamesAreReadBack(t *testing.T) {
	for _, rules := range []game.Game{rules(t), othello.New()} {
		for n := range 20 {
			g := random(rules, n)
			if n == 7 {
				g.Found = nil
			}
			back, err := Parse(rules, g.Append(nil))
			if err != nil || !reflect.DeepEqual(back, g) {
				t.Fatalf("game %d is read back as %+v, %v", n, back, err)
			}
		}
	}
}

// TestFileSurvivesACut cuts the file wherever a killed process may have left it.
func TestFileSurvivesACut(t *testing.T) {
	rules := rules(t)
	name := filepath.Join(t.TempDir(), "games")
	f, games, err := Open(name, rules)
	if err != nil || len(games) != 0 {
		t.Fatal(games, err)
	}
	begin := f.Size()
	if err := f.Add(random(rules, 0)); err != nil {
		t.Fatal(err)
	}
	one := f.Size()
	if err := f.Add(random(rules, 1)); err != nil {
		t.Fatal(err)
	}
	two := f.Size()
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(name)
	if err != nil || int64(len(whole)) != two {
		t.Fatalf("%d bytes, not %d, %v", len(whole), two, err)
	}
	for _, cut := range []int64{two, two - 1, one + 1, one, one - 1, begin + 3, begin} {
		if err := os.WriteFile(name, whole[:cut], 0o644); err != nil {
			t.Fatal(err)
		}
		f, games, err := Open(name, rules)
		if err != nil {
			t.Fatal(err)
		}
		want := 0
		if cut >= one {
			want++
		}
		if cut >= two {
			want++
		}
		if len(games) != want {
			t.Errorf("cut after %d bytes: %d games, not %d", cut, len(games), want)
		}
		// What is added now follows the games that were whole.
		if err := f.Add(random(rules, 9)); err != nil {
			t.Fatal(err)
		}
		f.Close()
		if f, games, err = Open(name, rules); err != nil || len(games) != want+1 || games[want].Number != 9 {
			t.Errorf("cut after %d bytes and added to: %d games, %v", cut, len(games), err)
		}
		if err := f.Keep(games[want:]); err != nil {
			t.Fatal(err)
		}
		if err := f.Add(games[want]); err != nil {
			t.Fatal(err)
		}
		f.Close()
		if f, games, err = Open(name, rules); err != nil || len(games) != 2 {
			t.Errorf("%d games are kept, %v", len(games), err)
		}
		f.Close()
	}
}

// TestOpenWritesNothing: whoever opens a file may refuse to go on, so nothing is made or cut
// off before a game is added.
func TestOpenWritesNothing(t *testing.T) {
	rules := rules(t)
	name := filepath.Join(t.TempDir(), "games")
	f, _, err := Open(name, rules)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(name); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("opening has made a file: %v", err)
	}
	if err := f.Add(random(rules, 0), random(rules, 1)); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	cut := f.Size() - 3
	if err := os.Truncate(name, cut); err != nil {
		t.Fatal(err)
	}
	f, games, err := Open(name, rules)
	if err != nil || len(games) != 1 {
		t.Fatalf("%d games, %v", len(games), err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(name); err != nil || info.Size() != cut {
		t.Errorf("opening has left %d bytes of %d, %v", info.Size(), cut, err)
	}
}

// TestFlippedBits damages a file in every byte: no game is lost without a word, and the
// file stays as it is. Only where the last game gets longer than the file it looks cut off.
func TestFlippedBits(t *testing.T) {
	rules := rules(t)
	name := filepath.Join(t.TempDir(), "games")
	f, _, err := Open(name, rules)
	if err != nil {
		t.Fatal(err)
	}
	begin, last := f.Size(), int64(0)
	for n := range 3 {
		last = f.Size()
		if err := f.Add(random(rules, n)); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for at := begin; at < int64(len(whole)); at++ {
		bit := at % 8
		bad := slices.Clone(whole)
		bad[at] ^= 1 << bit
		if err := os.WriteFile(name, bad, 0o644); err != nil {
			t.Fatal(err)
		}
		f, games, err := Open(name, rules)
		if err == nil {
			f.Close()
			if at < last || at > last+1 || len(games) != 2 {
				t.Errorf("bit %d of byte %d: %d games and no error", bit, at, len(games))
			}
			continue
		}
		var damaged ErrDamaged
		if !errors.As(err, &damaged) || int64(damaged.At) > at {
			t.Errorf("bit %d of byte %d: %v", bit, at, err)
		}
		if now, err := os.ReadFile(name); err != nil || !slices.Equal(now, bad) {
			t.Fatalf("bit %d of byte %d: the file was changed", bit, at)
		}
	}
}

// TestValueByte: values are from -127 to 127; the byte below was once read as -1.008.
func TestValueByte(t *testing.T) {
	rules := rules(t)
	g := random(rules, 0)
	for i := range g.Found {
		g.Found[i] = Found{Valued: true, Value: -1}
	}
	data := g.Append(nil)
	if _, err := Parse(rules, data); err != nil {
		t.Fatal(err)
	}
	i := slices.Index(data, 0x81) // -127
	data[i] = 0x80
	if _, err := Parse(rules, data); err == nil {
		t.Error("a value of -128/127 is read")
	}
}

func TestRefusals(t *testing.T) {
	rules := rules(t)
	for text, says := range map[string]string{
		"":                          "no file of games",
		"gambito":                   "no file of games",
		"gambito games 1 othello\n": "games of \"othello\", not of connect4",
	} {
		if _, err := Read([]byte(text), rules, func(*Game) error { return nil }); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v", text, err)
		}
	}
	for name, spoil := range map[string]func(g *Game){
		"an illegal move":        func(g *Game) { g.Moves[1] = 9 },
		"an illegal alternative": func(g *Game) { g.Found[3].Shares = []Share{{Move: 8, Share: 1}} },
		"a wrong score":          func(g *Game) { g.Score = 5 },
		"too short a game":       func(g *Game) { g.Moves, g.Found = g.Moves[:4], g.Found[:4] },
	} {
		g := random(rules, 1)
		spoil(g)
		if _, err := Parse(rules, g.Append(nil)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestBuffer(t *testing.T) {
	rules := rules(t)
	b := NewBuffer(100)
	for n := range 10 {
		b.Add(random(rules, n))
	}
	total := 0
	for _, g := range b.Games() {
		total += len(g.Moves) - 2
	}
	first := len(b.Games()[0].Moves) - 2
	if b.Positions() != total || total < 100 || total-first >= 100 {
		t.Errorf("%d positions, %d in the games, %d of them in the first", b.Positions(), total, first)
	}
	seen := map[[2]int]bool{}
	for i := range total {
		g, ply := b.At(i)
		if ply < 2 || ply >= len(g.Moves) || seen[[2]int{g.Number, ply}] {
			t.Errorf("position %d is before move %d of game %d, or was before", i, ply, g.Number)
		}
		seen[[2]int{g.Number, ply}] = true
	}
}

func FuzzParse(f *testing.F) {
	rules := rules(f)
	for n := range 4 {
		f.Add(random(rules, n).Append(nil))
	}
	low := random(rules, 0)
	for i := range low.Found {
		low.Found[i] = Found{Valued: true, Value: -1}
	}
	f.Add(bytes.ReplaceAll(low.Append(nil), []byte{0x81}, []byte{0x80}))
	f.Fuzz(func(t *testing.T, data []byte) {
		g, err := Parse(rules, data)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("%q", err)
			}
			return
		}
		again, err := Parse(rules, g.Append(nil))
		if err != nil || !reflect.DeepEqual(g, again) {
			t.Errorf("%+v is read back as %+v, %v", g, again, err)
		}
	})
}
