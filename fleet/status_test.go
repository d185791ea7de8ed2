package fleet

import (
	"context"
	"testing"
	"time"

	"gambito/fleet/message"
)

// TestSilent: a worker of which nothing was heard for a while is told of as silent.
func TestSilent(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	l := connect(t, Options{URL: urlOf(startServer(t, nil))})
	value, err := message.JSON(message.Worker{Name: "killed", Jobs: 2})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.workers.Put(ctx, "killed", value); err != nil {
		t.Fatal(err)
	}
	s, err := l.Status(ctx)
	if err != nil || len(s.Workers) != 1 || s.Workers[0].Silent {
		t.Fatalf("%v: %+v", err, s.Workers)
	}
	later := Status{Now: s.Now.Add(workerQuiet + time.Second)}
	if err := l.statusOfWorkers(ctx, &later); err != nil || len(later.Workers) != 1 || !later.Workers[0].Silent {
		t.Errorf("%v: %+v", err, later.Workers)
	}
}

// TestForget: the beginning of an id is enough if no other job has it.
func TestForget(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	l := connect(t, Options{URL: urlOf(startServer(t, nil))})
	for _, id := range []string{"abc1", "abc2", "abc"} {
		newGiver(t, l, id, noUnits, time.Second, nil)
	}
	for _, wrong := range []string{"ab", "", "x", "abc11"} {
		if job, err := l.Forget(ctx, wrong); err == nil {
			t.Errorf("%q forgets %s", wrong, job)
		}
	}
	for _, right := range [][2]string{{"abc", "abc"}, {"abc1", "abc1"}, {"a", "abc2"}} {
		if job, err := l.Forget(ctx, right[0]); err != nil || job != right[1] {
			t.Errorf("%q forgets %q, %v", right[0], job, err)
		}
	}
}

// TestShown: what others call their jobs and machines neither breaks a table nor turns a
// line round.
func TestShown(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	l := connect(t, Options{URL: urlOf(startServer(t, nil))})
	newGiver(t, l, "jobA", noUnits, time.Second, func(h *message.Header) {
		h.Name, h.Coordinator = "two\nlines\x1b[2J", "abc\u202edef\u2028"
	})
	s, err := l.Status(ctx)
	if err != nil || len(s.Jobs) != 1 || s.Jobs[0].Name != "two lines [2J" || s.Jobs[0].Coordinator != "abc def " {
		t.Errorf("%v: %+v", err, s.Jobs)
	}
	var lines told
	(&teller{to: lines.tell}).say("niño\r\u2066x")
	if len(lines.lines) != 1 || lines.lines[0] != "niño  x" {
		t.Errorf("told %q", lines.lines)
	}
}
