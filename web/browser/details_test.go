package browser

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"
)

// TestFocusSeen: who comes to the board by keyboard begins where a move can be made, sees
// where they are upon any colour, and hears that every cell of a column will do.
func TestFocusSeen(t *testing.T) {
	t.Parallel()
	s := serve(t)
	tab := visit(t, desk)
	tab.beginAt(s, "connect4", "")
	Value[any](tab, `document.querySelector('[role=gridcell][tabindex="0"]').focus(); null`)
	heard := func() string { return Value[string](tab, `document.activeElement.ariaLabel`) }
	if got := heard(); got != "column 4, row 1: empty, can be moved to" {
		t.Errorf("the focus begins at %q", got)
	}
	tab.press(kb.ArrowUp)
	if got := heard(); got != "column 4, row 2: empty, its column can be played" {
		t.Errorf("above it is %q", got)
	}
	// The ring lies above the rack, in two tones.
	tab.Wait(`document.querySelectorAll('.ring').length === 2`)
	if n := Value[int](tab, `new Set([...document.querySelectorAll('.ring')].map((e) => getComputedStyle(e).stroke)).size`); n != 2 {
		t.Errorf("the ring has %d tones", n)
	}
	if !Value[bool](tab, `!!(document.querySelector('.rack rect, rect.rack').compareDocumentPosition(document.querySelector('.ring')) & Node.DOCUMENT_POSITION_FOLLOWING)`) {
		t.Error("the ring lies under the rack")
	}
}

// TestHintOfPresent: a hint that is asked for in the past shows the present.
func TestHintOfPresent(t *testing.T) {
	t.Parallel()
	s := serve(t)
	tab := visit(t, desk)
	tab.beginAt(s, "connect4", "4 4")
	tab.Wait("document.querySelector('.about')?.textContent") // which comes late and moves what is below
	present := tab.board()
	for _, button := range []string{"Hint", "Resign"} {
		tab.press(kb.Home)
		tab.See("button", "Return")
		tab.Wait(fmt.Sprintf(`[...document.querySelectorAll('[role=gridcell]')].map((e) => e.ariaLabel).join('; ') !== %q`, present))
		tab.Click("button", button)
		tab.Wait(fmt.Sprintf(`[...document.querySelectorAll('[role=gridcell]')].map((e) => e.ariaLabel).join('; ') === %q`, present))
	}
}

// TestPuzzleForOne: a puzzle is not played against anybody.
func TestPuzzleForOne(t *testing.T) {
	t.Parallel()
	s := serve(t)
	for language, name := range map[string]string{"en": ".* a puzzle for one", "es": ".* un rompecabezas para uno"} {
		tab := visit(t, desk.speaking(language))
		tab.Go(s.Address)
		tab.See("button.play", name)
	}
}

// TestClockWaits: the clock of a game waits for its first move, and a game that nobody has
// played is not reviewed.
func TestClockWaits(t *testing.T) {
	t.Parallel()
	s := serve(t)
	tab := visit(t, desk)
	body, _ := json.Marshal(map[string]any{"game": "connect4", "clock": "1s", "seats": []map[string]any{{"person": true}, {"spec": "level:1"}}})
	tab.Go(s.Address)
	id := Value[string](tab, fmt.Sprintf(`fetch('/api/games', { method: 'POST', headers: { 'content-type': 'application/json' }, body: %q })
		.then((r) => r.json()).then((g) => g.id)`, body))
	tab.Go(s.Address + "/play/" + id)
	tab.See("[role=timer]", "")
	time.Sleep(1200 * time.Millisecond)
	if Value[bool](tab, `!!document.querySelector('.status.over, .clock.running')`) {
		t.Error("the clock runs though nobody has moved")
	}
	tab.Click("button", "Resign")
	tab.Click("[role=group] button", "Resign")
	tab.See("button", "Rematch")
	if Value[bool](tab, `!!document.querySelector('main a[href^="/review/"]')`) {
		t.Error("a review of no moves is offered")
	}
}

// TestHiddenWhileAway: a page that nobody looks at does not find a server that is away.
func TestHiddenWhileAway(t *testing.T) {
	t.Parallel()
	s := serve(t)
	tab := visit(t, desk)
	tab.expect("ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE")
	tab.beginAt(s, "connect4", "")
	// Timers are told what time it is not: twenty seconds are over at once.
	Value[any](tab, `(() => {
		const later = window.setTimeout;
		window.setTimeout = (f, ms, ...rest) => later(f, ms === 20000 ? 50 : ms, ...rest);
		window.said = [];
		new MutationObserver(() => window.said.push(document.querySelector('.connection')?.innerText ?? '')).observe(document.body, { subtree: true, childList: true, characterData: true });
		return null;
	})()`)
	s.Stop()
	tab.See(".connection.lost", "")
	Value[any](tab, `Object.defineProperty(document, 'hidden', { get: () => true, configurable: true }); document.dispatchEvent(new Event('visibilitychange')); null`)
	time.Sleep(300 * time.Millisecond)
	if got := Value[[]string](tab, `window.said.filter((s) => /again\.$/.test(s))`); len(got) > 0 {
		t.Errorf("the server is away, and the page has said %q", got)
	}
	tab.See(".connection.lost", "")
	s.again(t)
	Value[any](tab, `delete document.hidden; document.dispatchEvent(new Event('visibilitychange')); null`)
	tab.See(".connection", "Connected again.")
}

// TestHexagonLabels: rows of hexagons are slanted, so that columns have their names above
// the top row and below the bottom row, each where its cell is.
func TestHexagonLabels(t *testing.T) {
	t.Parallel()
	s := serve(t)
	tab := visit(t, phone)
	tab.beginAt(s, "gdl:hex", "")
	far := Value[[]float64](tab, `(() => {
		const middle = (e) => { const r = e.getBoundingClientRect(); return r.left + r.width / 2; };
		const names = [...document.querySelectorAll('.labels text')].filter((e) => e.textContent === '4').map(middle);
		return [3, 6 * 7 + 3].map((cell) => Math.min(...names.map((x) => Math.abs(x - middle(document.querySelector('[data-cell="' + cell + '"]'))))));
	})()`)
	for i, d := range far {
		if d > 2 {
			t.Errorf("cell %d of column 4 is %.0f pixels beside the name", i, d)
		}
	}
}
