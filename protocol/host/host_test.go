package host

import (
	"context"
	"io"
	"strings"
	"testing"
	"time"
)

func TestLines(t *testing.T) {
	l := Read(strings.NewReader("one\n" + strings.Repeat("x", 3*maxLine) + "\nthree"))
	defer l.Close()
	for _, want := range []string{"one\n", TooLong, "three"} {
		if got, ok := l.Next(t.Context()); !ok || got != want {
			t.Errorf("%.20q comes, %v, not %q", got, ok, want)
		}
	}
	if line, ok := l.Next(t.Context()); ok {
		t.Errorf("%q comes after the end", line)
	}
}

// TestWhile stops work when a line comes, which is not lost, lets it end by itself at the
// end of input, and lingers only if it should.
func TestWhile(t *testing.T) {
	forever := func(ctx context.Context, tell func(string)) {
		tell("begun")
		<-ctx.Done()
		tell("stopped")
	}
	in, out := io.Pipe()
	l := Read(in)
	defer l.Close()
	told := ""
	l.While(t.Context(), false, forever, func(text string) {
		if told += text + " "; text == "begun" {
			go io.WriteString(out, "stop\n")
		}
	})
	if line, ok := l.Next(t.Context()); told != "begun stopped " || line != "stop\n" || !ok {
		t.Errorf("it tells %q, and %q comes", told, line)
	}
	ctx, cancel := context.WithCancel(t.Context())
	l.While(ctx, true, func(context.Context, func(string)) { time.AfterFunc(10*time.Millisecond, cancel) }, nil)
	if ctx.Err() == nil {
		t.Error("it does not linger")
	}
	out.Close()
	done := false
	l.While(t.Context(), false, func(ctx context.Context, _ func(string)) {
		time.Sleep(10 * time.Millisecond)
		done = ctx.Err() == nil
	}, nil)
	if !done {
		t.Error("the end of input stops work that nobody has stopped")
	}
}
