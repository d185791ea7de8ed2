package minimax

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"gambito/game"
	"gambito/games"
)

// randomChanceTree writes a tree in which players and chance mix anyhow.
func randomChanceTree(r *rand.Rand, depth int) string {
	if depth == 0 || depth < 4 && r.IntN(6) == 0 {
		return fmt.Sprint(r.IntN(21) - 10)
	}
	n := 1 + r.IntN(4)
	items := make([]string, n)
	for i := range items {
		items[i] = randomChanceTree(r, depth-1)
	}
	switch r.IntN(4) {
	case 0:
		return "[" + strings.Join(items, " ") + "]"
	case 1:
		weights, sum := make([]int, n), 0
		for i := range weights {
			weights[i] = 1 + r.IntN(9)
			sum += weights[i]
		}
		for i := range items {
			items[i] = fmt.Sprintf("%d/%d:%s", weights[i], sum, items[i])
		}
		return "[" + strings.Join(items, " ") + "]"
	}
	return "(" + strings.Join(items, " ") + ")"
}

// regularChanceTree writes a tree in which a roll follows every move, as in
// most games with dice.
func regularChanceTree(r *rand.Rand, moves, width, outcomes int) string {
	if moves == 0 {
		return fmt.Sprint(r.IntN(201) - 100)
	}
	var items []string
	for range width {
		var rolls []string
		for range outcomes {
			rolls = append(rolls, regularChanceTree(r, moves-1, width, outcomes))
		}
		items = append(items, "["+strings.Join(rolls, " ")+"]")
	}
	return "(" + strings.Join(items, " ") + ")"
}

// plainMean is the value for player 0 by recursion over copies and nothing
// else.
func plainMean(s game.State, depth int, scale float64, evaluate Evaluation) float64 {
	turn := s.Turn()
	if turn == game.Over {
		return s.Score(0) * scale
	}
	if depth == 0 {
		switch {
		case evaluate == nil:
			return 0
		case turn == 1:
			return -float64(evaluate(s))
		}
		return float64(evaluate(s))
	}
	mean, most, least := 0.0, math.Inf(-1), math.Inf(1)
	for _, m := range s.Moves(nil) {
		next := s.Clone()
		next.Play(m)
		if turn == game.Chance {
			mean += s.(game.Stochastic).Probability(m) * plainMean(next, depth, scale, evaluate)
			continue
		}
		v := plainMean(next, depth-1, scale, evaluate)
		most, least = max(most, v), min(least, v)
	}
	switch turn {
	case 0:
		return most
	case 1:
		return least
	}
	return mean
}

// agreeOnMean runs a search and compares value and move with the plain ones.
func agreeOnMean(g game.Game, s game.State, p Params) error {
	search, err := New(g, p)
	if err != nil {
		return err
	}
	r, err := search.Run(context.Background(), s)
	if s.Turn() == game.Over {
		return nil
	}
	if err != nil {
		return err
	}
	scale := float64(search.params.Scale)
	value := func(s game.State, depth int) float64 {
		v := plainMean(s, depth, scale, p.Evaluate)
		if search.side[0] == 1 {
			return -v
		}
		return v
	}
	tolerance := 1e-9 * max(scale, float64(search.params.Range))
	if want := value(s, r.Depth); math.Abs(r.Value-want) > tolerance || !r.Exact {
		return fmt.Errorf("depth %d: the value is %.15g, but %.15g", r.Depth, r.Value, want)
	}
	if s.Turn() == game.Chance {
		if len(r.PV) != 0 {
			return fmt.Errorf("chance decides, but the principal variation is %v", r.PV)
		}
		return nil
	}
	if len(r.PV) == 0 || r.PV[0] != r.Move {
		return fmt.Errorf("the principal variation %v does not start with %d", r.PV, r.Move)
	}
	end := s.Clone()
	for i, m := range r.PV {
		if end.Turn() == game.Chance || !slices.Contains(end.Moves(nil), m) {
			return fmt.Errorf("the principal variation %v is not legal", r.PV)
		}
		end.Play(m)
		if i == 0 && r.Value > -Win+tolerance {
			if v := value(end, r.Depth-1); math.Abs(v-r.Value) > tolerance {
				return fmt.Errorf("move %d is worth %.15g, the best %.15g", m, v, r.Value)
			}
		}
	}
	return nil
}

