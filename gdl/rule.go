package gdl

import "strconv"

// symbol is an interned word. Words are the same however they are capitalised, and
// are written as where they were met first; keywords in small letters.
type symbol int32

// The keywords, in the order in which newSymbols interns them.
const (
	symRole symbol = iota
	symInit
	symTrue
	symDoes
	symNext
	symLegal
	symGoal
	symTerminal
	symBase
	symInput
	symSees
	symRandom
	symDistinct
	symNot
	symOr
	symArrow
	keywords
)

var keywordNames = [keywords]string{"role", "init", "true", "does", "next", "legal", "goal", "terminal", "base", "input", "sees", "random", "distinct", "not", "or", "<="}

// keywordArity is the number of arguments of the sentences that keywords head.
var keywordArity = map[symbol]int{
	symRole: 1, symInit: 1, symTrue: 1, symDoes: 2, symNext: 1, symLegal: 2, symGoal: 2,
	symTerminal: 0, symBase: 1, symInput: 2, symSees: 2,
}

// isSentenceKeyword reports whether s heads sentences with a meaning of their own.
func isSentenceKeyword(s symbol) bool { return s < symRandom }

// isDatalogKeyword reports whether s is part of the language's syntax.
func isDatalogKeyword(s symbol) bool { return symDistinct <= s && s < keywords }

// symbols is the table of interned words.
type symbols struct {
	names []string
	ids   map[string]symbol // by lower case
}

func newSymbols() *symbols {
	t := &symbols{ids: map[string]symbol{}}
	for _, name := range keywordNames {
		t.ids[name] = symbol(len(t.names))
		t.names = append(t.names, name)
	}
	return t
}

// lookup finds a word without adding it.
func (t *symbols) lookup(word string) (symbol, bool) {
	s, ok := t.ids[lowered(word)]
	return s, ok
}

// lowered writes a text in small letters: capitals do not tell words apart. Bytes that are
// no letters of ASCII stay as they are.
func lowered(text string) string {
	capital := func(c byte) bool { return 'A' <= c && c <= 'Z' }
	for i := range len(text) {
		if !capital(text[i]) {
			continue
		}
		lower := []byte(text)
		for ; i < len(lower); i++ {
			if capital(lower[i]) {
				lower[i] += 'a' - 'A'
			}
		}
		return string(lower)
	}
	return text
}

func (t *symbols) intern(word string) symbol {
	if s, ok := t.lookup(word); ok {
		return s
	}
	s := symbol(len(t.names))
	t.ids[lowered(word)] = s
	t.names = append(t.names, word)
	return s
}

// term is a term or a sentence of a rule: a variable, or a symbol with
// arguments.
type term struct {
	variable int32 // its number within the rule, or −1
	sym      symbol
	args     []term
}

func (t term) isVar() bool { return t.variable >= 0 }

func (t term) ground() bool {
	if t.isVar() {
		return false
	}
	for _, a := range t.args {
		if !a.ground() {
			return false
		}
	}
	return true
}

// vars marks the variables of t.
func (t term) vars(in []bool) {
	if t.isVar() {
		in[t.variable] = true
	}
	for _, a := range t.args {
		a.vars(in)
	}
}

// key is equal for equal terms of a rule, and different for others.
func (t term) key() string {
	if t.isVar() {
		return "?" + strconv.Itoa(int(t.variable))
	}
	text := "(" + strconv.Itoa(int(t.sym))
	for _, a := range t.args {
		text += " " + a.key()
	}
	return text + ")"
}

// predicate is the name of a sentence and the number of its arguments.
type predicate struct {
	sym   symbol
	arity int
}

func (t term) predicate() predicate { return predicate{t.sym, len(t.args)} }

// What a literal says of its sentence.
type polarity uint8

const (
	positive polarity = iota
	negative          // (not sentence)
	distinct          // (distinct args[0] args[1])
)

// literal is one condition of a rule.
type literal struct {
	polarity polarity
	atom     term
	pos      Pos
}

// rule derives its head wherever all of its body holds. A fact has no body.
type rule struct {
	head term
	body []literal
	vars []string
	pos  Pos
}

// Sheet is a rulesheet that was read and checked.
type Sheet struct {
	symbols *symbols
	rules   []rule
	roles   []symbol
	text    string          // without comments, in one line
	asked   map[symbol]bool // sentences that only bound what is grounded, see byDemand
	memory  int64           // bytes that the plain reasoner may take, 0 for as many as it takes at the most
}
