package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

// longest is how long a turn may take: inputs that take so long are a fault of their own.
const longest = 15 * time.Minute

// fuzz gives all targets their inputs, once or in turns until the time is over. One that
// fails is shown and does not keep the others from theirs.
func fuzz(ctx context.Context, o options, packages []pack, done *tally) error {
	binaries, err := os.MkdirTemp("", "fuzz")
	if err != nil {
		return err
	}
	defer os.RemoveAll(binaries)
	// Where targets write files, a disk that is waited for is most of their time.
	if memory, err := os.MkdirTemp("/dev/shm", "fuzz"); err == nil {
		defer os.RemoveAll(memory)
		if err := os.Setenv("TMPDIR", memory); err != nil {
			return err
		}
	}
	begin, before := time.Now(), done.total()
	f := fuzzer{options: o, binaries: binaries, done: done, inputs: map[string]int{}, failed: map[string]bool{}}
	for round := 0; round == 0 || (o.during > 0 && time.Since(begin) < o.during); round++ {
		queue := make(chan pack)
		var workers sync.WaitGroup
		for range o.jobs {
			workers.Go(func() {
				for p := range queue {
					f.pack(ctx, p)
				}
			})
		}
		for _, p := range packages {
			if ctx.Err() != nil || (o.during > 0 && time.Since(begin) >= o.during) {
				break
			}
			queue <- p
		}
		close(queue)
		workers.Wait()
		if ctx.Err() != nil {
			break
		}
	}
	fmt.Printf("%d executions in %s, %d with this corpus altogether\n",
		done.total()-before, time.Since(begin).Round(time.Second), done.total())
	if len(f.failed) > 0 {
		return fmt.Errorf("%d targets or packages failed", len(f.failed))
	}
	return nil
}

// fuzzer is what the workers share.
type fuzzer struct {
	options
	binaries string
	done     *tally

	mu     sync.Mutex
	inputs map[string]int  // of the next turn of a target, where turns are timed
	failed map[string]bool // targets, and packages that cannot be compiled
}

// pack fuzzes the targets of a package.
func (f *fuzzer) pack(ctx context.Context, p pack) {
	binary := filepath.Join(f.binaries, strings.ReplaceAll(p.folder, "/", "_")+".test")
	if _, err := os.Stat(binary); err != nil {
		args := []string{"test", "-c", "-vet=off", "-o", binary}
		// A thousand inputs are too few to learn from what they cover, and a binary that
		// tells it is compiled from nothing; the tests' own parts are there already.
		if f.during > 0 {
			args = append(args, "-fuzz", ".")
		}
		if out, err := exec.CommandContext(ctx, "go", append(args, "./"+p.folder)...).CombinedOutput(); err != nil {
			f.fail(ctx, p.folder, string(out), err)
			return
		}
	}
	for _, target := range p.targets {
		f.target(ctx, p.folder, target, binary)
	}
	if f.during == 0 {
		_ = os.Remove(binary) // they are large and many
	}
}

// target gives one target a turn.
func (f *fuzzer) target(ctx context.Context, folder, target, binary string) {
	name := folder + " " + target
	f.mu.Lock()
	inputs, out := f.options.inputs, f.failed[name]
	if f.during > 0 && f.inputs[name] > 0 {
		inputs = f.inputs[name]
	}
	f.mu.Unlock()
	if out || ctx.Err() != nil {
		return
	}
	limited, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	// A number of inputs, not a time: a fuzzer whose time ends while it is busy fails.
	command := exec.CommandContext(limited, binary, "-test.run", "^$", "-test.fuzz", "^"+target+"$",
		"-test.fuzztime", strconv.Itoa(inputs)+"x", "-test.fuzzminimizetime", "2s", "-test.parallel", "1",
		"-test.fuzzcachedir", filepath.Join(f.corpus, "gambito", filepath.FromSlash(folder)))
	command.Dir = filepath.FromSlash(folder)
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	command.WaitDelay = 10 * time.Second
	begin := time.Now()
	log, err := command.CombinedOutput()
	took := time.Since(begin)
	if err != nil {
		f.fail(ctx, name, string(log), err)
	}
	n := executions(log)
	c := count{executions: n}
	if command.ProcessState != nil {
		c.processor = command.ProcessState.UserTime() + command.ProcessState.SystemTime()
	}
	fmt.Printf("%-44s %8d executions in %6.1f s, %8.0f a second of processor time\n", name, n, took.Seconds(), c.rate())
	if err := f.done.add(folder, target, c); err != nil {
		f.fail(ctx, name, "", err)
	}
	f.mu.Lock()
	f.inputs[name] = next(inputs, took, f.turn)
	f.mu.Unlock()
}

// next is how many inputs fill a turn, judged by the last one, which took so long for its.
func next(inputs int, took, turn time.Duration) int {
	factor := turn.Seconds() / max(took.Seconds(), 0.001)
	return max(100, int(float64(inputs)*min(max(factor, 0.1), 10)))
}

// fail shows what went wrong, unless it is that everything ends.
func (f *fuzzer) fail(ctx context.Context, name, log string, err error) {
	if ctx.Err() != nil {
		return
	}
	if errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("not done after %s", longest)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.failed[name] = true
	fmt.Printf("== %s failed: %v\n%s\n", name, err, log)
}

var counted = regexp.MustCompile(`execs: (\d+) `)

// executions is how many a fuzzer's log tells of at last.
func executions(log []byte) int64 {
	found := counted.FindAllSubmatch(log, -1)
	if len(found) == 0 {
		return 0
	}
	n, _ := strconv.ParseInt(string(bytes.TrimSpace(found[len(found)-1][1])), 10, 64)
	return n
}
