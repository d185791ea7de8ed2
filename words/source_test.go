package words

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The tests below read the source: what is said there is what must have entries.

// sources parses those Go files of folders below the module's that are wanted,
// without tests.
func sources(t *testing.T, wanted func(path string) bool, folders ...string) map[string]*ast.File {
	t.Helper()
	list := map[string]*ast.File{}
	for _, folder := range folders {
		err := filepath.WalkDir(filepath.Join("..", folder), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || !wanted(path) {
				return err
			}
			list[path], err = parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return list
}

// constant is the text of an expression of string literals.
func constant(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, err == nil && e.Kind == token.STRING
	case *ast.BinaryExpr:
		left, ok := constant(e.X)
		right, also := constant(e.Y)
		return left + right, ok && also && e.Op == token.ADD
	case *ast.ParenExpr:
		return constant(e.X)
	}
	return "", false
}

// called is the name of the function or method that a call calls.
func called(c *ast.CallExpr) string {
	switch f := c.Fun.(type) {
	case *ast.SelectorExpr:
		return f.Sel.Name
	case *ast.Ident:
		return f.Name
	}
	return ""
}

// imports reports whether a file imports this package or is of it.
func imports(path string) bool {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
	if err != nil {
		return false
	}
	return file.Name.Name == "words" || slices.ContainsFunc(file.Imports, func(i *ast.ImportSpec) bool { return i.Path.Value == `"gambito/words"` })
}

// said are the messages of the module: what Say, Count and Message are called with.
func said(t *testing.T) map[Message]string {
	messages, folders := map[Message]string{}, map[string]bool{}
	for path := range sources(t, imports, ".") {
		folders[filepath.Dir(path)] = true
	}
	for path, file := range sources(t, func(path string) bool { return folders[filepath.Dir(path)] }, ".") {
		ast.Inspect(file, func(n ast.Node) bool {
			c, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			var args []ast.Expr
			switch name := called(c); {
			case slices.Contains([]string{"Say", "Message", "say", "wrong"}, name) && len(c.Args) > 0: // the last two pass it on
				args = c.Args[:1]
			case name == "Count" && len(c.Args) > 2:
				args = c.Args[1:3]
			}
			for _, arg := range args {
				if text, ok := constant(arg); ok {
					messages[Message(text)] = path
				}
			}
			return true
		})
	}
	return messages
}

// written are the texts of games that players may come to read: what their parsers
// complain of. What only makers of games say is left out, for it is said before
// anybody plays.
func written(t *testing.T) map[string]string {
	texts := map[string]string{}
	for path, file := range sources(t, ofGame, "games", "game/grid", "gdl") {
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && (f.Name.Name == "New" || strings.HasSuffix(f.Name.Name, "Evaluation") || slices.Contains(ofShapes, f.Name.Name)) {
				continue
			}
			ast.Inspect(d, func(n ast.Node) bool {
				c, ok := n.(*ast.CallExpr)
				if !ok || len(c.Args) == 0 || called(c) != "Errorf" && called(c) != "New" {
					return true
				}
				if text, ok := constant(c.Args[0]); ok {
					texts[text] = path
				}
				return true
			})
		}
	}
	return texts
}

// ofShapes say what shapes synthetic trees cannot have, when one is made.
var ofShapes = []string{"checkShape", "checkBranching", "ParseProfile", "parseLayer", "readProfiles"}

// ofGame reports whether a file belongs to a game itself, not to what thinks about it.
func ofGame(path string) bool {
	folder := filepath.ToSlash(filepath.Dir(path))
	return path == "../gdl/text.go" || folder == "../game/grid" || folder == "../games/backgammon/match" || strings.Count(folder, "/") == 2 && strings.HasPrefix(folder, "../games/")
}
