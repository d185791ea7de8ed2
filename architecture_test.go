// Package gambito_test checks the architecture: docs/architecture.md says which
// package imports which, and that is so.
package gambito_test

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// everything stands for all packages, in the row of the command.
const everything = "all"

// nothing stands for no package of ours.
const nothing = "nothing of ours"

// row is a line of the map in docs/architecture.md:
//
//	package         what it is for                       → what it imports,
//	                                                       and what else
//
// A name ending in "<id>" stands for every folder beside it that has no row of
// its own.
type row struct {
	imports []string
	used    map[string]bool
}

// continued finds where a row goes on in the next line.
var continued = regexp.MustCompile(`,\n +`)

// readMap returns the rows by the name of their package.
func readMap(text string) (map[string]*row, error) {
	_, text, begins := strings.Cut(text, "```\n")
	text, _, ends := strings.Cut(text, "```\n")
	if !begins || !ends {
		return nil, fmt.Errorf("there is no map")
	}
	rows := map[string]*row{}
	for line := range strings.Lines(continued.ReplaceAllString(text, ", ")) {
		left, right, ok := strings.Cut(line, "→")
		name, about, _ := strings.Cut(left, " ")
		if !ok || name == "" || strings.TrimSpace(about) == "" {
			return nil, fmt.Errorf("the line %q is not: package, what it is for → what it imports", line)
		}
		if rows[name] != nil {
			return nil, fmt.Errorf("%s is there twice", name)
		}
		rows[name] = &row{used: map[string]bool{}}
		if right = strings.TrimSpace(right); right != nothing {
			rows[name].imports = strings.Split(right, ", ")
		}
	}
	return rows, nil
}

// rowOf is the row of a package, nil if there is none.
func rowOf(rows map[string]*row, name string) *row {
	if r := rows[name]; r != nil {
		return r
	}
	if i := strings.LastIndex(name, "/"); i >= 0 {
		return rows[name[:i]+"/<id>"]
	}
	return nil
}

// named is how a row names a package that others import.
func named(rows map[string]*row, name string) string {
	if i := strings.LastIndex(name, "/"); rows[name] == nil && i >= 0 {
		return name[:i] + "/<id>"
	}
	return name
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

// violations lists what the map says otherwise than it is: imports that it does not
// name, and those that it names and nobody makes.
func violations(rows map[string]*row, all []listed) (found []string) {
	seen := map[*row]bool{}
	for _, p := range all {
		name, ok := strings.CutPrefix(p.ImportPath, "gambito/")
		if !ok {
			continue // this test itself
		}
		r := rowOf(rows, name)
		if r == nil {
			found = append(found, name+" has no row")
			continue
		}
		seen[r] = true
		for _, path := range p.Imports {
			target, ours := strings.CutPrefix(path, "gambito/")
			if !ours {
				continue
			}
			target = named(rows, target)
			switch {
			case slices.Contains(r.imports, target):
				r.used[target] = true
			case slices.Contains(r.imports, everything):
				r.used[everything] = true
			default:
				found = append(found, fmt.Sprintf("%s may not import %s", name, target))
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(rows)) {
		if r := rows[name]; !seen[r] {
			found = append(found, "there is no package "+name)
		} else {
			for _, target := range r.imports {
				if !r.used[target] {
					found = append(found, fmt.Sprintf("%s does not import %s", name, target))
				}
			}
		}
	}
	return found
}

func TestImports(t *testing.T) {
	text, err := os.ReadFile("docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := readMap(string(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range violations(rows, packages(t)) {
		t.Error("docs/architecture.md: ", v)
	}
}

// TestImportsAreChecked makes sure that the check can fail.
func TestImportsAreChecked(t *testing.T) {
	const text = "intro\n```\n" +
		"game         rules         → nothing of ours\n" +
		"games        the catalogue → game,\n                             games/<id>\n" +
		"games/<id>   one each      → game\n" +
		"arena        matches       → game\n" +
		"cmd          the command   → all\n```\n"
	for want, p := range map[string][]listed{
		"":                           {},
		"misc has no row":            {{"gambito/misc", nil}},
		"game may not import arena":  {{"gambito/game", []string{"gambito/arena"}}},
		"arena may not import games": {{"gambito/arena", []string{"gambito/game", "gambito/games"}}},
	} {
		rows, err := readMap(text)
		if err != nil {
			t.Fatal(err)
		}
		whole := append([]listed{
			{"gambito/game", nil}, {"gambito/games", []string{"gambito/game", "gambito/games/othello", "fmt"}}, {"gambito/games/othello", []string{"gambito/game"}},
			{"gambito/arena", []string{"gambito/game"}}, {"gambito/cmd", []string{"gambito/arena"}},
		}, p...)
		if got := strings.Join(violations(rows, whole), "; "); got != want {
			t.Errorf("the violations are %q, not %q", got, want)
		}
	}
	rows, err := readMap(text)
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Join(violations(rows, []listed{{"gambito/game", nil}, {"gambito/arena", nil}}), "; ")
	if want := "arena does not import game; there is no package cmd; there is no package games; there is no package games/<id>"; got != want {
		t.Errorf("the violations are %q, not %q", got, want)
	}
	for _, bad := range []string{"", "```\nno arrow\n```\n", "```\na b → c\na b → c\n```\n", "```\na → b\n```\n"} {
		if _, err := readMap(bad); err == nil {
			t.Errorf("%q is a map", bad)
		}
	}
}
