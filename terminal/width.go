package terminal

import (
	"os"

	"github.com/charmbracelet/x/term"
)

// usualWidth is that of terminals that do not say theirs.
const usualWidth = 80

// live reports whether a file is a terminal on which things can be written over. One that
// calls itself dumb, as some editors' do, shows the sequences for that as they are: it is
// written to as a file is.
func live(file *os.File) bool {
	return term.IsTerminal(file.Fd()) && os.Getenv("TERM") != "dumb"
}

// terminalOf is the file itself if it is a live terminal, else nil.
func terminalOf(file *os.File) *os.File {
	if !live(file) {
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
