package ggp

import (
	"math/rand/v2"
	"strconv"
	"strings"

	"gambito/gdl"
)

// Scrambler renames all that a sheet names but keywords and numbers, so that
// players learn nothing from names.
type Scrambler struct {
	to, from map[string]string
	r        *rand.Rand
}

// NewScrambler returns a scrambler that draws names by the seed.
func NewScrambler(seed uint64) *Scrambler {
	return &Scrambler{to: map[string]string{}, from: map[string]string{}, r: rand.New(rand.NewPCG(seed, 0x736372))}
}

// Scramble renames the words of an expression.
func (s *Scrambler) Scramble(e gdl.Expression) gdl.Expression { return e.Rename(s.word) }

// Restore undoes it. Words that were never scrambled stay.
func (s *Scrambler) Restore(e gdl.Expression) gdl.Expression {
	return e.Rename(func(word string) string {
		if name, ok := s.from[word]; ok {
			return name
		}
		return word
	})
}

// word is the new name of a word, which it has from then on.
func (s *Scrambler) word(word string) string {
	name, variable := strings.CutPrefix(word, "?")
	if _, err := strconv.Atoi(name); err == nil || gdl.IsKeyword(name) {
		return word
	}
	if known, ok := s.to[word]; ok {
		return known
	}
	for {
		fresh := s.draw()
		if variable {
			fresh = "?" + fresh
		}
		if _, used := s.from[fresh]; !used && !gdl.IsKeyword(fresh) {
			s.to[word], s.from[fresh] = fresh, word
			return fresh
		}
	}
}

// draw makes a word of three syllables.
func (s *Scrambler) draw() string {
	var b strings.Builder
	for range 3 {
		b.WriteByte("bdfgklmnprstvz"[s.r.IntN(14)])
		b.WriteByte("aeiou"[s.r.IntN(5)])
	}
	return b.String()
}
