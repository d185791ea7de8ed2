package ntuple

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gambito/game"
	"gambito/games"
)

// TestFollowersAgreeWithReading walks through games with steps back and jumps, and
// compares what followers tell with what is read from nothing.
func TestFollowersAgreeWithReading(t *testing.T) {
	for _, id := range []string{"othello", "connect4", "tictactoe", "tictactoe:5x5", "breakthrough", "knightthrough", "breakthrough-holes", "atari-go"} {
		g, err := games.Parse(id)
		if err != nil {
			t.Fatal(err)
		}
		celled, ok := g.(game.Celled)
		if !ok {
			t.Errorf("%s has no cells", id)
			continue
		}
		cells := celled.Cells()
		sets, err := ParseSets(cells, "lines:3+blocks:2x2+walks:5x5", 1)
		if err != nil {
			t.Fatal(err)
		}
		s, err := New(Shape{Cells: cells, Sets: sets})
		if err != nil {
			t.Fatal(err)
		}
		f, want, view := NewFollower(celled, s), s.NewIndices(), make([]uint8, cells.Count())
		r := rand.New(rand.NewPCG(1, 9))
		state := g.New().(game.Undoer)
		var made []game.Move
		for range 3000 {
			moves := state.Moves(nil)
			switch back := r.IntN(4) == 0 && len(made) > 0; {
			case back:
				state.Undo(made[len(made)-1])
				made = made[:len(made)-1]
			case len(moves) == 0:
				state, made = g.New().(game.Undoer), made[:0]
			default:
				made = append(made, moves[r.IntN(len(moves))])
				state.Play(made[len(made)-1])
			}
			p := game.Player(r.IntN(2))
			celled.Look(state, p, view)
			s.Read(want, view)
			vacant := 0
			for _, shows := range view {
				if shows != game.Own && shows != game.Theirs {
					vacant++
				}
			}
			if x, n := f.See(state, p); !slices.Equal(x, want) || n != vacant {
				t.Fatalf("%s, position %s: following and reading differ, with %d and %d vacant cells", id, g.FormatPosition(state), n, vacant)
			}
		}
		if n := testing.AllocsPerRun(100, func() { f.See(state, 0) }); n > 0 {
			t.Errorf("%s: following allocates", id)
		}
	}
}
