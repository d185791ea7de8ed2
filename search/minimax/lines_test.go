package minimax

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"gambito/game"
	"gambito/games"
)

// knowsBounds are the algorithms that may know no more than a bound.
var knowsBounds = []string{"bns", "bstar"}

// agreeOnLines compares a ranking with the values of all moves. Where nothing in the
// table is lost, as in a large one, principal variations go all the way down.
func agreeOnLines(g game.Game, truth *plain, p Params, lines int, bounds bool) error {
	search, err := New(g, p)
	if err != nil {
		return err
	}
	whole := !bounds && (p.TableBits == 0 || p.TableBits == 16)
	for range 2 { // the second time with a warm table
		r, err := search.RunLines(context.Background(), truth.s, lines, nil)
		if err != nil {
			return err
		}
		if err := rightLines(truth, r, lines, bounds); err != nil {
			return fmt.Errorf("%d lines to depth %d: %w", lines, r.Depth, err)
		}
		for _, l := range r.Lines[:min(lines, len(r.Lines))] {
			end := truth.s.Clone()
			for _, m := range l.PV {
				end.Play(m)
			}
			if whole && len(l.PV) < r.Depth && end.Turn() != game.Over && l.Value > -Win && !provedBefore(l, r) {
				return fmt.Errorf("%d lines to depth %d: %v is too short", lines, r.Depth, l.PV)
			}
		}
	}
	// The table knows nothing wrong of the root.
	r, err := search.Run(context.Background(), truth.s)
	if err != nil {
		return err
	}
	if want := slices.Max(slices.Collect(maps.Values(truth.values(r.Depth)))); r.Exact && r.Value != float64(want) {
		return fmt.Errorf("after a search for lines the value is %g, but %d", r.Value, want)
	}
	return nil
}

// provedBefore reports whether a line was proved, and not searched again, at a lower
// depth than its result's.
func provedBefore(l Line, r Result) bool { return l.Plies > 0 && l.Plies < r.Depth }

// rightLines checks a ranking of all moves, of which so many are to be exact.
func rightLines(truth *plain, r Result, lines int, bounds bool) error {
	values := maps.Clone(truth.values(r.Depth))
	if len(r.Lines) != len(values) || r.Lines[0].Move != r.Move || r.Exact && r.Lines[0].Value != r.Value {
		return fmt.Errorf("%+v has other lines than there are moves", r)
	}
	for i, l := range r.Lines {
		want, ok := values[l.Move]
		if !ok {
			return fmt.Errorf("move %d comes twice, or is none", l.Move)
		}
		if best := slices.Max(slices.Collect(maps.Values(values))); i < lines && want != best {
			return fmt.Errorf("move %d, worth %d, comes before one worth %d", l.Move, want, best)
		}
		delete(values, l.Move)
		switch v := float64(want); {
		case l.Bound == Exactly && l.Value != v, l.Bound == AtLeast && l.Value > v, l.Bound == AtMost && l.Value < v:
			return fmt.Errorf("move %d is worth %d, not as %+v says", l.Move, want, l)
		case l.Bound != Exactly && i < lines && !bounds:
			return fmt.Errorf("line %d has only a bound: %+v", i+1, l)
		case i > 0 && l.Value > r.Lines[i-1].Value:
			return fmt.Errorf("line %d is better than the one before: %+v", i+1, r.Lines)
		}
		if err := rightPV(truth, r, l); err != nil {
			return err
		}
	}
	return nil
}

// rightPV checks that a principal variation is legal and, if it goes all the way
// down, leads to the value.
func rightPV(truth *plain, r Result, l Line) error {
	end := truth.s.Clone()
	for _, m := range l.PV {
		if !slices.Contains(end.Moves(nil), m) {
			return fmt.Errorf("the principal variation %v is not legal", l.PV)
		}
		end.Play(m)
	}
	if len(l.PV) == 0 || l.PV[0] != l.Move || len(l.PV) > r.Depth {
		return fmt.Errorf("%v is no principal variation of move %d to depth %d", l.PV, l.Move, r.Depth)
	}
	if l.Bound != Exactly || l.Value <= -Win || end.Turn() != game.Over && len(l.PV) < r.Depth {
		return nil
	}
	if v := plainValue(end, truth.s.Turn(), 0, truth.scale, truth.evaluate); float64(v) != l.Value {
		return fmt.Errorf("the principal variation %v is worth %d, not %g", l.PV, v, l.Value)
	}
	return nil
}

