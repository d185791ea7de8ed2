package lecture

import (
	"fmt"
	"math"

	"gambito/theory"
)

// Phase is a picture of how strategies change: where they go from every place, paths
// of some starts, and the equilibria. Places are in the unit square of two probabilities,
// those of the players' first strategies; or, where Corners name three strategies of one
// population, in a triangle, by the probabilities of the first and the second.
type Phase struct {
	Title   string
	X, Y    string          // what the probabilities of a square are
	Corners []string        // of a triangle
	Arrows  [][2][2]float64 // where from, and which way and how fast: the length is at most 1
	Paths   [][][2]float64
	Dots    [][2]float64 // equilibria
}

// strategies are those at a place.
func (p Phase) strategies(x, y float64) [][]float64 {
	if p.Corners == nil {
		return [][]float64{{x, 1 - x}, {y, 1 - y}}
	}
	one := []float64{x, y, 1 - x - y}
	return [][]float64{one, {one[0], one[1], one[2]}}
}

// place is where strategies are.
func (p Phase) place(s [][]float64) [2]float64 {
	if p.Corners == nil {
		return [2]float64{s[0][0], s[1][0]}
	}
	return [2]float64{s[0][0], s[0][1]}
}

// Flat is where a place is drawn, from 0 to 1 to the right and upward: the first corner of a
// triangle is at the lower left, the second at the lower right, the third on top.
func (p Phase) Flat(at [2]float64) (x, y float64) {
	if p.Corners == nil {
		return at[0], at[1]
	}
	third := 1 - at[0] - at[1]
	return at[1] + third/2, third * math.Sqrt(3) / 2
}

// phase follows the dynamics of a game of two by two strategies, or of one population
// of three.
func (t teller) phase(title string, d theory.Dynamics) Phase {
	p := Phase{Title: title}
	if t.Game.Size(0) == 3 {
		for i := range 3 {
			p.Corners = append(p.Corners, t.strategy(0, i))
		}
	} else {
		p.X = t.Say("probability with which %s plays %s", t.player(0), t.strategy(0, 0))
		p.Y = t.Say("probability with which %s plays %s", t.player(1), t.strategy(1, 0))
	}
	f := t.Game.Floats()
	const grid = 13
	for i := range grid {
		for j := range grid {
			x, y := (float64(i)+0.5)/grid, (float64(j)+0.5)/grid
			if p.Corners != nil && x+y > 0.97 {
				continue
			}
			p.arrow(f, d, p.strategies(x, y))
		}
	}
	for _, start := range p.starts() {
		var path [][2]float64
		lastX, lastY := math.Inf(1), math.Inf(1)
		for _, s := range f.Follow(d, start, f.StepLength(), 600) {
			at := p.place(s)
			if x, y := p.Flat(at); math.Hypot(x-lastX, y-lastY) > 1.0/400 {
				path, lastX, lastY = append(path, at), x, y
			}
		}
		p.Paths = append(p.Paths, path)
	}
	for _, e := range t.Game.Equilibria().Extreme {
		s := [][]float64{e.X.Floats(), e.Y.Floats()}
		if p.Corners != nil && fmt.Sprint(s[0]) != fmt.Sprint(s[1]) {
			continue // of one population both sides are the same
		}
		p.Dots = append(p.Dots, p.place(s))
	}
	return p
}

// arrow adds where the dynamics goes from a place, longer where it is faster.
func (p *Phase) arrow(f theory.Floats, d theory.Dynamics, s [][]float64) {
	speed := d(f, s)
	next := make([][]float64, len(s))
	const small = 1e-3
	for i := range s {
		next[i] = make([]float64, len(s[i]))
		for k := range s[i] {
			next[i][k] = s[i][k] + small*speed[i][k]
		}
	}
	fromX, fromY := p.Flat(p.place(s))
	toX, toY := p.Flat(p.place(next))
	dx, dy := (toX-fromX)/small, (toY-fromY)/small
	fast := math.Hypot(dx, dy)
	if fast < 1e-8 {
		return
	}
	length := 0.4 + 0.6*min(1, fast*f.StepLength()*30)
	p.Arrows = append(p.Arrows, [2][2]float64{p.place(s), {dx / fast * length, dy / fast * length}})
}

// starts are where paths begin.
func (p Phase) starts() (list [][][]float64) {
	if p.Corners != nil {
		for _, s := range [][2]float64{{0.4, 0.3}, {0.6, 0.2}, {0.1, 0.8}, {0.1, 0.15}} {
			list = append(list, p.strategies(s[0], s[1]))
		}
		return list
	}
	for _, s := range [][2]float64{{0.1, 0.35}, {0.35, 0.9}, {0.65, 0.1}, {0.9, 0.65}, {0.45, 0.52}, {0.55, 0.48}} {
		list = append(list, p.strategies(s[0], s[1]))
	}
	return list
}
