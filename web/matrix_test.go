package web

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"gambito/api"
	"gambito/theory"
)

func TestMatrix(t *testing.T) {
	s := serverFor(t, Options{})
	for _, c := range []struct {
		body map[string]any
		want string // in what is told
	}{
		{map[string]any{"game": "chicken"}, "(2/3 swerve + 1/3 go straight; 2/3 swerve + 1/3 go straight) pays 14/3 and 14/3"},
		{map[string]any{"game": "1 0; -1 1", "methods": []string{"geometric"}}, "the value of the game is 1/3"},
		{map[string]any{"game": "prisoners-dilemma", "methods": []string{"dominance"}}, "A needs no keep silent"},
		{map[string]any{"game": "jury", "methods": []string{"saddle", "pareto"}}, "can be sure of"},
		{map[string]any{"game": "player A: a, b; player B: c, d; 1,0 0,1; 0,1 1,0", "methods": []string{"fictitious-play"}, "rounds": 50}, "On average over 50 rounds"},
	} {
		l := read[MatrixLesson](t, ask(t, s, "POST", "/api/matrix?lang=en", c.body))
		text := ""
		for _, section := range l.Matrix.Sections {
			text += strings.Join(append(section.Steps, section.Result...), "\n") + "\n"
		}
		if !strings.Contains(text, c.want) {
			t.Errorf("%v: nobody says %q in\n%s", c.body, c.want, text)
		}
		if len(l.Fits) != len(theory.Methods) || !strings.HasPrefix(l.Command, "gambito matrix ") {
			t.Errorf("%v: %d methods, %s", c.body, len(l.Fits), l.Command)
		}
		if methods, ok := c.body["methods"].([]string); ok && len(l.Matrix.Sections) != len(methods) {
			t.Errorf("%v: %d sections", c.body, len(l.Matrix.Sections))
		}
	}
}

