package drill

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// Work is something that gambito does alone or with a fleet, with the same result.
type Work struct {
	Name  string
	Files map[string]string // that the command reads
	Args  []string          // the command; with a fleet --fleet URL is added

	Export []string // a command that prints what came out, or
	Models []string // files of it
}

// Tournament is an experiment with several games and agents. Its size is 1 for about ten
// seconds of a core.
func Tournament(size float64) Work {
	return stored("tournament", fmt.Sprintf(`name: drill
games: [connect4, othello]
agents:
  - {name: tree, spec: "mcts:sims=200,leaf=playout"}
  - {name: network, spec: "alphazero:sims=16"}
  - {name: plies, spec: "alphabeta:depth=4"}
  - random
games-per-pair: %d
openings: random:2
`, amount(50, size)))
}

// Sequential is an experiment that a sequential test ends: what is out then is recalled.
// It has a game of dice and one of a rulesheet. Its size decides how soon.
func Sequential(size float64) Work {
	return stored("sequential", fmt.Sprintf(`name: drill
games: [backgammon, "gdl:breakthrough-holes"]
agents:
  - {name: tree, spec: "mcts:sims=40,leaf=playout"}
  - {name: shrub, spec: "mcts:sims=34,leaf=playout"}
rounds: 100
games-per-pair: 10
stop: {rule: sprt, elo0: 0, elo1: %.0f}
`, 30/math.Sqrt(size)))
}

// stored is an experiment named drill.
func stored(name, text string) Work {
	return Work{
		Name:   name,
		Files:  map[string]string{"experiment.yaml": text},
		Args:   []string{"tournament", "experiment.yaml", "--quiet", "--json", "--data", "data"},
		Export: []string{"runs", "export", "drill", "--data", "data"},
	}
}

// amount is an even number that is never too small.
func amount(usual int, size float64) int { return max(2*int(float64(usual)*size/2), 4) }

// Training is a small network that learns by playing against itself, of a size likewise.
func Training(size float64) Work {
	return Work{
		Name: "training",
		Args: []string{"train", "connect4", "--out", "out", "--rounds", "4", "--quiet", "--json",
			"--set", fmt.Sprintf("games=%d,filters=16,blocks=1,simulations=48,gate_games=30,baseline_games=10,window=5000,passes=1", amount(300, size))},
		Models: []string{"out/model.safetensors", "out/learner.safetensors"},
	}
}

// Differences is a network that learns backgammon by temporal differences: many jobs, of a
// batch of games each.
func Differences(size float64) Work {
	games := amount(3000, size)
	return Work{
		Name: "differences",
		Args: []string{"train", "backgammon", "--out", "out", "--games", strconv.Itoa(games), "--hidden", "64",
			"--every", strconv.Itoa(max(games/3, 1)), "--measure", "20", "--quiet", "--json"},
		Models: []string{"out/model.safetensors"},
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
		var all result
		for _, name := range w.Models {
			content, err := os.ReadFile(filepath.Join(folder, name))
			if err != nil {
				return all, err
			}
			all.content = append(all.content, content...)
		}
		return all, nil
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
