package agents

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"gambito/agent"
	"gambito/arena"
	"gambito/game"
	"gambito/games/othello"
)

// TestPatternBook: by its book pattern plays at once, with variety another game for
// another seed, and without a book it searches.
func TestPatternBook(t *testing.T) {
	g := othello.New()
	registry := New(agent.NewEnvironment(""))
	play := func(text string, seed uint64) (line string, searched int) {
		s, err := registry.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		a, err := s.New(g)
		if err != nil {
			t.Fatal(err)
		}
		a.NewGame(0, seed)
		state := g.New()
		for range 6 {
			m, info, err := a.Choose(context.Background(), state, agent.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			if info.Nodes > 0 {
				searched++
			}
			line += g.FormatMove(state, m)
			state.Play(m)
		}
		return line, searched
	}
	one, searched := play("pattern:depth=1,book=on", 1)
	if again, _ := play("pattern:depth=1,book=on", 2); searched != 0 || again != one {
		t.Errorf("%d of 6 moves were searched for, %s and %s", searched, one, again)
	}
	if _, searched := play("pattern:depth=1", 1); searched != 6 {
		t.Errorf("without a book %d of 6 moves were searched for", searched)
	}
	lines := map[string]bool{}
	for seed := range uint64(20) {
		line, _ := play("pattern:depth=1,book=on,variety=3", seed)
		lines[line] = true
	}
	if len(lines) < 5 {
		t.Errorf("variety makes only %d games of 20", len(lines))
	}
}

// TestPatternShares: who uses all that a move may take at most is never out of time,
// and who stops as soon as it should has used most of it by the end.
func TestPatternShares(t *testing.T) {
	a := &pattern{game: othello.New()}
	for _, clock := range []time.Duration{100 * time.Millisecond, time.Second, 5 * time.Minute} {
		hasty, slow := clock, clock
		s := othello.New().New()
		r := rand.New(rand.NewPCG(1, 2))
		for ply := 0; s.Turn() != game.Over; ply++ {
			if ply%2 == 0 {
				all, long := a.toThink(s)
				soft, _ := share(hasty, all, long)
				hasty -= soft
				_, hard := share(slow, all, long)
				if slow -= hard; slow <= 0 {
					t.Fatalf("of %v nothing is left after ply %d", clock, ply)
				}
			}
			moves := s.Moves(nil)
			s.Play(moves[r.IntN(len(moves))])
		}
		if hasty > clock/2 && clock > time.Second {
			t.Errorf("of %v %v is left", clock, hasty)
		}
	}
}

// TestPatternClock: pattern plays games by the clock, and never loses
// on time.
func TestPatternClock(t *testing.T) {
	g := othello.New()
	s, err := New(agent.NewEnvironment("")).Parse("pattern:depth=60")
	if err != nil {
		t.Fatal(err)
	}
	for range clockGames {
		table := &arena.Table{Game: g, Clock: arena.Clock{Time: 3 * time.Second}}
		for range 2 {
			a, err := s.New(g)
			if err != nil {
				t.Fatal(err)
			}
			table.Agents = append(table.Agents, a)
		}
		if err := table.Begin(t.Context(), g.New(), nil); err != nil {
			t.Fatal(err)
		}
		if err := table.Finish(t.Context()); err != nil {
			t.Fatal(err)
		}
		r := arena.Record{Game: "othello", Agents: []string{"a", "b"}, Seats: []int{0, 1}}
		table.Record(&r, 0)
		if len(r.Faults) > 0 {
			t.Errorf("%v after %d moves", r.Faults, len(table.Moves()))
		}
		t.Log(r.Seconds)
	}
}

// clockGames is how many games are played by the clock.
const clockGames = 1
