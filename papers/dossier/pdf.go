package dossier

import (
	"bytes"
	"fmt"
	"strings"

	"gambito/drawing"
	"gambito/papers"
)

// The paper is A4 in pixels, with a margin.
const (
	paperWidth, paperHeight = 794.0, 1123.0
	margin                  = 48.0
	inner                   = paperWidth - 2*margin
	bodySize                = 11.5
)

// fills are the colours of verdicts on paper, signs what is written in their cells, in
// letters that every reader of PDF has.
var (
	fills = map[string]drawing.Colour{
		"agrees": {Light: "#dcf2e2"}, "doubt": {Light: "#fdeec6"}, "differs": {Light: "#fbdcd8"}, "few": {Light: "#edf0f3"}, "other": {Light: "#edf0f3"},
	}
	signs = map[string]string{"agrees": "=", "doubt": "?", "differs": "≠", "few": "…", "other": "–", "none": "∅"}
	soft  = drawing.Colour{Light: "#52606d"}
	rule  = drawing.Colour{Light: "#b8c2cc"}
	head  = drawing.Colour{Light: "#eef2f5"}
)

// PDF writes the dossier for paper.
func (d Dossier) PDF(b *bytes.Buffer) {
	p := &press{}
	p.turn()
	p.text(d.Title, 24, true, drawing.Ink)
	sections := d.sections()
	counts := papers.VerdictCounts{}
	for _, s := range sections {
		counts = counts.Plus(s.Counts)
	}
	p.text(counts.String()+".", bodySize, true, drawing.Ink)
	made := "Made by " + d.Command
	for _, more := range []string{d.Build, d.date()} {
		if more != "" {
			made += ", " + more
		}
	}
	p.text(made+".", bodySize, false, soft)
	p.text(strings.Join(strings.Fields(papers.Rule), " "), bodySize, false, drawing.Ink)
	var key []string
	for _, v := range papers.Verdicts {
		key = append(key, signs[looks[v][0]]+" "+string(v))
	}
	p.text("In every cell: what came out here, and below it what was published.  "+strings.Join(key, "   "), bodySize, false, drawing.Ink)
	for _, left := range d.Left {
		p.text("Not in it: "+left+".", bodySize, false, drawing.Ink)
	}
	for _, s := range sections {
		p.text(s.Title, bodySize, true, drawing.Ink)
		p.text(s.Citation+". "+s.Counts.String()+".", bodySize, false, soft)
	}
	for _, s := range sections {
		p.turn()
		p.text(s.Title, 18, true, drawing.Ink)
		p.text(s.Citation+".", bodySize, false, soft)
		for _, c := range s.Chapters {
			p.chapter(c)
		}
	}
	p.number()
	b.Write(drawing.Book(d.Title, p.pages))
}

// press sets pages one after the other.
type press struct {
	pages []*drawing.Canvas
	y     float64
}

// turn begins a page.
func (p *press) turn() {
	p.pages = append(p.pages, drawing.New(paperWidth, paperHeight, ""))
	p.y = margin
}

func (p *press) page() *drawing.Canvas { return p.pages[len(p.pages)-1] }

// need turns the page if there is less room, unless the page is empty.
func (p *press) need(height float64) {
	if p.y+height > paperHeight-margin && p.y > margin {
		p.turn()
	}
}

// number writes the numbers of pages.
func (p *press) number() {
	for i, page := range p.pages {
		page.Text(paperWidth/2, paperHeight-margin/2, fmt.Sprintf("%d / %d", i+1, len(p.pages)), drawing.Font{Size: 9, Colour: soft, Anchor: drawing.Middle})
	}
}

// plain has letters that every reader of PDF has.
var plain = strings.NewReplacer("●", "•", "○", "o", "₁", "1", "₂", "2", "⌈", "ceil(", "⌉", ")", "⌊", "floor(", "⌋", ")")

// text writes a paragraph.
func (p *press) text(text string, size float64, bold bool, colour drawing.Colour) {
	height := 1.35 * size
	for _, line := range wrap(plain.Replace(text), size, inner) {
		p.need(height)
		p.page().Text(margin, p.y+size, line, drawing.Font{Size: size, Bold: bold, Colour: colour, Anchor: drawing.Start})
		p.y += height
	}
	p.y += size / 2
}

// wrap cuts a text into lines.
func wrap(text string, size, width float64) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && drawing.Width(line+" "+word, size) > width {
			lines, line = append(lines, line), ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}

func (p *press) chapter(c chapter) {
	p.y += 10
	p.need(140)
	p.text(c.Heading, 15, true, drawing.Ink)
	p.text(c.Study.About, bodySize, false, drawing.Ink)
	made := c.Command()
	if where := c.Study.Where(); where != "" {
		made = where + "; " + made
	}
	for _, more := range []string{c.Build, c.Took()} {
		if more != "" {
			made += ", " + more
		}
	}
	p.text(made+".", 10, false, soft)
	p.text(c.Summary()+".", bodySize, true, drawing.Ink)
	switch {
	case c.Said != nil:
		p.text("Of the results that come with gambito: see "+c.Said.Heading+".", 10, false, soft)
	case c.Words != nil:
		p.text("Of the results that come with gambito:", 10, false, soft)
	}
	for _, b := range c.Words {
		p.text(b.Text, bodySize, false, drawing.Ink)
	}
	for _, t := range c.Tables {
		for i, part := range t.Parts {
			title := t.Cited + ": " + t.Title
			if part.Title != "" {
				title += ", " + part.Title
			}
			p.part(title, part)
			if i == len(t.Parts)-1 {
				for _, note := range t.Notes {
					p.text("· "+note, 9, false, soft)
				}
			}
		}
	}
	for _, f := range c.Figures {
		p.figure(f)
	}
}

func (p *press) figure(f figure) {
	canvas, err := f.draw()
	if err != nil {
		return // it was drawn before
	}
	width, height := canvas.Size()
	scale := min(0.8, inner/width, (paperHeight-2*margin-40)/height)
	p.need(height*scale + 40)
	p.text(f.Title, 10, true, drawing.Ink)
	p.page().Place(margin, p.y, scale, canvas)
	p.y += height*scale + 8
}
