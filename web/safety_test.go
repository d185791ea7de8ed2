package web

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// send sends a request with headers, given as pairs.
func send(s *Server, method, target string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, target, nil)
	r.Host = "127.0.0.1:7777"
	r.RemoteAddr = "127.0.0.1:4711"
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "Host" {
			r.Host = headers[i+1]
		} else if headers[i] == "From" {
			r.RemoteAddr = headers[i+1] + ":4711"
		} else {
			r.Header.Set(headers[i], headers[i+1])
		}
	}
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	return w
}

// TestHost checks that the server answers to its own names only.
func TestHost(t *testing.T) {
	local, open := serverFor(t, Options{Hosts: []string{"games.example.org"}}), serverFor(t, Options{Token: "a secret of many letters"})
	for _, c := range []struct {
		host        string
		local, open int
	}{
		{"127.0.0.1:7777", 200, 401}, {"localhost:7777", 200, 401}, {"LOCALHOST", 200, 401}, {"localhost.:80", 200, 401},
		{"[::1]:7777", 200, 401}, {"[::1]", 200, 401}, {"127.9.9.9:1", 200, 401},
		{"games.example.org:7777", 200, 421}, {"Games.Example.Org", 200, 421},
		{"192.168.1.7:7777", 421, 401}, {"[fe80::1]:7777", 421, 401},
		{"evil.example.org:7777", 421, 421}, {"localhost.evil.org", 421, 421}, {"127.0.0.1.evil.org:7777", 421, 421}, {"", 421, 421}, {"0x7f.1", 421, 421},
	} {
		for _, path := range []string{"/api/catalogue", "/"} {
			if w := send(local, "GET", path, "Host", c.host); w.Code != c.local {
				t.Errorf("%s of %q: status %d, want %d", path, c.host, w.Code, c.local)
			}
			if w := send(open, "GET", path, "Host", c.host); w.Code != c.open {
				t.Errorf("%s of %q with a token: status %d, want %d", path, c.host, w.Code, c.open)
			}
		}
	}
	refused(t, send(local, "GET", "/api/catalogue", "Host", "evil.example.org"), 421)
}

