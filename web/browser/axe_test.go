package browser

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"sync"
	"testing"
)

// axe is the script that finds what keeps people out, as it is installed with what the
// page is built with.
var axe = sync.OnceValues(func() (string, error) {
	text, err := os.ReadFile("../app/node_modules/axe-core/axe.min.js")
	return string(text), err
})

// barriers lists what on the page keeps people out: those who hear it, who have no
// pointer, who see few colours.
func (tab *Tab) barriers(t *testing.T) []string {
	t.Helper()
	script, err := axe()
	if errors.Is(err, fs.ErrNotExist) {
		return nil // TestAxe says so
	}
	if err != nil {
		t.Fatal(err)
	}
	if !Value[bool](tab, "!!window.axe") {
		Value[any](tab, script+"; null")
	}
	return Value[[]string](tab, `axe.run(document, { resultTypes: ['violations'] }).then((r) => r.violations
		.filter((v) => v.impact === 'serious' || v.impact === 'critical')
		.map((v) => v.impact + ': ' + v.help + ': ' + v.nodes.slice(0, 3).map((n) => n.html.slice(0, 200) + ' (' + n.failureSummary + ')').join('; ')))`)
}

// accessible fails if the page keeps people out.
func (tab *Tab) accessible(t *testing.T, where string) {
	t.Helper()
	if found := tab.barriers(t); len(found) > 0 {
		t.Errorf("%s:\n%s", where, strings.Join(found, "\n"))
	}
}

// TestAxe shows that the check finds something where there is something.
func TestAxe(t *testing.T) {
	if _, err := axe(); errors.Is(err, fs.ErrNotExist) {
		t.Skip("skipped: axe-core is not installed, so no page is checked by it (npm ci in web/app)")
	}
	t.Parallel()
	s := serve(t)
	tab := visit(t, desk)
	tab.Go(s.Address + "/nowhere")
	tab.Wait("document.querySelector('main h1')")
	Value[any](tab, "document.querySelector('main').append(document.createElement('button')); null")
	if found := tab.barriers(t); len(found) != 1 || !strings.Contains(found[0], "Buttons must have discernible text") {
		t.Errorf("of a button without a name it says %q", found)
	}
}

// fits fails if a page is wider than the window.
func (tab *Tab) fits(t *testing.T, where string) {
	t.Helper()
	wide := Value[[]string](tab, `(() => {
		const w = document.documentElement.clientWidth;
		if (document.documentElement.scrollWidth <= w && document.body.scrollWidth <= w) return [];
		return [...document.querySelectorAll('body *')].filter((e) => e.getBoundingClientRect().right > w + 1).slice(0, 5).map((e) => e.outerHTML.slice(0, 120));
	})()`)
	if len(wide) > 0 {
		t.Errorf("%s: the page is wider than %d pixels: %s", where, tab.look.Width, strings.Join(wide, "; "))
	}
}

func name(l Look) string {
	colours := "light"
	if l.Dark {
		colours = "dark"
	}
	return fmt.Sprintf("%d pixels, %s, %s", l.Width, colours, l.Language)
}
