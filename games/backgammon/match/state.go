package match

import (
	"gambito/game"
	"gambito/games/backgammon"
)

// stage is what happens next.
type stage uint8

const (
	opening  stage = iota // the first roll of a game
	choosing              // the player on roll rolls or doubles
	offered               // the other player takes or drops
	rolling               // the dice are thrown
	moving                // the player moves
	borneOff              // it is all over, the last man is off
	dropped               // it is all over, side has doubled and the other dropped
	resigned              // it is all over, the other has given up; positions write it as dropped
)

// position is all that matters for what follows.
type position struct {
	board    backgammon.Board
	dice     backgammon.Dice
	side     game.Player // who rolls, has rolled or has doubled; the winner in the end
	owner    game.Player // of the cube, Nobody if it is in the middle
	cube     uint8       // it shows 2 to this power
	stage    stage
	crawford bool      // this is the Crawford game
	score    [2]uint16 // of a match
}

// State is one position.
type State struct {
	position
	rules *Rules
	past  []position
}

// set sets the men up for another game.
func (s *State) set() {
	s.position = position{board: backgammon.Start, owner: game.Nobody, score: s.score}
}

// Rules returns the options of the game.
func (s *State) Rules() Rules { return *s.rules }

// Board returns the men; it is the state's own and changes with it.
func (s *State) Board() *backgammon.Board { return &s.board }

// Side is who rolls, moves or has doubled.
func (s *State) Side() game.Player { return s.side }

// Dice is what the player to move has rolled.
func (s *State) Dice() backgammon.Dice { return s.dice }

// Cube is what it shows.
func (s *State) Cube() int { return 1 << s.cube }

// Begin lets p make the first roll of the game, whatever it will be.
// Precondition: Opening.
func (s *State) Begin(p game.Player) { s.side, s.stage = p, rolling }

// Chequers is the position as one of a game without cube. Precondition: a player
// is to roll or to move.
func (s *State) Chequers() *backgammon.State { return backgammon.NewState(s.board, s.side, s.dice) }

// Opening reports whether the first roll of a game is to be made.
func (s *State) Opening() bool { return s.stage == opening }

// Offered reports whether a double waits for an answer.
func (s *State) Offered() bool { return s.stage == offered }

// mayDouble reports whether p may double in its turn. When both players need
// one point nobody can win more, and the cube stays away.
func (s *State) mayDouble(p game.Player) bool {
	last := uint16(s.rules.Length - 1)
	return s.rules.Cube && !s.crawford && s.cube < maxCube && (s.owner == game.Nobody || s.owner == p) &&
		!(s.rules.Length > 0 && s.score == [2]uint16{last, last})
}

// Turn implements game.State.
func (s *State) Turn() game.Player {
	switch s.stage {
	case opening, rolling:
		return game.Chance
	case offered:
		return s.side ^ 1
	case borneOff, dropped, resigned:
		return game.Over
	}
	return s.side
}

// The moves of the cube have numbers between the rolls and the turns.
const (
	Roll game.Move = 64 + iota
	Double
	Take
	Drop
	Resign           // in a match: the game, for what the cube shows
	ResignGammon     // for twice that
	ResignBackgammon // for three times that
)

// openingRolls are those of a match, white's die first, ascending; single ones
// those with which white begins.
var openingRolls, singleOpeningRolls = func() (all, single []game.Move) {
	for white := uint8(1); white <= 6; white++ {
		for black := uint8(1); black <= 6; black++ {
			m := backgammon.RollMove(backgammon.Dice{white, black})
			if white != black {
				all = append(all, m)
			}
			if white > black {
				single = append(single, m)
			}
		}
	}
	return all, single
}()

// Moves implements game.State.
func (s *State) Moves(buf []game.Move) []game.Move {
	switch s.stage {
	case opening:
		if s.rules.Length == 0 {
			return append(buf, singleOpeningRolls...)
		}
		return append(buf, openingRolls...)
	case choosing:
		return append(buf, Roll, Double)
	case offered:
		return append(buf, Take, Drop)
	case rolling:
		return backgammon.Rolls(buf)
	case moving:
		return s.board.AppendMoves(buf, s.side, s.dice)
	}
	return buf
}

// Throw implements game.Thrower.
func (s *State) Throw() (game.Move, bool) { return Roll, s.stage == choosing }

