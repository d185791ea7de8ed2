package fleet

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"gambito/crew"
)

// Real workers do a job of the real coordinator: every unit comes once, and they are
// busy nearly all the time.
func TestClientAndWorkers(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, url string) {
		b := &workbench{}
		for _, name := range []string{"one", "two", "three"} {
			startWorker(t, url, b, WorkerOptions{Name: name, Jobs: 2})
		}
		s := noUnits
		s.Each = time.Millisecond
		spec, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		c := NewClient(connect(t, Options{URL: url}), []crew.Kind{b.kind()}, ClientOptions{Jobs: 1, Tell: func(line string) { t.Log(line) }})
		const units = 3000
		all := func(yield func(int) bool) {
			for i := 0; i < units && yield(i); i++ {
			}
		}
		seen := map[int]int{}
		begun := time.Now()
		err = c.Do(context.Background(), crew.Job{Kind: "test", Name: "run", Spec: spec}, all, func(done []crew.Done) error {
			for _, d := range done {
				if seen[d.Unit]++; seen[d.Unit] > 1 || string(d.Data) != fmt.Sprint(d.Unit) {
					t.Errorf("unit %d, %d times: %q", d.Unit, seen[d.Unit], d.Data)
				}
			}
			return nil
		})
		if err != nil || len(seen) != units {
			t.Errorf("%d units, %v", len(seen), err)
		}
		t.Logf("%d units in %v; %d were done", units, time.Since(begun), b.done.Load())
	})
}
