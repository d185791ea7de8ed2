package lecture

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"gambito/report/chart"
	"gambito/theory"
	"gambito/words"
)

// Picture is what can be drawn of a game: a chart, or a phase picture.
type Picture struct {
	Name  string
	Chart *chart.Chart
	Phase *Phase
}

// drawable reports whether the phase picture of a game can be drawn: two players with
// two strategies each, or one population of three.
func drawable(g *theory.Game) bool {
	return len(g.Players) == 2 && (g.Size(0) == 2 && g.Size(1) == 2 || g.Size(0) == 3 && g.Symmetric())
}

// AllPictures are the names of all pictures, the most telling first.
func AllPictures() (names []string) {
	for _, m := range []theory.Method{theory.GeometricMethod, theory.Replicating, theory.BestReplies, theory.Fictitious, theory.Regrets} {
		names = append(names, string(m))
	}
	return names
}

// Pictures lists what can be drawn of a game, in the same order.
func Pictures(g *theory.Game) []string {
	return slices.DeleteFunc(AllPictures(), func(name string) bool {
		switch m := theory.Method(name); m {
		case theory.GeometricMethod:
			return g.Fits(m) != nil
		case theory.Replicating, theory.BestReplies:
			return !drawable(g)
		}
		return false
	})
}

// NewPicture is one of the pictures of a game, learning for so many rounds.
func NewPicture(in words.Words, g *theory.Game, name string, rounds int) (Picture, error) {
	if names := Pictures(g); !slices.Contains(names, name) {
		return Picture{}, fmt.Errorf("this game has no picture %q: it has %s", name, strings.Join(names, ", "))
	}
	t := teller{in, &theory.Analysis{Game: g}}
	f := g.Floats()
	switch theory.Method(name) {
	case theory.GeometricMethod:
		return Picture{Name: name, Chart: new(t.lines())}, nil
	case theory.Replicating:
		return Picture{Name: name, Phase: new(t.phase(t.Say("Replicator dynamics"), theory.Replicator))}, nil
	case theory.BestReplies:
		return Picture{Name: name, Phase: new(t.phase(t.Say("Best-response dynamics"), theory.BestResponse))}, nil
	case theory.Fictitious:
		return Picture{Name: name, Chart: new(t.curve(t.Say("Fictitious play"), f.FictitiousPlay(rounds)))}, nil
	}
	return Picture{Name: name, Chart: new(t.curve(t.Say("Regret matching"), f.RegretMatching(rounds)))}, nil
}

// Draw draws one of the pictures of a game as SVG.
func Draw(out io.Writer, in words.Words, g *theory.Game, name string, rounds int) error {
	p, err := NewPicture(in, g, name, rounds)
	switch {
	case err != nil:
		return err
	case p.Chart != nil:
		return p.Chart.SVG(out)
	}
	return teller{in, &theory.Analysis{Game: g}}.draw(out, *p.Phase)
}
