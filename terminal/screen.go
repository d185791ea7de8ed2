// Package terminal is the person's side of the table: it draws boards, holds
// the conversation of a game, makes the human agent and shows the progress of
// long work. With colour and Unicode on a terminal that has them, in plain ASCII
// elsewhere, and in the language of the screen's words.
package terminal

import (
	"fmt"
	"io"
	"os"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/term"

	"gambito/game"
	"gambito/words"
)

// Screen is where things are shown.
type Screen struct {
	Colour  bool
	Unicode bool // also what is no ASCII can be shown
	Words   words.Words

	out io.Writer
	tty *os.File // if it is a terminal
	err error
}

// NewScreen shows things on out: in colour if it is a terminal that has enough
// colours to tell pieces apart and the environment does not forbid them
// (NO_COLOR), with Unicode if the locale has it.
func NewScreen(out *os.File) *Screen {
	w := colorprofile.NewWriter(out, os.Environ())
	s := &Screen{out: w, Colour: w.Profile >= colorprofile.ANSI256, tty: terminalOf(out)}
	s.Unicode = !term.IsTerminal(out.Fd()) || hasUnicode(os.Getenv) // files are read by programs, and Unicode
	return s
}

// hasUnicode reports whether the locale's characters are those of Unicode.
func hasUnicode(getenv func(string) string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if locale := strings.ToLower(getenv(name)); locale != "" {
			return strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8")
		}
	}
	return false
}

// Write implements io.Writer.
func (s *Screen) Write(p []byte) (int, error) {
	text := p
	if !s.Unicode && s.tty != nil {
		text = []byte(ascii(string(p)))
	}
	_, err := s.out.Write(text)
	if s.err == nil {
		s.err = err
	}
	if err != nil {
		return 0, err
	}
	return len(p), nil
}

// Err is the first error of writing.
func (s *Screen) Err() error { return s.err }

// Terminal reports whether a person sees it.
func (s *Screen) Terminal() bool { return s.tty != nil }

func (s *Screen) printf(format string, args ...any) { fmt.Fprintf(s, format, args...) }

// say prints a message on lines of its own.
func (s *Screen) say(m words.Message, args ...any) { s.Print(s.Words.Say(m, args...)) }

// Print prints a text on lines of its own, broken between words where a terminal
// is too narrow for it.
func (s *Screen) Print(text string) {
	s.printf("%s\n", wrap(text, s.Width(), ""))
}

// letters are what is written for letters and signs that ASCII lacks.
var letters = strings.NewReplacer("á", "a", "é", "e", "í", "i", "ó", "o", "ú", "u", "ü", "u", "ñ", "n", "Á", "A", "É", "E", "Í", "I", "Ó", "O", "Ú", "U", "Ñ", "N",
	"¿", "", "¡", "", "…", "...", "–", "-", "—", "-", "−", "-", "×", "x", "±", "+-", "·", ".", "→", "->", "←", "<-", "≤", "<=", "≥", ">=", "“", `"`, "”", `"`, "’", "'", "½", "1/2", "│", "|", "─", "-", "━", "=", "█", "#", "▇", "#", "▆", "#", "▅", "#", "▄", "_", "▃", "_", "▂", "_", "▁", "_", "º", "", "ª", "", "■", "S", "∘", "o", "✕", "X", "▩", "#")

// ascii writes a text without letters that ASCII lacks.
func ascii(text string) string {
	return strings.Map(func(r rune) rune {
		if r > '~' {
			return '?'
		}
		return r
	}, letters.Replace(text))
}

// wrap breaks lines between words, so that none is as wide as width, which is 0 where
// lines may be as long as they are. Lines that follow from another begin with the
// indent.
func wrap(text string, width int, indent string) string {
	if width == 0 {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if lipgloss.Width(line) < width {
			continue
		}
		broken, at := "", 0
		for j, word := range strings.Split(line, " ") {
			wide := lipgloss.Width(word)
			switch {
			case j == 0:
			case at+1+wide >= width && at > len(indent):
				broken, at = broken+"\n"+indent, len(indent)
			default:
				broken, at = broken+" ", at+1
			}
			broken, at = broken+word, at+wide
		}
		lines[i] = broken
	}
	return strings.Join(lines, "\n")
}

// player names a player; with the mark of its pieces where that is in colour, for
// there the pieces on the board are told apart by that.
func (s *Screen) player(g game.Game, p game.Player) string {
	name := s.Words.Text(g.Info().Roles[p])
	if m, ok := game.MarkOf(g, p); ok && s.Colour && m.Ink != "" {
		glyph := string(s.glyph(g, p, m.Symbol, m.Glyph, '■'))
		painted := paint(" "+glyph+" ", m.Ink, m.Surface, 0)
		if glyph == name {
			return painted
		}
		return painted + " " + name
	}
	return name
}

// playerInFull is the name of a player with the mark of its pieces in any case.
func (s *Screen) playerInFull(g game.Game, p game.Player) string {
	name := s.player(g, p)
	if m, ok := game.MarkOf(g, p); ok && !s.Colour && m.Symbol != 0 && string(m.Symbol) != name {
		return fmt.Sprintf("%s (%c)", name, m.Symbol)
	}
	return name
}

// glyph is what a piece of a player is drawn as in colour: a player who is called by
// a letter has that letter on the board too.
func (s *Screen) glyph(g game.Game, p game.Player, symbol, glyph, none rune) rune {
	switch {
	case symbol == 0 && s.Unicode:
		return none
	case symbol == 0:
		return '#'
	case !s.Unicode || p >= 0 && g != nil && g.Info().Roles[p] == string(symbol):
		return symbol
	}
	return glyph
}
