package web

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"gambito/agent"
	"gambito/agents"
	"gambito/arena"
	"gambito/games/tictactoe"
	"gambito/report"
	"gambito/run"
	"gambito/store"
)

// figureStore is a data folder with finished runs of these names.
func figureStore(t *testing.T, names ...string) string {
	t.Helper()
	data := t.TempDir()
	db, err := store.Open(data)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	g, err := tictactoe.New(3, 3)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		e := &arena.Experiment{Name: name, Schedule: arena.RoundRobin, Rounds: 2, GamesPerPair: 6, Draw: arena.DrawHalf, Seed: 1 << 63, Stop: arena.Stop{Rule: arena.StopFixed}, Venues: []arena.Venue{{Game: g}}}
		for _, spec := range []string{"random", "alphabeta:depth=2"} {
			s, err := agents.New(agent.NewEnvironment("")).Parse(spec)
			if err != nil {
				t.Fatal(err)
			}
			e.Entrants = append(e.Entrants, arena.Entrant{Name: spec, Spec: s})
		}
		r, err := run.Begin(db, e, "")
		if err == nil {
			err = r.Play(context.Background(), run.Crew(1), func(arena.News) {})
		}
		if err == nil {
			err = r.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return data
}

// TestFilesOfARun: what report --out writes, over HTTP.
func TestFilesOfARun(t *testing.T) {
	data := figureStore(t, "one")
	s := serverFor(t, Options{Agents: testAgents(""), Data: data})
	for file, want := range map[string]string{
		"shares.svg": "<metadata>command: gambito tournament one.yaml; seed: 9223372036854775808; build: ", "course.pdf": "/Subject (command: gambito tournament one.yaml; seed: 9223372036854775808",
		"standings.csv": "# seed: 9223372036854775808\n", "cross.md": "<!-- command: gambito tournament one.yaml -->", "tests.tex": "\\toprule\n",
	} {
		w := ask(t, s, "GET", "/api/runs/one/files/"+file, nil)
		if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), want) || !strings.Contains(w.Header().Get("Content-Disposition"), "attachment; filename=one-"+file) {
			t.Errorf("%s: %d, %v: %.300s", file, w.Code, w.Header(), w.Body)
		}
	}
	for path, want := range map[string]string{
		"/api/runs/one/files/shares.csv": `there is no file "shares.csv"; there are shares.svg, shares.pdf, `, "/api/runs/two/files/shares.svg": `there is no run "two"`,
		"/api/compare?runs=one,two": `there is no run "two"`,
	} {
		if got := refused(t, ask(t, s, "GET", path, nil), http.StatusNotFound); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s", path, got)
		}
	}
	refused(t, ask(t, serverFor(t, Options{Agents: testAgents("")}), "GET", "/api/runs/one/files/shares.svg", nil), http.StatusConflict)
	refused(t, ask(t, serverFor(t, Options{Agents: testAgents(""), Data: t.TempDir()}), "GET", "/api/runs/one/files/shares.svg", nil), http.StatusNotFound)
}

func TestCompareRuns(t *testing.T) {
	s := serverFor(t, Options{Agents: testAgents(""), Data: figureStore(t, "sims-100", "sims-1000")})
	e := read[report.Exhibits](t, ask(t, s, "GET", "/api/compare?runs=sims-100,sims-1000", nil))
	if len(e.Sheets) != 1 || len(e.Sheets[0].Columns) != 11 || len(e.Sheets[0].Rows) != 2 || e.Figures[0].Name != "compare-shares" || len(e.Figures[0].Chart.Rows) != 4 {
		t.Errorf("they are %+v", e)
	}
	for _, runs := range []string{"", "sims-100", "sims-100,", "a,b,c,d,e,f,g,h,i", "sims-100,sims-100"} {
		refused(t, ask(t, s, "GET", "/api/compare?runs="+runs, nil), http.StatusBadRequest)
	}
}

