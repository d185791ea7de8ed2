package browser

import (
	"net/http"
	"strings"
	"testing"
)

// pages are those that need no game; settled tells when one has all that it shows.
var pages = []struct{ name, path, settled string }{
	{"start", "/", "((seen) => seen.length && seen.every((e) => e.querySelector('.board')))([...document.querySelectorAll('.picture')].filter((e) => e.getBoundingClientRect().top < innerHeight))"},
	{"setup", "/?new=backgammon", "document.querySelector('dialog[open] form')"},
	{"analyse", "/analyse?game=connect4&moves=44", "document.querySelector('main svg[role=grid]')"},
	{"review", "/review", "document.querySelector('main h1')"},
	{"classroom", "/classroom", "document.querySelector('main svg')"},
	{"matrix", "/classroom/matrix", "document.querySelector('main figure svg')"},
	{"rulesheets", "/rulesheets", "document.querySelector('main h1')"},
	{"rulesheet", "/rulesheets/hex", "[...document.querySelectorAll('main *')].some((e) => e.shadowRoot?.querySelector('.cm-content'))"},
	{"saved", "/games", "document.querySelector('main h1')"},
	{"lab", "/lab", "document.querySelector('main h1, main h2')"},
	{"lab-new", "/lab/new", "[...document.querySelectorAll('main *')].some((e) => e.shadowRoot?.querySelector('.cm-content')) && document.querySelector('main form, main .form')"},
	{"lab-compare", "/lab/compare", "document.querySelector('main h1')"},
	{"lab-studies", "/lab/studies", "document.querySelectorAll('main .study').length > 10"},
	{"lab-study", "/lab/studies/ggp/alpha", "document.querySelector('main [data-cell]')"},
	{"lab-training", "/lab/training", "document.querySelector('main h1')"},
	{"lab-networks", "/lab/networks", "document.querySelector('main h1')"},
	{"lab-bandits", "/lab/bandits", "document.querySelector('main form')"},
	{"lab-alpha", "/lab/bandits?tab=alpha", "document.querySelector('main form')"},
	{"lab-machine", "/lab/bandits?tab=machine", "document.querySelector('main h1')"},
	{"lab-evolution", "/lab/evolution", "document.querySelector('main h1')"},
	{"nowhere", "/no/such/page", "document.querySelector('main h1')"},
}

// looks are what every page must be good for: both widths, both colours and both
// languages.
var looks = []Look{desk, phone.dark().speaking("es")}

func TestPages(t *testing.T) {
	t.Parallel()
	for _, page := range pages {
		t.Run(page.name, func(t *testing.T) {
			t.Parallel()
			s := serve(t)
			tab := visit(t, desk)
			for _, look := range looks {
				tab.become(look)
				tab.Go(s.Address + page.path)
				tab.Wait(page.settled)
				tab.fits(t, name(look))
				tab.accessible(t, name(look))
				if got := Value[string](tab, "document.documentElement.lang"); got != look.Language {
					t.Errorf("%s: the page says that it speaks %q", name(look), got)
				}
				if !Value[bool](tab, "document.title.includes('gambito')") {
					t.Errorf("%s: the title is %q", name(look), Value[string](tab, "document.title"))
				}
				// What was chosen before is not to be remembered.
				Value[any](tab, "localStorage.clear(); null")
			}
		})
	}
}

// TestFirstLoad: a page that nobody has seen before takes little to load.
func TestFirstLoad(t *testing.T) {
	t.Parallel()
	s := serve(t)
	tab := visit(t, desk)
	tab.Go(s.Address)
	tab.Wait(pages[0].settled)
	type sizes struct{ Files, All int }
	got := Value[sizes](tab, `performance.getEntries().filter((e) => e.transferSize).reduce((sum, e) => {
		sum.All += e.transferSize;
		if (!e.name.includes('/api/')) sum.Files += e.transferSize;
		return sum;
	}, { Files: 0, All: 0 })`)
	t.Logf("%d bytes of files, %d with what the API answers", got.Files, got.All)
	if got.All > 200_000 || got.Files < 10_000 {
		t.Errorf("the first load takes %d bytes, %d of them files; it must be below 200000", got.All, got.Files)
	}
}

// TestPolicy: the page is served with a policy that lets in nothing from elsewhere, and
// the browser keeps to it.
func TestPolicy(t *testing.T) {
	t.Parallel()
	s := serve(t)
	response, err := http.Get(s.Address)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	policy := response.Header.Get("Content-Security-Policy")
	for _, want := range []string{"default-src 'none'", "script-src 'self'", "connect-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"} {
		if !strings.Contains(policy, want) {
			t.Errorf("the policy %q has no %s", policy, want)
		}
	}
	if strings.Contains(policy, "unsafe") || strings.Contains(policy, "*") {
		t.Errorf("the policy %q lets in too much", policy)
	}
	tab := visit(t, desk)
	tab.expect("Content Security Policy")
	tab.Go(s.Address + "/nowhere")
	tab.Wait("document.querySelector('main h1')")
	Value[any](tab, `document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.inline = true' })); null`)
	if Value[bool](tab, "!!window.inline") {
		t.Error("a script within the page was run")
	}
	if !Value[bool](tab, `fetch('http://127.0.0.2/').then(() => false, () => true)`) {
		t.Error("the page reached another machine")
	}
}
