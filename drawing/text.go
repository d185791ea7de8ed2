package drawing

import (
	"strings"
	"unicode"
)

// Font says how a text looks and to which side of its place it stands.
type Font struct {
	Size   float64
	Bold   bool
	Colour Colour
	Anchor Anchor
	Halo   bool    // in paper, over the line on which it stands
	Upward bool    // written from bottom to top
	Room   float64 // if not 0, a longer text is cut, and told in full when pointed at
}

// haloWidth is that of the line around letters.
const haloWidth = 4

// Anchor is which part of a text stands at its place.
type Anchor string

// The anchors.
const (
	Start  Anchor = "start"
	Middle Anchor = "middle"
	End    Anchor = "end"
)

// Width is about how wide a text is. Whoever shows a drawing has fonts of their
// own: this is Helvetica's width and a tenth.
func Width(text string, size float64) float64 {
	sum := 0.0
	for _, r := range text {
		sum += advance(r)
	}
	return 1.1 * sum * size
}

// advance is the width of a character in sizes of its font.
func advance(r rune) float64 {
	switch {
	case strings.ContainsRune("ijl'|", r):
		return 0.23
	case strings.ContainsRune(" ft.,:;!/()[]-I", r):
		return 0.3
	case strings.ContainsRune("mwMW%@—…", r):
		return 0.9
	case r >= 0x1100 && (unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana) || r >= 0x1f300):
		return 1
	case unicode.IsUpper(r):
		return 0.7
	case unicode.Is(unicode.Mn, r):
		return 0
	}
	return 0.56
}

// cut shortens a text to about a width.
func cut(text string, size, width float64) string {
	if Width(text, size) <= width {
		return text
	}
	sum := 0.0
	for at, r := range text {
		if sum += advance(r); 1.1*(sum+advance('…'))*size > width {
			text = text[:at]
			break
		}
	}
	return strings.TrimRight(text, " ") + "…"
}
