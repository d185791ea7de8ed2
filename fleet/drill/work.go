package drill

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

// Work is something that gambito does alone or with a fleet, with the same result.
type Work struct {
	Name  string
	Unit  string            // what it is done in, such as games
	Files map[string]string // that the command reads
	Args  []string          // the command; with a fleet --fleet URL is added

	Export []string // a command that prints what came out, or
	Model  string   // a file of it
}

// Tournament is an experiment with several games and agents.
func Tournament() Work {
	return Work{
		Name: "tournament", Unit: "games",
		Files: map[string]string{"experiment.yaml": `name: drill
games: [connect4, "gdl:tictactoe-5x5"]
agents:
  - {name: tree, spec: "mcts:sims=400,leaf=playout"}
  - {name: network, spec: "mcts:sims=100,leaf=playout,policy=thompson"}
  - {name: plies, spec: "alphabeta:depth=4"}
  - random
games-per-pair: 40
openings: random:2
`},
		Args:   []string{"tournament", "experiment.yaml", "--quiet", "--json", "--data", "data"},
		Export: []string{"runs", "export", "drill", "--data", "data"},
	}
}

// Training is a small network that learns by playing against itself.
func Training() Work {
	return Work{
		Name: "training", Unit: "rounds",
		Args: []string{"train", "tictactoe", "--out", "out", "--rounds", "3", "--quiet", "--json",
			"--set", "games=120,filters=16,blocks=1,simulations=32,baseline_games=10"},
		Model: filepath.Join("out", "model.safetensors"),
	}
}

// result is what came out of a work: all that must be equal.
type result struct {
	content []byte
	units   int // games, if they can be counted
}

// prepare makes the folder in which a work is done.
func (w Work) prepare(folder string) error {
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

// result reads what came out of a work that was done in a folder.
func (w Work) result(command func(args ...string) *exec.Cmd, folder string) (result, error) {
	if w.Export == nil {
		content, err := os.ReadFile(filepath.Join(folder, w.Model))
		return result{content: content}, err
	}
	content, err := output(command(w.Export...), folder)
	if err != nil {
		return result{}, err
	}
	if err := os.WriteFile(filepath.Join(folder, "export.jsonl"), content, 0o644); err != nil {
		return result{}, err
	}
	units, err := countGames(content)
	return result{content, units}, err
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

// differs says how two results differ, or "".
func (r result) differs(from result) string {
	switch {
	case bytes.Equal(r.content, from.content):
		return ""
	case r.units != from.units:
		return fmt.Sprintf("%d games, but alone %d", r.units, from.units)
	}
	return fmt.Sprintf("%d bytes with the SHA-256 %x, but alone %d with %x",
		len(r.content), sha256.Sum256(r.content), len(from.content), sha256.Sum256(from.content))
}

// output runs a command in a folder and returns what it prints.
func output(c *exec.Cmd, folder string) ([]byte, error) {
	var problems bytes.Buffer
	c.Dir, c.Stderr = folder, &problems
	out, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("gambito %s: %w: %s", strings.Join(c.Args[1:], " "), err, bytes.TrimSpace(problems.Bytes()))
	}
	return out, nil
}
