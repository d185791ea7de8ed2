package game

import (
	"hash/fnv"
	"math/rand/v2"
)

// Veiled is a State of a game in which players do not see everything: cards of others,
// or moves that are made face down. All states of such a game are Veiled. What a player
// is to choose by is what it sees and nothing else; whoever plays for it is given that,
// or worlds that Redeal has drawn.
//
// Moves that are made at once may be moves in turn here of which the second player does not
// see the first.
type Veiled interface {
	State

	// Sees appends what player p has seen up to here, its own moves included: the key
	// of its information set. Laws: where p is to move, states of equal keys have the
	// same legal moves; and p forgets nothing, so that equal keys have come from equal
	// keys by equal moves of p.
	Sees(p Player, buf []byte) []byte

	// Redeal changes what p has not seen to something else that fits, drawn as chance
	// would have drawn it and as if others chose what p cannot see at random, or by a law
	// that the game states. Laws: Sees(p) stays the same, and whose turn it is; and nothing
	// is left of what was there, so that in states of equal keys r draws equal worlds.
	Redeal(p Player, r *rand.Rand)
}

// Viewed is a Veiled State that can be drawn as one player sees it.
type Viewed interface {
	Veiled

	// LookAs has what is drawn from now on show what player p sees and no more; for Nobody
	// it shows everything, as new states do. Copies are drawn likewise. Nothing else changes.
	LookAs(p Player)
}

// Chronicled is a Game of Veiled states that tells what has happened as one player knows
// it.
type Chronicled interface {
	Game

	// Chronicle is what player p has noticed of the moves so far, in their order; those
	// that it has noticed and not seen are Unseen. For Nobody it is all moves.
	// Law: states in which p has seen the same have the same chronicle.
	Chronicle(s State, p Player) []Event
}

// Event is a move as somebody knows it.
type Event struct {
	Player Player // who made it, or Chance
	Text   string // as FormatMove writes it, with what came of it, or Unseen
}

// Unseen is the text of a move that is noticed and not seen.
const Unseen = "?"

// OfSecrets reports whether players of g do not see everything.
func OfSecrets(g Game) bool {
	_, ok := g.New().(Veiled)
	return ok
}

// View is what player p may see of s: all of it unless s is Veiled, and then a world that
// fits. Law: it depends on nothing but what p has seen, so that nobody who is given it can
// find out more. Nobody sees everything.
func View(s State, p Player) State {
	v, ok := s.(Veiled)
	if !ok || p == Nobody {
		return s
	}
	key := fnv.New64a()
	key.Write(v.Sees(p, nil))
	world := v.Clone().(Veiled)
	world.Redeal(p, rand.New(rand.NewPCG(key.Sum64(), uint64(p))))
	if d, ok := world.(Viewed); ok {
		d.LookAs(p)
	}
	return world
}

// Look is s as it is drawn for player p: s itself unless it can be drawn so.
func Look(s State, p Player) State {
	if _, ok := s.(Viewed); !ok {
		return s
	}
	looked := s.Clone().(Viewed)
	looked.LookAs(p)
	return looked
}

// Story is what player p has noticed of the moves made from start, by the game's own words
// if it has any. Without them it is p's own moves, and Unseen for those that have changed
// what p sees; for Nobody it is all moves.
func Story(g Game, start State, moves []Move, p Player) (events []Event) {
	s := start.Clone()
	if c, ok := g.(Chronicled); ok {
		for _, m := range moves {
			s.Play(m)
		}
		return c.Chronicle(s, p)
	}
	for _, m := range moves {
		e := Event{Player: s.Turn(), Text: FormatLine(g, s, []Move{m})}
		v, veiled := s.(Veiled)
		if !veiled || p == Nobody || e.Player == p {
			s.Play(m)
			events = append(events, e)
			continue
		}
		before := string(v.Sees(p, nil))
		if s.Play(m); string(v.Sees(p, nil)) != before {
			events = append(events, Event{e.Player, Unseen})
		}
	}
	return events
}
