package words

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// patterns are texts of games: English formats, and what they are in a language.
type patterns struct {
	begin [256][]*pattern   // by the first letter of texts, the heavier first
	exact map[string]string // those without anything to fill in
}

type pattern struct {
	english  string
	literals []string // between what is filled in, the first and the last at its ends
	match    func() *regexp.Regexp
	other    string
	weight   int // letters of its own; of two that fit the heavier is meant
}

// verb finds what fmt fills in.
var verb = regexp.MustCompile(`%(?:\[(\d)\])?[-+0-9.]*([a-z%])`)

// matches are what the verbs of fmt may have written.
var matches = map[string]string{
	"d": `([-+]?\d+)`, "q": `("(?:[^"\\]|\\.)*")`, "s": `(.+?)`, "w": `(.+?)`, "v": `(.+?)`, "g": `([-+0-9.e]+)`, "f": `([-+0-9.]+)`, "c": `(.)`, "%": `%`,
}

func newPatterns(catalogues ...map[string]string) *patterns {
	p := &patterns{exact: map[string]string{}}
	var list []*pattern
	for _, catalogue := range catalogues {
		for english, other := range catalogue {
			if !strings.Contains(english, "%") {
				p.exact[english] = other
				continue
			}
			list = append(list, compile(english, other))
		}
	}
	slices.SortFunc(list, func(a, b *pattern) int {
		return cmp.Or(b.weight-a.weight, strings.Compare(a.english, b.english))
	})
	for _, one := range list {
		for letter := range p.begin {
			if begin := one.literals[0]; begin == "" || begin[0] == byte(letter) {
				p.begin[letter] = append(p.begin[letter], one)
			}
		}
	}
	return p
}

func compile(english, other string) *pattern {
	p := &pattern{english: english, other: other}
	expression, at := "(?s)^", 0
	literal := func(text string) {
		p.literals = append(p.literals, text)
		p.weight += len(text)
		expression += regexp.QuoteMeta(text)
	}
	for _, found := range verb.FindAllStringSubmatchIndex(english, -1) {
		literal(english[at:found[0]])
		expression += matches[english[found[4]:found[5]]]
		at = found[1]
	}
	literal(english[at:])
	p.match = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression + "$") }) // most are never needed
	return p
}

// mayFit reports whether a text has the letters of a pattern, which is quick to see and
// rarely so.
func (p *pattern) mayFit(text string) bool {
	last := len(p.literals) - 1
	if !strings.HasPrefix(text, p.literals[0]) || !strings.HasSuffix(text, p.literals[last]) {
		return false
	}
	for _, literal := range p.literals[1:max(1, last)] { // a pattern without gaps has one
		if !strings.Contains(text, literal) {
			return false
		}
	}
	return true
}

// translate finds the pattern that a text comes from. Its parts that are texts of
// games themselves are translated too.
func (p *patterns) translate(text string) string {
	if other, ok := p.exact[text]; ok {
		return other
	}
	if text == "" { // nothing is filled in without a letter
		return text
	}
	for _, candidate := range p.begin[text[0]] {
		if !candidate.mayFit(text) {
			continue
		}
		if parts := candidate.match().FindStringSubmatch(text); parts != nil {
			for i := range parts[1:] {
				if parts[i+1] != text { // which would go on for ever
					parts[i+1] = p.translate(parts[i+1])
				}
			}
			return fill(candidate.other, parts[1:])
		}
	}
	return text
}

// whole translates a text that is no part of another. It may be a list, such as of the
// facts of a rulesheet: surely if each of its items is known, perhaps if the text is
// not.
func (p *patterns) whole(text string) string {
	parts := strings.Split(text, ", ")
	all := true
	for i, part := range parts {
		item := strings.TrimSuffix(part, ",") // where a list is broken
		parts[i] = p.translate(item) + part[len(item):]
		all = all && parts[i] != part
	}
	if other := p.translate(text); !all && other != text {
		return other
	}
	return strings.Join(parts, ", ")
}

// fill puts parts in the places of a format, in its own order of them.
func fill(format string, parts []string) string {
	next := 0
	return verb.ReplaceAllStringFunc(format, func(place string) string {
		found := verb.FindStringSubmatch(place)
		if found[2] == "%" {
			return "%"
		}
		if found[1] != "" {
			next = int(found[1][0] - '1')
		}
		next++
		return parts[next-1]
	})
}

// spanish is made once: there is a pattern to compile for every text.
var spanish = sync.OnceValue(func() Words {
	messages := map[Message]string{}
	for _, catalogue := range spanishMessages {
		for english, other := range catalogue {
			messages[english] = other
		}
	}
	return Words{language: Spanish, messages: messages, texts: newPatterns(append(slices.Clone(spanishTexts), spanishLab...)...)}
})
