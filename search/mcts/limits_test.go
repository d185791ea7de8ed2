package mcts

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"gambito/bandit"
	"gambito/game"
)

// legalGame fails a test in which an illegal move is played.
type legalGame struct {
	game.Game
	t *testing.T
}

type legalState struct {
	game.State
	t *testing.T
}

func (g legalGame) New() game.State { return &legalState{g.Game.New(), g.t} }

func (s *legalState) Play(m game.Move) {
	if !slices.Contains(s.State.Moves(nil), m) {
		s.t.Fatalf("move %d is not legal", m)
	}
	s.State.Play(m)
}

func (s *legalState) CopyFrom(src game.State) { s.State.CopyFrom(src.(*legalState).State) }
func (s *legalState) Clone() game.State       { return &legalState{s.State.Clone(), s.t} }

func (s *legalState) WinningMoves(buf []game.Move) []game.Move {
	return s.State.(game.WinFinder).WinningMoves(buf)
}

func TestOnlyLegalMovesArePlayed(t *testing.T) {
	g := legalGame{parse(t, "atari-go:5x5"), t}
	for name, p := range variants() {
		if p.Groups || p.Sequential || p.Threads > 1 {
			continue
		}
		p.Transpositions = p.Transpositions || name == "plain"
		s := newSearch(t, g, p)
		s.NewGame(0, 1)
		search(t, s, g.New(), 150)
	}
}

func TestFewerSimulationsThanThreads(t *testing.T) {
	g := parse(t, "connect4")
	for _, root := range []bool{false, true} {
		s := newSearch(t, g, Params{Threads: 3, RootParallel: root})
		if r := search(t, s, g.New(), 2); r.Simulations != 2 {
			t.Errorf("%d simulations, not 2", r.Simulations)
		}
	}
}

func TestTimeLimit(t *testing.T) {
	g := parse(t, "breakthrough")
	for _, p := range []Params{{}, {Threads: 2}, {Threads: 2, RootParallel: true}} {
		s := newSearch(t, g, p)
		r, err := s.Run(context.Background(), g.New(), Budget{Time: 30 * time.Millisecond})
		if err != nil || r.Simulations < 10 || r.Time > 2*time.Second {
			t.Errorf("%d threads: %d simulations in %v, %v", p.Threads, r.Simulations, r.Time, err)
		}
	}
}

func TestPUCTExplores(t *testing.T) {
	g := parse(t, "connect4")
	uneven := Heuristic{func(s game.State) int { return int(s.Hash()%201) - 100 }, 100}
	for _, p := range []Params{{}, {Evaluator: uneven}, {Evaluator: uneven, Cutoff: 2}, {Evaluator: uneven, Batch: 8}} {
		p.Policy = bandit.PUCT{C: 2}
		s := newSearch(t, g, p)
		for _, m := range search(t, s, g.New(), 1000).Moves {
			if m.Visits < 5 {
				t.Errorf("%+v: move %d has %d visits of 1000", p, m.Move, m.Visits)
			}
		}
	}
}

// TestNoProvenLossIsPlayed checks that a move that is proven to lose is played
// only when all are.
func TestNoProvenLossIsPlayed(t *testing.T) {
	g := parse(t, "breakthrough")
	r := rand.New(rand.NewPCG(6, 6))
	s := newSearch(t, g, Params{Solver: true})
	lost := 0
	for i := range 300 {
		at := randomly(g, r, 30)
		s.NewGame(at.Turn(), uint64(i))
		result := search(t, s, at, 60)
		for _, m := range result.Moves {
			if m.Proven && m.Value < 0 {
				lost++
			}
		}
		if result.Proven && result.Value < 0 && slices.ContainsFunc(result.Moves, func(m MoveStats) bool { return !m.Proven || m.Value >= 0 }) {
			t.Errorf("%s: plays a proven loss", g.FormatPosition(at))
		}
	}
	if lost == 0 {
		t.Error("no move was proven to lose")
	}
}

// TestGRAVEKeepsPlayersApart checks that a player's moves are judged by that
// player's statistics alone.
func TestGRAVEKeepsPlayersApart(t *testing.T) {
	g := parse(t, "connect4")
	s := newSearch(t, g, Params{AMAF: AMAF{Kind: GRAVE, Reference: 1 << 30}})
	search(t, s, g.New(), 500)
	w, tr := s.workers[0], s.tree
	w.amaf.forget()
	root := &tr.nodes[0]
	arms, edges := []bandit.Arm{{}}, []int32{root.first}
	w.mixAMAF(root, arms, edges)
	for e := root.first; e < root.first+root.count; e++ {
		child := tr.child[e]
		if child == 0 {
			continue
		}
		n := &tr.nodes[child]
		arms, edges := []bandit.Arm{{}}, []int32{n.first}
		w.mixAMAF(n, arms, edges)
		if own := tr.amaf[n.first]; own.N > 0 && math.Abs(arms[0].Sum-own.Mean()) > 1e-9 {
			t.Errorf("a move of the second player counts %v, its statistics say %v", arms[0].Sum, own.Mean())
		}
		return
	}
}
