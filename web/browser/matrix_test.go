package browser

import (
	"net/url"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// payoffs is the table on the page, a row a line; what is struck out is in brackets.
const payoffs = `[...document.querySelectorAll('section table[aria-label=Payoffs] tbody tr')].map((r) =>
	[...r.querySelectorAll('td')].map((e) => e.classList.contains('out') ? '(' + e.innerText.trim() + ')' : e.innerText.trim()).join(' ')).join(' / ')`

// TestMatrixGrid: a game is chosen and edited cell by cell; the address says it, and what is
// wrong is said beside it.
func TestMatrixGrid(t *testing.T) {
	t.Parallel()
	s := serve(t)
	tab := visit(t, desk)
	tab.expect("status of 400") // also of numbers of which only a part is typed
	tab.Go(s.Address + "/classroom")
	tab.Click("a", "Matrix games")
	tab.See("h2", "Prisoner's dilemma")
	tab.choose("select", "Games", "chicken")
	tab.See("h2", "Chicken")
	tab.Wait("location.search === '?game=chicken'")
	tab.Wait("/14\\/3/.test(document.querySelector('table[aria-label=\"Equilibria in fractions\"]').innerText)")
	tab.fill("input", "go straight, go straight: A is paid", "-5/2")
	tab.Wait("location.search.includes('-5%2F2')")
	tab.Wait("/9\\/11/.test(document.querySelector('table[aria-label=\"Equilibria in fractions\"]').innerText)")
	tab.Click("button", "Add a row")
	tab.fill("input", "A, strategy 3", "honk")
	tab.Wait("document.querySelectorAll('section table[aria-label=Payoffs] tbody tr').length === 3")
	tab.See("th", "honk")
	tab.fill("input", "swerve, swerve: A is paid", "six")
	tab.See("[role=alert]", `row 1, column 1: "six" is no number such as 3, -1/2 or 0.25 of at most 12 digits`)
	tab.Wait("document.activeElement && document.querySelectorAll('input[aria-invalid=true]').length === 1")
	tab.accessible(t, "a number that is none")
	tab.fill("input", "swerve, swerve: A is paid", "6")
	tab.Wait("!document.querySelector('input[aria-invalid=true]') && !document.querySelector('[role=alert]')?.innerText")
	tab.Go(Value[string](tab, "location.href")) // as somebody does who was sent the link
	tab.See("th", "honk")
	tab.Click("button", "Text")
	tab.fill("textarea", "Text", "1 0; -1")
	tab.See("[role=alert]", "row 2 has 1 columns, and row 1 has 2")
	tab.fill("textarea", "Text", "1 0; -1 1")
	tab.Wait(payoffs + " === '1 0 / −1 1'")
}

// TestMatrixSteps: a method is gone through step by step, and what is dominated is struck
// out meanwhile. One that does not fit says why.
func TestMatrixSteps(t *testing.T) {
	t.Parallel()
	s := serve(t)
	tab := visit(t, desk)
	tab.Go(s.Address + "/classroom/matrix?game=saddle-point")
	tab.choose("select", "Method", "dominance")
	tab.See("h3", "What comes out")
	tab.Wait(payoffs + " === '4 1 (8) / 2 3 (4) / (0) (1) (−3)'")
	tab.See("li", "Without strictly dominated strategies, .*: A: A1, A2; B: B1, B2.")
	tab.press(kb.ArrowLeft)
	tab.Wait(payoffs + " === '4 1 8 / 2 3 4 / (0) (1) (−3)'")
	tab.See("p", "Go on to the last step .*")
	tab.press(kb.Home)
	tab.Wait(payoffs + " === '4 1 8 / 2 3 4 / 0 1 −3'")
	tab.Click("button", "One step on")
	tab.See("li", "A needs no A3: A2 pays more, whatever the others choose.")
	tab.expect("status of 400") // what fits is known of what is shown only
	tab.Go(s.Address + "/classroom/matrix?game=saddle-point&method=geometric")
	tab.See("[role=status]", "Geometric method: it is for games of two whose payoffs have a constant sum, one of whom has two strategies")
	tab.See("h2", "Dominance")
}

// TestMatrixLooks: every kind of picture fits and keeps nobody out, at both widths, in
// both colours and languages.
func TestMatrixLooks(t *testing.T) {
	t.Parallel()
	s := serve(t)
	for _, look := range []Look{desk, phone.dark().speaking("es")} {
		tab := visit(t, look)
		for _, query := range []string{
			"game=" + url.QueryEscape("3 -1 2; -2 4 0") + "&method=geometric", "game=rock-paper-scissors&method=replicator", "game=jury&method=fictitious-play", "game=morra",
		} {
			tab.Go(s.Address + "/classroom/matrix?" + query)
			tab.Wait("document.querySelector('main figure svg') && document.querySelector('main .command')")
			tab.fits(t, name(look)+" "+query)
			tab.accessible(t, name(look)+" "+query)
		}
		tab.shoot(t, "matrix "+name(look))
	}
}
