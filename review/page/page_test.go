package page

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gambito/agent"
	"gambito/agents"
	"gambito/arena"
	"gambito/game"
	"gambito/games"
	"gambito/review"
	"gambito/words"
)

var registry = agents.New(agent.NewEnvironment(""))

// reviewed reviews a game of a spec with these moves.
func reviewed(t *testing.T, spec, line, judge string, names ...string) *review.Review {
	t.Helper()
	rules, err := games.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	moves, err := game.ParseLine(rules, rules.New(), line)
	if err != nil {
		t.Fatal(err)
	}
	r, err := review.Run(t.Context(), review.Game{Rules: rules, Start: rules.New(), Moves: moves, Names: names}, review.Settings{Agents: registry, Judge: judge})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// dataIn reads what a page shows.
func dataIn(t *testing.T, content []byte) (d Data) {
	t.Helper()
	found := regexp.MustCompile(`(?s)<script type="application/json" id="data">(.*?)</script>`).FindSubmatch(content)
	if found == nil {
		t.Fatal("there is no data in the page")
	}
	if err := json.Unmarshal(found[1], &d); err != nil {
		t.Fatal(err)
	}
	return d
}

// abroad finds what a page would ask others for.
var abroad = regexp.MustCompile(`(?i)https?:|//[a-z]|\bsrc=|\bhref=|url\(|@import|fetch\(|XMLHttpRequest|import\(`)

// TestPages: pages of games of all kinds hold every move and position, the planted
// blunder with its class, and need nobody else.
func TestPages(t *testing.T) {
	for _, c := range []struct {
		spec, line, judge, kind string
		bad                     int // ply of a bad move
	}{
		{"connect4", "4444435266", "", "grid", 6},
		{"tictactoe", "b2 b1", "", "grid", 1},
		{"tron:8x8", "up,up down,up", "mcts:sims=1000", "grid", 1},
		{"backgammon", "31 8/5,6/5", "td", "backgammon", -1},
		{"gdl:hex", "(place 4 4) (place 1 1)", "ggp:sims=200", "grid", -1},
		{"gdl:lights-out", "(press 4 4) (press 4 1) (press 2 2) (press 1 2) (press 2 3)", "ggp:sims=1000", "grid", 4},
	} {
		r := reviewed(t, c.spec, c.line, c.judge)
		for _, language := range words.Languages {
			content, err := Write(words.For(language), r)
			if err != nil {
				t.Fatal(err)
			}
			if found := abroad.Find(content); found != nil {
				t.Errorf("%s: the page asks others: %s", c.spec, found)
			}
			d := dataIn(t, content)
			if d.Board.Kind != c.kind || len(d.Plies) != len(r.Of.Moves) || len(d.Frames) < len(r.Of.Moves)+1 || len(d.Course.Lines[0]) != len(r.Of.Moves)+1 {
				t.Errorf("%s: the board is %s, there are %d moves, %d positions", c.spec, d.Board.Kind, len(d.Plies), len(d.Frames))
			}
			if c.bad < 0 {
				continue
			}
			worst := d.Plies[c.bad].Moves[0]
			if worst.Class != string(review.Blunder) && worst.Class != string(review.Mistake) || worst.Lost == "" || len(worst.Line) == 0 {
				t.Errorf("%s: the bad move is told %+v", c.spec, worst)
			}
			for _, step := range worst.Line {
				if step.Frame >= len(d.Frames) || step.Frame >= 0 && step.Frame <= len(r.Of.Moves) {
					t.Errorf("%s: a step of the best line shows position %d of %d", c.spec, step.Frame, len(d.Frames))
				}
			}
		}
	}
}

// TestHostileNames: whatever players call themselves stays text.
func TestHostileNames(t *testing.T) {
	content, err := Write(words.Words{}, reviewed(t, "connect4", "44", "mcts:sims=20", `</script><script>alert(1)</script>`, `"><img onerror=x>`))
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(content, []byte("<script>alert")) || bytes.Contains(content, []byte("<img")) || bytes.Count(content, []byte("<script")) != 2 {
		t.Error("a name is part of the page's code")
	}
	dataIn(t, content)
}

// driver steps through a page as a person would, and leaves what it saw in it.
const driver = `<script>
const seen = [], say = () => seen.push(document.querySelector("#moves .now") ? +document.querySelector("#moves .now").dataset.ply : 0);
const click = id => { document.getElementById(id).click(); say(); };
const press = key => { document.dispatchEvent(new KeyboardEvent("keydown", {key})); say(); };
click("first"); click("on"); press("ArrowRight"); press("ArrowLeft"); press("End"); click("back"); press("Home"); click("next");
const before = document.getElementById("board").innerHTML;
document.querySelector("[data-step]").click();
seen.push(document.getElementById("board").innerHTML !== before ? "aside" : "same");
document.getElementById("return").click();
seen.push(document.getElementById("board").innerHTML === before ? "back" : "lost");
document.querySelector("#moves [data-ply='3']").click(); say();
const box = document.getElementById("graph").getBoundingClientRect();
document.getElementById("graph").dispatchEvent(new MouseEvent("click", {clientX: box.right - 10, bubbles: true})); say();
const out = document.createElement("p");
out.id = "seen";
out.textContent = seen.join(" ") + " " + document.querySelectorAll("#board circle").length + " " + document.querySelectorAll("#graph circle").length;
document.body.append(out);
</script>`

// TestInBrowser steps through a page with Chromium, where it is installed.
func TestInBrowser(t *testing.T) {
	browser, err := exec.LookPath("chromium")
	if err != nil || testing.Short() {
		t.Skip("there is no chromium")
	}
	content, err := Write(words.Words{}, reviewed(t, "connect4", "4444435266", ""))
	if err != nil {
		t.Fatal(err)
	}
	// Ten stones have two circles each; four bad moves are marked in the graph.
	if got, want := inBrowser(t, browser, content, driver), "0 1 2 1 10 9 0 7 aside back 3 10 20 4"; got != want {
		t.Errorf("it shows %s, not %s", got, want)
	}
}

// twoGames are those of a match.
const twoGames = "42: 8/4 6/4 roll 51: 8/3 6/5 roll 52: 8/3 4/2 roll 44: 13/9 13/5 8/4 double drop " +
	"54: 24/20 13/8 double take 63: 24/18 13/10 roll 31: 24/23 6/3 21: 18/16 8/7 double drop"

// dots tells how many bad moves the graph marks, and how many of the marks are not at
// a corner of its line.
const dots = `<script>
const corners = [...document.querySelectorAll("#graph path[fill=none]")].map(p => p.getAttribute("d")).join("L").split(/[ML]+/).filter(Boolean).map(p => p.split(" ").map(Number));
const circles = [...document.querySelectorAll("#graph circle")].map(c => [+c.getAttribute("cx"), +c.getAttribute("cy")]);
const out = document.createElement("p");
out.id = "seen";
out.textContent = circles.length + " " + circles.filter(c => !corners.some(p => Math.hypot(p[0] - c[0], p[1] - c[1]) < .2)).length;
document.body.append(out);
</script>`

// TestDots: bad moves are marked on the line, where chance decides behind them as well.
func TestDots(t *testing.T) {
	browser, err := exec.LookPath("chromium")
	if err != nil || testing.Short() {
		t.Skip("there is no chromium")
	}
	content, err := Write(words.Words{}, reviewed(t, "backgammon:match=3", twoGames, "td"))
	if err != nil {
		t.Fatal(err)
	}
	if d := dataIn(t, content); d.Plies[0].Game != "Game 1, 0–0" || d.Plies[13].Game != "Game 2, 1–0" {
		t.Errorf("the moves have the headings %+v", d.Plies)
	}
	if got := inBrowser(t, browser, content, dots); got != "11 0" {
		t.Errorf("marks, and marks off the line: %s", got)
	}
}

// inBrowser is what a script that is added to a page leaves in it.
func inBrowser(t *testing.T, browser string, content []byte, script string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(name, append(bytes.TrimSuffix(content, []byte("</body>\n</html>\n")), script...), 0o644); err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), browser, "--headless", "--no-sandbox", "--disable-gpu", "--window-size=800,900", "--user-data-dir="+t.TempDir(), "--dump-dom", "file://"+name)
	out, err := command.Output()
	if err != nil {
		t.Skipf("chromium does not run here: %v", err)
	}
	found := regexp.MustCompile(`<p id="seen">(.*?)</p>`).FindSubmatch(out)
	if found == nil {
		t.Fatal("the page's script fails")
	}
	return strings.TrimSpace(string(found[1]))
}

