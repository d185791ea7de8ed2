// Package faults lets things go wrong on purpose: it kills processes of gambito at random
// moments, fills their disks and damages the files that they have written. Whatever
// happens, the same command must come to the same end, to the byte, or say in one line what
// is wrong; nothing may be lost, counted twice or answered wrongly without a word.
package faults

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// Settings say what goes wrong, and with what.
type Settings struct {
	Program string   // gambito
	Env     []string // for its processes, beside what they have from this one
	Folder  string   // for everything that they write
	Works   []Work   // are done in turn
	Kills   int      // processes that are killed, or asked to end
	Disks   int      // disks that become full
	Files   int      // files that are damaged
	Seed    uint64
	Limit   time.Duration // within which every process ends by itself
	For     time.Duration // after which it ends, whatever is left; 0 for no such end
	Tell    func(string)  // is told what happens
}

// Report is what came of it.
type Report struct {
	Kills  map[string]int // processes that were killed or asked to end, by work
	Ends   map[string]int // works that were done after that, with the same result, by work
	Disks  map[string]int // disks that were full, by work
	Full   int            // of these, how often a process said so and ended
	Files  map[string]int // files that were damaged, by their name without numbers
	Damage map[string]int // the same by what was done to them
	Said   int            // damage that was said
	Healed int            // damage that changed nothing in what came out
	Wrong  []string       // what must not have happened
}

// lab is where it happens.
type lab struct {
	Settings
	r       *rand.Rand
	report  Report
	begun   time.Time
	folders int
	subject map[string]*subject // by work
	batch   *batch
}

// subject is what is known of a work.
type subject struct {
	work    Work
	result  Result
	seconds float64             // that it takes
	start   map[string][]byte   // files that are there before
	names   []string            // of files that it leaves
	reads   []string            // what its readers print
	states  []map[string][]byte // of its folder: the last is that at the end, the others were met on the way
}

// mostStates are kept of a work, and mostWrong problems told.
const (
	mostStates = 12
	mostWrong  = 20
)

// Run lets things go wrong until there was as much of it as wanted. The error is why it
// could not go on; what came out wrong is in the report.
func Run(ctx context.Context, s Settings) (Report, error) {
	if Supported != nil {
		return Report{}, Supported
	}
	l := &lab{Settings: s, r: rand.New(rand.NewPCG(s.Seed, 0)), begun: time.Now(), subject: map[string]*subject{}}
	l.report = Report{Kills: map[string]int{}, Ends: map[string]int{}, Disks: map[string]int{}, Files: map[string]int{}, Damage: map[string]int{}}
	l.batch = &batch{command: func() *exec.Cmd { return l.command(batchVerb...) }, limit: s.Limit, log: filepath.Join(s.Folder, "batch.log")}
	defer l.batch.close()
	if err := os.MkdirAll(filepath.Join(s.Folder, "home"), 0o755); err != nil {
		return l.report, err
	}
	return l.report, l.run(ctx)
}

// run lets everything go wrong in turn: work by work, a share of it each time.
func (l *lab) run(ctx context.Context) error {
	kills, disks, files := l.Kills, l.Disks, l.Files
	for i := 0; (kills > 0 || disks > 0 || files > 0) && len(l.report.Wrong) < mostWrong && !l.late(); i++ {
		w := l.Works[i%len(l.Works)]
		s, err := l.known(ctx, w)
		if err != nil {
			return err
		}
		left := len(l.Works) - i%len(l.Works) // of this time around
		if kills > 0 && !w.Still {
			n, err := l.kill(ctx, s, min(kills, mostKills))
			if err != nil {
				return err
			}
			kills -= n
		}
		if disks > 0 && !w.Still {
			if err := l.fill(ctx, s); err != nil {
				return err
			}
			disks--
		}
		rounds := 1 + kills/(mostKills*len(l.Works)) // that are left about
		for range min(files, max(files/(left*rounds), 1)) {
			if l.late() {
				break
			}
			if err := l.damage(ctx, s); err != nil {
				return err
			}
			files--
		}
		l.tell("%s: %d kills, %d disks, %d files left", w.Name, kills, disks, files)
	}
	return nil
}

// late reports whether the time is up.
func (l *lab) late() bool { return l.For > 0 && time.Since(l.begun) > l.For }

// known does a work in peace, once.
func (l *lab) known(ctx context.Context, w Work) (*subject, error) {
	if s := l.subject[w.Name]; s != nil {
		return s, nil
	}
	folder := l.folder(w)
	err := w.Prepare(folder)
	if err != nil {
		return nil, err
	}
	for _, args := range w.Before {
		if _, err := Output(l.command(args...), folder); err != nil {
			return nil, errors.Join(ctx.Err(), err)
		}
	}
	s := &subject{work: w}
	if s.start, err = readState(folder); err != nil {
		return nil, err
	}
	for range 2 { // the first makes tables that all share, and takes longer
		if err := errors.Join(os.RemoveAll(folder), writeState(folder, s.start)); err != nil {
			return nil, err
		}
		began := time.Now()
		if _, err := Output(l.command(w.Args...), folder); err != nil {
			return nil, errors.Join(ctx.Err(), err)
		}
		s.seconds = time.Since(began).Seconds()
	}
	state, err := readState(folder)
	if err != nil {
		return nil, err
	}
	if s.result, err = w.Result(l.command, folder); err != nil {
		return nil, err
	}
	s.names, s.states = namesOf(state), []map[string][]byte{state}
	for _, read := range w.Reads {
		text, err := Output(l.command(read...), folder)
		if err != nil {
			return nil, err
		}
		s.reads = append(s.reads, withoutTimes(string(text)))
	}
	l.subject[w.Name] = s
	l.tell("%s takes %.2f s in peace", w.Name, s.seconds)
	return s, os.RemoveAll(folder)
}

// folder is a new one for a work.
func (l *lab) folder(w Work) string {
	l.folders++
	return filepath.Join(l.Folder, fmt.Sprintf("%05d-%s", l.folders, w.Name))
}

// command is one of gambito, for which nothing holds that is set up for others.
func (l *lab) command(args ...string) *exec.Cmd {
	c := exec.Command(l.Program, args...)
	for _, e := range os.Environ() {
		if !strings.HasPrefix(e, "GAMBITO_") && !strings.HasPrefix(e, "XDG_") {
			c.Env = append(c.Env, e)
		}
	}
	c.Env = append(c.Env, "HOME="+filepath.Join(l.Folder, "home"), BatchVariable+"=1")
	c.Env = append(c.Env, l.Env...)
	return c
}

// tell says what happens, with the time since the beginning.
func (l *lab) tell(format string, args ...any) {
	l.Tell(fmt.Sprintf("%7.1f s  %s", time.Since(l.begun).Seconds(), fmt.Sprintf(format, args...)))
}

// wrong notes what must not happen.
func (l *lab) wrong(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	l.tell("WRONG: %s", text)
	l.report.Wrong = append(l.report.Wrong, text)
}

// broke reports whether somebody's last words are those of a crash.
func broke(said string) bool {
	return strings.Contains(said, "panic:") || strings.Contains(said, "fatal error:") || strings.Contains(said, "SIGSEGV") || strings.Contains(said, "goroutine ")
}
