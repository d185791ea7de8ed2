package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gambito/api"
	"gambito/config"
)

// TestEveryVerbHasAResult: what has --json is in the list of results, and what is in
// the list has --json and is told in the docs.
func TestEveryVerbHasAResult(t *testing.T) {
	docs, err := os.ReadFile("../../docs/results-json.md")
	if err != nil {
		t.Fatal(err)
	}
	flags := jsonFlags(newParser(config.File{}).Model.Node, "")
	for verb := range flags {
		if len(api.Of(verb)) == 0 {
			t.Errorf("gambito %s --json prints nothing that package api lists", verb)
		}
	}
	for _, r := range api.Results {
		if flags[r.Verb] == nil {
			t.Errorf("gambito %s has no --json", r.Verb)
		}
		if !regexp.MustCompile("(?m)^\\| `" + r.Verb + "`.* `" + regexp.QuoteMeta(r.Type()) + "`").Match(docs) {
			t.Errorf("docs/results-json.md does not say that gambito %s prints %s", r.Verb, r.Type())
		}
	}
	if help := flags["match"].Help; help != "Print the result as JSON: Match (gambito schema match)." {
		t.Error(help)
	}
}

// printed are commands that print every kind of result, by verb and the type that
// comes out. They are run in order, in a folder with the files below; PLAYER is the
// address of a player over the protocol of General Game Playing, FLEET the URL of a fleet.
var printed = []struct{ verb, result, args string }{
	{"accuracy", "[]Accuracy", "connect4 --agent random --file sets --exact --mistakes --quiet"},
	{"agents", "[]Declaration", ""},
	{"analyze", "Analysis", "connect4 --agent mcts:sims=100"},
	{"analyze", "Analysis", "connect4 --agent random"},
	{"analyze", "BackgammonAnalysis", "backgammon --position XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10 --agent td"},
	{"analyze", "BackgammonAnalysis", "backgammon:cube=on --position XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10 --agent td"},
	{"match", "Match", "backgammon:cube=on random random -n 3 --mat money.mat --quiet"},
	{"analyze", "BackgammonReview", "backgammon --mat money.mat --agent td"},
	{"bandit regret", "[]Regret", "--arms 2 --rounds 100 --problems 5 --policies ucb;thompson --quiet"},
	{"bandit regret", "[]Regret", "--problem 0.2,0.8 --law constant --rounds 100 --runs 1 --policies ucb --quiet"},
	{"bandit trees", "[]TreeRegret", "--branching 2 --depth 3 --sims 4 --trees 3 --quiet"},
	{"bandit tune", "Tuning", "--arms 2,10 --rounds 100 --problems 5 --quiet"},
	{"bandit tune", "Tuning", "--method annealing --arms 3 --rounds 100 --precision 0.2 --iterations 3 --quiet"},
	{"bearoff", "Bearoff", "0,0,0,5,5,5 --against 0,0,0,5,5,5"},
	{"bearoff", "Bearoff", ""},
	{"bench", "[]Speed", "playout/connect4:4x4"},
	{"bench", "SpeedComparison", "playout/connect4:4x4 --compare speeds.json"},
	{"bench", "WebLoad", "web --players 0 --analyses 0 --streams 2 --time 1s"},
	{"bench", "LabLoad", "lab --turns 0 --stored 2000"},
	{"bench", "FleetLoad", "fleet/waiting --workers 2 --repeats 2 --window 1s"},
	{"evolve", "Evolution", "backgammon --settings small.yaml --quiet"},
	{"evolve", "EvolutionOptions", "--options"},
	{"explain", "[]Walk", "tictactoe --compare alphabeta,pvs --depth 2"},
	{"explain", "[]Lesson", "--compare alphabeta,bstar,mtdf,mcts:sims=5 --tree ((3,17),(2,12)) --steps"},
	{"fleet status", "FleetStatus", "FLEET"},
	{"fleet simulate", "[]FleetForecast", "--workers 2,10 --units 100 --fail 1% --quiet"},
	{"drill", "Faults", "--over book --kills 1 --disks 0 --files 2 --quiet"},
	{"fleet drill", "Drill", "--faults 1 --over tournament --size 0.02 --workers 1 --gap 50ms --quiet"},
	{"games", "[]Game", ""},
	{"gdl bench", "SheetSpeed", "tictactoe --time 10ms"},
	{"gdl list", "[]Declaration", ""},
	{"exploitability", "[]Declaration", ""},
	{"exploitability", "Exploitability", "kuhn random --against pimc:worlds=5"},
	{"train", "StrategyRound", "kuhn --rounds 2 --quiet"},
	{"matrix", "[]MatrixExample", ""},
	{"matrix", "Matrix", "chicken"},
	{"matrix", "Matrix", "1,1,1;2,2,2|0,1,2;3,0,1"},
	{"matrix", "Matrix", "3;-2;1"},
	{"gdl perft", "SheetPerft", "tictactoe 2"},
	{"ggp server", "GGPRecord", "lights-out --players PLAYER --startclock 2 --playclock 2 --quiet"},
	{"levels", "Ladder", "tictactoe --games 2 --quiet"},
	{"levels", "[]Levels", ""},
	{"match", "Match", "connect4 random mcts:sims=10 -n 4 --quiet"},
	{"match", "Match", "connect4 perfect random -n 10 --sprt 0,50 --quiet"},
	{"match", "Match", "gdl:three-in-line random random random -n 3 --quiet"},
	{"match", "Match", "backgammon pubeval random -n 20 --quiet"},
	{"measure", "[]GameSize", "tictactoe tron -n 5 --quiet"},
	{"measure", "[]GameProfile", "tictactoe backgammon -n 5 --profile --quiet"},
	{"moves", "[]string", "connect4"},
	{"moves", "int", "connect4 --count"},
	{"moves", "[]int", "tictactoe --file positions"},
	{"network show", "Network", "connect4"},
	{"train", "TDTraining", "backgammon --out td --games 20 --hidden 64 --measure 4 --quiet"},
	{"network show", "BackgammonNetwork", "td/model.safetensors"},
	{"network show", "Patterns", "patterns.safetensors"},
	{"network show", "PatternValues", "patterns.safetensors --values"},
	{"network show", "[]PatternValues", "patterns.safetensors --table"},
	{"network list", "[]KnownNetwork", ""},
	{"perft", "Perft", "connect4 3 --divide"},
	{"play", "Record", "connect4 --vs random"},
	{"watch", "Record", "tictactoe random --pace 0s"},
	{"reproduce", "[]Study", ""},
	{"reproduce", "[]Finding", "othello/uct-random --scale smoke --quiet"},
	{"gdl check", "[]SheetProblem", "hex"},
	{"config", "Config", ""},
	{"version", "Version", ""},
	{"review", "Review", "blunders.json --quiet"},
	{"review", "Review", "money.mat#1 --agent td --quiet"},
	{"balance", "Balanced", "tictactoe --plies 1-4 --agent mcts:sims=4 --positions 20 --judged 20 --steps 5 --playouts 5 --pairs 2 --quiet"},
	{"tune", "AgentTuning", "tune.yaml --quiet"},
	{"tune", "AgentTuning", "tune-ladder.yaml --quiet"},
	{"tune", "[]Option", "--keys"},
	{"tune", "[]Declaration", "--methods"},
	{"tournament", "Estimate", "small-tournament.yaml --dry-run"},
	{"tournament", "Summary", "small-tournament.yaml --quiet"},
	{"report", "Summary", "small"},
	{"tournament", "Summary", "other-tournament.yaml --quiet"},
	{"report", "[]Summary", "small other"},
	{"runs resume", "Summary", "small --quiet"},
	{"runs export", "Record", "small --times"},
	{"runs import", "Run", "none.gz"},
	{"runs list", "[]Run", ""},
	{"runs show", "RunDetails", "small"},
	{"saved add", "[]SavedGame", "game.json"},
	{"saved list", "[]SavedGame", ""},
	{"saved show", "SavedGameDetails", "last"},
	{"solve", "Solution", "connect4:5x4"},
	{"solve", "[]Solution", "connect4 --file sets"},
	{"solve", "Equilibrium", "kuhn"},
	{"train", "ZeroRound", "tictactoe --out zero --rounds 1 --quiet --set games=4,filters=8,blocks=1,simulations=4,gate_games=2,baseline_games=2,play_sims=4"},
	{"train", "TrainingOptions", "connect4 --options"},
	{"train", "TrainingOptions", "backgammon --options"},
	{"train", "FitRound", "othello --method fit --out fitted --rounds 1 --quiet --set games=20,sets=lines:5,solve=8,held_out=3"},
	{"train", "PatternMeasurement", "tictactoe --method q --out patterns --rounds 1 --quiet --set games=400,every=200,measure=2,exam=10"},
	{"train", "ValueStage", "tictactoe --method value --out value --rounds 1 --quiet --set games=4,simulations=4,epochs=1,measure=2,play_sims=4"},
	{"dataset fit", "ValueStage", "tictactoe set.csv --out set.safetensors --quiet --set epochs=1,network=residual,held_out=0.5"},
	{"network compare", "NetworkComparison", "tictactoe zero/model.safetensors value/model.safetensors -n 2 --sims 4 --positions 10 --quiet"},
}

