package browser

import "testing"

// TestMistakes: what people do wrong is told in one sentence where they did it, and
// they can go on from there.
func TestMistakes(t *testing.T) {
	t.Parallel()
	s := serve(t)
	tab := visit(t, desk)
	tab.expect("status of 4\\d\\d")

	tab.setUp(s, "othello")
	tab.Click("summary", "Clock, position, dice")
	tab.fill("input", "Position", "nonsense")
	tab.Click("button.primary", "Play")
	tab.See("dialog [role=alert]", ".*nonsense.*")
	tab.fill("input", "Position", "")
	tab.fill("input", "Clock", "soon")
	tab.Click("button.primary", "Play")
	tab.See("dialog [role=alert]", ".*soon.*")
	tab.fill("input", "Clock", "")
	tab.Click("button.primary", "Play")
	tab.turn()

	tab.Go(s.Address + "/play/othello-99")
	tab.See("[role=alert]", ".*othello-99.*")
	tab.Go(s.Address + "/review/othello-99")
	tab.See("[role=alert]", ".*othello-99.*")
	tab.Click("a", "Choose a game")
	tab.fill("textarea", "Games as text", "nonsense")
	tab.Click("button", "Review it")
	tab.See("[role=alert]", ".+")

	tab.Go(s.Address + "/analyse?game=nonsense")
	tab.See("[role=alert]", ".*nonsense.*")
	tab.Go(s.Address + "/analyse?game=connect4&agent=nonsense")
	tab.Click(test("analyse"), "Analyse")
	tab.See("[role=alert]", ".*nonsense.*")
	tab.Go(s.Address + "/analyse?game=connect4&moves=99")
	tab.See("[role=alert]", ".*columns are 1 to 7.*")

	tab.Go(s.Address + "/classroom?game=nonsense")
	tab.See("[role=alert]", ".*nonsense.*")
	tab.Go(s.Address + "/rulesheets/nonsense")
	tab.See("[role=alert]", ".*nonsense.*")
}
