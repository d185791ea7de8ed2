package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"gambito/api"
	"gambito/files"
	"gambito/spec"
	"gambito/table"
	"gambito/theory"
	"gambito/theory/lecture"
	"gambito/words"
)

type matrixCmd struct {
	Game    string   `arg:"" optional:"" name:"game" complete:"matrix" help:"A file, a text such as '3 -1; -2 4', or one of those that come along, such as chicken; without one they are listed."`
	Method  []string `complete:"matrixmethod" placeholder:"NAMES" help:"Only these methods, separated by commas: ${matrixmethods}."`
	Steps   bool     `help:"Tell step by step how it is found out."`
	Rounds  int      `default:"1000" help:"Rounds of fictitious play and regret matching (default: ${default})."`
	SVG     string   `name:"svg" type:"output" help:"Draw a picture into this SVG file."`
	Picture string   `complete:"matrixpicture" placeholder:"NAME" help:"Which one: geometric, replicator, best-response, fictitious-play or regret-matching (default: the first of these that the game has)."`
	langFlag
	jsonFlag
	idleFlags
}

// Help is shown by --help.
func (matrixCmd) Help() string {
	return `Tells what there is to know of a game in which everybody chooses once and at the
same time: what each can be sure of and saddle points, dominated strategies, the
geometric method for two strategies against any number, the value by linear
programming, all equilibria of two players by enumerating supports and one by Lemke and
Howson, the correlated equilibrium that pays most, the Pareto front, best replies in
turn, replicator dynamics, fictitious play and regret matching. Everything but the last
three is exact: answers are fractions. Methods that do not fit a game are left out.

A game is rows, separated by semicolons or in lines of their own. A cell is what the
first player, who chooses the row, is paid by the second, or what each player is paid,
with commas between. From three players on there is a matrix for each choice of the
third, with | between them. Lines before the rows may name everything:

  name: Stag hunt
  player A: stag, hare
  player B: stag, hare
  4,4 0,3
  3,0 3,3

Examples:

  gambito matrix '3 -1; -2 4'
  gambito matrix '1 0; -1 1' --method geometric --steps --svg lines.svg
  gambito matrix prisoners-dilemma --lang es
  gambito matrix rock-paper-scissors --svg phase.svg --picture replicator
  gambito matrix chicken --method support,correlated
  gambito matrix game.txt --json`
}

// Validate is called by the command-line parser.
func (c matrixCmd) Validate() error {
	switch {
	case c.Rounds < 1 || c.Rounds > 1_000_000:
		return fmt.Errorf("--rounds %d: it must be from 1 to 1000000", c.Rounds)
	case c.Picture != "" && c.SVG == "":
		return errors.New("--picture says what --svg draws: name a file by --svg")
	case c.Game == "" && (len(c.Method) > 0 || c.SVG != "" || c.Steps):
		return errors.New("GAME is missing (gambito matrix lists those that come along)")
	}
	return c.langFlag.Validate()
}

// Run analyses.
func (c matrixCmd) Run(s *session) error {
	in, err := c.words()
	if err != nil {
		return err
	}
	if c.Game == "" {
		return c.list(s, in)
	}
	g, err := readMatrix(c.Game)
	if err != nil {
		return err
	}
	methods := g.Fitting()
	if len(c.Method) > 0 {
		methods = nil
		for _, name := range c.Method {
			m := theory.Method(strings.TrimSpace(name))
			if !slices.Contains(theory.Methods, m) {
				return fmt.Errorf("unknown method %q %s", name, spec.Suggest(name, methodNames()))
			}
			methods = append(methods, m)
		}
	}
	a, err := theory.Analyse(s.ctx, g, methods, c.Rounds)
	if err != nil {
		return err
	}
	if err := c.draw(in, g); err != nil {
		return err
	}
	if c.JSON {
		return s.printJSON(api.NewMatrix(in, a))
	}
	lecture.Write(s.stdout, in, a, c.Steps)
	return nil
}

// draw writes the picture, if one is asked for.
func (c matrixCmd) draw(in words.Words, g *theory.Game) error {
	if c.SVG == "" {
		return nil
	}
	picture := c.Picture
	if picture == "" {
		picture = lecture.Pictures(g)[0]
	}
	var svg bytes.Buffer
	if err := lecture.Draw(&svg, in, g, picture, c.Rounds); err != nil {
		return err
	}
	if err := files.Replace(c.SVG, svg.Bytes()); err != nil {
		return failure{err}
	}
	return nil
}

// list shows the games that come along.
func (c matrixCmd) list(s *session, in words.Words) error {
	examples := []api.MatrixExample{}
	for _, name := range theory.Examples() {
		text, _ := theory.Example(name)
		g, err := theory.Parse(text)
		if err != nil {
			return err
		}
		examples = append(examples, api.MatrixExample{Name: name, Game: in.Text(g.Name), Text: text})
	}
	if c.JSON {
		return s.printJSON(examples)
	}
	var rows [][]string
	for _, e := range examples {
		rows = append(rows, []string{e.Name, e.Game})
	}
	table.Style{Text: []int{1}}.Write(s.stdout, rows)
	return nil
}

// readMatrix reads a game: one that comes along, a file, or a text.
func readMatrix(text string) (*theory.Game, error) {
	if example, ok := theory.Example(text); ok {
		return theory.Parse(example)
	}
	const most = 1 << 20
	info, err := os.Stat(text)
	switch {
	case err == nil && info.Size() > most:
		return nil, fmt.Errorf("%s: a file of more than %d bytes is no game", text, most)
	case err == nil:
		data, err := os.ReadFile(text)
		if err != nil {
			return nil, err
		}
		g, err := theory.Parse(string(data))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", text, err)
		}
		return g, nil
	case errors.Is(err, fs.ErrNotExist) && strings.Trim(text, "abcdefghijklmnopqrstuvwxyz-._/") == "":
		return nil, fmt.Errorf("there is no file and no game %q %s", text, spec.Suggest(text, theory.Examples()))
	}
	g, err := theory.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("game %q: %w", text, err)
	}
	return g, nil
}

// methodNames are all methods.
func methodNames() (names []string) {
	for _, m := range theory.Methods {
		names = append(names, string(m))
	}
	return names
}

// negativeMatrix keeps a matrix that begins with a minus sign from being taken for a
// flag: a blank before it changes nothing.
func negativeMatrix(args []string) []string {
	if len(args) == 0 || args[0] != "matrix" {
		return args
	}
	args = slices.Clone(args)
	for i, arg := range args {
		if len(arg) > 1 && arg[0] == '-' && strings.Contains("0123456789.", arg[1:2]) {
			args[i] = " " + arg
		}
	}
	return args
}
