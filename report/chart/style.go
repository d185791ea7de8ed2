package chart

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// distinct are the colours of Okabe and Ito (Color Universal Design, 2008),
// which people with any kind of colour vision tell apart; yellow, too light on
// white, is left out.
var distinct = []color.RGBA{
	{0x00, 0x72, 0xb2, 0xff}, {0xd5, 0x5e, 0x00, 0xff}, {0x00, 0x9e, 0x73, 0xff}, {0xcc, 0x79, 0xa7, 0xff},
	{0xe6, 0x9f, 0x00, 0xff}, {0x56, 0xb4, 0xe9, 0xff}, {0x00, 0x00, 0x00, 0xff}, {0x88, 0x88, 0x88, 0xff},
}

// scale is viridis from dark to light (van der Walt and Smith, 2015) without
// its lightest part.
var scale = []color.RGBA{
	{0x44, 0x01, 0x54, 0xff}, {0x41, 0x44, 0x87, 0xff}, {0x2a, 0x78, 0x8e, 0xff}, {0x22, 0xa8, 0x84, 0xff}, {0x7a, 0xd1, 0x51, 0xff}, {0xc8, 0xd8, 0x20, 0xff},
}

// colours are those of the series.
func (c Chart) colours() []color.RGBA {
	own := 0
	for _, s := range c.Series {
		if s.Like == 0 {
			own++
		}
	}
	colours := make([]color.RGBA, len(c.Series))
	next := 0
	for i, s := range c.Series {
		switch {
		case s.Like >= 1 && s.Like <= i:
			colours[i] = colours[s.Like-1]
			continue
		case c.Graded:
			colours[i] = graded(float64(next) / math.Max(1, float64(own-1)))
		default:
			colours[i] = distinct[next%len(distinct)]
		}
		next++
	}
	return colours
}

// graded is the colour at a place between 0 and 1 of the scale.
func graded(x float64) color.RGBA {
	x *= float64(len(scale) - 1)
	i := min(int(x), len(scale)-2)
	part := x - float64(i)
	between := func(a, b uint8) uint8 { return uint8(math.Round(float64(a) + part*(float64(b)-float64(a)))) }
	a, b := scale[i], scale[i+1]
	return color.RGBA{between(a.R, b.R), between(a.G, b.G), between(a.B, b.B), 0xff}
}

// faded is a colour through which others are seen.
func faded(c color.RGBA) color.NRGBA { return color.NRGBA{c.R, c.G, c.B, 0x30} }

var (
	ink  = color.RGBA{0x33, 0x33, 0x33, 0xff}
	lead = color.RGBA{0xdd, 0xdd, 0xdd, 0xff}
)

// frame sets titles, axes and grid.
func (c Chart) frame(p *plot.Plot) {
	sans := func(s *text.Style, size font.Length) {
		s.Font.Variant, s.Font.Size, s.Color = "Sans", size, ink
	}
	p.Title.Text, p.Title.Padding = c.Title, 8
	sans(&p.Title.TextStyle, 13)
	sans(&p.Legend.TextStyle, 10)
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		sans(&axis.Label.TextStyle, 11)
		sans(&axis.Tick.Label, 10)
		axis.LineStyle.Color, axis.Tick.LineStyle.Color = ink, ink
		axis.Tick.Marker = linearTicks{}
		axis.Padding = 4
	}
	p.X.Label.Text, p.Y.Label.Text = c.XLabel, c.YLabel
	if c.LogX {
		p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, logTicks{}
	}
	if c.LogY {
		p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, logTicks{}
	}
	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal.Color = lead, lead
	grid.Vertical.Width, grid.Horizontal.Width = 0.5, 0.5
	p.Add(grid)
}

// widen gives an axis on which everything is at one place some room.
func widen(axis *plot.Axis, log bool) {
	if axis.Min < axis.Max {
		return
	}
	if log {
		axis.Min, axis.Max = axis.Min/2, axis.Max*2
		return
	}
	room := math.Max(math.Abs(axis.Min)/2, 0.5)
	axis.Min, axis.Max = axis.Min-room, axis.Max+room
}

// legend stands to the right of the data.
type legend struct {
	names  []string
	thumbs [][]plot.Thumbnailer
	style  text.Style
}

// Sizes of a line of the legend and of the sample of its series.
const legendLine, legendSample, legendGap vg.Length = 16, 24, 6

// width is that of the longest line, and at most half of the picture. Whoever
// shows the picture may have another font, a wider one.
func (l legend) width() vg.Length {
	const wider = 1.2
	longest := vg.Length(0)
	for _, name := range l.names {
		longest = max(longest, legendSample+legendGap+wider*l.style.Width(name)+padding)
	}
	return min(longest, width/2)
}

func (l legend) draw(c draw.Canvas) {
	style := l.style
	style.YAlign = draw.YCenter
	for i, name := range l.names {
		middle := c.Max.Y - legendLine*vg.Length(i) - legendLine/2
		area := draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
			Min: vg.Point{X: c.Min.X, Y: middle - legendLine/4}, Max: vg.Point{X: c.Min.X + legendSample, Y: middle + legendLine/4},
		}}
		for _, t := range l.thumbs[i] {
			t.Thumbnail(&area)
		}
		c.FillText(style, vg.Point{X: c.Min.X + legendSample + legendGap, Y: middle}, name)
	}
}
