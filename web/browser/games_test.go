package browser

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// setUp opens the form of a game.
func (tab *Tab) setUp(s *Server, game string) {
	tab.Go(s.Address + "/?new=" + game)
	tab.See("dialog h2", "Set up .*")
}

// TestPlayBackgammon plays with the cube, part by part: men are clicked and dragged,
// taken back and put down again, the cube is offered, a gammon given up.
func TestPlayBackgammon(t *testing.T) {
	t.Parallel()
	s := serve(t)
	tab := visit(t, desk)
	tab.setUp(s, "backgammon")
	tab.choose("select", "cube", "on")
	tab.Click("summary", "Clock, position, dice")
	tab.fill("input", "Seed", "7")
	tab.Click("dialog input[type=range]", "Level")
	tab.press(kb.Home)
	tab.Click("button.primary", "Play")
	tab.turn()

	// A part, taken back, by a click; then by dragging it.
	before := tab.board()
	first := Value[next](tab, look).Selector
	tab.Click(first, "")
	tab.See(".cell.next", "")
	second := Value[next](tab, look).Selector
	tab.Click(second, "")
	tab.Click("button", "Take back")
	tab.Wait("!document.querySelector('.parts')")
	if after := tab.board(); after != before {
		t.Errorf("after a part was taken back the board says %s, before it said %s", after, before)
	}
	tab.drag(first, second)
	tab.See("button", "Take back")

	// On with clicks until the cube can be turned.
	double := "document.querySelector('.board .buttons')?.innerText.match(/double/i)"
	for n := 0; !Value[bool](tab, "!!"+double); n++ {
		if n > 60 || tab.playOn(t, 1) {
			t.Fatal("nobody was ever asked whether to double")
		}
	}
	tab.accessible(t, "backgammon")
	tab.Click(".board .buttons button", "Double")
	tab.Wait("document.querySelector('.moves').innerText.match(/double/i)")
	if !tab.turn() {
		tab.Click("button", "Resign")
		tab.Click("[role=group] button", "a gammon")
	}
	tab.See(".status.over", ".+")
}

// TestPlayTron steers by keys while the game goes on by itself, to its end.
func TestPlayTron(t *testing.T) {
	t.Parallel()
	s := serve(t)
	tab := visit(t, desk)
	tab.Go(s.Address)
	tab.Click("button", "Tron against level .*")
	tab.See("[role=group] button", "Up")
	tab.press(kb.ArrowRight)
	tab.Wait("document.querySelectorAll('[data-ply]').length > 3")
	tab.Click("[role=group] button", "Down")
	tab.Wait("document.querySelector('.status.over')")
	if made := tab.plies(); made < 4 {
		t.Errorf("the game ended after %d moves", made)
	}
}

// TestPlayHex plays a rulesheet whose board has hexagons.
func TestPlayHex(t *testing.T) {
	t.Parallel()
	s := serve(t)
	tab := visit(t, desk)
	tab.begin(s, "Hex 7×7")
	if n := Value[int](tab, "document.querySelectorAll('svg.hexagons [role=gridcell]').length"); n != 49 {
		t.Errorf("the board has %d hexagons, want 49", n)
	}
	tab.move(24, 1)
	tab.move(17, 1)
	tab.Click("button", "Undo")
	tab.Wait("document.querySelectorAll('[data-ply]').length === 2")
	tab.accessible(t, "hexagons")
}

