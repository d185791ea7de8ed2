package faults

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"gambito/process"
)

// logEnding is that of what a book is made from, which is left if a process is killed
// between the book and the removal of its log.
const logEnding = ".part"

// mostKills is how often a work is killed before it may end.
const mostKills = 12

// kill does a work whose process is killed again and again, or asked to end, and compares
// what comes of it. It returns how many processes it met.
func (l *lab) kill(ctx context.Context, s *subject, most int) (kills int, err error) {
	folder := l.folder(s.work)
	if err := writeState(folder, s.start); err != nil {
		return 0, err
	}
	for {
		c, said := l.start(s.work, folder)
		if err := process.Start(c); err != nil {
			return kills, err
		}
		// More often early than late, so that it is met several times.
		delay := time.Duration(math.Pow(l.r.Float64(), 2) * s.seconds * float64(time.Second))
		how := syscall.SIGKILL
		if l.r.IntN(5) == 0 {
			how = []syscall.Signal{syscall.SIGINT, syscall.SIGTERM}[l.r.IntN(2)]
		}
		if kills == most {
			delay = l.Limit
		}
		hit, ended := l.wait(ctx, c, delay, how)
		if ctx.Err() != nil {
			return kills, ctx.Err()
		}
		code := c.ProcessState.ExitCode()
		switch {
		case !ended:
			l.wrong("%s did not end within %v (signal %v): %s", s.work.Name, l.Limit, how, said)
			return kills, nil
		case kills > 0 && s.over(said.String()):
			l.compare(s, folder, fmt.Sprintf("after %d kills", kills))
			return kills, nil
		case broke(said.String()) || code == 2:
			l.wrong("%s, in %s, after %d kills: exit code %d: %s", s.work.Name, folder, kills, code, said)
			return kills, nil
		case code == 0:
			if hit {
				kills++
				l.report.Kills[s.work.Name]++
			}
			l.compare(s, folder, fmt.Sprintf("after %d kills", kills))
			return kills, nil
		case !hit:
			l.wrong("%s ended by itself with exit code %d: %s", s.work.Name, code, said)
			return kills, nil
		}
		kills++
		l.report.Kills[s.work.Name]++
		if s.done(folder) {
			l.compare(s, folder, fmt.Sprintf("after %d kills", kills))
			return kills, nil
		}
		if err := s.remember(folder, l.r.IntN(mostStates)); err != nil {
			return kills, err
		}
	}
}

// start is the process of a work, and what it says.
func (l *lab) start(w Work, folder string) (*exec.Cmd, *bytes.Buffer) {
	c := l.command(w.Args...)
	said := new(bytes.Buffer)
	c.Dir, c.Stdout, c.Stderr = folder, said, said
	c.WaitDelay = time.Second
	return c, said
}

// wait waits for the end of a process, to which it sends a signal after a while. Hit says
// that the process got it, ended that it has ended within the limit then.
func (l *lab) wait(ctx context.Context, c *exec.Cmd, delay time.Duration, how syscall.Signal) (hit, ended bool) {
	done := make(chan struct{})
	go func() {
		c.Wait()
		close(done)
	}()
	select {
	case <-done:
		return false, true
	case <-ctx.Done():
	case <-time.After(delay):
	}
	hit = c.Process.Signal(how) == nil
	select {
	case <-done:
		return hit, true
	case <-time.After(l.Limit):
	case <-ctx.Done():
	}
	process.Kill(c.Process)
	<-done
	return hit, false
}

// compare makes sure that a folder holds what the work comes to in peace, and nothing else.
func (l *lab) compare(s *subject, folder, when string) {
	differs := ""
	state, err := readState(folder)
	for _, name := range namesOf(state) {
		if !slices.Contains(s.names, name) && !strings.HasSuffix(name, logEnding) {
			differs = "it leaves " + name
		}
	}
	if got, failed := s.work.Result(l.command, folder); err != nil || failed != nil {
		differs = fmt.Sprint(errors.Join(err, failed))
	} else if d := got.Differs(s.result); d != "" {
		differs = d
	}
	if differs != "" {
		l.wrong("%s %s, in %s: %s", s.work.Name, when, folder, differs)
		return
	}
	l.report.Ends[s.work.Name]++
	os.RemoveAll(folder)
}

// done reports whether a work is over though its process was killed.
func (s *subject) done(folder string) bool {
	_, err := os.Stat(filepath.Join(folder, s.work.Done))
	return s.work.Done != "" && err == nil
}

// over reports whether a command says that there is nothing left to do.
func (s *subject) over(said string) bool {
	return s.work.Over != "" && strings.Contains(said, s.work.Over)
}

// remember keeps the state of a folder, to damage it later.
func (s *subject) remember(folder string, place int) error {
	state, err := readState(folder)
	if err != nil || len(state) == 0 {
		return err
	}
	if len(s.states) < mostStates {
		s.states = append(s.states[:len(s.states)-1], state, s.states[len(s.states)-1])
	} else {
		s.states[place%(mostStates-1)] = state
	}
	return nil
}

// readState reads all files of a folder.
func readState(folder string) (map[string][]byte, error) {
	state := map[string][]byte{}
	err := filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		name, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		state[name], err = os.ReadFile(path)
		return err
	})
	return state, err
}

// writeState makes a folder of files.
func writeState(folder string, state map[string][]byte) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for name, content := range state {
		file := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// namesOf are the files of a state, but for those by which databases are shared.
func namesOf(state map[string][]byte) (names []string) {
	for name := range state {
		if !strings.HasSuffix(name, "-wal") && !strings.HasSuffix(name, "-shm") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
