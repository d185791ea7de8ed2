package main

import (
	"fmt"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"gambito/game"
	"gambito/games/tictactoe"
	"gambito/nn"
	"gambito/ntuple"
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
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"newnetwork": newNetwork, "newpatterns": newPatterns},
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

// newPatterns writes a small pattern system to the file that a script names.
func newPatterns(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), smallPatterns(), 0o644))
}

// smallPatterns is the file of a pattern system for tic-tac-toe that likes the middle.
func smallPatterns() []byte {
	g, err := tictactoe.New(3, 3)
	if err != nil {
		panic(err)
	}
	system, err := ntuple.New(ntuple.Shape{Cells: g.Cells(), Sets: [][]uint8{{4}, {0, 1, 2}}, Stages: []int{9, 4}})
	if err != nil {
		panic(err)
	}
	m := ntuple.Model{Game: "tictactoe", Meaning: ntuple.Score, Weights: ntuple.NewWeights(system), Scale: 100,
		History: []ntuple.Milestone{{Games: 20, Positions: 150, Error: 0.25}}, Notes: map[string]string{"command": "gambito train"}}
	m.Weights.Values[0][game.Own], m.Weights.Values[0][game.Theirs] = 0.5, -0.5
	data, err := m.Encode()
	if err != nil {
		panic(err)
	}
	return data
}
