package drawing

import (
	"fmt"
	"strings"
)

// Place draws another canvas at a place, so many times as large.
func (c *Canvas) Place(x, y, scale float64, other *Canvas) {
	c.draw(placed{Point{x, y}, scale, other})
}

// placed is a drawing in another.
type placed struct {
	at    Point
	scale float64
	of    *Canvas
}

func (p placed) svg(s *svgWriter) {
	s.put(`<g transform="translate(`, decimal(p.at.X), " ", decimal(p.at.Y), ") scale(", decimal(p.scale), `)">`)
	for _, one := range p.of.shapes {
		one.svg(s)
	}
	s.put("</g>")
}

func (p placed) pdf(w *pdfWriter) {
	w.put("q\n")
	w.numbers("cm", p.scale, 0, 0, p.scale, p.at.X, p.at.Y)
	for _, one := range p.of.shapes {
		one.pdf(w)
	}
	w.put("Q\n")
}

// Size is how wide and high the drawing is.
func (c *Canvas) Size() (width, height float64) { return c.width, c.height }

// Book is drawings as the pages of one file, as PDF writes one of a page.
func Book(title string, pages []*Canvas) []byte {
	const first = 3 + len(fontNames) // of the pages: a page and its content each
	objects := []string{"<< /Type /Catalog /Pages 2 0 R >>", "", "<< /Title " + pdfText(title) + " /Producer (gambito) >>"}
	var fonts, kids strings.Builder
	for i, name := range fontNames {
		objects = append(objects, pdfFont(font(i), name))
		fmt.Fprintf(&fonts, "/%s %d 0 R ", resourceNames[i], 4+i)
	}
	for i, c := range pages {
		page := c.pdfPage()
		fmt.Fprintf(&kids, "%d 0 R ", first+1+2*i)
		objects = append(objects, c.pdfPageObject(page, first+2+2*i, fonts.String()), page.object())
	}
	objects[1] = fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", kids.String(), len(pages))
	return pdfFile(objects, 3)
}
