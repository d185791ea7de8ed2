package drill

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"gambito/faults"
	"gambito/fleet"
)

// stage is where a drill takes place: a broker with a disk, workers, and whoever comes
// and goes. Everybody but the broker has a wire and a clock of its own.
type stage struct {
	settings Settings
	begun    time.Time
	address  string // of the broker
	disk     *faults.Disk
	broker   *actor
	workers  []*party
	chief    *party // the coordinator; its process changes from work to work
	guest    *wire  // of impostors
	unjust   sync.Once
	voice    sync.Mutex      // of who tells
	past     map[string]bool // jobs of works that are done

	mutex     sync.Mutex    // of what follows
	problems  []error       // what must not happen
	alarm     chan struct{} // is closed at the first
	impostors int
	again     map[string]int // how often somebody was started again, by part
	ends      map[string]int // reasons of coordinators that ended by themselves
	faults    map[string]int // by kind
}

// party is an actor with its wire and clock.
type party struct {
	*actor
	wire  *wire
	clock string // the file that says how wrong it is
}

// Sizes and limits of a drill.
const (
	diskSize  = 256 << 20 // brokers that are killed every minute never tidy up
	token     = "drill-drill-drill"
	variable  = "GAMBITO_DRILL" // is set for impostors, who must not be there by accident
	leaveTime = 30 * time.Second
)

// newStage makes everything and starts the broker and the workers.
func newStage(s Settings) (*stage, error) {
	t := &stage{settings: s, begun: time.Now(), alarm: make(chan struct{}), past: map[string]bool{}, again: map[string]int{}, ends: map[string]int{}, faults: map[string]int{}}
	for _, folder := range []string{"home", "logs"} {
		if err := os.MkdirAll(filepath.Join(s.Folder, folder), 0o755); err != nil {
			return nil, err
		}
	}
	var err error
	if t.address, err = freeAddress(); err != nil {
		return nil, err
	}
	if t.disk, err = faults.NewDisk(s.Folder, diskSize); err != nil {
		return nil, err
	}
	t.broker = t.actor("broker", func() *exec.Cmd {
		return t.command("fleet", "serve", "--addr", t.address, "--store", filepath.Join(t.disk.Path, "store"),
			"--token", token, "--patience", s.Patience.String(), "--max-store", "32MB")
	})
	if t.guest, err = newWire(t.address); err != nil {
		return nil, err
	}
	if t.chief, err = t.party("coordinator"); err != nil {
		return nil, err
	}
	t.chief.actor = &actor{name: "coordinator"} // none yet
	for i := range s.Workers {
		name := fmt.Sprintf("worker%d", i+1)
		p, err := t.party(name)
		if err != nil {
			return nil, err
		}
		p.actor = t.actor(name, func() *exec.Cmd {
			return p.sees(t.command("worker", p.url(), "--jobs", "1", "--name", name, "--cache", filepath.Join(s.Folder, "cache", name)))
		})
		t.workers = append(t.workers, p)
	}
	return t, t.open()
}

// open starts the broker, then the workers.
func (t *stage) open() error {
	if err := t.broker.start(); err != nil {
		return err
	}
	if err := t.reachable(20 * time.Second); err != nil {
		return fmt.Errorf("%w; it said: %s", err, lastWords(t.broker.log, 0))
	}
	for _, w := range t.workers {
		if err := w.start(); err != nil {
			return err
		}
	}
	return nil
}

