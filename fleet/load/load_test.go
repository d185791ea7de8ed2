package load

import (
	"context"
	"strings"
	"testing"
	"time"

	"gambito/crew"
)

// TestWait: a unit takes its time, ends early when it is cancelled, and tells its number.
func TestWait(t *testing.T) {
	kinds := []crew.Kind{Wait}
	d, err := crew.Open(kinds, crew.Job{Kind: "wait", Spec: []byte(`{"each":20000000}`)}, crew.Place{Jobs: 3})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	begin := time.Now()
	r, err := d.Do(context.Background(), 7)
	if err != nil || time.Since(begin) < 20*time.Millisecond || d.Check(7, r) != nil || d.Check(8, r) == nil || d.Width() != 3 {
		t.Errorf("%v after %v, %v", r, time.Since(begin), err)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := d.Do(ended, 8); err == nil {
		t.Error("it waits though nobody wants it")
	}
	for spec, want := range map[string]string{"": "waiting", `{}`: "waiting 0s", `{"each":-1}`: "waiting -1ns", `{"each":3600000000000}`: "waiting 1h0m0s: it must be at most 1m0s"} {
		if _, err := crew.Open(kinds, crew.Job{Kind: "wait", Spec: []byte(spec)}, crew.Place{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", spec, err)
		}
	}
}
