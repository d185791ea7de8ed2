package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestFind(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"a/a_test.go":                  "package a\n\nfunc FuzzOne(f *testing.F) {\n}\n",
		"b/c/c_test.go":                "package c\nfunc FuzzTwo(f *testing.F) { x(f) }\nfunc FuzzThree(g *testing.F) {}\nfunc TestFuzz(t *testing.T) {}\n",
		"d/d.go":                       "package d\nfunc FuzzNot(f *testing.F) {}\n",
		"web/node_modules/x/x_test.go": "package x\nfunc FuzzAlien(f *testing.F) {}\n",
	} {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	all, err := find(root, nil)
	if err != nil || len(all) != 2 || all[0].folder != "b/c" || !slices.Equal(all[0].targets, []string{"FuzzTwo", "FuzzThree"}) || all[1].folder != "a" {
		t.Errorf("found %v, %v", all, err)
	}
	if one, err := find(root, []string{"./a"}); err != nil || len(one) != 1 || one[0].folder != "a" {
		t.Errorf("of ./a: %v, %v", one, err)
	}
	if _, err := find(root, []string{"./d"}); err == nil {
		t.Error("a folder without targets was taken")
	}
}

func TestTally(t *testing.T) {
	folder := t.TempDir()
	for range 2 { // the second goes on from the first one's file
		done, err := readTally(folder)
		if err != nil {
			t.Fatal(err)
		}
		if err := done.add("a/b", "FuzzX", count{1000, 2 * time.Second}); err != nil {
			t.Fatal(err)
		}
	}
	done, err := readTally(folder)
	if err != nil {
		t.Fatal(err)
	}
	if c := done.counts["a/b\tFuzzX"]; c.executions != 2000 || c.rate() != 500 {
		t.Errorf("kept %+v", c)
	}
	var table strings.Builder
	if err := done.print(&table); err != nil || !strings.Contains(table.String(), "500  a/b FuzzX") {
		t.Errorf("the table is\n%s%v", table.String(), err)
	}
	if err := os.WriteFile(filepath.Join(folder, tallyName), []byte("a b c\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := readTally(folder); err == nil {
		t.Error("a file that is no tally was read")
	}
}

func TestExecutions(t *testing.T) {
	log := "fuzz: elapsed: 0s, testing seed corpus: 13/13 completed, now fuzzing with 1 workers\n" +
		"fuzz: elapsed: 3s, execs: 700 (233/sec)\nfuzz: elapsed: 4s, execs: 1000 (2472/sec), new interesting: 3 (total: 16)\nPASS\n"
	if n := executions([]byte(log)); n != 1000 {
		t.Errorf("read %d executions", n)
	}
	if n := executions([]byte("no such target")); n != 0 {
		t.Errorf("read %d executions in nothing", n)
	}
}

func TestNext(t *testing.T) {
	for _, c := range []struct {
		inputs int
		took   time.Duration
		want   int
	}{{1000, 10 * time.Second, 2000}, {1000, time.Millisecond, 10000}, {1000, time.Hour, 100}, {50000, 40 * time.Second, 25000}} {
		if got := next(c.inputs, c.took, 20*time.Second); got != c.want {
			t.Errorf("after %d in %s: %d, not %d", c.inputs, c.took, got, c.want)
		}
	}
}