// TestFigureRequests: what a page shows becomes a file, null is no value, and what is too
// much or none is refused.
func TestFigureRequests(t *testing.T) {
	s := serverFor(t, Options{Agents: testAgents("")})
	line := object{"title": "α", "x": object{"label": "x"}, "y": object{"label": "y"}, "series": []object{{"name": "one", "x": []any{1, 2, 3, 4}, "y": []any{1, nil, 3, 4}}}}
	w := ask(t, s, "POST", "/api/figures?format=svg", object{"chart": line, "origin": object{"command": "gambito bandit", "seed": "1"}})
	if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "image/svg+xml" || !strings.Contains(w.Body.String(), "<metadata>command: gambito bandit; seed: 1</metadata>") || strings.Count(w.Body.String(), "<circle") != 1 {
		t.Errorf("%d: %s", w.Code, w.Body)
	}
	if w := ask(t, s, "POST", "/api/figures?format=pdf", object{"chart": line}); w.Code != http.StatusOK || !bytes.HasPrefix(w.Body.Bytes(), []byte("%PDF-1.4")) {
		t.Errorf("%d: %.100s", w.Code, w.Body)
	}
	table := object{"name": "x", "title": "50 %", "columns": []object{{"title": "a"}}, "rows": [][]object{{{"text": "½", "value": 0.5}}}}
	for format, want := range map[string]string{"csv": "a\n0.5\n", "md": "| ½ |", "tex": `\caption{50 \%}`} {
		if w := ask(t, s, "POST", "/api/sheets?format="+format, object{"sheet": table}); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%d: %s", w.Code, w.Body)
		}
	}
	many := make([]object, figureRows+1)
	for i := range many {
		many[i] = object{"name": "x", "bar": 1}
	}
	for want, body := range map[string]object{
		"a chart has at most 200 series, 500 rows and 100000 points": {"chart": object{"title": "", "x": object{"label": ""}, "rows": many}},
		"there is nothing to draw":                                   {"chart": object{}},
		"series \"\" has 1 x and 0 y values":                         {"chart": object{"series": []object{{"x": []int{1}}}}},
	} {
		if got := refused(t, ask(t, s, "POST", "/api/figures", body), http.StatusBadRequest); got != want {
			t.Errorf("%s, not %s", got, want)
		}
	}
	if got := refused(t, ask(t, s, "POST", "/api/sheets", object{"sheet": object{"columns": make([]object, 201)}}), http.StatusBadRequest); got != "a table has at most 200 columns and 100000 cells" {
		t.Error(got)
	}
}

// FuzzFigure: any chart is refused, or a file comes of it.
func FuzzFigure(f *testing.F) {
	s := serverFor(f, Options{Agents: testAgents("")})
	f.Add(`{"title":"x","x":{"label":"","log":true,"include":[1e308,-1e308,null]},"series":[{"name":"\u0000","x":[1e-308,1e308],"y":[0,5e-324],"low":[1,2],"high":[3,4],"like":-1}]}`, "pdf")
	f.Add(`{"rows":[{"name":"a","bar":1e308,"dot":-1e308,"interval":{"low":1,"high":0},"box":{"outliers":[null]},"colour":-5}],"palette":"graded"}`, "svg")
	f.Add(`{"columns":[{"title":"\\","group":"g"}],"rows":[[{"text":"%","low":1e308,"high":-0}]]}`, "tex")
	f.Fuzz(func(t *testing.T, text, format string) {
		if !json.Valid([]byte(text)) {
			t.Skip("no JSON")
		}
		path, field := "/api/figures?format="+format, "chart"
		if format != "svg" && format != "pdf" {
			format = []string{"csv", "md", "tex"}[len(format)%3]
			path, field = "/api/sheets?format="+format, "sheet"
		}
		w := ask(t, s, "POST", path, map[string]json.RawMessage{field: json.RawMessage(text)})
		if w.Code >= 500 || w.Code == http.StatusOK && (strings.Contains(w.Body.String(), "NaN ") || w.Body.Len() == 0) {
			t.Errorf("%d: %.300s", w.Code, w.Body)
		}
	})
}
