package game

import "math/rand/v2"

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
	// would have drawn it and as if others chose what p cannot see at random. Law: Sees(p)
	// stays the same, and whose turn it is.
	Redeal(p Player, r *rand.Rand)
}