// TestLinesOfGames compares on random positions of games that pass, capture, end
// early, and one in which a player moves twice in a row.
func TestLinesOfGames(t *testing.T) {
	for _, c := range []struct {
		game  string
		depth int
	}{
		{"connect4:5x4", 4}, {"tictactoe", 5}, {"othello", 3}, {"breakthrough:4x5", 3}, {"breakthrough-holes", 2},
		{"atari-go:4x4", 2}, {"sheep-and-wolf", 4}, {"free-for-all", 2}, {"knight-fight", 4},
	} {
		g, err := games.Parse(c.game)
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(11, 11))
		for i := range 8 {
			s := randomPosition(g, r)
			truth := newPlain(s, Win, noise)
			for _, a := range Algorithms {
				p := Params{Algorithm: a.Search, Depth: c.depth, Evaluate: noise, Order: i%2 == 0, Deepen: i%4 < 2, TableBits: i % 3 * 8}
				if a.Name == "bstar" {
					p.Depth = min(p.Depth, 3)
				}
				for _, lines := range []int{1, 2, 3, 100} {
					if err := agreeOnLines(g, truth, p, lines, slices.Contains(knowsBounds, a.Name)); err != nil {
						t.Errorf("%s on %s %s: %v", a.Name, c.game, g.FormatPosition(s), err)
					}
				}
			}
		}
	}
}

// TestLinesOfTrees compares on random trees with many equal scores, none of which is
// a proof.
func TestLinesOfTrees(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 12))
	for i := range 300 {
		text := "(" + randomTree(r, 1+r.IntN(5)) + " " + randomTree(r, 1+r.IntN(5)) + " " + randomTree(r, 1+r.IntN(5)) + ")"
		tree, err := ParseTree(text)
		if err != nil {
			t.Fatal(err)
		}
		truth := newPlain(tree.New(), 1, nil)
		for _, a := range Algorithms {
			p := Params{Algorithm: a.Search, Depth: 12, Scale: 1, Range: tree.Range(), Order: i%2 == 0, Deepen: i%4 < 2, TableBits: i % 3 * 5}
			if err := agreeOnLines(tree, truth, p, 1+i%4, slices.Contains(knowsBounds, a.Name)); err != nil {
				t.Fatalf("%s on %s: %v", a.Name, text, err)
			}
		}
	}
}

// TestLinesOfAnyPosition draws game, position and parameters.
func TestLinesOfAnyPosition(t *testing.T) {
	var all []game.Game
	for _, id := range []string{"connect4:4x4", "tictactoe", "breakthrough:4x4", "othello", "knight-fight"} {
		g, err := games.Parse(id)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, g)
	}
	rapid.Check(t, func(t *rapid.T) {
		g := rapid.SampledFrom(all).Draw(t, "game")
		s := g.New()
		for range rapid.IntRange(0, 20).Draw(t, "plies") {
			next := s.Clone()
			next.Play(rapid.SampledFrom(s.Moves(nil)).Draw(t, "move"))
			if next.Turn() == game.Over {
				break
			}
			s = next
		}
		a := rapid.SampledFrom(Algorithms).Draw(t, "algorithm")
		p := Params{
			Algorithm: a.Search, Evaluate: noise,
			Depth: rapid.IntRange(1, 3).Draw(t, "depth"), TableBits: rapid.IntRange(0, 12).Draw(t, "table"),
			Order: rapid.Bool().Draw(t, "order"), Deepen: rapid.Bool().Draw(t, "deepen"),
		}
		lines := rapid.IntRange(1, 9).Draw(t, "lines")
		if err := agreeOnLines(g, newPlain(s, Win, noise), p, lines, slices.Contains(knowsBounds, a.Name)); err != nil {
			t.Fatalf("%s on %s %s: %v", a.Name, g.Info().ID, g.FormatPosition(s), err)
		}
	})
}

