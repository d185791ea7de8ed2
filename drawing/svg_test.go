package drawing

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode/utf8"
)

// texts checks that a drawing is well-formed and returns what it says.
func texts(t *testing.T, drawing string) (all string) {
	t.Helper()
	for decoder := xml.NewDecoder(strings.NewReader(drawing)); ; {
		token, err := decoder.Token()
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, drawing)
		}
		if data, ok := token.(xml.CharData); ok {
			all += string(data)
		}
	}
}

// TestGolden pins the bytes of every shape.
func TestGolden(t *testing.T) {
	c := New(100, 50.5, "a drawing")
	c.Line(1, 2, 3.04, -4.06, Paint{Stroke: Ink, Width: 1.5, Dashes: "4 2"})
	c.Path([]Point{{1, 2}, {3, 4.25}}, Paint{Stroke: Distinct[0]})
	c.Polygon([]Point{{0, 0}, {9, 0}, {-0.01, 9}}, Paint{Fill: Ink, Opacity: 0.25})
	c.Rect(1, 2, -3, 4, Paint{Fill: Colour{"#112233", "#112233"}, Radius: 3})
	c.Circle(5, 6, 7, Paint{})
	c.Ellipse(5, 6, 7, 8, Paint{Fill: Paper, Stroke: Ink})
	c.Text(1, 2, "x", Font{Size: 13, Colour: Ink})
	c.Text(3, 4, "y", Font{Size: 13, Colour: Ink, Bold: true, Anchor: Middle, Halo: true, Upward: true})
	const want = `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="50.5" viewBox="0 0 100 50.5" role="img" font-family="Helvetica, Arial, sans-serif">
<title>a drawing</title>
<rect x="0" y="0" width="100" height="50.5" fill="#ffffff" class="fffffff15181c"/>
<line x1="1" y1="2" x2="3" y2="-4.1" fill="none" stroke="#222222" stroke-width="1.5" stroke-dasharray="4 2" class="s222222dddddd"/>
<polyline points="1,2 3,4.2" fill="none" stroke="#0072b2" class="s0072b23b9ddb"/>
<polygon points="0,0 9,0 0,9" fill="#222222" fill-opacity="0.25" class="f222222dddddd"/>
<rect x="1" y="2" width="0" height="4" rx="3" fill="#112233"/>
<circle cx="5" cy="6" r="7" fill="none"/>
<ellipse cx="5" cy="6" rx="7" ry="8" fill="#ffffff" stroke="#222222" class="fffffff15181c s222222dddddd"/>
<text x="1" y="2" font-size="13" fill="#222222" class="f222222dddddd">x</text>
<text x="3" y="4" font-size="13" text-anchor="middle" font-weight="bold" transform="rotate(-90 3 4)" stroke-linejoin="round" paint-order="stroke" fill="#222222" stroke="#ffffff" stroke-width="4" class="f222222dddddd sffffff15181c">y</text>
<style>@media (prefers-color-scheme: dark) { .fffffff15181c { fill: #15181c } .s222222dddddd { stroke: #dddddd } .s0072b23b9ddb { stroke: #3b9ddb } .f222222dddddd { fill: #dddddd } .sffffff15181c { stroke: #15181c } }</style>
</svg>
`
	if got := c.String(); got != want {
		t.Errorf("the drawing is\n%s", got)
	}
	texts(t, c.String())
}

// TestHostileTexts: names come from people and from elsewhere.
func TestHostileTexts(t *testing.T) {
	for _, text := range []string{
		`</text><script>alert(1)</script>`, `" onload="alert(1)`, `<!-- <![CDATA[ ]]> &amp;`, "&", "\x00\x1b[31m\x7f", "\xff\xfe", "line\nline\ttab",
	} {
		c := New(10, 10, text)
		c.Text(1, 1, text, Font{Size: 10})
		c.Text(1, 1, text, Font{Size: 10, Room: 12})
		said := texts(t, c.String())
		if strings.Contains(c.String(), "<script") || strings.Contains(c.String(), `" onload`) || strings.ContainsAny(said, "\x00\x1b") {
			t.Errorf("%q breaks out:\n%s", text, c.String())
		}
		if clean := utf8.ValidString(text) && !strings.Contains(text, "\x00"); clean && strings.Count(said, text) < 2 {
			t.Errorf("%q is not told: %q", text, said)
		}
	}
}

func TestLongTexts(t *testing.T) {
	long := strings.Repeat("wide ", 50)
	c := New(10, 10, "")
	c.Text(1, 1, long, Font{Size: 10, Room: 100})
	c.Text(1, 1, "short", Font{Size: 10, Room: 100})
	if got := c.String(); !strings.Contains(got, ">wide wide wide…<title>"+long+"</title></text>") || !strings.Contains(got, ">short</text>") {
		t.Errorf("the drawing is\n%s", got)
	}
	if got := cut("anything", 10, 0.1); got != "…" {
		t.Errorf("without room %q is left", got)
	}
	if Width("漢字", 10) < Width("ab", 10) || Width("illi", 10) > Width("mwmw", 10) || Width("", 10) != 0 {
		t.Error("widths do not look at characters")
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("full") }

func TestWriteTo(t *testing.T) {
	c := New(10, 10, "")
	var out bytes.Buffer
	if n, err := c.WriteTo(&out); err != nil || int(n) != out.Len() || out.String() != c.String() {
		t.Errorf("%d bytes, %v", n, err)
	}
	if _, err := c.WriteTo(full{}); err == nil {
		t.Error("a full disk goes unnoticed")
	}
}
