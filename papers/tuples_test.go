package papers

import (
	"testing"

	"gambito/learn/tuples"
)

// curve is one with so many of 50 games won after each 1,000 games.
func curve(won ...int) (c tupleCurve) {
	for i, n := range won {
		c.games, c.won = append(c.games, 1000*(i+1)), append(c.won, tuples.Results{Won: n, Lost: 50 - n})
	}
	return c
}

func TestTupleVerdicts(t *testing.T) {
	for _, c := range []struct {
		scale  Scale
		lambda float64
		won    int
		want   Verdict
	}{
		{Full, 0, 49, Agrees}, {Full, 0.25, 45, Agrees}, {Full, 0, 30, Differs},
		{Quick, 0, 49, NotComparable}, {Full, 0.8, 49, NotComparable},
	} {
		f := tupleShare(c.scale, c.lambda, 1000, []tupleCurve{curve(0, c.won), curve(3, c.won)})
		if f.Verdict != c.want || *f.Measured != 2*float64(c.won) || f.Games != 100 || (f.Published == nil) != (c.lambda > 0.25) {
			t.Errorf("%+v: %+v", c, f)
		}
	}
}

func TestTupleSpeed(t *testing.T) {
	slow, fast := []tupleCurve{curve(0, 20, 41, 30), curve(0, 0, 0, 0, 50)}, []tupleCurve{curve(3, 40), curve(45, 0)}
	if f := tupleSpeed(slow, fast); f.Measured == nil || *f.Measured != 4/1.5 || f.Verdict != NotComparable {
		t.Errorf("%+v", f)
	}
	if f := tupleSpeed(slow[:1], []tupleCurve{curve(0, 39)}); f.Measured != nil || f.Verdict != NotMeasured {
		t.Errorf("%+v", f)
	}
}
