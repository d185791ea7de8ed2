package main

import (
	"fmt"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"gambito/nn"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"gambito": main})
}

// TestScripts runs the commands as a user would.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			env.Setenv("HOME", env.WorkDir) // nothing is kept anywhere else
			env.Setenv("NO_COLOR", "1")
			env.Setenv("GORACE", "atexit_sleep_ms=0") // else every command takes a second under the race detector
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"newnetwork": newNetwork},
		Condition: func(name string) (bool, error) {
			if name == "slow" {
				return raceDetector, nil
			}
			return false, fmt.Errorf("unknown condition %q", name)
		},
		UpdateScripts: os.Getenv("UPDATE_SCRIPTS") != "",
	})
}

// newNetwork writes a small network with random weights to the file that a script
// names.
func newNetwork(ts *testscript.TestScript, _ bool, args []string) {
	model, err := nn.New(nn.Residual(3, 6, 7, 7, 8, 1), 1)
	ts.Check(err)
	model.Notes["command"] = "gambito train"
	model.History = []nn.Milestone{{Step: 7, Positions: 99, Loss: nn.Loss{Policy: 1.25, Value: 0.5}}}
	data, err := model.Encode()
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), data, 0o644))
}
