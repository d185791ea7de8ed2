package agents

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gambito/agent"
	"gambito/game"
	"gambito/games"
	"gambito/neural"
	"gambito/nn"
)

// TestNetworkAgents lets the agents with a network play: legal moves, the same
// for the same seed whatever was played before, and a position left as it was.
func TestNetworkAgents(t *testing.T) {
	registry := New(agent.NewEnvironment(""))
	for _, id := range []string{"connect4", "othello", "breakthrough"} {
		g, err := games.Parse(id)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{
			"alphazero:sims=24", "alphazero:sims=24,batch=1,reuse=off,solver=off,decisive=off", "alphazero:sims=24,gumbel=8",
			"alphazero:sims=24,noise=0.25,temperature=1", "alphazero:sims=24,threads=2", "alphazero:time=5ms",
			"uct-net:sims=24", "uct-net:sims=24,mix=0.5,noise=0.2", "puct-net:sims=24", "policy", "policy:temperature=0.5",
		} {
			spec, err := registry.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			a, err := spec.New(g)
			if err != nil {
				t.Fatal(err)
			}
			reproducible := text != "alphazero:sims=24,threads=2" && text != "alphazero:time=5ms"
			first := playMoves(t, g, a, 1)
			playMoves(t, g, a, 2)
			if again := playMoves(t, g, a, 1); reproducible && !slices.Equal(first, again) {
				t.Errorf("%s, %s: %v, then %v", id, text, first, again)
			}
		}
	}
}

// playMoves asks for moves in a game that goes on with random replies.
func playMoves(t *testing.T, g game.Game, a agent.Agent, seed uint64) (moves []game.Move) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 0))
	s := g.New()
	a.NewGame(0, seed)
	for range 4 {
		before := g.FormatPosition(s)
		m, info, err := a.Choose(context.Background(), s, agent.Limits{})
		if err != nil || g.FormatPosition(s) != before || !slices.Contains(s.Moves(nil), m) || math.Abs(info.Value.Score) > 1 {
			t.Fatalf("move %d, value %g, %v in %s", m, info.Value.Score, err, before)
		}
		moves = append(moves, m)
		s.Play(m)
		reply, _ := game.RandomMove(s, r, nil)
		if s.Play(reply); s.Turn() != 0 {
			break
		}
	}
	return moves
}

// TestFaultyWeights: weights that are numbers, but so large that what comes of them is
// not, are an error that names the model, whoever asks.
func TestFaultyWeights(t *testing.T) {
	g, err := games.Parse("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	e := g.(game.Encoded).Encoding()
	m, err := nn.New(nn.Residual(e.Planes, e.Rows, e.Columns, e.Moves, 8, 1), 1)
	if err != nil {
		t.Fatal(err)
	}
	m.Notes[neural.GameNote] = "tictactoe"
	for _, p := range m.Parameters() {
		for i := range p.Data {
			p.Data[i] *= 1e30
		}
	}
	data, err := m.Encode()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "huge.safetensors")
	if err := os.WriteFile(name, data, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"alphazero:sims=24", "alphazero:sims=24,threads=2", "policy", "policy:temperature=1", "uct-net:sims=24"} {
		before := ":"
		if strings.Contains(text, ":") {
			before = ","
		}
		spec, err := New(agent.NewEnvironment("")).Parse(text + before + "model=" + name)
		if err != nil {
			t.Fatal(err)
		}
		a, err := spec.New(g)
		if err != nil {
			t.Fatal(err)
		}
		a.NewGame(0, 1)
		if _, _, err := a.Choose(context.Background(), g.New(), agent.Limits{}); err == nil || !strings.Contains(err.Error(), name) || !strings.Contains(err.Error(), "no number") {
			t.Errorf("%s chooses with the error %v", text, err)
		}
		if _, err := a.(agent.Analyst).Analyze(context.Background(), g.New(), agent.Question{}); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s analyses with the error %v", text, err)
		}
	}
}

// TestPriorsAreTold checks that an analysis shows what the network thought.
func TestPriorsAreTold(t *testing.T) {
	g, err := games.Parse("connect4")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"alphazero:sims=24", "policy"} {
		spec, err := New(agent.NewEnvironment("")).Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		a, err := spec.New(g)
		if err != nil {
			t.Fatal(err)
		}
		a.NewGame(0, 1)
		found, err := a.(agent.Analyst).Analyze(context.Background(), g.New(), agent.Question{})
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for _, m := range found.Lines {
			sum += m.Prior
		}
		if math.Abs(sum-1) > 1e-5 || len(found.Lines) != 7 {
			t.Errorf("%s: priors of %d moves sum to %g", text, len(found.Lines), sum)
		}
	}
}
