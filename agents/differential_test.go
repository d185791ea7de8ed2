package agents_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"gambito/agent"
	"gambito/agents"
	"gambito/game"
	"gambito/games"
)

// searchers find the truth of positions near the end, each in a way of its own.
var searchers = []string{
	"minimax:depth=60", "negamax:depth=60", "alphabeta:depth=60,table=0", "alphabeta:depth=60,table=1,quiesce=on", "scout:depth=60,table=0,order=off",
	"pvs:depth=60,table=1", "negascout:depth=60,table=0", "mtdf:depth=60,table=1", "bns:depth=60,table=1", "bstar:depth=60",
	"perfect", "perfect:ties=random", "mcts:solver=on,sims=20000",
}

// alike are games in which they meet: small ones, the ends of others, and trees of any shape.
func alike(which uint8, r *rand.Rand) (id string, left int) {
	switch which % 6 {
	case 0:
		return "tictactoe", 6
	case 1:
		return "connect4:4x4,run=3", 6
	case 2:
		return "breakthrough:3x5", 6
	case 3:
		return "othello", 5
	case 4:
		return "connect4:5x4", 7
	}
	law := []string{"independent", "incremental"}[r.IntN(2)]
	return fmt.Sprintf("tree:branching=%d,spread=%d,depth=%d,law=%s,ends=%g,traps=%g,seed=%d",
		2+r.IntN(2), r.IntN(2), 2+r.IntN(4), law, float64(r.IntN(3))/10, float64(r.IntN(3))/10, r.IntN(1000)), 6
}

// near plays random games until one comes to a position that is at most so many plies, by
// any way, from its end; nil if none of some does.
func near(g game.Game, left int, r *rand.Rand) game.State {
	for range 5 {
		s := g.New()
		var line []game.Move
		for at := g.New(); at.Turn() != game.Over; {
			moves := at.Moves(nil)
			line = append(line, moves[r.IntN(len(moves))])
			at.Play(line[len(line)-1])
		}
		for _, m := range line[:max(0, len(line)-1-r.IntN(left))] {
			s.Play(m)
		}
		if count := 3000; shallow(s, left, &count) {
			return s
		}
	}
	return nil
}

// shallow reports whether all lines end within so many plies, as long as the count lasts.
func shallow(s game.State, left int, count *int) bool {
	if *count--; s.Turn() == game.Over {
		return true
	}
	if left == 0 || *count < 0 {
		return false
	}
	for _, m := range s.Moves(nil) {
		next := s.Clone()
		if next.Play(m); !shallow(next, left-1, count) {
			return false
		}
	}
	return true
}

// truth is what a position comes to for a player, by plain recursion.
func truth(s game.State, player game.Player) float64 {
	if s.Turn() == game.Over {
		return s.Score(player)
	}
	best := -2.0
	for _, m := range s.Moves(nil) {
		next := s.Clone()
		next.Play(m)
		best = max(best, truth(next, s.Turn()))
	}
	if s.Turn() != player {
		return -best
	}
	return best
}

// FuzzSearchers: on any position near the end of any small game, every algorithm of the
// minimax family, the tree search that proves and the exact solvers choose a move that is
// worth what plain recursion says the best is, and whatever is called proven is so.
func FuzzSearchers(f *testing.F) {
	for which := range uint8(12) {
		f.Add(which, uint64(which))
	}
	registry := agents.New(agent.NewEnvironment(""))
	made := map[string][]agent.Agent{}
	of := func(t *testing.T, g game.Game, id string) []agent.Agent {
		if len(made) > 100 {
			clear(made)
		}
		if made[id] == nil {
			for _, text := range searchers {
				spec, err := registry.Parse(text)
				if err != nil {
					t.Fatal(err)
				}
				a, err := spec.New(g)
				if err != nil {
					t.Fatal(err)
				}
				made[id] = append(made[id], a)
			}
		}
		return made[id]
	}
	f.Fuzz(func(t *testing.T, which uint8, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 0))
		id, left := alike(which, r)
		g, err := games.Parse(id)
		if err != nil {
			t.Fatal(err)
		}
		at := near(g, left, r)
		if at == nil || at.Turn() == game.Over {
			return
		}
		best := truth(at, at.Turn())
		for i, a := range of(t, g, id) {
			a.NewGame(at.Turn(), seed)
			m, info, err := a.Choose(context.Background(), at.Clone(), agent.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			next := at.Clone()
			next.Play(m)
			if got := truth(next, at.Turn()); got != best {
				t.Errorf("%s at %s, %s: %s is worth %g, and the best %g", searchers[i], id, g.FormatPosition(at), g.FormatMove(at, m), got, best)
			}
			if v := info.Value; v.Known && v.Proven && sign(v.Score) != best {
				t.Errorf("%s at %s, %s: it calls %g proven, and the truth is %g", searchers[i], id, g.FormatPosition(at), v.Score, best)
			}
		}
	})
}

func sign(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}