var printedFiles = map[string]string{
	"patterns.safetensors": string(smallPatterns()),
	"none.gz":              archiveWithoutGames(),
	"set.csv":              "board,player,label\n.........,0,1\n....X....,1,0\nO...X....,0,-1\nO...X...X,1,1\n",
	"speeds.json":          `[{"name":"playout/connect4:4x4","ops_per_second":1000,"unit":"playouts","slowest":900,"fastest":1100,"allocs_per_op":0}]`,
	"sets":                 "2252576253462244111563365343671351441 -1\n7422341735647741166133573473242566 1\n",
	"positions":            "X../.O./...\n",
	"blunders.json": `{"game": "connect4", "agents": ["human", "human"], "names": ["Ana", "Beto"], "seats": [0, 1], "pairing": 0, "number": 0, "seed": 1,
		"moves": "4444435266", "result": null, "reason": "unfinished"}
`,
	"small.yaml": `population: 4
generations: 2
games: 4
finalists: 1
final-games: 4
`,
	"tune.yaml": `name: tuned
game: tictactoe
agent: "mcts:sims=4"
options: {final: [robust, mean], alpha: {min: 0.1, max: 2}}
pairs: 2
games: 20
finals: {candidates: 2, pairs: 2}
confirm: {pairs: 2}
method: "random:batch=4"
`,
	"tune-ladder.yaml": `name: tuned-ladder
game: tictactoe
agent: "mcts:sims=4"
options: {final: [robust, mean], alpha: {min: 0.1, max: 2}}
objective: ladder
against: [random, "mcts:sims=9"]
pairs: 2
games: 20
finals: {candidates: 2, pairs: 2}
confirm: {pairs: 2}
method: "random:batch=4"
`,
	"game.json": `{"game":"connect4","agents":["human","random"],"seats":[0,1],"moves":"4433","reason":"unfinished"}`,
	"other-tournament.yaml": `name: other
games: [tictactoe]
agents: [random, "alphabeta:depth=1"]
games-per-pair: 2
`,
	"small-tournament.yaml": `name: small
games: [tictactoe, "connect4:4x4"]
agents: [random, "alphabeta:depth=1", "mcts:sims=5"]
rounds: 2
games-per-pair: 2
`,
}

