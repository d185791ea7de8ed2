// Package poker is the cards of poker and what hands of them are worth. Value orders hands
// of five to seven cards by the best five of them; Class is what two cards are before
// anything else is dealt, of which there are 169.
package poker

import "math/bits"

// Card is 13 times its suit plus its rank, from 0 for the two to 12 for the ace.
type Card uint8

// Cards is how many there are.
const Cards = 52

const (
	ranks       = 13
	rankLetters = "23456789TJQKA"
)

// Hand is a set of cards: for each suit a bit for each rank.
type Hand [4]uint16

// With is the hand and another card.
func (h Hand) With(c Card) Hand {
	h[c/ranks] |= 1 << (c % ranks)
	return h
}

// Kinds of hands, from the least.
const (
	HighCard = iota
	Pair
	TwoPairs
	ThreeOfAKind
	Straight
	Flush
	FullHouse
	FourOfAKind
	StraightFlush
)

// Value is what a hand of five to seven cards is worth: of two hands the greater wins, and
// equal ones share. Its kind is Value >> 26. Below it are two sets of ranks: those that
// make the kind, and those of the other cards of the best five.
func (h Hand) Value() uint32 {
	a, b, c, d := h[0], h[1], h[2], h[3]
	any := a | b | c | d
	flush := uint16(0)
	for _, suit := range h {
		if bits.OnesCount16(suit) >= 5 {
			flush = suit
		}
	}
	if flush != 0 {
		if high := straight(flush); high != 0 {
			return value(StraightFlush, high, 0)
		}
	}
	two := a&b | (a|b)&c | (a|b|c)&d
	three := a&b&(c|d) | (a|b)&c&d
	if four := a & b & c & d; four != 0 {
		return value(FourOfAKind, four, highest(any&^four, 1))
	}
	if three != 0 {
		best := highest(three, 1)
		if pair := two &^ best; pair != 0 {
			return value(FullHouse, best, highest(pair, 1))
		}
	}
	if flush != 0 {
		return value(Flush, highest(flush, 5), 0)
	}
	if high := straight(any); high != 0 {
		return value(Straight, high, 0)
	}
	if three != 0 {
		return value(ThreeOfAKind, three, highest(any&^three, 2))
	}
	switch bits.OnesCount16(two) {
	case 0:
		return value(HighCard, highest(any, 5), 0)
	case 1:
		return value(Pair, two, highest(any&^two, 3))
	}
	pairs := highest(two, 2)
	return value(TwoPairs, pairs, highest(any&^pairs, 1))
}

func value(kind uint32, made, others uint16) uint32 {
	return kind<<26 | uint32(made)<<ranks | uint32(others)
}

// straight is the highest rank of five in a row, 0 if there are none. An ace is also
// below the two.
func straight(set uint16) uint16 {
	x := uint32(set)<<1 | uint32(set)>>(ranks-1)
	x = x & (x >> 1) & (x >> 2) & (x >> 3) & (x >> 4) // where five begin
	if x == 0 {
		return 0
	}
	return 1 << (bits.Len32(x) + 2) // of a begin at bit b, the last is at b+4, and rank r is at r+1
}

// highest are the n highest ranks of a set, or all if there are no more.
func highest(set uint16, n int) uint16 {
	for left := bits.OnesCount16(set) - n; left > 0; left-- {
		set &= set - 1
	}
	return set
}
