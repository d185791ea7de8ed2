package review

import (
	"testing"

	"gambito/game"
)

func TestClass(t *testing.T) {
	for _, c := range []struct {
		loss Loss
		want Class
	}{
		{Loss{}, Best},
		{Loss{Share: 4.9}, Good},
		{Loss{Share: 5}, Inaccuracy},
		{Loss{Share: 10}, Mistake},
		{Loss{Share: 20}, Blunder},
		{Loss{Unit: game.Discs, Count: 20, Share: 3}, Good}, // an estimate
		{Loss{Unit: game.Discs, Count: 2, Proven: true}, Inaccuracy},
		{Loss{Unit: game.Discs, Count: 20, Proven: true}, Blunder},
		{Loss{Unit: game.Discs, Count: 2, Share: 50, Proven: true}, Blunder},
		{Loss{Unit: game.Stones, Count: 6, Proven: true}, Good}, // won all the same
		{Loss{Unit: game.Equity, Count: 0.029}, Good},
		{Loss{Unit: game.Equity, Count: 0.03}, Inaccuracy},
		{Loss{Unit: game.Equity, Count: 0.12}, Blunder},
	} {
		if got := Defaults.Class(c.loss); got != c.want {
			t.Errorf("%+v is %s, not %s", c.loss, got, c.want)
		}
	}
	for _, bad := range []Steps{{}, {5, 4, 20}, {5, 10, 9}, {-1, 1, 2}} {
		if bad.Check() == nil {
			t.Errorf("%+v is taken", bad)
		}
	}
}

func TestAccuracy(t *testing.T) {
	for _, c := range []struct {
		loss      Loss
		low, high float64
	}{
		{Loss{}, 100, 100}, {Loss{Share: 5}, 79.5, 80}, {Loss{Share: 10}, 63, 64}, {Loss{Share: 20}, 40, 40.1}, {Loss{Share: 100}, 0, 0},
		{Loss{Unit: game.Discs, Count: 2, Proven: true}, 79.5, 80}, {Loss{Unit: game.Discs, Count: 20}, 100, 100},
	} {
		if got := Accuracy(c.loss); got < c.low || got > c.high {
			t.Errorf("%+v: %g", c.loss, got)
		}
	}
}