// TestResultsConform runs verbs and checks what they print against the schema.
func TestResultsConform(t *testing.T) {
	if raceDetector {
		t.Skip("too slow with the race detector")
	}
	folder := t.TempDir()
	for name, content := range printedFiles {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var schema map[string]any
	decode(t, printing(t, folder, "schema"), &schema)
	remote := startPlayer(t, "--agent", "random")
	broker := startBroker(t, "-q", "--data", t.TempDir())
	addresses := strings.NewReplacer("PLAYER", remote.addr, "FLEET", strings.TrimPrefix(broker.line, "gambito worker "))
	covered := map[string]bool{}
	for _, p := range printed {
		i := slices.IndexFunc(api.Results, func(r api.Result) bool { return r.Verb == p.verb && r.Type() == p.result })
		if i < 0 {
			t.Errorf("gambito %s does not print %s", p.verb, p.result)
			continue
		}
		args := slices.Concat(strings.Fields(p.verb), strings.Fields(addresses.Replace(p.args)), []string{"--json"})
		out := printing(t, folder, args...)
		if err := conforms(schema, i, out); err != nil {
			t.Errorf("gambito %s: %v", strings.Join(args, " "), err)
		}
		covered[p.verb+" "+p.result] = true
	}
	for _, r := range api.Results {
		if !covered[r.Verb+" "+r.Type()] {
			t.Errorf("nothing here prints %s by gambito %s", r.Type(), r.Verb)
		}
	}
}

// printing runs a verb and returns what it prints; TestMain has put gambito on the path.
func printing(t *testing.T, folder string, args ...string) []byte {
	t.Helper()
	c := exec.Command("gambito", args...)
	c.Dir, c.Env, c.Stdin = folder, append(os.Environ(), "GAMBITO_DATA="+filepath.Join(folder, "data")), strings.NewReader("4\n")
	var problems bytes.Buffer
	c.Stderr = &problems
	out, err := c.Output()
	if slow := args[0] == "bench" && c.ProcessState.ExitCode() == 1 && len(out) > 0; err != nil && !slow {
		t.Fatalf("gambito %s: %v\n%s", strings.Join(args, " "), err, problems.Bytes())
	}
	return out
}

func decode(t *testing.T, text []byte, into any) {
	t.Helper()
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatal(err)
	}
}

