package neural

import (
	"math"
	"testing"

	"gambito/game"
	"gambito/games/othello"
	"gambito/search/mcts"
)

// TestWinPriors: the prior of a move is the chance to win behind it, of games that end
// there how they end.
func TestWinPriors(t *testing.T) {
	for _, g := range encoded(t) {
		e := g.Encoding()
		judge := NewJudge(g, &sums{inputs: e.Inputs(), moves: e.Moves}, JudgeOptions{})
		priors := NewWinPriors(judge)
		var asked []mcts.Position
		for _, s := range somewhere(g, 5) {
			asked = append(asked, ask(s))
		}
		priors.Evaluate(asked)
		ended := 0
		for _, p := range asked {
			for k, m := range p.Moves {
				behind := p.State.Clone()
				behind.Play(m)
				var want float64
				switch turn := behind.Turn(); turn {
				case game.Over:
					want = (behind.Score(p.State.Turn()) + 1) / 2
					ended++
				default:
					one := []mcts.Position{{State: behind}}
					judge.Evaluate(one)
					if want = one[0].Value; turn != p.State.Turn() {
						want = -want
					}
					want = (want + 1) / 2
				}
				if math.Abs(float64(p.Priors[k])-want) > 1e-6 {
					t.Fatalf("%s: the prior of %s is %g, not %g", g.FormatPosition(p.State), g.FormatMove(p.State, m), p.Priors[k], want)
				}
			}
		}
		if ended == 0 {
			t.Errorf("%s: no move ended a game", g.Info().ID)
		}
	}
}

// TestRootView: whoever is to move, the value is that of the root's player as if it were
// its turn, with the sign that the way up has at plies of the opponent.
func TestRootView(t *testing.T) {
	g := othello.New()
	e := g.Encoding()
	judge := NewJudge(g, &sums{inputs: e.Inputs(), moves: e.Moves}, JudgeOptions{})
	view, err := NewRootView(g, judge)
	if err != nil {
		t.Fatal(err)
	}
	start := g.New()
	view.Root(start)
	for _, s := range somewhere(g, 6) {
		asked := []mcts.Position{{State: s}}
		view.Evaluate(asked)
		seen := s.Clone()
		if s.Turn() != start.Turn() {
			g.OtherSide(seen, s)
		}
		plain := []mcts.Position{{State: seen}}
		judge.Evaluate(plain)
		if asked[0].Value != -plain[0].Value {
			t.Fatalf("%s is worth %g, not %g", g.FormatPosition(s), asked[0].Value, -plain[0].Value)
		}
	}
	if _, err := NewRootView(encoded(t)[0], judge); err == nil {
		t.Error("Connect 4 is looked at from the other side")
	}
}
