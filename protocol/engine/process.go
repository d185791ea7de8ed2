// Package engine runs other people's programs as players: it starts them, talks
// with them line by line within limits of time, and ends them together with all that
// they have started. Process is one running program, Player an agent that has one
// play a game; what is said between them is the business of packages gtp and nboard.
package engine

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"gambito/process"
)

// What a program may write: a line, and an answer of many lines, that is longer than
// this is taken to have no end.
const (
	maxLine   = 1 << 16
	maxAnswer = 1 << 20
)

// lastMoment is how long a program that talks no more has to end by itself, so that it
// can be said how it did.
const lastMoment = 200 * time.Millisecond

// Process is a program that runs. It is for one goroutine, but for End.
type Process struct {
	name  string
	cmd   *exec.Cmd
	in    *os.File // what it reads
	out   *os.File // what it writes
	lines *bufio.Reader
	errs  tail

	answer int // bytes it has written since something was sent
	end    sync.Once
	ended  bool // it was waited for
}

// running are all of this process that were not ended yet.
var running sync.Map // of struct{} by *Process

// EndAll ends all programs that run. It is for the end of gambito itself, however
// that comes about.
func EndAll() {
	running.Range(func(p, _ any) bool {
		p.(*Process).End()
		return true
	})
}

// places are where Debian puts games, which is not always among those where programs
// are looked for.
var places = []string{"/usr/games", "/usr/local/games"}

// Find finds the program that a name stands for.
func Find(name string) (path string, err error) {
	path, err = exec.LookPath(name)
	if !errors.Is(err, exec.ErrNotFound) || strings.ContainsRune(name, filepath.Separator) {
		return path, plain(err)
	}
	for _, place := range places {
		if path, err := exec.LookPath(filepath.Join(place, name)); err == nil {
			return path, nil
		}
	}
	return "", errors.New("there is no such program")
}

// plain leaves out what a message says already: which file and what was done with it.
func plain(err error) error {
	var path *fs.PathError
	var program *exec.Error
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &program):
		return program.Err
	}
	return err
}

// Start starts the program that the first word names, with the others as arguments.
func Start(words []string) (*Process, error) {
	p := &Process{name: filepath.Base(words[0])}
	fail := func(err error) (*Process, error) {
		return nil, fmt.Errorf("%s cannot be started: %w", p.name, plain(err))
	}
	path, err := Find(words[0])
	if err != nil {
		return fail(err)
	}
	stdin, in, err := os.Pipe()
	if err != nil {
		return fail(err)
	}
	out, stdout, err := os.Pipe()
	if err != nil {
		stdin.Close()
		in.Close()
		return fail(err)
	}
	p.cmd = exec.Command(path, words[1:]...)
	p.cmd.Args[0] = words[0]
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = stdin, stdout, &p.errs
	p.cmd.WaitDelay = 500 * time.Millisecond // what it has started may hold the standard error
	p.in, p.out, p.lines = in, out, bufio.NewReaderSize(out, maxLine)
	err = process.Start(p.cmd)
	stdin.Close()
	stdout.Close()
	if err != nil {
		in.Close()
		out.Close()
		return fail(err)
	}
	running.Store(p, struct{}{})
	return p, nil
}

// Name is what messages call the program.
func (p *Process) Name() string { return p.name }

// Send writes a line.
func (p *Process) Send(line string) error {
	p.answer = 0
	if _, err := p.in.WriteString(line + "\n"); err != nil {
		return p.gone()
	}
	return nil
}

// Line reads a line, without its end.
func (p *Process) Line() (string, error) {
	line, err := p.lines.ReadSlice('\n')
	p.answer += len(line)
	switch {
	case errors.Is(err, bufio.ErrBufferFull) || p.answer > maxAnswer:
		p.Wait()
		return "", fmt.Errorf("%s writes without end", p.name)
	case err != nil && len(line) == 0:
		return "", p.gone()
	}
	return strings.TrimRight(string(line), "\r\n"), nil // the last line may have no end
}

// gone says how a program has ended that was not asked to.
func (p *Process) gone() error {
	late := time.AfterFunc(lastMoment, p.End)
	status := p.status()
	late.Stop()
	p.End() // what it has started
	if status == "" {
		status = "it was killed, or has closed its output"
	}
	if words := p.errs.last(); words != "" {
		status += ", and said " + fmt.Sprintf("%.200q", words)
	}
	return fmt.Errorf("%s has ended: %s", p.name, status)
}

// Within has a conversation last no longer than a limit and ctx. A program that is
// late is ended.
func (p *Process) Within(ctx context.Context, limit time.Duration, talk func() error) error {
	within, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	stop := context.AfterFunc(within, p.End)
	err := talk()
	switch {
	case stop():
		return err
	case ctx.Err() != nil:
		return ctx.Err()
	}
	return fmt.Errorf("%s does not answer within %s", p.name, limit)
}

// Quit lets a program go that was told to: it has a moment to end by itself.
func (p *Process) Quit(moment time.Duration) {
	p.in.Close()
	late := time.AfterFunc(moment, p.End)
	for {
		if _, err := p.lines.Discard(1); err != nil {
			break
		}
	}
	late.Stop()
	p.Wait()
}

// End ends the program, and what it has started, at once.
func (p *Process) End() {
	p.end.Do(func() {
		process.Kill(p.cmd.Process)
		p.in.Close()
		p.out.Close()
		running.Delete(p)
	})
}

// Wait ends the program and says how it has ended before, "" if it had not.
func (p *Process) Wait() string {
	p.End()
	return p.status()
}

// status waits for the end of the program and says how it came, "" if it was killed
// or that was said before.
func (p *Process) status() string {
	if p.ended {
		return ""
	}
	p.ended = true
	err := p.cmd.Wait()
	var exit *exec.ExitError
	switch {
	case process.Killed(p.cmd.ProcessState):
		return ""
	case errors.As(err, &exit):
		return exit.Error()
	}
	return "exit status 0"
}

// tail keeps the end of what is written to it.
type tail struct {
	mutex sync.Mutex
	text  []byte
}

// Write implements io.Writer.
func (t *tail) Write(text []byte) (int, error) {
	const most = 4096
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.text = append(t.text, text...); len(t.text) > most {
		t.text = append(t.text[:0], t.text[len(t.text)-most:]...)
	}
	return len(text), nil
}

// last is the last line that is not empty.
func (t *tail) last() string {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	text := strings.TrimSpace(string(t.text))
	return strings.TrimSpace(text[strings.LastIndexByte(text, '\n')+1:])
}
