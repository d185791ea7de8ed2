package gnubg

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gambito/agent"
	"gambito/agents"
	"gambito/arena"
	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/backgammon/pubeval"
)

// serve answers questions as long as answer returns true, then hangs up.
func serve(t *testing.T, answer func(line string) (string, bool)) (addr string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			for lines := bufio.NewScanner(conn); lines.Scan(); {
				text, ok := answer(lines.Text())
				if !ok {
					break
				}
				io.WriteString(conn, text)
			}
			conn.Close()
		}
	}()
	return listener.Addr().String()
}

func newAgent(t *testing.T, addr, more string) agent.Agent {
	t.Helper()
	spec, err := agents.New(agent.NewEnvironment(""), Entry).Parse("gnubg:addr=" + addr + more)
	if err != nil {
		t.Fatal(err)
	}
	a, err := spec.New(backgammon.New())
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// pubevalAnswer plays by Pubeval, in single parts as GNU Backgammon writes them.
func pubevalAnswer(line string) (string, bool) {
	table, err := backgammon.ParseFIBS(line)
	if err != nil {
		return "Error: " + err.Error() + "\n", true
	}
	g := backgammon.New()
	s, err := g.ParsePosition(table.Board.PositionID(0) + " W " + table.Match.Dice.String())
	if err != nil {
		return "Error: " + err.Error() + "\n", true
	}
	return g.FormatMove(s, pubeval.Best(&table.Board, 0, s.Moves(nil))) + "\n", true
}

// playGames lets an agent play both seats in turn against another.
func playGames(t *testing.T, a agent.Agent, rival string, count int) (won int) {
	t.Helper()
	g, r := backgammon.New(), rand.New(rand.NewPCG(1, 2))
	spec, err := agents.New(agent.NewEnvironment("")).Parse(rival)
	if err != nil {
		t.Fatal(err)
	}
	other, err := spec.New(g)
	if err != nil {
		t.Fatal(err)
	}
	for i := range count {
		seat := game.Player(i % 2)
		players := [2]agent.Agent{a, other}
		if seat == 1 {
			players = [2]agent.Agent{other, a}
		}
		for p, player := range players {
			player.NewGame(game.Player(p), uint64(i))
		}
		s := g.New()
		for s.Turn() != game.Over {
			if s.Turn() == game.Chance {
				m, _ := game.RandomMove(s, r, nil)
				s.Play(m)
				continue
			}
			m, _, err := players[s.Turn()].Choose(context.Background(), s, agent.Limits{})
			if err != nil || !slices.Contains(s.Moves(nil), m) {
				t.Fatalf("%s: player %d moves %d, %v", g.FormatPosition(s), s.Turn(), m, err)
			}
			s.Play(m)
		}
		if s.Score(seat) > 0 {
			won++
		}
	}
	return won
}

func TestGames(t *testing.T) {
	if won := playGames(t, newAgent(t, serve(t, pubevalAnswer), ""), "random", 40); won < 37 {
		t.Errorf("%d of 40 games are won", won)
	}
}

func TestFaults(t *testing.T) {
	s, err := backgammon.New().ParsePosition("4HPwATDgc/ABMA B 31")
	if err != nil {
		t.Fatal(err)
	}
	choose := func(addr, more string) error {
		_, _, err := newAgent(t, addr, more).Choose(context.Background(), s, agent.Limits{})
		return err
	}
	nonsense := serve(t, func(string) (string, bool) { return "Error: what?\n", true })
	if err := choose(nonsense, ""); err == nil || errors.Is(err, agent.ErrQuit) || !strings.Contains(err.Error(), `answers "Error: what?"`) {
		t.Errorf("nonsense: %v", err)
	}
	gone := serve(t, func(string) (string, bool) { return "", false })
	if err := choose(gone, ""); !errors.Is(err, agent.ErrQuit) || !strings.Contains(err.Error(), "the connection is lost") {
		t.Errorf("gone: %v", err)
	}
	silent := serve(t, func(string) (string, bool) { return "", true })
	if err := choose(silent, ",timeout=50ms"); !errors.Is(err, agent.ErrQuit) || !strings.Contains(err.Error(), "no answer within 50ms") {
		t.Errorf("silent: %v", err)
	}
	endless := serve(t, func(string) (string, bool) { return strings.Repeat("x", 10<<20), true })
	if err := choose(endless, ",timeout=20s"); !errors.Is(err, agent.ErrQuit) || !strings.Contains(err.Error(), "a line of more than 4096 bytes") {
		t.Errorf("endless: %v", err)
	}
	if err := choose("127.0.0.1:1", ""); !errors.Is(err, agent.ErrQuit) || !strings.Contains(err.Error(), "refused") {
		t.Errorf("nobody there: %v", err)
	}
	for _, text := range []string{"gnubg:addr=nowhere", "gnubg:port=1", "gnubg:timeout=0s"} {
		spec, err := agents.New(agent.NewEnvironment(""), Entry).Parse(text)
		if err == nil {
			_, err = spec.New(backgammon.New())
		}
		if err == nil {
			t.Errorf("%s is an agent", text)
		}
	}
}

// TestGoneInMidMatch loses the server in the midst of a match: the games that were
// finished are kept, and the match goes on with the same ones once it is back.
func TestGoneInMidMatch(t *testing.T) {
	var left atomic.Int64 // questions it will answer
	left.Store(150)
	addr := serve(t, func(line string) (string, bool) {
		if left.Add(-1) < 0 {
			return "", false
		}
		return pubevalAnswer(line)
	})
	registry := agents.New(agent.NewEnvironment(""), Entry)
	specs := make([]agent.Spec, 2)
	for i, text := range []string{"gnubg:addr=" + addr, "random"} {
		var err error
		if specs[i], err = registry.Parse(text); err != nil {
			t.Fatal(err)
		}
	}
	play := func() (lines []string, err error) {
		m := arena.Match{Game: backgammon.New(), Agents: specs, Games: 8, Seed: 1, Jobs: 1}
		err = m.Run(context.Background(), func(r arena.Record) error {
			if r.Reason != arena.ByTheRules {
				t.Errorf("game %d ends by %s: %+v", r.Number, r.Reason, r.Faults)
			}
			lines = append(lines, r.Moves)
			return nil
		})
		return lines, err
	}
	first, err := play()
	if !errors.Is(err, agent.ErrQuit) || !strings.Contains(err.Error(), "the connection is lost") || strings.Contains(err.Error(), "\n") {
		t.Errorf("the error is %v", err)
	}
	if len(first) == 0 || len(first) == 8 {
		t.Fatalf("%d games were finished before", len(first))
	}
	left.Store(1 << 30)
	second, err := play()
	if err != nil || len(second) != 8 || !slices.Equal(second[:len(first)], first) {
		t.Errorf("%d games with the server back, %v", len(second), err)
	}
}

// TestReconnects asks again after the server has hung up.
func TestReconnects(t *testing.T) {
	questions := 0
	addr := serve(t, func(line string) (string, bool) {
		if questions++; questions == 1 {
			return "", false
		}
		return pubevalAnswer(line)
	})
	a := newAgent(t, addr, "")
	s, err := backgammon.New().ParsePosition("4HPwATDgc/ABMA W 31")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := a.Choose(context.Background(), s, agent.Limits{}); err == nil {
		t.Error("a move came from nowhere")
	}
	if _, _, err := a.Choose(context.Background(), s, agent.Limits{}); err != nil {
		t.Error(err)
	}
}

// TestRealOne plays against GNU Backgammon itself, where it is installed.
func TestRealOne(t *testing.T) {
	program, err := exec.LookPath("gnubg")
	if err != nil {
		if program, err = exec.LookPath("/usr/games/gnubg"); err != nil {
			t.Skip("gnubg is not installed")
		}
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := listener.Addr().String()
	listener.Close()
	folder := t.TempDir()
	commands := filepath.Join(folder, "commands")
	text := fmt.Sprintf("set evaluation chequerplay evaluation plies 0\nset evaluation chequerplay evaluation cubeful off\nset threads 1\nexternal %s\n", addr)
	if err := os.WriteFile(commands, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	server := exec.CommandContext(ctx, program, "-t", "-q", "-r", "-c", commands)
	server.Env = append(os.Environ(), "HOME="+folder)
	if _, err := server.StdinPipe(); err != nil { // it ends with its input
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		cancel()
		server.Wait() // killed, so that it always fails
	}()
	a := newAgent(t, addr, "")
	s, err := backgammon.New().ParsePosition("4HPwATDgc/ABMA W 31")
	if err != nil {
		t.Fatal(err)
	}
	for tries := 0; ; tries++ { // it takes a moment to listen
		if _, _, err = a.Choose(ctx, s, agent.Limits{}); err == nil {
			break
		}
		if tries > 200 {
			t.Fatal(err)
		}
		time.Sleep(50 * time.Millisecond)
	}
	if won := playGames(t, a, "random", 30); won < 28 {
		t.Errorf("%d of 30 games are won against random", won)
	}
	if won := playGames(t, a, "td", 60); won < 15 || won > 45 {
		t.Errorf("%d of 60 games are won against td, which is about as strong", won)
	}
}
