package probcut

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"gambito/game"
	"gambito/games"
	"gambito/games/othello"
	"gambito/ntuple"
	"gambito/search/exact"
)

// othelloTables are tables of random worths over the lines of the board.
func othelloTables(t testing.TB) (*ntuple.System, *ntuple.Tables) {
	cells := game.Cells{Columns: 8, Rows: 8, Values: 3}
	for k := range 8 {
		image := make([]uint8, 64)
		for c := range image {
			image[c] = uint8(othello.New().TransformMove(game.Move(c), k))
		}
		cells.Images = append(cells.Images, image)
	}
	s, err := ntuple.New(ntuple.Shape{Cells: cells, Sets: [][]uint8{
		{0, 1, 2, 3, 4, 5, 6, 7}, {8, 9, 10, 11, 12, 13, 14, 15}, {0, 1, 2, 8, 9, 10, 16, 17, 18}, {3, 12, 21, 30, 39},
	}, Stages: []int{64, 40, 20}})
	if err != nil {
		t.Fatal(err)
	}
	w := ntuple.NewWeights(s)
	r := rand.New(rand.NewPCG(1, 2))
	for _, values := range w.Values {
		for i := range values {
			values[i] = float32(r.NormFloat64())
		}
	}
	return s, w.Tables(Disc)
}

// othelloBoard is a board judged by random worths.
func othelloBoard(t testing.TB) *Othello {
	s, tables := othelloTables(t)
	turner, err := ntuple.NewTurner(s)
	if err != nil {
		t.Fatal(err)
	}
	return newOthello(s, tables, turner)
}

// randomOthello is a position after random moves with so many cells empty, of a game that is not over.
func randomOthello(r *rand.Rand, empty int) game.State {
	for {
		s := othello.New().New()
		for s.Turn() != game.Over {
			if own, opp := othello.Discs(s); empties(own, opp) <= empty {
				return s
			}
			moves := s.Moves(nil)
			s.Play(moves[r.IntN(len(moves))])
		}
	}
}

func empties(own, opp uint64) (n int) {
	for free := ^(own | opp); free != 0; free &= free - 1 {
		n++
	}
	return n
}

// TestOthelloBoard: what a board knows after moves and back is what it knows when it is
// set there.
func TestOthelloBoard(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	followed, fresh := othelloBoard(t), othelloBoard(t)
	for range 40 {
		state := othello.New().New()
		followed.Set(state)
		var values []int
		for state.Turn() != game.Over {
			fresh.Set(state)
			moves := state.Moves(nil)
			if got := followed.Moves(nil); !slices.Equal(got, moves) {
				t.Fatalf("moves %v, want %v", got, moves)
			}
			if got, want := followed.Value(), fresh.Value(); got != want || followed.Hash() != fresh.Hash() || followed.Left() != fresh.Left() {
				t.Fatalf("%s: followed it is worth %d, set %d", othello.New().FormatPosition(state), got, want)
			}
			values = append(values, followed.Value())
			best := -Most
			for _, m := range moves {
				followed.Play(m)
				value := -followed.Value()
				if len(followed.Moves(nil)) == 0 && followed.plies[followed.at].own == 0 {
					value = -followed.Final()
				}
				best = max(best, value)
				followed.Undo()
				if m == othello.Pass {
					continue
				}
				if got, _ := followed.Promise(m); got != value {
					t.Fatalf("a move promises %d and keeps %d", got, value)
				}
			}
			if moves[0] != othello.Pass {
				if got, n := followed.Ahead(Most); got != best || n != len(moves) {
					t.Fatalf("one ply ahead %d of %d moves, want %d of %d", got, n, best, len(moves))
				}
			} else if _, n := followed.Ahead(Most); n != 0 {
				t.Fatalf("a pass has %d moves", n)
			}
			m := moves[r.IntN(len(moves))]
			state.Play(m)
			followed.Play(m)
		}
		if moves := followed.Moves(nil); len(moves) != 0 {
			t.Fatalf("moves %v after the end", moves)
		}
		if got, want := followed.Final(), Disc*int(othello.New().Count(state, 0)); got != want && got != -want {
			t.Fatalf("the end is worth %d, want %d for one of the players", got, want)
		}
		for i := len(values) - 1; i >= 0; i-- {
			followed.Undo()
			if got := followed.Value(); got != values[i] {
				t.Fatalf("taken back to ply %d it is worth %d, was %d", i, got, values[i])
			}
		}
	}
}

// plain is the value of a search that leaves nothing out.
func plain(b Board, depth int) int {
	moves := b.Moves(nil)
	switch {
	case depth <= 0:
		return b.Value()
	case len(moves) == 0:
		return b.Final()
	case b.Passes(moves[0]):
		depth++
	}
	best := -Most
	for _, m := range moves {
		b.Play(m)
		value := -plain(b, depth-1)
		if o, ok := b.(*Othello); ok && depth == 1 && o.plies[o.at].own == 0 {
			value = -b.Final()
		}
		best = max(best, value)
		b.Undo()
	}
	return best
}

