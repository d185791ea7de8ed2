package gtp

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"gambito/agent"
	"gambito/agents"
	"gambito/games"
)

// TestMain makes of this test binary, called with "fake", an engine that misbehaves.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "fake" {
		fake(os.Args[2])
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// fakeAgent is the spec of an agent that runs a fake.
func fakeAgent(t *testing.T, mode, options string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("gtp:cmd=%s fake %s%s", self, mode, options)
}

func registry() *agent.Registry { return agents.New(agent.NewEnvironment(""), Entry) }

// fake plays Othello at random, and in its second move does what its mode says.
func fake(mode string) {
	atStart, isStart := strings.CutSuffix(mode, "-at-start")
	if isStart {
		misbehave(atStart)
	}
	g, err := games.Parse("othello")
	if err != nil {
		panic(err)
	}
	spec, err := registry().Parse("random")
	if err != nil {
		panic(err)
	}
	in, lines := io.Pipe()
	go func() {
		asked := 0
		for input := bufio.NewScanner(os.Stdin); input.Scan(); {
			if strings.HasPrefix(input.Text(), "genmove") {
				if asked++; asked == 2 && mode != "well-behaved" {
					misbehave(mode)
					continue
				}
			}
			io.WriteString(lines, input.Text()+"\n")
		}
		lines.Close()
	}()
	Server{Game: g, Agent: spec, Seed: 1}.Serve(context.Background(), in, os.Stdout)
}

func misbehave(mode string) {
	switch mode {
	case "hang":
		time.Sleep(time.Hour)
	case "hang-with-child":
		child := exec.Command("sleep", "3600")
		child.Stdout = os.Stdout // which stays open with it
		child.Start()
		os.WriteFile(os.Getenv("FAKE_CHILD"), fmt.Append(nil, child.Process.Pid), 0o644)
		time.Sleep(time.Hour)
	case "die":
		fmt.Fprintln(os.Stderr, "out of luck")
		os.Exit(3)
	case "close":
		os.Stdout.Close()
		time.Sleep(time.Hour)
	case "lie":
		fmt.Print("= A1\n\n")
	case "chat":
		fmt.Print("= I think I will play D3\n\n")
	case "garbage":
		fmt.Print("\x00\xff\xfe{}\n\n")
	case "refuse":
		fmt.Print("? no idea\n\n")
	case "endless-line":
		for {
			fmt.Print("= = = = = = = = = = = = = = = = = = = = = = = = = = = = = = = = = =")
		}
	case "endless-answer":
		fmt.Print("= D3\n")
		for {
			fmt.Println("and another line that belongs to it")
		}
	case "half":
		fmt.Print("= D3\n") // without the line that ends it
	case "resign":
		fmt.Print("= resign\n\n")
	}
}
