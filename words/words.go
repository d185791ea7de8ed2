// Package words is everything that a player reads, in every language that gambito
// speaks. English is written where it is used; the other languages have one
// catalogue each, keyed by the English.
//
// There are two kinds of entries. A Message is a sentence of the program, which
// Say and Count fill in. A text is what a game wrote by itself, such as the name of
// a player, a caption or why a move cannot be read: Text finds the entry that could
// have made it and takes the names and numbers out of it. A test finds messages and
// texts without an entry, and entries that nothing needs.
package words

import (
	"fmt"
	"strings"
)

// Message is an English sentence as fmt takes it. Because only constants become
// messages by themselves, whatever is said can be found in the source.
type Message string

// Words are the words of one language. The zero value speaks English.
type Words struct {
	language Language
	messages map[Message]string // nil for English
	texts    *patterns          // likewise
}

// For returns the words of a language.
func For(l Language) Words {
	if l == Spanish {
		return spanish()
	}
	return Words{language: English}
}

// Language is that of the words.
func (w Words) Language() Language {
	if w.language == "" {
		return English
	}
	return w.language
}

// Say is the message in the language, filled in.
func (w Words) Say(m Message, args ...any) string {
	if len(args) == 0 {
		return strings.ReplaceAll(w.format(m), "%%", "%")
	}
	return fmt.Sprintf(w.format(m), args...)
}

// Count is Say of what there is n of, by the first message if it is one. The
// number is the first of what fills the message in.
func (w Words) Count(n int, one, many Message, args ...any) string {
	m := many
	if n == 1 {
		m = one
	}
	return fmt.Sprintf(w.format(m), append([]any{n}, args...)...)
}

// format is the message in the language, or in English if it has no entry.
func (w Words) format(m Message) string {
	if text, ok := w.messages[m]; ok {
		return text
	}
	return string(m)
}

// Text is what a game wrote by itself, in the language: the name of a player, a
// caption, a piece of news, the words of a move. What is not known stays English.
func (w Words) Text(text string) string {
	if w.texts == nil {
		return text
	}
	return w.texts.whole(text)
}

// Error is what an error says, in the language.
func (w Words) Error(err error) string { return w.Text(err.Error()) }

// List joins texts as in "a, b or c".
func (w Words) List(texts []string) string {
	if len(texts) < 2 {
		return strings.Join(texts, "")
	}
	last := len(texts) - 1
	return w.Say("%s or %s", strings.Join(texts[:last], ", "), texts[last])
}
