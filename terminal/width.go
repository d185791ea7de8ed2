package terminal

import (
	"os"

	"github.com/charmbracelet/x/term"
)

// usualWidth is that of terminals that do not say theirs.
const usualWidth = 80

// terminalOf is the file itself if it is a terminal, else nil.
func terminalOf(file *os.File) *os.File {
	if !term.IsTerminal(file.Fd()) {
		return nil
	}
	return file
}

// Width is how many characters fit into a line of the terminal; 0 if the screen is
// none, where lines are as long as they are: other programs read them.
func (s *Screen) Width() int {
	if s.tty == nil {
		return 0
	}
	return widthOf(s.tty)
}

func widthOf(tty *os.File) int {
	width, _, err := term.GetSize(tty.Fd())
	if err != nil || width == 0 { // some terminals do not say
		return usualWidth
	}
	return width
}
