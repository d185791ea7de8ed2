package terminal

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/charmbracelet/x/term"

	"gambito/words"
)

// Input is lines typed by a person or written by a script.
type Input struct {
	// Terminal says that a person types: a mistake is told and asked again.
	// In a script it is an InputError and ends the work.
	Terminal bool

	in      io.Reader
	file    *os.File // the terminal, or nil
	scanner *bufio.Scanner
	editor  *editor // of a terminal that is also the screen's
	answers chan answer
	pending bool // somebody reads a line that nobody waits for any more
	number  int
}

// answer is a line, or why there is none.
type answer struct {
	text string
	err  error
}

// errInterrupted is what a person has typed instead of a line: Ctrl-C.
var errInterrupted = errors.New("interrupted")

// InputError is a mistake in a script that plays.
type InputError struct {
	Line int
	Err  error

	words words.Words
}

// Error implements error.
func (e *InputError) Error() string { return e.words.Say("input line %d: %v", e.Line, e.Err) }

// Unwrap returns the mistake itself.
func (e *InputError) Unwrap() error { return e.Err }

// maxLine is the longest line that is read.
const maxLine = 64 << 10

// NewInput reads from in. Nothing is read before the first line is asked for.
func NewInput(in io.Reader) *Input {
	i := &Input{in: in, scanner: bufio.NewScanner(in), answers: make(chan answer, 1)}
	i.scanner.Buffer(nil, maxLine)
	if file, ok := in.(*os.File); ok && term.IsTerminal(file.Fd()) {
		i.Terminal, i.file = true, file
	}
	return i
}

// question is what a person is asked for a line with.
type question struct {
	screen   *Screen
	prompt   func() string // what stands before the line; it may change with time
	complete completer
	steps    bool // the arrow keys to the right and to the left step on and back
}

// line returns the next line, or io.EOF at the end of input, or errInterrupted.
func (i *Input) line(ctx context.Context, q question) (string, error) {
	if i.file != nil && q.screen.tty != nil && i.editor == nil {
		i.editor = newEditor(i.file, q.screen.tty)
	}
	read := i.scan
	if i.editor != nil {
		release, err := i.editor.begin(q, i.pending)
		if err != nil {
			return "", err
		}
		defer release()
		read = i.editor.read
	} else if i.Terminal {
		q.screen.printf("%s", q.prompt())
	}
	if !i.pending {
		go func() { i.answers <- read() }()
	}
	i.pending = true
	select {
	case a := <-i.answers:
		i.pending = false
		if a.err == nil {
			i.number++
		}
		return a.text, a.err
	case <-ctx.Done():
		if i.editor != nil {
			i.editor.leaveLine()
		}
		return "", ctx.Err()
	}
}

// scan reads a line of plain input.
func (i *Input) scan() answer {
	switch {
	case i.scanner.Scan():
		return answer{text: i.scanner.Text()}
	case errors.Is(i.scanner.Err(), bufio.ErrTooLong):
		return answer{err: &InputError{Line: i.number + 1, Err: fmt.Errorf("it is longer than %d bytes", maxLine)}}
	case i.scanner.Err() != nil:
		return answer{err: i.scanner.Err()}
	}
	return answer{err: io.EOF}
}