// TestLinesWhereChanceDecides compares expectiminimax with the plain recursion of
// every move. There are no lines where the root is a roll.
func TestLinesWhereChanceDecides(t *testing.T) {
	for _, c := range []struct {
		game  string
		depth int
	}{{"einstein", 2}, {"knight-fight", 4}, {"connect4:5x4", 3}} {
		g, err := games.Parse(c.game)
		if err != nil {
			t.Fatal(err)
		}
		evaluate := func(s game.State) int { return min(max(chanceNoise(s), -Win+1), Win-1) }
		r := rand.New(rand.NewPCG(13, 13))
		for i := range 12 {
			s := randomPosition(g, r)
			for _, pruning := range Prunings {
				search, err := New(g, Params{Pruning: pruning, Depth: c.depth, Evaluate: evaluate, Order: i%2 == 0, Deepen: i%4 < 2})
				if err != nil {
					t.Fatal(err)
				}
				found, err := search.RunLines(context.Background(), s, 1+i%3, nil)
				if err != nil {
					t.Fatal(err)
				}
				if s.Turn() == game.Chance {
					if len(found.Lines) != 0 {
						t.Errorf("chance decides among %+v", found.Lines)
					}
					continue
				}
				if err := rightMeans(s, found, 1+i%3, evaluate); err != nil {
					t.Errorf("%s on %s %s: %v", pruning, c.game, g.FormatPosition(s), err)
				}
			}
		}
	}
}

// rightMeans checks a ranking by the expectation of every move.
func rightMeans(s game.State, r Result, lines int, evaluate Evaluation) error {
	const tolerance = 1e-9 * Win
	if moves := s.Moves(nil); len(r.Lines) != len(moves) || r.Lines[0].Move != r.Move {
		return fmt.Errorf("%d moves have the lines %+v", len(moves), r.Lines)
	}
	seen := map[game.Move]bool{}
	for i, l := range r.Lines {
		next := s.Clone()
		next.Play(l.Move)
		v := plainMean(next, r.Depth-1, Win, evaluate)
		if s.Turn() == 1 {
			v = -v
		}
		switch {
		case seen[l.Move]:
			return fmt.Errorf("move %d comes twice", l.Move)
		case i < lines && l.Bound != Exactly || l.Bound == AtLeast:
			return fmt.Errorf("line %d has only a bound: %+v", i+1, l)
		case l.Bound == Exactly && (v > l.Value+tolerance || v < l.Value-tolerance), v > l.Value+tolerance:
			return fmt.Errorf("move %d is worth %g, not as %+v says", l.Move, v, l)
		case i > 0 && l.Value > r.Lines[i-1].Value+tolerance:
			return fmt.Errorf("line %d is better than the one before: %+v", i+1, r.Lines)
		}
		seen[l.Move] = true
	}
	return nil
}

// TestOneLineIsRun: with one line the search is the very same as with none.
func TestOneLineIsRun(t *testing.T) {
	for _, id := range []string{"connect4:5x4", "othello", "knight-fight"} {
		g, err := games.Parse(id)
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(15, 15))
		for i := range 6 {
			s := randomPosition(g, r)
			for _, a := range Algorithms {
				p := Params{Algorithm: a.Search, Depth: 3, Evaluate: noise, Order: i%2 == 0, Deepen: i%3 > 0, TableBits: 12}
				var results []Result
				for lines := range 2 {
					search, err := New(g, p)
					if err != nil {
						t.Fatal(err)
					}
					found, err := search.RunLines(context.Background(), s, lines, nil)
					if err != nil {
						t.Fatal(err)
					}
					if len(found.Lines) > 0 != (lines > 0) {
						t.Errorf("%d lines are %+v", lines, found.Lines)
					}
					found.Time, found.Lines = 0, nil
					results = append(results, found)
				}
				if !reflect.DeepEqual(results[0], results[1]) {
					t.Errorf("%s on %s %s: without and with a line it finds\n%+v", a.Name, id, g.FormatPosition(s), results)
				}
			}
		}
	}
}

// TestTell: every depth is told of once, as it was, and what is told stays.
func TestTell(t *testing.T) {
	g, err := games.Parse("connect4:5x4")
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range Algorithms {
		search, err := New(g, Params{Algorithm: a.Search, Depth: 4, Evaluate: noise, Deepen: true, Order: true, TableBits: 10})
		if err != nil {
			t.Fatal(err)
		}
		var told, then []Result
		last, err := search.RunLines(context.Background(), g.New(), 2, func(r Result) {
			told, then = append(told, r), append(then, r.clone())
		})
		if err != nil || len(told) != 4 {
			t.Fatalf("%s: told %d times, %v", a.Name, len(told), err)
		}
		if !reflect.DeepEqual(told, then) {
			t.Errorf("%s: what was told has changed", a.Name)
		}
		truth := newPlain(g.New(), Win, noise)
		for i, r := range told {
			if r.Depth != i+1 || i > 0 && r.Nodes <= told[i-1].Nodes {
				t.Errorf("%s: result %d is of depth %d after %d nodes", a.Name, i+1, r.Depth, r.Nodes)
			}
			if err := rightLines(truth, r, 2, slices.Contains(knowsBounds, a.Name)); err != nil {
				t.Errorf("%s: depth %d: %v", a.Name, r.Depth, err)
			}
		}
		for _, l := range told[3].Lines { // nobody else's
			l.PV[0] = noMove
		}
		if err := rightLines(truth, last, 2, slices.Contains(knowsBounds, a.Name)); err != nil {
			t.Errorf("%s: after a change of what was told: %v", a.Name, err)
		}
	}
}

