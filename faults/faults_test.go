package faults

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"

	"gambito/files"
)

// TestMain is what stands in for gambito too: it counts to twenty in a file.
func TestMain(m *testing.M) {
	how := os.Getenv("FAULTS_STANDIN")
	if how == "" {
		os.Exit(m.Run())
	}
	if os.Args[1] == batchVerb[0] {
		Serve(os.Stdin, os.Stdout, func(r Request) Answer {
			os.Chdir(r.Folder)
			text, err := standIn(how, r.Args)
			if err != nil {
				return Answer{Code: 1, Stderr: err.Error()}
			}
			return Answer{Stdout: text}
		})
		os.Exit(0)
	}
	asked := make(chan os.Signal, 1)
	signal.Notify(asked, syscall.SIGINT, syscall.SIGTERM)
	go func() {
		<-asked
		if how == "deaf" {
			return
		}
		os.Exit(1)
	}()
	text, err := standIn(how, os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Print(text)
	os.Exit(0)
}

// counted is the file of the stand-in.
type counted struct {
	N    int   `json:"n"`
	List []int `json:"list"`
}

// standIn counts, or shows how far it is; how says with which fault of its own.
func standIn(how string, args []string) (string, error) {
	var c counted
	read := files.ReadSealed
	if how == "blind" {
		read = files.Read
	}
	text, err := read("state")
	if err == nil {
		err = json.Unmarshal(text, &c)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) || c.N != len(c.List) {
		return "", fmt.Errorf("state: %w", err)
	}
	if args[0] == "show" {
		if err != nil {
			return "", err
		}
		return fmt.Sprintln(c), nil
	}
	if how == "litters" {
		os.WriteFile(fmt.Sprintf("left-%d", os.Getpid()), nil, 0o644)
	}
	for c.N < 20 {
		if time.Sleep(2 * time.Millisecond); how == "deaf" {
			time.Sleep(20 * time.Millisecond)
		}
		c.N++
		c.List = append(c.List, c.N)
		if how == "loses" && c.N%3 == 0 && os.Getpid()%2 == 0 {
			c.List[c.N-1]++
		}
		text, err := json.Marshal(c)
		if err != nil {
			return "", err
		}
		if how == "breaks" && c.N == 10 {
			panic("ten")
		}
		write := files.ReplaceSealed
		if how == "blind" {
			write = files.Replace
		}
		if err := write("state", text); err != nil {
			return "", err
		}
	}
	return "", nil
}

// drillOf lets things go wrong with a stand-in.
func drillOf(t *testing.T, how string, kills, damaged int) (Report, error) {
	t.Helper()
	if Supported != nil {
		t.Skip(Supported)
	}
	return Run(t.Context(), Settings{
		Program: os.Args[0], Env: []string{"FAULTS_STANDIN=" + how}, Folder: t.TempDir(),
		Works: []Work{{Name: "count", Args: []string{"count"}, Models: []string{"state"}, Reads: [][]string{{"show"}}}},
		Kills: kills, Disks: min(kills, 2), Files: damaged, Seed: 1, Limit: 10 * time.Second,
		Tell: func(line string) { t.Log(line) },
	})
}

// TestStandIn: whatever happens to a program that does right, the drill says so.
func TestStandIn(t *testing.T) {
	r, err := drillOf(t, "right", 30, 100)
	if err != nil || len(r.Wrong) > 0 || r.Kills["count"] < 30 || r.Ends["count"] < 3 || r.Said < 50 || r.Said+r.Healed < 90 {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestFaultsAreSeen: programs that lose something, break, litter, or do not see that a file
// is damaged fail the drill.
func TestFaultsAreSeen(t *testing.T) {
	for how, words := range map[string]string{
		"loses":   "with the SHA-256",
		"litters": "it leaves left-",
		"blind":   "without a word",
	} {
		kills, damaged := 20, 0
		if how == "blind" {
			kills, damaged = 0, 200
		}
		r, err := drillOf(t, how, kills, damaged)
		if err != nil || !strings.Contains(strings.Join(r.Wrong, "\n"), words) {
			t.Errorf("%s: %+v, %v", how, r, err)
		}
	}
	if r, err := drillOf(t, "breaks", 10, 0); err == nil || !strings.Contains(err.Error(), "panic: ten") {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestHarms: every kind of damage changes something, nearly always.
func TestHarms(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	content := []byte(strings.Repeat(`{"a": 12345, "b": [1, 2, 3]}`, 40))
	for _, h := range harms {
		changed := 0
		for range 100 {
			if !bytes.Equal(h.do(r, bytes.Clone(content)), content) {
				changed++
			}
		}
		if changed < 95 {
			t.Errorf("%s: %d of 100 are changed", h.name, changed)
		}
		for range 20 {
			h.do(r, []byte{7}) // the smallest content
		}
	}
}

// TestWorks: works have names of their own, and something to compare.
func TestWorks(t *testing.T) {
	seen := map[string]bool{}
	for _, w := range Works() {
		if seen[w.Name] || len(w.Args) == 0 || len(w.Models) == 0 && len(w.Export) == 0 {
			t.Errorf("%+v", w)
		}
		seen[w.Name] = true
	}
}
