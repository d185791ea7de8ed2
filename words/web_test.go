package words

import (
	"go/ast"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// refusals are the texts with which the server of the page refuses, as far as they are
// its own.
func refusals(t *testing.T) map[string]string {
	texts := map[string]string{}
	wanted := func(path string) bool {
		folder, file := filepath.Base(filepath.Dir(path)), filepath.Base(path)
		return folder == "web" || folder == "agents" && file == "truth.go" || folder == "queue" && file != "keeper.go" || // whose errors go to the log
			folder == "theory" && (file == "parse.go" || file == "analyse.go") || folder == "chart" || folder == "sheet" || folder == "report" && file == "export.go" ||
			folder == "lab" && slices.Contains([]string{"problem.go", "law.go", "setup.go", "entrants.go", "walk.go", "experiment.go"}, file)
	}
	for path, file := range sources(t, wanted, "web", "agents", "queue", "bandit/lab", "report", "theory") {
		ast.Inspect(file, func(n ast.Node) bool {
			c, ok := n.(*ast.CallExpr)
			if !ok || !slices.Contains([]string{"Errorf", "New", "refuse", "deny"}, called(c)) {
				return true
			}
			for _, arg := range c.Args {
				if text, ok := constant(arg); ok && strings.Contains(text, " ") {
					texts[text] = path
					break
				}
			}
			return true
		})
	}
	return texts
}

// TestEveryRefusalHasAnEntry, and every entry is of one.
func TestEveryRefusalHasAnEntry(t *testing.T) {
	texts := refusals(t)
	if len(texts) < 50 {
		t.Fatalf("only %d texts are found in the source", len(texts))
	}
	catalogues := append([]map[string]string{spanishWeb}, spanishLab...)
	known := maps.Clone(spanishPlayed)
	for _, catalogue := range catalogues {
		for text := range catalogue {
			if known[text] = catalogue[text]; texts[text] == "" {
				t.Errorf("nothing writes %q", text)
			}
		}
	}
	for text, path := range texts {
		if known[text] == "" && text != "%s: %w" {
			t.Errorf("%s: there is no Spanish for %q in the catalogue of its area, such as spanish_web.go", path, text)
		}
	}
	for english, want := range map[string]string{
		"moves: \"9\" is not a column: columns are 1 to 7": "jugadas: \"9\" no es una columna: las columnas son de 1 a 7",
		"time: expected number <= 600":                     "time: debe ser un número no mayor que 600",
	} {
		if got := For(Spanish).Text(english); got != want {
			t.Errorf("%q is %q in Spanish, want %q", english, got, want)
		}
	}
}
