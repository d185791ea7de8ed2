package load

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"gambito/bench"
	"gambito/crew"
	"gambito/fleet"
)

// Fleet is a broker and workers in processes of their own; this process is who has work
// for them.
type Fleet struct {
	*fleet.Client
	kinds   []crew.Kind
	program string
	folder  string
	url     string
	link    *fleet.Link
	broker  *process
	workers []*process
	number  int // of the latest games
}

// Times that processes may take.
const (
	startTime = time.Minute // until all that were started are there
	endTime   = 15 * time.Second
)

// Start starts the broker of a fleet without workers.
func Start(ctx context.Context, program string, kinds []crew.Kind) (*Fleet, error) {
	folder, err := os.MkdirTemp("", "gambito-fleet-")
	if err != nil {
		return nil, err
	}
	f := &Fleet{program: program, folder: folder, kinds: kinds}
	if err := f.begin(ctx); err != nil {
		f.Stop()
		return nil, err
	}
	return f, nil
}

func (f *Fleet) begin(ctx context.Context) error {
	if err := os.WriteFile(f.defaults(), nil, 0o644); err != nil {
		return err
	}
	read, write, err := os.Pipe()
	if err != nil {
		return err
	}
	defer read.Close() // it says one thing
	c := f.command("fleet", "serve", "--quiet", "--addr", "127.0.0.1:0", "--store", filepath.Join(f.folder, "store"))
	c.Stdout = write
	f.broker, err = begun(c)
	write.Close()
	if err != nil {
		return err
	}
	line, _ := bufio.NewReader(read).ReadString('\n')
	words := strings.Fields(line)
	if len(words) < 3 {
		end([]*process{f.broker})
		return fmt.Errorf("the broker did not start: %s", f.broker.why())
	}
	f.url = words[2]
	if f.link, err = fleet.Connect(ctx, fleet.Options{URL: f.url, Name: "bench"}); err != nil {
		return err
	}
	f.Client = fleet.NewClient(f.link, f.kinds, fleet.ClientOptions{})
	return nil
}

// defaults is a file of defaults without any, so that nothing holds that is set up for
// others.
func (f *Fleet) defaults() string { return filepath.Join(f.folder, "defaults.yaml") }

func (f *Fleet) command(args ...string) *exec.Cmd {
	c := exec.Command(f.program, append(args, "--config", f.defaults())...)
	c.Env = append(os.Environ(), "GAMBITO_FLEET_TOKEN=")
	return c
}

// Lend has so many workers of one job each, and returns when all are there and no other.
func (f *Fleet) Lend(ctx context.Context, count int) error {
	for len(f.workers) > count {
		last := len(f.workers) - 1
		end(f.workers[last:])
		f.workers = f.workers[:last]
	}
	for len(f.workers) < count {
		name := fmt.Sprint("bench-", len(f.workers)+1)
		c := f.command("worker", f.url, "--quiet", "--jobs", "1", "--name", name, "--data", filepath.Join(f.folder, "worker"))
		c.Env = append(c.Env, "GOMAXPROCS=1")
		w, err := begun(c)
		if err != nil {
			return err
		}
		f.workers = append(f.workers, w)
	}
	for begin := time.Now(); time.Since(begin) < startTime; {
		s, err := f.link.Status(ctx)
		switch {
		case err != nil:
			return err
		case present(s) == count:
			return nil
		}
		for _, w := range f.workers {
			if w.gone() {
				return fmt.Errorf("a worker has ended: %s", w.why())
			}
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(100 * time.Millisecond):
		}
	}
	return fmt.Errorf("%d workers were not there within %v", count, startTime)
}

// present is how many workers do not leave.
func present(s fleet.Status) int {
	count := 0
	for _, w := range s.Workers {
		if !w.Leaving {
			count++
		}
	}
	return count
}

// cores is how much time of cores all of the fleet has taken so far, this process
// included.
func (f *Fleet) cores() float64 {
	sum := bench.CoreTime(os.Getpid()) + bench.CoreTime(f.broker.Process.Pid)
	for _, w := range f.workers {
		sum += bench.CoreTime(w.Process.Pid)
	}
	return sum
}

// Stop ends all processes, and forgets what they have kept.
func (f *Fleet) Stop() {
	end(f.workers)
	if f.link != nil {
		f.link.Close()
	}
	if f.broker != nil {
		end([]*process{f.broker})
	}
	os.RemoveAll(f.folder)
}

// process is one that was started.
type process struct {
	*exec.Cmd
	told  *bytes.Buffer // on standard error; to be read once it has ended
	ended chan struct{}
}

func begun(c *exec.Cmd) (*process, error) {
	p := &process{c, &bytes.Buffer{}, make(chan struct{})}
	c.Stderr = p.told
	if err := c.Start(); err != nil {
		return nil, err
	}
	go func() {
		_ = c.Wait() // how it ended is seen by what it said
		close(p.ended)
	}()
	return p, nil
}

func (p *process) gone() bool {
	select {
	case <-p.ended:
		return true
	default:
		return false
	}
}

// why is the last thing that a process said which has ended.
func (p *process) why() string {
	lines := strings.Split(strings.TrimSpace(p.told.String()), "\n")
	return strings.TrimPrefix(lines[len(lines)-1], "gambito: ")
}

// end has processes end as by Ctrl-C, all at the same time.
func end(processes []*process) {
	for _, p := range processes {
		if !p.gone() && p.Process.Signal(os.Interrupt) != nil { // not every system can
			p.Process.Kill()
		}
	}
	for _, p := range processes {
		select {
		case <-p.ended:
		case <-time.After(endTime):
			p.Process.Kill()
			<-p.ended
		}
	}
}

// numbered is a name that is used once.
func numbered(name string, n int) string { return name + "-" + strconv.Itoa(n+1) }
