package drill

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"testing"
	"time"
)

// echo is a server that sends back what it gets.
func echo(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				io.Copy(c, c)
				c.Close()
			}()
		}
	}()
	return l.Addr().String()
}

// caller is the other end of a wire.
type caller struct {
	net.Conn
	lines *bufio.Reader
}

func call(t *testing.T, w *wire) caller {
	t.Helper()
	c, err := net.Dial("tcp", w.address())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return caller{c, bufio.NewReader(c)}
}

// says sends a line and returns whether it comes back in time.
func (c caller) says(text string, within time.Duration) bool {
	fmt.Fprintln(c, text)
	return c.hears(text, within)
}

func (c caller) hears(text string, within time.Duration) bool {
	c.SetReadDeadline(time.Now().Add(within))
	line, err := c.lines.ReadString('\n')
	return err == nil && line == text+"\n"
}

func TestWire(t *testing.T) {
	w, err := newWire(echo(t))
	if err != nil {
		t.Fatal(err)
	}
	defer w.close()
	const soon, long = 100 * time.Millisecond, 10 * time.Second
	c := call(t, w)
	if !c.says("hello", long) {
		t.Fatal("nothing passes")
	}
	for _, direction := range []int{toBroker, fromBroker} {
		end := w.stall(direction)
		if c.says("late", soon) {
			t.Errorf("direction %d: a stalled wire passes what is said", direction)
		}
		end()
		if !c.hears("late", long) {
			t.Errorf("direction %d: what was said in silence is lost", direction)
		}
	}
	end, began := w.slow(), time.Now()
	if !c.says(string(make([]byte, 4*slowChunk)), long) || time.Since(began) < 4*slowPause {
		t.Errorf("a slow wire took %v", time.Since(began))
	}
	end()
	w.cut()
	if c.says("cut", long) {
		t.Error("a cut wire passes something")
	}
	if c = call(t, w); !c.says("again", long) {
		t.Error("nobody can connect again")
	}
	end = w.refuse()
	if c.says("refused", long) {
		t.Error("a wire that is gone passes something")
	}
	if n, err := net.Dial("tcp", w.address()); err == nil { // or not even that
		if (caller{n, bufio.NewReader(n)}).says("refused", long) {
			t.Error("a wire that is gone takes connections")
		}
		n.Close()
	}
	end()
	if c = call(t, w); !c.says("back", long) {
		t.Error("the wire is not back")
	}
	w.close()
	if c.says("closed", long) {
		t.Error("a closed wire passes something")
	}
}