// nodes is how many positions a search looks at.
func nodes(t *testing.T, g game.Game, s game.State, p Params) uint64 {
	t.Helper()
	search, err := New(g, p)
	if err != nil {
		t.Fatal(err)
	}
	r, err := search.Run(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	return r.Nodes
}

// TestRandomChanceTrees compares with the plain recursion, and the prunings
// with each other: Star1 never looks at more than no pruning does.
func TestRandomChanceTrees(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	total := map[Pruning]uint64{}
	fewer, more := 0, 0
	for i := range 4000 {
		text := "(" + randomChanceTree(r, 1+r.IntN(6)) + " " + randomChanceTree(r, 1+r.IntN(6)) + ")"
		if i%10 == 0 {
			text = "[" + text[1:len(text)-1] + "]"
		}
		tree, err := ParseTree(text)
		if err != nil {
			t.Fatal(err)
		}
		count := map[Pruning]uint64{}
		for _, pruning := range Prunings {
			p := Params{Pruning: pruning, Depth: 12, Scale: 1, Range: tree.Range() - i%2, Order: i%4 < 2}
			if err := agreeOnMean(tree, tree.New(), p); err != nil {
				t.Fatalf("%s on %s: %v", pruning, text, err)
			}
			p.Order = false
			count[pruning] = nodes(t, tree, tree.New(), p)
			total[pruning] += count[pruning]
		}
		if count[Star1] > count[Unpruned] {
			t.Fatalf("%s: Star1 looks at %d positions of %d", text, count[Star1], count[Unpruned])
		}
		switch {
		case count[Star2] < count[Star1]:
			fewer++
		case count[Star2] > count[Star1]:
			more++
		}
	}
	// Star2 goes to a position again to finish it after a probe, which pays
	// where trees are wide and regular, see TestPruningPays.
	if got, pinned := fmt.Sprint(total, fewer, more), "map[none:585976 star1:402953 star2:401698] 769 1769"; got != pinned {
		t.Errorf("the counts are %s, not %s", got, pinned)
	}
}

// TestRoundingDoesNotCount looks at trees of few scores, where means equal
// windows up to rounding: a bound must not pass for a value just beside it.
func TestRoundingDoesNotCount(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 10))
	roll := func() string {
		items, n := []string{}, 2+r.IntN(5)
		for range n {
			items = append(items, []string{"-1", "0", "1", "(1 0)", "(-1 1)", "(0 -1 1)"}[r.IntN(6)])
		}
		return "[" + strings.Join(items, " ") + "]"
	}
	for range 4000 {
		text := "(" + roll() + " " + roll() + " " + roll() + ")"
		if r.IntN(2) == 0 {
			text = "(" + roll() + " [" + text + " (" + roll() + " " + roll() + ")] " + roll() + ")"
		}
		tree, err := ParseTree(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, pruning := range Prunings {
			if err := agreeOnMean(tree, tree.New(), Params{Pruning: pruning, Depth: 12, Scale: 1, Range: 1}); err != nil {
				t.Fatalf("%s on %s: %v", pruning, text, err)
			}
		}
	}
}

// TestPruningPays counts on regular trees: three moves a player, six outcomes a
// roll.
func TestPruningPays(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	total := map[Pruning]uint64{}
	fewer := 0
	const trees = 60
	for range trees {
		tree, err := ParseTree(regularChanceTree(r, 3, 3, 6))
		if err != nil {
			t.Fatal(err)
		}
		count := map[Pruning]uint64{}
		for _, pruning := range Prunings {
			p := Params{Pruning: pruning, Depth: 12, Scale: 1, Range: 100}
			if err := agreeOnMean(tree, tree.New(), p); err != nil {
				t.Fatal(err)
			}
			count[pruning] = nodes(t, tree, tree.New(), p)
			total[pruning] += count[pruning]
		}
		if count[Star2] < count[Star1] {
			fewer++
		}
	}
	if got, pinned := fmt.Sprint(total, fewer), "map[none:432240 star1:376340 star2:342346] 60"; got != pinned {
		t.Errorf("the counts are %s, not %s", got, pinned)
	}
}

// chanceNoise is noise that is player 0's where chance decides.
func chanceNoise(s game.State) int { return int(s.Hash()%2_000_000) - 1_000_000 }

// TestExpectiminimaxOnGames compares on random positions of a game of chance,
// rolls included, and of games without.
func TestExpectiminimaxOnGames(t *testing.T) {
	for _, c := range []struct {
		game  string
		depth int
	}{{"einstein", 2}, {"einstein", 3}, {"connect4:5x4", 4}, {"tictactoe", 5}, {"breakthrough:4x5", 3}, {"knight-fight", 4}} {
		g, err := games.Parse(c.game)
		if err != nil {
			t.Fatal(err)
		}
		race := chanceNoise
		if e, ok := g.(game.Evaluated); ok {
			if race, err = e.Evaluation(""); err != nil {
				t.Fatal(err)
			}
		}
		r := rand.New(rand.NewPCG(7, 7))
		for i := range 12 {
			s := randomPosition(g, r)
			for _, pruning := range Prunings {
				p := Params{Pruning: pruning, Depth: c.depth, Evaluate: race, Order: i%2 == 0, Deepen: i%4 < 2}
				if i%3 == 0 {
					p.Evaluate = func(s game.State) int { return min(max(chanceNoise(s), -Win+1), Win-1) }
				}
				if err := agreeOnMean(g, s, p); err != nil {
					t.Errorf("%s on %s %s: %v", pruning, c.game, g.FormatPosition(s), err)
				}
			}
		}
	}
}