// Probability implements game.Stochastic.
func (s *State) Probability(m game.Move) float64 {
	switch d := backgammon.RollDice(m); {
	case s.stage == opening && s.rules.Length == 0:
		return 1.0 / 15
	case s.stage == opening:
		return 1.0 / 30
	case d[0] == d[1]:
		return 1.0 / 36
	}
	return 1.0 / 18
}

// Concession implements game.Conceder.
func (s *State) Concession(p game.Player) (times int, stake float64) {
	if times = s.board.Points(p ^ 1); s.rules.Jacoby && s.cube == 0 {
		times = 1
	}
	return times, float64(s.Cube())
}

// OfMatch implements game.Conceder.
func (s *State) OfMatch() bool { return s.rules.Length > 0 }

// Concede implements game.Conceder.
func (s *State) Concede(times int) game.Move { return Resign + game.Move(times-1) }

// Play implements game.State.
func (s *State) Play(m game.Move) {
	s.past = append(s.past, s.position)
	if m >= Resign && m <= ResignBackgammon {
		s.side = s.Resigner() ^ 1
		s.end(int(m-Resign)+1, resigned)
		return
	}
	switch s.stage {
	case opening:
		d := backgammon.RollDice(m)
		if d[1] > d[0] {
			d[0], d[1], s.side = d[1], d[0], 1
		}
		s.dice, s.stage = d, moving
	case choosing:
		if s.stage = rolling; m == Double {
			s.stage = offered
		}
	case offered:
		if m == Drop {
			s.end(1, dropped)
			return
		}
		s.cube++
		s.owner, s.stage = s.side^1, rolling
	case rolling:
		s.dice, s.stage = backgammon.RollDice(m), moving
	case moving:
		s.board.Play(s.side, m)
		s.dice = backgammon.Dice{}
		if s.board.Winner() == s.side {
			s.end(s.gammon(), borneOff)
			return
		}
		s.toRoll(s.side ^ 1)
	}
}

// Resigner is who may give up: the player to move, or the one for whom the dice are
// about to be thrown; Chance before the first roll.
func (s *State) Resigner() game.Player {
	if s.stage == rolling {
		return s.side
	}
	return s.Turn()
}

// toRoll begins a player's turn.
func (s *State) toRoll(p game.Player) {
	s.side, s.stage = p, rolling
	if s.mayDouble(p) {
		s.stage = choosing
	}
}

// gammon is how often the cube counts now that side has borne off its men.
func (s *State) gammon() int {
	if s.rules.Jacoby && s.cube == 0 {
		return 1
	}
	return s.board.Points(s.side)
}

// end ends a game that side has won. If it was not the last of the match, the
// next one begins.
func (s *State) end(times int, how stage) {
	s.stage = how
	if s.rules.Length == 0 {
		return
	}
	s.score[s.side] += uint16(times << s.cube)
	s.crawford = false
	if int(s.score[s.side]) >= s.rules.Length {
		return
	}
	last := uint16(s.rules.Length - 1)
	crawford := s.rules.Crawford && s.score[s.side] == last && s.score[s.side^1] != last
	s.set()
	s.crawford = crawford
}

// Undo implements game.Undoer.
func (s *State) Undo(game.Move) {
	last := len(s.past) - 1
	s.position = s.past[last]
	s.past = s.past[:last]
}

// Score implements game.State: for money the points, of a match 1 or −1.
func (s *State) Score(p game.Player) float64 {
	score := 1.0
	if s.rules.Length == 0 {
		score = float64(int(1) << s.cube)
		if s.stage == borneOff {
			score *= float64(s.gammon())
		}
	}
	if p != s.side {
		return -score
	}
	return score
}

// Hash implements game.State. The men off follow from the others and leave
// their bytes to what else there is.
func (s *State) Hash() uint64 {
	men := s.board
	men[0][backgammon.Off] = s.dice[0]<<4 | s.dice[1]
	men[1][backgammon.Off] = s.cube<<4 | uint8(s.owner&3)
	rest := uint64(s.stage)<<40 | uint64(s.side)<<33 | uint64(s.score[0])<<16 | uint64(s.score[1])
	if s.crawford {
		rest |= 1 << 32
	}
	return backgammon.HashBoard(backgammon.Mix(0x9e3779b97f4a7c15^rest), &men)
}

// CopyFrom implements game.State.
func (s *State) CopyFrom(src game.State) {
	s.position = src.(*State).position
	s.past = s.past[:0]
}

// Clone implements game.State.
func (s *State) Clone() game.State { return &State{position: s.position, rules: s.rules} }