// TestLinesStopped: a search that a limit or its context ends returns what it last
// told of, all lines of one depth.
func TestLinesStopped(t *testing.T) {
	g, err := games.Parse("othello")
	if err != nil {
		t.Fatal(err)
	}
	for i, a := range Algorithms {
		search, err := New(g, Params{Algorithm: a.Search, Nodes: uint64(700 + 111*i), Evaluate: noise, Deepen: true, TableBits: 10})
		if err != nil {
			t.Fatal(err)
		}
		var told Result
		keep := func(r Result) { told = r }
		check := func(why string, r Result, err error) {
			if r.Nodes <= told.Nodes {
				t.Errorf("%s, %s: %d nodes at the end, %d before", a.Name, why, r.Nodes, told.Nodes)
			}
			r.Nodes, r.Time, told.Nodes, told.Time = 0, 0, 0, 0
			if err != nil || r.Depth < 1 || !reflect.DeepEqual(r, told) {
				t.Errorf("%s, %s: the result is\n%+v, the last told of\n%+v, %v", a.Name, why, r, told, err)
			}
		}
		r, err := search.RunLines(context.Background(), g.New(), 3, keep)
		check("nodes", r, err)
		search.Limit(30, 0, 0)
		ctx, cancel := context.WithCancel(context.Background())
		r, err = search.RunLines(ctx, g.New(), 3, func(r Result) {
			if keep(r); r.Depth == 2 {
				cancel()
			}
		})
		check("cancelled", r, err)
		if r.Depth < 2 {
			t.Errorf("%s: cancelled after depth 2, it has depth %d", a.Name, r.Depth)
		}
		search.Limit(0, 1, 0) // not enough for any depth
		if r, err = search.RunLines(context.Background(), g.New(), 3, nil); err != nil || r.Depth != 0 || len(r.Lines) != 0 {
			t.Errorf("%s: after one node %+v, %v", a.Name, r, err)
		}
		search.Limit(4, 0, 0) // a stopped search leaves nothing behind
		if a.Name == "bstar" || a.Name == "minimax" || a.Name == "negamax" {
			search.Limit(2, 0, 0)
		}
		r, err = search.RunLines(context.Background(), g.New(), 3, nil)
		if err == nil {
			err = rightLines(newPlain(g.New(), Win, noise), r, 3, slices.Contains(knowsBounds, a.Name))
		}
		if err != nil {
			t.Errorf("%s: after it was stopped: %v", a.Name, err)
		}
	}
	search, err := New(g, Params{Algorithm: PVS, Depth: 30, Evaluate: noise})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := search.RunLines(ctx, g.New(), 3, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled before its first depth it returns %v", err)
	}
}

// TestLinesGoOnAfterAWin: a win at once is no reason not to look at the other moves.
func TestLinesGoOnAfterAWin(t *testing.T) {
	g, err := games.Parse("connect4")
	if err != nil {
		t.Fatal(err)
	}
	s := g.New()
	if _, err := game.ParseLine(g, s, "414243"); err != nil { // 4 wins; else it is lost or not
		t.Fatal(err)
	}
	search, err := New(g, Params{Algorithm: AlphaBeta, Depth: 6, Deepen: true, Order: true, TableBits: 14})
	if err != nil {
		t.Fatal(err)
	}
	r, err := search.RunLines(context.Background(), s, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	if first := r.Lines[0]; g.FormatMove(s, first.Move) != "4" || first.Plies != 1 || len(first.PV) != 1 || r.Move != first.Move {
		t.Errorf("the win in 1 comes out as %+v", r)
	}
	if r.Depth <= 1 || r.Lines[1].Bound != Exactly {
		t.Errorf("the second best move was searched to depth %d: %+v", r.Depth, r.Lines[1])
	}
}
