package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"gambito/web/browser"
)

// page is a page in a state that shows what it is for.
type page struct {
	name    string
	address func(server string) (string, error) // its path; what it needs is made first
	prepare func(*browser.Tab)                  // makes the state and waits for it
	readme  string                              // where the README looks for its picture
}

// Games as they may look in the middle.
const (
	othello    = "c4 e3 f4 g5 g4 c5 e6 b4 h6 h4 b3 e7 d2 f6 d3 c1 f7 g7 e8 c2 c6 d6"
	backgammon = "23: 24/21 13/11 roll 43: 13/10 8/4* roll 41: bar/21* 6/5 roll 43: bar/21 6/3 double take 54: 24/15* roll 61:"
	connect4   = "31122211334465223411323645554456577777766"
	hex        = "(place 4 4) (place 3 5) (place 5 3) (place 4 5) (place 5 2) (place 6 2) (place 3 6) (place 5 1)"
	tron       = "up,down up,down right,down right,left right,left right,left up,left up,left up,left up,up right,up right,left"
)

var pages = []page{
	{name: "start", address: at("/"), prepare: wait("((seen) => seen.length && seen.every((e) => e.querySelector('.board')))([...document.querySelectorAll('.picture')].filter((e) => e.getBoundingClientRect().top < innerHeight))")},
	{name: "setup", address: at("/?new=backgammon"), prepare: func(tab *browser.Tab) {
		tab.Click("dialog summary", "Clock, position, dice")
		tab.See("dialog label", "Seed")
	}},
	{name: "play-othello", address: game("othello", othello, person, level), prepare: wait("document.querySelector('.cell.able')"), readme: "docs/page-play.webp"},
	{name: "play-backgammon", address: game("backgammon:match=5", backgammon, person, person), prepare: wait("document.querySelector('.cell.able')")},
	{name: "play-hex", address: game("gdl:hex", hex, person, level), prepare: wait("document.querySelector('.cell.able')")},
	{name: "play-tron", address: game("tron", tron, person, level), prepare: wait("document.querySelector('[data-ply]')")},
	{name: "analyse", address: at("/analyse?game=connect4&moves=4444412222&agent=mcts"), prepare: analyse, readme: "docs/page-analyse.webp"},
	{name: "analyse-backgammon", address: at("/analyse?game=" + url.QueryEscape("backgammon:match=5") + "&moves=" + url.QueryEscape(backgammon)), prepare: func(tab *browser.Tab) {
		tab.Click("button", "Analyse")
		tab.See("table tbody tr", ".+")
	}},
	{name: "review", address: imported("connect4", connect4), prepare: review, readme: "docs/page-review.webp"},
	{name: "classroom", address: at("/classroom?a=alphabeta&b=minimax&step=26"), prepare: wait("document.querySelectorAll('.lesson .view svg').length > 1"), readme: "docs/page-classroom.webp"},
	{name: "classroom-mcts", address: at("/classroom?game=tictactoe&position=" + url.QueryEscape("XO./.X./..O") + "&depth=2&a=mcts:sims=20,policy=ucb&step=60"), prepare: wait("document.querySelector('.lesson .view svg')")},
	{name: "classroom-matrix", address: at("/classroom/matrix?game=chicken"), prepare: wait("document.querySelectorAll('main figure svg').length > 3")},
	{name: "classroom-geometric", address: at("/classroom/matrix?game=" + url.QueryEscape("3 -1 2; -2 4 0") + "&method=geometric"), prepare: wait("document.querySelector('main figure svg')")},
	{name: "classroom-dominance", address: at("/classroom/matrix?game=saddle-point&method=dominance"), prepare: wait("document.querySelector('main .out')")},
	{name: "rulesheets", address: at("/rulesheets"), prepare: wait("document.querySelector('main a[href*=hex]')")},
	{name: "rulesheet", address: at("/rulesheets/hex"), prepare: func(tab *browser.Tab) { tab.See(".sum", "No errors\\.") }},
	{name: "saved", address: saved, prepare: wait("document.querySelectorAll('article .picture svg').length > 3")},
	{name: "lab-runs", address: played("/lab"), prepare: wait("document.querySelectorAll('tbody tr').length > 1")},
	{name: "lab-new", address: at("/lab/new"), prepare: wait("document.querySelector('.form')")},
	{name: "lab-run", address: played("/lab/runs/policies"), prepare: charts, readme: "docs/page-laboratory.webp"},
	{name: "lab-games", address: played("/lab/runs/policies/games?agent=ucb&opponent=random"), prepare: wait("document.querySelector('.list tbody tr')")},
	{name: "lab-game", address: played("/lab/runs/policies/games/0/0/0?ply=9"), prepare: wait("document.querySelector('.table svg')")},
	{name: "lab-compare", address: played("/lab/compare?runs=policies,policies-100"), prepare: charts},
	{name: "lab-studies", address: at("/lab/studies"), prepare: wait("document.querySelectorAll('.study').length > 10")},
	{name: "lab-study", address: at("/lab/studies/ggp/proposed"), prepare: wait("document.querySelector('[data-cell]')")},
	{name: "lab-training", address: trained, prepare: func(tab *browser.Tab) {
		tab.Wait("document.querySelectorAll('[data-testid=curves] circle').length > 3")
	}},
	{name: "lab-networks", address: at("/lab/networks"), prepare: wait("document.querySelector('tbody tr')")},
	{name: "lab-bandits", address: at("/lab/bandits"), prepare: func(tab *browser.Tab) {
		tab.Click("button", "Start")
		tab.Wait("/finished/.test(document.querySelector('.state')?.innerText)")
	}},
	{name: "lab-machine", address: at("/lab/bandits?tab=machine"), prepare: wait("document.querySelector('main svg')")},
	{name: "lab-evolution", address: at("/lab/evolution"), prepare: wait("document.querySelector('main h1')")},
	{name: "api", address: at("/api/docs"), prepare: wait("document.querySelector('h1')")},
}