// conforms checks output, which is one value or one a line, against the schema of a
// result.
func conforms(schema map[string]any, result int, output []byte) error {
	v := validator{schema["$defs"].(map[string]any)}
	decoder := json.NewDecoder(bytes.NewReader(output))
	decoder.UseNumber()
	values := 0
	for ; decoder.More(); values++ {
		var value any
		if err := decoder.Decode(&value); err != nil {
			return err
		}
		if err := v.check("result", schema["anyOf"].([]any)[result].(map[string]any), value); err != nil {
			return err
		}
	}
	if lines := api.Results[result].Lines; values != 1 && !lines || values == 0 {
		return fmt.Errorf("%d values are printed", values)
	}
	return nil
}

// validator knows of JSON Schema what results need; any other keyword is an error.
type validator struct{ defs map[string]any }

func (v validator) check(path string, s map[string]any, value any) error {
	for _, keyword := range slices.Sorted(maps.Keys(s)) {
		if err := v.keyword(path, s, keyword, value); err != nil {
			return err
		}
	}
	return nil
}

func (v validator) keyword(path string, s map[string]any, keyword string, value any) error {
	rule := s[keyword]
	switch keyword {
	case "title", "description", "format":
		return nil
	case "$ref":
		def, ok := v.defs[strings.TrimPrefix(rule.(string), "#/$defs/")].(map[string]any)
		if !ok {
			return fmt.Errorf("%s: %s is not defined", path, rule)
		}
		return v.check(path, def, value)
	case "type":
		if kinds, ok := rule.([]any); !hasType(value, rule) && !(ok && slices.ContainsFunc(kinds, func(kind any) bool { return hasType(value, kind) })) {
			return fmt.Errorf("%s: %v is no %v", path, value, rule)
		}
	case "enum":
		if !slices.Contains(rule.([]any), value) {
			return fmt.Errorf("%s: %v is none of %v", path, value, rule)
		}
	case "minimum":
		if number, ok := value.(json.Number); ok && strings.HasPrefix(number.String(), "-") {
			return fmt.Errorf("%s: %v is below %v", path, value, rule)
		}
	case "anyOf":
		var errs []error
		for _, one := range rule.([]any) {
			err := v.check(path, one.(map[string]any), value)
			if err == nil {
				return nil
			}
			errs = append(errs, err)
		}
		return fmt.Errorf("%s: none of %v", path, errs)
	case "items", "minItems", "maxItems":
		return v.list(path, keyword, rule, value)
	case "properties", "required", "additionalProperties", "propertyNames":
		return v.object(path, s, keyword, value)
	default:
		return fmt.Errorf("%s: unknown keyword %s", path, keyword)
	}
	return nil
}

func hasType(value, kind any) bool {
	switch value := value.(type) {
	case nil:
		return kind == "null"
	case bool:
		return kind == "boolean"
	case string:
		return kind == "string"
	case json.Number:
		return kind == "number" || kind == "integer" && !strings.ContainsAny(value.String(), ".eE")
	case []any:
		return kind == "array"
	}
	return kind == "object"
}

