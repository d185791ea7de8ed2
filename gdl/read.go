package gdl

import (
	"fmt"
	"strings"
)

// Expression is one expression of KIF as written: a word or a list.
type Expression struct {
	pos    Pos
	word   string // "" for a list
	list   []Expression
	isList bool
}

// reader takes a text apart into words and parentheses.
type reader struct {
	text         []byte
	at           int
	line, column int
	depth        int
	odd          map[byte]Pos // unusual characters and where each was first met
}

// read returns the expressions of a text, or its first error.
func read(text []byte) (all []Expression, odd map[byte]Pos, problem *Problem) {
	if len(text) > MaxBytes {
		return nil, nil, &Problem{Pos: Pos{1, 1}, Message: fmt.Sprintf("the sheet has %d bytes; at most %d are read", len(text), MaxBytes)}
	}
	r := &reader{text: text, line: 1, column: 1, odd: map[byte]Pos{}}
	for {
		e, ok, problem := r.next()
		if problem != nil || !ok {
			return all, r.odd, problem
		}
		all = append(all, e)
	}
}

func (r *reader) pos() Pos { return Pos{r.line, r.column} }

func (r *reader) step() {
	if r.text[r.at] == '\n' {
		r.line, r.column = r.line+1, 0
	}
	r.column++
	r.at++
}

// skip passes over blanks and comments.
func (r *reader) skip() {
	for r.at < len(r.text) {
		switch c := r.text[r.at]; {
		case c <= ' ':
			r.step()
		case c == ';':
			for r.at < len(r.text) && r.text[r.at] != '\n' {
				r.step()
			}
		default:
			return
		}
	}
}

// next reads one expression; it is not ok at the end of the text.
func (r *reader) next() (e Expression, ok bool, problem *Problem) {
	r.skip()
	if r.at == len(r.text) {
		return Expression{}, false, nil
	}
	switch r.text[r.at] {
	case '(':
		return r.list()
	case ')':
		return Expression{}, false, &Problem{Pos: r.pos(), Message: `")" closes nothing`}
	}
	return r.word(), true, nil
}

func (r *reader) list() (e Expression, ok bool, problem *Problem) {
	e = Expression{pos: r.pos(), isList: true}
	if r.depth++; r.depth > maxDepth {
		return e, false, &Problem{Pos: e.pos, Message: fmt.Sprintf("parentheses are nested deeper than %d", maxDepth)}
	}
	for r.step(); ; {
		r.skip()
		if r.at == len(r.text) {
			return e, false, &Problem{Pos: e.pos, Message: `"(" is never closed`}
		}
		if r.text[r.at] == ')' {
			r.step()
			r.depth--
			return e, true, nil
		}
		item, _, problem := r.next()
		if problem != nil {
			return e, false, problem
		}
		e.list = append(e.list, item)
	}
}

func (r *reader) word() Expression {
	e, from := Expression{pos: r.pos()}, r.at
	for r.at < len(r.text) && !strings.ContainsRune("();", rune(r.text[r.at])) && r.text[r.at] > ' ' {
		if c := r.text[r.at]; !usual(c) {
			if _, met := r.odd[c]; !met {
				r.odd[c] = r.pos()
			}
		}
		r.step()
	}
	e.word = string(r.text[from:r.at])
	return e
}

// usual reports whether c is a character that names in rulesheets have.
func usual(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("_-+<=?", c) >= 0
}

// String writes the expression as KIF.
func (e Expression) String() string {
	if !e.isList {
		return e.word
	}
	var b strings.Builder
	e.write(&b)
	return b.String()
}

func (e Expression) write(b *strings.Builder) {
	if !e.isList {
		b.WriteString(e.word)
		return
	}
	b.WriteByte('(')
	for i, item := range e.list {
		if i > 0 {
			b.WriteByte(' ')
		}
		item.write(b)
	}
	b.WriteByte(')')
}

// brief is the expression for error messages, cut short.
func (e Expression) brief() string {
	text := e.String()
	if len(text) > 60 {
		text = strings.ToValidUTF8(text[:57], "") + "…"
	}
	return strings.ToValidUTF8(text, "?")
}
