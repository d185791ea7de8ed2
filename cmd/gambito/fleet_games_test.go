package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gambito/agent"
	"gambito/agents"
	"gambito/arena"
	"gambito/crew"
	"gambito/experiment"
	"gambito/fleet"
	"gambito/fleet/broker"
	"gambito/game"
	"gambito/games"
	"gambito/models"
	"gambito/run"
	"gambito/spec"
	"gambito/store"
)

// fleetFiles are experiments with agents and games of all sorts. A network, lines of
// openings and rules lie beside them.
var fleetFiles = map[string]string{
	"network": `name: network
games: [connect4]
agents: ["alphazero:sims=8,model=FOLDER/mine.model", "mcts:sims=30", "alphabeta:depth=2", random, "level:1"]
games-per-pair: 2
openings: random:2
`,
	"rules": `name: rules
games: ["gdl:FOLDER/mine.kif", breakthrough, tictactoe]
agents: ["mcts:sims=10", random, "mcts:sims=20"]
games-per-pair: 2
openings: random:1
`,
	"dice": `name: dice
games: [backgammon, einstein]
agents: [random, "mcts:sims=3"]
games-per-pair: 4
resign: {value: 0.9, moves: 2}
`,
	"lines": `name: lines
games: [connect4]
agents: ["mcts:sims=20", random]
games-per-pair: 6
openings: FOLDER/lines.txt
`,
	"sprt": `name: sprt
games: [tictactoe]
agents: ["mcts:sims=50", random]
rounds: 50
games-per-pair: 20
openings: random:1
stop: {rule: sprt, elo0: 0, elo1: 100}
`,
	"swiss": `name: swiss
games: [tictactoe]
agents: ["mcts:sims=50", random, "mcts:sims=5", "alphabeta:depth=1", "alphabeta:depth=3"]
schedule: swiss
rounds: 3
games-per-pair: 4
openings: random:1
`,
}

// fleetFolder has the files that experiments name.
func fleetFolder(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	model, ok := models.Read("connect4")
	if !ok {
		t.Fatal("there is no network")
	}
	sheet, err := os.ReadFile("../../gdl/sheets/tictactoe.kif")
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{"mine.model": model, "mine.kif": sheet, "lines.txt": []byte("4 4 3\n1 2\n7 6 5\n")} {
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// playedBy plays an experiment, again where games were taken back, and returns its games as they are exported, and the
// machines that played them.
func playedBy(t *testing.T, text string, players arena.Crew) (games string, machines int) {
	t.Helper()
	e, err := experiment.Parse([]byte(text), "", agents.New(agent.NewEnvironment("")))
	if err == nil {
		err = e.Check()
	}
	if err != nil {
		t.Fatal(err)
	}
	db, err := store.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	r, err := run.Begin(db, e, text)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for tries := 0; ; tries++ {
		err := r.Play(t.Context(), players, func(arena.News) {})
		if err == nil {
			break
		}
		if crew.InDoubt(err) == nil || tries > 3 {
			t.Fatal(err)
		}
	}
	info, err := db.Run(e.Name)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	seen := map[string]bool{}
	err = db.Records(info, func(r arena.Record) error {
		seen[r.Machine] = true
		r.Seconds, r.Build, r.Machine = nil, "", ""
		return json.NewEncoder(&b).Encode(r)
	})
	if err != nil || info.Finished == nil {
		t.Fatalf("finished %v, %v", info.Finished, err)
	}
	return b.String(), len(seen)
}

// hire adds workers to the fleet of a broker until there are so many.
func hire(t *testing.T, b *broker.Broker, from, to int) {
	t.Helper()
	for i := from; i < to; i++ {
		hireOne(t, b, fmt.Sprint("worker", i), fleetKinds())
	}
}

// hireOne adds a worker that knows some kinds of work, until the test ends.
func hireOne(t *testing.T, b *broker.Broker, name string, kinds []crew.Kind) {
	t.Helper()
	link, err := fleet.Connect(t.Context(), fleet.Options{URL: b.Inside(), Inside: b, Name: name})
	if err != nil {
		t.Fatal(err)
	}
	w := fleet.NewWorker(link, kinds, fleet.WorkerOptions{Name: name, Jobs: 1, Cache: t.TempDir()})
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- w.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil && !errors.Is(err, context.Canceled) {
			t.Logf("%s: %v", name, err)
		}
		link.Close()
	})
}

// newFleet starts a broker and joins it as the one who has work.
func newFleet(t *testing.T, o fleet.ClientOptions) (*broker.Broker, *fleet.Client) {
	t.Helper()
	if raceDetector {
		t.Skip("too slow with the race detector")
	}
	b, err := broker.Start(broker.Options{Addr: "127.0.0.1:0", Store: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	link, err := fleet.Connect(t.Context(), fleet.Options{URL: b.Inside(), Inside: b, Name: "coordinator", Patience: 2 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(link.Close)
	return b, fleet.NewClient(link, fleetKinds(), o)
}

// TestFleetGames: the games of all sorts of experiments are the same bytes on a real
// fleet of 1, 2, 4 and 16 workers.
func TestFleetGames(t *testing.T) {
	var told []string
	b, client := newFleet(t, fleet.ClientOptions{Tell: func(line string) { told = append(told, line) }})
	folder := fleetFolder(t)
	want := map[string]string{}
	texts := map[string]string{}
	for name, text := range fleetFiles {
		texts[name] = strings.ReplaceAll(text, "FOLDER", folder)
		want[name], _ = playedBy(t, texts[name], run.Crew(2))
	}
	workers := 0
	for _, n := range []int{1, 2, 4, 16} {
		hire(t, b, workers, n)
		workers = n
		for name, text := range texts {
			got, machines := playedBy(t, text, arena.Remote{Fleet: client})
			if got != want[name] {
				t.Errorf("%s: %d workers play otherwise:\n%.1500s\nnot\n%.1500s", name, n, got, want[name])
			}
			if machines < 1 || machines > n {
				t.Errorf("%s: %d machines of %d", name, machines, n)
			}
		}
	}
	if said := strings.Join(told, "\n"); strings.Contains(said, "banned") || strings.Contains(said, "contradict") {
		t.Errorf("the client says %s", said)
	}
}

// hasty is what a liar has in place of the agent random: it takes the first move.
type hasty struct{}

func (hasty) NewGame(game.Player, uint64) {}

func (hasty) Choose(_ context.Context, s game.State, _ agent.Limits) (game.Move, agent.Info, error) {
	return s.Moves(nil)[0], agent.Info{}, nil
}

// TestFleetLiar: a worker whose games are legal, but not those of the experiment, is
// found out, and leaves no game behind.
func TestFleetLiar(t *testing.T) {
	b, client := newFleet(t, fleet.ClientOptions{Salt: "a text of some length"})
	hire(t, b, 0, 2)
	entry := agent.Entry{Schema: spec.Schema{ID: "random"}, Make: agent.Maker{New: func(agent.Order) (agent.Agent, error) { return hasty{}, nil }}}
	hireOne(t, b, "liar", []crew.Kind{arena.Games(func(e *agent.Environment) *agent.Registry { return agents.New(e, entry) }, games.ParseSealed)})
	const text = "name: liar\ngames: [connect4]\nagents: [random, 'mcts:sims=20']\ngames-per-pair: 200\n"
	want, _ := playedBy(t, text, run.Crew(2))
	got, machines := playedBy(t, text, arena.Remote{Fleet: client})
	if got != want {
		t.Error("games of a liar have stayed")
	}
	if machines > 2 {
		t.Errorf("%d machines have played", machines)
	}
}
