package td

import (
	"bytes"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gambito/crew/crewtest"
	"gambito/games/backgammon/networks"
)

// TestOneOutputByDifferences: of a network as printed the first output learns from what is
// said of the next position, the others from the end of the game alone.
func TestOneOutputByDifferences(t *testing.T) {
	s := printed()
	pl := newPlayer(s.model(), tables(), 0)
	var g selfGame
	pl.play(&g, rand.New(rand.NewPCG(5, 5)), s)
	if g.count < 10 {
		t.Fatalf("%d positions", g.count)
	}
	for i := range g.count {
		l, end := &g.lessons[i], g.values[g.count-1].Other()
		if (g.count-1-i)%2 == 1 {
			end = end.Other()
		}
		sum := l.target[1] + l.target[2] + l.target[3] + l.target[4]
		if next := g.values[i].Other().Win; math.Abs(float64(l.target[0]-next)) > 1e-6 || math.Abs(float64(l.target[1]+l.target[2]-end.Win)) > 1e-6 || math.Abs(float64(sum-1)) > 1e-5 {
			t.Errorf("position %d: the targets are %v, the next position says %g, the end %g", i, l.target, next, end.Win)
		}
		if l.class == networks.Crashed {
			t.Error("there is a network of crashed positions")
		}
	}
}

// TestThesisFleet: a fleet plays for networks as printed too.
func TestThesisFleet(t *testing.T) {
	s := printed()
	s.Games = 32
	want := finish(t, NewRun(s, nil, tables()), 2)
	r := NewRun(s, nil, nil)
	r.Fleet = crewtest.Fleet{Kinds: kinds, Workers: 3, Seed: 3}
	if !bytes.Equal(finish(t, r, 1), want) {
		t.Error("a fleet comes to another result")
	}
}

// TestFits: with which networks a run may begin.
func TestFits(t *testing.T) {
	plain := Settings{Hidden: 64}
	for _, c := range []struct {
		s    Settings
		from *networks.Model
		says string // "" if it may
	}{
		{plain, networks.NewModel(64, 64, 1), ""},
		{plain, networks.NewModel(20, 20, 1), ""},
		{plain, networks.NewModel(65, 65, 1), "none can be left out"},
		{plain, networks.NewModel(64, 30, 1), "and 30 hidden units"},
		{Settings{Hidden: 64, Race: 30}, networks.NewModel(64, 30, 1), ""},
		{plain, networks.NewThesis(64, 64, 1), "can only begin with such"},
		{AsPrinted, networks.NewThesis(128, 116, 1), ""},
		{AsPrinted, networks.NewThesis(64, 116, 1), "have 64 and 116"},
		{AsPrinted, networks.NewModel(128, 116, 1), "can only begin with such"},
	} {
		err := c.s.Fits(c.from)
		if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%+v: %v, not %q", c.s, err, c.says)
		}
	}
}