// analyse lets a search think for a moment, with its tree.
func analyse(tab *browser.Tab) {
	tab.Click("button", "Analyse")
	tab.See("[data-move]", "")
	tab.Click("summary", "Search tree")
	tab.Wait("document.querySelectorAll('[role=treeitem]').length > 3")
	tab.Wait("document.querySelectorAll('.truth b').length > 3")
	tab.Wait("/\\d{3}k|M/.test(document.querySelector('[data-testid=speed]').innerText)")
	tab.Click("button", "Stop")
	tab.Wait("!scrollTo(0, 0)")
}

// review goes to the last mistake of a game.
func review(tab *browser.Tab) {
	tab.Wait("document.querySelector('.players')")
	tab.Click(".list li:last-child .move", "")
	tab.See(".verdict", ".+")
	tab.Wait("!scrollTo(0, 0)")
}

// at is a page that needs nothing.
func at(path string) func(string) (string, error) {
	return func(string) (string, error) { return path, nil }
}

// wait waits until a page shows something.
func wait(condition string) func(*browser.Tab) {
	return func(tab *browser.Tab) { tab.Wait(condition) }
}

// Who plays.
var (
	person = map[string]any{"person": true}
	level  = map[string]any{"spec": "level:4"}
)

// game is a game that is played, after some moves.
func game(spec, moves string, seats ...any) func(string) (string, error) {
	return func(server string) (string, error) {
		var begun struct{ ID string }
		err := post(server+"/api/games", map[string]any{"game": spec, "moves": moves, "seats": seats, "seed": 1}, &begun)
		return "/play/" + begun.ID, err
	}
}

// imported is the review of a game from elsewhere.
func imported(spec, moves string) func(string) (string, error) {
	return func(server string) (string, error) {
		var kept []struct{ ID string }
		if err := post(server+"/api/games/import", map[string]any{"game": spec, "text": moves}, &kept); err != nil {
			return "", err
		}
		return "/review/" + kept[0].ID, nil
	}
}

// saved is the list of games that are kept, with some.
func saved(server string) (string, error) {
	for _, begin := range []func(string) (string, error){
		game("othello", othello, person, level), game("backgammon:match=5", backgammon, person, person),
		game("gdl:hex", hex, person, level), imported("connect4", connect4),
	} {
		if _, err := begin(server); err != nil {
			return "", err
		}
	}
	return "/games", nil
}

// experiment is one that takes a few seconds.
const experiment = `
games: [connect4, breakthrough:6x6]
agents: [{name: ucb, spec: "mcts:sims=%[1]d"}, {name: tuned, spec: "mcts:policy=ucb-tuned,sims=%[1]d"}, {name: thompson, spec: "mcts:policy=thompson,sims=%[1]d"}, {name: random, spec: random}]
games-per-pair: 40
openings: random:2
`

// played is a page of the laboratory that shows runs, which are played first.
func played(path string) func(string) (string, error) {
	return func(server string) (string, error) {
		for name, sims := range map[string]int{"policies": 50, "policies-100": 100} {
			if err := post(server+"/api/runs", map[string]any{"yaml": "name: " + name + fmt.Sprintf(experiment, sims)}, &struct{}{}); err != nil {
				return "", err
			}
			if err := finished(server + "/api/runs/" + name); err != nil {
				return "", err
			}
		}
		return path, nil
	}
}

// finished waits until a run is over.
func finished(address string) error {
	for {
		var line struct{ State, Error string }
		response, err := http.Get(address)
		if err != nil {
			return err
		}
		err = json.NewDecoder(response.Body).Decode(&line)
		response.Body.Close()
		switch {
		case err != nil:
			return err
		case line.State == "finished":
			return nil
		case line.State == "failed" || line.State == "stopped":
			return fmt.Errorf("%s is %s: %s", address, line.State, line.Error)
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// trained is a training that goes on.
func trained(server string) (string, error) {
	body := map[string]any{"name": "first", "game": "tictactoe", "method": "alphazero", "preset": "", "settings": map[string]any{}, "from": "", "seed": "", "steps": 12, "jobs": 0}
	return "/lab/training/first", post(server+"/api/trainings", body, &struct{}{})
}

// charts waits until all that is to be drawn is.
func charts(tab *browser.Tab) {
	tab.Wait("document.querySelectorAll('main svg[aria-label]').length > 1")
	tab.Wait("!scrollTo(0, 0)")
}

// post sends something to the API and reads the answer.
func post(address string, body, answer any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	response, err := http.Post(address, "application/json", bytes.NewReader(text))
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		var refusal struct{ Detail string }
		_ = json.NewDecoder(response.Body).Decode(&refusal) // the status says enough
		return fmt.Errorf("%s: %s: %s", address, response.Status, refusal.Detail)
	}
	return json.NewDecoder(response.Body).Decode(answer)
}
