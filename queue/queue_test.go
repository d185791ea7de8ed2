package queue

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gambito/progress"
)

// bench is a kind of work that does what a test tells it to.
type bench struct {
	begun chan Task
	end   map[string]chan error // by name; a task without one ends by itself
}

func newBench(names ...string) *bench {
	b := &bench{begun: make(chan Task, 1000), end: map[string]chan error{}}
	for _, name := range names {
		b.end[name] = make(chan error)
	}
	return b
}

func (b *bench) kind() Kind {
	return Kind{"work", func(ctx context.Context, t Task, tell progress.Func) error {
		b.begun <- t
		if b.end[t.Name] == nil {
			return nil
		}
		select {
		case err := <-b.end[t.Name]:
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
	}}
}

// next is the task that has begun next.
func (b *bench) next(t *testing.T) string {
	t.Helper()
	select {
	case task := <-b.begun:
		return task.Name
	case <-time.After(5 * time.Second):
		t.Fatal("nothing begins")
		return ""
	}
}

// nothing checks that nothing has begun.
func (b *bench) nothing(t *testing.T) {
	t.Helper()
	select {
	case task := <-b.begun:
		t.Errorf("%s has begun", task.Name)
	case <-time.After(10 * time.Millisecond):
	}
}

func opened(t *testing.T, file string, cores int, kinds ...Kind) *Queue {
	t.Helper()
	q, err := Open(file, cores, kinds...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { q.Close() })
	return q
}

func add(t *testing.T, q *Queue, name string, priority, jobs int) {
	t.Helper()
	if err := q.Add(Task{Kind: "work", Name: name, Priority: priority, Jobs: jobs, Args: json.RawMessage(`{"of":"` + name + `"}`)}); err != nil {
		t.Fatal(err)
	}
}

// until waits for a task to come to a state.
func until(t *testing.T, q *Queue, name string, s State) Task {
	t.Helper()
	end := time.After(5 * time.Second)
	for {
		changed := q.Changed()
		task, there := q.Find("work", name)
		if there && task.State == s {
			return task
		}
		select {
		case <-changed:
		case <-end:
			t.Fatalf("%s is %+v, not %s", name, task, s)
		}
	}
}

func names(q *Queue) (list []string) {
	for _, t := range q.List() {
		list = append(list, t.Name+" "+string(t.State))
	}
	return list
}

// TestOrder: the highest priority begins first, then what was added first.
func TestOrder(t *testing.T) {
	b := newBench("first")
	q := opened(t, "", 2, b.kind())
	q.Start()
	add(t, q, "first", 0, 0)
	if got := b.next(t); got != "first" {
		t.Fatalf("%s begins", got)
	}
	add(t, q, "low", -1, 0)
	add(t, q, "a", 0, 0)
	add(t, q, "b", 0, 0)
	add(t, q, "late", 0, 0)
	if err := q.Prioritise("work", "late", 7); err != nil {
		t.Fatal(err)
	}
	if got, want := names(q), []string{"first running", "late waiting", "a waiting", "b waiting", "low waiting"}; !slices.Equal(got, want) {
		t.Errorf("the list is %v", got)
	}
	b.nothing(t)
	b.end["first"] <- nil
	for _, want := range []string{"late", "a", "b", "low"} {
		if got := b.next(t); got != want {
			t.Errorf("%s begins, not %s", got, want)
		}
	}
	until(t, q, "low", Done)
}

// TestJobs: work runs beside other work as long as there are jobs, and what needs many
// is not passed by what needs few.
func TestJobs(t *testing.T) {
	b := newBench("one", "two", "all", "three")
	q := opened(t, "", 3, b.kind())
	q.Start()
	add(t, q, "one", 0, 1)
	add(t, q, "two", 0, 2)
	begun := []string{b.next(t), b.next(t)}
	slices.Sort(begun)
	if !slices.Equal(begun, []string{"one", "two"}) {
		t.Fatalf("%v have begun", begun)
	}
	add(t, q, "all", 0, 99)
	add(t, q, "three", 0, 1)
	b.end["one"] <- nil
	until(t, q, "one", Done)
	b.nothing(t)
	b.end["two"] <- nil
	select {
	case task := <-b.begun:
		if task.Name != "all" || task.Jobs != 3 {
			t.Errorf("%s begins with %d jobs", task.Name, task.Jobs)
		}
	case <-time.After(5 * time.Second):
		t.Fatal("nothing begins")
	}
	b.nothing(t)
	if err := q.Stop("work", "all"); err != nil {
		t.Fatal(err)
	}
	if got := b.next(t); got != "three" {
		t.Errorf("%s begins", got)
	}
}

// TestStopAndGoOn also takes out what runs.
func TestStopAndGoOn(t *testing.T) {
	b := newBench("x", "y")
	q := opened(t, "", 1, b.kind())
	q.Start()
	add(t, q, "x", 0, 0)
	b.next(t)
	add(t, q, "y", 0, 0)
	if err := q.Add(Task{Kind: "work", Name: "x"}); !errors.Is(err, ErrBusy) || !errors.Is(q.Room("work", "x"), ErrBusy) {
		t.Errorf("what runs is added again: %v", err)
	}
	if err := q.Stop("work", "y"); err != nil {
		t.Fatal(err)
	}
	until(t, q, "y", Stopped)
	if err := errors.Join(q.Stop("work", "x")); err != nil {
		t.Fatal(err)
	}
	if task := until(t, q, "x", Stopped); task.Error != "" || task.Stopping {
		t.Errorf("it is %+v", task)
	}
	if err := q.Stop("work", "x"); !errors.Is(err, ErrAtRest) {
		t.Errorf("what rests is stopped: %v", err)
	}
	if err := q.GoOn("work", "x"); err != nil {
		t.Fatal(err)
	}
	if got := b.next(t); got != "x" {
		t.Errorf("%s begins", got)
	}
	if err := q.GoOn("work", "x"); !errors.Is(err, ErrBusy) {
		t.Errorf("what runs goes on: %v", err)
	}
	if err := q.Remove(t.Context(), "work", "x"); err != nil {
		t.Fatal(err)
	}
	if got := names(q); !slices.Equal(got, []string{"y stopped"}) {
		t.Errorf("left is %v", got)
	}
	if err := q.Remove(t.Context(), "work", "x"); !errors.Is(err, ErrNone) {
		t.Errorf("what is not there is taken out: %v", err)
	}
}

// TestFailures: work that fails or panics says why, and the queue goes on.
func TestFailures(t *testing.T) {
	broken := Kind{"broken", func(_ context.Context, task Task, _ progress.Func) error {
		if task.Name == "panics" {
			panic("no")
		}
		return errors.New("the disk is full")
	}}
	b := newBench()
	q := opened(t, "", 1, b.kind(), broken)
	q.Start()
	for _, name := range []string{"panics", "fails"} {
		if err := q.Add(Task{Kind: "broken", Name: name}); err != nil {
			t.Fatal(err)
		}
	}
	add(t, q, "sound", 0, 0)
	until(t, q, "sound", Done)
	if task, _ := q.Find("broken", "fails"); task.State != Failed || task.Error != "the disk is full" {
		t.Errorf("it is %+v", task)
	}
	if task, _ := q.Find("broken", "panics"); task.State != Failed || task.Error != errPanicked.Error() {
		t.Errorf("it is %+v", task)
	}
	if err := q.Add(Task{Kind: "other", Name: "x"}); !errors.Is(err, ErrUnknown) {
		t.Errorf("a kind that nobody knows: %v", err)
	}
	for _, bad := range []Task{{Kind: "work", Name: "../x"}, {Kind: "work"}, {Kind: "work", Name: "x", Priority: 1000}, {Kind: "work", Name: "x", Jobs: -1}} {
		if err := q.Add(bad); err == nil {
			t.Errorf("%+v is taken", bad)
		}
	}
}

// TestCleanEnd: what runs when the queue is closed runs again when it is opened, without
// anybody saying so.
func TestCleanEnd(t *testing.T) {
	file := filepath.Join(t.TempDir(), "queue.json")
	b := newBench("running", "stopped")
	q := opened(t, file, 1, b.kind())
	q.Start()
	add(t, q, "running", 0, 0)
	b.next(t)
	add(t, q, "waiting", 0, 0)
	add(t, q, "stopped", 3, 0)
	if err := q.Stop("work", "stopped"); err != nil {
		t.Fatal(err)
	}
	if err := q.Close(); err != nil {
		t.Fatal(err)
	}
	if err := q.Add(Task{Kind: "work", Name: "late"}); !errors.Is(err, ErrClosed) {
		t.Errorf("a closed queue takes more: %v", err)
	}
	b = newBench()
	q = opened(t, file, 1, b.kind())
	b.nothing(t)
	if got := names(q); !slices.Equal(got, []string{"running waiting", "waiting waiting", "stopped stopped"}) {
		t.Errorf("read is %v", got)
	}
	q.Start()
	if task := <-b.begun; task.Name != "running" || string(task.Args) != `{"of":"running"}` {
		t.Errorf("begun is %+v", task)
	}
	if got := b.next(t); got != "waiting" {
		t.Errorf("%s begins", got)
	}
}

// TestCrash: what ran when the process was killed waits for somebody to say so, and the
// others go on.
func TestCrash(t *testing.T) {
	file := filepath.Join(t.TempDir(), "queue.json")
	b := newBench("running")
	q := opened(t, file, 1, b.kind())
	q.Start()
	add(t, q, "running", 0, 0)
	add(t, q, "waiting", 0, 0)
	b.next(t)
	content, err := os.ReadFile(file) // as it is if the process ends here
	if err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(t.TempDir(), "queue.json")
	if err := os.WriteFile(other, content, 0o644); err != nil {
		t.Fatal(err)
	}
	b = newBench()
	q = opened(t, other, 1, b.kind())
	q.Start()
	until(t, q, "waiting", Done)
	if task, _ := q.Find("work", "running"); task.State != Stopped || task.Error != errServerEnded.Error() {
		t.Errorf("it is %+v", task)
	}
	if err := q.GoOn("work", "running"); err != nil {
		t.Fatal(err)
	}
	until(t, q, "running", Done)
}

// TestTwoProcesses: the second that opens a queue leaves it alone.
func TestTwoProcesses(t *testing.T) {
	file := filepath.Join(t.TempDir(), "queue.json")
	first := opened(t, file, 1, newBench().kind())
	add(t, first, "mine", 0, 0)
	second := opened(t, file, 1, newBench().kind())
	add(t, second, "other", 0, 0)
	if got := names(second); !slices.Equal(got, []string{"other waiting"}) {
		t.Errorf("the second has %v", got)
	}
	if err := errors.Join(second.Close(), first.Close()); err != nil {
		t.Fatal(err)
	}
	if got := names(opened(t, file, 1, newBench().kind())); !slices.Equal(got, []string{"mine waiting"}) {
		t.Errorf("kept is %v", got)
	}
}

// TestNothingToKeep: a queue in which nothing was leaves no files, also where none can be;
// there nothing is taken that could not be kept.
func TestNothingToKeep(t *testing.T) {
	folder := t.TempDir()
	q := opened(t, filepath.Join(folder, "queue.json"), 1, newBench().kind())
	q.Start()
	if err := q.Close(); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(folder); len(left) > 0 || err != nil {
		t.Errorf("left is %v, %v", left, err)
	}
	plain := filepath.Join(folder, "plain")
	if err := os.WriteFile(plain, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	q = opened(t, filepath.Join(plain, "queue.json"), 1, newBench().kind())
	if err := q.Add(Task{Kind: "work", Name: "x"}); !errors.Is(err, ErrUnkept) || len(q.List()) > 0 {
		t.Errorf("it is taken: %v", err)
	}
	if err := q.Close(); err != nil {
		t.Error(err)
	}
}

// TestFull: no more tasks than MostTasks, of which those that are over leave first.
func TestFull(t *testing.T) {
	b := newBench("0")
	q := opened(t, "", 1, b.kind())
	for i := range MostTasks {
		add(t, q, string(rune('a'+i%26))+strings.Repeat("x", i/26), 0, 0)
	}
	if err := q.Add(Task{Kind: "work", Name: "0"}); !errors.Is(err, ErrFull) || !errors.Is(q.Room("work", "0"), ErrFull) {
		t.Errorf("one too many: %v", err)
	}
	q.Start()
	until(t, q, "a", Done)
	add(t, q, "0", 100, 0)
	if n := len(q.List()); n != MostTasks {
		t.Errorf("there are %d", n)
	}
}

// FuzzFile: whatever the file holds, there is a queue, and it can be written and read.
func FuzzFile(f *testing.F) {
	for _, text := range []string{
		"", "{", "[]", `{"format":2}`, `{"format":1,"tasks":[{"kind":"work","name":"a","state":"running"}]}`,
		`{"format":1,"tasks":[{"kind":"work","name":"a","state":"waiting"},{"kind":"work","name":"a"},{"kind":"work","name":"../a"},{"kind":"no","name":"a"},{"kind":"work","name":"b","state":"strange","priority":99999}]}`,
		`{"format":1,"tasks":[{"kind":"work","name":"c","state":"strange","args":[1,{}]}]}`,
	} {
		f.Add([]byte(text))
	}
	folder := f.TempDir()
	f.Fuzz(func(t *testing.T, content []byte) {
		file := filepath.Join(folder, "queue.json")
		if err := os.WriteFile(file, content, 0o644); err != nil {
			t.Fatal(err)
		}
		b := newBench()
		q, err := Open(file, 1, b.kind())
		if err != nil {
			t.Fatal(err)
		}
		q.Start()
		for _, task := range q.List() {
			if task.check() != nil || !slices.Contains([]State{Waiting, Running, Stopped, Failed, Done}, task.State) {
				t.Errorf("a task is %+v", task)
			}
		}
		if err := q.Close(); err != nil {
			t.Fatal(err)
		}
	})
}

// TestCloseOfStubbornWork: work that does not end when the queue is closed is kept as
// waiting at once, for the process may end before it does; what was being stopped stays
// so.
func TestCloseOfStubbornWork(t *testing.T) {
	begun, release := make(chan struct{}, 2), make(chan struct{})
	stubborn := Kind{"work", func(ctx context.Context, _ Task, _ progress.Func) error {
		begun <- struct{}{}
		<-release
		return ctx.Err()
	}}
	file := filepath.Join(t.TempDir(), "queue.json")
	q := opened(t, file, 2, stubborn)
	q.Start()
	add(t, q, "goes-on", 0, 1)
	add(t, q, "stopped", 0, 1)
	<-begun
	<-begun
	if err := q.Stop("work", "stopped"); err != nil {
		t.Fatal(err)
	}
	closed := make(chan error)
	go func() { closed <- q.Close() }()
	begin := time.Now()
	for want := `"stopped","priority":0,"jobs":1,"args":{"of":"stopped"},"state":"stopped"`; ; time.Sleep(time.Millisecond) {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(content), want) && strings.Contains(string(content), `"args":{"of":"goes-on"},"state":"waiting"`) {
			break
		}
		if time.Since(begin) > time.Minute {
			t.Fatalf("the file never has %s: %s", want, content)
		}
	}
	close(release)
	if err := <-closed; err != nil {
		t.Error(err)
	}
}
