package minimax

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"gambito/game"
	"gambito/games"
)

// randomTree writes a tree with few different scores, so that ties are common.
func randomTree(r *rand.Rand, depth int) string {
	if depth == 0 || depth < 4 && r.IntN(6) == 0 {
		return fmt.Sprint(r.IntN(21) - 10)
	}
	var items []string
	for range 1 + r.IntN(4) {
		items = append(items, randomTree(r, depth-1))
	}
	return "(" + strings.Join(items, " ") + ")"
}

// plainValue is minimax once more, by recursion over copies and nothing else.
func plainValue(s game.State, player game.Player, depth, scale int, evaluate Evaluation) int {
	if s.Turn() == game.Over {
		return int(s.Score(player)) * scale
	}
	if depth == 0 {
		v := 0
		if evaluate != nil {
			v = evaluate(s)
		}
		if s.Turn() != player {
			return -v
		}
		return v
	}
	best := -infinity
	if s.Turn() != player {
		best = infinity
	}
	for _, m := range s.Moves(nil) {
		next := s.Clone()
		next.Play(m)
		v := plainValue(next, player, depth-1, scale, evaluate)
		if s.Turn() == player {
			best = max(best, v)
		} else {
			best = min(best, v)
		}
	}
	return best
}

// plain holds the values of all moves of a position, by depth.
type plain struct {
	s        game.State
	scale    int
	evaluate Evaluation
	known    map[int]map[game.Move]int
}

func newPlain(s game.State, scale int, evaluate Evaluation) *plain {
	return &plain{s, scale, evaluate, map[int]map[game.Move]int{}}
}

func (p *plain) values(depth int) map[game.Move]int {
	if p.known[depth] == nil {
		p.known[depth] = map[game.Move]int{}
		for _, m := range p.s.Moves(nil) {
			next := p.s.Clone()
			next.Play(m)
			p.known[depth][m] = plainValue(next, p.s.Turn(), depth-1, p.scale, p.evaluate)
		}
	}
	return p.known[depth]
}

// agree runs an algorithm and compares value and move with the plain ones.
func agree(g game.Game, truth *plain, p Params) error {
	search, err := New(g, p)
	if err != nil {
		return err
	}
	s := truth.s
	for range 2 { // the second time with a warm table
		r, err := search.Run(context.Background(), s)
		if err != nil {
			return err
		}
		values := truth.values(r.Depth)
		want := slices.Max(slices.Collect(maps.Values(values)))
		if got := values[r.Move]; got != want && want > -Win {
			return fmt.Errorf("depth %d: move %d is worth %d, the best %d", r.Depth, r.Move, got, want)
		}
		if r.Exact && r.Value != float64(want) || r.Value > float64(want) {
			return fmt.Errorf("depth %d: the value is %g (exact: %v), but %d", r.Depth, r.Value, r.Exact, want)
		}
		if r.PV[0] != r.Move {
			return fmt.Errorf("the principal variation %v does not start with %d", r.PV, r.Move)
		}
		end := s.Clone()
		for _, m := range r.PV {
			if !slices.Contains(end.Moves(nil), m) {
				return fmt.Errorf("the principal variation %v is not legal", r.PV)
			}
			end.Play(m)
		}
	}
	return nil
}

func TestRandomTrees(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for i := range 1500 {
		text := "(" + randomTree(r, 1+r.IntN(5)) + " " + randomTree(r, 1+r.IntN(5)) + ")"
		tree, err := ParseTree(text)
		if err != nil {
			t.Fatal(err)
		}
		truth := newPlain(tree.New(), 1, nil)
		for _, a := range Algorithms {
			p := Params{Algorithm: a.Search, Depth: 12, Scale: 1, Range: tree.Range(), Order: i%2 == 0, TableBits: i % 3 * 5}
			if err := agree(tree, truth, p); err != nil {
				t.Fatalf("%s on %s: %v", a.Name, text, err)
			}
		}
	}
}

// noise is an evaluation that depends on the position alone.
func noise(s game.State) int { return int(s.Hash()%41) - 20 }

// TestGames compares on random positions: games that pass, capture, end early,
// and one in which a player moves twice in a row.
func TestGames(t *testing.T) {
	for _, c := range []struct {
		game  string
		depth int
	}{
		{"connect4:5x4", 5}, {"tictactoe", 6}, {"othello", 4}, {"breakthrough:4x5", 4}, {"breakthrough-holes", 3},
		{"atari-go:4x4", 3}, {"sheep-and-wolf", 5}, {"free-for-all", 3}, {"knight-fight", 5},
	} {
		g, err := games.Parse(c.game)
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(2, 2))
		for i := range 8 {
			s := randomPosition(g, r)
			truth := newPlain(s, Win, noise)
			for _, a := range Algorithms {
				p := Params{Algorithm: a.Search, Depth: c.depth, Evaluate: noise, Order: i%2 == 0, Deepen: i%4 < 2, TableBits: i % 3 * 8}
				if a.Name == "bstar" {
					p.Depth = min(p.Depth, 3)
				}
				if err := agree(g, truth, p); err != nil {
					t.Errorf("%s on %s %s: %v", a.Name, c.game, g.FormatPosition(s), err)
				}
			}
		}
	}
}

