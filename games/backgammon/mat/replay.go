package mat

import (
	"errors"
	"fmt"

	"gambito/game"
	"gambito/games/backgammon/match"
)

var columns = [2]string{"left", "right"}

// replay plays a match again and checks that all was legal.
type replay struct {
	rules    *match.Game
	length   int
	cubeless bool
	state    *match.State // nil between games
	crawford bool         // the Crawford game has begun
	score    *[2]int      // that the next game must begin at, if it is known
}

func newReplay(length int) (*replay, error) {
	rules, err := match.New(match.Rules{Length: length, Cube: true, Crawford: true})
	return &replay{rules: rules, length: length}, err
}

// begin begins a game at a score.
func (r *replay) begin(score [2]int) (err error) {
	if r.score != nil && *r.score != score {
		return fmt.Errorf("the score is %d to %d, but by the games before it is %d to %d", score[0], score[1], r.score[0], r.score[1])
	}
	near := r.length > 0 && (score[0] == r.length-1 || score[1] == r.length-1)
	first := near && !r.crawford && score[0] != score[1]
	r.crawford = r.crawford || near
	r.score = nil
	r.state, err = r.rules.At(score, first)
	return err
}

// turn makes a turn, and writes its move as the game does.
func (r *replay) turn(t *Turn) error {
	s := r.state
	switch {
	case s == nil:
		return errors.New("the game is over")
	case s.Opening() && t.Action == Move:
		s.Begin(t.Player)
	case s.Opening():
		return errors.New("nobody doubles before the first roll")
	case s.Offered() && (t.Action == Move || t.Action == Double):
		return errors.New("the double before was neither taken nor dropped")
	case !s.Offered() && (t.Action == Take || t.Action == Drop):
		return errors.New("nobody has doubled")
	case t.Action != Take && t.Action != Drop && s.Side() != t.Player, s.Offered() && s.Side() == t.Player:
		return errors.New("the same player moves twice")
	}
	m, err := r.move(t)
	if err != nil {
		return err
	}
	before := s.Table().Match.Score
	s.Play(m)
	if s.Turn() == game.Over || s.Opening() || s.Table().Match.Score != before {
		r.state = nil
	}
	return nil
}

// move is the number of a turn.
func (r *replay) move(t *Turn) (game.Move, error) {
	s := r.state
	switch t.Action {
	case Double:
		moves := s.Moves(nil)
		switch {
		case r.cubeless:
			return 0, errors.New("there is a double in a game without the cube")
		case len(moves) != 2 || moves[1] != match.Double:
			return 0, fmt.Errorf("the player on the %s may not double", columns[t.Player])
		case t.Cube != 2*s.Cube():
			return 0, fmt.Errorf("a double is to %d, not to %d", 2*s.Cube(), t.Cube)
		}
		return match.Double, nil
	case Take:
		return match.Take, nil
	case Drop:
		return match.Drop, nil
	}
	if err := r.rules.SetDice(s, t.Dice.String()); err != nil {
		return 0, err
	}
	m, err := r.rules.ParseMove(s, t.Move)
	if err == nil {
		t.Move = r.rules.FormatMove(s, m)
	}
	return m, err
}

// end ends the game as it is written. A player may have resigned.
func (r *replay) end(g *Game) error {
	last := len(g.Turns) - 1
	if last >= 0 && g.Turns[last].Action == Drop && g.Winner == g.Turns[last].Player {
		return errors.New("who drops does not win")
	}
	if r.state != nil {
		if most := 3 * r.state.Cube(); g.Points < 1 || g.Points > most {
			return fmt.Errorf("%d points are won, and the cube shows %d", g.Points, r.state.Cube())
		}
	}
	score := g.Score
	score[g.Winner] += g.Points
	r.score, r.state = &score, nil
	return nil
}

// Replay plays a match again and shows every turn before it is made, with the
// position in which the player decides: for a move it may be the choice between
// roll and double. The state belongs to the replay.
func (m Match) Replay(show func(game int, t Turn, s *match.State) error) error {
	r, err := newReplay(m.Length)
	if err != nil {
		return err
	}
	r.cubeless = m.Cubeless
	for i := range m.Games {
		g := &m.Games[i]
		if err := r.begin(g.Score); err != nil {
			return fmt.Errorf("game %d: %w", i+1, err)
		}
		for _, t := range g.Turns {
			if r.state != nil {
				if err := show(i, t, r.state); err != nil {
					return err
				}
			}
			if err := r.turn(&t); err != nil {
				return fmt.Errorf("game %d: %w", i+1, err)
			}
		}
		if g.Winner != game.Nobody {
			if err := r.end(g); err != nil {
				return fmt.Errorf("game %d: %w", i+1, err)
			}
		}
	}
	return nil
}
