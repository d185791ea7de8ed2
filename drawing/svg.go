package drawing

import (
	"encoding/xml"
	"io"
	"strconv"
	"strings"
)

// svgWriter is a file of Scalable Vector Graphics on the way.
type svgWriter struct {
	b     strings.Builder
	rules []string // the style of dark drawings, a rule a class
	known map[string]bool
}

// WriteTo writes the drawing as SVG.
func (c *Canvas) WriteTo(w io.Writer) (int64, error) {
	n, err := io.WriteString(w, c.String())
	return int64(n), err
}

// String is the drawing so far as SVG, complete.
func (c *Canvas) String() string {
	s := &svgWriter{known: map[string]bool{}}
	w, h := decimal(c.width), decimal(c.height)
	s.put(`<svg xmlns="http://www.w3.org/2000/svg" width="`, w, `" height="`, h, `" viewBox="0 0 `, w, " ", h,
		`" role="img" font-family="Helvetica, Arial, sans-serif">`, "\n<title>", escaped(c.title), "</title>\n")
	if len(c.notes) > 0 {
		s.put("<metadata>", escaped(strings.Join(c.notes, "; ")), "</metadata>\n")
	}
	for _, one := range c.shapes {
		one.svg(s)
	}
	if len(s.rules) > 0 {
		s.put("<style>@media (prefers-color-scheme: dark) { ", strings.Join(s.rules, " "), " }</style>\n")
	}
	s.put("</svg>\n")
	return s.b.String()
}

func (l line) svg(s *svgWriter) {
	s.put("<line", number("x1", l.from.X), number("y1", l.from.Y), number("x2", l.to.X), number("y2", l.to.Y), s.paint(l.paint), "/>\n")
}

func (l lines) svg(s *svgWriter) {
	element := "polyline"
	if l.closed {
		element = "polygon"
	}
	s.put("<", element, ` points="`)
	for i, at := range l.points {
		if i > 0 {
			s.put(" ")
		}
		s.put(decimal(at.X), ",", decimal(at.Y))
	}
	s.put(`"`, s.paint(l.paint), "/>\n")
}

func (r rectangle) svg(s *svgWriter) {
	s.put("<rect", number("x", r.corner.X), number("y", r.corner.Y), number("width", r.width), number("height", r.height))
	if r.paint.Radius > 0 {
		s.put(number("rx", r.paint.Radius))
	}
	s.put(s.paint(r.paint), "/>\n")
}

func (e ellipse) svg(s *svgWriter) {
	if e.circle {
		s.put("<circle", number("cx", e.centre.X), number("cy", e.centre.Y), number("r", e.rx), s.paint(e.paint), "/>\n")
		return
	}
	s.put("<ellipse", number("cx", e.centre.X), number("cy", e.centre.Y), number("rx", e.rx), number("ry", e.ry), s.paint(e.paint), "/>\n")
}

// svg tells a text that was cut in full when pointed at.
func (l label) svg(s *svgWriter) {
	x, y, f := l.at.X, l.at.Y, l.font
	s.put("<text", number("x", x), number("y", y), number("font-size", f.Size))
	if f.Anchor != "" && f.Anchor != Start {
		s.put(attribute("text-anchor", string(f.Anchor)))
	}
	if f.Bold {
		s.put(` font-weight="bold"`)
	}
	if f.Upward {
		s.put(attribute("transform", "rotate(-90 "+decimal(x)+" "+decimal(y)+")"))
	}
	p := Paint{Fill: f.Colour}
	if f.Halo {
		p.Stroke, p.Width = Paper, haloWidth
		s.put(` stroke-linejoin="round" paint-order="stroke"`)
	}
	s.put(s.paint(p), ">", escaped(l.shown))
	if l.shown != l.text {
		s.put("<title>", escaped(l.text), "</title>")
	}
	s.put("</text>\n")
}

func (s *svgWriter) put(parts ...string) {
	for _, part := range parts {
		s.b.WriteString(part)
	}
}

// paint returns the attributes of a paint.
func (s *svgWriter) paint(p Paint) string {
	text := ` fill="none"`
	if p.Fill != None {
		text = attribute("fill", p.Fill.Light)
		if p.Opacity > 0 {
			text += attribute("fill-opacity", strconv.FormatFloat(p.Opacity, 'g', 3, 64))
		}
	}
	if p.Stroke != None {
		text += attribute("stroke", p.Stroke.Light)
		if p.Width > 0 {
			text += number("stroke-width", p.Width)
		}
		if p.Dashes != "" {
			text += attribute("stroke-dasharray", p.Dashes)
		}
	}
	return text + s.class(p.Fill, p.Stroke)
}

// class returns the attribute that makes colours dark ones where that is
// preferred. A class is named after both of its colours: drawings side by side
// in a page share the names.
func (s *svgWriter) class(fill, stroke Colour) string {
	var names []string
	for _, use := range []struct {
		letter, property string
		colour           Colour
	}{{"f", "fill", fill}, {"s", "stroke", stroke}} {
		if use.colour.Light == use.colour.Dark {
			continue
		}
		name := use.letter + strings.ReplaceAll(use.colour.Light+use.colour.Dark, "#", "")
		names = append(names, name)
		if !s.known[name] {
			s.known[name] = true
			s.rules = append(s.rules, "."+name+" { "+use.property+": "+use.colour.Dark+" }")
		}
	}
	if names == nil {
		return ""
	}
	return attribute("class", strings.Join(names, " "))
}

func attribute(name, value string) string { return " " + name + `="` + escaped(value) + `"` }

func number(name string, x float64) string { return attribute(name, decimal(x)) }

// decimal writes a number with one decimal, if it needs that.
func decimal(x float64) string {
	text := strings.TrimSuffix(strconv.FormatFloat(x, 'f', 1, 64), ".0")
	if text == "-0" {
		return "0"
	}
	return text
}

// escaped makes any text a text of XML; what XML cannot hold, such as control
// characters, becomes U+FFFD.
func escaped(text string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(text)) // a builder never fails
	return b.String()
}
