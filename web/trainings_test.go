package web

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gambito/games"
	"gambito/learn/network"
	"gambito/learn/training"
	"gambito/models"
)

// tinyTraining are settings with which a round takes no time.
var tinyTraining = object{"games": "8", "filters": "8", "blocks": "0", "simulations": "2", "fast": "1", "gate_games": "0", "baseline_games": "4", "opening": "2", "truth": "10"}

// learned waits until a training is as wanted.
func learned(t *testing.T, s *Server, name string, wanted func(Training) bool) (last Training) {
	t.Helper()
	listen(t, s, "/api/trainings/"+name+"/events", func(e event) bool {
		last = dataOf[Training](t, e)
		if last.Error != "" {
			t.Fatalf("%s: %s", last.State, last.Error)
		}
		return !wanted(last)
	})
	return last
}

// TestTraining begins a training of tic-tac-toe, sees its curves grow, has a game of its
// network shown, plays against it, stops it, goes on, and deletes it.
func TestTraining(t *testing.T) {
	data := t.TempDir()
	s := gameServer(t, data)
	methods := read[TrainingMethods](t, ask(t, s, "GET", "/api/trainings/methods?game=tictactoe", nil))
	if len(methods.Methods) != len(training.Methods()) || methods.Methods[0].Name != training.Zero || methods.Methods[0].Presets[0].Name != "seconds" || methods.Methods[0].Presets[0].Settings["blocks"] != "2" {
		t.Errorf("%+v", methods)
	}
	line := read[TrainingLine](t, ask(t, s, "POST", "/api/trainings", object{"name": "ttt", "game": "tictactoe", "settings": tinyTraining, "steps": 2, "seed": "7"}))
	if line.Method != training.Zero || line.Name != "ttt" || line.Game != "tictactoe" {
		t.Errorf("%+v", line)
	}
	done := learned(t, s, "ttt", func(v Training) bool { return v.State == trainingDone && v.Steps == 2 })
	if len(done.Curves) != 3 || len(done.Curves[0].Chart.Series[0].X) != 2 || len(done.History.Rows) != 2 || done.Seed != "7" || done.Truth == nil || !done.Trained {
		t.Errorf("%+v", done)
	}
	const command = "gambito train tictactoe --method alphazero --seed 7 --set blocks=0"
	if !strings.HasPrefix(strings.ReplaceAll(done.Origin.Command, "filters=8,", ""), command) || !strings.HasSuffix(done.Origin.Command, "--out DATA/training/ttt") {
		t.Errorf("the command is %s", done.Origin.Command)
	}
	for _, body := range []object{{}, {"opponent": "random", "second": true}, {"opponent": "perfect", "seed": 3}} {
		game := read[TrainingGame](t, ask(t, s, "POST", "/api/trainings/ttt/game", body))
		if len(strings.Fields(game.Moves)) < 5 || game.Outcome == "" || len(game.Players) != 2 || (game.Players[0] == "ttt") == (body["second"] == true) {
			t.Errorf("%+v", game)
		}
	}
	refused(t, ask(t, s, "POST", "/api/trainings/ttt/game", object{"opponent": "gtp:cmd=sh"}), 400)
	begin(t, s, "tictactoe", nil, person(), by(done.Agent)) // without --trust
	refused(t, ask(t, s, "POST", "/api/games", object{"game": "tictactoe", "seats": []object{person(), by("alphazero:model=" + filepath.Join(data, "training", "ttt", "model.safetensors"))}}), 403)

	refused(t, ask(t, s, "POST", "/api/trainings/ttt/stop", nil), 409)
	read[TrainingLine](t, ask(t, s, "POST", "/api/trainings/ttt/go-on", object{"steps": 1000000}))
	learned(t, s, "ttt", func(v Training) bool { return v.State == trainingRuns && v.Steps > 2 })
	refused(t, ask(t, s, "DELETE", "/api/trainings/ttt", nil), 400)
	refused(t, ask(t, s, "DELETE", "/api/trainings/ttt?confirm=other", nil), 400)
	read[TrainingLine](t, ask(t, s, "POST", "/api/trainings/ttt/stop", nil))
	learned(t, s, "ttt", func(v Training) bool { return v.State == trainingStopped })
	s.Close()
	s = gameServer(t, data) // after a restart it is still stopped
	learned(t, s, "ttt", func(v Training) bool { return v.State == trainingStopped })
	if list := read[Trainings](t, ask(t, s, "GET", "/api/trainings", nil)); len(list.Trainings) != 1 || list.Trainings[0].Called != "tic-tac-toe" && list.Trainings[0].Called == "" {
		t.Errorf("%+v", list)
	}
	if w := ask(t, s, "DELETE", "/api/trainings/ttt?confirm=ttt", nil); w.Code != 204 {
		t.Errorf("%d: %s", w.Code, w.Body)
	}
	if _, err := os.Stat(models.In(data).Training("ttt")); !os.IsNotExist(err) {
		t.Errorf("it is still there: %v", err)
	}
}

