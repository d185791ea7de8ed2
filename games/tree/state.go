package tree

import (
	"math"

	"gambito/game"
)

// State is a position: the moves that led to it, and what follows from them.
type State struct {
	game  *Game
	key   uint64 // a hash of the seed and the moves
	depth int
	path  [MostDepth]uint8
	sum   int   // of law incremental
	value int8  // of law prefix: 1 if the first player wins
	moves int   // 0 of an end
	won   int8  // of an end that a trap made: 1 or −1, from the first player's view
	trap  uint8 // 1 + the move that wins at once; 0 if there is none
}

// Purposes of the random numbers of a position.
const (
	rootValue = iota + 1
	countOf
	endOf
	leafOf
	stepOf
	trapOf
	trapMove
	goodOf
	goodMove
)

// mixed is a hash of a number (S. Vigna's splitmix64).
func mixed(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// number is a random number of the position for a purpose.
func (s *State) number(purpose uint64) uint64 { return mixed(s.key ^ purpose*0xd6e8feb86659fd93) }

// chance is such a number from 0 to 1.
func (s *State) chance(purpose uint64) float64 { return float64(s.number(purpose)>>11) / (1 << 53) }

// mover is the player to move, 1 for the first and −1 for the second.
func (s *State) mover() int8 { return int8(1 - 2*(s.depth%2)) }

// look finds out what there is at a position.
func (s *State) look() {
	s.moves, s.trap = 0, 0
	if s.won != 0 || s.depth == s.game.shape.Depth {
		return
	}
	l := &s.game.levels[s.depth]
	if l.ends > 0 && s.chance(endOf) < l.ends {
		return
	}
	s.moves = l.moves
	switch spread := s.game.shape.Spread; {
	case l.shrink != 0:
		s.moves = geometric(s.number(countOf), l.shrink)
	case spread > 0:
		s.moves += int(s.number(countOf)%uint64(2*spread+1)) - spread
	case l.more > 0 && s.chance(countOf) < l.more:
		s.moves++
	}
	if l.traps > 0 && s.chance(trapOf) < l.traps {
		s.trap = 1 + uint8(s.number(trapMove)%uint64(s.moves))
	}
}

// geometric is a number of moves, 1 or more, of which every one more is as likely as
// shrink says; there are at most MostMoves.
func geometric(number uint64, shrink float64) int {
	x := (float64(number>>11) + 0.5) / (1 << 53) // above 0, so that it has a logarithm
	return int(min(1+math.Log(x)*shrink, MostMoves))
}

// Turn implements game.State.
func (s *State) Turn() game.Player {
	if s.moves == 0 {
		return game.Over
	}
	return game.Player(s.depth % 2)
}

// Moves implements game.State.
func (s *State) Moves(buf []game.Move) []game.Move {
	for m := range s.moves {
		buf = append(buf, game.Move(m))
	}
	return buf
}

// Play implements game.State.
func (s *State) Play(m game.Move) {
	if s.trap == uint8(m)+1 {
		s.won = s.mover()
	}
	mover, sure := s.mover(), game.Move(0)
	if s.game.shape.Law == Prefix && s.value == mover {
		sure = game.Move(s.number(goodMove) % uint64(s.moves))
	}
	s.path[s.depth] = uint8(m)
	s.depth++
	s.key = mixed(s.key + uint64(m) + 1)
	switch s.game.shape.Law {
	case Incremental:
		s.sum += int(s.number(stepOf)%5) - 2
	case Prefix:
		// A winner has a winning move, the loser none.
		if s.value == mover && m != sure && s.chance(goodOf) >= s.game.shape.Good {
			s.value = -mover
		}
	}
	s.look()
}

// Score implements game.State.
func (s *State) Score(p game.Player) float64 {
	first := 0.0
	switch {
	case s.won != 0:
		first = float64(s.won)
	case s.game.shape.Law == Prefix:
		first = float64(s.value)
	case s.game.shape.Law == Incremental:
		first = float64(min(max(s.sum, -1), 1))
	case s.chance(leafOf) < s.game.shape.Wins:
		first = 1
	default:
		first = -1
	}
	if p == 1 {
		return 0 - first // never −0
	}
	return first
}

// Hash implements game.State.
func (s *State) Hash() uint64 { return mixed(s.key ^ uint64(s.depth)) }

// CopyFrom implements game.State.
func (s *State) CopyFrom(src game.State) { *s = *src.(*State) }

// Clone implements game.State.
func (s *State) Clone() game.State {
	c := *s
	return &c
}

// MostSolved is how many positions are looked at for a true value at the most.
const MostSolved = 20_000_000

// True is the value of a position for the player to move, with best play of both: known
// with law prefix, found by alpha-beta otherwise; false if that takes too long.
func (s *State) True() (float64, bool) {
	if s.game.shape.Law == Prefix && s.moves > 0 {
		return float64(s.value * s.mover()), true
	}
	left := MostSolved
	value := solve(s, -1, 1, &left)
	return value, left > 0
}

// solve is alpha-beta; left is how many positions may still be looked at.
func solve(s *State, alpha, beta float64, left *int) float64 {
	if *left--; *left <= 0 {
		return 0
	}
	if s.moves == 0 {
		return s.Score(game.Player(s.depth % 2))
	}
	best := -1.0
	next := *s
	for m := range s.moves {
		if m > 0 {
			next = *s
		}
		next.Play(game.Move(m))
		if v := -solve(&next, -beta, -alpha, left); v > best {
			if best = v; best >= beta {
				return best
			}
			alpha = max(alpha, best)
		}
	}
	return best
}
