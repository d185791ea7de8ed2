package terminal

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/charmbracelet/x/term"
)

// Progress shows how far long work has come: a bar on a terminal, plain lines
// now and then elsewhere, nothing while the work is short.
type Progress struct {
	out     *os.File
	live    bool
	what    string
	total   int
	begin   time.Time
	last    time.Time
	visible bool
}

const (
	quietTime     = time.Second            // work shorter than this shows nothing
	barInterval   = 100 * time.Millisecond // between two drawings of the bar
	linesInterval = 10 * time.Second       // between two plain lines
)

// NewProgress starts the clock on total units of work, such as "games". A nil
// Progress is silent.
func NewProgress(out *os.File, what string, total int) *Progress {
	now := time.Now()
	return &Progress{out: out, live: term.IsTerminal(out.Fd()), what: what, total: total, begin: now, last: now}
}

// Show says that done units are finished.
func (p *Progress) Show(done int) {
	if p == nil {
		return
	}
	now := time.Now()
	elapsed := now.Sub(p.begin)
	interval := linesInterval
	if p.live {
		interval = barInterval
	}
	if elapsed < quietTime || now.Sub(p.last) < interval {
		return
	}
	p.last = now
	text := progressText(p.what, done, p.total, elapsed)
	if p.live {
		p.visible = true
		line := bar(done, p.total) + " " + text
		if width, _, err := term.GetSize(p.out.Fd()); err == nil && len([]rune(line)) >= width {
			line = text[:min(len(text), max(width-1, 0))] // a line that wraps cannot be taken back
		}
		fmt.Fprintf(p.out, "\r\x1b[K%s", line)
		return
	}
	fmt.Fprintln(p.out, text)
}

// Clear takes the bar off the screen.
func (p *Progress) Clear() {
	if p != nil && p.visible {
		fmt.Fprint(p.out, "\r\x1b[K")
		p.visible = false
	}
}

func bar(done, total int) string {
	const width = 24
	filled := width * done / max(total, 1)
	return strings.Repeat("━", filled) + strings.Repeat("─", width-filled)
}

func progressText(what string, done, total int, elapsed time.Duration) string {
	rate := float64(done) / elapsed.Seconds()
	left := "?"
	if done > 0 {
		left = time.Duration(float64(elapsed) / float64(done) * float64(total-done)).Round(time.Second).String()
	}
	digits := 1
	if rate >= 100 {
		digits = 0
	}
	return fmt.Sprintf("%d of %d %s, %.*f/s, %s left", done, total, what, digits, rate, left)
}
