package arena

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"gambito/agent"
	"gambito/agents"
	"gambito/game"
	"gambito/games"
	"gambito/games/connect4"
	"gambito/games/othello"
	"gambito/games/tictactoe"
	"gambito/games/tron"
	"gambito/spec"
)

// scripted is an agent that does what a function says.
type scripted func(s game.State) (game.Move, error)

func (scripted) NewGame(game.Player, uint64) {}
func (f scripted) Choose(_ context.Context, s game.State, _ agent.Limits) (game.Move, agent.Info, error) {
	m, err := f(s)
	return m, agent.Info{Nodes: 1}, err
}

func entry(id string, f scripted) agent.Entry {
	return agent.Entry{
		Schema: spec.Schema{ID: id},
		Make:   agent.Maker{New: func(agent.Order) (agent.Agent, error) { return f, nil }},
	}
}

var registry = agents.New(agent.NewEnvironment(""),
	entry("lowest", func(s game.State) (game.Move, error) { return s.Moves(nil)[0], nil }),
	entry("highest", func(s game.State) (game.Move, error) { m := s.Moves(nil); return m[len(m)-1], nil }),
	entry("cheat", func(game.State) (game.Move, error) { return 999, nil }),
	entry("broken", func(game.State) (game.Move, error) { return 0, errors.New("out of order") }),
	entry("coward", func(game.State) (game.Move, error) { return 0, agent.ErrResigned }),
	entry("leaver", func(game.State) (game.Move, error) { return 0, agent.ErrQuit }),
)

