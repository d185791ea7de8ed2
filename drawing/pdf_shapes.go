package drawing

func (l line) pdf(w *pdfWriter) {
	p := l.paint
	p.Fill = None // a line has no inside
	w.paint(p, func() {
		w.numbers("m", l.from.X, l.from.Y)
		w.numbers("l", l.to.X, l.to.Y)
	})
}

func (l lines) pdf(w *pdfWriter) {
	if len(l.points) == 0 {
		return
	}
	w.paint(l.paint, func() {
		w.put("1 j\n")
		for i, at := range l.points {
			operator := "l"
			if i == 0 {
				operator = "m"
			}
			w.numbers(operator, at.X, at.Y)
		}
		if l.closed {
			w.put("h\n")
		}
	})
}

// arc is how far the control points of a Bézier curve are from the ends of a quarter of
// a circle of radius 1.
const arc = 0.5522847498

func (e ellipse) pdf(w *pdfWriter) {
	x, y, a, b := e.centre.X, e.centre.Y, e.rx*arc, e.ry*arc
	w.paint(e.paint, func() {
		w.numbers("m", x+e.rx, y)
		w.numbers("c", x+e.rx, y+b, x+a, y+e.ry, x, y+e.ry)
		w.numbers("c", x-a, y+e.ry, x-e.rx, y+b, x-e.rx, y)
		w.numbers("c", x-e.rx, y-b, x-a, y-e.ry, x, y-e.ry)
		w.numbers("c", x+a, y-e.ry, x+e.rx, y-b, x+e.rx, y)
		w.put("h\n")
	})
}

func (r rectangle) pdf(w *pdfWriter) {
	radius := min(r.paint.Radius, r.width/2, r.height/2)
	if radius <= 0 {
		w.paint(r.paint, func() { w.numbers("re", r.corner.X, r.corner.Y, r.width, r.height) })
		return
	}
	left, top, right, bottom, near := r.corner.X, r.corner.Y, r.corner.X+r.width, r.corner.Y+r.height, radius*(1-arc)
	w.paint(r.paint, func() {
		w.numbers("m", left+radius, top)
		w.numbers("l", right-radius, top)
		w.numbers("c", right-near, top, right, top+near, right, top+radius)
		w.numbers("l", right, bottom-radius)
		w.numbers("c", right, bottom-near, right-near, bottom, right-radius, bottom)
		w.numbers("l", left+radius, bottom)
		w.numbers("c", left+near, bottom, left, bottom-near, left, bottom-radius)
		w.numbers("l", left, top+radius)
		w.numbers("c", left, top+near, left+near, top, left+radius, top)
		w.put("h\n")
	})
}

// pdf writes a text from where it begins, which its anchor and its width say.
func (l label) pdf(w *pdfWriter) {
	runs := runsOf(l.shown, l.font.Bold)
	width := 0.0
	for _, r := range runs {
		width += r.width * l.font.Size
	}
	back := map[Anchor]float64{Middle: width / 2, End: width}[l.font.Anchor]
	write := func(mode int) {
		w.put("BT\n%d Tr\n", mode)
		if l.font.Upward {
			w.numbers("Tm", 0, -1, -1, 0, l.at.X, l.at.Y+back)
		} else {
			w.numbers("Tm", 1, 0, 0, -1, l.at.X-back, l.at.Y)
		}
		for _, r := range runs {
			w.put("/%s %s Tf\n%s Tj\n", resourceNames[r.font], pdfNumber(l.font.Size), pdfString(r.bytes))
		}
		w.put("ET\n")
	}
	w.put("q\n")
	if l.font.Halo { // below the letters: their outlines, in paper
		w.colour("RG", Paper.Light)
		w.put("%d w\n1 j\n", haloWidth)
		write(1)
	}
	if l.font.Colour != None {
		w.colour("rg", l.font.Colour.Light)
	}
	write(0)
	w.put("Q\n")
}
