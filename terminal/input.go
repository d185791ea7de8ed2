package terminal

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/charmbracelet/x/term"
)

// Input is lines typed by a person or written by a script.
type Input struct {
	// Terminal says that a person types: a mistake is told and asked again.
	// In a script it is an InputError and ends the work.
	Terminal bool

	in     io.Reader
	start  sync.Once // nothing is read before the first line is asked for
	lines  chan string
	err    error // why lines was closed
	number int
}

// InputError is a mistake in a script that plays.
type InputError struct {
	Line int
	Err  error
}

// Error implements error.
func (e *InputError) Error() string { return fmt.Sprintf("input line %d: %v", e.Line, e.Err) }

// Unwrap returns the mistake itself.
func (e *InputError) Unwrap() error { return e.Err }

// maxLine is the longest line that is read.
const maxLine = 64 << 10

// NewInput reads from in.
func NewInput(in io.Reader) *Input {
	i := &Input{in: in, lines: make(chan string)}
	if file, ok := in.(*os.File); ok {
		i.Terminal = term.IsTerminal(file.Fd())
	}
	return i
}

// read sends lines until the input ends.
func (i *Input) read() {
	defer close(i.lines)
	scanner := bufio.NewScanner(i.in)
	scanner.Buffer(nil, maxLine)
	for scanner.Scan() {
		i.lines <- scanner.Text()
	}
	i.err = scanner.Err()
}

// line returns the next line, or io.EOF at the end of input.
func (i *Input) line(ctx context.Context) (string, error) {
	i.start.Do(func() { go i.read() })
	select {
	case text, ok := <-i.lines:
		if ok {
			i.number++
			return text, nil
		}
	case <-ctx.Done():
		return "", ctx.Err()
	}
	if errors.Is(i.err, bufio.ErrTooLong) {
		return "", &InputError{i.number + 1, fmt.Errorf("it is longer than %d bytes", maxLine)}
	}
	if i.err != nil {
		return "", i.err
	}
	return "", io.EOF
}
