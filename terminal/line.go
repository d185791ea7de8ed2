package terminal

import (
	"fmt"
	"os"
	"sync"
	"time"
)

// Line is one line that says what long work does: on a terminal it is written anew
// whenever it changes, elsewhere a plain line comes now and then, if there is news. A nil Line is silent.
type Line struct {
	mutex sync.Mutex
	out   *os.File
	live  bool
	text  string // that was shown last
	last  time.Time
}

// lineInterval is the time between two plain lines.
const lineInterval = time.Minute

// NewLine makes one that is to show something.
func NewLine(out *os.File) *Line {
	return &Line{out: out, live: live(out), last: time.Now()}
}

// Show shows what the work does now.
func (l *Line) Show(text string) {
	if l == nil {
		return
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	switch {
	case text == l.text:
	case l.live:
		l.text = text
		fmt.Fprint(l.out, "\r"+clip(text, widthOf(l.out))+"\x1b[K")
	case time.Since(l.last) >= lineInterval:
		l.text, l.last = text, time.Now()
		fmt.Fprintln(l.out, text)
	}
}

// Clear takes the line off the screen.
func (l *Line) Clear() {
	if l == nil {
		return
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.live && l.text != "" {
		l.text = ""
		fmt.Fprint(l.out, "\r\x1b[K")
	}
}
