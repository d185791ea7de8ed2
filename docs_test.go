package gambito_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// program is a program in a page and the block after it, which is what it prints.
type program struct {
	line         int // where its code begins
	code, prints string
}

// readPrograms returns the programs of a page. Every block of Go must be a whole
// one, with what it prints behind it.
func readPrograms(page string) (programs []program, err error) {
	parts := strings.Split("\n"+page, "\n```") // text, block, text, block …
	line := 0                                  // the last one of the part before
	for i, part := range parts {
		first, rest, _ := strings.Cut(part, "\n")
		if i%2 == 1 && first == "go" {
			if i+2 >= len(parts) || !strings.HasPrefix(parts[i+2], "\n") || !strings.HasPrefix(rest, "package main\n") {
				return nil, fmt.Errorf("line %d: this is not a whole program with what it prints behind it", line+2)
			}
			programs = append(programs, program{line + 2, rest + "\n", parts[i+2][1:] + "\n"})
		}
		line += strings.Count(part, "\n") + 1
		if i == 0 {
			line-- // the newline put in front
		}
	}
	return programs, nil
}

// built compiles programs as if each were a package of this module, and returns the
// names of the executables.
func built(t *testing.T, programs []program) (names []string) {
	t.Helper()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	overlay := map[string]string{}
	args := []string{"build", "-overlay", filepath.Join(folder, "overlay.json"), "-o", folder + string(filepath.Separator)}
	for _, p := range programs {
		name := fmt.Sprintf("line%d", p.line)
		source := filepath.Join(folder, name+".go")
		if err := os.WriteFile(source, []byte(p.code), 0o644); err != nil {
			t.Fatal(err)
		}
		overlay[filepath.Join(here, "docs", name, "main.go")] = source
		names, args = append(names, filepath.Join(folder, name)), append(args, "./docs/"+name)
	}
	text, err := json.Marshal(map[string]any{"Replace": overlay})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "overlay.json"), text, 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("go", args...).CombinedOutput(); err != nil {
		t.Fatalf("the programs do not compile: %v\n%s", err, out)
	}
	return names
}

// TestPrograms: the programs of docs/library.md print what stands below them.
func TestPrograms(t *testing.T) {
	page, err := os.ReadFile("docs/library.md")
	if err != nil {
		t.Fatal(err)
	}
	programs, err := readPrograms(string(page))
	if err != nil {
		t.Fatal(err)
	}
	if len(programs) == 0 {
		t.Fatal("there are no programs")
	}
	names := built(t, programs)
	for i, p := range programs {
		t.Run(filepath.Base(names[i]), func(t *testing.T) {
			folder := t.TempDir()
			for range 2 { // the second time with what the first has left behind
				command := exec.Command(names[i])
				command.Dir = folder
				out, err := command.CombinedOutput()
				if err != nil || string(out) != p.prints {
					t.Fatalf("docs/library.md, line %d prints\n%s%v", p.line, out, err)
				}
			}
		})
	}
}

// TestProgramsAreFound: where a program begins, what it prints, and what is not one.
func TestProgramsAreFound(t *testing.T) {
	const whole = "intro\n```go\npackage main\nfunc main() {}\n```\ntext\n```\nout\n```\nend\n"
	programs, err := readPrograms(whole)
	if want := (program{3, "package main\nfunc main() {}\n", "out\n"}); err != nil || len(programs) != 1 || programs[0] != want {
		t.Errorf("found %+v, %v", programs, err)
	}
	for _, bad := range []string{
		"```go\nx := 1\n```\n```\nout\n```\n",
		"```go\npackage main\n```\nnothing\n",
		"```go\npackage main\n```\n```go\npackage main\n```\n",
	} {
		if programs, err := readPrograms(bad); err == nil {
			t.Errorf("%q has %+v", bad, programs)
		}
	}
}

// link is one to a file of ours.
var link = regexp.MustCompile(`\]\(([^)#:]+)(#[^)]*)?\)`)

// TestLinks: what the pages point to is there.
func TestLinks(t *testing.T) {
	pages := []string{"README.md"}
	for _, pattern := range []string{"docs/*.md", "docs/*/*.md"} {
		more, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, more...)
	}
	found := 0
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range link.FindAllSubmatch(text, -1) {
			found++
			if _, err := os.Stat(filepath.Join(filepath.Dir(page), string(match[1]))); err != nil {
				t.Errorf("%s: %v", page, err)
			}
		}
	}
	if found < 20 {
		t.Errorf("%d links in %d pages", found, len(pages))
	}
}
