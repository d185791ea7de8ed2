package agents_test

import (
	"bufio"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"gambito/agent"
	"gambito/agents"
	"gambito/game"
	"gambito/game/gametest"
	"gambito/search/exact"
)

func parsePosition(t *testing.T, g game.Game, line string) game.State {
	t.Helper()
	s := g.New()
	if _, err := game.ParseLine(g, s, line); err != nil {
		t.Fatal(err)
	}
	return s
}

func choose(t *testing.T, a agent.Agent, s game.State) (game.Move, agent.Info) {
	t.Helper()
	m, info, err := a.Choose(context.Background(), s, agent.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return m, info
}

// playOut plays s to its end and returns the score of player 0 and all that was
// told about the moves.
func playOut(t *testing.T, players [2]agent.Agent, s game.State, seed uint64) (score float64, told []agent.Info) {
	t.Helper()
	for seat, a := range players {
		a.NewGame(game.Player(seat), seed+uint64(seat))
	}
	for s.Turn() != game.Over {
		m, info, err := players[s.Turn()].Choose(context.Background(), s, agent.Limits{})
		if err != nil {
			t.Error(err) // not Fatal: this is called by several goroutines
			return 0, nil
		}
		told = append(told, info)
		s.Play(m)
	}
	return s.Score(0), told
}

// randomly plays random moves; the position is not one where the game is over.
func randomly(g game.Game, plies int, r *rand.Rand) game.State {
	for {
		s := g.New()
		for range plies {
			if moves := s.Moves(nil); len(moves) > 0 {
				s.Play(moves[r.IntN(len(moves))])
			}
		}
		if s.Turn() != game.Over {
			return s
		}
	}
}

func TestPerfectConnect4(t *testing.T) {
	g := parseGame(t, "connect4")
	perfect := newAgent(t, g, "perfect")
	random := newAgent(t, g, "random")
	for seed := range uint64(20) {
		if score, _ := playOut(t, [2]agent.Agent{perfect, random}, g.New(), seed); score != 1 {
			t.Errorf("seed %d: as first it scores %g against random moves", seed, score)
		}
		if score, _ := playOut(t, [2]agent.Agent{random, perfect}, g.New(), seed); score > 0 {
			t.Errorf("seed %d: as second it loses to random moves", seed)
		}
	}
	if score, _ := playOut(t, [2]agent.Agent{perfect, newAgent(t, g, "alphabeta:depth=6")}, g.New(), 1); score != 1 {
		t.Errorf("as first it scores %g against alpha-beta search", score)
	}
	s := g.New()
	score, told := playOut(t, [2]agent.Agent{perfect, newAgent(t, g, "perfect")}, s, 1)
	if score != 1 || len(told) != 41 {
		t.Errorf("against itself the first scores %g after %d plies, not 1 after 41", score, len(told))
	}
	for ply, info := range told {
		if want := float64(1 - 2*(ply%2)); info.Value.Score != want {
			t.Errorf("ply %d: the value is %g, not %g", ply, info.Value.Score, want)
		}
	}
}

// checkConnect4 checks that the agent's move in a position is worth score.
func checkConnect4(t *testing.T, g game.Game, a agent.Agent, solver exact.Solver, line string, score int) {
	t.Helper()
	s := parsePosition(t, g, line)
	a.NewGame(s.Turn(), 1)
	m, info := choose(t, a, s)
	s.Play(m)
	if after, err := solver.Solve(context.Background(), s); err != nil || after != -score {
		t.Errorf("%s: column %d is worth %d, the best %d, %v", line, m+1, -after, score, err)
	}
	if want := max(-1, min(1, score)); info.Value.Score != float64(want) {
		t.Errorf("%s: the value is %g, not %d", line, info.Value.Score, want)
	}
}

func TestPerfectConnect4Positions(t *testing.T) {
	g := parseGame(t, "connect4")
	solver, err := exact.New(g)
	if err != nil {
		t.Fatal(err)
	}
	for _, spec := range []string{"perfect", "perfect:ties=random,table=1", "perfect:threads=2", "perfect:time=1m"} {
		a := newAgent(t, g, spec)
		for line, score := range map[string]int{
			"": 1, "1": 2, "2252576253462244111563365343671351441": -1, "7422341735647741166133573473242566": 1,
			"3135151421347443544172316522225776773566": 0, "56166146423261152341216473547": 4, "5455174361263362": -1, "2416615552": 4, "157564142155": -5,
		} {
			checkConnect4(t, g, a, solver, line, score)
		}
	}
}

func TestPerfectConnect4Reference(t *testing.T) {
	g := parseGame(t, "connect4")
	a := newAgent(t, g, "perfect")
	solver, err := exact.New(g)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Test_L3_R1", "Test_L2_R1", "Test_L1_R1", "Test_L2_R2_first500"} {
		file, err := os.Open(gametest.Reference(t, "connect4/"+name))
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		scanner := bufio.NewScanner(file)
		for number := 0; number < 200 && scanner.Scan(); number++ {
			line, value, _ := strings.Cut(scanner.Text(), " ")
			score, err := strconv.Atoi(value)
			if err != nil {
				t.Fatal(err)
			}
			checkConnect4(t, g, a, solver, line, score)
		}
	}
}

