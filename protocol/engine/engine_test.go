package engine

import (
	"errors"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestWords(t *testing.T) {
	for command, want := range map[string][]string{
		"gtp-rhino -l 3  -b 0":      {"gtp-rhino", "-l", "3", "-b", "0"},
		` sh -c 'a "b" c' `:         {"sh", "-c", `a "b" c`},
		`"/my games/x" --opt="a b"`: {"/my games/x", "--opt=a b"},
		"x ''":                      {"x", ""},
	} {
		if got, err := Words(command); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s is %q, %v", command, got, err)
		}
	}
	for _, command := range []string{"", "  ", "''", "x 'y", `x "`} {
		if words, err := Words(command); err == nil {
			t.Errorf("%q is %q", command, words)
		}
	}
}

func FuzzWords(f *testing.F) {
	for _, command := range []string{"a b", "a 'b c' d", `"`, "'a'b\"c\""} {
		f.Add(command)
	}
	f.Fuzz(func(t *testing.T, command string) {
		words, err := Words(command)
		if err == nil && (len(words) == 0 || words[0] == "") {
			t.Fatalf("%q is %q", command, words)
		}
	})
}

func startOne(t *testing.T, words ...string) *Process {
	t.Helper()
	if _, err := exec.LookPath(words[0]); err != nil {
		t.Skip(words[0] + " is not installed")
	}
	p, err := Start(words)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Wait() })
	return p
}

func TestConversation(t *testing.T) {
	p := startOne(t, "cat")
	err := p.Within(t.Context(), 10*time.Second, func() error {
		if err := p.Send("hello"); err != nil {
			return err
		}
		if line, err := p.Line(); err != nil || line != "hello" {
			t.Errorf("cat says %q, %v", line, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	p.Quit(10 * time.Second)
	if err := p.Send("are you there?"); err == nil {
		t.Error("a program that has ended hears on")
	}
}

func TestLate(t *testing.T) {
	p := startOne(t, "sleep", "3600")
	err := p.Within(t.Context(), 50*time.Millisecond, func() error {
		_, err := p.Line()
		return err
	})
	if err == nil || err.Error() != "sleep does not answer within 50ms" {
		t.Errorf("the error is %v", err)
	}
	if !errors.Is(p.cmd.Process.Signal(syscall.Signal(0)), os.ErrProcessDone) {
		t.Error("it lives on")
	}
}

// TestDeafness writes to a program that reads nothing, until it is late.
func TestDeafness(t *testing.T) {
	p := startOne(t, "sleep", "3600")
	err := p.Within(t.Context(), 50*time.Millisecond, func() error {
		for {
			if err := p.Send(strings.Repeat("x", 4096)); err != nil {
				return err
			}
		}
	})
	if err == nil || err.Error() != "sleep does not answer within 50ms" {
		t.Errorf("the error is %v", err)
	}
}

func TestStubborn(t *testing.T) {
	p := startOne(t, "sleep", "3600") // does not end with its input
	begin := time.Now()
	if p.Quit(50 * time.Millisecond); time.Since(begin) > 5*time.Second {
		t.Error("it is waited for")
	}
}

func TestEndAll(t *testing.T) {
	a, b := startOne(t, "sleep", "3600"), startOne(t, "sleep", "3600")
	EndAll()
	for _, p := range []*Process{a, b} {
		if status := p.Wait(); status != "" {
			t.Errorf("it has ended by itself: %s", status)
		}
	}
}

func TestFind(t *testing.T) {
	if _, err := Find("no-such-program"); err == nil || err.Error() != "there is no such program" {
		t.Errorf("the error is %v", err)
	}
	folder := t.TempDir()
	if err := os.WriteFile(folder+"/hidden-engine", []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	defer func(before []string) { places = before }(places)
	places = []string{folder}
	if path, err := Find("hidden-engine"); err != nil || path != folder+"/hidden-engine" {
		t.Errorf("it is at %s, %v", path, err)
	}
	if _, err := Start([]string{folder + "/nothing"}); err == nil || err.Error() != "nothing cannot be started: no such file or directory" {
		t.Errorf("the error is %v", err)
	}
}
