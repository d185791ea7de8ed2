package report

import (
	"fmt"
	"html"
	"html/template"
	"math"
	"strings"
)

// canvas is a drawing on the way. Plots use shades of grey, dashes and marks,
// so that they can be read in print without colours.
type canvas struct {
	b             strings.Builder
	width, height float64
}

func newCanvas(width, height float64, title string) *canvas {
	c := &canvas{width: width, height: height}
	fmt.Fprintf(&c.b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" width="%[1]g" height="%[2]g" role="img" font-family="sans-serif" font-size="13">`, width, height)
	fmt.Fprintf(&c.b, `<title>%s</title><rect width="%g" height="%g" fill="white"/>`, html.EscapeString(title), width, height)
	c.text(10, 20, "start", `font-weight="bold" font-size="14"`, title)
	return c
}

func (c *canvas) line(x1, y1, x2, y2 float64, style string) {
	fmt.Fprintf(&c.b, `<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" %s/>`, x1, y1, x2, y2, style)
}

func (c *canvas) rect(x, y, w, h float64, style string) {
	fmt.Fprintf(&c.b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" %s/>`, x, y, max(w, 0), max(h, 0), style)
}

func (c *canvas) circle(x, y, r float64, style string) {
	fmt.Fprintf(&c.b, `<circle cx="%.1f" cy="%.1f" r="%.1f" %s/>`, x, y, r, style)
}

// text is placed by its anchor: start, middle or end.
func (c *canvas) text(x, y float64, anchor, style, text string) {
	fmt.Fprintf(&c.b, `<text x="%.1f" y="%.1f" text-anchor="%s" %s>%s</text>`, x, y, anchor, style, html.EscapeString(text))
}

func (c *canvas) path(points [][2]float64, style string) {
	var d strings.Builder
	for i, p := range points {
		fmt.Fprintf(&d, "%c%.1f %.1f", "ML"[min(i, 1)], p[0], p[1])
	}
	fmt.Fprintf(&c.b, `<path d="%s" fill="none" %s/>`, d.String(), style)
}

// svg ends the drawing. All text in it was escaped.
func (c *canvas) svg() template.HTML { return template.HTML(c.b.String() + "</svg>") }

// scale maps values to places on an axis.
type scale struct{ low, high, from, to float64 }

func (s scale) at(v float64) float64 {
	if s.high == s.low {
		return (s.from + s.to) / 2
	}
	return s.from + (v-s.low)/(s.high-s.low)*(s.to-s.from)
}

// ticks are about so many round values within the scale.
func (s scale) ticks(about int) (list []float64) {
	width := s.high - s.low
	if width <= 0 || math.IsInf(width, 0) || math.IsNaN(width) {
		return []float64{s.low}
	}
	step := math.Pow(10, math.Floor(math.Log10(width/float64(about))))
	for _, factor := range []float64{1, 2, 5, 10} {
		if width/(step*factor) <= float64(about) {
			step *= factor
			break
		}
	}
	for i := math.Ceil(s.low / step); i*step <= s.high+step*1e-9; i++ {
		list = append(list, i*step)
	}
	return list
}

// rounded widens a range to the ticks around it.
func rounded(low, high float64) (float64, float64) {
	if high-low < 1e-9 {
		low, high = low-1, high+1
	}
	t := scale{low: low, high: high}.ticks(6)
	step := (high - low) / 4
	if len(t) > 1 {
		step = t[1] - t[0]
	}
	return math.Floor(low/step+1e-9) * step, math.Ceil(high/step-1e-9) * step
}

const thin = `stroke="#bbb" stroke-width="1"`
const solid = `stroke="black" stroke-width="1.3"`
