package gdl

import (
	"math/rand/v2"
	"slices"

	"gambito/game"
)

// state is a position of a game: a board, and the moves chosen in it so far
// where players or chance choose one after the other.
type state struct {
	g     *Game
	b     board
	joint []int32 // by role: the move chosen, or −1
	plies int
	turn  game.Player
	known bool    // turn is
	combo []int32 // scratch: a move of every player
	at    []int   // scratch of eachCombination

	veil *veil // what has happened, if players do not see everything; else nil

	past    []int32 // the joint moves that Undo brings back, as far as they were chosen
	stepped []bool  // by move played: whether it completed a joint move
}

func (s *state) core() *state { return s }

// Turn implements game.State.
func (s *state) Turn() game.Player {
	if !s.known {
		s.turn, s.known = s.findTurn(), true
	}
	return s.turn
}

// findTurn tells whose turn it is, see Game.
func (s *state) findTurn() game.Player {
	if s.plies >= maxPlies || s.b.terminal() {
		return game.Over
	}
	first, choosers, active, chosen := game.Nobody, 0, game.Nobody, false
	for p := len(s.g.seats) - 1; p >= 0; p-- {
		role := s.g.seats[p]
		n := s.b.legalCount(role)
		switch {
		case n == 0:
			return game.Over // the rules forgot it; nobody can go on
		case s.joint[role] >= 0:
			chosen = true
		case n > 1:
			first = game.Player(p)
			choosers++
		case s.b.legalMove(role, 0) != s.g.waiting[role]:
			active = game.Player(p)
		}
	}
	chance := 1
	if s.g.chance >= 0 {
		if chance = s.b.legalCount(s.g.chance); chance == 0 {
			return game.Over
		}
	}
	switch {
	case s.g.joint && !chosen && (choosers > 0 || chance == 1):
		return game.Together
	case choosers > 0:
		return first
	case chance > 1:
		return game.Chance
	case active >= 0:
		return active
	}
	return 0
}

// Moves implements game.State.
func (s *state) Moves(buf []game.Move) []game.Move {
	switch turn := s.Turn(); turn {
	case game.Over:
		return buf
	case game.Chance:
		return s.movesOf(s.g.chance, buf)
	case game.Together:
		return s.jointMoves(buf)
	default:
		return s.movesOf(s.g.seats[turn], buf)
	}
}

func (s *state) movesOf(role int, buf []game.Move) []game.Move {
	if m, ok := s.b.(*machine); ok {
		return m.appendLegal(role, buf)
	}
	for k := range s.b.legalCount(role) {
		buf = append(buf, game.Move(s.b.legalMove(role, k)))
	}
	return buf
}

// jointMoves appends all combinations of the players' moves.
func (s *state) jointMoves(buf []game.Move) []game.Move {
	from := len(buf)
	s.eachCombination(func(m game.Move) bool {
		buf = append(buf, m)
		return true
	})
	slices.Sort(buf[from:])
	return buf
}

// eachCombination sets s.combo to every combination of moves, by player, in
// order, until visit says no. Numbers that do not fit are hashes; the later of
// two equal ones is counted up.
func (s *state) eachCombination(visit func(m game.Move) bool) {
	if s.at == nil {
		s.at = make([]int, len(s.g.seats))
	}
	at := s.at
	clear(at)
	s.combo = slices.Grow(s.combo[:0], len(at))[:len(at)]
	var taken map[game.Move]bool
	if s.g.radix == nil {
		taken = map[game.Move]bool{}
	}
	for {
		for p, role := range s.g.seats {
			s.combo[p] = s.b.legalMove(role, at[p])
		}
		m := s.number(s.combo)
		for taken[m] {
			m++
		}
		if taken != nil {
			taken[m] = true
		}
		if !visit(m) {
			return
		}
		p := len(at) - 1
		for ; p >= 0; p-- {
			if at[p]++; at[p] < s.b.legalCount(s.g.seats[p]) {
				break
			}
			at[p] = 0
		}
		if p < 0 {
			return
		}
	}
}

// number is the joint move of the players' moves, but for equal hashes.
func (s *state) number(moves []int32) game.Move {
	if s.g.radix != nil {
		sum := uint64(0)
		for p, m := range moves {
			sum += s.g.radix[p] * uint64(m)
		}
		return game.Move(sum)
	}
	h := uint64(1)
	for _, m := range moves {
		h = mix(h, m)
	}
	return game.Move(h >> 32)
}

// split sets s.combo to the players' moves of a joint move.
func (s *state) split(joint game.Move) {
	if s.g.radix == nil {
		s.eachCombination(func(m game.Move) bool { return m != joint })
		return
	}
	s.combo = s.combo[:0]
	rest := uint64(joint)
	for _, radix := range s.g.radix {
		s.combo = append(s.combo, int32(rest/radix))
		rest %= radix
	}
}

// Play implements game.State.
func (s *state) Play(m game.Move) {
	if s.Turn() == game.Over {
		return
	}
	s.past = append(s.past, s.joint...)
	complete := s.choose(m)
	s.stepped = append(s.stepped, complete)
	if complete {
		s.b.remember()
		s.step()
	}
}

