package faults

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Work is something that gambito does, of which the same comes whatever happens on the way:
// the same command goes on with it.
type Work struct {
	Name  string
	Files map[string]string // that the command reads
	Args  []string          // the command

	Export []string // a command that prints what came out, or
	Models []string // files of it

	Before [][]string // commands that come before
	Done   string     // a file with which it is over: the command would refuse to replace it
	Over   string     // what the command says if it is over, and refuses
	Still  bool       // it does not go on if it is stopped
	Reads  [][]string // commands that read what came out, and print the same every time
}

// Result is what came out of a work: all that must be equal.
type Result struct {
	Content []byte
	Units   int // games, if they can be counted
}

// Prepare makes the folder in which a work is done.
func (w Work) Prepare(folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for name, content := range w.Files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// Result reads what came out of a work that was done in a folder.
func (w Work) Result(command func(args ...string) *exec.Cmd, folder string) (Result, error) {
	if w.Export == nil {
		var all Result
		for _, name := range w.Models {
			content, err := os.ReadFile(filepath.Join(folder, name))
			if err != nil {
				return all, err
			}
			all.Content = append(all.Content, content...)
		}
		return all, nil
	}
	content, err := Output(command(w.Export...), folder)
	if err != nil {
		return Result{}, err
	}
	if err := os.WriteFile(filepath.Join(folder, "export.jsonl"), content, 0o644); err != nil {
		return Result{}, err
	}
	units, err := countGames(content)
	return Result{content, units}, err
}

// countGames counts the games of an export, none of which may be there twice.
func countGames(export []byte) (int, error) {
	type key struct {
		Game            string
		Pairing, Number int
	}
	seen := map[key]bool{}
	for line := range bytes.Lines(export) {
		var k key
		if err := json.Unmarshal(line, &k); err != nil {
			return 0, fmt.Errorf("game %d of the export: %w", len(seen)+1, err)
		}
		if seen[k] {
			return 0, fmt.Errorf("game %d of pairing %d of %s is counted twice", k.Number, k.Pairing, k.Game)
		}
		seen[k] = true
	}
	return len(seen), nil
}

// Differs says how two results differ, or "".
func (r Result) Differs(from Result) string {
	switch {
	case bytes.Equal(r.Content, from.Content):
		return ""
	case r.Units != from.Units:
		return fmt.Sprintf("%d games, but alone %d", r.Units, from.Units)
	}
	return fmt.Sprintf("%d bytes with the SHA-256 %x, but alone %d with %x",
		len(r.Content), sha256.Sum256(r.Content), len(from.Content), sha256.Sum256(from.Content))
}

// Output runs a command in a folder and returns what it prints.
func Output(c *exec.Cmd, folder string) ([]byte, error) {
	var problems bytes.Buffer
	c.Dir, c.Stderr = folder, &problems
	out, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("gambito %s: %w: %s", strings.Join(c.Args[1:], " "), err, bytes.TrimSpace(problems.Bytes()))
	}
	return out, nil
}