func (v validator) list(path, keyword string, rule, value any) error {
	list, ok := value.([]any)
	if !ok {
		return nil // type says whether it may be something else
	}
	if keyword != "items" {
		if n := int(rule.(float64)); keyword == "minItems" && len(list) < n || keyword == "maxItems" && len(list) > n {
			return fmt.Errorf("%s: %d items, but %s is %d", path, len(list), keyword, n)
		}
		return nil
	}
	for i, item := range list {
		if err := v.check(fmt.Sprintf("%s[%d]", path, i), rule.(map[string]any), item); err != nil {
			return err
		}
	}
	return nil
}

func (v validator) object(path string, s map[string]any, keyword string, value any) error {
	object, ok := value.(map[string]any)
	if !ok {
		return nil
	}
	if keyword == "required" {
		for _, name := range s[keyword].([]any) {
			if _, ok := object[name.(string)]; !ok {
				return fmt.Errorf("%s: %s is missing", path, name)
			}
		}
		return nil
	}
	properties, _ := s["properties"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(object)) {
		own, known := properties[name].(map[string]any)
		rule, _ := s[keyword].(map[string]any) // nil if it is false
		at, of := path+"."+name, object[name]
		switch keyword {
		case "properties":
			rule = own
		case "propertyNames":
			of = name
		case "additionalProperties":
			if !known && rule == nil {
				return fmt.Errorf("%s is not in the schema", at)
			}
			if known {
				continue
			}
		}
		if err := v.check(at, rule, of); err != nil {
			return err
		}
	}
	return nil
}

// TestValidatorRefuses makes sure that the check can fail.
func TestValidatorRefuses(t *testing.T) {
	var s map[string]any
	decode(t, []byte(`{"type": "object", "properties": {
		"n": {"type": "integer", "minimum": 0}, "s": {"type": ["string", "null"], "enum": ["a", "b", null]},
		"pair": {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2},
		"any": {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/d"}]},
		"by": {"type": "object", "additionalProperties": {"type": "boolean"}, "propertyNames": {"enum": ["x"]}}
	}, "required": ["n"], "additionalProperties": false}`), &s)
	v := validator{map[string]any{"d": map[string]any{"type": "boolean"}}}
	check := func(text string) error {
		decoder := json.NewDecoder(strings.NewReader(text))
		decoder.UseNumber()
		var value any
		if err := decoder.Decode(&value); err != nil {
			t.Fatal(err)
		}
		return v.check("it", s, value)
	}
	for _, good := range []string{
		`{"n": 1, "s": "a", "pair": [1, 2.5], "any": true, "by": {"x": true}}`, `{"n": 0, "s": null, "any": null, "by": {}}`,
	} {
		if err := check(good); err != nil {
			t.Errorf("%s: %v", good, err)
		}
	}
	for _, bad := range []string{
		`[]`, `{}`, `{"n": 1.5}`, `{"n": -1}`, `{"n": null}`, `{"n": 1, "m": 1}`, `{"n": 1, "s": "c"}`, `{"n": 1, "s": 1}`,
		`{"n": 1, "pair": [1]}`, `{"n": 1, "pair": [1, 2, 3]}`, `{"n": 1, "pair": [1, "2"]}`, `{"n": 1, "any": 1}`,
		`{"n": 1, "by": {"x": 1}}`, `{"n": 1, "by": {"y": true}}`,
	} {
		if check(bad) == nil {
			t.Errorf("%s is taken", bad)
		}
	}
}

// archiveWithoutGames is one of a run that was begun and not played.
func archiveWithoutGames() string {
	const header = `{"format":"gambito run","version":1,"games":0,"created":"2026-01-02T03:04:05Z","settings":{"format":1,"name":"none","games":[{"id":"tictactoe","agents":[{"spec":"random"},{"spec":"random"}]}],` +
		`"agents":[{"name":"a","spec":"random"},{"name":"b","spec":"random"}],"schedule":"round-robin","rounds":1,"games-per-pair":2,"draw":"half"}}` + "\n"
	var b strings.Builder
	w := gzip.NewWriter(&b)
	fmt.Fprintf(w, "%s{\"sha256\":\"%x\"}\n", header, sha256.Sum256([]byte(header)))
	w.Close()
	return b.String()
}
