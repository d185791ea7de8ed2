package browser

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// One chromium is for all tests; each has its own visitor.
var chromium = sync.OnceValues(Start)

func TestMain(m *testing.M) {
	code := m.Run()
	if b, err := chromium(); err == nil {
		b.Stop()
	}
	os.RemoveAll(built)
	os.Exit(code)
}

// Looks of visitors.
var (
	desk  = Look{Width: 1280, Height: 800, Language: "en"}
	phone = Look{Width: 360, Height: 740, Language: "en"}
)

func (l Look) dark() Look             { l.Dark = true; return l }
func (l Look) speaking(s string) Look { l.Language = s; return l }

// visit opens a tab; when the test ends, nothing may have gone wrong behind its page.
func visit(t *testing.T, look Look) *Tab {
	t.Helper()
	b, err := chromium()
	if errors.Is(err, ErrNone) {
		t.Skip("skipped: " + err.Error())
	}
	if err != nil {
		t.Fatal(err)
	}
	tab := b.Visit(look, func(err error) { t.Helper(); t.Fatal(err) })
	t.Cleanup(func() { tab.leave(t) })
	return tab
}

// leave closes a tab, once it is known that nothing went wrong behind its page.
func (tab *Tab) leave(t *testing.T) {
	defer tab.Close()
	if t.Failed() {
		// Kept by go test -artifacts -outputdir DIR.
		if err := os.WriteFile(filepath.Join(t.ArtifactDir(), "page.png"), tab.Screenshot(), 0o644); err != nil {
			t.Log(err)
		}
		tab.mutex.Lock()
		defer tab.mutex.Unlock()
		t.Log("behind the page: " + strings.Join(tab.problems, "\n"))
		return
	}
	if p := tab.Problems(); len(p) > 0 {
		t.Errorf("behind the page:\n%s", strings.Join(p, "\n"))
	}
}

// expect says that a problem belongs to the test.
func (tab *Tab) expect(pattern string) {
	tab.mutex.Lock()
	defer tab.mutex.Unlock()
	tab.expected = append(tab.expected, regexp.MustCompile(pattern))
}

// serve starts a server that ends with the test.
func serve(t *testing.T) *Server {
	t.Helper()
	s, err := Serve(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	return s
}

// become changes how the visitor sees the page.
func (tab *Tab) become(look Look) {
	tab.look = look
	tab.do("change the look", look.actions()...)
}
