package drawing

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
)

// points of PDF, of which an inch has 72, to a pixel of SVG, of which it has 96.
const pixel = 0.75

// pdfWriter is the content of a page on the way.
type pdfWriter struct {
	b         bytes.Buffer
	opacities []string // of fillings, each a state of graphics by its number
}

// PDF is the drawing as a file of one page of its size, light, for papers. It is by the
// standard of 1.4 and uses fonts that every reader has: Helvetica, and Symbol for Greek
// letters and signs.
func (c *Canvas) PDF() []byte {
	page := c.pdfPage()
	var fonts strings.Builder
	for i := range fontNames {
		fmt.Fprintf(&fonts, "/%s %d 0 R ", resourceNames[i], 6+i)
	}
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		c.pdfPageObject(page, 4, fonts.String()),
		page.object(),
		c.pdfInfo(),
	}
	for i, name := range fontNames {
		objects = append(objects, pdfFont(font(i), name))
	}
	return pdfFile(objects, 5)
}

// pdfPage is what is drawn on the page.
func (c *Canvas) pdfPage() *pdfWriter {
	page := &pdfWriter{}
	page.put("%s 0 0 -%s 0 %s cm\n", pdfNumber(pixel), pdfNumber(pixel), pdfNumber(c.height*pixel)) // from the upper left corner, down
	for _, one := range c.shapes {
		one.pdf(page)
	}
	return page
}

// pdfPageObject is the page, whose content is an object of that number.
func (c *Canvas) pdfPageObject(page *pdfWriter, content int, fonts string) string {
	var states strings.Builder
	for i, opacity := range page.opacities {
		fmt.Fprintf(&states, "/G%d << /ca %s >> ", i+1, opacity)
	}
	return fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %s %s] /Contents %d 0 R /Resources << /Font << %s>> /ExtGState << %s>> >> >>",
		pdfNumber(c.width*pixel), pdfNumber(c.height*pixel), content, fonts, states.String())
}

// object is the content of a page.
func (w *pdfWriter) object() string {
	return fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", w.b.Len(), w.b.String())
}

func pdfFont(f font, name string) string {
	encoding := " /Encoding /WinAnsiEncoding"
	if f == symbol {
		encoding = "" // its own
	}
	return fmt.Sprintf("<< /Type /Font /Subtype /Type1 /BaseFont /%s%s >>", name, encoding)
}

// pdfInfo tells title and origin. It has no date: a drawing is the same bytes every time.
func (c *Canvas) pdfInfo() string {
	info := "<< /Title " + pdfText(c.title) + " /Producer (gambito)"
	if len(c.notes) > 0 {
		info += " /Subject " + pdfText(strings.Join(c.notes, "; "))
	}
	return info + " >>"
}

// pdfFile is objects, from 1 on, and the table of where they are; one of them tells of
// the file.
func pdfFile(objects []string, info int) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n%\xe2\xe3\xcf\xd3\n") // the second line says that it is no text
	places := make([]int, len(objects))
	for i, object := range objects {
		places[i] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	table := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, at := range places {
		fmt.Fprintf(&b, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R /Info %d 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, info, table)
	return b.Bytes()
}

// pdfText is any text of the file's description, as UTF-16 where it is not plain.
func pdfText(text string) string {
	if strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r > '~' }) {
		var b strings.Builder
		b.WriteString("<FEFF")
		for _, unit := range utf16.Encode([]rune(text)) {
			fmt.Fprintf(&b, "%04X", unit)
		}
		return b.String() + ">"
	}
	return pdfString([]byte(text))
}

// pdfString is bytes as a string of PDF.
func pdfString(text []byte) string {
	var b strings.Builder
	b.WriteByte('(')
	for _, c := range text {
		switch {
		case c == '(' || c == ')' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < ' ' || c > '~':
			fmt.Fprintf(&b, `\%03o`, c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String() + ")"
}

// pdfNumber writes a number with three decimals at most.
func pdfNumber(x float64) string {
	text := strconv.FormatFloat(x, 'f', 3, 64)
	text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	if text == "-0" || text == "" {
		return "0"
	}
	return text
}

func (w *pdfWriter) put(format string, args ...any) { fmt.Fprintf(&w.b, format, args...) }

// numbers writes operands and their operator.
func (w *pdfWriter) numbers(operator string, operands ...float64) {
	for _, x := range operands {
		w.b.WriteString(pdfNumber(x))
		w.b.WriteByte(' ')
	}
	w.b.WriteString(operator)
	w.b.WriteByte('\n')
}

// colour writes a colour such as #1f4e8c; what is none is black.
func (w *pdfWriter) colour(operator, colour string) {
	value, _ := strconv.ParseUint(strings.TrimPrefix(colour, "#"), 16, 32)
	w.numbers(operator, float64(value>>16&0xff)/255, float64(value>>8&0xff)/255, float64(value&0xff)/255)
}

// opacity chooses the state of graphics with an opacity of fillings.
func (w *pdfWriter) opacity(x float64) {
	text := pdfNumber(x)
	i := slices.Index(w.opacities, text)
	if i < 0 {
		i = len(w.opacities)
		w.opacities = append(w.opacities, text)
	}
	w.put("/G%d gs\n", i+1)
}

// paint draws a path that a function makes, in its colours.
func (w *pdfWriter) paint(p Paint, path func()) {
	if p.Fill == None && p.Stroke == None {
		return
	}
	w.put("q\n")
	if p.Fill != None {
		w.colour("rg", p.Fill.Light)
		if p.Opacity > 0 {
			w.opacity(p.Opacity)
		}
	}
	if p.Stroke != None {
		w.colour("RG", p.Stroke.Light)
		width := p.Width
		if width == 0 {
			width = 1
		}
		w.numbers("w", width)
		if p.Dashes != "" {
			w.put("[%s] 0 d\n", p.Dashes)
		}
	}
	path()
	switch {
	case p.Stroke == None:
		w.put("f\nQ\n")
	case p.Fill == None:
		w.put("S\nQ\n")
	default:
		w.put("B\nQ\n")
	}
}
