package browser

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// begin starts a game from the start page, against the lowest level.
func (tab *Tab) begin(s *Server, game string) {
	tab.Go(s.Address)
	tab.Click("input[type=range]", "Level")
	tab.press(kb.Home)
	tab.Click("button", game+" against level 1")
	tab.turn()
}

// cell is the selector of a cell of a board, or of a point of backgammon's.
func cell(n int) string { return fmt.Sprintf("[data-cell='%d']", n) }

// turn waits until a person can move, or the game is over.
func (tab *Tab) turn() (over bool) {
	tab.Wait("document.querySelector('.status.over, svg[role=grid] .able, .board .buttons button, .parts .primary')")
	return Value[bool](tab, "!!document.querySelector('.status.over')")
}

// plies is how many moves the list of moves shows.
func (tab *Tab) plies() int {
	return Value[int](tab, "document.querySelectorAll('[data-ply]').length")
}

// board is what the board says to those who hear it.
func (tab *Tab) board() string {
	return Value[string](tab, "[...document.querySelectorAll('[role=gridcell]')].map((e) => e.ariaLabel).join('; ')")
}

// move clicks a cell and waits until the move and its answer are in the list and it is
// the person's turn again.
func (tab *Tab) move(n, answers int) {
	want := tab.plies() + 1 + answers
	tab.Click(cell(n), "")
	tab.Wait(fmt.Sprintf("document.querySelectorAll('[data-ply]').length === %d", want))
	tab.turn()
}

// next is what somebody who knows no rules would click: what may be touched first, and
// what has changed once that has worked.
type next struct {
	Over            bool
	Selector, State string
}

const look = `(() => {
	const state = () => [location.pathname, document.querySelectorAll('[data-ply]').length, document.querySelectorAll('[aria-selected=true]').length,
		document.querySelector('.parts')?.innerText, ...[...document.querySelectorAll('[role=gridcell]')].map((e) => e.ariaLabel)].join(' ');
	if (document.querySelector('.status.over')) return { Over: true };
	if (document.querySelector('.parts .primary')) return { Selector: '.parts .primary', State: state() };
	const chosen = document.querySelector('[aria-selected=true]');
	const able = [...document.querySelectorAll('.cell.able')].find((e) => e !== chosen && !(chosen && e.classList.contains('grip') && !e.classList.contains('next')));
	if (able) return { Selector: '[data-cell="' + able.dataset.cell + '"]', State: state() };
	if (document.querySelector('.board .buttons button')) return { Selector: '.board .buttons button', State: state() };
	return { State: state() };
})()`

// playOn clicks until a game is over, or a number of times.
func (tab *Tab) playOn(t *testing.T, clicks int) (over bool) {
	t.Helper()
	for range clicks {
		n, p := next{State: "none yet"}, place{}
		tab.until("find something to click", func() (bool, string, error) {
			before := n
			var err error
			if n, err = value[next](tab, look); err != nil || n.Over || n.Selector == "" || n != before {
				return n.Over, "nothing can be clicked", err
			}
			p, err = tab.find(n.Selector, "")
			return p.Why == "", p.Why, err
		})
		if n.Over {
			return true
		}
		tab.do("click "+n.Selector, chromedp.MouseEvent(chromedp.MouseMoved, p.X, p.Y), chromedp.MouseClickXY(p.X, p.Y))
		tab.until("see what a click on "+n.Selector+" does", func() (bool, string, error) {
			now, err := value[next](tab, look)
			return err == nil && (now.Over || now.State != n.State), "nothing has changed", err
		})
	}
	return tab.turn()
}

// TestPlayConnect4 plays to the end, and another game, with pieces that move.
func TestPlayConnect4(t *testing.T) {
	t.Parallel()
	s := serve(t)
	look := desk
	look.Motion = true
	tab := visit(t, look)
	tab.begin(s, "Connect 4")
	tab.move(3, 1)
	tab.move(3, 1)
	if !tab.playOn(t, 30) {
		t.Fatal("the game does not end")
	}
	tab.See(".status", ".*(won|wins|draw|drawn).*")
	tab.accessible(t, "a game that is over")
	before := Value[string](tab, "location.pathname")
	tab.Click("button", "Swap sides")
	tab.Wait(fmt.Sprintf("location.pathname !== %q", before))
	tab.turn()
	tab.See(".bar", ".*Level 1.*")
	if n := tab.plies(); n != 1 {
		t.Errorf("after swapping sides there are %d moves; the level begins", n)
	}
}

// TestPlayOthello: hint, undo, history by keyboard, reload, back, the second tab.
func TestPlayOthello(t *testing.T) {
	t.Parallel()
	s := serve(t)
	tab := visit(t, desk)
	tab.begin(s, "Othello")
	tab.move(26, 1) // c4
	tab.Click("button", "Hint")
	tab.See(".note.good", ".+")
	tab.Click(".cell.able", "")
	tab.Wait("document.querySelectorAll('[data-ply]').length === 4")
	tab.turn()
	tab.Click("button", "Undo")
	tab.Wait("document.querySelectorAll('[data-ply]').length === 2")
	tab.turn()

	// The past, by keyboard; the game goes on from the present.
	made := tab.plies()
	tab.do("leave the board", clicked("document.activeElement.blur()"))
	tab.press(kb.ArrowLeft)
	tab.See(".note", "You look at the position after .*")
	tab.press(kb.Home)
	tab.Wait("document.querySelectorAll('[data-ply][aria-current]').length === 0")
	tab.press(kb.End)
	tab.Wait(fmt.Sprintf("document.querySelector('[data-ply=\"%d\"][aria-current]')", made))

	// Reload in the middle.
	board := tab.board()
	address := Value[string](tab, "location.href")
	Value[any](tab, "location.reload(); null")
	tab.Wait("performance.getEntriesByType('navigation')[0].type === 'reload'")
	tab.turn()
	if got := tab.board(); got != board || tab.plies() != made {
		t.Errorf("after a reload the board is %s, before it was %s", got, board)
	}

	// Back to the start and forward again.
	tab.Click("nav a", "Play")
	tab.See("h1", "Play")
	Value[any](tab, "history.back(); null")
	tab.Wait("document.querySelector('.status')")
	tab.turn()
	Value[any](tab, "history.back(); null")
	tab.See("h1", "Play")
	Value[any](tab, "history.forward(); null")
	tab.turn()
	if got := Value[string](tab, "location.href"); got != address || tab.plies() != made {
		t.Errorf("after back and forward the page is at %s with %d moves, want %s with %d", got, tab.plies(), address, made)
	}

	// A second tab shows what happens in the first, and the other way round.
	other := tab.beside(t)
	other.Go(address)
	other.turn()
	other.Click(".cell.able", "")
	for _, one := range []*Tab{other, tab} {
		one.Wait(fmt.Sprintf("document.querySelectorAll('[data-ply]').length === %d", made+2))
	}
	tab.turn()
	tab.Click(".cell.able", "")
	for _, one := range []*Tab{other, tab} {
		one.Wait(fmt.Sprintf("document.querySelectorAll('[data-ply]').length === %d", made+4))
	}

	tab.Click("button", "Resign")
	tab.Click("[role=group] button", "Resign")
	tab.See(".status.over", ".+")
	other.See(".status.over", ".+")
}
