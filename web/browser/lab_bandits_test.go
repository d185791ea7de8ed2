package browser

import (
	"fmt"
	"testing"
)

// curves is what a chart draws, by its title.
func curves(title string) string {
	return fmt.Sprintf("[...(document.querySelector(`svg[aria-label=\"%s\"]`)?.querySelectorAll('path.line') ?? [])].map((p) => p.getAttribute('d')).join(' ')", title)
}

// TestLabBandits: the curves of regret grow while problems are played, and stay as they
// are when they are stopped.
func TestLabBandits(t *testing.T) {
	t.Parallel()
	s := serve(t)
	tab := visit(t, desk)
	tab.Go(s.Address + "/lab/bandits")
	tab.fill("input", "Problems", "5000")
	tab.Click("button", "Start")
	tab.Wait(curves("Expected regret") + ".length > 100")
	first := Value[string](tab, curves("Expected regret"))
	tab.Wait(fmt.Sprintf("%s !== %q", curves("Expected regret"), first))
	tab.See("td", "[\\d.,]+ ± [\\d.,]+")
	tab.Click("button", "Stop")
	tab.See("[role=status]", ".* of 5,000 problems · stopped")
	last := Value[string](tab, curves("Expected regret"))
	tab.accessible(t, "regret")
	if now := Value[string](tab, curves("Expected regret")); now != last {
		t.Error("the curves move after they were stopped")
	}
}

// TestLabMachine: one machine is pulled arm by arm, and tells what the policy compares.
func TestLabMachine(t *testing.T) {
	t.Parallel()
	s := serve(t)
	tab := visit(t, phone)
	tab.Go(s.Address + "/lab/bandits?tab=machine")
	tab.Wait("document.querySelector('main h1')")
	tab.fits(t, "one machine")
	tab.accessible(t, "one machine")
}