func parse(t *testing.T, text string) agent.Spec {
	t.Helper()
	s, err := registry.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func standardConnect4(t *testing.T) game.Game {
	t.Helper()
	g, err := connect4.New(7, 6, 4)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func run(t *testing.T, m Match) (records []Record, tally Tally) {
	t.Helper()
	err := m.Run(context.Background(), func(r Record) error {
		records = append(records, r)
		tally.Add(r)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return records, tally
}

// withoutTimes is the records as text, as far as they can be reproduced.
func withoutTimes(t *testing.T, records []Record) string {
	t.Helper()
	var b strings.Builder
	for _, r := range records {
		r.Seconds = nil
		line, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(append(line, '\n'))
	}
	return b.String()
}

func TestJobsDoNotMatter(t *testing.T) {
	g := othello.New()
	m := Match{Game: g, Agents: []agent.Spec{parse(t, "random"), parse(t, "random")}, Games: 60, Seed: 7, Jobs: 1}
	m.Openings = Openings{plies: 3}
	records, _ := run(t, m)
	one := withoutTimes(t, records)
	for _, jobs := range []int{2, 3, 8, 100} {
		m.Jobs = jobs
		records, _ := run(t, m)
		if withoutTimes(t, records) != one {
			t.Errorf("%d jobs change the games", jobs)
		}
	}
	m.Seed = 8
	records, _ = run(t, m)
	if withoutTimes(t, records) == one {
		t.Error("the seed does not change the games")
	}
}

// TestSeedsStay pins games, so that a change of the derivation of seeds, which
// would make old results irreproducible, is noticed.
func TestSeedsStay(t *testing.T) {
	m := Match{Game: standardConnect4(t), Agents: []agent.Spec{parse(t, "random"), parse(t, "random")}, Games: 2, Seed: 1, Jobs: 1, Openings: Openings{plies: 4}}
	records, _ := run(t, m)
	got := records[0].Moves + " " + records[1].Moves
	if want := "22425476633221732544 22424675354736621"; got != want {
		t.Errorf("the games are %s, not %s", got, want)
	}
}

// TestSeedsDiffer changes one part at a time, to large and odd numbers too.
func TestSeedsDiffer(t *testing.T) {
	numbers := []uint64{0, 1, 2, 0xd800, 0xdfff, 0xfffd, 0x10ffff, 0x110000, 123456789, 987654321, 1 << 63, 1<<64 - 1}
	seen := map[uint64]string{}
	note := func(what string, seed uint64) {
		if twin, ok := seen[seed]; ok && twin != what {
			t.Errorf("%s and %s have the same seed", twin, what)
		}
		seen[seed] = what
	}
	for _, n := range numbers {
		note(fmt.Sprint("run ", n), pairSeed(n, "othello", 7, 7))
		note(fmt.Sprint("agent's run ", n), AgentSeed(n, "othello", 7, 7, 0))
		note(fmt.Sprint("run of dice ", n), diceSeed(n, "othello", 7, 7))
		note(fmt.Sprint("pair ", n), pairSeed(7, "connect4", 8, int(n)))
		note(fmt.Sprint("number ", n), AgentSeed(7, "connect4", 8, int(n), 0))
		note(fmt.Sprint("seat of ", n), AgentSeed(7, "connect4", 8, int(n), 1))
		note(fmt.Sprint("pairing ", n), AgentSeed(7, "tictactoe", int(n), 9, 1))
	}
}

func TestSidesAlternateAndPairsShareOpenings(t *testing.T) {
	g := othello.New()
	m := Match{Game: g, Agents: []agent.Spec{parse(t, "random"), parse(t, "lowest")}, Games: 40, Seed: 1, Jobs: 2, Openings: Openings{plies: 5}}
	opening := func(r Record) string { return strings.Join(strings.Fields(r.Moves)[:r.Opening], " ") }
	records, _ := run(t, m)
	distinct := map[string]bool{}
	for i, r := range records {
		if r.Number != i || r.Seats[0] != i%2 || r.Seats[1] != 1-i%2 || r.Agents[r.Seats[0]] != "random" {
			t.Fatalf("game %d is %+v", i, r)
		}
		if r.Opening != 5 {
			t.Fatalf("game %d has an opening of %d", i, r.Opening)
		}
		if i%2 == 1 && opening(r) != opening(records[i-1]) {
			t.Errorf("games %d and %d of a pair start with %s and %s", i-1, i, opening(records[i-1]), opening(r))
		}
		distinct[opening(r)] = true
	}
	if len(distinct) < 15 {
		t.Errorf("20 pairs have only %d openings", len(distinct))
	}
	m.Unpaired = true
	records, _ = run(t, m)
	same := 0
	for i := 1; i < len(records); i += 2 {
		if opening(records[i]) == opening(records[i-1]) {
			same++
		}
	}
	if same > 3 {
		t.Errorf("%d of 20 pairs share their opening although they draw their own", same)
	}
}

func TestTally(t *testing.T) {
	// On 3×3 the lowest free cell against the highest is decided, and always
	// the same game.
	g, err := tictactoe.New(3, 3)
	if err != nil {
		t.Fatal(err)
	}
	_, tally := run(t, Match{Game: g, Agents: []agent.Spec{parse(t, "lowest"), parse(t, "highest")}, Games: 10, Jobs: 2})
	if tally.Games != 10 || tally.Wins != [2]int{5, 5} || tally.FirstWins != [2]int{5, 5} || tally.Draws != 0 || tally.Points != [2]float64{5, 5} {
		t.Errorf("the tally is %+v", tally)
	}
	if tally.Identical != 8 {
		t.Errorf("%d games are identical, not 8 of 10", tally.Identical)
	}
	var points Tally
	points.Add(Record{Seats: []int{1, 0}, Result: []float64{2, -2}})
	points.Add(Record{Seats: []int{0, 1}, Result: []float64{0, 0}})
	if points.Points != [2]float64{0.5, 2.5} || points.Draws != 1 || points.Wins != [2]int{0, 1} || points.FirstWins != [2]int{0, 1} {
		t.Errorf("the tally is %+v", points)
	}
}

func TestForfeits(t *testing.T) {
	for text, want := range map[string]Reason{"cheat": IllegalMove, "broken": AgentError, "coward": Resignation} {
		records, tally := run(t, Match{Game: standardConnect4(t), Agents: []agent.Spec{parse(t, text), parse(t, "random")}, Games: 4, Jobs: 1})
		if tally.Wins != [2]int{0, 4} {
			t.Errorf("%s: wins %v", text, tally.Wins)
		}
		for _, r := range records {
			if r.Reason != want || r.Result[0]+r.Result[1] != 0 {
				t.Errorf("%s: the record is %+v", text, r)
			}
		}
		if text == "broken" && (tally.Forfeits != [2]int{4, 0} || tally.Faults[0] != "out of order") {
			t.Errorf("%s: the tally is %+v", text, tally)
		}
	}
}

// TestPlayersMoveTogether plays Tron: both seats choose from the position
// before anybody has moved, and records hold joint moves.
func TestPlayersMoveTogether(t *testing.T) {
	g, err := tron.New(10)
	if err != nil {
		t.Fatal(err)
	}
	var seen [2][]string // the positions each seat was asked in
	watcher := func(seat int, m game.Move) agent.Entry {
		return entry([]string{"rising", "falling"}[seat], func(s game.State) (game.Move, error) {
			seen[seat] = append(seen[seat], g.FormatPosition(s))
			return m, nil
		})
	}
	registry := agents.New(agent.NewEnvironment(""), watcher(0, 0), watcher(1, 2), entry("cheat", func(game.State) (game.Move, error) { return 4, nil }))
	match := func(first, second string) Record {
		a, err := registry.Parse(first)
		if err != nil {
			t.Fatal(err)
		}
		b, err := registry.Parse(second)
		if err != nil {
			t.Fatal(err)
		}
		records, _ := run(t, Match{Game: g, Agents: []agent.Spec{a, b}, Games: 1, Jobs: 1})
		return records[0]
	}
	// Red goes up from 3,3 and blue down from 8,8: both hit the border at once.
	r := match("rising", "falling")
	if want := strings.TrimSpace(strings.Repeat("up,down ", 8)); r.Moves != want || r.Result[0] != 0 || r.Result[1] != 0 {
		t.Errorf("the record is %+v", r)
	}
	if len(seen[0]) != 8 || !slices.Equal(seen[0], seen[1]) {
		t.Errorf("the seats saw\n%v\n%v", seen[0], seen[1])
	}
	if r := match("cheat", "rising"); r.Reason != IllegalMove || r.Result[0] != -1 || r.Result[1] != 1 {
		t.Errorf("an illegal move gives %+v", r)
	}
	r = match("cheat", "cheat")
	if r.Reason != IllegalMove || r.Result[0] != -1 || r.Result[1] != -1 || len(r.Faults) != 2 {
		t.Errorf("two illegal moves give %+v", r)
	}
	var tally Tally
	tally.Add(r)
	if tally.Draws != 0 || tally.Points != [2]float64{} || tally.Forfeits != [2]int{1, 1} || tally.Faults[1] == "" {
		t.Errorf("two illegal moves count as %+v", tally)
	}
	if r := match("random", "random"); r.Reason != ByTheRules || !strings.Contains(r.Moves, ",") {
		t.Errorf("random play gives %+v", r)
	}
}

// TestFinishedGamesAreHandedOver stops matches in the middle: no game that was
// finished may be lost.
func TestFinishedGamesAreHandedOver(t *testing.T) {
	g := standardConnect4(t)
	for range 300 {
		var finished atomic.Int64
		quitter := entry("quitter", func(s game.State) (game.Move, error) {
			if finished.Load() == 2 {
				return 0, agent.ErrQuit
			}
			moves := s.Moves(nil)
			next := s.Clone()
			if next.Play(moves[0]); next.Turn() == game.Over {
				finished.Add(1)
			}
			return moves[0], nil
		})
		spec, err := agents.New(agent.NewEnvironment(""), quitter).Parse("quitter")
		if err != nil {
			t.Fatal(err)
		}
		handed := int64(0)
		err = Match{Game: g, Agents: []agent.Spec{spec, spec}, Games: 5, Jobs: 1}.Run(context.Background(), func(Record) error { handed++; return nil })
		if !errors.Is(err, agent.ErrQuit) || handed != 2 {
			t.Fatalf("%d games were handed over, %v", handed, err)
		}
	}
}

func TestCheck(t *testing.T) {
	short, err := connect4.New(2, 2, 2)
	if err != nil {
		t.Fatal(err)
	}
	m := Match{Game: short, Agents: []agent.Spec{parse(t, "random"), parse(t, "random")}, Games: 2, Openings: Openings{plies: 3}}
	if m.Check() == nil {
		t.Error("a match with impossible openings is possible")
	}
	m.Openings = Openings{}
	if err := m.Check(); err != nil {
		t.Error(err)
	}
}

func TestRunStops(t *testing.T) {
	m := Match{Game: standardConnect4(t), Agents: []agent.Spec{parse(t, "random"), parse(t, "random")}, Games: 100_000, Jobs: 2}
	boom := errors.New("boom")
	seen := 0
	err := m.Run(context.Background(), func(Record) error {
		seen++
		if seen == 10 {
			return boom
		}
		return nil
	})
	if !errors.Is(err, boom) || seen != 10 {
		t.Errorf("after %d games the error is %v", seen, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	err = m.Run(ctx, func(r Record) error {
		if r.Number == 5 {
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled match returns %v", err)
	}
	m.Agents[0] = parse(t, "leaver")
	if err := m.Run(context.Background(), func(Record) error { return nil }); !errors.Is(err, agent.ErrQuit) {
		t.Errorf("a match that a person leaves returns %v", err)
	}
}

func TestOpenings(t *testing.T) {
	g := standardConnect4(t)
	file := filepath.Join(t.TempDir(), "openings")
	write := func(content string) {
		if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("# three lines\n44\n\n1 2 3\n7654\n")
	o, err := ParseOpenings(g, file)
	if err != nil || len(o.lines) != 3 {
		t.Fatalf("the openings are %v, %v", o, err)
	}
	for pair, want := range []string{"[3 3]", "[0 1 2]", "[6 5 4 3]", "[3 3]"} {
		if line, err := o.draw(g, pair, 0); fmt.Sprint(line) != want || err != nil {
			t.Errorf("pair %d opens with %v, %v", pair, line, err)
		}
	}
	for content, want := range map[string]string{
		"44\n8\n":    `line 2: move 1: "8" is not a column: columns are 1 to 7 (legal are 1, 2, 3, 4, 5, 6, 7)`,
		"1212121\n":  "line 1: the game is over after it",
		"\n# none\n": "there is no line of moves in it",
	} {
		write(content)
		if _, err := ParseOpenings(g, file); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%q: the error is %v, not %s", content, err, want)
		}
	}
	for _, text := range []string{"", "random:", "random:0", "random:-1", "random:42", "random:x", "some", "/nowhere/at/all"} {
		if _, err := ParseOpenings(g, text); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: the error is %v", text, err)
		}
	}
	if o, err := ParseOpenings(g, "none"); err != nil || o.plies != 0 || o.lines != nil {
		t.Errorf("none is %v, %v", o, err)
	}
	// All games of this board are over before ply 3.
	short, err := connect4.New(2, 2, 2)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (Openings{plies: 3}).draw(short, 0, 1); err == nil {
		t.Error("an opening longer than every game was drawn")
	}
}

// parseRecord reads one record as JSON and checks it.
func parseRecord(g game.Game, text []byte) (r Record, start game.State, moves []game.Move, err error) {
	if err = json.Unmarshal(text, &r); err == nil {
		start, moves, err = r.Replay(g)
	}
	return r, start, moves, err
}

func TestReplay(t *testing.T) {
	g := standardConnect4(t)
	records, _ := run(t, Match{Game: g, Agents: []agent.Spec{parse(t, "random"), parse(t, "lowest")}, Games: 20, Jobs: 1, Openings: Openings{plies: 2}})
	for _, r := range records {
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		back, start, moves, err := parseRecord(g, text)
		if err != nil {
			t.Fatal(err)
		}
		if back.Moves != r.Moves || game.FormatLine(g, start, moves) != r.Moves {
			t.Errorf("%s is read as %s", r.Moves, back.Moves)
		}
	}
	for text, want := range map[string]string{
		`{"game":"othello"}`:                                `it is a game of "othello", not of "connect4"`,
		`{"game":"connect4"}`:                               "it names 0 agents, not 2",
		record(`"moves":"8"`):                               `move 1: "8" is not a column`,
		record(`"position":"X"`):                            `position "X"`,
		record(`"opening":3`):                               "of which 3 cannot be the opening",
		record(`"opening":-1`):                              "of which -1 cannot be the opening",
		record(`"reason":"rules"`):                          `its reason is "rules"`,
		record(`"reason":"banana"`):                         `its reason is "banana", which is not a known one`,
		record(`"reason":"resigned"`):                       "it names nobody's fault",
		record(`"reason":"resigned","faults":[{"seat":2}]`): "a fault is of seat 2 of 2",
		record(`"reason":"resigned","result":[1,1],"faults":[{"seat":0,"reason":"resigned"}]`): "its result [1 1], but by its moves and faults that is [-1 1]",
		record(`"seats":[5,-1]`):  "its seats are [5 -1]",
		record(`"seats":[0]`):     "its seats are [0]",
		record(`"result":[1,-1]`): `its reason is "unfinished" and its result [1 -1]`,
		record(`"result":[1]`):    "its result [1]",
		record(`"moves":"1212121","reason":"rules","result":[-1,1]`): "its result [-1 1], but by its moves and faults that is [1 -1]",
	} {
		if _, _, _, err := parseRecord(g, []byte(text)); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: the error is %v, not %s", text, err, want)
		}
	}
}

// record is an unfinished game with some fields changed.
func record(fields string) string {
	return `{"game":"connect4","agents":["human","random"],"moves":"","reason":"unfinished",` + fields + `}`
}

func FuzzReplay(f *testing.F) {
	g, err := connect4.New(7, 6, 4)
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte(record(`"moves":"4433"`)))
	f.Add([]byte(record(`"moves":"1212121","reason":"rules","result":[1,-1]`)))
	f.Add([]byte(record(`"position":"......./......./......./......./......./...X..."`)))
	f.Fuzz(func(t *testing.T, text []byte) {
		r, start, moves, err := parseRecord(g, text)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r") {
				t.Fatalf("the error is not one line: %q", err)
			}
			return
		}
		if again, err := game.ParseLine(g, start.Clone(), game.FormatLine(g, start, moves)); err != nil || !slices.Equal(again, moves) {
			t.Fatalf("%q has the moves %v, which are read as %v, %v", r.Moves, moves, again, err)
		}
	})
}

func FuzzOpenings(f *testing.F) {
	f.Add("44\n123\n# x\n")
	f.Fuzz(func(t *testing.T, content string) {
		g, _ := connect4.New(7, 6, 4)
		o, err := parseOpeningLines(g, "file", content)
		if (err == nil) != (o.lines != nil) {
			t.Fatalf("%q: %v, %v", content, o, err)
		}
	})
}

// TestRecordsOfEarlierVersions: records that an earlier gambito wrote are still
// read, those of games that were given up among them, which counted once then.
func TestRecordsOfEarlierVersions(t *testing.T) {
	text, err := os.ReadFile("testdata/before.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	read := map[Reason]int{}
	for line := range strings.Lines(string(text)) {
		var named struct{ Game string }
		if err := json.Unmarshal([]byte(line), &named); err != nil {
			t.Fatal(err)
		}
		g, err := games.Parse(named.Game)
		if err != nil {
			t.Fatal(err)
		}
		r, _, _, err := parseRecord(g, []byte(line))
		if err != nil {
			t.Errorf("%v: %s", err, line)
		}
		read[r.Reason]++
	}
	if read[ByTheRules] != 1 || read[Unfinished] != 1 || read[Resignation] != 2 {
		t.Errorf("the reasons are %v", read)
	}
}

// TestIncompleteMatches: a match that lacks something is refused by Check and by
// Run, which need not follow it.
func TestIncompleteMatches(t *testing.T) {
	g := standardConnect4(t)
	random := parse(t, "random")
	for says, m := range map[string]Match{
		"a match needs a game":              {Games: 3},
		"between 2 agents, and 0 are given": {Game: g, Games: 2},
		"an agent of the match is empty":    {Game: g, Agents: make([]agent.Spec, 2), Games: 2},
		"-2 games from number 0 on cannot":  {Game: g, Agents: []agent.Spec{random, random}, Games: -2},
		"between 2 agents, and 3 are given": {Game: g, Agents: []agent.Spec{random, random, random}, Games: 2},
	} {
		run := m.Run(t.Context(), func(Record) error { return nil })
		for _, err := range []error{m.Check(), run} {
			if err == nil || !strings.Contains(err.Error(), says) {
				t.Errorf("%s: the error is %v", says, err)
			}
		}
	}
}
