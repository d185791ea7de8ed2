package browser

import (
	"fmt"
	"net/url"
	"regexp"
	"sync"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// watched is what a tab did that nobody sees on the page: what it wrote to the console,
// and what it asked for.
type watched struct {
	mutex    sync.Mutex
	problems []string
	asked    map[string]bool // addresses
	marks    map[string]bool
	expected []*regexp.Regexp
}

// watch begins to watch.
func (t *Tab) watch() {
	t.asked, t.marks = map[string]bool{}, map[string]bool{}
	console := chromedp.Console(t.ctx)
	requests := chromedp.Events(t.ctx, network.RequestWillBeSent)
	go func() {
		for m, err := range console {
			if err != nil {
				return
			}
			t.note(m)
		}
	}()
	go func() {
		for r, err := range requests {
			if err != nil {
				return
			}
			t.mutex.Lock()
			t.asked[r.Request.URL] = true
			t.mutex.Unlock()
		}
	}()
}

// note keeps what a console must not say: errors and warnings, which a policy that
// was not respected is, too, and a request that failed.
func (t *Tab) note(m chromedp.ConsoleMessage) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	switch m.Type {
	case chromedp.ConsoleDebug:
		t.marks[m.Text] = true
		return
	case chromedp.ConsoleError, chromedp.ConsoleWarning, chromedp.ConsoleException:
	default:
		return
	}
	text := fmt.Sprintf("%s (%s)", m, m.URL)
	for _, e := range t.expected {
		if e.MatchString(text) {
			return
		}
	}
	t.problems = append(t.problems, text)
}

// Problems lists what went wrong behind the page until now: errors and warnings of the
// console, and requests that left the machine.
func (t *Tab) Problems() []string {
	// Both streams are in order: once they have brought what comes now, they have
	// brought everything before it.
	mark := Value[string](t, `(() => { const mark = 'mark ' + Math.random(); console.debug(mark); return mark; })()`)
	ask := Value[string](t, `fetch('/icon.svg?' + Math.random()).then((r) => r.url)`)
	t.until("see all that was asked for", func() (bool, string, error) {
		t.mutex.Lock()
		defer t.mutex.Unlock()
		return t.marks[mark] && t.asked[ask], "it is not there", nil
	})
	t.mutex.Lock()
	defer t.mutex.Unlock()
	list := append([]string{}, t.problems...)
	for address := range t.asked {
		if u, err := url.Parse(address); err != nil || u.Scheme != "data" && u.Scheme != "blob" && u.Hostname() != "127.0.0.1" {
			list = append(list, "a request leaves the machine: "+address)
		}
	}
	return list
}
