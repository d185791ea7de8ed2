package measure

import (
	"context"
	"math"
	"strings"
	"testing"

	"gambito/agent"
	"gambito/agents"
	"gambito/game"
	"gambito/games"
)

var registry = agents.New(agent.NewEnvironment(""))

// measured plays, and fails if that fails.
func measured(t *testing.T, id, player string, n, jobs int) Size {
	t.Helper()
	g, err := games.Parse(id)
	if err != nil {
		t.Fatal(err)
	}
	p, err := registry.Parse(player)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Games(context.Background(), g, p, n, 1, jobs, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Random games of tic-tac-toe: the tree has 255,168 leaves, and what the games tell
// can be counted exactly by walking it.
func TestTicTacToe(t *testing.T) {
	s := measured(t, "tictactoe", "random", 4000, 2)
	g, _ := games.Parse("tictactoe")
	var length, choices float64
	var walk func(s game.State, chance float64, depth int)
	walk = func(s game.State, chance float64, depth int) {
		moves := s.Moves(nil)
		if len(moves) == 0 {
			length += chance * float64(depth)
			return
		}
		choices += chance * float64(len(moves))
		for _, m := range moves {
			next := s.Clone()
			next.Play(m)
			walk(next, chance/float64(len(moves)), depth+1)
		}
	}
	walk(g.New(), 1, 0)
	if s.Length.Low > length || s.Length.High < length {
		t.Errorf("length %+v, exactly %.3f", s.Length, length)
	}
	if b := choices / length; s.Branching.Low > b || s.Branching.High < b {
		t.Errorf("branching %+v, exactly %.3f", s.Branching, b)
	}
	if want := math.Log10(255168); s.Leaves == nil || math.Abs(*s.Leaves-want) > 0.02 {
		t.Errorf("leaves 10^%v, there are 10^%.3f", s.Leaves, want)
	}
	if want := s.Length.Estimate * math.Log10(s.Branching.Estimate); math.Abs(s.SearchSpace.Estimate-want) > 1e-9 {
		t.Errorf("search space %v, the formula gives %v", s.SearchSpace.Estimate, want)
	}
	if s.Most != 9 || s.Shortest < 5 || s.Longest > 9 || s.Outcomes != 1 {
		t.Errorf("%+v", s)
	}
	if again := measured(t, "tictactoe", "random", 4000, 1); *again.Leaves != *s.Leaves || again.Branching != s.Branching {
		t.Error("another number of jobs gives another size")
	}
}

// The intervals hold: of many measurements about 95 % have the truth inside.
func TestIntervals(t *testing.T) {
	all := measured(t, "connect4:4x4", "random", 6000, 2)
	inside := 0
	g, _ := games.Parse("connect4:4x4")
	p, _ := registry.Parse("random")
	const runs = 100
	for seed := range uint64(runs) {
		s, err := Games(context.Background(), g, p, 40, seed+2, 1, nil)
		if err != nil {
			t.Fatal(err)
		}
		if b := all.Branching.Estimate; s.Branching.Low <= b && b <= s.Branching.High {
			inside++
		}
	}
	if inside < 88 {
		t.Errorf("%d of %d intervals hold", inside, runs)
	}
}

// Backgammon between players who know it: 21 rolls, and about the numbers that are told
// of it.
func TestBackgammon(t *testing.T) {
	s := measured(t, "backgammon", "pubeval", 60, 2)
	if math.Abs(s.Outcomes-21) > 0.5 || s.Branching.Estimate < 12 || s.Branching.Estimate > 24 || s.Length.Estimate < 40 || s.Length.Estimate > 70 {
		t.Errorf("%+v", s)
	}
	if s.Leaves != nil {
		t.Error("Knuth's estimate is of random games alone")
	}
}

func TestRefusals(t *testing.T) {
	g, _ := games.Parse("tictactoe")
	for _, c := range []struct {
		player string
		games  int
		says   string
	}{{"random", 1, "2 or more"}, {"pubeval", 10, "backgammon"}} {
		p, err := registry.Parse(c.player)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Games(context.Background(), g, p, c.games, 1, 1, nil); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s, %d games: %v", c.player, c.games, err)
		}
	}
}

// TestByDepth: a tree with the profile of a game has a profile like it, and that of
// tic-tac-toe is what it must be.
func TestByDepth(t *testing.T) {
	profile := func(id string) Profile {
		g, err := games.Parse(id)
		if err != nil {
			t.Fatal(err)
		}
		player, err := registry.Parse("random")
		if err != nil {
			t.Fatal(err)
		}
		p, err := ByDepth(context.Background(), g, player, 4000, 1, 2, nil)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	p := profile("tictactoe")
	if len(p.Depths) != 10 {
		t.Fatalf("%d depths", len(p.Depths))
	}
	for depth, d := range p.Depths[:9] {
		if d.Depth != depth || d.Moves.Estimate != float64(9-depth) || (d.Ends.Estimate > 0) != (depth > 4) {
			t.Errorf("depth %d: %+v", depth, d)
		}
	}
	// Of 15,120 games of five plies 1,440 are won.
	if five := p.Depths[5].Ends; five.Low > 1440./15120 || five.High < 1440./15120 {
		t.Errorf("%+v of the positions after five plies are ends, exactly %v", five, 1440./15120)
	}
	if last := p.Depths[9]; last.Ends.Estimate < 0.99 || last.Moves.Estimate != 1 {
		t.Errorf("after nine plies %+v", last)
	}
	like := profile("tree:profile=" + p.Tree + ",depth=9")
	for depth, d := range like.Depths {
		want := p.Depths[depth]
		if math.Abs(d.Ends.Estimate-want.Ends.Estimate) > 0.06 || d.Moves != want.Moves && depth < 9 {
			t.Errorf("%s at depth %d: %+v, not %+v", like.Game, depth, d, want)
		}
	}
}
