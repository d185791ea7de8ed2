package terminal

import (
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/term"
)

// editor reads lines that a person types and edits, with what was typed before
// (arrow keys) and what could follow (Tab).
type editor struct {
	in, out *os.File
	keys    *keys
	lines   *term.Terminal
	now     atomic.Pointer[question] // what is asked, for the goroutine that reads
}

// completer lists what a line could become, as whole lines.
type completer func(line string) []string

func newEditor(in, out *os.File) *editor {
	e := &editor{in: in, out: out, keys: &keys{in: in}}
	e.lines = term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{e.keys, out}, "")
	e.lines.History = &typed{}
	e.lines.AutoCompleteCallback = e.complete
	return e
}

// begin prepares the terminal for a question; release gives it back. A line that is
// being read already becomes the answer.
func (e *editor) begin(q question, reading bool) (release func(), err error) {
	e.now.Store(&q)
	e.keys.steps.Store(q.steps)
	if width, height, err := term.GetSize(int(e.out.Fd())); err == nil && width > 0 {
		e.lines.SetSize(width, height) // it fails only if the terminal cannot be written to
	}
	before, err := term.MakeRaw(int(e.in.Fd()))
	if err != nil {
		return nil, err
	}
	prompt := q.prompt()
	e.lines.SetPrompt(prompt)
	if reading {
		e.lines.Write(nil) // draws the line anew
	}
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		ticks := time.NewTicker(time.Second)
		defer ticks.Stop()
		for {
			select {
			case <-stop:
				return
			case <-ticks.C:
			}
			if next := q.prompt(); next != prompt {
				prompt = next
				e.lines.SetPrompt(prompt)
				e.lines.Write(nil)
			}
		}
	}()
	return func() {
		close(stop)
		<-stopped
		term.Restore(int(e.in.Fd()), before) // nothing can be done if it fails
	}, nil
}

// read reads a line.
func (e *editor) read() answer {
	text, err := e.lines.ReadLine()
	if e.keys.interrupted.Swap(false) {
		return answer{err: errInterrupted}
	}
	if errors.Is(err, term.ErrPasteIndicator) {
		err = nil
	}
	if errors.Is(err, io.EOF) {
		e.leaveLine()
	}
	return answer{text, err}
}

// leaveLine goes on below a line that is not finished.
func (e *editor) leaveLine() { io.WriteString(e.out, "\r\n") }

// complete goes as far as all that could follow goes, and lists it if that is no
// further.
func (e *editor) complete(line string, at int, key rune) (string, int, bool) {
	q := e.now.Load()
	if key != '\t' || q.complete == nil || at != len(line) {
		return "", 0, false
	}
	candidates := q.complete(line)
	switch len(candidates) {
	case 0:
		return line, at, true
	case 1:
		return candidates[0], len(candidates[0]), true
	}
	common := candidates[0]
	for _, c := range candidates[1:] {
		for !strings.HasPrefix(strings.ToLower(c), strings.ToLower(common)) {
			common = common[:len(common)-1]
		}
	}
	if len(common) > len(line) {
		return common, len(common), true
	}
	list := wrap(strings.Join(candidates, "  "), q.screen.Width(), "")
	if !q.screen.Unicode {
		list = ascii(list)
	}
	e.lines.Write([]byte(list + "\n")) // the next key shows whether the terminal is still there
	return line, at, true
}

// keys are what is typed. Ctrl-C empties the line and ends it, and is remembered;
// the library would take it for the end of all input. Where a game is stepped through
// the arrow keys are lines: to the right an empty one, to the left "b".
type keys struct {
	in          io.Reader
	waiting     []byte
	interrupted atomic.Bool
	steps       atomic.Bool // the arrow keys step on and back
}

const ctrlC = 3

// emptyLine is End, kill what is before the cursor, Enter.
var emptyLine = []byte{5, 21, '\r'}

// special is what keys are replaced by: Ctrl-C, and where they step the arrow keys.
func (k *keys) special(typed []byte) (replaced []byte, length int) {
	if typed[0] == ctrlC {
		return emptyLine, 1
	}
	if k.steps.Load() && len(typed) >= 3 && typed[0] == 27 && (typed[1] == '[' || typed[1] == 'O') {
		switch typed[2] {
		case 'C':
			return emptyLine, 3
		case 'D':
			return []byte{5, 21, 'b', '\r'}, 3
		}
	}
	return nil, 0
}

// Read implements io.Reader.
func (k *keys) Read(p []byte) (int, error) {
	if len(k.waiting) == 0 {
		n, err := k.in.Read(p)
		if n == 0 {
			return 0, err
		}
		k.waiting = slices.Clone(p[:n])
	}
	if replaced, length := k.special(k.waiting); length > 0 {
		if k.waiting[0] == ctrlC {
			k.interrupted.Store(true)
		}
		k.waiting = k.waiting[length:]
		return copy(p, replaced), nil // the library's buffer is longer
	}
	n := 1
	for n < len(k.waiting) {
		if _, length := k.special(k.waiting[n:]); length > 0 {
			break
		}
		n++
	}
	n = copy(p, k.waiting[:n])
	k.waiting = k.waiting[n:]
	return n, nil
}

// typed is the lines typed before, the latest first, each once in a row.
type typed struct{ lines []string }

const mostTyped = 200

// Add implements term.History.
func (t *typed) Add(line string) {
	if line = strings.TrimSpace(line); line == "" || len(t.lines) > 0 && t.lines[0] == line {
		return
	}
	t.lines = slices.Insert(t.lines, 0, line)
	t.lines = t.lines[:min(len(t.lines), mostTyped)]
}

// Len implements term.History.
func (t *typed) Len() int { return len(t.lines) }

// At implements term.History.
func (t *typed) At(i int) string { return t.lines[i] }