// TestMatrixPictures: each method that can be drawn comes with its drawing.
func TestMatrixPictures(t *testing.T) {
	s := serverFor(t, Options{})
	for game, want := range map[string]string{
		"geometric":           "geometric replicator best-response fictitious-play regret-matching",
		"rock-paper-scissors": "replicator best-response fictitious-play regret-matching",
		"jury":                "fictitious-play regret-matching",
	} {
		l := read[MatrixLesson](t, ask(t, s, "POST", "/api/matrix", map[string]any{"game": game}))
		var got []string
		for _, p := range l.Pictures {
			got = append(got, string(p.Method))
			if (p.Chart == nil) == (p.Phase == nil) {
				t.Errorf("%s: %s is no picture", game, p.Method)
			}
			if p.Phase == nil {
				continue
			}
			if len(p.Phase.Arrows) == 0 || len(p.Phase.Paths) == 0 || len(p.Phase.Dots) == 0 {
				t.Errorf("%s: %s shows nothing", game, p.Method)
			}
			for _, at := range slices.Concat(append(p.Phase.Paths, p.Phase.Dots)...) {
				if at[0] < -1e-9 || at[0] > 1+1e-9 || at[1] < -1e-9 || at[1] > 1+1e-9 {
					t.Errorf("%s: %s is drawn at %v", game, p.Method, at)
				}
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s is drawn as %s, want %s", game, got, want)
		}
	}
}

// TestMatrixExamples: what comes along can be asked for as it is told, in both languages.
func TestMatrixExamples(t *testing.T) {
	s := serverFor(t, Options{})
	for _, language := range []string{"en", "es"} {
		list := read[[]api.MatrixExample](t, ask(t, s, "GET", "/api/matrix/examples?lang="+language, nil))
		if len(list) != len(theory.Examples()) {
			t.Fatalf("%s: %d games", language, len(list))
		}
		for _, e := range list {
			l := read[MatrixLesson](t, ask(t, s, "POST", "/api/matrix?lang="+language, map[string]any{"game": e.Text, "methods": []string{"saddle"}}))
			if l.Matrix.Name != e.Game || l.Matrix.Text != e.Text {
				t.Errorf("%s: %s comes back as %q", language, e.Name, l.Matrix.Text)
			}
			if language == "es" && e.Name == "chicken" && !strings.Contains(e.Text, "desviarse") {
				t.Errorf("in Spanish it is %q", e.Text)
			}
		}
	}
}

func TestMatrixRefuses(t *testing.T) {
	s := serverFor(t, Options{})
	for _, c := range []struct {
		body map[string]any
		lang string
		want string
	}{
		{map[string]any{"game": "3 -1; x 4"}, "en", `row 2, column 1: "x" is no number`},
		{map[string]any{"game": "3 -1; x 4"}, "es", `fila 2, columna 1: "x" no es un número`},
		{map[string]any{"game": "3 -1; 4"}, "en", "row 2 has 1 columns, and row 1 has 2"},
		{map[string]any{"game": "chiken"}, "en", `did you mean "chicken"?`},
		{map[string]any{"game": "../../etc/passwd"}, "en", "is no number"},
		{map[string]any{"game": "chicken", "methods": []string{"geometrc"}}, "en", `did you mean "geometric"?`},
		{map[string]any{"game": "chicken", "methods": []string{"geometric"}}, "en", "it is for games of two whose payoffs have a constant sum"},
		{map[string]any{"game": "chicken", "methods": []string{"geometric"}}, "es", "juegos de dos cuyos pagos suman siempre lo mismo"},
		{map[string]any{"game": strings.Repeat(strings.Repeat("1 ", 21)+";", 21)}, "en", "at most 400 combinations"},
	} {
		if got := refused(t, ask(t, s, "POST", "/api/matrix?lang="+c.lang, c.body), http.StatusBadRequest); !strings.Contains(got, c.want) {
			t.Errorf("%v: %s", c.body, got)
		}
	}
	for _, body := range []map[string]any{
		{},
		{"game": ""},
		{"game": strings.Repeat("1 ", 20000)},
		{"game": "chicken", "rounds": 1_000_000},
		{"game": "chicken", "methods": slices.Repeat([]string{"saddle"}, 13)},
	} {
		refused(t, ask(t, s, "POST", "/api/matrix", body), http.StatusUnprocessableEntity)
	}
}

// TestMatrixEnds: a game that takes for ever is refused after some seconds.
func TestMatrixEnds(t *testing.T) {
	s := serverFor(t, Options{})
	var b strings.Builder
	for i := range int64(20) {
		for j := range int64(20) {
			fmt.Fprintf(&b, " %d/%d", 1+(i*7919+j*104729)*37%999_983, 999_000_000_000-(i*20+j)*1_000_003)
		}
		b.WriteString(";")
	}
	begun := time.Now()
	got := refused(t, ask(t, s, "POST", "/api/matrix?lang=en", map[string]any{"game": b.String()}), http.StatusRequestTimeout)
	if took := time.Since(begun); !strings.Contains(got, "this takes too long") || took > matrixTime+10*time.Second {
		t.Errorf("after %v: %s", took, got)
	}
}

func FuzzMatrix(f *testing.F) {
	s := serverFor(f, Options{})
	f.Add("3 -1; -2 4", "", 10)
	f.Add("name: x; player A: a, b; player B: c, d; 1,0 0,1; 0,1 1/2,0.25", "support", 10)
	f.Add("1,1,1 2,2,2 | 3,3,3 4,4,4", "pareto", 1)
	f.Add("chicken", "replicator", 5)
	f.Fuzz(func(t *testing.T, game, method string, rounds int) {
		body := map[string]any{"game": game, "rounds": rounds}
		if method != "" {
			body["methods"] = []string{method}
		}
		w := ask(t, s, "POST", "/api/matrix", body)
		if w.Code >= 500 {
			t.Fatalf("status %d: %s", w.Code, w.Body)
		}
	})
}
