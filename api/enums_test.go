package api

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

// TestEnumsAreComplete: a type's values are the constants that its package declares
// of it, and no others; beside them only "" may stand, where a field may be empty.
func TestEnumsAreComplete(t *testing.T) {
	for of, values := range enums {
		folder := filepath.Join("..", strings.TrimPrefix(of.PkgPath(), "gambito/"))
		declared := constants(t, folder, of.Name())
		if len(declared) == 0 {
			t.Errorf("%s: no constants in %s", of, folder)
		}
		for _, v := range values {
			text := reflect.ValueOf(v).String()
			if !declared[text] && text != "" {
				t.Errorf("%s has no value %q", of, text)
			}
			delete(declared, text)
		}
		for text := range declared {
			t.Errorf("%s: the value %q is missing", of, text)
		}
	}
}

// constants are the values of all constants in a folder that are declared to be of a
// type.
func constants(t *testing.T, folder, name string) map[string]bool {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, file := range names {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok || len(spec.Values) != 1 {
				return true
			}
			kind, named := spec.Type.(*ast.Ident)
			literal, written := spec.Values[0].(*ast.BasicLit)
			if named && written && kind.Name == name {
				text, err := strconv.Unquote(literal.Value)
				if err != nil {
					t.Fatal(err)
				}
				found[text] = true
			}
			return true
		})
	}
	return found
}
