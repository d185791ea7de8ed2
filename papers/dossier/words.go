package dossier

import (
	"html/template"
	"regexp"
	"strings"
)

// block is a paragraph of the Markdown that README pages are
// written in: paragraphs, bold, code and links.
type block struct {
	Text string // plain
	HTML template.HTML
}

var (
	linkMark = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
	boldMark = regexp.MustCompile(`\*\*([^*]+)\*\*`)
	codeMark = regexp.MustCompile("`([^`]+)`")
)

// blocks reads Markdown; the heading of the whole is left out.
func blocks(markdown string) (list []block) {
	for paragraph := range strings.SplitSeq(markdown, "\n\n") {
		paragraph = strings.TrimSpace(paragraph)
		if heading, rest, _ := strings.Cut(paragraph, "\n"); strings.HasPrefix(heading, "## ") {
			paragraph = strings.TrimSpace(rest)
		}
		if paragraph == "" {
			continue
		}
		paragraph = strings.Join(strings.Fields(paragraph), " ")
		b := block{Text: linkMark.ReplaceAllString(paragraph, "$1")}
		html := template.HTMLEscapeString(b.Text)
		html = boldMark.ReplaceAllString(html, "<b>$1</b>")
		html = codeMark.ReplaceAllString(html, "<code>$1</code>")
		b.HTML = template.HTML(html)
		b.Text = codeMark.ReplaceAllString(boldMark.ReplaceAllString(b.Text, "$1"), "$1")
		list = append(list, b)
	}
	return list
}
