package main

import (
	"fmt"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"gambito": main})
}

// TestScripts runs the commands as a user would.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			env.Setenv("NO_COLOR", "1")
			env.Setenv("GORACE", "atexit_sleep_ms=0") // else every command takes a second under the race detector
			return nil
		},
		Condition: func(name string) (bool, error) {
			if name == "slow" {
				return raceDetector, nil
			}
			return false, fmt.Errorf("unknown condition %q", name)
		},
		UpdateScripts: os.Getenv("UPDATE_SCRIPTS") != "",
	})
}
