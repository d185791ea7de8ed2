package words

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestMachinesAreUnderstood: what machines of a fleet say is said in the source, and is
// understood in Spanish.
func TestMachinesAreUnderstood(t *testing.T) {
	var source strings.Builder
	for _, folder := range []string{"../fleet/*.go", "../crew/*.go"} {
		names, err := filepath.Glob(folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			source.Write(text)
		}
	}
	for english := range spanishMachines {
		said := strings.TrimPrefix(strings.TrimSuffix(english, "%s"), "%s")
		if !strings.Contains(source.String(), said) {
			t.Errorf("nobody says %q", english)
		}
	}
	for english, want := range map[string]string{
		"mine, unit 7: it came to something else than others":    "mine, unidad 7: obtuvo algo distinto que otras",
		"it answered what cannot be: game 3: a number is absurd": "respondió lo que no puede ser: game 3: a number is absurd",
		"mine starts programs, which takes --trust":              "mine inicia programas, lo que requiere --trust",
	} {
		if got := For(Spanish).Text(english); got != want {
			t.Errorf("%q is %q in Spanish, want %q", english, got, want)
		}
	}
}
