package browser

import (
	"fmt"
	"testing"
)

// TestPlayOnAPhone: every kind of board fits, is touched by fingers, and keeps nobody
// out, in dark colours and in Spanish too.
func TestPlayOnAPhone(t *testing.T) {
	t.Parallel()
	for _, game := range []struct {
		spec   string
		touch  []int // cells to be touched one after the other
		answer int   // how many moves are there after them
	}{
		{"connect4", []int{3}, 2},
		{"othello", []int{26}, 2},
		{"gdl:hex", []int{24}, 2},
		{"breakthrough", []int{26, 20}, 2},
		{"backgammon:cube=on", nil, 1},
		{"tron", nil, 0},
	} {
		t.Run(game.spec, func(t *testing.T) {
			t.Parallel()
			s := serve(t)
			tab := visit(t, phone.dark().speaking("es"))
			tab.Go(s.Address)
			tab.See("h1", "Jugar")
			path := Value[string](tab, fmt.Sprintf(`fetch('/api/games', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({
				game: %q, seats: [{ person: true }, { spec: 'level:1' }], seed: 2 }) }).then((r) => r.json()).then((g) => '/play/' + g.id)`, game.spec))
			tab.Go(s.Address + path)
			tab.Wait("document.querySelector('.status')")
			for _, n := range game.touch {
				tab.tap(cell(n), "")
			}
			tab.Wait(fmt.Sprintf("document.querySelectorAll('[data-ply]').length >= %d", game.answer))
			tab.fits(t, game.spec)
			tab.accessible(t, game.spec)
		})
	}
}
