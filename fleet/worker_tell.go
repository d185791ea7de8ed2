package fleet

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"gambito/fleet/message"
)

// workerPace counts what a worker does.
type workerPace struct {
	mutex   sync.Mutex
	joined  time.Time // on the wall
	begun   time.Time
	units   int
	seconds float64

	at     time.Time // of the last mark
	marked int       // units then
	used   float64   // seconds of seats then
	speed  float64   // units a second, lately
	busy   float64   // share of the seats, since the mark before
}

// done counts a unit that took some seconds of a core.
func (p *workerPace) done(seconds float64) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.units++
	p.seconds += seconds
}

// report writes the counts into what the worker tells, and marks the time if the last
// mark is a second old or more.
func (p *workerPace) report(m *message.Worker, taken, used float64) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.at.IsZero() {
		p.at = p.begun
	}
	if d := time.Since(p.at).Seconds(); d >= 1 {
		now := float64(p.units-p.marked) / d
		if p.speed == 0 || now == 0 && taken == 0 {
			p.speed = now
		} else {
			p.speed += (now - p.speed) * min(d/5, 1)
		}
		p.busy = min((used-p.used)/d/float64(m.Jobs), 1)
		p.at, p.marked, p.used = time.Now(), p.units, used
	}
	m.Joined, m.Units, m.Seconds, m.Speed, m.Busy = p.joined, p.units, p.seconds, p.speed, p.busy
}

// beatTime is how often a worker tells of itself.
const beatTime = 3 * time.Second

// beat tells the fleet of the worker every few seconds, and soon when something
// changes, until ctx ends.
func (w *Worker) beat(ctx context.Context) {
	ticker := time.NewTicker(beatTime)
	defer ticker.Stop()
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		case <-w.stirred:
			rest(ctx, 50*time.Millisecond) // for more that changes
		}
		value, err := message.JSON(w.report())
		if err != nil {
			continue
		}
		limited, cancel := context.WithTimeout(ctx, beatTime)
		if _, err := w.link.workers.Put(limited, w.Name(), value); missing(err) {
			w.link.setUp(limited)
		}
		cancel()
	}
}

// State is what the worker does, in one line.
func (w *Worker) State() string {
	taken, _ := w.seats.state()
	m := w.report()
	what := w.noun()
	parts := []string{fmt.Sprintf("%s of %d busy", strconv.FormatFloat(max(taken, 0), 'f', 0, 64), m.Jobs)}
	slices.Sort(m.Doing)
	switch {
	case m.Leaving:
		parts = append(parts, "leaving")
	case !w.link.conn.IsConnected():
		parts = append(parts, "not connected")
	case m.Waits != "":
		parts = append(parts, m.Waits)
	case len(m.Doing) == 0:
		parts = append(parts, "waiting for work")
	case len(m.Doing) > 3:
		parts = append(parts, fmt.Sprintf("%s and %d others", strings.Join(m.Doing[:2], ", "), len(m.Doing)-2))
	default:
		parts = append(parts, strings.Join(m.Doing, ", "))
	}
	if m.Speed > 0 {
		digits := 0
		if m.Speed < 10 {
			digits = 1
		}
		parts = append(parts, fmt.Sprintf("%s %s/s", grouped(strconv.FormatFloat(m.Speed, 'f', digits, 64)), what))
	}
	return shown(strings.Join(append(parts, grouped(strconv.Itoa(m.Units))+" done"), ", "))
}

// noun is what the units of the jobs in hand are called.
func (w *Worker) noun() string {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	noun := "games"
	for _, t := range w.jobs {
		if !strings.HasSuffix(t.header.Kind, "games") && t.holds() {
			noun = "units"
		}
	}
	return noun
}

// Total is what the worker has done since it joined, for people.
func (w *Worker) Total() string {
	m := w.report()
	return fmt.Sprintf("%s done, %s seconds of a core", grouped(strconv.Itoa(m.Units)), grouped(strconv.FormatFloat(m.Seconds, 'f', 0, 64)))
}

// grouped is a number with commas between thousands.
func grouped(digits string) string {
	whole, fraction, _ := strings.Cut(digits, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if fraction != "" {
		return whole + "." + fraction
	}
	return whole
}
