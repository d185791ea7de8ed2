package browser

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestRulesheets changes a rulesheet: what is wrong is told at its place while one
// types; saved under a name of one's own it is played and measured.
func TestRulesheets(t *testing.T) {
	t.Parallel()
	s := serve(t)
	tab := visit(t, desk)
	tab.Go(s.Address + "/rulesheets")
	tab.Click("a", ".*Hex 7×7.*")
	tab.See(".sum", "No errors\\.")
	tab.Click(".editor", "")
	tab.do("go to the end", chromedp.KeyEvent(kb.End, chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	tab.press("\r", "(<= (goal red 100) (nothing ?x))")
	tab.See(".sum", "[1-9] error.*|.*[1-9] warning.*")
	tab.See("[aria-label=Problems] button", "\\d+:\\d+ .*")
	tab.accessible(t, "a sheet with errors")
	for range len("(<= (goal red 100) (nothing ?x))") {
		tab.press(kb.Backspace)
	}
	tab.See(".sum", "No errors\\.")
	tab.fill("input", "Name", "my-hex")
	tab.Click("button", "Save as")
	tab.Wait("location.pathname === '/rulesheets/my-hex'")
	tab.Click("button", "Measure")
	tab.See("[role=status]", ".*random games a second.*")
	tab.Click("button", "Play")
	tab.turn()
	tab.Wait("document.querySelectorAll('svg.hexagons [role=gridcell]').length === 49")
	tab.move(24, 1)
	tab.Go(s.Address + "/rulesheets/my-hex")
	tab.See(".sum", "No errors\\.")
	tab.Click("button", "Analyse")
	tab.Wait("location.pathname === '/analyse' && document.querySelector('svg.hexagons')")
	tab.Go(s.Address + "/rulesheets")
	tab.See("a", ".*my-hex.*")

	tab.Go(s.Address + "/rulesheets/my-hex")
	tab.See(".sum", "No errors\\.")
	tab.Click(".editor", "")
	tab.press("; mine")
	tab.Click("button", "Save")
	tab.See("[role=alert]", "1 game is kept that is played by these rules; it may no longer be read\\. Save my-hex all the same.*")
	tab.accessible(t, "a warning before saving")
	tab.Click("button", "Yes, save")
	tab.See("[role=status]", "Saved as my-hex\\.")
	tab.Click("button", "Delete")
	tab.See("form", ".*1 game is kept.*Delete my-hex for good.*")
}
