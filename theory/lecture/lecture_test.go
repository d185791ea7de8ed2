package lecture

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"gambito/theory"
	"gambito/words"
)

func read(t *testing.T, name string) *theory.Game {
	t.Helper()
	text, _ := theory.Example(name)
	g, err := theory.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestTell: every method has something to say of every game that it fits, in both
// languages, and no sentence misses or has too many words.
func TestTell(t *testing.T) {
	for _, name := range theory.Examples() {
		g := read(t, name)
		a, err := theory.Analyse(t.Context(), g, g.Fitting(), 20)
		if err != nil {
			t.Fatal(err)
		}
		for _, language := range []words.Language{words.English, words.Spanish} {
			sections := Tell(words.For(language), a)
			if len(sections) != len(g.Fitting()) {
				t.Fatalf("%s: %d sections of %d methods", name, len(sections), len(g.Fitting()))
			}
			for _, s := range sections {
				text := strings.Join(append(s.Steps, s.Result...), " ")
				if s.Title == "" || len(s.Result) == 0 || strings.Contains(text, "%!") {
					t.Errorf("%s, %s: %q", name, s.Method, text)
				}
			}
			var out bytes.Buffer
			if Write(&out, words.For(language), a, true); !strings.Contains(out.String(), sections[0].Title) {
				t.Errorf("%s is not written", name)
			}
		}
	}
}

// TestNamesInSpanish: what the examples call things has an entry, numbers aside.
func TestNamesInSpanish(t *testing.T) {
	in := words.For(words.Spanish)
	for _, name := range theory.Examples() {
		g := read(t, name)
		texts := []string{g.Name}
		for _, p := range g.Players {
			if len(p.Name) > 1 {
				texts = append(texts, p.Name)
			}
			texts = append(texts, p.Strategies...)
		}
		for _, text := range texts {
			if in.Text(text) == text && text != "no" && (len(text) != 2 || text[1] > '9') {
				t.Errorf("%s: there is no Spanish for %q", name, text)
			}
		}
	}
}

// TestDraw: all pictures are whole SVG documents, the same every time.
func TestDraw(t *testing.T) {
	for _, name := range []string{"geometric", "chicken", "rock-paper-scissors", "saddle-point", "jury"} {
		g := read(t, name)
		for _, picture := range Pictures(g) {
			var first, second bytes.Buffer
			if err := Draw(&first, words.For(words.English), g, picture, 50); err != nil {
				t.Fatalf("%s, %s: %v", name, picture, err)
			}
			if err := Draw(&second, words.For(words.English), g, picture, 50); err != nil || first.String() != second.String() {
				t.Errorf("%s, %s: drawn again it is another", name, picture)
			}
			for d := xml.NewDecoder(&first); ; {
				if _, err := d.Token(); err == io.EOF {
					break
				} else if err != nil {
					t.Fatalf("%s, %s: %v", name, picture, err)
				}
			}
		}
	}
	if err := Draw(io.Discard, words.For(words.English), read(t, "jury"), "replicator", 50); err == nil {
		t.Error("three players are drawn on a plane")
	}
}