// TestSearchedAgain: a position that the table knows is answered with its best move,
// though the last search of MTD(f) only showed that none is better.
func TestSearchedAgain(t *testing.T) {
	g, err := games.Parse("breakthrough:5x5")
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 9))
	for range 60 {
		s := randomPosition(g, r)
		if err := agree(g, newPlain(s, Win, noise), Params{Algorithm: MTDF, Depth: 3, Evaluate: noise, TableBits: 8}); err != nil {
			t.Errorf("%s: %v", g.FormatPosition(s), err)
		}
	}
}

// randomPosition plays some random moves but does not end the game.
func randomPosition(g game.Game, r *rand.Rand) game.State {
	for {
		s := g.New()
		for range r.IntN(12) {
			m, ok := game.RandomMove(s, r, nil)
			if !ok {
				break
			}
			s.Play(m)
		}
		if s.Turn() != game.Over {
			return s
		}
	}
}

// TestNodeCounts pins how many positions the algorithms look at, so that a
// change that makes one of them worse is noticed.
func TestNodeCounts(t *testing.T) {
	g, err := games.Parse("connect4")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]uint64{}
	for _, a := range Algorithms {
		if a.Name == "bstar" {
			continue
		}
		search, err := New(g, Params{Algorithm: a.Search, Depth: 6, Evaluate: noise, Order: true, TableBits: 16})
		if err != nil {
			t.Fatal(err)
		}
		r, err := search.Run(context.Background(), g.New())
		if err != nil {
			t.Fatal(err)
		}
		want[a.Name] = r.Nodes
	}
	got := fmt.Sprint(want)
	if pinned := "map[alphabeta:8143 bns:10437 minimax:137257 mtdf:7674 negamax:137257 negascout:7462 pvs:7467 scout:7428]"; got != pinned {
		t.Errorf("the counts are\n%s, not\n%s", got, pinned)
	}
}

func TestLimits(t *testing.T) {
	g, err := games.Parse("othello")
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range Algorithms {
		search, err := New(g, Params{Algorithm: a.Search, Nodes: 5000, Evaluate: noise, Deepen: true, TableBits: 10})
		if err != nil {
			t.Fatal(err)
		}
		r, err := search.Run(context.Background(), g.New())
		if err != nil || r.Nodes > 5000+maxDepth || r.Depth < 1 {
			t.Errorf("%s: %+v, %v", a.Name, r, err)
		}
		timed, err := New(g, Params{Algorithm: a.Search, Time: 20 * time.Millisecond, Evaluate: noise, Deepen: true})
		if err != nil {
			t.Fatal(err)
		}
		r, err = timed.Run(context.Background(), g.New())
		if err != nil || r.Time > 2*time.Second || r.Depth < 1 {
			t.Errorf("%s: %+v, %v", a.Name, r, err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		deep, err := New(g, Params{Algorithm: a.Search, Depth: 30, Evaluate: noise})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := deep.Run(ctx, g.New()); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: cancelled, it returns %v", a.Name, err)
		}
	}
}

// TestShortestWinIsPlayed lets a deepening search win a won game; all wins
// having one value it must still come to an end.
func TestShortestWinIsPlayed(t *testing.T) {
	g, err := games.Parse("connect4")
	if err != nil {
		t.Fatal(err)
	}
	s := g.New()
	if _, err := game.ParseLine(g, s, "435261"); err != nil {
		t.Fatal(err)
	}
	search, err := New(g, Params{Algorithm: PVS, Depth: 10, Deepen: true, Order: true, TableBits: 16})
	if err != nil {
		t.Fatal(err)
	}
	for plies := 0; s.Turn() != game.Over; plies++ {
		r, err := search.Run(context.Background(), s)
		if err != nil {
			t.Fatal(err)
		}
		s.Play(r.Move)
		if plies > 12 {
			t.Fatalf("the game goes on: %s", g.FormatPosition(s))
		}
	}
}

func TestNewRefuses(t *testing.T) {
	othello, _ := games.Parse("othello")
	tron, _ := games.Parse("tron")
	einstein, _ := games.Parse("einstein")
	prisoners, _ := games.Parse("gdl:prisoners")
	for name, c := range map[string]struct {
		g game.Game
		p Params
	}{
		"no limit":           {othello, Params{Algorithm: PVS}},
		"no algorithm":       {othello, Params{Depth: 1}},
		"too deep":           {othello, Params{Algorithm: PVS, Depth: maxDepth + 1}},
		"negative depth":     {othello, Params{Algorithm: PVS, Depth: -1}},
		"too large a table":  {othello, Params{Algorithm: PVS, Depth: 1, TableBits: 40}},
		"simultaneous moves": {tron, Params{Algorithm: PVS, Depth: 1}},
		"chance":             {einstein, Params{Algorithm: PVS, Depth: 1}},
		"unknown pruning":    {einstein, Params{Pruning: "star3", Depth: 1}},
		"no fixed sum":       {prisoners, Params{Algorithm: PVS, Depth: 1}},
		"both at once":       {tron, Params{Pruning: Star1, Depth: 1}},
	} {
		if _, err := New(c.g, c.p); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	s, _ := New(othello, Params{Algorithm: PVS, Depth: 1})
	over, _ := othello.ParsePosition(strings.Repeat("X", 64) + " X")
	if _, err := s.Run(context.Background(), over); err == nil {
		t.Error("a finished game is searched")
	}
}
