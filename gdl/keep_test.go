package gdl

import (
	"bytes"
	"encoding/gob"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"gambito/gdl/sheets"
)

// keepHere makes New keep all that it compiles in a folder until the test ends, and returns
// what it warns of.
func keepHere(t *testing.T, most int64) (folder string, warnings *[]string) {
	t.Helper()
	folder, warnings = filepath.Join(t.TempDir(), "compiled"), &[]string{}
	var mu sync.Mutex
	Keep(&Keeper{Folder: folder, Most: most, Warn: func(err error) {
		mu.Lock()
		defer mu.Unlock()
		*warnings = append(*warnings, err.Error())
	}})
	t.Cleanup(func() { Keep(nil) })
	return folder, warnings
}

func keptIn(t *testing.T, folder string) (names []string) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func newOf(t testing.TB, text string, limits Limits) *Game {
	t.Helper()
	g, err := New([]byte(text), Options{ID: "gdl:x", Name: "x", Limits: limits})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestKeptSheets checks that a sheet is compiled once, whatever its comments, blanks and
// variables, and is the same game when it comes from the folder.
func TestKeptSheets(t *testing.T) {
	folder, warnings := keepHere(t, 1<<20)
	for i, name := range ownSheets(t) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		made := newOf(t, string(text), DefaultLimits)
		if n := len(keptIn(t, folder)); n != i+1 {
			t.Fatalf("%s: %d sheets are kept", name, n)
		}
		read := newOf(t, "; another\n"+strings.ReplaceAll(string(text), "?", "?v"), DefaultLimits)
		if !reflect.DeepEqual(made.fast.network, read.fast.network) || !reflect.DeepEqual(made.fast.moveTexts, read.fast.moveTexts) {
			t.Errorf("%s: the network is another when it is read", name)
		}
		a, b := gameAtRandom(made), gameAtRandom(read)
		if n := len(keptIn(t, folder)); !reflect.DeepEqual(a, b) || n != i+1 {
			t.Errorf("%s: the games are %v and %v, %d sheets are kept", name, a, b, n)
		}
	}
	if len(*warnings) > 0 {
		t.Error(*warnings)
	}
}

// TestKeptOtherCapitals checks that a sheet in capitals, or with its rules in another order, is
// not compiled again, and is the very game that compiling would make of it; one whose names
// come in another order is another.
func TestKeptOtherCapitals(t *testing.T) {
	folder, warnings := keepHere(t, 1<<26)
	for _, id := range []string{"tictactoe", "goofspiel", "breakthrough"} {
		own, ok := sheets.Find(id)
		if !ok {
			t.Fatal(id)
		}
		text := string(own.Text)
		forms := parseAll(t, text)
		var roles, others []string
		for _, f := range forms {
			if strings.HasPrefix(f, "(role ") {
				roles = append(roles, f)
			} else {
				others = append(others, f)
			}
		}
		slices.Reverse(others)
		kept := len(keptIn(t, folder))
		newOf(t, text, DefaultLimits)
		for about, other := range map[string]string{"capitals": strings.ToUpper(text), "order": strings.Join(append(others, roles...), "\n")} {
			read := newOf(t, other, DefaultLimits)
			if n := len(keptIn(t, folder)); n != kept+1 {
				t.Errorf("%s, %s: %d sheets are kept, not %d", id, about, n, kept+1)
			}
			k := keeper.Swap(nil)
			made := newOf(t, other, DefaultLimits)
			keeper.Store(k)
			if !reflect.DeepEqual(made.fast.moveTexts, read.fast.moveTexts) || !reflect.DeepEqual(made.fast.factTexts, read.fast.factTexts) || !reflect.DeepEqual(gameAtRandom(made), gameAtRandom(read)) {
				t.Errorf("%s, %s: it is another game", id, about)
			}
		}
	}
	kept := len(keptIn(t, folder))
	own, _ := sheets.Find("tictactoe")
	if newOf(t, strings.ReplaceAll(string(own.Text), "noop", "Noop"), DefaultLimits); len(keptIn(t, folder)) != kept+1 {
		t.Error("Noop comes before mark, and noop after it: the moves have other numbers")
	}
	if len(*warnings) > 0 {
		t.Error(*warnings)
	}
}

// parseAll are the expressions of a sheet, without comments.
func parseAll(t *testing.T, text string) (forms []string) {
	t.Helper()
	depth, begin := 0, 0
	var clean strings.Builder
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, ";")
		clean.WriteString(strings.TrimSpace(line) + " ")
	}
	all := clean.String()
	for i, c := range all {
		switch c {
		case '(':
			if depth == 0 {
				begin = i
			}
			depth++
		case ')':
			if depth--; depth == 0 {
				forms = append(forms, all[begin:i+1])
			}
		}
	}
	return forms
}

