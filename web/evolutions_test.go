package web

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gambito/files"
	"gambito/games/backgammon"
	"gambito/learn/breed"
	"gambito/learn/setting"
	"gambito/queue"
)

// tiny is an evolution that takes no time.
func tiny(name string) object {
	return object{"name": name, "preset": "gray", "seed": "3", "settings": map[string]string{
		"population": "4", "elite": "1", "games": "4", "generations": "3", "stale": "0", "finalists": "2", "final-games": "6",
	}}
}

// evolved waits until an evolution has come to rest.
func evolved(t *testing.T, s *Server, name string, wanted func(EvolutionView) bool) (v EvolutionView) {
	t.Helper()
	listen(t, s, "/api/evolutions/"+name+"/events?lang=en", func(e event) bool {
		if err := json.Unmarshal(e.data, &v); err != nil || e.name != "evolution" {
			t.Fatalf("%v: %s", err, e.data)
		}
		return !wanted(v)
	})
	return v
}

// TestEvolution: one that the page begins comes to the bytes of one by itself.
func TestEvolution(t *testing.T) {
	data := t.TempDir()
	s := gameServer(t, data)
	info := read[EvolutionInfo](t, ask(t, s, "POST", "/api/evolutions", tiny("one")))
	if info.State != queue.Waiting && info.State != queue.Running || info.Name != "one" {
		t.Errorf("%+v", info)
	}
	v := evolved(t, s, "one", func(v EvolutionView) bool { return v.State == queue.Done })
	if v.Generations != 3 || len(v.Log) != 3 || len(v.Population) != 4 || len(v.Finalists) != 2 || v.Fitness == nil || v.Vector == nil || v.Finals == nil || len(v.Genes) != 16 {
		t.Fatalf("%+v", v)
	}
	if v.Spec != v.Finalists[0].Spec || !strings.HasPrefix(v.Spec, "rules:weights=") || v.Met != "pubeval" || v.Ended == "" {
		t.Errorf("the best is %s against %s, ended by %q", v.Spec, v.Met, v.Ended)
	}
	if g := begin(t, s, "backgammon", nil, person(), by(v.Spec)); len(g.Seats) != 2 {
		t.Errorf("nobody can play against the best: %+v", g)
	}
	preset, err := setting.FindPreset(breed.Described(), "gray")
	if err != nil {
		t.Fatal(err)
	}
	settings := preset.Settings.(breed.Settings)
	settings.Genetic.Seed = 3
	if err := setting.Set(breed.Options, &settings, "population=4,elite=1,games=4,generations=3,stale=0,finalists=2,final-games=6"); err != nil {
		t.Fatal(err)
	}
	alone, err := breed.New(backgammon.New(), s.options.Agents, settings, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := alone.Evolve(t.Context(), func(*breed.Evolution) error { return nil }); err != nil {
		t.Fatal(err)
	}
	kept, err := files.ReadSealed(filepath.Join(data, "evolutions", "one.json"))
	if err != nil || !bytes.Equal(kept, alone.Save()) {
		t.Errorf("it is not what gambito evolve comes to, %v", err)
	}
	if refused(t, ask(t, s, "POST", "/api/evolutions", tiny("one")), http.StatusConflict) == "" {
		t.Error("it begins twice")
	}
	list := read[Evolutions](t, ask(t, s, "GET", "/api/evolutions", nil)).Evolutions
	if len(list) != 1 || list[0].State != queue.Done || list[0].Final == nil {
		t.Errorf("%+v", list)
	}

	// It goes on, and is deleted.
	ask(t, s, "POST", "/api/evolutions/one/go-on", object{"generations": 5})
	v = evolved(t, s, "one", func(v EvolutionView) bool { return v.State == queue.Done && v.Generations == 5 })
	if len(v.Log) != 5 || len(v.Finalists) != 2 {
		t.Errorf("%d generations, finalists %+v", len(v.Log), v.Finalists)
	}
	refused(t, ask(t, s, "DELETE", "/api/evolutions/one?confirm=two", nil), http.StatusBadRequest)
	if w := ask(t, s, "DELETE", "/api/evolutions/one?confirm=one", nil); w.Code != http.StatusNoContent {
		t.Errorf("%d: %s", w.Code, w.Body)
	}
	if list := read[Evolutions](t, ask(t, s, "GET", "/api/evolutions", nil)).Evolutions; len(list) != 0 {
		t.Errorf("still there: %+v", list)
	}
	if left, err := os.ReadDir(filepath.Join(data, "evolutions")); err != nil || len(left) != 0 {
		t.Errorf("it leaves %v behind, %v", left, err)
	}
	refused(t, ask(t, s, "DELETE", "/api/evolutions/one?confirm=one", nil), http.StatusNotFound)
	refused(t, ask(t, s, "GET", "/api/evolutions/one/events", nil), http.StatusNotFound)
}

// TestEvolutionOfEvaluation: weights of another game's evaluation are bred too, against
// several, and the best can be played.
func TestEvolutionOfEvaluation(t *testing.T) {
	s := gameServer(t, t.TempDir())
	ask(t, s, "POST", "/api/evolutions", object{"name": "four", "preset": "connect4-h2", "settings": map[string]string{
		"against": "default;alphabeta:depth=1,eval=h1:1/2", "search": "alphabeta:depth=1,table=0",
		"population": "4", "elite": "1", "games": "4", "generations": "3", "finalists": "2", "final-games": "6",
	}})
	v := evolved(t, s, "four", func(v EvolutionView) bool { return v.State == queue.Done || v.State == queue.Failed })
	if v.State != queue.Done || v.Game != "connect4" || len(v.Genes) != 6 || len(v.Finalists) == 0 || len(v.Finalists[0].Met) != 2 || len(v.Finals.Rows) != 3*len(v.Finalists) {
		t.Fatalf("%+v", v)
	}
	if !strings.HasPrefix(v.Spec, "alphabeta:depth=1,table=0,eval=h2:") || v.Finalists[0].Met[1].Against != "alphabeta:depth=1,eval=h1:1/2" {
		t.Errorf("the best is %s, %+v", v.Spec, v.Finalists[0])
	}
	if !strings.HasPrefix(v.Command, "gambito evolve connect4 --against 'default;alphabeta:depth=1,eval=h1:1/2' ") || strings.Contains(v.Command, "player") {
		t.Error(v.Command)
	}
	if g := begin(t, s, v.Game, nil, person(), by(v.Spec)); len(g.Seats) != 2 {
		t.Errorf("nobody can play against the best: %+v", g)
	}
	refused(t, ask(t, s, "POST", "/api/evolutions", object{"name": "bad", "preset": "othello-hand", "settings": map[string]string{"from": "1/2"}}), http.StatusBadRequest)
	refused(t, ask(t, s, "POST", "/api/evolutions", object{"name": "bad", "preset": "othello-hand", "settings": map[string]string{"search": "gtp:cmd=x"}}), http.StatusForbidden)
}

// TestEvolutionOfNetwork: thousands of weights are shown by their groups, in an answer
// of a size that a page can bear.
func TestEvolutionOfNetwork(t *testing.T) {
	s := gameServer(t, t.TempDir())
	ask(t, s, "POST", "/api/evolutions", object{"name": "hc", "preset": "hc-gammon", "settings": map[string]string{"games": "2", "generations": "4", "final-games": "4"}})
	v := evolved(t, s, "hc", func(v EvolutionView) bool { return v.State == queue.Done || v.State == queue.Failed })
	if v.State != queue.Done || v.Generations != 4 || len(v.Log) != 0 || len(v.Genes) != 55 || len(v.Population) != 2 || len(v.Population[0].Genes) != 55 || len(v.Vector.Rows) != 55 || len(v.Fitness.Series[0].X) != 4 {
		t.Fatalf("%+v", v)
	}
	if data, err := json.Marshal(v); err != nil || len(data) > 30_000 {
		t.Errorf("the answer has %d bytes, %v", len(data), err)
	}
	if o := ask(t, s, "GET", "/api/evolutions/options?lang=es", nil); o.Body.Len() > 120_000 {
		t.Errorf("the options have %d bytes", o.Body.Len())
	}
	if len(v.Finalists) != 1 || !strings.HasPrefix(v.Spec, "td:model=") || !strings.HasSuffix(v.Spec, "hc.safetensors") || v.Met != "pubeval" {
		t.Errorf("the best is %s against %s", v.Spec, v.Met)
	}
	refused(t, ask(t, s, "POST", "/api/evolutions", object{"name": "huge", "preset": "hc-gammon", "settings": map[string]string{"method": "genetic", "population": "1000"}}), http.StatusBadRequest)
	if w := ask(t, s, "DELETE", "/api/evolutions/hc?confirm=hc", nil); w.Code != http.StatusNoContent {
		t.Errorf("%d: %s", w.Code, w.Body)
	}
	if left, err := os.ReadDir(filepath.Join(s.options.Data, "evolutions")); err != nil || len(left) != 0 {
		t.Errorf("it leaves %v behind, %v", left, err)
	}
}

// TestEvolutionStops: what is stopped goes on where it was, also in another process.
func TestEvolutionStops(t *testing.T) {
	data := t.TempDir()
	s := gameServer(t, data)
	long := tiny("long")
	long["settings"].(map[string]string)["generations"] = "1000"
	ask(t, s, "POST", "/api/evolutions", long)
	evolved(t, s, "long", func(v EvolutionView) bool { return v.Generations > 1 })
	ask(t, s, "POST", "/api/work/evolution/long/stop", nil)
	v := evolved(t, s, "long", func(v EvolutionView) bool { return v.State == queue.Stopped })
	s.Close()
	again := gameServer(t, data)
	if got := read[Evolutions](t, ask(t, again, "GET", "/api/evolutions", nil)).Evolutions; len(got) != 1 || got[0].State != queue.Stopped || got[0].Generations < v.Generations {
		t.Fatalf("%+v", got)
	}
	end := v.Generations + 3
	ask(t, again, "POST", "/api/evolutions/long/go-on", object{"generations": end})
	v = evolved(t, again, "long", func(v EvolutionView) bool { return v.State == queue.Done })
	if v.Generations != end || len(v.Finalists) == 0 {
		t.Errorf("%d generations, not %d", v.Generations, end)
	}
}

// TestEvolutionDeleted: one that runs is stopped first. Seeds are of 64 bits, 0 among them.
func TestEvolutionDeleted(t *testing.T) {
	data := t.TempDir()
	s := gameServer(t, data)
	for _, seed := range []string{"0", "18446744073709551615"} {
		long := tiny("long")
		long["seed"] = seed
		long["settings"].(map[string]string)["generations"] = "1000"
		ask(t, s, "POST", "/api/evolutions", long)
		v := evolved(t, s, "long", func(v EvolutionView) bool { return v.State == queue.Running && v.Generations > 0 })
		if v.Seed != seed || !strings.Contains(v.Command, "--seed "+seed+" ") {
			t.Errorf("seed %s is %s: %s", seed, v.Seed, v.Command)
		}
		if w := ask(t, s, "DELETE", "/api/evolutions/long?confirm=long", nil); w.Code != http.StatusNoContent {
			t.Fatalf("%d: %s", w.Code, w.Body)
		}
		if left, err := os.ReadDir(filepath.Join(data, "evolutions")); err != nil || len(left) != 0 {
			t.Errorf("it leaves %v behind, %v", left, err)
		}
	}
	for _, seed := range []string{"-1", "1.5", "18446744073709551616", "x"} {
		wrong := tiny("wrong")
		wrong["seed"] = seed
		refused(t, ask(t, s, "POST", "/api/evolutions", wrong), http.StatusBadRequest)
	}
}

// TestEvolutionElsewhere: one that another process breeds is shown, and left to it.
func TestEvolutionElsewhere(t *testing.T) {
	data := t.TempDir()
	s := gameServer(t, data)
	folder := filepath.Join(data, "evolutions")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	e, err := breed.New(backgammon.New(), s.options.Agents, breed.Default(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.KeepIn(filepath.Join(folder, "other.json")); err != nil {
		t.Fatal(err)
	}
	if err := e.Keep(); err != nil {
		t.Fatal(err)
	}
	list := read[Evolutions](t, ask(t, s, "GET", "/api/evolutions", nil)).Evolutions
	if len(list) != 1 || list[0].State != queue.Running || !list[0].Elsewhere {
		t.Errorf("%+v", list)
	}
	refused(t, ask(t, s, "DELETE", "/api/evolutions/other?confirm=other", nil), http.StatusConflict)
	if err := e.Leave(); err != nil {
		t.Fatal(err)
	}
	if list := read[Evolutions](t, ask(t, s, "GET", "/api/evolutions", nil)).Evolutions; len(list) != 1 || list[0].State != queue.Stopped {
		t.Errorf("after it has left: %+v", list)
	}
}

func TestEvolutionsRefuse(t *testing.T) {
	s := gameServer(t, t.TempDir())
	with := func(name, value string) object {
		o := tiny("x")
		o["settings"].(map[string]string)[name] = value
		return o
	}
	named := func(name string) object { return tiny(name) }
	for _, c := range []struct {
		body object
		want string
	}{
		{with("population", "many"), "population"},
		{with("player", "chess"), "player"},
		{with("against", "human"), "thinks for itself"},
		{with("against", "nobody"), "nobody"},
		{with("agree", "rank:0"), "agree"},
		{with("nothing", "1"), "unknown setting"},
		{with("from", "1/2,population=3"), "no comma"},
		{with("from", "1/2"), "numbers"},
		{with("generations", "100000"), "at most"},
		{with("population", "5000"), "at most"},
		{object{"name": "x", "settings": map[string]string{"games": "1000000"}}, "games in all"},
		{with("final-games", "1"), "final-games"},
		{named("../x"), "name"},
		{named(".x"), "name"},
		{object{"name": "x", "preset": "none"}, "unknown preset"},
	} {
		if got := refused(t, ask(t, s, "POST", "/api/evolutions?lang=en", c.body), http.StatusBadRequest); !strings.Contains(got, c.want) {
			t.Errorf("%v: %s", c.body, got)
		}
	}
	refused(t, ask(t, s, "POST", "/api/evolutions", with("against", "gtp:cmd=sh")), http.StatusForbidden)
	refused(t, ask(t, s, "POST", "/api/evolutions/none/go-on", object{}), http.StatusNotFound)
	refused(t, ask(t, serverFor(t, Options{}), "POST", "/api/evolutions", tiny("x")), http.StatusConflict)
	time.Sleep(10 * time.Millisecond)
	if list := read[Evolutions](t, ask(t, s, "GET", "/api/evolutions", nil)).Evolutions; len(list) != 0 {
		t.Errorf("something was begun: %+v", list)
	}
	o := read[EvolutionOptions](t, ask(t, s, "GET", "/api/evolutions/options?lang=en", nil))
	if len(o.Options) != len(breed.Options) || len(o.Presets) < 10 || len(o.Players) != len(breed.Kinds) || len(o.Players[1].Genes) != 22 {
		t.Errorf("%+v", o)
	}
}
