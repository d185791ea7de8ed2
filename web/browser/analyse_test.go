package browser

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// test is the selector of a part of the page that is named for tests.
func test(name string) string { return fmt.Sprintf("[data-testid='%s']", name) }

// TestAnalyseConnect4: a live search with values on the board, lines that the board
// shows, stop and go on, the truth beside it, the tree, a second agent.
func TestAnalyseConnect4(t *testing.T) {
	t.Parallel()
	s := serve(t)
	tab := visit(t, desk)
	tab.Go(s.Address + "/analyse?game=connect4&moves=4444412222&agent=mcts")
	tab.Click(test("analyse"), "Analyse")
	tab.See(test("moves")+" [data-move]", "")
	tab.See(test("speed"), ".*simulations.*/s.*")
	tab.Wait("((text) => text && text !== 'no value yet')(document.querySelector('[role=meter]').ariaValueText)")
	tab.Wait("document.querySelectorAll('.boardbox .over text').length > 1") // values on the cells
	tab.Click(test("stop"), "Stop")
	tab.Click(test("analyse"), "Go on")
	tab.See(test("stop"), "Stop")

	// The truth, which goes on with the search.
	tab.See(test("truth")+".good", "Truth:.+")
	tab.Wait("document.querySelectorAll('[data-testid=moves] .truth b').length > 1")

	// The tree, node by node.
	tab.Click("summary", "Search tree")
	tab.See("[role=treeitem]", "")
	tab.Wait("document.querySelectorAll('[role=treeitem]').length > 3")
	tab.Click(test("stop"), "Stop")
	tab.Click("[role=treeitem][aria-level='2']", "")
	tab.See(".about dt", "Visits")
	tab.See(".about dt", "95 %")
	tab.accessible(t, "a tree")

	// Lines that the board shows.
	tab.hover(test("moves")+" button", "")
	tab.Wait("document.querySelector('.boardbox.previewed')")

	// Another agent beside the first.
	tab.Click(test("compare"), "")
	tab.choose(test("engine-2")+" select[data-testid=agent]", "", "level:3")
	tab.Click(test("engine-2")+" "+test("analyse"), "")
	tab.See(test("engine-2")+" [data-move]", "")
	tab.fits(t, "two agents")
	tab.accessible(t, "two agents")
}

// TestAnalyseLine: moves made on the board are in the address; set up by hand, pasted.
func TestAnalyseLine(t *testing.T) {
	t.Parallel()
	s := serve(t)
	tab := visit(t, desk)
	tab.Go(s.Address + "/analyse?game=othello")
	tab.Click(".cell.able", "")
	tab.Wait("document.querySelectorAll('[data-testid=notation] [data-ply]').length === 1")
	tab.Click(".cell.able", "")
	tab.Wait("document.querySelectorAll('[data-testid=notation] [data-ply]').length === 2")
	tab.Wait("new URLSearchParams(location.search).get('moves')")
	board := tab.board()
	Value[any](tab, "location.reload(); null")
	tab.Wait("performance.getEntriesByType('navigation')[0].type === 'reload' && document.querySelectorAll('[data-testid=notation] [data-ply]').length === 2")
	tab.Wait("document.querySelector('.cell.able')")
	if got := tab.board(); got != board {
		t.Errorf("after a reload the board is %s, before it was %s", got, board)
	}
	tab.do("leave the board", clicked("document.activeElement.blur()"))
	tab.press(kb.ArrowLeft)
	tab.Wait("document.querySelector('[data-testid=notation] [data-ply=\"1\"][aria-current]')")

	// Set up by hand: a disc more.
	tab.Click(test("edit"), "")
	tab.Click(test("setup")+" label.piece", "(?:.* )?[Bb]lack.*")
	tab.Click(cell(0), "")
	tab.Wait("document.querySelector('[data-cell=\"0\"]').ariaLabel.includes('black')")
	tab.Click(test("setup")+" .primary", "")
	tab.Wait("!document.querySelector('[data-testid=setup]') && document.querySelector('[data-cell=\"0\"]').ariaLabel.includes('black')")

	// Pasted: a line of moves.
	tab.Click(test("paste-button"), "")
	tab.fill("textarea", "Paste", "f5d6c3d3c4f4")
	tab.Click(test("paste")+" .primary", "")
	tab.Wait("document.querySelectorAll('[data-testid=notation] [data-ply]').length === 6")
}

// TestAnalyseGames analyses positions of other games.
func TestAnalyseGames(t *testing.T) {
	t.Parallel()
	for _, game := range []struct{ name, query, seen string }{
		{"othello", "game=othello&moves=f5d6c3d3c4f4", test("moves") + " [data-move]"},
		{"hex", "game=gdl:hex&agent=mcts", test("moves") + " [data-move]"},
		{"tron", "game=tron&agent=mcts", test("moves") + " [data-move]"},
		{"backgammon", "game=backgammon:cube=on&moves=31&position=", test("turns") + " tbody tr"},
	} {
		t.Run(game.name, func(t *testing.T) {
			t.Parallel()
			s := serve(t)
			tab := visit(t, phone)
			tab.Go(s.Address + "/analyse?" + game.query)
			tab.Click(test("analyse"), "Analyse")
			tab.See(game.seen, "")
			tab.fits(t, game.name)
			if text := Value[string](tab, "document.querySelector('[data-testid=sum]').innerText"); !strings.ContainsAny(text, "0123456789") {
				t.Errorf("the value is told by %q", text)
			}
		})
	}
}
