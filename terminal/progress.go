package terminal

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/charmbracelet/x/term"

	"gambito/progress"
)

// Progress shows how far long work has come: a bar on a terminal, plain lines
// now and then elsewhere, nothing while the work is short.
type Progress struct {
	out     *os.File
	live    bool
	what    string
	begin   time.Time
	last    time.Time
	visible bool
	from    int // units that were finished before the clock started
	below   int // lines drawn below the bar
}

const (
	quietTime     = time.Second            // work shorter than this shows nothing
	barInterval   = 100 * time.Millisecond // between two drawings of the bar
	linesInterval = 10 * time.Second       // between two plain lines
)

// NewProgress makes one that is to show something. A nil Progress is silent.
func NewProgress(out *os.File) *Progress {
	return &Progress{out: out, live: live(out)}
}

// Begin starts the clock on work. What is done already was finished before, and
// does not count in the rate.
func (p *Progress) Begin(step progress.Step) {
	if p == nil {
		return
	}
	p.Clear()
	now := time.Now()
	p.what, p.from, p.begin, p.last = step.What, step.Done, now, now
}

// Rows is how many lines fit below the bar; none unless it is a terminal.
func (p *Progress) Rows() int {
	if p == nil || !p.live {
		return 0
	}
	_, height, err := term.GetSize(p.out.Fd())
	if err != nil {
		return 0
	}
	return max(height-2, 0)
}

// Show shows how far work has come. Work that counts something else than before
// begins here.
func (p *Progress) Show(step progress.Step) { p.ShowWith(step, nil) }

// ShowWith is Show that on a terminal shows lines below the bar too, which it asks
// for when it draws.
func (p *Progress) ShowWith(step progress.Step, lines func() []string) {
	if p == nil {
		return
	}
	if p.begin.IsZero() || step.What != p.what {
		p.Begin(step)
	}
	now := time.Now()
	elapsed := now.Sub(p.begin)
	if elapsed < quietTime || now.Sub(p.last) < p.interval(step.Total) {
		return
	}
	p.last = now
	text := progressText(step, p.from, elapsed)
	if !p.live {
		fmt.Fprintln(p.out, text)
		return
	}
	width := widthOf(p.out)
	line := bar(step.Done, step.Total) + " " + text
	if step.Total == 0 || len([]rune(line)) >= width {
		line = text
	}
	p.Clear()
	p.visible = true
	fmt.Fprint(p.out, clip(line, width))
	if lines == nil {
		return
	}
	for _, l := range lines() {
		fmt.Fprint(p.out, "\n"+clip(l, width))
		p.below++
	}
}

// interval is the time between two drawings. The first line about work of which
// nobody knows how much there is comes soon: it may be too much.
func (p *Progress) interval(total int) time.Duration {
	switch {
	case p.live:
		return barInterval
	case total == 0 && p.last.Equal(p.begin):
		return quietTime
	}
	return linesInterval
}

// clip cuts a line that would wrap, because such a line cannot be taken back.
func clip(line string, width int) string {
	runes := []rune(line)
	return string(runes[:min(len(runes), max(width-1, 0))])
}

// Clear takes the bar off the screen.
func (p *Progress) Clear() {
	if p != nil && p.visible {
		if p.below > 0 {
			fmt.Fprintf(p.out, "\x1b[%dA", p.below)
		}
		fmt.Fprint(p.out, "\r\x1b[J")
		p.visible, p.below = false, 0
	}
}

// bar is empty if nobody knows how much there is.
func bar(done, total int) string {
	const width = 24
	if total <= 0 {
		return ""
	}
	filled := min(max(width*done/total, 0), width)
	return strings.Repeat("━", filled) + strings.Repeat("─", width-filled)
}

func progressText(step progress.Step, from int, elapsed time.Duration) string {
	done, total := step.Done, step.Total
	rate := float64(done-from) / elapsed.Seconds()
	left := "?"
	if done > from {
		left = time.Duration(float64(elapsed) / float64(done-from) * float64(total-done)).Round(time.Second).String()
	}
	digits := 1
	if rate >= 100 {
		digits = 0
	}
	switch { // of what nobody knows how long it takes
	case total == 0 && done == 0:
		return fmt.Sprintf("%s, %s; Ctrl-C stops it", step.What, elapsed.Round(time.Second))
	case total == 0:
		return fmt.Sprintf("%d %s, %.*f/s, %s, with no end known; Ctrl-C stops it", done, step.What, digits, rate, elapsed.Round(time.Second))
	}
	return fmt.Sprintf("%d of %d %s, %.*f/s, %s left", done, total, step.What, digits, rate, left)
}