// choose adds a legal move to those chosen and reports whether that completes a
// joint move.
func (s *state) choose(m game.Move) bool {
	switch turn := s.Turn(); turn {
	case game.Chance:
		s.joint[s.g.chance] = int32(m)
	case game.Together:
		s.split(m)
		for p, role := range s.g.seats {
			s.joint[role] = s.combo[p]
		}
	default:
		s.joint[s.g.seats[turn]] = int32(m)
	}
	s.known = false
	for role, chosen := range s.joint {
		if chosen < 0 && s.b.legalCount(role) > 1 {
			return false // that role's turn comes
		}
	}
	for role, chosen := range s.joint {
		if chosen < 0 {
			s.joint[role] = s.b.legalMove(role, 0)
		}
	}
	return true
}

// Undo implements game.Undoer.
func (s *state) Undo(game.Move) {
	last := len(s.stepped) - 1
	if s.stepped[last] {
		s.b.takeBack()
		s.plies--
		if s.veil != nil {
			s.veil.takeBack()
		}
	}
	chosen := len(s.past) - len(s.joint)
	copy(s.joint, s.past[chosen:])
	s.past, s.stepped, s.known = s.past[:chosen], s.stepped[:last], false
}

// step makes the joint move.
func (s *state) step() {
	if s.veil != nil {
		s.tell()
	}
	s.b.play(s.joint)
	if s.veil != nil {
		s.lift()
	}
	for role := range s.joint {
		s.joint[role] = -1
	}
	s.plies++
	s.known = false
}

// Playout implements game.Playouter.
func (s *state) Playout(r *rand.Rand) {
	pick := game.NewPicker(r)
	for s.plies < maxPlies && !s.b.terminal() && s.stepAtRandom(&pick) {
	}
	s.known = false
}

// stepAtRandom makes a move of every role, drawn for those that have not chosen yet. It
// is not ok if one has none.
func (s *state) stepAtRandom(pick *game.Picker) bool {
	for role := range s.joint {
		n := s.b.legalCount(role)
		if n == 0 {
			for r := range s.joint {
				s.joint[r] = -1
			}
			return false
		}
		if s.joint[role] < 0 {
			s.joint[role] = s.b.legalMove(role, pick.Below(n))
		}
	}
	s.step()
	return true
}

// Score implements game.State.
func (s *state) Score(p game.Player) float64 {
	own := s.b.goal(s.g.seats[p])
	if s.g.info.GeneralSum {
		return float64(own-50) / 50
	}
	return float64(own-s.b.goal(s.g.seats[1-p])) / 100 // the same where goals sum to 100, and else zero in sum
}

// Hash implements game.State.
func (s *state) Hash() uint64 {
	h := s.b.hashed()
	for role, m := range s.joint {
		if m >= 0 {
			h ^= mix(mix(0x5bd1e995, int32(role)), m)
		}
	}
	if s.plies >= maxPlies {
		h = ^h
	}
	return h
}

// CopyFrom implements game.State.
func (s *state) CopyFrom(src game.State) {
	from := coreOf(src)
	s.b.copyOf(from.b)
	s.past, s.stepped = s.past[:0], s.stepped[:0]
	copy(s.joint, from.joint)
	s.plies, s.turn, s.known = from.plies, from.turn, from.known
	if s.veil != nil {
		s.veil.copyFrom(from.veil)
	}
}

// Clone implements game.State.
func (s *state) Clone() game.State {
	clone := s.g.wrap(s.b.another())
	c := coreOf(clone)
	copy(c.joint, s.joint)
	c.plies, c.turn, c.known = s.plies, s.turn, s.known
	if s.veil != nil {
		c.veil.copyFrom(s.veil)
	}
	return clone
}

// jointState is a state of a game in which players move at once.
type jointState struct{ state }

// MovesOf implements game.Simultaneous.
func (s *jointState) MovesOf(p game.Player, buf []game.Move) []game.Move {
	if s.Turn() == game.Over {
		return buf
	}
	return s.movesOf(s.g.seats[p], buf)
}

// Join implements game.Simultaneous.
func (s *jointState) Join(moves []game.Move) game.Move {
	if s.g.radix != nil {
		sum := uint64(0)
		for p, m := range moves {
			sum += s.g.radix[p] * uint64(m)
		}
		return game.Move(sum)
	}
	want := make([]int32, len(moves))
	for p, m := range moves {
		want[p] = int32(m)
	}
	joint := game.Move(0)
	s.eachCombination(func(m game.Move) bool {
		joint = m
		return !slices.Equal(s.combo, want)
	})
	return joint
}

// chanceState is a state of a game with the role random.
type chanceState struct{ state }

// Probability implements game.Stochastic: random's moves are equally likely.
func (s *chanceState) Probability(game.Move) float64 {
	return 1 / float64(s.b.legalCount(s.g.chance))
}

type jointChanceState struct{ jointState }

// Probability implements game.Stochastic.
func (s *jointChanceState) Probability(game.Move) float64 {
	return 1 / float64(s.b.legalCount(s.g.chance))
}
