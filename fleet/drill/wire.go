package drill

import (
	"io"
	"net"
	"sync"
	"time"
)

// wire is the connection of one machine to the broker: a TCP proxy that can be cut,
// stalled, slowed down, or taken away.
type wire struct {
	listener net.Listener
	target   string

	mutex   sync.Mutex
	ends    map[net.Conn]bool // of connections that stand
	passes  *sync.Cond        // when something of what follows changes
	stalled [2]int            // how many faults want silence, by direction
	slowed  int               // how many want it slow
	gone    int               // how many refuse connections
	closed  bool
}

// Directions of bytes.
const (
	toBroker = iota
	fromBroker
)

// How slow a slow wire is.
const (
	slowChunk = 2 << 10
	slowPause = 30 * time.Millisecond
)

// newWire makes a wire that leads to an address of this machine.
func newWire(target string) (*wire, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	w := &wire{listener: l, target: target, ends: map[net.Conn]bool{}}
	w.passes = sync.NewCond(&w.mutex)
	go w.accept()
	return w, nil
}

// address is where the machine connects to.
func (w *wire) address() string { return w.listener.Addr().String() }

func (w *wire) accept() {
	for {
		client, err := w.listener.Accept()
		if err != nil {
			return
		}
		go w.join(client)
	}
}

// join connects a client with the broker until either end closes.
func (w *wire) join(client net.Conn) {
	if !w.keep(client) {
		return
	}
	defer w.drop(client)
	broker, err := net.DialTimeout("tcp", w.target, 5*time.Second)
	if err != nil || !w.keep(broker) {
		return
	}
	defer w.drop(broker)
	ended := make(chan struct{}, 2)
	for direction, ends := range [2][2]net.Conn{toBroker: {client, broker}, fromBroker: {broker, client}} {
		go func() {
			w.pump(direction, ends[0], ends[1])
			ended <- struct{}{}
		}()
	}
	<-ended
}

// keep notes an end of a connection, or closes it if connections are refused.
func (w *wire) keep(c net.Conn) bool {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.closed || w.gone > 0 {
		reset(c)
		return false
	}
	w.ends[c] = true
	return true
}

func (w *wire) drop(c net.Conn) {
	w.mutex.Lock()
	delete(w.ends, c)
	w.mutex.Unlock()
	c.Close()
}

// reset closes a connection as a cut cable does: what is under way is lost.
func reset(c net.Conn) {
	if t, ok := c.(*net.TCPConn); ok {
		t.SetLinger(0)
	}
	c.Close()
}

// pump copies what goes one way, as the wire lets it pass.
func (w *wire) pump(direction int, from, to net.Conn) {
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		for part := buffer[:n]; len(part) > 0; {
			size, ok := w.admit(direction, from, len(part))
			if !ok {
				return
			}
			if _, err := to.Write(part[:size]); err != nil {
				return
			}
			part = part[size:]
		}
		if err != nil {
			if err == io.EOF {
				w.admit(direction, from, 0) // the end waits as the bytes before it
			}
			return
		}
	}
}

// admit waits until so many bytes may go on and returns how many at once. It is not ok
// if the connection was cut meanwhile.
func (w *wire) admit(direction int, from net.Conn, n int) (int, bool) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	for w.stalled[direction] > 0 && w.ends[from] {
		w.passes.Wait()
	}
	if w.slowed > 0 && w.ends[from] {
		w.mutex.Unlock()
		time.Sleep(slowPause)
		w.mutex.Lock()
		n = min(n, slowChunk)
	}
	return n, w.ends[from]
}

// cut breaks all connections.
func (w *wire) cut() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	for c := range w.ends {
		reset(c)
		delete(w.ends, c)
	}
	w.passes.Broadcast()
}

// stall lets nothing pass in some directions until the function it returns is called.
// Connections stand, and new ones are taken.
func (w *wire) stall(directions ...int) (end func()) {
	return w.change(func(by int) {
		for _, d := range directions {
			w.stalled[d] += by
		}
	})
}

// slow lets only some kilobytes a second pass until the function it returns is called.
func (w *wire) slow() (end func()) { return w.change(func(by int) { w.slowed += by }) }

// refuse breaks connections and takes no new ones until the function it returns is
// called.
func (w *wire) refuse() (end func()) {
	end = w.change(func(by int) { w.gone += by })
	w.cut()
	return end
}

// change makes a change that can be undone.
func (w *wire) change(by func(int)) (undo func()) {
	add := func(n int) {
		w.mutex.Lock()
		defer w.mutex.Unlock()
		by(n)
		w.passes.Broadcast()
	}
	add(1)
	return func() { add(-1) }
}

// close ends the wire.
func (w *wire) close() {
	w.mutex.Lock()
	w.closed = true
	w.mutex.Unlock()
	w.listener.Close()
	w.cut()
}
