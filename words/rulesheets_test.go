package words

import (
	"go/ast"
	"slices"
	"strings"
	"testing"
)

// TestRulesheetsHaveEntries checks that whatever may be wrong with a rulesheet is told in
// every language, and that nothing else has an entry.
func TestRulesheetsHaveEntries(t *testing.T) {
	problems, texts := map[string]string{}, map[string]bool{}
	for path, file := range sources(t, func(path string) bool { return true }, "gdl", "web") {
		ast.Inspect(file, func(n ast.Node) bool {
			if e, ok := n.(ast.Expr); ok {
				if text, ok := constant(e); ok {
					texts[text] = true
				}
			}
			c, ok := n.(*ast.CallExpr)
			if ok && len(c.Args) > 1 && slices.Contains([]string{"errorf", "warnf"}, called(c)) && strings.Contains(path, "gdl") {
				if text, ok := constant(c.Args[1]); ok {
					problems[text] = path
				}
			}
			return true
		})
	}
	if len(problems) < 30 {
		t.Fatalf("only %d problems are found in the source", len(problems))
	}
	for text, path := range problems {
		if spanishRulesheets[text] == "" {
			t.Errorf("%s: there is no Spanish for %q", path, text)
		}
	}
	for text, other := range spanishRulesheets {
		if !texts[text] {
			t.Errorf("nothing says %q", text)
		}
		if !slices.Equal(verbs(text), verbs(other)) {
			t.Errorf("%q fills in %v, and in Spanish %v", text, verbs(text), verbs(other))
		}
	}
}

func TestRulesheet(t *testing.T) {
	for english, spanish := range map[string]string{
		"red is asked for, but nothing derives it": "se pregunta por red, pero nada lo deriva", // red is a name, no colour
		"legal has 1 arguments, not 2":             "legal tiene 1 argumentos, no 2",
		"something new":                            "something new",
	} {
		if got := For(Spanish).Rulesheet(english); got != spanish {
			t.Errorf("%q is %q, not %q", english, got, spanish)
		}
		if got := For(English).Rulesheet(english); got != english {
			t.Errorf("%q is %q in English", english, got)
		}
	}
}