// TestPlain: without cuts the search finds what one finds that looks at everything.
func TestPlain(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	search := New(othelloBoard(t), Params{Bytes: 1 << 20})
	board := othelloBoard(t)
	for n := range 60 {
		state := randomOthello(r, 12+r.IntN(45))
		depth := 1 + n%4
		found, err := search.Run(context.Background(), state, Limits{Depth: depth}, 1, nil)
		if err != nil {
			t.Fatal(err)
		}
		board.Set(state)
		want := plain(board, depth)
		best := found.Lines[0]
		cost := 1
		if board.Passes(best.Move) {
			cost = 0
		}
		board.Play(best.Move)
		if got := -plain(board, depth-cost); best.Value != want || got != want && board.plies[board.at].own != 0 {
			t.Errorf("%s, depth %d: move %d for %d is worth %d, the best %d", othello.New().FormatPosition(state), depth, best.Move, best.Value, got, want)
		}
	}
}

// TestEnd: a search that goes through to the end finds what the solver proves, by cuts too
// since it ends without doubt, and with threads that share the table.
func TestEnd(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	solver := exact.NewOthello(16)
	cuts := &Cuts{Slope: 1, Sigma: []float64{5, 0, 0, 0, 0, 0, 0}}
	for _, p := range []Params{{}, {Cuts: cuts}, {Threads: 2}, {Threads: 3, Cuts: cuts}} {
		p.Bytes = 1 << 20
		search := New(othelloBoard(t), p)
		for range 12 {
			state := randomOthello(r, 8+r.IntN(9))
			found, err := search.Run(context.Background(), state, Limits{Solve: 60}, 1, nil)
			if err != nil {
				t.Fatal(err)
			}
			want, err := solver.Solve(context.Background(), state)
			if err != nil {
				t.Fatal(err)
			}
			if got := found.Lines[0].Value; got != Disc*want || !found.Exact {
				t.Errorf("%s: %d, exact %v, the solver has %d", othello.New().FormatPosition(state), got, found.Exact, want)
			}
		}
	}
}

