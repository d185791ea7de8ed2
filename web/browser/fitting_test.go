package browser

import (
	"net/url"
	"testing"
)

// fittingOf is what a select of searches says, how many of its options can be chosen, and
// how many searches are shown.
const fittingOf = `((s) => [...s].map((e) => e.selectedOptions[0]?.text + ' ' + [...e.options].filter((o) => !o.disabled).length).join(', ') +
	': ' + [...document.querySelectorAll('.lesson h2')].map((e) => e.innerText).join(', '))(document.querySelectorAll('.search label:first-child select'))`

// TestClassroomFits: searches that cannot walk a tree cannot be chosen, a sentence says
// why, and what the selects say is what is shown.
func TestClassroomFits(t *testing.T) {
	t.Parallel()
	s := serve(t)
	tab := visit(t, desk)
	shows := func(what string) { t.Helper(); tab.Wait(fittingOf + " === '" + what + "'") }
	tab.Go(s.Address + "/classroom?b=pvs")
	shows("Alpha-beta 13, PVS 14: Alpha-beta, PVS")
	tab.Wait("!document.querySelector('.why')")
	tab.Click("summary", "What is searched.*")

	tab.choose("select", "Examples", "bounds")
	shows("B* 1, nothing 2: B*")
	tab.See(".why", "Of some leaves only bounds are known: only B\\* can search this tree.")
	tab.accessible(t, "searches that do not fit")
	// Whatever is chosen nevertheless, the selects go on telling the truth.
	tab.choose("select", "Beside it", "mcts")
	shows("B* 1, nothing 2: B*")
	tab.choose("select", "Search", "alphabeta")
	shows("B* 1, nothing 2: B*")

	tab.choose("select", "Examples", "dice")
	shows("Star2 4, nothing 5: Star2")
	tab.See(".why", "Chance decides here: .*")
	tab.choose("select", "Search", "minimax")
	shows("Star2 4, nothing 5: Star2")
	tab.choose("select", "Beside it", "mcts")
	shows("Star2 4, MCTS 5: Star2, MCTS ucb")
	tab.choose("select", "Examples", "textbook")
	shows("Star2 13, MCTS 14: Star2, MCTS ucb")
}

// TestClassroomOpensWithAFit: an address without a search, or with one that cannot walk
// what it asks for, opens with one that can.
func TestClassroomOpensWithAFit(t *testing.T) {
	t.Parallel()
	s := serve(t)
	tab := visit(t, desk.speaking("es"))
	for _, c := range []struct{ query, shown, why string }{
		{"tree=" + url.QueryEscape("([2..9](3 8) [0..6]((1 2) 4) [0..2])"), "B* 1, nada 2: B*", "De algunas hojas sólo se conocen cotas.*"},
		{"a=alphabeta&b=mcts&tree=" + url.QueryEscape("([2..9] [0..2])"), "B* 1, nada 2: B*", "De algunas hojas sólo se conocen cotas.*"},
		{"tree=" + url.QueryEscape("([0.5:3 0.5:(4 7)] 1)"), "Star2 4, nada 5: Star2", "Aquí decide el azar.*"},
		{"random=" + url.QueryEscape("branching=2,depth=2,chance=on"), "Star2 4, nada 5: Star2", "Aquí decide el azar.*"},
		{"game=einstein&moves=3&depth=1", "Star2 4, nada 5: Star2", "Aquí decide el azar.*"},
	} {
		tab.Go(s.Address + "/classroom?" + c.query)
		tab.Wait(fittingOf + " === '" + c.shown + "'")
		tab.See(".why", c.why)
		tab.Wait("!document.querySelector('[role=alert]')")
	}
}
