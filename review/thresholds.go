package review

import (
	"fmt"
	"math"

	"gambito/game"
)

// Thresholds are the losses from which on moves are inaccuracies, mistakes and
// blunders. A move is as bad as the worst that any of them says.
type Thresholds struct {
	Share  Steps // in percent of the points that can be won
	Discs  Steps // of Othello: discs at the end, where both values are proven
	Equity Steps // of backgammon, where nothing else counts
}

// Steps are thresholds in one unit.
type Steps struct{ Inaccuracy, Mistake, Blunder float64 }

// Default thresholds. Those of the points are what players of other games are used
// to: a blunder throws away a fifth of a game. Discs count beside them where they are
// exact, because they are what Othello is played for even when it is clear who wins;
// two is the least that can be lost. Those of equity are the doubtful, bad and very
// bad moves of GNU Backgammon.
var (
	DefaultShare  = Steps{5, 10, 20}
	DefaultDiscs  = Steps{2, 4, 8}
	DefaultEquity = Steps{0.03, 0.06, 0.12}

	Defaults = Thresholds{DefaultShare, DefaultDiscs, DefaultEquity}
)

// discShare is what a disc counts in an accuracy, in percent of the points, where it
// changes nothing of who wins.
const discShare = 2.5

// Check reports what is wrong with steps.
func (s Steps) Check() error {
	if !(s.Inaccuracy > 0 && s.Inaccuracy <= s.Mistake && s.Mistake <= s.Blunder && !math.IsInf(s.Blunder, 1)) {
		return fmt.Errorf("an inaccuracy of %g, a mistake of %g and a blunder of %g: each must be above 0 and none below the one before", s.Inaccuracy, s.Mistake, s.Blunder)
	}
	return nil
}

// StepsFor are those that count first in a game, to be read and changed.
func (t *Thresholds) StepsFor(g game.Game) *Steps {
	if isBackgammon(g) {
		return &t.Equity
	}
	return &t.Share
}

// class is how bad a loss is; 0 is none at all.
func (s Steps) class(loss float64) int {
	switch loss += 1e-9; { // a loss of 5 % that is computed as a little less
	case loss >= s.Blunder:
		return 4
	case loss >= s.Mistake:
		return 3
	case loss >= s.Inaccuracy:
		return 2
	case loss > 1e-6:
		return 1
	}
	return 0
}

// Class is that of a move with a loss.
func (t Thresholds) Class(l Loss) Class {
	switch {
	case l.Unit == game.Equity:
		return Classes[t.Equity.class(l.Count)]
	case l.Unit == game.Discs && l.Proven:
		return Classes[max(t.Share.class(l.Share), t.Discs.class(l.Count))]
	case l.Unit == game.Stones:
		// Who wins later than could be, or loses sooner, loses nothing of the points.
		return Classes[max(t.Share.class(l.Share), min(t.Share.class(l.Count), 1))]
	}
	return Classes[t.Share.class(l.Share)]
}

// Accuracy is how well a decision with a loss was made, in percent: 100 if nothing
// was lost, 80 at 5 % of the points, 64 at 10 %, 40 at 20 %, next to 0 if everything
// was. It is the curve that lichess.org uses for chess, 103.1668·exp(−0.04354·loss) −
// 3.1669. Where the discs of Othello are exact, each counts 2.5 % of the points if that
// is more.
func Accuracy(l Loss) float64 {
	lost := l.Share
	if l.Unit == game.Discs && l.Proven {
		lost = max(lost, discShare*l.Count)
	}
	if lost <= 0 {
		return 100
	}
	return max(0, min(100, 103.1668*math.Exp(-0.04354*lost)-3.1669))
}
