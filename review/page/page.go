// Package page writes a review as one HTML page with a board to step through the game.
// The page needs nothing beside itself: no server, no other file, no address. What it
// shows is a description, Data, made here; its script knows no rules of any game.
package page

import (
	"bytes"
	_ "embed" // for the page
	"html/template"
	"math"
	"regexp"

	"gambito/game"
	"gambito/review"
	"gambito/words"
)

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// Data is what the script of the page shows.
type Data struct {
	Board  Board   `json:"board"`
	Frames []Frame `json:"frames"` // the positions of the game from the start on, then those of best lines
	Plies  []Ply   `json:"plies"`  // the moves: the first leads from frame 0 to frame 1
	Course Course  `json:"course"`
	Words  Words   `json:"words"`
}

// Ply is a move of the game, or of all players at once, or what chance decided.
type Ply struct {
	Text  string `json:"text"`
	Moves []Move `json:"moves,omitempty"` // of the players; none if chance decided
	Luck  string `json:"luck,omitempty"`
	Game  string `json:"game,omitempty"` // heading of the game of a match that begins with it
}

// Move is what a player's move has cost.
type Move struct {
	Who    string `json:"who"`
	Player int    `json:"player"`
	Text   string `json:"text"`
	Class  string `json:"class,omitempty"` // of review.Class
	Word   string `json:"word"`
	Mark   string `json:"mark"`
	Lost   string `json:"lost,omitempty"`
	After  string `json:"after,omitempty"`  // what it was worth, in a sentence
	Before string `json:"before,omitempty"` // what the best would have been
	Line   []Step `json:"line,omitempty"`   // the best line, if it is another
}

// Step is a move of a line.
type Step struct {
	Text  string `json:"text"`
	Frame int    `json:"frame"` // the position behind it; -1 if it is not shown
}

// Course is the graph: what positions are worth.
type Course struct {
	Lines  [][]*float64 `json:"lines"` // null where nobody knows
	Names  []string     `json:"names"`
	Low    float64      `json:"low"`
	High   float64      `json:"high"`
	Middle float64      `json:"middle"`
	Equity bool         `json:"equity"`
	Breaks []int        `json:"breaks,omitempty"` // plies before which lines end
}

// Words are those that the script says by itself.
type Words struct {
	Start string `json:"start"`
	First string `json:"first"` // who begins
	Move  string `json:"move"`
	Lost  string `json:"lost"`
	Best  string `json:"best"`
	Line  string `json:"line"`
	Back  string `json:"back"`
	Luck  string `json:"luck"`
}

// shell is what the template shows.
type shell struct {
	Lang, Title, Axis string
	Outcome           string // how the game ended, and when it was played
	Method            []string
	Sides, Errors     [][]string
	Note, ErrorsNote  string
	Say               map[string]string
	Data              Data
}

// Write is the page of a review.
func Write(w words.Words, r *review.Review) ([]byte, error) {
	s := shell{
		Lang: string(w.Language()), Title: r.Title(w), Outcome: r.Outcome(w), Axis: words.Sentence(r.Axis(w)), Method: r.Method(w),
		Sides: review.Turned(r.SideRows(w, false)), Errors: withMinus(review.Turned(r.ErrorRows(w))), Note: r.Note(w), ErrorsNote: review.ErrorsNote(w), Data: dataOf(w, r),
		Say: map[string]string{
			"moves": w.Say("Moves"), "first": w.Say("to the start"), "back": w.Say("one move back"), "on": w.Say("one move on"), "last": w.Say("to the end"),
			"next": w.Say("next bad move"), "keys": w.Say("Arrow keys step through the game; click on the graph or on a move to go there."), "review": w.Say("Review"),
		},
	}
	var out bytes.Buffer
	err := pageTemplate.Execute(&out, s)
	return out.Bytes(), err
}

// hyphens are those that stand for a minus.
var hyphens = regexp.MustCompile(`(^| )-(\d)`)

// minus writes negative numbers of a text as print does.
func minus(text string) string { return hyphens.ReplaceAllString(text, "${1}−$2") }

// withMinus is a table, of which the first row has names, with negative numbers as
// print writes them.
func withMinus(rows [][]string) [][]string {
	for i := 1; i < len(rows); i++ {
		for j := range rows[i] {
			rows[i][j] = minus(rows[i][j])
		}
	}
	return rows
}

// dataOf describes a review to the script.
func dataOf(w words.Words, r *review.Review) Data {
	p := newPainter(w, r.Of.Rules)
	d := Data{
		Course: courseOf(w, r),
		Words: Words{
			Start: w.Say("The start"), First: r.First(w), Move: w.Say("Move"), Lost: w.Say("lost"), Best: w.Say("best"), Line: w.Say("best line"), Back: w.Say("back to the game"), Luck: w.Say("luck"),
		},
	}
	states := []game.State{r.Of.Start.Clone()}
	for i, m := range r.Of.Moves {
		next := states[i].Clone()
		next.Play(m)
		states = append(states, next)
	}
	for _, s := range states {
		d.Frames = append(d.Frames, p.frame(s))
	}
	for i, m := range r.Of.Moves {
		d.Plies = append(d.Plies, Ply{Text: w.Move(r.Of.Rules, states[i], m)})
	}
	for i := range r.Verdicts {
		v := &r.Verdicts[i]
		d.Plies[v.Ply].Moves = append(d.Plies[v.Ply].Moves, d.move(w, r, v, states[v.Ply], p))
	}
	for _, roll := range r.Rolls {
		d.Plies[roll.Ply].Luck = minus(w.Signed(roll.Luck, 3))
	}
	for _, part := range r.Parts() {
		d.Plies[part.Ply].Game = part.Heading(w)
	}
	d.Board = p.board
	return d
}

// shownLine is how many positions of a best line can be looked at.
const shownLine = 8

// move describes a verdict. Of lines that are better than what was played it adds the
// positions.
func (d *Data) move(w words.Words, r *review.Review, v *review.Verdict, s game.State, p *painter) Move {
	m := Move{
		Who: r.Player(w, v.Player), Player: int(v.Player), Text: w.Text(v.Played), Class: string(v.Class), Word: v.Word(w), Mark: v.Class.Mark(),
		Lost: v.LossText(w), After: minus(r.Worth(w, v.Player, v.After)),
	}
	if !v.Judged() || v.Class == review.Best {
		return m
	}
	m.Before = minus(r.Worth(w, v.Player, v.Before))
	if v.Line == nil {
		m.Line = []Step{{w.Text(v.BestText), -1}}
	}
	at := s.Clone()
	for i, text := range v.LineText {
		step := Step{w.Text(text), -1}
		if at.Play(v.Line[i]); i < shownLine {
			step.Frame = len(d.Frames)
			d.Frames = append(d.Frames, p.frame(at))
		}
		m.Line = append(m.Line, step)
	}
	return m
}

// courseOf is the graph.
func courseOf(w words.Words, r *review.Review) Course {
	plot := r.Plot()
	c := Course{Low: plot.Low, High: plot.High, Middle: plot.Middle, Equity: plot.Equity, Breaks: plot.Breaks}
	for p, line := range plot.Lines {
		values := make([]*float64, len(line))
		for ply, y := range line {
			if !math.IsNaN(y) {
				rounded := math.Round(1000*y) / 1000
				values[ply] = &rounded
			}
		}
		c.Lines = append(c.Lines, values)
		c.Names = append(c.Names, r.Player(w, game.Player(p)))
	}
	return c
}