// TestOtherSites checks that pages elsewhere cannot ask for anything.
func TestOtherSites(t *testing.T) {
	s := serverFor(t, Options{})
	for _, c := range []struct {
		method, path string
		status       int
		headers      []string
	}{
		{"POST", "/api/position", 403, []string{"Origin", "http://evil.example.org"}},
		{"POST", "/api/position", 403, []string{"Origin", "null"}},
		{"POST", "/api/position", 403, []string{"Origin", "http://127.0.0.1:8888"}},
		{"POST", "/api/position", 403, []string{"Sec-Fetch-Site", "cross-site"}},
		{"DELETE", "/api/games/x", 403, []string{"Sec-Fetch-Site", "same-site"}},
		{"PUT", "/api/rulesheets/x", 403, []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate"}},
		{"GET", "/api/catalogue", 403, []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "no-cors"}},
		{"GET", "/api/catalogue", 200, []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate"}},
		{"GET", "/api/catalogue", 200, []string{"Sec-Fetch-Site", "same-origin", "Sec-Fetch-Mode", "cors"}},
		{"GET", "/", 200, []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate"}},
		{"POST", "/api/nothing", 404, []string{"Origin", "http://127.0.0.1:7777", "Sec-Fetch-Site", "same-origin"}},
		{"POST", "/api/nothing", 404, nil}, // no browser
	} {
		w := send(s, c.method, c.path, c.headers...)
		if w.Code != c.status {
			t.Errorf("%s %s %v: status %d, want %d: %s", c.method, c.path, c.headers, w.Code, c.status, w.Body)
		}
		if w.Code == 403 {
			refused(t, w, 403)
		}
	}
}

func TestHeaders(t *testing.T) {
	s := serverFor(t, Options{})
	for _, path := range []string{"/", "/api/catalogue", "/api/docs", "/api/nothing", "/assets/none.js"} {
		h := send(s, "GET", path).Header()
		for name, want := range map[string]string{
			"Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY",
			"Referrer-Policy": "no-referrer", "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
		} {
			if h.Get(name) != want {
				t.Errorf("%s: %s is %q", path, name, h.Get(name))
			}
		}
		if h.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s may be read by others", path)
		}
	}
	if body := send(s, "GET", "/").Body.String(); strings.Contains(body, "<style") || strings.Contains(body, "style=") || strings.Contains(body, "<script>") {
		t.Errorf("the page has styles or scripts of its own, which its policy forbids: %s", body)
	}
}

func TestToken(t *testing.T) {
	const token = "a-secret-of-many-letters"
	s := serverFor(t, Options{Token: token})
	for _, c := range []struct {
		path    string
		status  int
		headers []string
	}{
		{"/", 401, nil},
		{"/?token=wrong", 401, nil},
		{"/api/catalogue", 401, nil},
		{"/api/catalogue?token=" + token, 401, nil},
		{"/api/openapi.json", 401, nil},
		{"/api/docs.css", 200, nil},
		{"/assets/x.js", 401, nil},
		{"/api/catalogue", 200, []string{"Authorization", "Bearer " + token}},
		{"/api/catalogue", 401, []string{"Authorization", "Bearer " + token + "x"}},
		{"/api/catalogue", 401, []string{"Authorization", "Basic " + token}},
		{"/api/catalogue", 200, []string{"Cookie", cookieName + "=" + token}},
		{"/", 200, []string{"Cookie", cookieName + "=" + token}},
		{"/", 401, []string{"Cookie", cookieName + "=other"}},
		{"/", 401, []string{"Cookie", cookieName + "="}},
	} {
		if w := send(s, "GET", c.path, c.headers...); w.Code != c.status {
			t.Errorf("%s %v: status %d, want %d", c.path, c.headers, w.Code, c.status)
		}
	}
	refused(t, send(s, "GET", "/api/catalogue"), 401)
	refused(t, send(s, "POST", "/?token="+token), 401)

	w := send(s, "GET", "/play/othello-3?ply=7&token="+token)
	cookies := w.Result().Cookies()
	if w.Code != 200 || len(cookies) != 1 {
		t.Fatalf("status %d, cookies %v", w.Code, cookies)
	}
	if c := cookies[0]; c.Value != token || !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Path != "/" {
		t.Errorf("the cookie is %v", c)
	}
	if body := w.Body.String(); !strings.Contains(body, `url=/play/othello-3?ply=7"`) || strings.Contains(body, token) {
		t.Errorf("the page leads elsewhere: %s", body)
	}
	for _, path := range []string{"//evil.org/x", `/\evil.org`, "/%2f%2fevil.org"} {
		if body := send(s, "GET", path+"?token="+token).Body.String(); strings.Contains(body, "url=//") || strings.Contains(body, `url=/\`) {
			t.Errorf("%s leads elsewhere: %s", path, body)
		}
	}
}

func TestRate(t *testing.T) {
	s := serverFor(t, Options{Rate: 1, Token: "a secret of many letters"})
	for i := range 2 * burst {
		w := send(s, "GET", "/", "From", "192.168.1.7")
		if want := map[bool]int{true: 401, false: 429}[i < burst]; w.Code != want {
			t.Fatalf("request %d: status %d, want %d", i, w.Code, want)
		}
	}
	for range 2 * burst {
		if w := send(s, "GET", "/"); w.Code == 429 {
			t.Fatal("this machine may not ask as often as it likes")
		}
	}
	if w := send(s, "GET", "/", "From", "192.168.1.8"); w.Code != 401 {
		t.Errorf("another client: status %d", w.Code)
	}
	r, now := newRates(2), time.Now()
	for r.take("10.0.0.1", now) {
	}
	for i, want := range []bool{true, true, false} {
		if got := r.take("10.0.0.1", now.Add(time.Second)); got != want {
			t.Errorf("request %d after a second: %v", i, got)
		}
	}
}

func TestBucketsAreBounded(t *testing.T) {
	r, now := newRates(1), time.Now()
	for i := range 3 * mostBuckets {
		r.take(string(rune(i)), now)
	}
	if len(r.buckets) > mostBuckets {
		t.Errorf("%d buckets", len(r.buckets))
	}
}

func TestStreamsAreBounded(t *testing.T) {
	s := streams{ofClient: map[string]int{}}
	var leave []func()
	for range mostStreamsOfClient {
		l, err := s.enter("10.0.0.1")
		if err != nil {
			t.Fatal(err)
		}
		leave = append(leave, l)
	}
	if _, err := s.enter("10.0.0.1"); err == nil {
		t.Error("a client opens as many streams as it likes")
	}
	l, err := s.enter("10.0.0.2")
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range append(leave, l) {
		l()
	}
	if s.all != 0 || len(s.ofClient) != 0 {
		t.Errorf("left behind: %d, %v", s.all, s.ofClient)
	}
}

func TestAddress(t *testing.T) {
	for from, want := range map[string]string{
		"127.0.0.1:80": "127.0.0.1", "[::1]:80": "::1", "[::ffff:10.0.0.1]:80": "10.0.0.1", "192.168.1.7:80": "192.168.1.7",
		"[2001:db8:1:2:3:4:5:6]:80": "2001:db8:1:2::", "[fe80::1%eth0]:80": "fe80::", "@": "@",
	} {
		if got := addressOf(&http.Request{RemoteAddr: from}); got != want {
			t.Errorf("%s is of %s, want %s", from, got, want)
		}
	}
}

// TestNoPathIsTold: where nothing can be kept nobody elsewhere learns how folders of the
// machine are called.
func TestNoPathIsTold(t *testing.T) {
	data := filepath.Join(t.TempDir(), "plain")
	if err := os.WriteFile(data, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	s := serverFor(t, Options{Data: data})
	for _, r := range []struct {
		method, path string
		body         any
	}{
		{"POST", "/api/games", object{"game": "connect4", "seats": []object{person(), person()}}},
		{"POST", "/api/games/import", object{"text": "44", "game": "connect4"}},
		{"PUT", "/api/rulesheets/mine", object{"text": "(role a)"}},
		{"GET", "/api/rulesheets", nil}, {"GET", "/api/games", nil}, {"GET", "/api/games/othello-1", nil},
	} {
		w := ask(t, s, r.method, r.path, r.body)
		if strings.Contains(w.Body.String(), filepath.Dir(data)) || w.Code >= 500 {
			t.Errorf("%s %s: status %d: %s", r.method, r.path, w.Code, w.Body)
		}
	}
}