// TestPlayFriends: two people at one screen, with clocks.
func TestPlayFriends(t *testing.T) {
	t.Parallel()
	s := serve(t)
	tab := visit(t, phone)
	tab.setUp(s, "tictactoe")
	tab.Click("button", "With a friend")
	tab.Click("summary", "Clock, position, dice")
	tab.fill("input", "Clock", "5m+3s")
	tab.Click("button.primary", "Play")
	tab.turn()
	tab.Wait("document.querySelectorAll('.clock, [role=timer]').length === 2")
	tab.move(0, 0)
	tab.Wait("document.querySelector('main').innerText.includes('4:5')") // it runs from the first move on
	for _, c := range []int{3, 1, 4} {
		tab.move(c, 0)
	}
	tab.fits(t, "a game with clocks")
	tab.Click(cell(2), "")
	tab.See(".status.over", ".+")
	if got := Value[string](tab, "document.querySelector('.status.over').innerText"); !strings.Contains(got, "X") && !strings.Contains(got, "win") {
		t.Errorf("the game ended with %q", got)
	}
}

// TestPlayAgents watches two agents, one of them set up by its form.
func TestPlayAgents(t *testing.T) {
	t.Parallel()
	s := serve(t)
	tab := visit(t, desk)
	tab.setUp(s, "tictactoe")
	tab.Click("button", "Watch two")
	tab.choose("select", "X", "agent")
	tab.choose("select", "Agent", "mcts")
	tab.fill("input", "sims", "50")
	tab.Wait("[...document.querySelectorAll('dialog input')].some((e) => e.value === 'mcts:sims=50')")
	tab.Click("button.primary", "Play")
	tab.Wait("document.querySelectorAll('[data-ply]').length > 0")
	tab.Click("button", "Pause")
	tab.See("button", "One move")
	made := tab.plies()
	tab.Click("button", "One move")
	tab.Wait(fmt.Sprintf("document.querySelectorAll('[data-ply]').length === %d", made+1))
	tab.Click("button", "Go on")
	tab.See(".status.over", ".+")
	tab.Click("summary", "More")
	for _, format := range Value[[]string](tab, "[...document.querySelectorAll('a[download]')].map((e) => e.href)") {
		if got := Value[string](tab, fmt.Sprintf("fetch(%q).then((r) => r.ok ? r.text() : '')", format)); got == "" {
			t.Errorf("%s is empty", format)
		}
	}
}

// TestPlayByKeyboard plays a game of Connect 4 without a pointer, from the start page
// to its end.
func TestPlayByKeyboard(t *testing.T) {
	t.Parallel()
	s := serve(t)
	tab := visit(t, desk)
	tab.Go(s.Address)
	tab.See("button", "Connect 4 against level 4")
	tab.tabTo(t, "input[type=range]", "")
	tab.press(kb.Home)
	tab.tabTo(t, "button.play", "Connect 4 against level 1")
	tab.press(kb.Enter)
	for n := 0; !tab.turn(); n++ {
		if n > 25 {
			t.Fatal("the game does not end")
		}
		tab.tabTo(t, "[role=gridcell]", "")
		if !Value[bool](tab, "document.activeElement.matches(':focus-visible')") {
			t.Error("where one is on the board cannot be seen")
		}
		made := tab.plies()
		// A column that is not full: from the left to the right and back.
		for c := 0; ; c++ {
			if c > 14 {
				t.Fatal("no column takes a disc")
			}
			if Value[bool](tab, "document.activeElement.matches('.able')") {
				break
			}
			tab.press(kb.ArrowRight)
		}
		tab.press(kb.Enter)
		tab.Wait(fmt.Sprintf("document.querySelectorAll('[data-ply]').length >= %d || document.querySelector('.status.over')", made+2))
	}
	tab.tabTo(t, "button.primary", "")
	tab.press(kb.Enter)
	tab.Wait("document.querySelectorAll('[data-ply]').length === 0")
	tab.turn()
}

// tabTo presses the tab key until the focus is at an element.
func (tab *Tab) tabTo(t *testing.T, selector, name string) {
	t.Helper()
	there := fmt.Sprintf("(() => { %s; const e = document.activeElement; return e.matches(%q) && (%q === '' || called(e) === %q); })()", called, selector, name, name)
	for range 60 {
		if Value[bool](tab, there) {
			return
		}
		tab.press(kb.Tab)
	}
	t.Fatalf("the tab key never comes to %s %s", selector, name)
}
