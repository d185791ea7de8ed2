package browser

import (
	"fmt"
	"testing"
)

// TestLabTraining: a network learns tic-tac-toe for a few seconds; its curves grow, a game
// of the newest network is shown, and it is stopped and gone on with.
func TestLabTraining(t *testing.T) {
	t.Parallel()
	s := serve(t)
	tab := visit(t, desk)
	tab.Go(s.Address + "/lab/training")
	tab.choose("select", "Game", "tictactoe")
	tab.fill("input", "Name", "quick-one")
	tab.Click("button", "Begin")
	tab.Wait("location.pathname === '/lab/training/quick-one'")
	const drawn = "[...document.querySelectorAll('[data-testid=curves] path.line, [data-testid=curves] circle')].map((p) => p.getAttribute('d') ?? p.getAttribute('cx') + ' ' + p.getAttribute('cy')).join(' ')"
	tab.long(t, drawn+".length > 10")
	first := Value[string](tab, drawn)
	tab.long(t, fmt.Sprintf("%s !== %q", drawn, first))
	tab.Click("header button", "Stop")
	tab.long(t, "[...document.querySelectorAll('header button')].some((b) => b.innerText === 'Go on')")
	tab.accessible(t, "a training")
	tab.Click("button", "Play a game")
	tab.long(t, "document.querySelector('.sample .board svg') && document.querySelectorAll('.sample ol li').length > 4")
	tab.Click("header button", "Go on")
	tab.See("header button", "Stop")
	tab.Click("header button", "Stop")
	tab.long(t, "[...document.querySelectorAll('header button')].some((b) => b.innerText === 'Go on')")
	tab.Go(s.Address + "/lab/networks")
	tab.See("td", ".*quick-one.*")
}
