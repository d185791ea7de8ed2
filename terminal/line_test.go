package terminal

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/creack/pty"

	"gambito/progress"
)

// On a terminal the line is written when it changes, and never longer than it is wide.
func TestLineOnTerminal(t *testing.T) {
	t.Setenv("TERM", "xterm")
	screen, tty, err := pty.Open()
	if err != nil {
		t.Skip(err)
	}
	defer screen.Close()
	defer tty.Close()
	if err := pty.Setsize(tty, &pty.Winsize{Rows: 24, Cols: 12}); err != nil {
		t.Fatal(err)
	}
	l := NewLine(tty)
	l.Clear() // nothing is there yet
	l.Show("one busy")
	l.Show("one busy")
	l.Show("two of them are busy")
	l.Clear()
	l.Clear()
	want := "\rone busy\x1b[K\rtwo of them\x1b[K\r\x1b[K"
	got := make([]byte, 200)
	n, err := screen.Read(got)
	for err == nil && n < len(want) {
		var more int
		more, err = screen.Read(got[n:])
		n += more
	}
	if string(got[:n]) != want {
		t.Errorf("%q, %v", got[:n], err)
	}
}

// A terminal that calls itself dumb gets no sequences, whatever is shown.
func TestDumbTerminal(t *testing.T) {
	t.Setenv("TERM", "dumb")
	screen, tty, err := pty.Open()
	if err != nil {
		t.Skip(err)
	}
	defer screen.Close()
	l := NewLine(tty)
	l.last = time.Now().Add(-lineInterval)
	l.Show("one busy")
	l.Clear()
	p := NewProgress(tty)
	p.Begin(progress.Step{What: "games", Total: 10})
	p.last = time.Now().Add(-time.Hour)
	p.Show(progress.Step{What: "games", Done: 5, Total: 10})
	p.Clear()
	NewScreen(tty).printf("the end\n")
	tty.Close()
	var got []byte
	for buffer := make([]byte, 1000); !bytes.Contains(got, []byte("the end")); {
		n, err := screen.Read(buffer)
		if got = append(got, buffer[:n]...); err != nil {
			break
		}
	}
	if bytes.Contains(got, []byte("\x1b")) || !bytes.Contains(got, []byte("one busy")) {
		t.Errorf("%q", got)
	}
}

// Elsewhere a line comes when there is news, and not often.
func TestLineElsewhere(t *testing.T) {
	name := filepath.Join(t.TempDir(), "log")
	file, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	l := NewLine(file)
	l.Show("too soon")
	for _, text := range []string{"first", "first", "second"} {
		l.last = time.Now().Add(-lineInterval)
		l.Show(text)
	}
	l.Clear()
	var silent *Line
	silent.Show("nothing")
	silent.Clear()
	if got, err := os.ReadFile(name); err != nil || string(got) != "first\nsecond\n" {
		t.Errorf("%q, %v", got, err)
	}
}
