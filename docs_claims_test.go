package gambito_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// claim is a package and tests of it, as pages name them: `web` `TestHost`, `TestToken`.
var (
	claim     = regexp.MustCompile("`([a-z0-9/]+)`((?:,?\\s+`(?:Test|Fuzz)[A-Za-z0-9]+`)+)")
	claimTest = regexp.MustCompile("`((?:Test|Fuzz)[A-Za-z0-9]+)`")
)

// TestClaims: every test that docs/security.md and docs/reliability.md name is there.
func TestClaims(t *testing.T) {
	for page, least := range map[string]int{"docs/security.md": 60, "docs/reliability.md": 10} {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for _, m := range claim.FindAllStringSubmatch(string(text), -1) {
			sources := testSources(t, m[1])
			for _, name := range claimTest.FindAllStringSubmatch(m[2], -1) {
				if found++; !strings.Contains(sources, "func "+name[1]+"(") {
					t.Errorf("%s: package %s has no test %s", page, m[1], name[1])
				}
			}
		}
		if named := len(claimTest.FindAllString(string(text), -1)); found < least || named != found {
			t.Errorf("%s names %d tests, %d of them behind their package; at least %d were there", page, named, found, least)
		}
	}
}

// testSources is the text of all tests of a package.
func testSources(t *testing.T, folder string) string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(filepath.FromSlash(folder), "*_test.go"))
	if err != nil || len(names) == 0 {
		t.Errorf("there is no package %s with tests", folder)
	}
	var all strings.Builder
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	return all.String()
}
