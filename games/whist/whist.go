// Package whist is whist for two: each is dealt a hand, the rest of the pack stays face
// down. The first player leads a card. The other follows suit if it can, and plays any
// card if it cannot; the higher card of the suit that was led takes the trick, or a trump.
// Who takes a trick leads to the next. When all cards are played the most tricks win.
//
// How many suits, ranks and cards there are are options: two suits of four ranks are
// solved exactly, thirteen cards of a full pack are a game for people.
package whist

import (
	"fmt"
	"slices"
	"strings"

	"gambito/game"
)

// Suits are their names, in the order in which they are taken into the pack.
var Suits = []string{"spades", "hearts", "diamonds", "clubs"}

// None is the trump of a game without trumps.
const None = "none"

const (
	suitLetters = "SHDC"
	suitGlyphs  = "♠♥♦♣"
	rankLetters = "23456789TJQKA" // a pack has the highest of them
	most        = 13              // ranks, and cards of a hand
)

// Rules are what a pack and hands are like.
type Rules struct {
	Suits, Ranks int
	Hand         int    // cards of each player
	Trump        string // one of Suits, or None
}

// Usual is a full pack with thirteen cards each.
var Usual = Rules{Suits: 4, Ranks: 13, Hand: 13, Trump: "spades"}

// Game is whist by rules.
type Game struct {
	info   game.Info
	rules  Rules
	trump  int // the number of its suit, −1 for none
	suits  [4]uint64
	pack   uint64
	names  []string
	fancy  []string
	choose [4*most + 1][most + 1]float64 // binomial coefficients
}

// New makes a game. A card stays face down at least, or nothing would be secret.
func New(r Rules) (*Game, error) {
	trump := slices.Index(Suits, r.Trump)
	cards := r.Suits * r.Ranks
	switch {
	case r.Suits < 1 || r.Suits > len(Suits) || r.Ranks < 2 || r.Ranks > most:
		return nil, fmt.Errorf("a pack has 1 to 4 suits of 2 to 13 ranks, not %d of %d", r.Suits, r.Ranks)
	case r.Hand < 1 || r.Hand > most || 2*r.Hand >= cards:
		return nil, fmt.Errorf("a hand has 1 to %d cards of a pack of %d, of which one stays face down at least; it cannot have %d", min(most, (cards-1)/2), cards, r.Hand)
	case trump < 0 && r.Trump != None:
		return nil, fmt.Errorf("trump is one of %s or %s, not %q", strings.Join(Suits, ", "), None, r.Trump)
	case trump >= r.Suits:
		return nil, fmt.Errorf("there are no %s among %s: trump cannot be %s", r.Trump, strings.Join(Suits[:r.Suits], " and "), r.Trump)
	}
	g := &Game{rules: r, trump: trump, pack: 1<<cards - 1}
	glyphs := []rune(suitGlyphs)
	for card := range cards {
		suit := card / r.Ranks
		rank := rankLetters[most-r.Ranks+card%r.Ranks : most-r.Ranks+card%r.Ranks+1]
		g.suits[suit] |= 1 << card
		g.names, g.fancy = append(g.names, rank+suitLetters[suit:suit+1]), append(g.fancy, rank+string(glyphs[suit]))
	}
	for n := range g.choose {
		g.choose[n][0] = 1
		for k := 1; k <= most && n > 0; k++ {
			g.choose[n][k] = g.choose[n-1][k-1] + g.choose[n-1][k]
		}
	}
	g.info = game.Info{ID: r.id(), Name: "Whist for two", Roles: []string{"first", "second"}, MaxMoves: cards, MaxPlies: 4 * r.Hand}
	return g, nil
}

// id is the spec of the game: what is not usual.
func (r Rules) id() string {
	var options []string
	for _, o := range []struct {
		name       string
		value, not any
	}{{"suits", r.Suits, Usual.Suits}, {"ranks", r.Ranks, Usual.Ranks}, {"hand", r.Hand, Usual.Hand}, {"trump", r.Trump, Usual.Trump}} {
		if o.value != o.not {
			options = append(options, fmt.Sprintf("%s=%v", o.name, o.value))
		}
	}
	if options == nil {
		return "whist"
	}
	return "whist:" + strings.Join(options, ",")
}

// Info implements game.Game.
func (g *Game) Info() game.Info { return g.info }

// New implements game.Game.
func (g *Game) New() game.State {
	return &state{game: g, turn: game.Chance, viewer: game.Nobody, led: nothing, moves: make([]game.Move, 0, g.info.MaxPlies)}
}

// FormatMove implements game.Game: rank and suit, such as AS for the ace of spades.
func (g *Game) FormatMove(_ game.State, m game.Move) string { return g.names[m] }

// ParseMove implements game.Game.
func (g *Game) ParseMove(position game.State, text string) (game.Move, error) {
	s := position.(*state)
	card := slices.IndexFunc(g.names, func(name string) bool { return strings.EqualFold(name, text) })
	switch {
	case s.turn == game.Over:
		return 0, fmt.Errorf("%q: the game is over", text)
	case card < 0:
		return 0, fmt.Errorf("%q is no card: a card is a rank of %s and a suit of %s, such as %s", text, rankLetters[most-g.rules.Ranks:], suitLetters[:g.rules.Suits], g.names[len(g.names)-1])
	case s.legal()>>card&1 == 1:
		return game.Move(card), nil
	case s.turn == game.Chance:
		return 0, fmt.Errorf("%s cannot be dealt here: hands are dealt from the lowest card up, and a card once", g.names[card])
	case s.hands[s.turn]>>card&1 == 0:
		return 0, fmt.Errorf("the %s player does not hold %s", g.info.Roles[s.turn], g.names[card])
	}
	return 0, fmt.Errorf("%s does not follow suit: %s was led", g.names[card], g.names[s.led])
}

// FormatPosition implements game.Game: the cards that were dealt, then those that were played.
func (g *Game) FormatPosition(position game.State) string {
	moves := position.(*state).moves
	names := make([]string, len(moves))
	for i, m := range moves {
		names[i] = g.names[m]
	}
	return game.FormatMoves(names)
}

// ParsePosition implements game.Game.
func (g *Game) ParsePosition(text string) (game.State, error) { return game.ParseMoves(g, text) }

// suit is the number of a card's suit.
func (g *Game) suit(card game.Move) int { return int(card) / g.rules.Ranks }

// beats reports whether the answer takes the trick.
func (g *Game) beats(answer, led game.Move) bool {
	if g.suit(answer) == g.suit(led) {
		return answer > led
	}
	return g.suit(answer) == g.trump
}
