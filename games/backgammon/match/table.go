package match

import (
	"errors"
	"fmt"

	"gambito/game"
	"gambito/games/backgammon"
)

// Table is the position as other programs' texts tell it.
func (s *State) Table() backgammon.Table {
	m := backgammon.Match{
		CubeLog: int(s.cube), Owner: s.owner, Roller: s.side, Turn: s.side,
		Doubled: s.stage == offered, Crawford: s.crawford, Stage: backgammon.Playing, Dice: s.dice,
		Length: s.rules.Length, Score: [2]int{int(s.score[0]), int(s.score[1])}, Jacoby: s.rules.Jacoby, MaxCube: maxCube,
	}
	switch s.stage {
	case offered:
		m.Turn ^= 1
	case borneOff:
		m.Stage = backgammon.BorneOff
	case dropped, resigned:
		m.Stage = backgammon.Dropped
	}
	return backgammon.Table{Board: s.board, Match: m}
}

// At returns the start of a game of a match at a score, or of one for money.
func (g *Game) At(score [2]int, crawford bool) (*State, error) {
	t := backgammon.Table{Board: backgammon.Start, Match: backgammon.Match{
		Owner: game.Nobody, Stage: backgammon.Playing, Length: g.rules.Length, Score: score, Crawford: crawford,
	}}
	s := &State{rules: &g.rules}
	if err := t.Match.Check(); err != nil {
		return nil, err
	}
	if err := s.lay(t); err != nil {
		return nil, err
	}
	s.stage = opening
	return s, nil
}

// lay makes s the position of a table, if the rules allow it.
func (s *State) lay(t backgammon.Table) error {
	m := t.Match
	if m.Length != s.rules.Length {
		return fmt.Errorf("it is of %s, not of %s: %s is the game for it", lengthText(m.Length), lengthText(s.rules.Length), rulesOf(m).id())
	}
	s.position = position{board: t.Board, dice: m.Dice, side: m.Roller, owner: m.Owner, cube: uint8(m.CubeLog), crawford: m.Crawford}
	if m.Length > 0 {
		s.score = [2]uint16{uint16(m.Score[0]), uint16(m.Score[1])}
	}
	switch {
	case m.Resigned != 0 || m.Stage == backgammon.Resigned:
		return errors.New("a resignation is offered, which this game does not know")
	case m.CubeLog > maxCube:
		return fmt.Errorf("the cube shows %d, more than %d", 1<<m.CubeLog, 1<<maxCube)
	case !s.rules.Cube && (m.CubeLog > 0 || m.Doubled || m.Owner != game.Nobody):
		return errors.New("the cube was turned, and this game has none")
	case m.Crawford && !s.rules.Crawford:
		return errors.New("it is the Crawford game, and this match has none")
	case m.Stage > backgammon.Playing || t.Board.Winner() != game.Nobody:
		return s.layEnd(m)
	case m.Turn != m.Roller && !m.Doubled:
		return errors.New("who is to decide is neither on roll nor doubled")
	case m.Doubled && (!s.mayDouble(m.Roller) || m.Turn == m.Roller):
		return fmt.Errorf("%s has doubled, and may not", roles[m.Roller])
	case m.Doubled:
		s.stage = offered
	case m.Dice.Rolled():
		s.stage = moving
	default:
		s.toRoll(m.Roller)
	}
	return nil
}

// layEnd makes s a final position.
func (s *State) layEnd(m backgammon.Match) error {
	winner := s.board.Winner()
	s.stage = borneOff
	if m.Stage == backgammon.Dropped && winner == game.Nobody {
		s.stage, winner = dropped, m.Roller
	}
	over := m.Length == 0 || winner != game.Nobody && m.Score[winner] >= m.Length && m.Score[winner^1] < m.Length
	switch {
	case winner == game.Nobody:
		return errors.New("the game is over, and nobody has won it")
	case m.Dice.Rolled() || m.Doubled:
		return errors.New("the game is over, so nobody rolls or doubles")
	case !over:
		return errors.New("this game of the match is over, and the next has not begun")
	}
	s.side = winner
	return nil
}

// rulesOf are those by which a table with the cube is played.
func rulesOf(m backgammon.Match) Rules {
	return Rules{Length: m.Length, Cube: true, Jacoby: m.Jacoby && m.Length == 0, Crawford: true}
}

// For is the game with the cube that is played at a table.
func For(t backgammon.Table) (*Game, error) { return New(rulesOf(t.Match)) }

func lengthText(length int) string {
	if length == 0 {
		return "a game for money"
	}
	return fmt.Sprintf("a match to %d", length)
}