func TestPerfectOthello(t *testing.T) {
	g := parseGame(t, "othello")
	solver := exact.NewOthello(16)
	r := rand.New(rand.NewPCG(1, 2))
	agents := []agent.Agent{newAgent(t, g, "perfect"), newAgent(t, g, "perfect:ties=random,table=1")}
	for range 40 {
		s := randomly(g, 49+r.IntN(8), r)
		scores, err := solver.SolveMoves(context.Background(), s)
		if err != nil {
			t.Fatal(err)
		}
		best := slices.MaxFunc(scores, func(a, b exact.MoveScore) int { return a.Score - b.Score }).Score
		for _, a := range agents {
			a.NewGame(s.Turn(), r.Uint64())
			m, info := choose(t, a, s)
			if !slices.Contains(scores, exact.MoveScore{Move: m, Score: best}) || info.Value.Score != float64(max(-1, min(1, best))) {
				t.Errorf("%s: it plays %s, value %g; the moves are worth %v", g.FormatPosition(s), g.FormatMove(s, m), info.Value.Score, scores)
			}
		}
	}

	// Before, it plays as alpha–beta does; with empties=0 to the end.
	r = rand.New(rand.NewPCG(3, 4))
	plain, never := newAgent(t, g, "alphabeta:depth=3"), newAgent(t, g, "perfect:depth=3,empties=0")
	for _, plies := range []int{0, 10, 30, 50} {
		s := randomly(g, plies, r)
		plain.NewGame(s.Turn(), 1)
		never.NewGame(s.Turn(), 1)
		want, _ := choose(t, plain, s)
		if m, info := choose(t, never, s); m != want || info.Nodes == 0 || info.Depth == 0 {
			t.Errorf("%s: it plays %s, alpha-beta %s", g.FormatPosition(s), g.FormatMove(s, m), g.FormatMove(s, want))
		}
	}
}

// TestPerfectSmall lets the side that wins under perfect play win, from random
// positions, be the opponent random or perfect.
func TestPerfectSmall(t *testing.T) {
	for _, spec := range []string{"sheep-and-wolf", "tictactoe", "breakthrough:4x4", "connect4:4x4", "connect4:4x4,run=3"} {
		g := parseGame(t, spec)
		solver, err := exact.New(g)
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(5, 6))
		perfect := newAgent(t, g, "perfect")
		others := []agent.Agent{newAgent(t, g, "random"), newAgent(t, g, "perfect:ties=random")}
		for i := range 24 {
			s := randomly(g, i%5, r)
			value, err := solver.Solve(context.Background(), s)
			if err != nil {
				t.Fatal(err)
			}
			value = max(-1, min(1, value))
			if s.Turn() == 1 {
				value = -value // for player 0
			}
			position := g.FormatPosition(s)
			if score, _ := playOut(t, [2]agent.Agent{perfect, others[i%2]}, s.Clone(), r.Uint64()); score < float64(value) {
				t.Errorf("%s, %s: the value for the first is %d, and it got %g", spec, position, value, score)
			}
			if score, _ := playOut(t, [2]agent.Agent{others[i%2], perfect}, s.Clone(), r.Uint64()); score > float64(value) {
				t.Errorf("%s, %s: the value for the first is %d, and it got %g against perfect play", spec, position, value, score)
			}
		}
	}
}

// TestPerfectShares uses agents that share a solved game at the same time. What
// one has played is nothing to another, and nothing to itself in the next game.
func TestPerfectShares(t *testing.T) {
	for _, spec := range []string{"sheep-and-wolf", "connect4", "breakthrough:4x4"} {
		g := parseGame(t, spec)
		var jobs sync.WaitGroup
		told := make([][2][]agent.Info, 3)
		for i := range told {
			players := [2]agent.Agent{newAgent(t, g, "random"), newAgent(t, g, "perfect")}
			jobs.Go(func() {
				playOut(t, players, g.New(), uint64(50+i))
				for j := range told[i] {
					_, told[i][j] = playOut(t, players, g.New(), 7)
				}
			})
		}
		jobs.Wait()
		for i := range told {
			for j := range told[i] {
				if !slices.EqualFunc(told[i][j], told[0][0], func(a, b agent.Info) bool {
					return a.Value.Score == b.Value.Score && a.Nodes == b.Nodes && slices.Equal(a.PV, b.PV)
				}) {
					t.Errorf("%s: the same game differs", spec)
				}
			}
		}
	}
}

func TestPerfectTies(t *testing.T) {
	g := parseGame(t, "tictactoe")
	a := newAgent(t, g, "perfect:ties=random")
	moves := map[game.Move]bool{}
	for seed := range uint64(100) {
		a.NewGame(0, seed)
		m, _ := choose(t, a, g.New())
		a.NewGame(0, seed)
		if again, _ := choose(t, a, g.New()); again != m {
			t.Fatalf("seed %d: first %d, then %d", seed, m, again)
		}
		moves[m] = true
	}
	if len(moves) != 9 {
		t.Errorf("all nine first moves draw, but only %d are made", len(moves))
	}
	if m, _ := choose(t, newAgent(t, g, "perfect"), g.New()); m != 0 {
		t.Errorf("by the rule the first move is made, not %d", m)
	}
}

