package ggp

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"gambito/agent"
	"gambito/agents"
	"gambito/gdl"
)

// newPlayer makes a player without a listener.
func newPlayer(t *testing.T, spec string) *Player {
	t.Helper()
	parsed, err := agents.New(agent.NewEnvironment("")).Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	p := &Player{
		Name: "tester", Agent: parsed, Margin: 500 * time.Millisecond, Ponder: true, Limits: gdl.DefaultLimits, Seed: 1,
		Log: func(string, ...any) {},
	}
	t.Cleanup(p.Close)
	return p
}

// listen serves what answers until the test ends or stop is called.
func listen(t *testing.T, answer func(context.Context, string, time.Time) (string, error)) (at Address, stop func()) {
	t.Helper()
	in, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		l := Listener{Answer: answer, Patience: 500 * time.Millisecond}
		l.Serve(ctx, in)
	}()
	stop = func() {
		cancel()
		<-ended
	}
	t.Cleanup(stop)
	at, err = ParseAddress(in.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return at, stop
}

func rulesOf(t *testing.T, name string) *gdl.Game {
	t.Helper()
	g, err := gdl.Open(name, gdl.DefaultLimits)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// dialogue is what is said to a player and what it must answer.
func dialogue(t *testing.T, p *Player, lines ...[2]string) {
	t.Helper()
	for _, line := range lines {
		answer, err := p.Answer(context.Background(), line[0], time.Now())
		if err != nil || answer != line[1] {
			t.Errorf("%.80q is answered with %q, not %q, %v", line[0], answer, line[1], err)
		}
	}
}

const (
	available = "( ( name tester ) ( status available ) ( species alien ) )"
	occupied  = "( ( name tester ) ( status busy ) ( species alien ) )"
)

// forced is a game in which nobody has a choice.
const forced = "(role a) (role b) (init (n 0)) (succ 0 1) (succ 1 2) (legal a (Go 1)) (legal b wait)" +
	"(<= (next (n ?m)) (true (n ?n)) (succ ?n ?m)) (<= terminal (true (n 2))) (goal a 100) (goal b 0)"

func TestDialogue(t *testing.T) {
	dialogue(t, newPlayer(t, "random"), [][2]string{
		{"( INFO )", available},
		{"(PLAY m NIL)", "busy"}, {"(STOP m (x y))", "busy"}, {"(ABORT m)", "busy"},
		{"(preview (" + forced + ") 5)", "ready"},
		{"(preview ((role a)) 5)", "busy"},
		{"(Start m a (" + forced + ") 5 5)", "ready"},
		{"(info)", occupied},
		{"(start m2 b (" + forced + ") 5 5)", "busy"}, {"(preview (" + forced + ") 5)", "busy"},
		{"(play m2 nil)", "busy"}, {"(stop m2 nil)", "busy"}, {"(abort m2)", "busy"},
		{"(play m nil)", "( Go 1 )"},
		{"(play m (nonsense wait))", "nil"}, {"(play m ((Go 1)))", "nil"}, {"(play m ((go 2) wait))", "nil"},
		{"(play m ((Go 1) wait))", "( Go 1 )"},
		{"(stop m ((Go 1) wait))", "done"},
		{"(info)", available},
		{"(start m3 b (" + forced + ") 5 5)", "ready"}, {"(play m3 nil)", "wait"}, {"(Abort m3)", "aborted"}, {"(play m3 nil)", "busy"},
		{"(start m4 c (" + forced + ") 5 5)", "busy"},
		{"(start m5 a ((role a)) 5 5)", "busy"}, {"(info)", available},
	}...)
}

// TestShownRules checks that rules are compiled once, and again only if there was
// too little time.
func TestShownRules(t *testing.T) {
	p := newPlayer(t, "random")
	rules := expressions([]string{rulesOf(t, "connect4").Rules()})
	compile := func(clock time.Duration) *gdl.Game {
		g, err := p.game(rules, time.Now().Add(clock), nil).game()
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	hurried := compile(0)
	if hurried.Fallback() == nil {
		t.Fatal("rules are compiled in no time")
	}
	calm := compile(time.Minute)
	if calm.Fallback() != nil || compile(2*time.Minute) != calm || compile(0) != calm {
		t.Errorf("the rules are compiled anew, or not: %v", calm.Fallback())
	}
}

// TestUnsafeRules checks that rules nobody can play are refused at once.
func TestUnsafeRules(t *testing.T) {
	p := newPlayer(t, "ggp")
	for _, more := range []string{
		"(<= (p (f ?x)) (p ?x)) (p 0)", // recursion without end
		"(<= (p ?x) (not (p ?x)))",     // not safe, and a circle with a negation
		"(<= (next (n ?x)) (true z))",  // binds nothing
		strings.Repeat("(", 100000),
	} {
		begin := time.Now()
		answer, err := p.Answer(context.Background(), "(start m a ("+forced+more+") 10 5)", begin)
		if answer != "busy" && err == nil || time.Since(begin) > 5*time.Second {
			t.Errorf("%.40q is answered with %q after %s", more, answer, time.Since(begin))
		}
	}
}

// TestLateRefusal checks that rules which turn out to be wrong after the start
// clock do no harm.
func TestLateRefusal(t *testing.T) {
	p := newPlayer(t, "random")
	p.Margin = 0
	begin := func() (found chan struct{}) {
		found = make(chan struct{})
		p.match = &session{player: p, id: "m", role: "a", clock: time.Second, prepared: make(chan struct{})}
		p.match.hear(time.Second)
		go func(s *session) {
			<-found
			s.prepare(func() (*gdl.Game, error) { return nil, fmt.Errorf("wrong") }, time.Now())
		}(p.match)
		return found
	}
	found := begin()
	dialogue(t, p, [2]string{"(stop m nil)", "done"})
	close(found)
	close(begin())
	dialogue(t, p, [2]string{"(play m nil)", "nil"}, [2]string{"(play m (x y))", "nil"}, [2]string{"(stop m (x y))", "done"})
}

// TestInTime checks that a player without limits of its own uses the clocks and
// does not overrun them, and that rules too large to be compiled do no harm.
func TestInTime(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector makes everything late")
	}
	hard := forced
	for i := range 40 {
		hard += fmt.Sprintf("(c %d)", i)
	}
	hard += "(<= (legal a (take ?x ?y)) (c ?x) (c ?y)) (<= (q ?a ?b ?c ?d ?e) (c ?a) (c ?b) (c ?c) (c ?d) (c ?e)) (<= (next z) (q 1 2 3 4 5))"
	for name, rules := range map[string]string{"yellow": rulesOf(t, "connect4").Rules(), "a": hard} {
		var err error
		for range 4 { // a machine that is busy with other things may be late itself
			if err = inTime(newPlayer(t, "ggp"), name, rules); err == nil {
				break
			}
		}
		if err != nil {
			t.Error(err)
		}
	}
}

// inTime starts a match with clocks of a second and asks for a move.
func inTime(p *Player, role, rules string) error {
	defer p.Close()
	p.Limits.Memory = 64 << 20
	for _, message := range []string{"(start m " + role + " (" + rules + ") 1 1)", "(play m nil)"} {
		begin := time.Now()
		answer, err := p.Answer(context.Background(), message, begin)
		took := time.Since(begin)
		if took > time.Second || err != nil {
			return fmt.Errorf("%s: %.20q is answered with %q after %s, %v", role, message, answer, took, err)
		}
		if role == "yellow" && (took < 400*time.Millisecond || answer != "ready" && !strings.HasPrefix(answer, "( drop ")) {
			return fmt.Errorf("%s: %.20q is answered with %q after only %s", role, message, answer, took)
		}
	}
	return nil
}

func get(t *testing.T, method, at, body string) (status int, text string) {
	t.Helper()
	request, err := http.NewRequest(method, at, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if response.Header.Get("Access-Control-Allow-Origin") != "" || response.Header.Get("Content-Type") != "text/acl" {
		t.Errorf("%s %.40q has the headers %v", method, body, response.Header)
	}
	return response.StatusCode, string(content)
}

func TestHTTP(t *testing.T) {
	at, _ := listen(t, newPlayer(t, "random").Answer)
	base := "http://" + at.HostPort + "/"
	for _, c := range []struct {
		method, path, body string
		status             int
		answer             string
	}{
		{"POST", "", "( INFO )", 200, available},
		{"GET", url.QueryEscape("( INFO )"), "", 200, available},
		{"GET", "%28info%29", "", 200, available},
		{"OPTIONS", "", "", 200, ""},
		{"POST", "", "(play m nil)", 200, "busy"},
	} {
		if status, answer := get(t, c.method, base+c.path, c.body); status != c.status || answer != c.answer {
			t.Errorf("%s %s %q: %d %q", c.method, c.path, c.body, status, answer)
		}
	}
	for _, c := range [][2]string{{"POST", "garbage"}, {"POST", "(((("}, {"DELETE", ""}, {"GET", ""}} {
		if status, answer := get(t, c[0], base, c[1]); status < 400 {
			t.Errorf("%s %q: %d %q", c[0], c[1], status, answer)
		}
	}
}

// raw sends bytes and returns what comes back, and after how long the other side
// hung up.
func raw(t *testing.T, at Address, send func(conn net.Conn)) (answer string, took time.Duration) {
	t.Helper()
	conn, err := net.Dial("tcp", at.HostPort)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	begin := time.Now()
	go send(conn)
	conn.SetReadDeadline(begin.Add(20 * time.Second))
	text, _ := io.ReadAll(bufio.NewReader(conn))
	return string(text), time.Since(begin)
}

// TestHostileRequests checks that whatever is sent is answered or refused in
// bounded time and memory, and that others are served meanwhile.
func TestHostileRequests(t *testing.T) {
	at, _ := listen(t, newPlayer(t, "random").Answer)
	zeros := make([]byte, 1<<20)
	flood := func(conn net.Conn) {
		for range 100 {
			if _, err := conn.Write(zeros); err != nil {
				return
			}
		}
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for name, c := range map[string]struct {
		send func(conn net.Conn)
		want string // how the answer begins
	}{
		"no length, not closed": {func(conn net.Conn) { io.WriteString(conn, "POST / HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n ( INFO\r\n )") }, "HTTP/1.0 200 OK\r\n"},
		"not HTTP":              {func(conn net.Conn) { io.WriteString(conn, "( INFO )\r\n\r\n") }, "HTTP/1.0 400 "},
		"100 MB announced": {func(conn net.Conn) {
			io.WriteString(conn, "POST / HTTP/1.0\r\nHost: 127.0.0.1\r\nContent-Length: 104857600\r\n\r\n")
			flood(conn)
		}, "HTTP/1.0 413 "},
		"100 MB not announced": {func(conn net.Conn) { io.WriteString(conn, "POST / HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n"); flood(conn) }, "HTTP/1.0 4"},
		"100 MB of headers":    {func(conn net.Conn) { io.WriteString(conn, "POST / HTTP/1.0\r\nX: "); flood(conn) }, "HTTP/1.0 400 "},
		"drop by drop": {func(conn net.Conn) {
			io.WriteString(conn, "POST / HTTP/1.0\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n")
			for range 100 {
				if _, err := io.WriteString(conn, "("); err != nil {
					return
				}
				time.Sleep(50 * time.Millisecond)
			}
		}, "HTTP/1.0 400 "},
		"silence": {func(net.Conn) {}, "HTTP/1.0 400 "},
	} {
		t.Run(name, func(t *testing.T) {
			answer, took := raw(t, at, c.send)
			if !strings.HasPrefix(answer, c.want) || took > 10*time.Second {
				t.Errorf("the answer is %.80q after %s", answer, took)
			}
			if answer, err := at.Ask(context.Background(), Message{Kind: Info}, 5*time.Second); err != nil || answer != available {
				t.Errorf("afterwards the answer is %q, %v", answer, err)
			}
		})
	}
	runtime.ReadMemStats(&after)
	if mb := (after.TotalAlloc - before.TotalAlloc) >> 20; mb > 200 {
		t.Errorf("%d MB were allocated", mb)
	}
}

// TestCrowd checks that many who never finish their requests keep nobody out for
// long.
func TestCrowd(t *testing.T) {
	t.Parallel() // it mostly waits
	at, _ := listen(t, newPlayer(t, "random").Answer)
	for range 2 * maxConnections {
		conn, err := net.Dial("tcp", at.HostPort)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
	}
	begin := time.Now()
	if answer, err := at.Ask(context.Background(), Message{Kind: Info}, time.Second); err != nil || answer != available {
		t.Fatalf("the answer is %q after %s, %v", answer, time.Since(begin), err)
	}
}

// TestPages: no page that somebody looks at in a browser has messages answered, unless it
// is allowed, and no name that is made to lead here.
func TestPages(t *testing.T) {
	l := &Listener{Allowed: []string{"https://good.example", "arena.example"}}
	for head, want := range map[string]int{
		"":                    http.StatusForbidden,
		"Host: evil.example":  http.StatusForbidden,
		"Host: 127.0.0.1":     0,
		"Host: [::1]:9147":    0,
		"Host: localhost:1":   0,
		"Host: Arena.example": 0,
		"Host: localhost\r\nOrigin: https://evil.example": http.StatusForbidden,
		"Host: localhost\r\nOrigin: null":                 http.StatusForbidden,
		"Host: localhost\r\nOrigin: https://good.example": 0,
	} {
		if head != "" {
			head += "\r\n"
		}
		_, origin, status, _ := l.readRequest(strings.NewReader("POST / HTTP/1.0\r\n" + head + "Content-Length: 8\r\n\r\n( INFO )"))
		if status != want || origin != "" && origin != "https://good.example" {
			t.Errorf("%q: status %d, not %d, origin %q", head, status, want, origin)
		}
	}
}

// hopeless are rules that take minutes to compile, and many gigabytes if nobody bounds
// them.
func hopeless(n int) string {
	rules := forced
	for i := range 60 {
		rules += fmt.Sprintf("(c %d)", i)
	}
	return rules + fmt.Sprintf("(d %d)", n) + "(<= (q ?a ?b ?c ?d ?e) (c ?a) (c ?b) (c ?c) (c ?d) (c ?e)) (<= (next z) (q 1 2 3 4 5))"
}

// TestOneBudget: many rules that are shown at once are compiled one after the other, all
// but the latest are given up, and a match that is aborted takes its compiling along.
func TestOneBudget(t *testing.T) {
	p := newPlayer(t, "random")
	var all sync.WaitGroup
	for n := range 6 {
		all.Go(func() {
			p.Answer(context.Background(), "(preview ("+hopeless(n)+") 60)", time.Now())
		})
	}
	time.Sleep(300 * time.Millisecond)
	begin := time.Now()
	go p.Answer(context.Background(), "(start m a ("+hopeless(9)+") 60 60)", begin)
	for p.current() == nil {
		time.Sleep(10 * time.Millisecond)
	}
	dialogue(t, p, [2]string{"(abort m)", "aborted"})
	all.Wait()
	p.compiling.Lock() // free once nothing is compiled any more
	if took := time.Since(begin); took > 10*time.Second {
		t.Errorf("compiling goes on for %s", took)
	}
	p.compiling.Unlock()
	dialogue(t, p, [2]string{"(start m2 a (" + forced + ") 5 5)", "ready"})
}

// TestQuoted: what players and servers send cannot forge lines of the log or move the
// cursor of a terminal.
func TestQuoted(t *testing.T) {
	var lines []string
	p := newPlayer(t, "random")
	p.Log = func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	p.Answer(context.Background(), "(start m\x1b[2J a ("+forced+") 5 5)", time.Now())
	p.tell("%s", "a\nb\x1b[31m\u202e")
	for _, line := range lines {
		if strings.ContainsFunc(line, hidden) {
			t.Errorf("%q", line)
		}
	}
	if last := lines[len(lines)-1]; last != `a\nb\x1b[31m\u202e` {
		t.Errorf("%q", last)
	}
}

func FuzzRequest(f *testing.F) {
	for _, text := range []string{
		"POST / HTTP/1.0\r\nHost: [::1]:9147\r\nContent-Length: 8\r\n\r\n( INFO )", "POST / HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n(play m nil)", "GET /%28info%29 HTTP/1.0\r\nHost: localhost:1\r\n\r\n",
		"OPTIONS / HTTP/1.1\r\nHost: localhost\r\nOrigin: https://x\r\n\r\n", "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n(x)\r\n0\r\n\r\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		message, _, status, err := (&Listener{}).readRequest(strings.NewReader(text))
		if len(message) > len(text) || (status >= 400) != (err != nil) {
			t.Fatalf("%q is read as %q, status %d, %v", text, message, status, err)
		}
	})
}
