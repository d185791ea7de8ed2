package browser

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestReview reviews a game that is pasted: the course, the mistakes, the best lines,
// and practice.
func TestReview(t *testing.T) {
	t.Parallel()
	s := serve(t)
	tab := visit(t, desk)
	tab.Go(s.Address + "/review")
	tab.fill("textarea", "Games as text", "b2 a2 a3 c1 b3 c3 b1")
	tab.choose("select", "The moves are of", "tictactoe")
	tab.Click("button", "Review it")
	tab.Wait("location.pathname.startsWith('/review/')")
	tab.See("button", "Mistakes \\([1-9].*")
	tab.See("main", ".*Accuracy.*")
	tab.Click(".list .move", "")
	tab.See(".verdict", ".*(mistake|blunder|inaccuracy).*")
	tab.See(".line button", ".+")
	tab.Click(".line button", "")
	tab.accessible(t, "a mistake")
	at := Value[string](tab, "document.querySelector('.count').innerText")
	tab.do("leave the button", clicked("document.activeElement.blur()"))
	tab.press(kb.ArrowRight)
	tab.Wait(fmt.Sprintf("document.querySelector('.count').innerText !== %q", at))

	// Practice: the solution is shown, then the next position comes.
	tab.Click("a", "Practise the moves of .*")
	tab.See("h2", "Find a better move for .*")
	tab.Click("button", "Show the solution")
	tab.See("[role=status]", "The best move is .*")
	for !Value[bool](tab, "document.querySelector('main').innerText.includes('All positions done')") {
		tab.Click("button", "Next|Skip")
		tab.See("button", "Once more|Skip")
	}
	Value[any](tab, "history.back(); null")
	tab.See(".list .move", "")
}

// TestReviewFiles reviews files of other programs, and of a game played here.
func TestReviewFiles(t *testing.T) {
	t.Parallel()
	for _, file := range []struct{ name, game, text, seen string }{
		{"othello", "", "f5d6c3d3c4f4", "Othello: .*"},
		{"match", "", match, "Backgammon.*: .*"},
		{"connect4", "connect4", "217144523", "Connect 4: .*"},
		{"tron", "tron", "up,down up,down right,down right,left", "Tron: .*"},
		{"hex", "gdl:hex", "(place 4 4) (place 3 5)", "Hex.*: .*"},
	} {
		t.Run(file.name, func(t *testing.T) {
			t.Parallel()
			s := serve(t)
			tab := visit(t, phone.dark().speaking("en"))
			tab.Go(s.Address + "/review")
			tab.paste("textarea", file.text)
			if file.game != "" {
				tab.choose("select", "The moves are of", file.game)
			}
			tab.Click("button", "Review it")
			tab.See("h1", file.seen)
			tab.Wait("document.querySelector('.players')?.innerText.match(/Accuracy|Error rate/)")
			tab.fits(t, file.name)
			tab.accessible(t, file.name)
		})
	}
}

// match is a short match as many programs write it.
const match = ` 3 point match

 Game 1
 Ann : 0                             Ben : 0
  1) 31: 8/5 6/5                      42: 8/4 6/4
  2) 64: 24/14                        31: 8/5 6/5
  3)  Doubles => 2                    Drops
      Wins 1 point
`

// TestSaved: a game that was played is listed, goes on, and is deleted.
func TestSaved(t *testing.T) {
	t.Parallel()
	s := serve(t)
	tab := visit(t, desk)
	tab.begin(s, "Connect 4")
	tab.move(3, 1)
	board := tab.board()
	tab.Go(s.Address + "/games")
	tab.See("article h2", "Connect 4")
	for _, file := range Value[[]string](tab, "[...document.querySelectorAll('article a[download]')].map((e) => e.href)") {
		if got := Value[string](tab, fmt.Sprintf("fetch(%q).then((r) => r.ok ? r.text() : '')", file)); got == "" {
			t.Errorf("%s is empty", file)
		}
	}
	tab.Click("article a", "Go on")
	tab.turn()
	if got := tab.board(); got != board {
		t.Errorf("the game that goes on is %s, it was %s", got, board)
	}
	Value[any](tab, "history.back(); null")
	tab.Wait("document.querySelector('article .picture svg')")
	tab.Click("article button", "Delete")
	tab.Click("article button", "Yes, delete")
	tab.See(".empty", ".*No game is saved yet.*")
}
