//go:build linux || darwin

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"
)

// person sits at a pseudo-terminal at which gambito runs.
type person struct {
	t       *testing.T
	tty     *os.File
	command *exec.Cmd

	mutex sync.Mutex
	shown strings.Builder // all that was shown, without colours and the like
	read  int             // how much of it has been looked at
	ended chan struct{}
}

// escapes are what moves the cursor and sets colours.
var escapes = regexp.MustCompile("\x1b\\[[0-9;?]*[a-zA-Z]")

// sit starts gambito at a terminal of that size.
func sit(t *testing.T, environment []string, columns, rows uint16, args ...string) *person {
	t.Helper()
	c := &exec.Cmd{
		Path: os.Args[0], Args: append([]string{"gambito"}, args...), Dir: t.TempDir(),
		Env: append([]string{"HOME=" + t.TempDir(), "TERM=xterm-256color", "PATH=" + os.Getenv("PATH"), "GORACE=atexit_sleep_ms=0"}, environment...),
	}
	tty, err := pty.StartWithSize(c, &pty.Winsize{Rows: rows, Cols: columns})
	if err != nil {
		t.Fatal(err)
	}
	p := &person{t: t, tty: tty, command: c, ended: make(chan struct{})}
	go func() {
		defer close(p.ended)
		buffer, rest := make([]byte, 4096), ""
		for {
			n, err := tty.Read(buffer)
			text := rest + string(buffer[:n])
			rest = ""
			if i := strings.LastIndexByte(text, 0x1b); i >= 0 && err == nil && len(text)-i < 12 && !escapes.MatchString(text[i:]) {
				text, rest = text[:i], text[i:] // the end of it has not come yet
			}
			p.mutex.Lock()
			p.shown.WriteString(escapes.ReplaceAllString(text, ""))
			p.mutex.Unlock()
			if err != nil {
				return
			}
		}
	}()
	t.Cleanup(func() {
		c.Process.Kill()
		tty.Close()
		<-p.ended
	})
	return p
}

// types types keys.
func (p *person) types(keys string) {
	if _, err := p.tty.WriteString(keys); err != nil {
		p.t.Fatalf("%v\n%s", err, p.screen())
	}
}

// enters types a line.
func (p *person) enters(line string) { p.types(line + "\r") }

func (p *person) screen() string {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.shown.String()
}

// sees waits until something new is shown that fits one of the patterns, looks at
// all up to there, and returns what it was and which.
func (p *person) sees(patterns ...string) (found []string, which int) {
	p.t.Helper()
	var compiled []*regexp.Regexp
	for _, pattern := range patterns {
		compiled = append(compiled, regexp.MustCompile(pattern))
	}
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(2 * time.Millisecond) {
		news := p.screen()[p.read:]
		first := -1
		for i, pattern := range compiled {
			if at := pattern.FindStringIndex(news); at != nil && (first < 0 || at[0] < first) {
				first, which, found = at[0], i, pattern.FindStringSubmatch(news)
			}
		}
		if first >= 0 {
			p.read += first + len(found[0])
			return found, which
		}
	}
	p.t.Fatalf("there is no %q after what was seen before in\n%s=== HERE ===\n%s", patterns, p.screen()[:p.read], p.screen()[p.read:])
	return nil, 0
}

// leaves waits for the end of gambito.
func (p *person) leaves(code int) {
	p.t.Helper()
	p.command.Wait()
	<-p.ended
	if got := p.command.ProcessState.ExitCode(); got != code {
		p.t.Errorf("the exit code is %d\n%s", got, p.screen())
	}
}

// tongue is what a person who speaks a language types and sees.
type tongue struct {
	code, hint, undo, history, save, resign, quit, review, help                 string
	seesHint, seesNothing, seesPrompt, seesSaved, seesEnd, seesReview, seesHelp string
	misspelt, meant                                                             string
}

var tongues = []tongue{
	{
		"en", "hint", "undo", "history", "save", "resign", "quit", "review", "help",
		`would play (.*?)\r\n`, "was stopped before", `to move`, `saved to `, `What now\?`, "loss a decision|review was stopped", `take back`, "udno", `did you mean "undo"`,
	},
	{
		"es", "pista", "deshacer", "historia", "guardar", "abandonar", "salir", "revisar", "ayuda",
		`jugaría (.*?)\r\n`, "se detuvo antes", `Juega `, `guardada en `, `¿Y ahora\?`, "pérdida por decisión|revisión se detuvo", `retira`, "deshacre", `¿querías decir "deshacer"`,
	},
}

// thinker thinks until it is stopped.
const thinker = "ggp:sims=1000000000,time=60s"

