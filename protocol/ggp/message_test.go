package ggp

import (
	"testing"
	"time"
)

func TestMessages(t *testing.T) {
	for text, want := range map[string]string{
		"( INFO )":                        "( INFO )",
		"(info)":                          "( INFO )",
		"( Info\n )":                      "( INFO )",
		"(PREVIEW ((role a)(role b)) 10)": "( PREVIEW ( ( role a ) ( role b ) ) 10 )",
		"(START m.1 a ((role a) (<= terminal (true x))) 30 15 extra (x))": "( START m.1 a ( ( role a ) ( <= terminal ( true x ) ) ) 30 15 )",
		"( play M.1 nil )":               "( PLAY M.1 NIL )",
		"( PLAY m.1 whatever )":          "( PLAY m.1 NIL )",
		"( PLAY m.1 ((move 1 2) noop) )": "( PLAY m.1 ( ( move 1 2 ) noop ) )",
		"( STOP m.1 (noop noop) )":       "( STOP m.1 ( noop noop ) )",
		"( ABORT m.1 )":                  "( ABORT m.1 )",
		"(play m 0 nil nil)":             "( PLAY m 0 NIL NIL )",
		"(play m 1 (bid 2) ())":          "( PLAY m 1 ( bid 2 ) ( ) )",
		"(stop m 7 noop ((card j) x))":   "( STOP m 7 noop ( ( card j ) x ) )",
	} {
		m, err := ParseMessage(text)
		if err != nil || m.String() != want {
			t.Errorf("%q is read as %q, %v", text, m, err)
		}
	}
	m, err := ParseMessage("(start m a () 30 15)")
	if err != nil || m.StartClock != 30*time.Second || m.PlayClock != 15*time.Second || m.Role != "a" {
		t.Errorf("%+v, %v", m, err)
	}
}

func TestMessagesRefused(t *testing.T) {
	for _, text := range []string{
		"", "info", "()", "(info", "(info))", "(info) (info)", "(info x)", "(hello)", "((info))",
		"(preview ((role a)))", "(preview rules 10)", "(preview () ten)", "(preview () 10 10)",
		"(start m a () 10)", "(start (m) a () 10 10)", "(start m (a) () 10 10)", "(start m a rules 10 10)",
		"(start m a () -1 10)", "(start m a () 10 1e9)", "(start m a () 10 99999999999)",
		"(play m one noop ())", "(play m -1 noop ())", "(play m 1 noop)", "(abort m 1 noop ())",
		"(play m)", "(play (m) nil)", "(play m nil nil)", "(stop m)", "(abort)", "(abort m n)", "(abort ())",
	} {
		if m, err := ParseMessage(text); err == nil {
			t.Errorf("%q is read as %q", text, m)
		}
	}
}

func FuzzParseMessage(f *testing.F) {
	for _, text := range []string{"( INFO )", "(START m a ((role a)) 30 15)", "(PLAY m (noop (move 1 2)))", "(preview () 1)", "(stop m nil)", "(abort m)", "(play m 1 (bid 2) ((seen x)))"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ParseMessage(text)
		if err != nil {
			return
		}
		again, err := ParseMessage(m.String())
		if err != nil || again.String() != m.String() {
			t.Fatalf("%q is written %q, which is read as %q, %v", text, m, again, err)
		}
	})
}

func TestAddresses(t *testing.T) {
	for text, want := range map[string]string{
		"http://127.0.0.1:9147": "127.0.0.1:9147", "127.0.0.1:80": "127.0.0.1:80", "HTTP://host/": "host:9147",
		"localhost": "localhost:9147", "[::1]:5": "[::1]:5",
	} {
		if a, err := ParseAddress(text); err != nil || a.HostPort != want || a.String() != text {
			t.Errorf("%q is %q, %v", text, a.HostPort, err)
		}
	}
	for _, text := range []string{"", "https://host", "http://", ":9147", "host:port", "host:0", "host:70000", "host/path", "user@host", "a b"} {
		if a, err := ParseAddress(text); err == nil {
			t.Errorf("%q is %q", text, a.HostPort)
		}
	}
}