// TestLimits: searches end with their time, their nodes and their context, with a move.
func TestLimits(t *testing.T) {
	search := New(othelloBoard(t), Params{Bytes: 1 << 20, Threads: 2})
	state := othello.New().New()
	over, cancel := context.WithCancel(context.Background())
	cancel()
	for name, run := range map[string]func() (Result, error){
		"time": func() (Result, error) {
			return search.Run(context.Background(), state, Limits{Time: 20 * time.Millisecond}, 1, nil)
		},
		"nodes": func() (Result, error) { return search.Run(context.Background(), state, Limits{Nodes: 20000}, 1, nil) },
		"node":  func() (Result, error) { return search.Run(context.Background(), state, Limits{Nodes: 1}, 1, nil) },
		"context": func() (Result, error) {
			ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
			defer cancel()
			return search.Run(ctx, state, Limits{}, 1, nil)
		},
	} {
		r, err := run()
		if err != nil || len(r.Lines) != 1 || !slices.Contains(state.Moves(nil), r.Lines[0].Move) {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
	}
	if _, err := search.Run(over, state, Limits{}, 1, nil); err == nil {
		t.Error("a search after its context has ended")
	}
}

// TestLines: the lines of many are those that searches of single moves would find, best first.
func TestLines(t *testing.T) {
	search := New(othelloBoard(t), Params{Bytes: 1 << 20})
	board := othelloBoard(t)
	state := randomOthello(rand.New(rand.NewPCG(9, 10)), 40)
	told := 0
	r, err := search.Run(context.Background(), state, Limits{Depth: 4}, 100, func(r Result) { told++ })
	if err != nil || len(r.Lines) != len(state.Moves(nil)) || told != 4 {
		t.Fatalf("%d lines of %d moves, told %d times, %v", len(r.Lines), len(state.Moves(nil)), told, err)
	}
	board.Set(state)
	for i, l := range r.Lines {
		board.Play(l.Move)
		if want := -plain(board, 3); l.Value != want || i > 0 && l.Value > r.Lines[i-1].Value || l.PV[0] != l.Move {
			t.Errorf("line %d: move %d for %d, want %d", i, l.Move, l.Value, want)
		}
		board.Undo()
	}
}

// TestSame: one thread finds the same again, in as many nodes.
func TestSame(t *testing.T) {
	search := New(othelloBoard(t), Params{Bytes: 1 << 20, Cuts: &Cuts{Slope: 1, Sigma: []float64{5, 0, 0, 0, 0, 0, 0}}})
	state := randomOthello(rand.New(rand.NewPCG(11, 12)), 40)
	var first Result
	for n := range 2 {
		search.Forget()
		r, err := search.Run(context.Background(), state, Limits{Depth: 7}, 1, nil)
		if err != nil {
			t.Fatal(err)
		}
		if n == 0 {
			first = r
		} else if r.Nodes != first.Nodes || !slices.Equal(r.Lines[0].PV, first.Lines[0].PV) {
			t.Errorf("%d nodes and %v, then %d and %v", first.Nodes, first.Lines, r.Nodes, r.Lines)
		}
	}
}

// randomModel is a model of random worths over some sets of a game's cells.
func randomModel(t *testing.T, g game.Celled, sets string) *ntuple.Model {
	t.Helper()
	list, err := ntuple.ParseSets(g.Cells(), sets, 1)
	if err != nil {
		t.Fatal(err)
	}
	s, err := ntuple.New(ntuple.Shape{Cells: g.Cells(), Sets: list})
	if err != nil {
		t.Fatal(err)
	}
	w := ntuple.NewWeights(s)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range w.Values[0] {
		w.Values[0][i] = float32(r.NormFloat64() / 10)
	}
	return &ntuple.Model{Game: g.Info().ID, Meaning: ntuple.Score, Weights: w}
}

// TestGeneral: games without a board of their own are searched right, too.
func TestGeneral(t *testing.T) {
	for _, id := range []string{"connect4", "tictactoe", "breakthrough", "atari-go", "othello"} {
		g, err := games.Parse(id)
		if err != nil {
			t.Fatal(err)
		}
		judge, err := NewJudge(g, randomModel(t, g.(game.Celled), "blocks:2x2"))
		if err != nil {
			t.Fatal(err)
		}
		board := judge.Board()
		search := New(judge.Board(), Params{Bytes: 1 << 18, Cuts: nil})
		r := rand.New(rand.NewPCG(3, 4))
		for n := range 12 {
			state := g.New()
			for range r.IntN(8) {
				moves := state.Moves(nil)
				if next := moves[r.IntN(len(moves))]; len(moves) > 1 {
					state.Play(next)
				}
				if state.Turn() == game.Over {
					state = g.New()
				}
			}
			depth := 1 + n%3
			found, err := search.Run(context.Background(), state, Limits{Depth: depth}, 1, nil)
			if err != nil {
				t.Fatal(err)
			}
			board.Set(state)
			if got, want := found.Lines[0].Value, plain(board, depth); got != want {
				t.Errorf("%s at %s, depth %d: %d, want %d", id, g.FormatPosition(state), depth, got, want)
			}
		}
	}
}

// TestWin: a game that is won at once is won at once, and what is lost lasts.
func TestWin(t *testing.T) {
	g, err := games.Parse("connect4")
	if err != nil {
		t.Fatal(err)
	}
	judge, err := NewJudge(g, randomModel(t, g.(game.Celled), "blocks:2x2"))
	if err != nil {
		t.Fatal(err)
	}
	search := New(judge.Board(), Params{Bytes: 1 << 18})
	state := g.New()
	if _, err := game.ParseLine(g, state, "112233"); err != nil {
		t.Fatal(err)
	}
	r, err := search.Run(context.Background(), state, Limits{Depth: 5}, 1, nil)
	if err != nil || g.FormatMove(state, r.Lines[0].Move) != "4" || r.Lines[0].Value < Won {
		t.Errorf("%+v, %v", r, err)
	}
}

// FuzzParseCuts: whatever a model's note says is refused or can be written again.
func FuzzParseCuts(f *testing.F) {
	f.Add(`{"slope":1,"sigma":[6,0,0,0,0,0,0]}`)
	f.Add(`{"slope":0,"sigma":[]}`)
	f.Add(`{`)
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseCuts(text)
		if err != nil {
			return
		}
		if again, err := ParseCuts(c.String()); err != nil || again.String() != c.String() {
			t.Errorf("%s: %v, %v", text, again, err)
		}
	})
}

// TestCalibrate: cuts are the same for any number of jobs, and errors that grow with the distance of the
// depths are told as such.
func TestCalibrate(t *testing.T) {
	var fitted []string
	for _, jobs := range []int{1, 3} {
		f, err := Calibrate(context.Background(), othello.New(), func() Board { return othelloBoard(t) },
			Calibration{Positions: 100, Depth: 4, Solve: 6, Seed: 1, Jobs: jobs}, nil)
		if err != nil {
			t.Fatal(err)
		}
		fitted = append(fitted, f.Cuts.String())
		if f.Within[0] < 0.5 || f.Within[3] < f.Within[0] || len(f.Pairs) < 2 {
			t.Errorf("%+v", f)
		}
	}
	if fitted[0] != fitted[1] {
		t.Errorf("%s by one job, %s by three", fitted[0], fitted[1])
	}
}
