package browser

import "testing"

// TestLabStudy: a study is run at the smallest scale, and its result is on the map of all
// studies and in the tables that were published.
func TestLabStudy(t *testing.T) {
	t.Parallel()
	s := serve(t)
	tab := visit(t, desk)
	tab.Go(s.Address + "/lab/studies")
	tab.Wait("document.querySelectorAll('.study .about').length > 10")
	tab.accessible(t, "the map of studies")
	tab.Click("a", smallStudy)
	tab.See("h1", smallStudy)
	tab.choose("select", "Scale", "smoke")
	tab.Click("button", "Run")
	tab.long(t, "/^Done: /.test(document.querySelector('.note.good')?.innerText ?? '')")
	tab.Wait("location.search.includes('scale=smoke')")
	tab.See("[data-cell]", "")
	tab.Click("[data-cell]", "")
	tab.See(test("detail")+" .verdict", ".+")
	tab.accessible(t, "a study")
	tab.Go(s.Address + "/lab/studies?of=here")
	tab.Wait("document.querySelectorAll('.result [class*=heat-]').length > 0")
}

// smallStudy is one that takes no time at the smallest scale.
const smallStudy = "othello/uct-random"
