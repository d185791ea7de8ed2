package browser

import "testing"

// TestLanguages: what the page and the server say changes with a click, is remembered,
// and a browser that prefers Spanish gets it at once.
func TestLanguages(t *testing.T) {
	t.Parallel()
	s := serve(t)
	tab := visit(t, desk.speaking("es"))
	tab.Go(s.Address)
	tab.See("h1", "Jugar")
	tab.Click("button", "Conecta 4 contra el nivel 4")
	tab.turn()
	tab.See(".status", "Te toca\\.")
	address := Value[string](tab, "location.href")
	tab.Click("button", "EN – English")
	tab.See(".status", "Your move\\.")
	tab.See("button", "Undo|Hint")
	Value[any](tab, "location.reload(); null")
	tab.Wait("performance.getEntriesByType('navigation')[0].type === 'reload'")
	tab.See(".status", "Your move\\.")
	if got := Value[string](tab, "location.href"); got != address {
		t.Errorf("another language is at another address: %s", got)
	}

	// What the server refuses, it refuses in that language.
	tab.expect("status of 404")
	tab.Click("button", "ES – Español")
	tab.See(".status", "Te toca\\.")
	tab.Go(s.Address + "/play/othello-99")
	tab.See("[role=alert]", ".*(partida|juego).*")
}

// TestColours: light and dark by a click, whatever the system prefers, and remembered.
func TestColours(t *testing.T) {
	t.Parallel()
	s := serve(t)
	tab := visit(t, desk)
	tab.Go(s.Address + "/nowhere")
	ground := func() string { return Value[string](tab, "getComputedStyle(document.body).backgroundColor") }
	tab.See("button", "Colours.*")
	light := ground()
	for range 2 { // as the system has it, light, dark
		tab.Click("button", "Colours.*")
	}
	tab.Wait("document.documentElement.dataset.theme === 'dark'")
	dark := ground()
	if dark == light {
		t.Fatalf("light and dark are both %s", light)
	}
	Value[any](tab, "location.reload(); null")
	tab.Wait("performance.getEntriesByType('navigation')[0].type === 'reload' && document.querySelector('h1')")
	if got := ground(); got != dark {
		t.Errorf("after a reload the page is %s, not %s", got, dark)
	}
}
