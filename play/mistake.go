package play

import "gambito/words"

// Mistake is an error of a person who asks for what cannot be. It can be told in any
// language.
type Mistake struct {
	message words.Message
	args    []any
}

func wrong(m words.Message, args ...any) error { return Mistake{m, args} }

// Error implements error.
func (m Mistake) Error() string { return m.In(words.Words{}) }

// In tells it in a language.
func (m Mistake) In(w words.Words) string { return w.Say(m.message, m.args...) }