// TestGamesAtATerminal plays games to their end, with mistakes and second thoughts,
// in both languages.
func TestGamesAtATerminal(t *testing.T) {
	if testing.Short() || raceDetector {
		t.Skip("it takes its time")
	}
	for _, c := range []struct {
		game, wrong, file string
		moves             int  // before it is given up; 0: never
		long              bool // a review takes too long to wait for
	}{
		{"othello", "z9", "game.ggf", 0, true},
		{"connect4", "9", "game.json", 0, false},
		{"backgammon:match=3", "99/1", "game.mat", 12, false},
		{"gdl:hex", "(place 9 9)", "game.json", 0, true},
		{"tron:6x6", "north", "game.json", 0, false},
	} {
		for _, say := range tongues {
			t.Run(c.game+"/"+say.code, func(t *testing.T) {
				t.Parallel()
				p := sit(t, []string{"LANG=C.UTF-8", "NO_COLOR=1"}, 200, 40, "play", c.game, "--vs", "random", "--seed", "3", "--lang", say.code)
				p.sees(say.seesPrompt)
				p.mistakes(say, c.wrong)
				p.move(say)
				p.sees(say.seesPrompt)
				p.enters(say.undo)
				p.sees(say.seesPrompt)
				p.playOn(say, c.moves)
				p.enters(say.review)
				if c.long {
					p.sees(" positions, ")
					p.types("\x03")
				}
				p.sees(say.seesReview)
				p.sees("> ")
				p.enters(say.save + " " + c.file)
				p.sees(say.seesSaved + c.file)
				p.enters(say.quit)
				p.leaves(0)
				if content, err := os.ReadFile(filepath.Join(p.command.Dir, c.file)); err != nil || len(content) < 50 {
					t.Errorf("the file is %q, %v", content, err)
				}
			})
		}
	}
}

// mistakes types what is wrong, and stops an agent that thinks.
func (p *person) mistakes(say tongue, wrong string) {
	p.t.Helper()
	p.enters(wrong)
	p.sees(regexp.QuoteMeta(wrong) + `(?s).*?> `)
	p.enters(say.misspelt)
	p.sees(say.meant)
	p.enters(say.help)
	p.sees(say.seesHelp)
	p.enters(say.hint + " " + thinker)
	p.sees(`: \d s \(Ctrl-C`)
	p.types("\x03")
	p.sees(say.seesHint, say.seesNothing)
	p.types("\x03") // one too many, before the prompt or at it
	p.sees("> ")
	p.enters(say.history)
	p.sees(say.history + `\r\n(?s).*?> `) // not a prompt before it
	p.types("4x\x03")                     // at the prompt it only empties the line
	p.sees("Ctrl-C")
	p.enters(say.history)
}

// move makes a move that is legal.
func (p *person) move(say tongue) {
	p.t.Helper()
	p.enters(say.hint + " random")
	found, _ := p.sees(say.seesHint)
	p.sees("> ")
	p.enters(found[1])
}

// playOn makes moves until the game is over, or gives up after some.
func (p *person) playOn(say tongue, moves int) {
	p.t.Helper()
	for made := 0; ; made++ {
		if made > 200 {
			p.t.Fatal("it takes for ever")
		}
		if moves > 0 && made >= moves {
			p.enters(say.resign)
		} else {
			p.move(say)
		}
		if _, which := p.sees(say.seesPrompt, say.seesEnd); which == 1 {
			return
		}
	}
}

// TestAnAgentIsStopped: Ctrl-C while the opponent thinks makes it play, and twice at
// the prompt leaves; the game is kept.
func TestAnAgentIsStopped(t *testing.T) {
	for _, say := range tongues {
		t.Run(say.code, func(t *testing.T) {
			t.Parallel()
			p := sit(t, []string{"LC_ALL=" + say.code + "_XX.UTF-8"}, 80, 24, "play", "connect4", "--vs", thinker)
			p.sees(say.seesPrompt)
			p.enters("4")
			p.sees(`: \d s \(Ctrl-C`)
			p.types("\x03")
			p.sees(` (plays|juega) [1-7]`)
			p.sees(say.seesPrompt + `(?s).*?> `)
			p.types("\x03")
			p.sees(`Ctrl-C(?s).*?> `)
			p.types("\x03")
			p.sees(`gambito play --load connect4-1`)
			p.leaves(0)
		})
	}
}

// TestLinesAreEdited: Tab completes moves and words, the arrow keys bring back what
// was typed and move in the line.
func TestLinesAreEdited(t *testing.T) {
	p := sit(t, []string{"LANG=C"}, 80, 24, "play", "othello", "--vs", "human")
	p.sees(`to move(?s).*?> `)
	p.types("pos\t\r")
	p.sees(`OX-----.* X\r\n> `)
	p.types("d\t\r") // the only move that begins so
	p.sees(`white .*to move(?s).*?> `)
	p.types("\x1b[A\x1b[A\r") // position again
	p.sees(`X---.* O\r\n> `)
	p.types("5x\x1b[D\x1b[D\x1b[3~c\x1b[C\x7f3\r") // 5x, then c instead of 5, 3 instead of x
	p.sees(`black .*to move(?s).*?> `)
	p.types("his\t\r")
	p.sees(`1\. X d3 2\. O c3\r\n> `)
	p.types("\x04")
	p.leaves(0)
}

// TestClockAtATerminal: who does not move in time has lost.
func TestClockAtATerminal(t *testing.T) {
	p := sit(t, []string{"LANG=C.UTF-8"}, 120, 24, "play", "connect4", "--vs", "random", "--clock", "400ms")
	p.sees("400ms for each side")
	p.sees("red is out of time")
	p.sees("yellow .random. wins")
	p.enters("rematch")
	p.sees("The clock")
	p.sees("out of time")
	p.enters("quit")
	p.leaves(0)
}