// reachable waits until the broker listens.
func (t *stage) reachable(patience time.Duration) error {
	deadline := time.Now().Add(patience)
	for {
		c, err := net.DialTimeout("tcp", t.address, time.Second)
		if err == nil {
			return c.Close()
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("the broker cannot be reached: %w", err)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// freeAddress finds a port that nobody listens on.
func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	return l.Addr().String(), nil
}

// party makes a wire and a clock.
func (t *stage) party(name string) (*party, error) {
	w, err := newWire(t.address)
	if err != nil {
		return nil, err
	}
	return &party{wire: w, clock: filepath.Join(t.settings.Folder, "home", name+".clock")}, nil
}

// url is where a party finds the fleet.
func (p *party) url() string { return wireURL(p.wire) }

func wireURL(w *wire) string { return "nats://" + token + "@" + w.address() }

// sees gives a command the clock of a party.
func (p *party) sees(c *exec.Cmd) *exec.Cmd {
	c.Env = append(c.Env, fleet.DrillClock+"="+p.clock)
	return c
}

// command is one of gambito, for which nothing holds that is set up for others.
func (t *stage) command(args ...string) *exec.Cmd {
	c := exec.Command(t.settings.Program, args...)
	for _, e := range os.Environ() {
		if !strings.HasPrefix(e, "GAMBITO_") && !strings.HasPrefix(e, "XDG_") {
			c.Env = append(c.Env, e)
		}
	}
	c.Env = append(c.Env, "HOME="+filepath.Join(t.settings.Folder, "home"))
	c.Env = append(c.Env, t.settings.Env...)
	return c
}

// actor makes one that is started again when it ends by itself.
func (t *stage) actor(name string, command func() *exec.Cmd) *actor {
	a := &actor{name: name, command: command, log: filepath.Join(t.settings.Folder, "logs", name+".log")}
	a.ended = func(e exit) {
		if !t.harmless(name, e) {
			return
		}
		t.tell("%s has ended by itself: %s", name, lastLine(e.said))
		time.Sleep(t.settings.Patience / 5)
		a.hands.Lock() // a fault may have started it
		defer a.hands.Unlock()
		t.restart(a)
	}
	return a
}

// restart starts an actor that has ended.
func (t *stage) restart(a *actor) {
	if a.runs() {
		return
	}
	part := strings.TrimRight(a.name, "0123456789")
	t.mutex.Lock()
	t.again[part]++
	t.mutex.Unlock()
	if err := a.start(); err != nil {
		t.problem(err)
	}
}

// harmless reports whether a process may end so by itself, and notes it if not: one that
// breaks, or finds wrong with its input what was right before.
func (t *stage) harmless(name string, e exit) bool {
	broke := strings.Contains(e.said, "panic:") || strings.Contains(e.said, "fatal error:") || strings.Contains(e.said, "SIGSEGV")
	if broke || e.code != 0 && e.code != 1 {
		t.problem(fmt.Errorf("%s has ended with exit code %d: %s", name, e.code, e.said))
		return false
	}
	return true
}

func lastLine(text string) string { return text[strings.LastIndexByte(text, '\n')+1:] }

// problem notes what must not happen.
func (t *stage) problem(err error) {
	t.tell("WRONG: %v", err)
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.problems = append(t.problems, err); len(t.problems) == 1 {
		close(t.alarm)
	}
}

func (t *stage) wrong() error {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return errors.Join(t.problems...)
}

// tell says what happens, with the time since the beginning, one thing at a time.
func (t *stage) tell(format string, args ...any) {
	t.voice.Lock()
	defer t.voice.Unlock()
	t.settings.Tell(fmt.Sprintf("%7.1f s  %s", time.Since(t.begun).Seconds(), fmt.Sprintf(format, args...)))
}

// parties are all whose connections can be cut.
func (t *stage) parties() []*party { return append([]*party{t.chief}, t.workers...) }

// testimony makes processes that hang write down where, and what they hold.
func (t *stage) testimony() {
	for _, a := range append([]*party{{actor: t.broker}}, t.parties()...) {
		a.testify()
	}
	if err := t.disk.Save(filepath.Join(t.settings.Folder, "store-saved")); err != nil {
		t.tell("the broker's data could not be copied: %v", err)
	}
}

// close ends everything.
func (t *stage) close() {
	for _, p := range t.parties() {
		p.kill()
		p.wire.close()
	}
	t.broker.kill()
	t.guest.close()
	t.disk.Close()
}

// sleep waits, and reports whether that was not cut short.
func sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}
