package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"
)

// runState is what the page of a run calls its state.
const runState = "document.querySelector('.title .state')?.className"

// long waits for what takes as long as the machine needs.
func (tab *Tab) long(t *testing.T, condition string) {
	t.Helper()
	for begin := time.Now(); !Value[bool](tab, "!!("+condition+")"); time.Sleep(50 * time.Millisecond) {
		if time.Since(begin) > 4*time.Minute {
			tab.Wait(condition) // which says what the page shows
		}
	}
}

// TestLabExperiment: an experiment is made in the form and started; the server is killed
// in the middle of it and started again; it goes on by a click, and its games are, byte
// by byte, those of gambito tournament.
func TestLabExperiment(t *testing.T) {
	t.Parallel()
	p := launch(t)
	tab := visit(t, desk)
	tab.expect(gone)
	tab.Go(p.address + "/lab")
	tab.Click("nav a", "New")
	tab.fill("input", "Name of the run", "from-the-form")
	tab.fill("input", "Games a pair", "601")
	tab.See("[role=status]", "One thing is wrong")
	tab.See(".problems li", "Line \\d+ .*must be even.*")
	tab.fill("input", "Games a pair", "600")
	tab.Click("button", "Add an agent")
	tab.See(".start [role=status]", "1,800 games are played at most")
	tab.accessible(t, "the form of an experiment")
	tab.Click("button", "Start")
	tab.Wait("location.pathname === '/lab/runs/from-the-form'")
	tab.See("table td", "\\d+(\\.\\d)? ?%.*")

	p.kill()
	tab.See(".connection.lost", ".+")
	p.start(t)
	tab.Wait("!document.querySelector('.connection.lost')")
	tab.Wait("/stopped/.test(" + runState + ")")
	played := "Number(document.querySelector('.how .numbers').innerText.replaceAll(',', '').match(/^(\\d+) of/)[1])"
	if n := Value[int](tab, played); n == 0 || n >= 1800 {
		t.Errorf("%d games are stored when the server is back; it should be in the middle", n)
	}
	tab.Click(".acts button", "Go on")
	tab.long(t, "/finished/.test("+runState+")")

	text := Value[string](tab, "fetch('/api/runs/from-the-form').then((r) => r.json()).then((r) => r.yaml)")
	other := t.TempDir()
	file := filepath.Join(other, "from-the-form.yaml")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	printed(t, "tournament", file, "--data", other, "--quiet")
	here, there := printed(t, "runs", "export", "from-the-form", "--data", p.data), printed(t, "runs", "export", "from-the-form", "--data", other)
	if here != there || strings.Count(here, "\n") != 1800 {
		t.Errorf("the games of the page (%d lines) are not those of the command line (%d lines)", strings.Count(here, "\n"), strings.Count(there, "\n"))
	}
}

// smallRun is an experiment that takes no time.
const smallRun = `name: small
games: [connect4, tictactoe]
agents: [{name: deep, spec: "alphabeta:depth=2"}, {name: tree, spec: "mcts:sims=20"}, {name: any, spec: random}]
games-per-pair: 20
rounds: 2
openings: random:2
`

// played posts an experiment and waits until it is over.
func (s *Server) played(t *testing.T, yaml string) {
	t.Helper()
	name := strings.TrimPrefix(strings.SplitN(yaml, "\n", 2)[0], "name: ")
	if err := post(s.Address+"/api/runs", map[string]any{"yaml": yaml}, nil); err != nil {
		t.Fatal(err)
	}
	for begin := time.Now(); ; time.Sleep(often) {
		var line struct{ State, Error string }
		if err := get(s.Address+"/api/runs/"+name, &line); err != nil {
			t.Fatal(err)
		}
		switch {
		case line.State == "finished":
			return
		case line.State == "failed" || time.Since(begin) > 2*time.Minute:
			t.Fatalf("the run %s is %s: %s", name, line.State, line.Error)
		}
	}
}

// TestLabGames: a cell of the table leads to its games, and each of those to the board,
// where it is gone through, analysed and reviewed.
func TestLabGames(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.played(t, smallRun)
	tab := visit(t, desk)
	tab.Go(s.Address + "/lab")
	tab.Click("a", "small")
	tab.Click("td a", "deep against any: .*")
	tab.Wait("location.pathname === '/lab/runs/small/games'")
	rows := "[...document.querySelectorAll('.list tbody tr')]"
	tab.Wait(rows + ".length === 50")
	if Value[bool](tab, rows+".some((r) => r.innerText.includes('tree'))") {
		t.Error("games of others are among them")
	}
	tab.Click("a", "Next page")
	tab.Wait(rows + ".length === 30")
	tab.choose("select", "Game", "tictactoe")
	tab.Wait("location.search.includes('game=tictactoe') && " + rows + ".length === 40")
	tab.Click("tbody a", "Replay game 1, .*")
	tab.Wait("document.querySelector('main .table svg')")
	tab.Wait("document.querySelectorAll('[data-ply]').length > 4")
	const drawn = "document.querySelector('main .table svg').innerHTML"
	empty := Value[string](tab, drawn)
	tab.press(kb.End)
	tab.Wait(fmt.Sprintf("location.search.includes('ply=') && %s !== %q", drawn, empty))
	tab.press(kb.Home)
	tab.Wait(fmt.Sprintf("%s === %q", drawn, empty))
	tab.Click("button", "Review")
	tab.Wait("/^.review.tictactoe-/.test(location.pathname)")
	tab.Wait("document.querySelector('.players')")
}
