package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// sit begins a game by the API and opens its page.
func (tab *Tab) sit(s *Server, game, seats string) { tab.sitAt(s, game, seats, 0) }

// sitAt is sit at a game that goes on at a pace, in milliseconds.
func (tab *Tab) sitAt(s *Server, game, seats string, pace int) {
	tab.Go(s.Address)
	path := Value[string](tab, fmt.Sprintf(`fetch('/api/games', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({
		game: %q, seats: %s, pace: %d, seed: 2 }) }).then((r) => r.json()).then((g) => '/play/' + g.id)`, game, seats, pace))
	tab.Go(s.Address + path)
	tab.Wait("document.querySelector('.status, .cover')")
}

// shoot keeps a picture of the page where GAMBITO_PICTURES says, for whoever looks at them.
func (tab *Tab) shoot(t *testing.T, name string) {
	t.Helper()
	folder := os.Getenv("GAMBITO_PICTURES")
	if folder == "" {
		return
	}
	if err := os.WriteFile(filepath.Join(folder, name+".png"), tab.Screenshot(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestBattleship places a fleet by clicking ends, either first, and shoots by clicking cells.
func TestBattleship(t *testing.T) {
	t.Parallel()
	for _, look := range []Look{desk, phone.dark().speaking("es")} {
		t.Run(name(look), func(t *testing.T) {
			t.Parallel()
			s := serve(t)
			tab := visit(t, look)
			tab.sit(s, "battleship", "[{ person: true }, { spec: 'level:1' }]")
			tab.See(".how", ".*(touch its two ends|toca sus dos extremos)")
			for i, ends := range [][2]int{{0, 4}, {22, 25}, {58, 38}, {71, 91}, {88, 89}} {
				tab.Click(cell(100+ends[0]), "")
				tab.Click(cell(100+ends[1]), "")
				if i == 2 {
					tab.shoot(t, "placing "+name(look))
				}
				tab.Wait(fmt.Sprintf("document.querySelectorAll('[data-ply]').length >= %d", i+1))
			}
			for i, shot := range []int{44, 45, 55, 11, 77, 33} {
				tab.Wait(fmt.Sprintf("document.querySelector('.able[data-cell=\"%d\"]')", shot))
				tab.Click(cell(shot), "")
				tab.Wait(fmt.Sprintf("document.querySelectorAll('[data-ply]').length >= %d", 10+2*(i+1)))
			}
			if Value[bool](tab, "[...document.querySelectorAll('section:has([data-cell=\"0\"]) [role=gridcell]')].some((e) => /: (ship|barco)/.test(e.ariaLabel))") {
				t.Error("a ship of the other is shown")
			}
			if n := Value[int](tab, "[...document.querySelectorAll('section:has([data-cell=\"100\"]) [role=gridcell]')].filter((e) => /: (ship|barco|hit|tocado)/.test(e.ariaLabel)).length"); n != 17 {
				t.Errorf("of one's own 17 cells %d are shown", n)
			}
			tab.shoot(t, "shooting "+name(look))
			tab.fits(t, name(look))
			tab.accessible(t, name(look))
		})
	}
}

// TestScatter places a ship by hand and the others at random, and sees whose sea is which and where
// both have shot last.
func TestScatter(t *testing.T) {
	t.Parallel()
	for _, look := range []Look{desk.dark().speaking("es"), phone} {
		t.Run(name(look), func(t *testing.T) {
			t.Parallel()
			s := serve(t)
			tab := visit(t, look)
			tab.sit(s, "battleship", "[{ person: true }, { spec: 'level:1' }]")
			tab.See("section:has([data-cell='0']) h3", "Their sea|Su mar")
			tab.See("section:has([data-cell='100']) h3", "Your sea|Tu mar")
			tab.Click(cell(100), "")
			tab.Click(cell(104), "")
			tab.Wait("document.querySelectorAll('[data-ply]').length === 1")
			tab.shoot(t, "to scatter "+name(look))
			tab.accessible(t, "placing")
			tab.Click("[data-ply]", "")
			tab.press(kb.Home)
			tab.Wait("![...document.querySelectorAll('button')].some((e) => /random|azar/.test(e.textContent))")
			tab.press(kb.End)
			tab.Click("button", "Place at random|Colocar al azar")
			tab.Wait("document.querySelectorAll('[data-ply]').length === 10 && document.querySelector('.able[data-cell=\"44\"]')")
			if Value[bool](tab, "[...document.querySelectorAll('button')].some((e) => /random|azar/.test(e.textContent))") {
				t.Error("everything is placed, and more can be")
			}
			own := "[...document.querySelectorAll('section:has([data-cell=\"100\"]) [role=gridcell]')]"
			if n := Value[int](tab, own+".filter((e) => /: (ship|barco)/.test(e.ariaLabel)).length"); n != 17 {
				t.Errorf("ships lie on %d cells, not 17", n)
			}
			if Value[bool](tab, own+".slice(0, 5).some((e) => !/: (ship|barco)/.test(e.ariaLabel))") {
				t.Error("the ship that was placed by hand is gone")
			}
			for i, shot := range []int{44, 45, 55} {
				tab.Wait(fmt.Sprintf("document.querySelector('.able[data-cell=\"%d\"]')", shot))
				tab.Click(cell(shot), "")
				tab.Wait(fmt.Sprintf("document.querySelectorAll('[data-ply]').length === %d", 10+2*(i+1)))
				for _, first := range []int{0, 100} {
					if n := Value[int](tab, fmt.Sprintf("document.querySelectorAll('section:has([data-cell=\"%d\"]) :is([aria-label*=\"last move\"], [aria-label*=\"última jugada\"])').length", first)); n != 1 {
						t.Errorf("in the sea of cell %d %d cells are where the last shot was", first, n)
					}
				}
				if !Value[bool](tab, fmt.Sprintf("/last move|última jugada/.test(document.querySelector('[data-cell=\"%d\"]').ariaLabel)", shot)) {
					t.Errorf("the shot at cell %d is not told to be the last", shot)
				}
			}
			tab.shoot(t, "last shots "+name(look))
			tab.fits(t, name(look))
			tab.accessible(t, "shooting")
		})
	}
}

// TestTrumps: who plays whist sees what beats other suits.
func TestTrumps(t *testing.T) {
	t.Parallel()
	for _, look := range []Look{desk, phone.dark().speaking("es")} {
		t.Run(name(look), func(t *testing.T) {
			t.Parallel()
			s := serve(t)
			tab := visit(t, look)
			tab.sit(s, "whist:trump=hearts", "[{ person: true }, { spec: 'level:1' }]")
			tab.turn()
			for range 4 {
				made := tab.plies()
				tab.Click(".board .buttons button", "")
				tab.Wait(fmt.Sprintf("document.querySelectorAll('[data-ply]').length > %d", made))
				tab.turn()
			}
			tab.See(".board pre span", "trumps|triunfos")
			tab.See(".board pre span", "hearts|corazones")
			tab.shoot(t, "whist "+name(look))
			tab.fits(t, "whist")
			tab.accessible(t, "whist")
		})
	}
}

// TestCards plays games of cards and dice to their end, where everything is shown.
func TestCards(t *testing.T) {
	t.Parallel()
	for _, game := range []string{"kuhn", "leduc", "liars-dice", "goofspiel", "gdl:kuhn-poker"} {
		for _, look := range []Look{desk.dark(), phone} {
			t.Run(game+" "+name(look), func(t *testing.T) {
				t.Parallel()
				s := serve(t)
				tab := visit(t, look)
				tab.sit(s, game, "[{ person: true }, { spec: 'level:1' }]")
				tab.turn()
				tab.shoot(t, game+" "+name(look))
				if game != "goofspiel" && game != "gdl:kuhn-poker" && !Value[bool](tab, "!!document.querySelector('[aria-label=\"a card face down\"], [aria-label=\"a die under a cup\"]')") {
					t.Error("the other's card is shown")
				}
				tab.accessible(t, game)
				for n := 0; !tab.turn(); n++ {
					if n > 20 {
						t.Fatal("the game does not end")
					}
					made := tab.plies()
					tab.Click(".board .buttons button:last-child", "")
					tab.Wait(fmt.Sprintf("document.querySelectorAll('[data-ply]').length > %d || document.querySelector('.status.over')", made))
				}
				tab.shoot(t, game+" end "+name(look))
				if Value[bool](tab, "!!document.querySelector('[aria-label=\"a card face down\"], [aria-label=\"a die under a cup\"]')") {
					t.Error("something is hidden when the game is over")
				}
				tab.fits(t, game)
				tab.accessible(t, game)
			})
		}
	}
}

// TestHandOver: two people at one page see nothing of each other.
func TestHandOver(t *testing.T) {
	t.Parallel()
	s := serve(t)
	tab := visit(t, phone)
	tab.sit(s, "kuhn", "[{ person: true }, { person: true }]")
	tab.See(".cover p", "Pass the device to first.")
	tab.shoot(t, "cover")
	tab.accessible(t, "the cover")
	tab.Click("button", "I am first")
	tab.See("button", "Bet")
	tab.Click("button", "Pass")
	tab.Click("button", "Hand over")
	tab.See(".cover p", "Pass the device to second.")
	tab.Click("button", "I am second")
	tab.See("button", "Bet")
	tab.shoot(t, "second")
	if n := Value[int](tab, "document.querySelectorAll('[aria-label=\"a card face down\"]').length"); n != 1 {
		t.Errorf("%d cards lie face down", n)
	}
	tab.Click("button", "Pass")
	tab.Wait("document.querySelector('.status.over')")
	if n := Value[int](tab, "document.querySelectorAll('[aria-label=\"a card face down\"]').length"); n != 0 {
		t.Errorf("%d cards lie face down in the end", n)
	}
}

// TestHandOverFleets: who has placed a fleet at random cannot place that of the next person.
func TestHandOverFleets(t *testing.T) {
	t.Parallel()
	s := serve(t)
	tab := visit(t, phone)
	tab.sit(s, "battleship:6x6,fleet=3-2", "[{ person: true }, { person: true }]")
	for _, who := range []string{"first", "second"} {
		tab.Click("button", "I am "+who)
		tab.Click("button", "Place at random")
		tab.See("button", "Hand over")
		if n := Value[int](tab, "[...document.querySelectorAll('[role=gridcell]')].filter((e) => /: ship/.test(e.ariaLabel)).length"); n != 5 {
			t.Errorf("the %s sees ships on %d cells, not 5", who, n)
		}
		if Value[bool](tab, "[...document.querySelectorAll('button')].some((e) => /random/.test(e.textContent))") {
			t.Errorf("the %s can place more", who)
		}
		tab.Click("button", "Hand over")
	}
}

// TestHiddenStones plays a board on which the other's stones are not seen, and watches agents play
// it through the eyes of one.
func TestHiddenStones(t *testing.T) {
	t.Parallel()
	s := serve(t)
	tab := visit(t, desk)
	tab.sit(s, "dark-hex", "[{ person: true }, { spec: 'level:1' }]")
	for n := 0; n < 4 && !tab.turn(); n++ {
		made := tab.plies()
		tab.Click(".cell.able", "")
		tab.Wait(fmt.Sprintf("document.querySelectorAll('[data-ply]').length > %d", made))
	}
	tab.turn()
	tab.shoot(t, "dark-hex")
	tab.accessible(t, "dark-hex")
	tab.sitAt(s, "leduc", "[{ spec: 'random' }, { spec: 'random' }]", 60000)
	down := "document.querySelectorAll('[aria-label=\"a card face down\"]').length"
	if n := Value[int](tab, down); n != 0 {
		t.Errorf("of %d cards nobody sees what they are", n)
	}
	tab.tabTo(t, "label select", "")
	tab.press(kb.ArrowDown)
	tab.Wait(down + " === 1")
	tab.shoot(t, "watching")
}
