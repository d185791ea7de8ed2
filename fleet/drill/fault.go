package drill

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// kind is a sort of faults.
type kind struct {
	name   string
	weight int // how many of a deck
	draw   func(t *stage, r *rand.Rand) fault
}

// fault is something that goes wrong: what is told of it, and what happens. It takes
// its time, but for ctx; when it returns, all is as before. It reports whether it hit
// anybody.
type fault struct {
	what string
	do   func(ctx context.Context) bool
}

// kinds are all that is tried.
var kinds = []kind{
	{"worker killed", 3, func(t *stage, r *rand.Rand) fault { return t.killed(pick(r, t.workers).actor, t.upTo(r, 1)) }},
	{"coordinator killed", 3, func(t *stage, r *rand.Rand) fault { return t.killed(t.chief.actor, t.upTo(r, 0.5)) }},
	{"broker killed", 2, func(t *stage, r *rand.Rand) fault { return t.killed(t.broker, t.upTo(r, 1.5)) }},
	{"worker paused", 2, func(t *stage, r *rand.Rand) fault { return t.paused(pick(r, t.workers).actor, t.shortOrLong(r)) }},
	{"coordinator paused", 1, func(t *stage, r *rand.Rand) fault { return t.paused(t.chief.actor, t.shortOrLong(r)) }},
	{"broker paused", 1, func(t *stage, r *rand.Rand) fault { return t.paused(t.broker, t.shortOrLong(r)) }},
	{"worker asked to leave", 1, func(t *stage, r *rand.Rand) fault {
		return t.asked(pick(r, t.workers).actor, syscall.SIGTERM, t.upTo(r, 1))
	}},
	{"coordinator interrupted", 1, func(t *stage, r *rand.Rand) fault {
		return t.asked(t.chief.actor, syscall.SIGINT, t.upTo(r, 0.5))
	}},
	{"connection cut", 3, (*stage).cut},
	{"connection stalled", 2, (*stage).stalled},
	{"connection slow", 1, (*stage).slow},
	{"connection refused", 1, (*stage).refused},
	{"disk full", 1, (*stage).diskFull},
	{"garbage answered", 2, func(t *stage, r *rand.Rand) fault { return t.impostor("garbage", t.between(r, 1, 2.5)) }},
	{"wrong results answered", 2, func(t *stage, r *rand.Rand) fault { return t.impostor("liar", t.between(r, 1, 2.5)) }},
	{"worker that dies of its work", 1, func(t *stage, r *rand.Rand) fault { return t.impostor("mortal", t.between(r, 1, 2.5)) }},
	{"nonsense sent", 1, (*stage).noise},
	{"clock jumps", 2, (*stage).clockJump},
}

func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

// deck draws faults so that all kinds come up as often as their weights say.
type deck struct {
	r    *rand.Rand
	left []kind
}

func (d *deck) next(t *stage) (kind, fault) {
	if len(d.left) == 0 {
		for _, k := range kinds {
			for range k.weight {
				d.left = append(d.left, k)
			}
		}
		d.r.Shuffle(len(d.left), func(a, b int) { d.left[a], d.left[b] = d.left[b], d.left[a] })
	}
	k := d.left[0]
	d.left = d.left[1:]
	return k, k.draw(t, d.r)
}

// between is a time in patiences.
func (t *stage) between(r *rand.Rand, least, most float64) time.Duration {
	return time.Duration((least + r.Float64()*(most-least)) * float64(t.settings.Patience)).Round(10 * time.Millisecond)
}

func (t *stage) upTo(r *rand.Rand, most float64) time.Duration { return t.between(r, 0, most) }

// shortOrLong is a time after which others have not given somebody up yet, or have.
func (t *stage) shortOrLong(r *rand.Rand) time.Duration {
	if r.IntN(2) == 0 {
		return t.between(r, 0.05, 0.6)
	}
	return t.between(r, 1.2, 2.2)
}

// killed is kill -9, and a start some time later.
func (t *stage) killed(a *actor, later time.Duration) fault {
	return fault{fmt.Sprintf("kill -9 of %s, which is back after %v", a.name, later), func(ctx context.Context) bool {
		a.hands.Lock()
		defer a.hands.Unlock()
		if !a.kill() {
			return false
		}
		sleep(ctx, later)
		t.restart(a)
		return true
	}}
}

// paused stops a process for a while, as a laptop that is closed.
func (t *stage) paused(a *actor, d time.Duration) fault {
	return fault{fmt.Sprintf("%s stands still for %v", a.name, d), func(ctx context.Context) bool {
		a.hands.Lock()
		defer a.hands.Unlock()
		if !a.signal(pause) {
			return false
		}
		sleep(ctx, d)
		a.signal(resume)
		return true
	}}
}

