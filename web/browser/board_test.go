package browser

import (
	"encoding/json"
	"fmt"
	"testing"
)

// beginAt begins a game after some moves over the API, of a person against an easy level, and shows it.
func (tab *Tab) beginAt(s *Server, game, moves string) {
	body, _ := json.Marshal(map[string]any{
		"game": game, "moves": moves, "seed": 1, "seats": []map[string]any{{"person": true}, {"spec": "level:1"}},
	})
	tab.Go(s.Address)
	id := Value[string](tab, fmt.Sprintf(`fetch('/api/games', { method: 'POST', headers: { 'content-type': 'application/json' }, body: %q })
		.then((r) => r.json()).then((g) => g.id)`, body))
	tab.Go(s.Address + "/play/" + id)
	tab.See("[role=grid]", "")
}

// TestTurnedDiscs: discs that were turned over are seen in their new colour once they
// have turned.
func TestTurnedDiscs(t *testing.T) {
	t.Parallel()
	s := serve(t)
	tab := visit(t, desk)
	tab.beginAt(s, "othello", "")
	tab.Click("[role=gridcell]", "d3: .*")
	tab.Wait(`document.querySelectorAll('ol li').length >= 2 && document.getAnimations().every((a) => a.playState === 'finished')`)
	if n := Value[int](tab, `[...document.querySelectorAll('.was')].filter((e) => getComputedStyle(e).opacity !== '0').length`); n != 0 {
		t.Errorf("%d discs are still seen in the colour that they had", n)
	}
}

// TestFocusStays: who plays by keyboard is where they were after they and their
// opponent have moved.
func TestFocusStays(t *testing.T) {
	t.Parallel()
	s := serve(t)
	tab := visit(t, desk)
	tab.beginAt(s, "othello", "")
	Value[any](tab, `document.querySelector('[data-cell="19"]').focus(); null`)
	Value[any](tab, `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })); null`)
	tab.Wait(`document.querySelectorAll('ol li').length === 2`)
	if got := Value[string](tab, `document.activeElement.dataset.cell ?? document.activeElement.tagName`); got != "19" {
		t.Errorf("the focus is at %s, not at the cell where the move was made", got)
	}
}

// TestOfferedCube: a cube that is offered lies on the board and shows what it doubles to.
func TestOfferedCube(t *testing.T) {
	t.Parallel()
	s := serve(t)
	tab := visit(t, desk)
	tab.beginAt(s, "backgammon:cube=on", "31 8/5 6/5 double")
	tab.See("button", "Take")
	type seen struct {
		Text   string
		Inside bool
	}
	got := Value[seen](tab, `(() => {
		const cube = document.querySelector('.cube');
		const [c, b] = [cube, cube.ownerSVGElement].map((e) => e.getBoundingClientRect());
		return { Text: cube.textContent.trim(), Inside: c.left >= b.left && c.right <= b.right && c.top >= b.top && c.bottom <= b.bottom };
	})()`)
	if got != (seen{"2", true}) {
		t.Errorf("the cube is %+v, not 2 and inside of the board", got)
	}
}
