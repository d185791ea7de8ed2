package browser

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// gone is what a browser says when a server goes away.
const gone = "ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE"

// again starts a server that was stopped, at the same address with the same data.
func (s *Server) again(t *testing.T) {
	t.Helper()
	var err error
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(often) {
		if err = s.start(strings.TrimPrefix(s.Address, "http://")); err == nil {
			return
		}
	}
	t.Fatal(err)
}

// TestRestart stops the server under an open page and starts it again: the page says
// so, connects again, and the game goes on where it was.
func TestRestart(t *testing.T) {
	t.Parallel()
	s := serve(t)
	tab := visit(t, desk)
	tab.expect(gone)
	tab.begin(s, "Connect 4")
	tab.move(3, 1)
	tab.move(3, 1)
	board := tab.board()
	s.Stop()
	tab.See("[role=status]", ".+")
	s.again(t)
	tab.Wait("!document.querySelector('.connection.lost')")
	tab.turn()
	if got := tab.board(); got != board || tab.plies() != 4 {
		t.Errorf("the server has come back, and the board is %s; it was %s", got, board)
	}
	tab.move(3, 1)
	tab.Click("button", "Undo")
	tab.Wait(fmt.Sprintf("document.querySelectorAll('[data-ply]').length === %d", 4))
	tab.turn()
	if got := tab.board(); got != board {
		t.Errorf("after a move and undo the board is %s; it was %s", got, board)
	}
}

// TestRestartAnalysis: a search that the server takes with it goes on when it is back.
func TestRestartAnalysis(t *testing.T) {
	t.Parallel()
	s := serve(t)
	tab := visit(t, desk)
	tab.expect(gone)
	tab.Go(s.Address + "/analyse?game=othello&moves=f5d6c3&agent=mcts")
	tab.choose("select", "Time", "600")
	tab.Click(test("analyse"), "Analyse")
	tab.See("[data-move]", "")
	s.Stop()
	tab.See(".connection.lost", ".+")
	s.again(t)
	tab.Wait("!document.querySelector('.connection.lost')")
	before := Value[string](tab, "document.querySelector('[data-testid=speed]').innerText")
	tab.Wait(fmt.Sprintf("document.querySelector('[data-testid=speed]').innerText !== %q", before))
	tab.Click(test("stop"), "Stop")
}

// TestWithoutServer: what is done while the server is away is told in a sentence, and
// works once it is back.
func TestWithoutServer(t *testing.T) {
	t.Parallel()
	s := serve(t)
	tab := visit(t, desk)
	tab.expect(gone)
	tab.begin(s, "Connect 4")
	s.Stop()
	tab.See(".connection.lost", ".+")
	tab.Click(cell(3), "")
	tab.See("[role=alert]", ".+")
	s.again(t)
	tab.Wait("!document.querySelector('.connection.lost')")
	tab.turn()
	tab.move(3, 1)
}
