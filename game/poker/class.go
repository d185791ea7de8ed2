package poker

import "sync"

// Class is two cards before anything else is dealt: a pair, or two ranks of one suit or of
// two. It is 13 times one rank plus another: first the higher if they are of one suit.
type Class uint8

// Classes is how many there are.
const Classes = ranks * ranks

// ClassOf is that of two cards.
func ClassOf(c, d Card) Class {
	if high := c%ranks > d%ranks; high == (c/ranks == d/ranks) {
		return Class(c%ranks*ranks + d%ranks)
	}
	return Class(d%ranks*ranks + c%ranks)
}

// String is as players write it: AA, AKs of one suit, AKo of two.
func (c Class) String() string {
	a, b := c/ranks, c%ranks
	switch {
	case a == b:
		return rankLetters[a:a+1] + rankLetters[b:b+1]
	case a > b:
		return rankLetters[a:a+1] + rankLetters[b:b+1] + "s"
	}
	return rankLetters[b:b+1] + rankLetters[a:a+1] + "o"
}

// Ways is in how many ways the cards of a class can be dealt: 4, 6 or 12.
func (c Class) Ways() int {
	switch a, b := c/ranks, c%ranks; {
	case a == b:
		return 6
	case a > b:
		return 4
	}
	return 12
}

// WaysBeside is in how many ways two players can be dealt two classes.
func WaysBeside(c, d Class) int { return beside()[c][d] }

var beside = sync.OnceValue(func() *[Classes][Classes]int {
	var ways [Classes][Classes]int
	eachPair(func(a, b Card) {
		eachPair(func(c, d Card) {
			if a != c && a != d && b != c && b != d {
				ways[ClassOf(a, b)][ClassOf(c, d)]++
			}
		})
	})
	return &ways
})

// eachPair goes through all two cards.
func eachPair(visit func(c, d Card)) {
	for d := range Card(Cards) {
		for c := range d {
			visit(c, d)
		}
	}
}