// asked is a polite end, and a start some time later.
func (t *stage) asked(a *actor, s syscall.Signal, later time.Duration) fault {
	return fault{fmt.Sprintf("%s gets the signal to stop (%v), and is back after %v", a.name, s, later), func(ctx context.Context) bool {
		a.hands.Lock()
		defer a.hands.Unlock()
		e, hit, left := a.leave(s, leaveTime)
		switch {
		case !hit:
			return false
		case !left:
			t.problem(fmt.Errorf("%s did not stop within %v when it was asked to", a.name, leaveTime))
		case e.code >= 0 && !t.harmless(a.name, e): // below 0 it had not begun to listen
			return true
		}
		sleep(ctx, later)
		t.restart(a)
		return true
	}}
}

func (t *stage) cut(r *rand.Rand) fault {
	if r.IntN(4) == 0 {
		return fault{"all connections are cut", func(context.Context) bool {
			for _, p := range t.parties() {
				p.wire.cut()
			}
			return true
		}}
	}
	p := pick(r, t.parties())
	return fault{fmt.Sprintf("the connection of %s is cut", p.name), func(context.Context) bool {
		p.wire.cut()
		return true
	}}
}

// during is a fault of a wire that lasts.
func during(what string, d time.Duration, begin func() (end func())) fault {
	return fault{fmt.Sprintf("%s for %v", what, d), func(ctx context.Context) bool {
		defer begin()()
		sleep(ctx, d)
		return true
	}}
}

func (t *stage) stalled(r *rand.Rand) fault {
	p, d := pick(r, t.parties()), t.shortOrLong(r)
	switch r.IntN(3) {
	case 0:
		return during(fmt.Sprintf("nothing from %s arrives", p.name), d, func() func() { return p.wire.stall(toBroker) })
	case 1:
		return during(fmt.Sprintf("nothing arrives at %s", p.name), d, func() func() { return p.wire.stall(fromBroker) })
	}
	return during(fmt.Sprintf("the connection of %s is silent", p.name), d, func() func() { return p.wire.stall(toBroker, fromBroker) })
}

func (t *stage) slow(r *rand.Rand) fault {
	p := pick(r, t.parties())
	return during(fmt.Sprintf("the connection of %s is slow", p.name), t.between(r, 0.5, 2), p.wire.slow)
}

func (t *stage) refused(r *rand.Rand) fault {
	p := pick(r, t.parties())
	return during(fmt.Sprintf("%s is cut off", p.name), t.shortOrLong(r), p.wire.refuse)
}

// diskFull leaves no room on the disk of the broker.
func (t *stage) diskFull(r *rand.Rand) fault {
	d := t.between(r, 0.2, 1.5)
	return fault{fmt.Sprintf("the disk of the broker is full for %v: %s", d, t.disk.Kind()), func(ctx context.Context) bool {
		t.broker.hands.Lock()
		defer t.broker.hands.Unlock()
		pid := t.broker.pid()
		if pid == 0 {
			return false
		}
		end, err := t.disk.Fill(pid)
		if err != nil {
			t.problem(fmt.Errorf("the disk cannot be filled: %w", err))
			return false
		}
		defer end()
		sleep(ctx, d)
		return true
	}}
}

// impostor is a worker that is none for a while. Each has a name of its own, since the
// fleet shuts out those that it finds.
func (t *stage) impostor(as string, d time.Duration) fault {
	t.impostors++
	name := fmt.Sprintf("%s%d", as, t.impostors)
	a := &actor{name: name, log: filepath.Join(t.settings.Folder, "logs", name+".log"), command: func() *exec.Cmd {
		c := t.command("fleet", "impostor", wireURL(t.guest), "--as", as, "--name", name)
		c.Env = append(c.Env, variable+"="+as)
		return c
	}}
	a.ended = func(e exit) { // killed by itself, or found out
		if e.code >= 0 {
			t.harmless(name, e)
		}
	}
	return fault{fmt.Sprintf("%s works with the others for %v", name, d), func(ctx context.Context) bool {
		defer a.kill()
		for until := time.Now().Add(d); time.Now().Before(until); {
			if err := a.start(); err != nil {
				t.problem(err)
				return false
			}
			if !sleep(ctx, d/10) {
				break
			}
		}
		said, err := os.ReadFile(a.log)
		return err == nil && strings.Contains(string(said), AtWork)
	}}
}

// clockJump sets the clock of a party wrong, for good: the next jump corrects it, or not.
func (t *stage) clockJump(r *rand.Rand) fault {
	p := pick(r, t.parties())
	by := pick(r, []time.Duration{-24 * time.Hour, -time.Hour, -20 * time.Second, 0, 20 * time.Second, time.Hour, 240 * time.Hour})
	return fault{fmt.Sprintf("the clock of %s jumps, and is wrong by %v", p.name, by), func(context.Context) bool {
		if err := os.WriteFile(p.clock, []byte(by.String()), 0o644); err != nil {
			t.problem(err)
			return false
		}
		return true
	}}
}
