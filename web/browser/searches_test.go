package browser

import "testing"

// TestClassroomSearches shows every search to its last step, on a phone.
func TestClassroomSearches(t *testing.T) {
	t.Parallel()
	s := serve(t)
	tab := visit(t, phone)
	tab.Go(s.Address + "/classroom")
	tab.See("output", "Step 0 of \\d+")
	tab.Click("summary", "What is searched.*")
	for _, option := range Value[[]string](tab, "[...document.querySelector('.search select').options].map((o) => o.value)") {
		tab.choose(".search select", "", option)
		tab.Click("button", "To the end")
		tab.See("output", "Step (\\d+) of \\1")
		tab.fits(t, option)
		tab.Click("button", "To the start")
		tab.See("output", "Step 0 of \\d+")
	}
}

// TestClassroomCounts: a tree that is typed is searched by two, whose counts are those
// of the book.
func TestClassroomCounts(t *testing.T) {
	t.Parallel()
	s := serve(t)
	tab := visit(t, desk)
	tab.Go(s.Address + "/classroom?b=minimax")
	tab.See("output", "Step 0 of \\d+")
	tab.Click("summary", "What is searched.*")
	tab.expect("status of 400") // half of a tree is none
	tab.fill("textarea", "Tree", "((3 5) (2 9) (1 7))")
	counts := `Object.fromEntries([...document.querySelectorAll('section:not(.lesson) tbody tr')].map((r) => [r.cells[0].innerText, r.cells[1].innerText + ' ' + r.cells[5].innerText]))`
	tab.Wait("(" + counts + ")['Minimax'] === '3 6'") // the value, and all six leaves
	if got := Value[map[string]string](tab, counts); got["Alpha-beta"] != "3 4" {
		t.Errorf("values and leaves are %v; alpha-beta finds 3 with 4 leaves", got)
	}
	tab.Wait("new URLSearchParams(location.search).get('tree') === '((3 5) (2 9) (1 7))'")
}
