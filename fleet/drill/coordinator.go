package drill

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"time"

	"gambito/faults"
)

// mostEnds is how often a coordinator may end by itself one after the other, each time
// soon after its start.
const mostEnds = 40

// coordinator makes the actor that has a work done, and returns what is closed when it
// is done, or can never be. Whoever is told that the same command goes on gives it again:
// so does it.
func (t *stage) coordinator(w faults.Work, folder string) (ended <-chan struct{}) {
	over := make(chan struct{})
	p := t.chief
	a := &actor{name: "coordinator", log: filepath.Join(t.settings.Folder, "logs", "coordinator.log")}
	a.command = func() *exec.Cmd {
		c := p.sees(t.command(append(w.Args[:len(w.Args):len(w.Args)], "--fleet", p.url())...))
		c.Dir = folder
		return c
	}
	soon := 0
	a.ended = func(e exit) {
		switch {
		case e.code == 0:
			close(over)
			return
		case !t.harmless(a.name, e):
			close(over)
			return
		}
		t.note(e)
		if soon++; soon > mostEnds {
			t.problem(fmt.Errorf("the coordinator has ended by itself %d times: %s", soon, e.said))
			close(over)
			return
		}
		time.Sleep(t.settings.Patience / 5)
		a.hands.Lock()
		defer a.hands.Unlock()
		t.restart(a)
	}
	p.actor = a
	return over
}

// numbers are what differs between words that say the same.
var numbers = regexp.MustCompile(`[0-9][0-9.:]*`)

// note counts why a coordinator has ended by itself.
func (t *stage) note(e exit) {
	words := lastLine(e.said)
	t.tell("the coordinator has ended by itself: %s", words)
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.ends[numbers.ReplaceAllString(words, "N")]++
}
