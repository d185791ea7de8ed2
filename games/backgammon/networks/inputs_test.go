package networks

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"gambito/game"
	"gambito/games/backgammon"
)

// TestShots compares with the turns that the rules allow. Some hits are counted
// that the rules forbid, as when only one die can be played and it must be the
// other; they are rare.
func TestShots(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	checked, wrong := 0, 0
	var moves []game.Move
	for range 60 {
		s := backgammon.New().New().(*backgammon.State)
		for s.Turn() != game.Over {
			m, _ := game.RandomMove(s, r, moves)
			s.Play(m)
			b := s.Board()
			if s.Turn() != game.Chance || b.Race() {
				continue
			}
			own, other := sides(&b[0], &b[1])
			for p, side := range []side{own, other} {
				want := shots{}
				for _, roll := range backgammon.AllRolls {
					hit := uint32(0)
					moves = b.AppendMoves(moves[:0], game.Player(p), roll.Dice)
					for _, m := range moves {
						after := *b
						after.Play(game.Player(p), m)
						if after[p^1][backgammon.Bar] > b[p^1][backgammon.Bar] {
							hit |= struck(b, &after, p)
						}
					}
					if hit == 0 {
						continue
					}
					weight := int(36*roll.Probability + 0.5)
					want.any += weight
					if bits.OnesCount32(hit) > 1 {
						want.two += weight
					}
					want.pips += weight * (bits.Len32(hit) - 1)
				}
				checked++
				if got := side.shots(); got != want {
					if got.any < want.any || got.pips < want.pips {
						t.Fatalf("%v, player %d: %+v, by the rules %+v", b, p, got, want)
					}
					wrong++
				}
			}
		}
	}
	if wrong > checked/40 {
		t.Errorf("%d of %d positions differ from what the rules allow", wrong, checked)
	}
}

// struck is the points, as p counts, where men of the other side stood alone
// and were hit.
func struck(before, after *backgammon.Board, p int) (set uint32) {
	for k := 1; k <= 24; k++ {
		if before[p^1][k] == 1 && after[p^1][k] == 0 {
			set |= 1 << (backgammon.Bar - k)
		}
	}
	return set
}

func TestReach(t *testing.T) {
	if r := reach[0]; r.both != 1 || r.pips < 8.16 || r.pips > 8.17 {
		t.Errorf("with nothing in its way a man goes %g pips, by both dice with %g of the rolls", r.pips, r.both)
	}
	if r := reach[63]; r.both != 0 || r.pips != 0 {
		t.Errorf("behind a prime of six a man goes %g pips", r.pips)
	}
	// Before a prime of five at its edge, only sixes and then another number go on.
	if r := reach[31]; r.both != 11.0/36 {
		t.Errorf("behind a prime of five a man goes on with %g of the rolls", r.both)
	}
	own, other := sides(&backgammon.Start[0], &backgammon.Start[1])
	// Before the men on 24 are 23 to 13: the other side holds 19, 17 and 12.
	if got := own.ahead(24); got != 1<<4|1<<6|1<<11 {
		t.Errorf("blocked before the rearmost men: %b", got)
	}
	if own.rear != 24 || other.rear != 24 || own.enemy != 1 {
		t.Errorf("%+v", own)
	}
}