// TestMinus: negative numbers are written in one way, and names as they are.
func TestMinus(t *testing.T) {
	content, err := Write(words.For(words.Spanish), reviewed(t, "backgammon:match=3", twoGames, "td", "ana -1", "bob"))
	if err != nil {
		t.Fatal(err)
	}
	if found := regexp.MustCompile(`[">: ]-\d+,\d+`).Find(content); found != nil || !bytes.Contains(content, []byte("−0,")) || !bytes.Contains(content, []byte("ana -1")) {
		t.Errorf("there is %q", found)
	}
}

// TestSpanishMoves: words of moves are translated, of all players who move at once.
func TestSpanishMoves(t *testing.T) {
	content, err := Write(words.For(words.Spanish), reviewed(t, "tron:8x8", "up,up down,left", "mcts:sims=100"))
	if err != nil {
		t.Fatal(err)
	}
	if d := dataIn(t, content); d.Plies[1].Text != "abajo,izquierda" || d.Plies[1].Moves[1].Text != "izquierda" {
		t.Errorf("the move is %+v", d.Plies[1])
	}
}

// TestOutcome: the page tells how a game ended and when it was played, and who begins.
func TestOutcome(t *testing.T) {
	r := reviewed(t, "tictactoe", "b2 a1 b3 c3 b1", "", "Ana", "Beto")
	r.Of.Record = arena.Record{Game: "tictactoe", Agents: []string{"human", "human"}, Seats: []int{0, 1}, Reason: arena.ByTheRules, Moves: "b2 a1 b3 c3 b1", Result: []float64{1, -1}, Date: "2026-03-01T10:20:30Z"}
	content, err := Write(words.For(words.Spanish), r)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Ana (X) gana tras 5 jugadas. Fecha: 2026-03-01 10:20.", "Empieza Ana (X)."} {
		if !bytes.Contains(content, []byte(want)) {
			t.Errorf("it does not tell %q", want)
		}
	}
}

// crowded is a board that now and then cannot be drawn by cells.
type crowded struct{ game.State }

func (crowded) DrawText() []game.TextLine     { return []game.TextLine{{{Plain: "two on a cell"}}} }
func (crowded) DrawCells() (game.Board, bool) { return game.Board{}, false }

// TestCrowded: a position that has no cells is shown as the text it draws.
func TestCrowded(t *testing.T) {
	rules, err := games.Parse("connect4")
	if err != nil {
		t.Fatal(err)
	}
	p := newPainter(words.Words{}, rules)
	if f := p.frame(rules.New()); len(f.Cells) != 42 || f.Lines != nil {
		t.Errorf("the start is %+v", f)
	}
	if f := p.frame(crowded{rules.New()}); f.Cells != nil || len(f.Lines) != 1 || f.Lines[0][0].Text != "two on a cell" {
		t.Errorf("it is %+v", f)
	}
}
