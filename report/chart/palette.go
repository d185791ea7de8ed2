package chart

import (
	"fmt"
	"math"

	"gambito/drawing"
)

// viridis from dark to light (van der Walt and Smith, 2015). Light paper takes
// it without its lightest colour, dark paper without the two darkest.
var viridis = [][3]float64{
	{0x44, 0x01, 0x54}, {0x41, 0x44, 0x87}, {0x2a, 0x78, 0x8e}, {0x22, 0xa8, 0x84}, {0x7a, 0xd1, 0x51}, {0xc8, 0xd8, 0x20}, {0xfd, 0xe7, 0x25},
}

// dashes tell lines apart without colours.
var dashes = []string{"", "8 4", "2 3", "10 3 2 3", "5 5", "14 4", "1 5", "12 3 3 3 3 3"}

// dashed is the line of a series that is dashed by itself.
const dashed = "7 4"

// look is how a series is told from others.
type look struct {
	colour drawing.Colour
	dashes string
}

// looks are those of the series.
func (c Chart) looks() []look {
	own := 0
	for _, s := range c.Series {
		if s.Like == 0 {
			own++
		}
	}
	looks := make([]look, len(c.Series))
	next := 0
	for i, s := range c.Series {
		if s.Like >= 1 && s.Like <= i {
			looks[i] = looks[s.Like-1]
		} else {
			looks[i] = c.Palette.look(next, own)
			next++
		}
		if c.Palette != Print { // there dashes say which series it is
			looks[i].dashes = ""
			if s.Dashed {
				looks[i].dashes = dashed
			}
		}
	}
	return looks
}

// look is the i-th of n.
func (p Palette) look(i, n int) look {
	switch p {
	case Graded:
		return look{colour: graded(float64(i) / math.Max(1, float64(n-1)))}
	case Print:
		return look{[]drawing.Colour{drawing.Ink, {Light: "#777777", Dark: "#888888"}}[i/len(dashes)%2], dashes[i%len(dashes)]}
	}
	return look{colour: drawing.Distinct[i%len(drawing.Distinct)]}
}

// graded is the colour at a place between 0 and 1 of the scale.
func graded(x float64) drawing.Colour {
	last := len(viridis) - 1
	return drawing.Colour{Light: between(viridis[:last], x), Dark: between(viridis[2:], x)}
}

func between(colours [][3]float64, x float64) string {
	x *= float64(len(colours) - 1)
	i := min(int(x), len(colours)-2)
	part := x - float64(i)
	var rgb [3]int
	for k := range rgb {
		a, b := colours[i][k], colours[i+1][k]
		rgb[k] = int(math.Round(a + part*(b-a)))
	}
	return fmt.Sprintf("#%02x%02x%02x", rgb[0], rgb[1], rgb[2])
}
