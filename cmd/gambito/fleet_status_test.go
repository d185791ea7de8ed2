package main

import (
	"context"
	"encoding/json"
	"errors"
	"os/exec"
	"strings"
	"testing"
	"time"

	"gambito/crew"
	"gambito/fleet"
)

// TestFleetStatus: a job that was broken off is shown, and forgotten.
func TestFleetStatus(t *testing.T) {
	broker := startBroker(t, "-q", "--data", t.TempDir())
	url := strings.TrimPrefix(broker.line, "gambito worker ")
	out := string(printing(t, t.TempDir(), "fleet", "status", url))
	if !strings.Contains(out, ": 0 workers lend 0 cores; nats-server ") {
		t.Errorf("an empty fleet: %s", out)
	}
	link, err := fleet.Connect(context.Background(), fleet.Options{URL: url, AnyBuild: true})
	if err != nil {
		t.Fatal(err)
	}
	defer link.Close()
	kind := crew.Kind{Name: "nothing", Open: func(crew.Job, crew.Place) (crew.Doer, error) { return noDoer{}, nil }}
	client := fleet.NewClient(link, []crew.Kind{kind}, fleet.ClientOptions{Salt: "salt of this test"})
	ctx, cancel := context.WithCancel(context.Background())
	end := make(chan error, 1)
	go func() {
		end <- client.Do(ctx, crew.Job{Kind: "nothing", Name: "a job of the test"}, func(yield func(int) bool) {
			for u := range 10 {
				if !yield(u) {
					return
				}
			}
		}, func([]crew.Done) error { return nil })
	}()
	var status fleet.Status
	for i := 0; len(status.Jobs) == 0 || status.Jobs[0].Queued == 0 || status.Jobs[0].Total == 0; i++ {
		if i > 100 {
			t.Fatalf("the job does not come up: %+v", status)
		}
		time.Sleep(100 * time.Millisecond)
		if err := json.Unmarshal(printing(t, t.TempDir(), "fleet", "status", url, "--json"), &status); err != nil {
			t.Fatal(err)
		}
	}
	out = string(printing(t, t.TempDir(), "fleet", "status", url))
	if !strings.Contains(out, "a job of the test") || !strings.Contains(out, " "+status.Jobs[0].ID[:8]+"\n") || status.Jobs[0].Total != 10 || !status.Jobs[0].Open {
		t.Errorf("%+v\n%s", status.Jobs, out)
	}
	cancel()
	if err := <-end; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	printing(t, t.TempDir(), "fleet", "forget", url, status.Jobs[0].ID[:8])
	for _, args := range [][]string{{status.Jobs[0].ID}, {"--worker", "nobody"}, {}, {"x", "--worker", "nobody"}} {
		c := exec.Command("gambito", append([]string{"fleet", "forget", url}, args...)...)
		if text, _ := c.CombinedOutput(); c.ProcessState.ExitCode() != 2 || strings.Count(string(text), "\n") != 1 {
			t.Errorf("forget %q: exit code %d, %s", args, c.ProcessState.ExitCode(), text)
		}
	}
}

// TestShortID: ids are shown as far as they are needed.
func TestShortID(t *testing.T) {
	jobs := []fleet.JobStatus{{ID: "abcdefghij"}, {ID: "abcdefghik"}, {ID: "bbcdefghij"}, {ID: "x"}}
	for i, want := range []string{"abcdefghij", "abcdefghik", "bbcdefgh", "x"} {
		if got := shortID(jobs, jobs[i].ID); got != want {
			t.Errorf("%s is shown as %s", jobs[i].ID, got)
		}
	}
}

// noDoer does nothing.
type noDoer struct{}

func (noDoer) Width() int                                   { return 1 }
func (noDoer) Do(context.Context, int) (crew.Result, error) { return crew.Result{}, nil }
func (noDoer) Check(int, crew.Result) error                 { return nil }
func (noDoer) Close() error                                 { return nil }
