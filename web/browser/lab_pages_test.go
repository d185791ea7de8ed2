package browser

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestLabPages: the pages of runs are good for both widths, both colours and both
// languages, with as many agents, games and figures as make them wide.
func TestLabPages(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.played(t, smallRun)
	s.played(t, strings.Replace(smallRun, "name: small", "name: a-second-run-with-a-rather-long-name", 1))
	s.played(t, "name: test\ngames: [tictactoe]\nagents: [{name: deep, spec: \"alphabeta:depth=3\"}, {name: any, spec: random}]\ngames-per-pair: 400\nstop: {rule: sprt, elo0: 0, elo1: 100}\n")
	tab := visit(t, desk)
	for _, page := range []struct{ path, settled string }{
		{"/lab", "document.querySelectorAll('main tbody tr').length === 3"},
		{"/lab/runs/small", "document.querySelectorAll('main svg[aria-label]').length > 2"},
		{"/lab/runs/small?game=connect4&agent=tree&side=second", "document.querySelector('main tbody tr')"},
		{"/lab/runs/test", "[...document.querySelectorAll('h2')].some((h) => /equential|ecuencial/.test(h.innerText))"},
		{"/lab/runs/small/games", "document.querySelectorAll('main tbody tr').length === 50"},
		{"/lab/runs/small/games/0/0/0", "document.querySelector('main .table svg')"},
		{"/lab/compare?runs=small,a-second-run-with-a-rather-long-name", "document.querySelectorAll('main svg[aria-label]').length > 0"},
		{"/lab/new?clone=small", "document.querySelector('main .form')"},
		{"/lab/runs/nothing", "document.querySelector('main [role=alert]')"},
	} {
		for _, look := range looks {
			tab.become(look)
			if page.path == "/lab/runs/nothing" {
				tab.expect("404")
			}
			tab.Go(s.Address + page.path)
			tab.Wait(page.settled)
			tab.fits(t, page.path+", "+name(look))
			tab.accessible(t, page.path+", "+name(look))
			if got := Value[string](tab, "document.documentElement.lang"); got != look.Language {
				t.Errorf("%s, %s: the page says that it speaks %q", page.path, name(look), got)
			}
			Value[any](tab, "localStorage.clear(); null") // what was chosen before is not to be remembered
		}
	}
}

// TestPagesLeftBehind: a browser keeps pages that one has left, but not their connections,
// of which it has six: one can go on and on, and back to a page that is live again.
func TestPagesLeftBehind(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.played(t, smallRun)
	tab := visit(t, desk)
	for _, query := range []string{"?a", "?b", "?c", "?d", "?e"} {
		tab.Go(s.Address + "/lab/runs/small" + query)
		tab.See("h2", "Standings")
	}
	tab.Go(s.Address + "/lab")
	tab.See("td", ".*small.*")
	tab.Go(s.Address + "/nowhere")
	tab.See("main h1", ".+")
	tab.do("go back", chromedp.Evaluate[chromedp.Void]("history.back()"))
	tab.Wait("location.pathname === '/lab'")
	s.played(t, strings.Replace(smallRun, "name: small", "name: another", 1))
	tab.See("td", ".*another.*")
}
