package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// hopeless is a sheet that takes long to be understood: a quarter of a minute passes
// before it is given up as too large to compile.
const hopeless = `(role a) (role b) (init (n 0)) (succ 0 1) (legal a go) (legal b wait)
(<= (next (n ?m)) (true (n ?n)) (succ ?n ?m)) (<= terminal (true (n 1))) (goal a 100) (goal b 0)
(c 1) (c 2) (c 3) (c 4) (c 5) (c 6) (c 7) (c 8) (c 9) (c 10) (c 11) (c 12) (c 13) (c 14) (c 15) (c 16)
(c 17) (c 18) (c 19) (c 20) (c 21) (c 22) (c 23) (c 24) (c 25) (c 26) (c 27) (c 28) (c 29) (c 30)
(<= (q ?a ?b ?c ?d ?e) (c ?a) (c ?b) (c ?c) (c ?d) (c ?e)) (<= (next z) (q 1 2 3 4 5))
`

// TestInterrupt: one Ctrl-C ends what takes long, whatever it is.
func TestInterrupt(t *testing.T) {
	if raceDetector {
		t.Skip("processes of their own, in which the race detector sees nothing")
	}
	folder := t.TempDir()
	sheet := filepath.Join(folder, "hopeless.kif")
	tournament := filepath.Join(folder, "t.yaml")
	for name, text := range map[string]string{
		sheet:      hopeless,
		tournament: "name: t\ngames: [\"gdl:" + sheet + "\"]\nagents: [{name: a, spec: random}, {name: b, spec: random}]\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range []string{
		"match gdl:" + sheet + " random random",
		"gdl perft " + sheet + " 2",
		"tournament " + tournament + " --data " + folder,
		"match tictactoe:8x8 perfect random",
		"match gdl:hex perfect:positions=1000000000 random",
	} {
		t.Run(args, func(t *testing.T) {
			t.Parallel() // it mostly waits
			c := exec.Command("gambito", strings.Fields(args)...)
			var out bytes.Buffer
			c.Stdout, c.Stderr = &out, &out
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			defer c.Process.Kill()
			ended := make(chan struct{})
			go func() {
				c.Wait()
				close(ended)
			}()
			select {
			case <-ended:
				t.Fatalf("it ends by itself: %s", out.String())
			case <-time.After(1500 * time.Millisecond):
			}
			if err := c.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
			select {
			case <-ended:
				if code := c.ProcessState.ExitCode(); code != 1 || !strings.Contains(out.String(), "stopped") {
					t.Errorf("exit code %d: %s", code, out.String())
				}
			case <-time.After(5 * time.Second):
				t.Error("it goes on for five seconds after Ctrl-C")
			}
		})
	}
}
