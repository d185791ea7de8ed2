package terminal

import (
	"context"
	"errors"
	"slices"
	"time"

	"gambito/agent"
	"gambito/arena"
	"gambito/game"
	"gambito/kept"
	"gambito/play"
)

// Session is games at the terminal, one after another, between people and agents.
type Session struct {
	*play.Game // the one that is played
	Screen     *Screen
	In         *Input

	Interrupts *Interrupts                                                     // where Ctrl-C goes; nil: nobody stops an agent from thinking
	Watched    bool                                                            // agents play for a person who looks on: every move is drawn
	Pace       time.Duration                                                   // the least time between moves that are watched
	Eyes       *game.Player                                                    // through whose eyes a game with secrets is shown before it is over; nil: by who plays
	Review     func(ctx context.Context, r arena.Record, screen *Screen) error // judges a game; nil: nobody can

	asker
	shown      game.State  // what was drawn last
	file       string      // saved to or loaded from
	score      score       // of the games so far
	unkept     bool        // the game could not be kept, and that was told
	told       []int       // of a game with secrets: how much of the story each seat was told
	last       game.Player // of a game with secrets: who looked at the screen
	concession int         // for how many times the stake a person gives up; 0: as many as must be
}

// What a turn may come to instead of a move.
var (
	errRestart = errors.New("the position has changed")
	errMoved   = errors.New("several moves were made")
	errLeft    = errors.New("the person has left")
	errAnother = errors.New("another game is to begin")
)

// Run plays until the person leaves or, if no person is asked what next, the game is
// over, and returns the record of the last game. An InputError is a mistake in a
// script; any other error means that an agent or a file failed.
func (s *Session) Run(ctx context.Context) (arena.Record, error) {
	if err := s.sitDown(); err != nil {
		return arena.Record{}, err
	}
	defer func() { s.Leave() }()
	if s.In.Terminal && !s.Watched {
		defer s.Interrupts.Take()()
	}
	s.introduce()
	for {
		err := s.play(ctx)
		if err == nil && s.Over() && s.In.Terminal && s.People() > 0 {
			err = s.afterwards(ctx)
		}
		switch {
		case errors.Is(err, errRestart):
		case errors.Is(err, errAnother):
			if err := s.another(false); err != nil {
				return s.Record(), err
			}
		default:
			return s.Record(), err
		}
	}
}

// play plays one game, or goes on with it, to its end or until the person leaves it.
func (s *Session) play(ctx context.Context) error {
	if err := s.restart(ctx); err != nil {
		return err
	}
	for !s.Over() {
		player, err := s.turn(ctx)
		switch {
		case errors.Is(err, errRestart):
			err = s.restart(ctx)
		case errors.Is(err, errMoved):
			err = nil
		case errors.Is(err, agent.ErrResigned):
			err = s.resign(ctx, player, s.concession)
			s.concession = 0
		}
		switch {
		case err == nil:
		case errors.Is(err, errLeft):
			s.keep()
			if s.Secret() { // how long it is may be one
				s.Screen.say("The game is left unfinished.")
				return nil
			}
			s.Screen.Print(s.Screen.Words.Result(s.Rules, s.Record(), s.name))
			return nil
		default:
			s.keep()
			return err
		}
	}
	s.finish()
	return nil
}

// turn lets every player who has to move choose, and makes the move. Where
// players move together people are asked first and all choices told after.
// With an error comes the player who caused it.
func (s *Session) turn(ctx context.Context) (game.Player, error) {
	present, begin := s.State(), time.Now()
	if present.Turn() == game.Chance {
		return game.Over, s.roll(ctx)
	}
	chosen := make([]game.Move, len(s.Seats))
	for _, people := range []bool{true, false} {
		for p := range game.Player(len(s.Seats)) {
			if !game.ToMove(present, p) || people != s.IsPerson(p) {
				continue
			}
			var err error
			if m, ok := s.idle(present, p); ok && people {
				chosen[p] = m
			} else if people {
				chosen[p], err = s.askPerson(ctx, p)
			} else {
				chosen[p], err = s.askAgent(ctx, p)
			}
			if err != nil || s.Over() {
				return p, err
			}
		}
	}
	together := present.Turn() == game.Together
	for p := range game.Player(len(s.Seats)) {
		// What a person types at a terminal is on the screen already.
		if game.ToMove(present, p) && !s.Secret() && (together || !s.IsPerson(p) || !s.In.Terminal) {
			s.Screen.say("%s plays %s", s.name(p), s.reader().text(present, p, chosen[p]))
		}
	}
	turn, m := present.Turn(), s.Join(chosen)
	thrown := play.Throws(present, m)
	if err := s.wait(ctx, begin); err != nil {
		return game.Over, err
	}
	if err := s.makeMove(ctx, m); err != nil {
		return game.Over, err
	}
	if !thrown {
		s.showMade(turn)
	}
	return game.Over, nil
}

