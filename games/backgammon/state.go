package backgammon

import (
	"encoding/binary"
	"math/bits"
	"math/rand/v2"

	"gambito/game"
)

// position is all that matters for what follows.
type position struct {
	board   Board
	dice    Dice
	side    game.Player // who rolls and moves; the loser if the game is over
	opening bool        // the first roll of the game is to be made
}

// State is one position.
type State struct {
	position
	past  []position
	moves []game.Move // buffer of Playout
	most  int         // that a game counts
}

// NewState returns a position in which a player is to roll, or to move if the
// dice are rolled.
func NewState(b Board, side game.Player, dice Dice) *State {
	return &State{position: position{board: b, side: side, dice: dice}, most: Backgammons.most()}
}

// Board returns the men; it is the state's own and changes with it.
func (s *State) Board() *Board { return &s.board }

// Side is the player who rolls or moves. Once the game is over it is the loser.
func (s *State) Side() game.Player { return s.side }

// Dice is what the player to move has rolled.
func (s *State) Dice() Dice { return s.dice }

// Turn implements game.State.
func (s *State) Turn() game.Player {
	switch {
	case s.board.Winner() != game.Nobody:
		return game.Over
	case !s.dice.Rolled():
		return game.Chance
	}
	return s.side
}

// Rolls appends the 21 of two dice as moves of chance, ascending.
func Rolls(buf []game.Move) []game.Move { return append(buf, rolls...) }

// rolls are the 21 of two dice, opening rolls the 15 that are no double.
var rolls, openingRolls = func() (all, opening []game.Move) {
	for large := uint8(1); large <= 6; large++ {
		for small := uint8(1); small <= large; small++ {
			m := RollMove(Dice{large, small})
			all = append(all, m)
			if small < large {
				opening = append(opening, m)
			}
		}
	}
	return all, opening
}()

// Roll is what two dice show, in any order, and how likely that is.
type Roll struct {
	Dice        Dice
	Probability float64
}

// AllRolls are the 21 rolls of two dice.
var AllRolls = func() (all [21]Roll) {
	for i, m := range rolls {
		d := RollDice(m)
		all[i] = Roll{d, 1.0 / 18}
		if d[0] == d[1] {
			all[i].Probability = 1.0 / 36
		}
	}
	return all
}()

// Moves implements game.State.
func (s *State) Moves(buf []game.Move) []game.Move {
	switch {
	case s.board.Winner() != game.Nobody:
		return buf
	case s.dice.Rolled():
		return s.board.AppendMoves(buf, s.side, s.dice)
	case s.opening:
		return append(buf, openingRolls...)
	}
	return append(buf, rolls...)
}

// Probability implements game.Stochastic.
func (s *State) Probability(m game.Move) float64 {
	switch d := RollDice(m); {
	case s.opening:
		return 1.0 / 15
	case d[0] == d[1]:
		return 1.0 / 36
	}
	return 1.0 / 18
}

// Play implements game.State.
func (s *State) Play(m game.Move) {
	s.past = append(s.past, s.position)
	if IsRoll(m) {
		s.dice, s.opening = RollDice(m), false
		return
	}
	s.board.Play(s.side, m)
	s.dice, s.side = Dice{}, s.side^1
}

// Undo implements game.Undoer.
func (s *State) Undo(game.Move) {
	last := len(s.past) - 1
	s.position = s.past[last]
	s.past = s.past[:last]
}

// Score implements game.State.
func (s *State) Score(p game.Player) float64 {
	winner := s.board.Winner()
	points := float64(min(s.board.Points(winner), s.most))
	if p != winner {
		return -points
	}
	return points
}

// Concession implements game.Conceder.
func (s *State) Concession(p game.Player) (times int, stake float64) {
	return min(s.board.Points(p^1), s.most), 1
}

// OfMatch implements game.Conceder.
func (s *State) OfMatch() bool { return false }

// Concede implements game.Conceder: never, for there is no match.
func (s *State) Concede(int) game.Move { panic("backgammon: the game is not one of a match") }

// Hash implements game.State. The men off follow from the others and leave
// their byte to the side and the dice.
func (s *State) Hash() uint64 {
	men := s.board
	men[0][Off] = s.dice[0]<<4 | s.dice[1]
	men[1][Off] = uint8(s.side)
	if s.opening {
		men[1][Off] |= 2
	}
	return HashBoard(0x9e3779b97f4a7c15, &men)
}

// HashBoard adds all bytes of a board to a hash.
func HashBoard(h uint64, men *Board) uint64 {
	for p := range men {
		for i := 0; i < 24; i += 8 {
			h = Mix(h ^ binary.LittleEndian.Uint64(men[p][i:i+8]))
		}
		h = Mix(h ^ uint64(binary.LittleEndian.Uint16(men[p][24:])))
	}
	return h
}

// Mix is a bijection of words that spreads every bit over all of them
// (Steele, Lea, Flood 2014).
func Mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// CopyFrom implements game.State.
func (s *State) CopyFrom(src game.State) {
	s.position, s.most = src.(*State).position, src.(*State).most
	s.past = s.past[:0]
}

// Clone implements game.State.
func (s *State) Clone() game.State { return &State{position: s.position, most: s.most} }

// outcomes are the 36 of two dice, first those of the 15 rolls that may open a
// game, twice.
var outcomes = func() (o [36]Dice) {
	for i, m := range openingRolls {
		o[i], o[15+i] = RollDice(m), RollDice(m)
	}
	for i := range uint8(6) {
		o[30+i] = Dice{i + 1, i + 1}
	}
	return o
}()

// Playout implements game.Playouter.
func (s *State) Playout(r *rand.Rand) {
	pick := game.NewPicker(r)
	for s.board.Winner() == game.Nobody {
		switch {
		case s.dice.Rolled():
		case s.opening:
			s.dice, s.opening = outcomes[pick.Below(15)], false
		default:
			s.dice = outcomes[pick.Below(36)]
		}
		s.randomTurn(&pick)
		s.dice, s.side = Dice{}, s.side^1
	}
	s.past = s.past[:0]
}

// randomTurn makes any legal turn, each equally often. Without a double the
// turns need not be listed: their number suffices to draw one.
func (s *State) randomTurn(pick *game.Picker) {
	if s.dice[0] == s.dice[1] {
		s.moves = s.board.AppendMoves(s.moves[:0], s.side, s.dice)
		s.board.Play(s.side, s.moves[pick.Below(len(s.moves))])
		return
	}
	own, block, blots := s.board.view(s.side)
	t := pairs{men: &s.board[s.side], own: own, block: block, blots: blots, large: int(s.dice[0]), small: int(s.dice[1])}
	t.find()
	count := 0
	for _, set := range t.second {
		count += bits.OnesCount32(set)
	}
	k := pick.Below(count)
	for first, set := range t.second {
		if n := bits.OnesCount32(set); k >= n {
			k -= n
			continue
		}
		for ; k > 0; k-- {
			set &= set - 1
		}
		s.board.Play(s.side, turn(s.dice)|game.Move(first)<<firstShift|game.Move(bits.TrailingZeros32(set))<<secondShift)
		return
	}
}
