package words

import (
	"go/ast"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestEveryTreeTextHasAnEntry: what is wrong with trees and with searches to be
// explained has Spanish, and every entry is of something that is said.
func TestEveryTreeTextHasAnEntry(t *testing.T) {
	texts := map[string]string{}
	wanted := func(path string) bool {
		folder := filepath.ToSlash(filepath.Dir(path))
		return folder == "../search/minimax" || folder == "../search/explain" || folder == "../search/lesson" || path == filepath.Join("..", "search", "mcts", "trace.go")
	}
	for path, file := range sources(t, wanted, "search") {
		ast.Inspect(file, func(n ast.Node) bool {
			c, ok := n.(*ast.CallExpr)
			if !ok || len(c.Args) == 0 || !slices.Contains([]string{"Errorf", "New", "wrong"}, called(c)) {
				return true
			}
			arg := c.Args[0]
			if inner, ok := arg.(*ast.CallExpr); ok && called(inner) == "Sprintf" {
				arg = inner.Args[0]
			}
			if text, ok := constant(arg); ok && strings.Contains(text, " ") {
				texts[text] = path
			}
			return true
		})
	}
	known := func(text string) bool {
		return slices.ContainsFunc(spanishTexts, func(catalogue map[string]string) bool { return catalogue[text] != "" })
	}
	for text, path := range texts {
		if !known(text) {
			t.Errorf("%s: there is no Spanish for %q in spanish_trees.go", path, text)
		}
	}
	for text := range spanishTrees {
		if texts[text] == "" {
			t.Errorf("nothing writes %q", text)
		}
	}
	for english, want := range map[string]string{
		"tree, character 4: a list or a number is missing":                                             "árbol, carácter 4: falta una lista o un número",
		"tree, character 2: an empty list, or a ) too many":                                            "árbol, carácter 2: una lista vacía, o sobra un )",
		"alphabeta needs the values of leaves, and of some only bounds are known: those B* can search": "alphabeta necesita los valores de las hojas, y de algunas sólo se conocen cotas: con ellas busca B*",
	} {
		if got := For(Spanish).Text(english); got != want {
			t.Errorf("%q is %q in Spanish, want %q", english, got, want)
		}
	}
}
