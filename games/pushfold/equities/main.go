// Command equities counts what every two cards win against every other two if all boards
// are dealt, and writes the table that package pushfold embeds:
//
//	go run ./games/pushfold/equities games/pushfold/equities.bin
//
// It takes a minute of one core. Boards that differ by an exchange of suits are counted once
// and as often as there are of them; on each, hands are sorted by their value, and pairs of
// hands with a card in common are taken off again.
package main

import (
	"encoding/binary"
	"fmt"
	"os"
	"slices"

	"gambito/game/poker"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "equities: give the file to write, such as games/pushfold/equities.bin")
		os.Exit(2)
	}
	var c counter
	c.boards()
	var data []byte
	for a := range poker.Classes {
		for b := range a {
			data = binary.LittleEndian.AppendUint32(data, uint32(c.points[a][b]))
		}
	}
	if err := os.WriteFile(os.Args[1], data, 0o644); err != nil {
		fmt.Fprintln(os.Stderr, "equities:", err)
		os.Exit(1)
	}
}

// counter counts points: 2 for a win and 1 for a tie, by the class that wins them and the
// class against which.
type counter struct {
	points [poker.Classes][poker.Classes]int64
	hands  []hand
	with   [poker.Cards][]int32 // the hands with a card, in the order of hands
}

// hand is two cards beside a board.
type hand struct {
	value uint32
	class poker.Class
	cards [2]poker.Card
}

// boards goes through all boards whose suits are in order.
func (c *counter) boards() {
	for a := range poker.Card(poker.Cards) {
		for b := range a {
			for d := range b {
				for e := range d {
					for f := range e {
						board := poker.Hand{}.With(a).With(b).With(d).With(e).With(f)
						if n := alike(board); n > 0 {
							c.add(board, n)
						}
					}
				}
			}
		}
	}
}

// alike is how many boards are the same but for an exchange of suits: 0 for all of them but
// the one whose suits are in order.
func alike(board poker.Hand) int64 {
	n, equal := int64(24), int64(1)
	for suit := 1; suit < len(board); suit++ {
		switch {
		case board[suit] > board[suit-1]:
			return 0
		case board[suit] == board[suit-1]:
			equal++
			n /= equal
		default:
			equal = 1
		}
	}
	return n
}

// add counts a board, weight times.
func (c *counter) add(board poker.Hand, weight int64) {
	c.hands = c.hands[:0]
	for a := range poker.Card(poker.Cards) {
		c.with[a] = c.with[a][:0]
		if board.With(a) == board {
			continue
		}
		for b := range a {
			if board.With(b) != board {
				c.hands = append(c.hands, hand{board.With(a).With(b).Value(), poker.ClassOf(a, b), [2]poker.Card{a, b}})
			}
		}
	}
	slices.SortFunc(c.hands, func(a, b hand) int { return int(a.value) - int(b.value) })
	var below [poker.Classes]int64 // 2 for each hand of a class that is worth less, 1 for each that is worth the same
	for from := 0; from < len(c.hands); {
		to := from
		for ; to < len(c.hands) && c.hands[to].value == c.hands[from].value; to++ {
			below[c.hands[to].class]++
		}
		c.group(from, to, weight, &below)
		for _, h := range c.hands[from:to] {
			below[h.class]++
		}
		from = to
	}
	c.takeOff(weight)
}

// group counts hands of equal value, class by class.
func (c *counter) group(from, to int, weight int64, below *[poker.Classes]int64) {
	var of [poker.Classes]int64
	for i := from; i < to; i++ {
		h := &c.hands[i]
		of[h.class]++
		c.with[h.cards[0]] = append(c.with[h.cards[0]], int32(i))
		c.with[h.cards[1]] = append(c.with[h.cards[1]], int32(i))
	}
	for i := from; i < to; i++ {
		class := c.hands[i].class
		if of[class] == 0 {
			continue
		}
		n, row := of[class]*weight, &c.points[class]
		of[class] = 0
		for b, x := range below {
			row[b] += n * x
		}
	}
}

// takeOff takes off what hands with a card in common have won against each other.
func (c *counter) takeOff(weight int64) {
	for _, list := range c.with {
		for i, at := range list {
			high := &c.hands[at]
			for _, other := range list[:i] {
				low := &c.hands[other]
				if low.value == high.value {
					c.points[high.class][low.class] -= weight
					c.points[low.class][high.class] -= weight
				} else {
					c.points[high.class][low.class] -= 2 * weight
				}
			}
		}
	}
}
