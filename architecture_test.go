// Package gambito_test checks the architecture: which package may import
// which.
package gambito_test

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// mayImport says which packages of this module a package may import, by path
// below the module. A name ending in "/..." stands for a folder and all below
// it. What may be imported may be imported with everything it imports itself.
// Rows for packages that do not exist yet keep their place in the order.
var mayImport = []struct {
	pkg     string
	imports string
}{
	{"spec", ""},
	{"svg", ""},
	{"files", ""},
	{"progress", ""},
	{"game", ""},
	{"game/bitboard", ""},
	{"game/grid", "game"},
	{"game/gametest", "game"},
	{"games", "game games/... gdl gdl/sheets spec"},
	{"games/backgammon/...", "game games/backgammon/... files nn/..."},
	{"games/...", "game game/bitboard game/grid"},
	{"gdl/sheets", ""},
	{"gdl", "game gdl/sheets"},
	{"bandit", ""},
	{"bandit/lab", "bandit stats"},
	{"search/minimax", "game"},
	{"search/explain", "game search/minimax search/mcts svg"},
	{"search/mcts", "game bandit"},
	{"search/exact", "game games/... progress"},
	{"nn/...", "nn/..."},
	{"models", ""},
	{"neural", "game search/mcts nn models spec files"},
	{"agent", "game spec files"},
	{"agents/...", "agent game games/... gdl bandit search/... nn/... spec files neural stats"},
	{"stats/...", ""},
	{"arena/...", "agent stats files"},
	{"examples", ""},
	{"experiment", "arena agent games files stats examples"},
	{"build", ""},
	{"store/...", "arena build spec"},
	{"run", "arena build games store"},
	{"report/chart", "svg"},
	{"report/...", "arena stats store report/chart"},
	{"learn/fit", "game games/... bandit search/..."},
	{"learn/genetic", ""},
	{"learn/breed", "learn/genetic agent agents arena games/... spec stats"},
	{"learn/replay", "game files"},
	{"learn/folder", "game nn neural files report/chart"},
	{"learn/truth", "game games/... search/... agent agents arena"},
	{"learn/crowd", "game neural search/mcts agent agents spec"},
	{"learn/...", "game games/... search/... nn/... agent agents bandit arena neural learn/replay learn/folder learn/crowd learn/truth report/chart"},
	{"papers/...", "agents arena bandit/... experiment learn/... report/..."},
	{"protocol/...", "agent agents games gdl"},
	{"fleet/...", "arena store"},
	{"web/...", "arena store report"},
	{"bench/...", "agent agents search/... nn/... bandit/... gdl games/... game"},
	{"terminal/...", "game agent arena spec files"},
	{"cmd/...", "agent agents arena bandit/... bench examples experiment files fleet game games/... gdl learn/... models neural nn/... papers/... progress protocol/... report/... search/... spec stats store terminal web"},
}

func matches(pattern, pkg string) bool {
	if folder, ok := strings.CutSuffix(pattern, "/..."); ok {
		return pkg == folder || strings.HasPrefix(pkg, folder+"/")
	}
	return pattern == pkg
}

// allowed returns the patterns of what pkg may import, directly or through
// what it may import.
func allowed(pkg string) (patterns []string, known bool) {
	var collect func(pkg string) bool
	collect = func(pkg string) bool {
		for _, row := range mayImport {
			if !matches(row.pkg, pkg) && row.pkg != pkg {
				continue
			}
			for _, pattern := range strings.Fields(row.imports) {
				if !slices.Contains(patterns, pattern) {
					patterns = append(patterns, pattern)
					collect(pattern)
				}
			}
			return true
		}
		return false
	}
	known = collect(pkg)
	return patterns, known
}

type listed struct {
	ImportPath string
	Imports    []string
}

func packages(t *testing.T) (all []listed) {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	for decoder := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := decoder.Decode(&p); err == io.EOF {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// violations lists the imports that the table does not allow.
func violations(all []listed) (found []string) {
	for _, p := range all {
		name, ok := strings.CutPrefix(p.ImportPath, "gambito/")
		if !ok {
			continue // this test itself
		}
		patterns, known := allowed(name)
		if !known {
			found = append(found, name+" has no row in the table of architecture_test.go")
		}
		for _, path := range p.Imports {
			target, ours := strings.CutPrefix(path, "gambito/")
			if ours && !slices.ContainsFunc(patterns, func(pattern string) bool { return matches(pattern, target) }) {
				found = append(found, fmt.Sprintf("%s may not import %s", name, target))
			}
		}
	}
	return found
}

func TestImports(t *testing.T) {
	for _, v := range violations(packages(t)) {
		t.Error(v)
	}
}

// TestImportsAreChecked makes sure that the check can fail.
func TestImportsAreChecked(t *testing.T) {
	for _, p := range []listed{
		{"gambito/game", []string{"gambito/games/othello"}},
		{"gambito/bandit", []string{"gambito/game"}},
		{"gambito/games/othello", []string{"gambito/agent"}},
		{"gambito/agent", []string{"gambito/arena"}},
		{"gambito/arena", []string{"gambito/terminal"}},
		{"gambito/misc", nil},
	} {
		if len(violations([]listed{p})) != 1 {
			t.Errorf("%s may import %v", p.ImportPath, p.Imports)
		}
	}
	for _, p := range []listed{
		{"gambito/arena", []string{"gambito/game", "fmt"}},
		{"gambito/search/mcts", []string{"gambito/bandit"}},
	} {
		if v := violations([]listed{p}); len(v) != 0 {
			t.Error(v)
		}
	}
}

// TestEveryPackageIsOnTheMap keeps docs/architecture.md complete.
func TestEveryPackageIsOnTheMap(t *testing.T) {
	text, err := os.ReadFile("docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range packages(t) {
		name, ok := strings.CutPrefix(p.ImportPath, "gambito/")
		if strings.HasPrefix(name, "games/") {
			name = "games/<id>"
		}
		if ok && !strings.Contains(string(text), "\n"+name+" ") {
			t.Errorf("docs/architecture.md does not explain %s", name)
		}
	}
}
