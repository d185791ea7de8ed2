package broker

import (
	"strings"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
)

// TestKeys: who has a key is let in, and nobody else; this process is, too.
func TestKeys(t *testing.T) {
	secret, public, err := NewKey()
	if err != nil {
		t.Fatal(err)
	}
	keys, err := ReadKeys("# workers\n\n" + public + " # laptop\n")
	if err != nil {
		t.Fatal(err)
	}
	b := start(t, Options{Keys: keys})
	if strings.Contains(b.URL(), "@") {
		t.Errorf("there is a token in %s", b.URL())
	}
	js, ctx := open(t, b.URL(), withKey(t, secret))
	if _, err := js.AccountInfo(ctx); err != nil {
		t.Error(err)
	}
	js, ctx = open(t, b.Inside(), nats.InProcessServer(b))
	if _, err := js.AccountInfo(ctx); err != nil {
		t.Error(err)
	}
	other, _, err := NewKey()
	if err != nil {
		t.Fatal(err)
	}
	for name, option := range map[string]nats.Option{"another key": withKey(t, other), "no key": nats.Name("x"), "a token": nats.Token(b.keep.Token)} {
		if c, err := nats.Connect(b.URL(), option); err == nil {
			c.Close()
			t.Errorf("%s is let in", name)
		}
	}
}

func withKey(t *testing.T, secret string) nats.Option {
	t.Helper()
	pair, err := nkeys.FromSeed([]byte(secret))
	if err != nil {
		t.Fatal(err)
	}
	public, err := pair.PublicKey()
	if err != nil {
		t.Fatal(err)
	}
	return nats.Nkey(public, pair.Sign)
}

func TestWrongKeys(t *testing.T) {
	secret, public, err := NewKey()
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"":                              "it holds no key",
		"# nobody":                      "it holds no key",
		public + "\n\nhello":            "line 3 is no public key of a user: such a key has 56 letters and digits and begins with U",
		public + "\n" + public[1:]:      "line 2 is no public key of a user: such a key has 56 letters and digits and begins with U",
		"# mine\n" + secret + " # mine": "line 2 is a secret key: here stand the public ones, which begin with U",
	} {
		if keys, err := ReadKeys(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v, %v, want %s", text, keys, err, want)
		}
	}
}

// FuzzReadKeys: whatever is read is keys that a server takes, or one line.
func FuzzReadKeys(f *testing.F) {
	_, public, err := NewKey()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(public + " # laptop\n" + public)
	f.Add("# nobody\r\n\x00")
	f.Fuzz(func(t *testing.T, text string) {
		keys, err := ReadKeys(text)
		if err != nil && (keys != nil || strings.Contains(err.Error(), "\n")) {
			t.Errorf("%v, %q", keys, err)
		}
		for _, key := range keys {
			if !nkeys.IsValidPublicUserKey(key) {
				t.Errorf("%q", key)
			}
		}
	})
}
