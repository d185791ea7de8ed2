package drawing

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// checkPDF says what is wrong with a file: every object is where its table says, every
// stream as long as it says, what is opened is closed.
func checkPDF(file []byte) error {
	text := string(file)
	if !strings.HasPrefix(text, "%PDF-1.4\n") || !strings.HasSuffix(text, "%%EOF\n") {
		return fmt.Errorf("it does not begin or end as it should")
	}
	at, err := strconv.Atoi(regexp.MustCompile(`startxref\n(\d+)\n`).FindStringSubmatch(text)[1])
	if err != nil || !strings.HasPrefix(text[at:], "xref\n0 ") {
		return fmt.Errorf("there is no table at %d", at)
	}
	for i, line := range strings.Split(text[at:], "\n")[3:11] {
		place, err := strconv.Atoi(line[:10])
		if err != nil || len(line) != 19 || !strings.HasPrefix(text[place:], fmt.Sprintf("%d 0 obj\n", i+1)) {
			return fmt.Errorf("object %d is not at %d", i+1, place)
		}
	}
	stream := regexp.MustCompile(`(?s)<< /Length (\d+) >>\nstream\n(.*)\nendstream`).FindStringSubmatch(text)
	if strconv.Itoa(len(stream[2])) != stream[1] {
		return fmt.Errorf("the stream has %d bytes and says %s", len(stream[2]), stream[1])
	}
	if strings.Count(stream[2], "q\n") != strings.Count(stream[2], "Q\n") || strings.Count(stream[2], "BT\n") != strings.Count(stream[2], "ET\n") {
		return fmt.Errorf("something is opened and not closed")
	}
	for _, line := range strings.Split(stream[2], "\n") {
		if strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r > '~' }) || strings.Contains(line, "NaN") || strings.Contains(line, "Inf") {
			return fmt.Errorf("the content holds %q", line)
		}
	}
	return nil
}

// everything is a canvas with every shape.
func everything(text string) *Canvas {
	c := New(400, 300, text)
	c.Note("command: gambito report “x”", "seed: 1")
	c.Line(10, 20, 390, 20, Paint{Stroke: Ink, Width: 1.5, Dashes: "4 2"})
	c.Path([]Point{{10, 40}, {100, 60}, {190, 40}}, Paint{Stroke: Distinct[0], Width: 2})
	c.Path(nil, Paint{Stroke: Ink})
	c.Polygon([]Point{{200, 40}, {290, 40}, {245, 70}}, Paint{Fill: Distinct[1], Opacity: 0.25})
	c.Rect(300, 30, 80, 40, Paint{Fill: Distinct[2], Stroke: Ink, Radius: 8})
	c.Circle(40, 100, 15, Paint{Stroke: Ink})
	c.Ellipse(100, 100, 30, 15, Paint{Fill: Distinct[3]})
	c.Text(10, 150, text, Font{Size: 13, Colour: Ink})
	c.Text(390, 170, text, Font{Size: 13, Colour: Ink, Anchor: End, Bold: true})
	c.Text(200, 190, text, Font{Size: 13, Colour: Ink, Anchor: Middle, Halo: true})
	c.Text(20, 290, text, Font{Size: 13, Colour: Ink, Upward: true, Room: 100})
	return c
}

const signs = "α β χ² ½ – × ± −3 ≤ 5 √n → «ñandú» “x” … ő 漢 (a\\b)"

func TestPDF(t *testing.T) {
	file := everything(signs).PDF()
	if err := checkPDF(file); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(file, everything(signs).PDF()) {
		t.Error("the same drawing is other bytes")
	}
	for _, want := range []string{
		"/F3 13 Tf\n(a) Tj", `(\262 \275 \226 \327 \261 ) Tj`, "/F3 13 Tf\n(-) Tj", `(3 ) Tj`, `\253\361and\372\273 \223x\224 \205 o ? \(a\\b\)`, "/G1 << /ca 0.25 >>",
		"/Subject <FEFF0063006F", "/BaseFont /Symbol >>", "0 -1 -1 0 20 ",
	} {
		if !strings.Contains(string(file), want) {
			t.Errorf("the file does not hold %s", want)
		}
	}
	if left, right := strings.Index(string(file), "/MediaBox [0 0 300 225]"), strings.Index(string(file), "/Title <FEFF"); left < 0 || right < 0 {
		t.Error("a pixel is not three quarters of a point, or the title is not told")
	}
}

// TestWidths: a text that ends at a place has the width that the fonts say.
func TestWidths(t *testing.T) {
	c := New(100, 100, "")
	c.Text(90, 10, "Wα.", Font{Size: 10, Colour: Ink, Anchor: End})
	if want := fmt.Sprintf("1 0 0 -1 %s 10 Tm", pdfNumber(90-9.44-6.31-2.78)); !strings.Contains(string(c.PDF()), want) {
		t.Errorf("the text does not begin at %s", want)
	}
}

// TestGhostscript: a program that reads PDF finds nothing wrong with it.
func TestGhostscript(t *testing.T) {
	gs, err := exec.LookPath("gs")
	if err != nil {
		t.Skip("there is no ghostscript")
	}
	name := filepath.Join(t.TempDir(), "x.pdf")
	if err := os.WriteFile(name, everything(signs).PDF(), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(gs, "-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-dPDFSTOPONERROR", "-dPDFSTOPONWARNING", "-sDEVICE=nullpage", name).CombinedOutput()
	if err != nil || len(bytes.TrimSpace(out)) > 0 {
		t.Errorf("%v: %s", err, out)
	}
}

// FuzzPDF: whatever texts hold, the file stays one.
func FuzzPDF(f *testing.F) {
	for _, text := range []string{signs, "", ")", `\`, "\x00\xff", "endstream\nendobj", "漢字\u0301", "\U0001f600"} {
		f.Add(text, 13.0)
	}
	f.Fuzz(func(t *testing.T, text string, size float64) {
		if !(size > 0 && size < 1000) || len(text) > 1000 {
			t.Skip("no text of a chart")
		}
		c := New(100, 100, text)
		c.Note(text)
		c.Text(10, 10, text, Font{Size: size, Colour: Ink, Anchor: Middle, Halo: true})
		c.Text(10, 10, text, Font{Size: size, Colour: Ink, Bold: true, Room: 50, Upward: true})
		if err := checkPDF(c.PDF()); err != nil {
			t.Error(err)
		}
	})
}