// TestKeptLimits checks that what is kept decides no more than compiling would.
func TestKeptLimits(t *testing.T) {
	folder, _ := keepHere(t, 1<<20)
	few := Limits{Steps: 3, Memory: DefaultLimits.Memory}
	if g := newOf(t, small, few); g.Fallback() == nil || len(keptIn(t, folder)) != 1 {
		t.Fatalf("%v, %v", g.Fallback(), keptIn(t, folder))
	}
	if g := newOf(t, small, few); g.Fallback() == nil || g.Fallback().Error() != "compiling takes more than 3 steps" {
		t.Errorf("read: %v", g.Fallback())
	}
	if g := newOf(t, small, DefaultLimits); g.Fallback() != nil {
		t.Errorf("with more steps: %v", g.Fallback())
	}
	if g := newOf(t, small, few); g.Fallback() == nil {
		t.Error("a sheet that is kept is played within fewer steps than it took")
	}
}

// TestKeptDamage checks that no damaged or old entry is used, that it is said, and that it
// is made anew.
func TestKeptDamage(t *testing.T) {
	folder, warnings := keepHere(t, 1<<20)
	newOf(t, small, DefaultLimits)
	name := keptIn(t, folder)[0]
	good, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	bad := map[string][]byte{"checksum does not fit": nil, "is cut off": good[:len(keptHead)+5], "another version": append([]byte("x"), good...)}
	for at := 0; at < len(good); at += 7 {
		bad["flipped"] = bytes.Clone(good)
		bad["flipped"][at] ^= 4
		for want, content := range bad {
			if content == nil || at > 0 && want != "flipped" {
				continue
			}
			*warnings = nil
			if err := os.WriteFile(name, content, 0o644); err != nil {
				t.Fatal(err)
			}
			g := newOf(t, small, DefaultLimits)
			now, err := os.ReadFile(name)
			if err != nil || g.Fallback() != nil || !bytes.Equal(now, good) {
				t.Fatalf("%s at %d: %v, %v", want, at, g.Fallback(), err)
			}
			if len(*warnings) != 1 || !strings.Contains((*warnings)[0], name+" is made anew: ") || want != "flipped" && !strings.Contains((*warnings)[0], want) {
				t.Fatalf("%s at %d: the warnings are %q", want, at, *warnings)
			}
		}
	}
}

// TestKeptTogether checks that several may keep at once, and that the folder stays small.
func TestKeptTogether(t *testing.T) {
	const most = 20_000
	folder, warnings := keepHere(t, most)
	var group sync.WaitGroup
	for worker := range 4 {
		group.Go(func() {
			for i := range 25 {
				text := small + strings.Repeat("(init p)", (i+worker)%12)
				if g, err := New([]byte(text), Options{ID: "gdl:x", Name: "x", Limits: DefaultLimits}); err != nil || g.Fallback() != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	sum := int64(0)
	for _, name := range keptIn(t, folder) {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		sum += info.Size()
	}
	if sum == 0 || sum > most || len(*warnings) > 0 {
		t.Errorf("%d bytes are kept, and the warnings are %q", sum, *warnings)
	}
}

// TestKeptNumbers checks that an entry with a wrong number is refused, or is a network that
// can be played without looking beyond its ends.
func TestKeptNumbers(t *testing.T) {
	good := gameOf(t, "testdata/dice.kif", DefaultLimits).fast.kept()
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(good); err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(3, 4))
	refused := 0
	for range 3000 {
		entry, err := decodeEntry(b.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		spoil(reflect.ValueOf(entry).Elem(), r)
		f, err := entry.fast(len(good.Moves))
		if err != nil {
			refused++
			continue
		}
		playSpoilt(f, r)
	}
	if refused < 300 {
		t.Errorf("%d of 3000 were refused", refused)
	}
}

// spoil changes one number somewhere in v.
func spoil(v reflect.Value, r *rand.Rand) {
	switch v.Kind() {
	case reflect.Struct:
		spoil(v.Field(r.IntN(v.NumField())), r)
	case reflect.Slice, reflect.Array:
		if v.Len() > 0 {
			spoil(v.Index(r.IntN(v.Len())), r)
		} else if v.Kind() == reflect.Slice {
			v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		}
	case reflect.Int, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt([]int64{-1, v.Int() + 1, v.Int() - 1, 2 * v.Int(), int64(r.Int32())}[r.IntN(5)])
	case reflect.Uint64:
		v.SetUint(r.Uint64())
	}
}

func playSpoilt(f *fast, r *rand.Rand) {
	m := f.start.clone()
	joint := make([]int32, len(f.moveTexts))
	for range 20 {
		m.factTexts()
		if m.terminal() || !chosen(m, joint, r) {
			return
		}
		m.remember()
		m.play(joint)
		m.goal(0)
	}
	m.takeBack()
}

func FuzzKept(f *testing.F) {
	for _, name := range ownSheets(f) {
		if content, err := encodeKept(gameOf(f, name, DefaultLimits).fast.kept()); err == nil {
			f.Add(content[len(keptHead)+32:])
		}
	}
	f.Fuzz(func(_ *testing.T, content []byte) {
		entry, err := decodeEntry(content)
		if err != nil {
			return
		}
		if made, err := entry.fast(len(entry.Moves)); err == nil {
			playSpoilt(made, rand.New(rand.NewPCG(1, 1)))
		}
	})
}