// TestEqualsMinimax compares with the family where there is no chance.
func TestEqualsMinimax(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	for range 300 {
		text := "(" + randomTree(r, 1+r.IntN(5)) + " " + randomTree(r, 1+r.IntN(5)) + ")"
		tree, err := ParseTree(text)
		if err != nil {
			t.Fatal(err)
		}
		want := plainValue(tree.New(), 0, 12, 1, nil)
		for _, pruning := range Prunings {
			search, err := New(tree, Params{Pruning: pruning, Depth: 12, Scale: 1, Range: tree.Range()})
			if err != nil {
				t.Fatal(err)
			}
			if r, err := search.Run(context.Background(), tree.New()); err != nil || r.Value != float64(want) {
				t.Fatalf("%s: %s finds %g, %v, not %d", text, pruning, r.Value, err, want)
			}
		}
	}
}

// TestExpectiminimaxNodeCounts pins how many positions are looked at from fixed
// positions of EinStein würfelt nicht!.
func TestExpectiminimaxNodeCounts(t *testing.T) {
	g, err := games.Parse("einstein")
	if err != nil {
		t.Fatal(err)
	}
	race, err := g.(game.Evaluated).Evaluation("")
	if err != nil {
		t.Fatal(err)
	}
	total := map[Pruning]uint64{}
	r := rand.New(rand.NewPCG(9, 9))
	for range 10 {
		s := randomPosition(g, r)
		for _, pruning := range Prunings {
			total[pruning] += nodes(t, g, s, Params{Pruning: pruning, Depth: 3, Evaluate: race, Order: true, Deepen: true})
		}
	}
	if got, pinned := fmt.Sprint(total), "map[none:66830 star1:58978 star2:40270]"; got != pinned {
		t.Errorf("the counts are %s, not %s", got, pinned)
	}
}

func TestExpectiminimaxLimits(t *testing.T) {
	g, err := games.Parse("einstein")
	if err != nil {
		t.Fatal(err)
	}
	s := g.New()
	s.Play(3)
	for _, pruning := range Prunings {
		limited, err := New(g, Params{Pruning: pruning, Nodes: 5000, Evaluate: chanceNoise, Deepen: true})
		if err != nil {
			t.Fatal(err)
		}
		r, err := limited.Run(context.Background(), s)
		if err != nil || r.Nodes > 5000+2*maxDepth || r.Depth < 1 || !slices.Contains(s.Moves(nil), r.Move) {
			t.Errorf("%s: %+v, %v", pruning, r, err)
		}
		limited.Limit(0, 1, 0) // not enough for any depth
		if r, err = limited.Run(context.Background(), s); err != nil || r.Depth != 0 || r.Move != s.Moves(nil)[0] {
			t.Errorf("%s: %+v, %v", pruning, r, err)
		}
		limited.Limit(0, 0, 20*time.Millisecond)
		if r, err = limited.Run(context.Background(), s); err != nil || r.Time > 2*time.Second || r.Depth < 1 {
			t.Errorf("%s: %+v, %v", pruning, r, err)
		}
		limited.Limit(60, 0, 0)
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
		if r, err = limited.Run(ctx, s); r.Depth >= 60 || err != nil && !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: stopped, it returns %+v, %v", pruning, r, err)
		}
		cancel()
	}
}

// TestCertainWinIsTaken: a move that wins whatever the die shows is worth Win.
func TestCertainWinIsTaken(t *testing.T) {
	g, err := games.Parse("einstein")
	if err != nil {
		t.Fatal(err)
	}
	s, err := g.ParsePosition("...../A..../...../...1./2...B R 1")
	if err != nil {
		t.Fatal(err)
	}
	for _, pruning := range Prunings {
		search, err := New(g, Params{Pruning: pruning, Depth: 3, Deepen: true})
		if err != nil {
			t.Fatal(err)
		}
		r, err := search.Run(context.Background(), s)
		if err != nil || r.Value != Win || g.FormatMove(s, r.Move) != "1-e5" || r.Depth != 1 {
			t.Errorf("%s: %+v, %v", pruning, r, err)
		}
	}
}