// TestTrainingElsewhere shows a training that another process has taken, and leaves it
// alone.
func TestTrainingElsewhere(t *testing.T) {
	data := t.TempDir()
	s := gameServer(t, data)
	g, err := games.Parse("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	set, err := settingList(map[string]string{"games": "4", "filters": "8", "blocks": "0", "simulations": "2", "fast": "1", "baseline_games": "0", "opening": "2", "truth": "0"})
	if err != nil {
		t.Fatal(err)
	}
	plan, err := training.Choose(t.Context(), training.Request{Game: g, Folder: models.In(data).Training("theirs"), Set: set, Seed: 1, Jobs: 1})
	if err != nil {
		t.Fatal(err)
	}
	theirs, err := plan.Open()
	if err != nil {
		t.Fatal(err)
	}
	if list := read[Trainings](t, ask(t, s, "GET", "/api/trainings", nil)); len(list.Trainings) != 1 || list.Trainings[0].State != trainingAway {
		t.Errorf("%+v", list)
	}
	for _, r := range [][2]string{{"POST", "/api/trainings/theirs/go-on"}, {"DELETE", "/api/trainings/theirs?confirm=theirs"}} {
		if said := refused(t, ask(t, s, r[0], r[1], object{"steps": 1}), 409); strings.Contains(said, data) {
			t.Errorf("%v: %s", r, said)
		}
	}
	if _, err := theirs.Next(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	if err := theirs.Close(); err != nil {
		t.Fatal(err)
	}
	read[TrainingLine](t, ask(t, s, "POST", "/api/trainings/theirs/go-on", object{"steps": 1}))
	learned(t, s, "theirs", func(v Training) bool { return v.State == trainingDone && v.Steps == 2 })
}

// TestTrainingRefusals: what cannot be learned is told in a sentence, and nothing is
// begun.
func TestTrainingRefusals(t *testing.T) {
	data := t.TempDir()
	s := gameServer(t, data)
	for name, body := range map[string]object{
		"../x": {}, "a/b": {}, "..": {}, "connect4": {}, "backgammon": {}, "x.safetensors": {}, "-x": {},
		"unknown-game":   {"game": "chess"},
		"no-planes":      {"game": "tron"},
		"unknown-method": {"method": "genetic"},
		"wrong-method":   {"game": "backgammon", "method": "fit"},
		"unsolvable":     {"game": "breakthrough", "method": "solver"},
		"unknown-preset": {"preset": "server"},
		"setting":        {"settings": object{"gmes": "3"}},
		"value":          {"settings": object{"games": "0"}},
		"list":           {"settings": object{"games": "3,filters=8"}},
		"file":           {"from": "/etc/passwd"},
		"other-network":  {"from": "connect4"},
		"seed":           {"seed": "-1"},
		"steps":          {"steps": 0},
		"jobs":           {"jobs": -1},
	} {
		request := object{"name": name, "game": "tictactoe", "steps": 1}
		for key, value := range body {
			request[key] = value
		}
		w := ask(t, s, "POST", "/api/trainings", request)
		if said := refused(t, w, w.Code); w.Code < 400 || w.Code >= 500 || strings.Contains(said, data) {
			t.Errorf("%s: %d %s", name, w.Code, said)
		}
	}
	if entries, _ := os.ReadDir(filepath.Join(data, "training")); len(entries) > 0 {
		t.Errorf("%v is there", entries)
	}
	for _, path := range []string{"/api/trainings/none/events", "/api/trainings/..%2f..%2fx/events"} {
		refused(t, ask(t, s, "GET", path, nil), 404)
	}
	refused(t, ask(t, serverFor(t, Options{}), "POST", "/api/trainings", object{"name": "a", "game": "tictactoe", "steps": 1}), 409)
}

// drop sends a file.
func drop(s *Server, name string, content []byte) *httptest.ResponseRecorder {
	r := httptest.NewRequest("POST", "/api/networks?name="+url.QueryEscape(name), bytes.NewReader(content))
	r.Host = "127.0.0.1:7777"
	r.Header.Set("Content-Type", "application/octet-stream")
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	return w
}

// TestNetworks drops networks on the page, and compares them with those that come with
// gambito.
func TestNetworks(t *testing.T) {
	data := t.TempDir()
	s := gameServer(t, data)
	good, _ := models.Read("connect4")
	e := read[network.Entry](t, drop(s, "copy.safetensors", good))
	if e.Name != "copy" || e.Game != "connect4" || e.Source != network.Dropped {
		t.Errorf("%+v", e)
	}
	for name, content := range map[string][]byte{
		"copy": good, "connect4": good, "../x": good, "..": good, "a/b": good, "": good, strings.Repeat("a", 65): good,
		"cut": good[:len(good)/2], "empty": {}, "text": []byte("no network"), "header": bytes.Repeat([]byte{255}, 100),
		"games": bytes.Replace(good, []byte(`"game":"connect4"`), []byte(`"game":"connect5"`), 1),
	} {
		w := drop(s, name, content)
		if said := refused(t, w, w.Code); w.Code < 400 || w.Code >= 500 || strings.Contains(said, data) {
			t.Errorf("%s: %d %s", name, w.Code, said)
		}
	}
	if list := read[Networks](t, ask(t, s, "GET", "/api/networks", nil)); len(list.Networks) != len(network.Names())+1 || list.Networks[1].History != nil {
		t.Errorf("%+v", list)
	}
	events := listen(t, s, "/api/networks/compare?networks=connect4,copy&games=2&sims=2&positions=20", nil)
	last := events[len(events)-1]
	if found := dataOf[NetworkComparing](t, last); last.name != "end" || found.Matches[0].Games != 2 || found.Networks[1].Speed <= 0 || found.Networks[0].Truth == nil || found.Networks[0].Truth.Kept < 15 {
		t.Errorf("%s: %s", last.name, last.data)
	}
	for _, names := range []string{"connect4", "connect4,othello", "connect4,none", "connect4,connect4", "connect4,../copy", "a,b,c,d,e,f,g"} {
		w := ask(t, s, "GET", "/api/networks/compare?networks="+url.QueryEscape(names), nil)
		if refused(t, w, w.Code); w.Code != http.StatusBadRequest && w.Code != http.StatusNotFound {
			t.Errorf("%s: %d", names, w.Code)
		}
	}
	refused(t, ask(t, s, "DELETE", "/api/networks/copy", nil), 400)
	refused(t, ask(t, s, "DELETE", "/api/networks/connect4?confirm=connect4", nil), 400)
	if w := ask(t, s, "DELETE", "/api/networks/copy?confirm=copy", nil); w.Code != 204 {
		t.Errorf("%d: %s", w.Code, w.Body)
	}
	refused(t, ask(t, s, "DELETE", "/api/networks/copy?confirm=copy", nil), 404)
}

// TestLearningInSpanish: methods, settings, presets, curves and tables have Spanish words.
func TestLearningInSpanish(t *testing.T) {
	s := serverFor(t, Options{})
	for _, game := range []string{"tictactoe", "connect4", "othello", "breakthrough", "backgammon"} {
		english := read[TrainingMethods](t, ask(t, s, "GET", "/api/trainings/methods?game="+game, nil))
		spanish := read[TrainingMethods](t, ask(t, s, "GET", "/api/trainings/methods?lang=es&game="+game, nil))
		for i, m := range english.Methods {
			other := spanish.Methods[i]
			if m.About == other.About {
				t.Errorf("%s: %q", m.Name, m.About)
			}
			for j, o := range m.Options {
				if o.Help == other.Options[j].Help {
					t.Errorf("%s, %s: %q", m.Name, o.Name, o.Help)
				}
			}
			for j, p := range m.Presets {
				if p.About == other.Presets[j].About {
					t.Errorf("%s, %s: %q", m.Name, p.Name, p.About)
				}
			}
		}
	}
	if tron := read[TrainingMethods](t, ask(t, s, "GET", "/api/trainings/methods?game=tron", nil)); len(tron.Methods) > 0 || tron.Why == "" {
		t.Errorf("%+v", tron)
	}
}

// TestCurvesInSpanish: curves and tables are told in the language of the page, agents by
// their specs.
func TestCurvesInSpanish(t *testing.T) {
	s := gameServer(t, t.TempDir())
	read[TrainingLine](t, ask(t, s, "POST", "/api/trainings", object{"name": "tres", "game": "tictactoe", "settings": tinyTraining, "steps": 1}))
	learned(t, s, "tres", func(v Training) bool { return v.State == trainingDone && v.Steps == 1 })
	var v Training
	listen(t, s, "/api/trainings/tres/events?lang=es", func(e event) bool { v = dataOf[Training](t, e); return false })
	if v.Curves[0].Chart.Title != "Fuerza mientras aprende" || v.Curves[0].Chart.Series[2].Name != "contra random" || v.Against != "contra perfect" {
		t.Errorf("%+v", v.Curves[0].Chart)
	}
	titles := ""
	for _, c := range v.History.Columns {
		titles += c.Title + " "
	}
	if want := "ronda partidas posiciones partidas/s jugadas política valor puerta, % contra perfect contra random sola, % segundos "; titles != want {
		t.Errorf("the columns are %s", titles)
	}
}
