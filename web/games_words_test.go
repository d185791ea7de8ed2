package web

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gambito/words"
)

// TestRefusalsInSpanish: whatever is refused in a game is told in both languages.
func TestRefusalsInSpanish(t *testing.T) {
	list, err := filepath.Glob("games*.go")
	if err != nil {
		t.Fatal(err)
	}
	fill, found := strings.NewReplacer("%d", "7", "%q", `"x"`, "%s", "x", "%w", "x"), 0
	for _, name := range list {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			argument := -1
			switch f := call.Fun.(type) {
			case *ast.Ident:
				if f.Name == "refuse" {
					argument = 1
				}
			case *ast.SelectorExpr:
				if f.Sel.Name == "Errorf" {
					argument = 0
				}
			}
			if argument < 0 {
				return true
			}
			literal, ok := call.Args[argument].(*ast.BasicLit)
			if !ok {
				t.Errorf("%s: what is refused is no plain text", name)
				return true
			}
			text, _ := strconv.Unquote(literal.Value)
			if found++; text != "%s" && words.For(words.Spanish).Text(fill.Replace(text)) == fill.Replace(text) {
				t.Errorf("%s: there is no Spanish for %q", name, text)
			}
			return true
		})
	}
	if found < 20 {
		t.Errorf("only %d refusals are found", found)
	}
}
