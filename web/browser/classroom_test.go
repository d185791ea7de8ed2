package browser

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"gambito/api"
	"gambito/search/lesson"
	"gambito/web"
	"gambito/words"
)

// said is what the first search says of its step.
const said = "document.querySelector('.lesson [aria-live]').innerText"

// TestClassroomSteps: a search is stepped through forwards and backwards, by buttons,
// keys and the slider, and the address says where one is.
func TestClassroomSteps(t *testing.T) {
	t.Parallel()
	s := serve(t)
	tab := visit(t, desk)
	tab.Go(s.Address + "/classroom")
	tab.See("h2", "Alpha-beta")
	tab.Wait(said + " === 'Nothing has been searched yet.'")
	tab.Click("button", "One step on")
	tab.Wait(said + ".startsWith('MAX is to move.')")
	tab.press(kb.ArrowRight, kb.ArrowRight)
	tab.Wait(said + " === 'A leaf: 3.'")
	tab.press(kb.ArrowLeft)
	tab.Wait(said + ".startsWith('MIN is to move.')")
	tab.Click("button", "To the next cut-off.*")
	tab.Wait(said + ".includes('MAX has something better already: 1 more move is not looked at')")
	tab.Wait("document.querySelectorAll('.cross').length > 0 && location.search.includes('step=12')")
	tab.Go(Value[string](tab, "location.href")) // as somebody does who was sent the link
	tab.Wait(said + ".includes('MAX has something better already')")
	tab.press(kb.End)
	tab.Wait(said + " === 'Finished: the value is 15, by move 3.'")
	tab.press(kb.Home)
	tab.Wait(said + " === 'Nothing has been searched yet.'")
	tab.Click("button", "Play the steps")
	tab.Wait(said + ".startsWith('MIN is to move.')")
	tab.Click("button", "Pause")
}

// TestClassroomDraws: a tree is drawn by hand, and the search follows.
func TestClassroomDraws(t *testing.T) {
	t.Parallel()
	s := serve(t)
	tab := visit(t, desk)
	tab.Go(s.Address + "/classroom?tree=(4+7)&a=minimax")
	tab.See("h2", "Minimax")
	tab.Click("summary", "What is searched.*")
	tab.Click("button", "Draw by hand")
	tab.Click("[role=button]", "2, leaf, 7.*")
	tab.fill("input", "Value", "12.5")
	tab.Wait("document.querySelector('textarea').value === '(4 12.5)'")
	tab.Click("[role=button]", "1, leaf, 4.*")
	tab.Click("button", "Add a move")
	tab.Wait(`/^\(\(4 \d+\) 12\.5\)$/.test(document.querySelector('textarea').value)`)
	tab.Wait("document.querySelectorAll('.node').length === 5")
	tab.press(kb.End)
	tab.Wait(said + " === 'Finished: the value is 12.5, by move 2.'")
	tab.Click("[role=button]", "1, leaf, 4.*")
	tab.Click("button", "Remove")
	tab.Wait(`/^\(\(\d+\) 12\.5\)$/.test(document.querySelector('textarea').value)`)
	tab.expect("status of 400")
	tab.fill("textarea", "Tree", "((3")
	tab.See("[role=alert]", "tree, character 4: a list or a number is missing")
}

// TestClassroomCompares: two searches side by side, Monte Carlo tree search with the
// terms of its indices, a random tree, a game with boards.
func TestClassroomCompares(t *testing.T) {
	t.Parallel()
	s := serve(t)
	tab := visit(t, desk)
	tab.Go(s.Address + "/classroom")
	tab.choose("select", "Beside it", "pvs")
	tab.See("h2", "Counts when finished")
	tab.choose("select", "Search", "mcts")
	tab.See("h2", "MCTS ucb")
	tab.press(kb.End)
	for range 4 {
		tab.press(kb.ArrowLeft)
	}
	tab.Wait("[...document.querySelectorAll('.lesson th')].some((e) => e.innerText === 'exploration')")
	tab.choose("select", "Policy", "thompson")
	tab.Wait("location.search.includes('thompson')")
	tab.Click("summary", "What is searched.*")
	tab.Click("button", "Random tree")
	tab.Wait("location.search.includes('random=')")
	before := Value[string](tab, "location.search")
	tab.Click("button", "Another tree")
	tab.Wait("location.search !== '" + before + "' && location.search.includes('seed%3D2')")
	tab.Click("button", "Game")
	tab.Wait("document.querySelectorAll('.lesson .board svg').length > 10")
	tab.accessible(t, "a game's boards")
}

// TestClassroomOnAPhone: all of it fits, in Spanish too.
func TestClassroomOnAPhone(t *testing.T) {
	t.Parallel()
	s := serve(t)
	tab := visit(t, phone.dark().speaking("es"))
	for _, query := range []string{"?step=12&b=bstar", "?a=mcts:sims=20&step=40", "?game=tictactoe&position=XO./.X./..O&depth=2&step=9"} {
		tab.Go(s.Address + "/classroom" + query)
		tab.Wait("document.querySelector('.lesson .view svg')")
		tab.fits(t, query)
		tab.accessible(t, query)
	}
	tab.See("h1", "Aula")
}

// TestLessonPage: the page without a server shows the same and asks for nothing.
func TestLessonPage(t *testing.T) {
	t.Parallel()
	l, err := lesson.OfTree("((3 17) (2 12))", "", false)
	if err != nil {
		t.Fatal(err)
	}
	l.Steps = 1000
	var lessons []api.Lesson
	for _, name := range []string{"alphabeta", "mcts:sims=9"} {
		w, err := l.Walk(t.Context(), name, nil)
		if err != nil {
			t.Fatal(err)
		}
		lessons = append(lessons, api.NewLesson(words.For(words.English), w, l.Game, l.Root, true))
	}
	page, err := web.LessonPage(words.For(words.English), "</script><b>", lessons)
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Write(page)
	}))
	t.Cleanup(s.Close)
	tab := visit(t, desk)
	tab.Go(s.URL + "#12")
	tab.Wait(said + ".includes('MAX has something better already')")
	tab.press(kb.ArrowLeft)
	tab.Wait(said + ".includes('the best so far')")
	tab.accessible(t, "a page without a server")
	if asked := Value[[]string](tab, "performance.getEntriesByType('resource').map((e) => e.name).filter((n) => !n.endsWith('/favicon.ico'))"); len(asked) > 0 {
		t.Errorf("it asks for %s", strings.Join(asked, ", "))
	}
}