// idle is the move of a player who has none to make: the only one, which rulesheets write
// noop. Nobody need be asked for it.
func (s *Session) idle(state game.State, p game.Player) (game.Move, bool) {
	moves := game.MovesFor(state, p, nil)
	return moves[0], len(moves) == 1 && game.FormatMoveFor(s.Rules, state, p, moves[0]) == idleMove
}

// idleMove is what rulesheets call a move that does nothing.
const idleMove = "noop"

// wait keeps the pace of a game that is watched.
func (s *Session) wait(ctx context.Context, begin time.Time) error {
	if !s.Watched || s.Pace == 0 || len(s.Moves) == 0 {
		return nil
	}
	select {
	case <-time.After(s.Pace - time.Since(begin)):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// makeMove makes a move and says what came of it.
func (s *Session) makeMove(ctx context.Context, m game.Move) error {
	before := s.State().Clone()
	if err := s.Make(ctx, m); err != nil {
		return err
	}
	if s.Secret() {
		s.tellStory()
	} else {
		s.narrate(before)
	}
	s.keep()
	return nil
}

// showMade draws a move that was made by whose turn it was: that of a person before
// an agent replies, and any in a game that is watched.
func (s *Session) showMade(turn game.Player) {
	draw := s.Watched && s.State().Turn() != game.Over
	if turn >= 0 && s.IsPerson(turn) {
		next := s.State().Turn()
		draw = s.In.Terminal && (next == game.Chance || next >= 0 && !s.IsPerson(next))
	}
	if draw && s.Secret() {
		draw = s.People() < 2 && !tellsLatest(s.State())
	}
	if draw {
		s.show(s.State(), s.shown)
		s.shown = s.State().Clone()
	}
}

// tellsLatest reports whether a board shows by itself what both players did last: then it
// need not be drawn after each of them.
func tellsLatest(state game.State) bool {
	b := boardOf(state)
	return b != nil && slices.ContainsFunc(b.Cells, func(c game.Cell) bool { return c.Latest })
}

// narrate says what has come of a move, where the game has words for it.
func (s *Session) narrate(before game.State) {
	if news := play.Tell(s.Rules, before, s.State()); news != "" {
		s.Screen.Print(s.Screen.Words.Text(news))
	}
}

// restart sets the position up that follows from the start and the moves. How a game
// that was loaded had ended is told.
func (s *Session) restart(ctx context.Context) error {
	lost := s.Lost()
	if err := s.SetUp(ctx); err != nil {
		return err
	}
	s.told, s.last = make([]int, len(s.Seats)+1), game.Nobody
	if s.shown = nil; lost == nil || s.Lost() != nil {
		s.keep()
		return nil
	}
	s.show(s.State(), nil)
	s.Screen.Print(s.Screen.Words.Reason(arena.Record{Faults: lost}, s.name))
	return nil
}

// another begins another game, maybe with the sides changed.
func (s *Session) another(swap bool) error {
	s.Leave()
	next, err := s.Again(swap)
	if err != nil {
		return err
	}
	if s.Game, s.file = next, ""; swap {
		s.score.turn(len(s.Seats))
	}
	s.listen()
	s.Screen.printf("\n")
	s.introducePlayers()
	return nil
}

// roll lets chance decide, and says what it did if the game does not.
func (s *Session) roll(ctx context.Context) error {
	m, before := s.Roll(), s.State()
	after := before.Clone()
	after.Play(m)
	if play.Tell(s.Rules, before, after) == "" && !s.Secret() {
		s.Screen.say("chance: %s", s.Screen.Words.Text(s.Rules.FormatMove(before, m)))
	}
	return s.makeMove(ctx, m)
}

// sitDown makes the agents.
func (s *Session) sitDown() error {
	if err := s.Sit(); err != nil {
		return err
	}
	s.listen()
	return nil
}

// listen has a person asked for commands in the present game.
func (s *Session) listen() {
	s.asker = asker{game: s.Rules, screen: s.Screen, in: s.In, when: playing, left: s.Left, kept: s.keptNames}
}

// keptNames are those of the games that can be loaded here.
func (s *Session) keptNames() (names []string) {
	entries, _, _ := s.Kept.List() // what cannot be read is not offered
	for _, e := range entries {
		if e.Record.Game == s.Rules.Info().ID {
			names = append(names, e.ID)
		}
	}
	if names != nil {
		names = append(names, kept.Last)
	}
	return names
}

// name is what a player is called on the screen.
func (s *Session) name(p game.Player) string {
	name := s.Screen.player(s.Rules, p)
	if s.IsPerson(p) {
		return name
	}
	return name + " (" + s.Seats[p].String() + ")"
}

// plainName is what a player is called on a line that may be cut.
func (s *Session) plainName(p game.Player) string {
	return s.Screen.Words.Text(s.Rules.Info().Roles[p]) + " (" + s.Seats[p].String() + ")"
}
