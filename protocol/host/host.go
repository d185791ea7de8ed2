// Package host is what gambito needs to be an engine for other programs, whatever the
// protocol: Lines are the commands that come, and Board is a game that they direct, with
// an agent who thinks about it when they ask.
package host

import (
	"bufio"
	"context"
	"errors"
	"io"
)

// maxLine is how long a line may be.
const maxLine = 1 << 16

// TooLong stands for a line that is longer than any command.
const TooLong = "too-long"

// Lines are what another program writes, line by line.
type Lines struct {
	lines chan string
	ahead []string // read before their turn
	done  chan struct{}
}

// Read begins to read lines.
func Read(in io.Reader) *Lines {
	l := &Lines{lines: make(chan string), done: make(chan struct{})}
	go l.read(in)
	return l
}

// Close stops reading, but for a line that is waited for.
func (l *Lines) Close() { close(l.done) }

func (l *Lines) read(in io.Reader) {
	defer close(l.lines)
	lines := bufio.NewReaderSize(in, maxLine)
	for {
		line, err := lines.ReadSlice('\n')
		text := string(line)
		for errors.Is(err, bufio.ErrBufferFull) {
			text = TooLong
			_, err = lines.ReadSlice('\n')
		}
		if text != "" {
			select {
			case l.lines <- text:
			case <-l.done:
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// Next is the next line, if there is one before ctx ends.
func (l *Lines) Next(ctx context.Context) (line string, ok bool) {
	if len(l.ahead) > 0 {
		line, l.ahead = l.ahead[0], l.ahead[1:]
		return line, true
	}
	select {
	case line, ok = <-l.lines:
		return line, ok
	case <-ctx.Done():
		return "", false
	}
}

// While works until it is done, the next line comes, or ctx ends, and writes what the
// work tells. With linger it waits for the next line even when the work is done.
func (l *Lines) While(ctx context.Context, linger bool, work func(ctx context.Context, tell func(text string)), write func(text string)) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	told := make(chan string)
	go func() {
		defer close(told)
		work(ctx, func(text string) { told <- text })
	}()
	lines, ended := l.lines, ctx.Done()
	for told != nil || linger && lines != nil {
		select {
		case text, ok := <-told:
			if !ok {
				told = nil
				continue
			}
			write(text)
		case line, ok := <-lines:
			if ok {
				l.ahead = append(l.ahead, line)
			} else if !linger {
				lines = nil // nobody else will ask for anything: the work goes on
				continue
			}
			lines = nil
			stop()
		case <-ended:
			lines, ended = nil, nil
			stop()
		}
	}
}
