package drawing

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// TestBook: every page is there with its content, and the table of objects tells where
// each begins.
func TestBook(t *testing.T) {
	inner := New(20, 10, "")
	inner.Text(1, 9, "inside", Font{Size: 8})
	var pages []*Canvas
	for i := range 3 {
		c := New(100, 200, "")
		c.Text(5, 20, fmt.Sprintf("page %d", i), Font{Size: 10})
		c.Place(10, 30, 0.5, inner)
		pages = append(pages, c)
	}
	if width, height := pages[0].Size(); width != 100 || height != 200 {
		t.Errorf("%g × %g", width, height)
	}
	text := string(Book("a book", pages))
	for _, want := range []string{"/Count 3 >>", "(page 0) Tj", "(page 2) Tj", "0.5 0 0 0.5 10 30 cm", "/Title (a book)", "/MediaBox [0 0 75 150]"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing", want)
		}
	}
	if n := strings.Count(text, "(inside) Tj"); n != 3 {
		t.Errorf("what is placed stands there %d times", n)
	}
	if svg := pages[0].String(); !strings.Contains(svg, `<g transform="translate(10 30) scale(0.5)">`) || !strings.Contains(svg, "inside") {
		t.Error(svg)
	}
	_, table, _ := strings.Cut(text, "0000000000 65535 f \n")
	for i, line := range strings.SplitAfter(table, "\n")[:12] {
		var at int
		if _, err := fmt.Sscanf(line, "%d 00000 n", &at); err != nil || !strings.HasPrefix(text[at:], fmt.Sprintf("%d 0 obj\n", i+1)) {
			t.Errorf("object %d is not at %q", i+1, line)
		}
	}
	if !bytes.Equal(Book("a book", pages), []byte(text)) {
		t.Error("it is not the same twice")
	}
}
