package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// killedRun is an experiment of some seconds at most.
const killedRun = `name: killed
games: [tictactoe, connect4]
agents: ["mcts:sims=60", "alphabeta:depth=2", random]
games-per-pair: 60
openings: random:2
`

// asked posts to the page, and wants it to agree.
func asked(t *testing.T, url string, body any) {
	t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.Post(url, "application/json", bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if r.StatusCode >= 300 {
		var says bytes.Buffer
		says.ReadFrom(r.Body)
		t.Fatalf("%s: %d %s", url, r.StatusCode, says.String())
	}
}

// played waits until at least so many games of the run are played, or it is finished, and
// reports whether it is.
func played(t *testing.T, s served, games int) (finished bool) {
	t.Helper()
	for range 3000 {
		_, text := get(t, http.DefaultClient, s.url+"api/runs/killed")
		var r struct {
			Played int    `json:"played"`
			State  string `json:"state"`
		}
		if err := json.Unmarshal([]byte(text), &r); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		if r.State == "finished" || r.Played >= games {
			return r.State == "finished"
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatal("the run of the queue does not go on")
	return false
}

// TestServeKilled: a server that is killed while a run of its queue is played goes on with it
// when it is asked to, and the games are those of a run in peace; a queue that is damaged
// meanwhile is put aside, and costs nothing but its order.
func TestServeKilled(t *testing.T) {
	data := t.TempDir()
	begin := func() served { return startServe(t, "--addr", "127.0.0.1:0", "--data", data) }
	s := begin()
	asked(t, s.url+"api/runs", map[string]any{"yaml": killedRun, "jobs": 1})
	amid := 0
	for i, games := range []int{5, 60, 150} {
		finished := played(t, s, games)
		if err := s.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		s.Wait()
		if i == 1 {
			damage(t, data, "queue")
		}
		if s = begin(); !finished {
			amid++
			asked(t, s.url+"api/runs/killed/go-on", map[string]any{})
		}
	}
	if !played(t, s, 1<<30) {
		t.Fatal("it is not finished")
	}
	s.stop(t)
	if amid == 0 {
		t.Error("it was never killed while it played")
	}
	peace := t.TempDir()
	file := filepath.Join(peace, "killed.yaml")
	if err := os.WriteFile(file, []byte(killedRun), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gambito", "tournament", file, "--quiet", "--data", peace).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	export := func(folder string) string {
		out, err := exec.Command("gambito", "runs", "export", "killed", "--data", folder).Output()
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	if a, b := export(data), export(peace); a != b || strings.Count(a, "\n") != 360 {
		t.Errorf("%d games and %d in peace, which are not the same", strings.Count(a, "\n"), strings.Count(b, "\n"))
	}
}

// damage changes a byte in the middle of a file of a folder whose name begins so.
func damage(t *testing.T, folder, name string) {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(folder, name+"*.json"))
	if err != nil || len(found) != 1 {
		t.Fatalf("%v, %v", found, err)
	}
	content, err := os.ReadFile(found[0])
	if err != nil {
		t.Fatal(err)
	}
	content[len(content)/2] ^= 4
	if err := os.WriteFile(found[0], content, 0o644); err != nil {
		t.Fatal(err)
	}
}