// slow are positions that take seconds to solve.
var slow = []struct{ game, agent, moves string }{
	{"connect4:7x7", "perfect", ""},
	{"connect4:7x7", "perfect:threads=2", ""},
	{"connect4:7x7", "perfect:ties=random", ""},
	{"othello", "perfect:empties=60", ""},
}

func TestPerfectStops(t *testing.T) {
	for _, c := range slow {
		g := parseGame(t, c.game)
		a := newAgent(t, g, c.agent)
		s := parsePosition(t, g, c.moves)
		a.NewGame(s.Turn(), 1)
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
		begin := time.Now()
		_, _, err := a.Choose(ctx, s, agent.Limits{})
		cancel()
		if took := time.Since(begin); took > 5*time.Second || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s, %s: it stops after %v with %v", c.game, c.agent, took, err)
		}
	}
}

func TestPerfectTime(t *testing.T) {
	for _, c := range slow {
		g := parseGame(t, c.game)
		a := newAgent(t, g, c.agent)
		s := parsePosition(t, g, c.moves)
		a.NewGame(s.Turn(), 1)
		begin := time.Now()
		m, info, err := a.Choose(context.Background(), s, agent.Limits{Time: 40 * time.Millisecond})
		if took := time.Since(begin); took > 5*time.Second || err != nil || !slices.Contains(s.Moves(nil), m) || info.Nodes == 0 || info.Depth == 0 {
			t.Errorf("%s, %s: it plays %d after %v, %v, %+v", c.game, c.agent, m, took, err, info)
		}
	}
}

func TestPerfectRefuses(t *testing.T) {
	for _, c := range []struct{ game, agent, want string }{
		{"tictactoe:4x4", "perfect:positions=1000", `agent "perfect:positions=1000": tictactoe:4x4 takes more than positions=1000 to be solved`},
		{"connect4:run=5", "perfect:positions=1000", `agent "perfect:positions=1000": connect4:run=5 takes more than positions=1000 to be solved`},
		{"tron", "perfect", `agent "perfect": in tron the players move at once: only games in which they move in turn are solved`},
		{"einstein", "perfect", `agent "perfect": einstein is a game of chance: only games without it are solved`},
		{"connect4", "perfect:empties=12", `agent "perfect:empties=12": option empties is for Othello`},
		{"connect4", "perfect:depth=12", `agent "perfect:depth=12": option depth is for Othello and large boards of Connect 4, or where time is limited`},
		{"othello", "perfect:positions=12", `agent "perfect:positions=12": option positions is for games that are solved outright`},
		{"othello", "perfect:threads=2", `agent "perfect:threads=2": option threads is for Connect 4`},
		{"tictactoe", "perfect:table=2", `agent "perfect:table=2": option table is for Connect 4 and Othello`},
	} {
		spec, err := agents.New(agent.NewEnvironment("")).Parse(c.agent)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := spec.New(parseGame(t, c.game)); err == nil || err.Error() != c.want {
			t.Errorf("%s, %s: the error is %v, not %s", c.game, c.agent, err, c.want)
		}
	}
}

// TestPerfectLargeBoard: on a board that nobody can solve it plays by alpha-beta
// until it can.
func TestPerfectLargeBoard(t *testing.T) {
	g := parseGame(t, "connect4:9x6")
	a := newAgent(t, g, "perfect:depth=2")
	a.NewGame(0, 1)
	if _, info, err := a.Choose(t.Context(), g.New(), agent.Limits{}); err != nil || info.Depth != 2 {
		t.Errorf("it looks %d plies ahead, %v", info.Depth, err)
	}
}

// TestPerfectOneLine: who asks for one line is told of the best move only, which costs
// less.
func TestPerfectOneLine(t *testing.T) {
	g := parseGame(t, "othello")
	s, err := g.ParsePosition("--XXOX-OX-XXOOO-XXOXXOOOXXOOOXOOXXXXOXXXX-XXOXXXXX-XXX-----X-XO- X")
	if err != nil {
		t.Fatal(err)
	}
	all, nodes := len(s.Moves(nil)), [2]int{}
	for i, lines := range []int{0, 1} {
		a := newAgent(t, g, "perfect").(agent.Analyst)
		a.NewGame(s.Turn(), 1)
		found, err := a.Analyze(t.Context(), s, agent.Question{Lines: lines})
		if nodes[i] = found.Nodes; err != nil || len(found.Lines) != []int{all, 1}[i] || len(found.PV) < 2 {
			t.Errorf("of %d lines %d are told, %v", lines, len(found.Lines), err)
		}
	}
	if nodes[1] >= nodes[0] {
		t.Errorf("one line takes %d positions, all %d", nodes[1], nodes[0])
	}
}
