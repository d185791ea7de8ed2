package dataset

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gambito/game"
	"gambito/games/breakthrough"
	"gambito/games/connect4"
	"gambito/games/othello"
	"gambito/games/tictactoe"
)

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

func boards() []game.Game {
	return []game.Game{othello.New(), must(connect4.Make(7, 6, 4)), must(connect4.Make(10, 10, 5)), must(tictactoe.New(3, 3))}
}

// some rows of random games, and the positions they are of.
func some(t testing.TB, f *Form, g game.Game) (rows []Row, texts []string) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 8))
	for number := range 3 {
		s := g.New()
		for m, ok := game.RandomMove(s, r, nil); ok; m, ok = game.RandomMove(s, r, nil) {
			row, err := f.Row(s, number, float64(r.IntN(3)-1))
			if err != nil {
				t.Fatal(err)
			}
			rows, texts = append(rows, row), append(texts, g.FormatPosition(s))
			s.Play(m)
		}
	}
	return rows, texts
}

// TestRoundTrip: what is written is read again, to the position.
func TestRoundTrip(t *testing.T) {
	for _, g := range boards() {
		f := must(NewForm(g))
		rows, texts := some(t, f, g)
		var text, arrays, again bytes.Buffer
		for _, err := range []error{f.WriteCSV(&text, rows), f.WriteNPZ(&arrays, rows), f.WriteNPZ(&again, rows)} {
			if err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(arrays.Bytes(), again.Bytes()) {
			t.Error("equal rows give different files")
		}
		fromText, err := f.ReadCSV(&text)
		if err != nil {
			t.Fatal(err)
		}
		fromArrays, err := f.ReadNPZ(arrays.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(fromText, rows) || !reflect.DeepEqual(fromArrays, rows) {
			t.Fatalf("%s: other rows are read", g.Info().ID)
		}
		for i, r := range fromText {
			s, err := f.Position(r)
			if err != nil || g.FormatPosition(s) != texts[i] {
				t.Fatalf("%s is %v, %v", texts[i], s, err)
			}
		}
	}
	if _, err := NewForm(must(breakthrough.New(6, 6))); err == nil {
		t.Error("there are data sets of Breakthrough")
	}
}

// TestNumPy reads what is written as others do, where NumPy is there.
func TestNumPy(t *testing.T) {
	if err := exec.Command("python3", "-c", "import numpy").Run(); err != nil {
		t.Skip("there is no NumPy")
	}
	g := othello.New()
	f := must(NewForm(g))
	rows, _ := some(t, f, g)
	var file bytes.Buffer
	if err := f.WriteNPZ(&file, rows); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "set.npz")
	if err := os.WriteFile(name, file.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	program := `import numpy, sys
a = numpy.load(sys.argv[1])
print(a["board"].shape[1:], a["board"].dtype, a["board"][0].sum(), abs(a["board"][0]).sum(), a["player"][1], a["label"].dtype, a["game"][-1])
numpy.savez(sys.argv[1] + "2", board=a["board"].reshape(len(a["board"]), -1).astype("int64"), player=a["player"], label=a["label"].astype("float64"))`
	out, err := exec.Command("python3", "-c", program, name).CombinedOutput()
	if want := "(8, 8) int8 0 4 1 float32 2\n"; err != nil || string(out) != want {
		t.Fatalf("%s, %v, not %s", out, err, want)
	}
	back, err := f.ReadNPZ(must(os.ReadFile(name + "2.npz")))
	if err != nil || len(back) != len(rows) || !slices.Equal(back[7].Board, rows[7].Board) || back[7].Label != rows[7].Label || back[7].Game != 7 {
		t.Errorf("%d rows of %d, %v", len(back), len(rows), err)
	}
}

// TestArrayHeader: as NumPy itself writes it.
func TestArrayHeader(t *testing.T) {
	want := "\x93NUMPY\x01\x00v\x00{'descr': '|i1', 'fortran_order': False, 'shape': (3,), }" + strings.Repeat(" ", 60) + "\n"
	if got := string(arrayHeader("|i1", []int{3})); got != want {
		t.Errorf("%q, not %q", got, want)
	}
}

func TestRefuses(t *testing.T) {
	f := must(NewForm(must(tictactoe.New(3, 3))))
	for text, want := range map[string]string{
		"":                                   "line 1",
		"board,player\n":                     `no column "label"`,
		"board,player,label\n.........,x,0":  "line 2: player",
		"board,player,label\n.........,0,?":  "line 2: label",
		"board,player,label\n....?....,0,1":  "cell 5 of the board",
		"game,board,player,label\nx,.,0,0":   "line 2: game",
		"board,player,label\n.........,0,0,": "wrong number of fields",
	} {
		if _, err := f.ReadCSV(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, r := range []Row{
		{Board: make([]int8, 8)}, {Board: make([]int8, 9), Player: 2}, {Board: make([]int8, 9), Player: 1}, {Board: make([]int8, 9), Label: 2},
		{Board: []int8{2, 0, 0, 0, 0, 0, 0, 0, 0}}, {Board: []int8{1, 1, 1, -1, -1, 0, 0, 0, 0}, Player: 1},
	} {
		if s, err := f.Position(r); err == nil {
			t.Errorf("%+v is %v", r, s)
		}
	}
}

func FuzzRead(f *testing.F) {
	form := must(NewForm(must(tictactoe.New(3, 3))))
	rows, _ := some(f, form, must(tictactoe.New(3, 3)))
	var text, arrays bytes.Buffer
	if form.WriteCSV(&text, rows[:3]) != nil || form.WriteNPZ(&arrays, rows[:3]) != nil {
		f.Fatal("nothing is written")
	}
	f.Add(text.Bytes())
	f.Add(arrays.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		a, _ := form.ReadCSV(bytes.NewReader(data))
		b, _ := form.ReadNPZ(data)
		for _, r := range append(a, b...) {
			if s, err := form.Position(r); err == nil && s.Turn() == game.Over {
				t.Fatalf("%+v is the end of a game", r)
			}
		}
	})
}
