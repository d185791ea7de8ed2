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
	list  []pattern
	exact map[string]string // those without anything to fill in
}

type pattern struct {
	english string
	match   *regexp.Regexp
	other   string
	weight  int // letters of its own; of two that fit the heavier is meant
}

// verb finds what fmt fills in.
var verb = regexp.MustCompile(`%(?:\[(\d)\])?[-+0-9.]*([a-z%])`)

// matches are what the verbs of fmt may have written.
var matches = map[string]string{
	"d": `([-+]?\d+)`, "q": `("(?:[^"\\]|\\.)*")`, "s": `(.+?)`, "w": `(.+?)`, "v": `(.+?)`, "g": `([-+0-9.e]+)`, "f": `([-+0-9.]+)`, "c": `(.)`, "%": `%`,
}

func newPatterns(catalogues ...map[string]string) *patterns {
	p := &patterns{exact: map[string]string{}}
	for _, catalogue := range catalogues {
		for english, other := range catalogue {
			if !strings.Contains(english, "%") {
				p.exact[english] = other
				continue
			}
			p.list = append(p.list, compile(english, other))
		}
	}
	slices.SortFunc(p.list, func(a, b pattern) int {
		return cmp.Or(b.weight-a.weight, strings.Compare(a.english, b.english))
	})
	return p
}

func compile(english, other string) pattern {
	expression, at, weight := "(?s)^", 0, 0
	for _, found := range verb.FindAllStringSubmatchIndex(english, -1) {
		expression += regexp.QuoteMeta(english[at:found[0]]) + matches[english[found[4]:found[5]]]
		weight += found[0] - at
		at = found[1]
	}
	expression += regexp.QuoteMeta(english[at:]) + "$"
	return pattern{english, regexp.MustCompile(expression), other, weight + len(english) - at}
}

// translate finds the pattern that a text comes from. Its parts that are texts of
// games themselves are translated too.
func (p *patterns) translate(text string) string {
	if other, ok := p.exact[text]; ok {
		return other
	}
	for _, candidate := range p.list {
		if parts := candidate.match.FindStringSubmatch(text); parts != nil {
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
