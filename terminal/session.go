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
)

// Session is games at the terminal, one after another, between people and agents.
type Session struct {
	Game   game.Game
	Seats  []agent.Spec // who plays, by seat; the interactive ones are people
	Start  game.State
	Moves  []game.Move // played from the start so far
	Seed   uint64
	Clock  arena.Clock
	Hint   agent.Spec // whom "hint" asks
	Agents *agent.Registry
	Accept func(position string) error // may refuse what "edit" is given; nil takes all that the game reads
	Screen *Screen
	In     *Input

	Interrupts *Interrupts                                                     // where Ctrl-C goes; nil: nobody stops an agent from thinking
	Watched    bool                                                            // agents play for a person who looks on: every move is drawn
	Pace       time.Duration                                                   // the least time between moves that are watched
	Kept       kept.Folder                                                     // where games that people play at a terminal are kept
	Keeper     *kept.Keeper                                                    // of the first game
	Review     func(ctx context.Context, r arena.Record, screen *Screen) error // judges a game; nil: nobody can

	asker
	table      *arena.Table
	shown      game.State      // what was drawn last
	file       string          // saved to or loaded from
	first      game.State      // where the first game began
	score      score           // of the games so far
	used       []float64       // seconds that players have used in the game that was loaded
	stopped    []time.Duration // what was left on the clocks before the position was set up again
	unkept     bool            // the game could not be kept, and that was told
	from       arena.Record    // of a game that was loaded: who played where, and what was given
	lost       []arena.Fault   // by which a game that was loaded has ended, until that is shown
	concession int             // for how many times the stake a person gives up; 0: as many as must be
}

// What a turn may come to instead of a move.
var (
	errRestart = errors.New("the position has changed")
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
	defer func() { s.table.Leave() }()
	if s.In.Terminal && !s.Watched {
		defer s.Interrupts.Take()()
	}
	s.first = s.Start.Clone()
	s.introduce()
	for {
		err := s.play(ctx)
		if err == nil && s.table.Over() && s.In.Terminal && s.people() > 0 {
			err = s.afterwards(ctx)
		}
		switch {
		case errors.Is(err, errRestart):
			s.stopClocks()
		case errors.Is(err, errAnother):
			if err := s.another(false); err != nil {
				return s.record(), err
			}
		default:
			return s.record(), err
		}
	}
}

// play plays one game, or goes on with it, to its end or until the person leaves it.
func (s *Session) play(ctx context.Context) error {
	if err := s.restart(ctx); err != nil {
		return err
	}
	for !s.table.Over() {
		player, err := s.turn(ctx)
		switch {
		case errors.Is(err, errRestart):
			s.stopClocks()
			err = s.restart(ctx)
		case errors.Is(err, agent.ErrResigned):
			err = s.resign(ctx, player, s.concession)
			s.concession = 0
		}
		switch {
		case err == nil:
		case errors.Is(err, errLeft):
			s.keep()
			s.Screen.Print(s.Screen.Words.Result(s.Game, s.record(), s.name))
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
	present, begin := s.present(), time.Now()
	if present.Turn() == game.Chance {
		return game.Over, s.roll(ctx)
	}
	chosen := make([]game.Move, len(s.Seats))
	for _, people := range []bool{true, false} {
		for p := range game.Player(len(s.Seats)) {
			if !game.ToMove(present, p) || people != s.isPerson(p) {
				continue
			}
			var err error
			if people {
				chosen[p], err = s.askPerson(ctx, p)
			} else {
				chosen[p], err = s.askAgent(ctx, p)
			}
			if err != nil || s.table.Over() {
				return p, err
			}
		}
	}
	together := present.Turn() == game.Together
	for p := range game.Player(len(s.Seats)) {
		// What a person types at a terminal is on the screen already.
		if game.ToMove(present, p) && (together || !s.isPerson(p) || !s.In.Terminal) {
			s.Screen.say("%s plays %s", s.name(p), s.reader().text(present, p, chosen[p]))
		}
	}
	turn, m := present.Turn(), s.table.Join(chosen)
	thrown := throws(present, m)
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

// throws reports whether a move only has the dice thrown, which changes nothing on the
// board.
func throws(state game.State, m game.Move) bool {
	thrower, ok := state.(game.Thrower)
	if !ok {
		return false
	}
	throw, may := thrower.Throw()
	return may && throw == m
}

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
	before := s.present().Clone()
	if err := s.table.Play(ctx, m); err != nil {
		return err
	}
	s.Moves = s.table.Moves()
	s.narrate(before)
	s.keep()
	return nil
}

// showMade draws a move that was made by whose turn it was: that of a person before
// an agent replies, and any in a game that is watched.
func (s *Session) showMade(turn game.Player) {
	draw := s.Watched && s.present().Turn() != game.Over
	if turn >= 0 && s.isPerson(turn) {
		next := s.present().Turn()
		draw = s.In.Terminal && (next == game.Chance || next >= 0 && !s.isPerson(next))
	}
	if draw {
		s.show(s.present(), s.shown)
		s.shown = s.present().Clone()
	}
}

// narrate says what has come of a move, where the game has words for it.
func (s *Session) narrate(before game.State) {
	if narrated, ok := s.Game.(game.Narrated); ok {
		if news := narrated.Tell(before, s.present()); news != "" {
			s.Screen.Print(s.Screen.Words.Text(news))
		}
	}
}

// restart sets the position up that follows from the start and the moves. Agents
// who watch begin anew and see all of them. Clocks go on.
func (s *Session) restart(ctx context.Context) error {
	for seat, a := range s.table.Agents {
		if w, ok := a.(agent.Watcher); ok {
			if err := arena.NewGame(w, game.Player(seat), s.seedOf(seat)); err != nil {
				return s.failed(seat, err)
			}
		}
	}
	s.table.Clock = s.Clock
	if err := s.table.Begin(ctx, s.Start, slices.Clone(s.Moves)); err != nil {
		return err
	}
	if s.used != nil {
		s.table.Used(s.used)
	}
	for p, left := range s.stopped {
		s.table.SetLeft(game.Player(p), left)
	}
	s.Moves, s.shown, s.used, s.stopped = s.table.Moves(), nil, nil, nil
	s.from.Opening = min(s.from.Opening, len(s.Moves)) // moves taken back are chosen anew
	if s.lost != nil && !s.table.Over() {
		return s.endAgain(ctx)
	}
	s.keep()
	return nil
}

// endAgain ends a game that was loaded as it had ended, by what players did. Whose
// clock had run out has nothing left.
func (s *Session) endAgain(ctx context.Context) error {
	lost := s.lost
	s.lost = nil
	for i := range lost {
		if _, ok := s.table.Left(game.Player(lost[i].Seat)); ok && lost[i].Reason == arena.OutOfTime {
			s.table.SetLeft(game.Player(lost[i].Seat), 0)
		}
		if _, ok := s.present().(game.Conceder); ok {
			lost[i].Times = max(lost[i].Times, 1)
		}
	}
	s.show(s.present(), nil)
	s.Screen.Print(s.Screen.Words.Reason(arena.Record{Faults: lost}, s.name))
	return s.table.Forfeit(ctx, lost...)
}

// stopClocks remembers what is left on the clocks for when the position has been set
// up again. Who has lost by the clock and goes on all the same has its time anew.
func (s *Session) stopClocks() {
	s.stopped = nil
	for p := range game.Player(len(s.Seats)) {
		if left, ok := s.table.Left(p); ok {
			if left == 0 {
				left = s.Clock.Time
			}
			s.stopped = append(s.stopped, left)
		}
	}
}

// another begins another game, maybe with the sides changed.
func (s *Session) another(swap bool) error {
	if swap {
		s.Seats = append(slices.Clone(s.Seats[1:]), s.Seats[0])
		s.score.turn(len(s.Seats))
	}
	s.table.Leave()
	s.Start, s.Moves, s.file, s.stopped, s.used, s.lost = s.first.Clone(), nil, "", nil, nil, nil
	s.from = arena.Record{}
	s.Seed++ // other dice
	s.Keeper = s.Kept.Begin(s.Game)
	if err := s.sitDown(); err != nil {
		return err
	}
	s.Screen.printf("\n")
	s.introducePlayers()
	return nil
}

// isPerson reports whether a person plays for p.
func (s *Session) isPerson(p game.Player) bool { return s.table.Agents[p] == nil }

// people is how many people play.
func (s *Session) people() (n int) {
	for _, spec := range s.Seats {
		if spec.Interactive() {
			n++
		}
	}
	return n
}

// seedOf is the seed of the agent at a seat.
func (s *Session) seedOf(seat int) uint64 {
	return arena.AgentSeed(s.Seed, s.Game.Info().ID, 0, 0, seat)
}

// roll lets chance decide. The dice are those of the first game of a match of
// the same seed: a roll that was undone comes again, and so does the luck of a
// game that was saved.
func (s *Session) roll(ctx context.Context) error {
	made := 0
	for i := range s.Moves {
		if s.table.Before(i).Turn() == game.Chance {
			made++
		}
	}
	s.table.Dice = arena.NewDice(s.Seed, s.Game.Info().ID, 0, 0, made)
	m := s.table.Roll()
	before := s.present()
	if narrated, ok := s.Game.(game.Narrated); ok {
		after := before.Clone()
		after.Play(m)
		if narrated.Tell(before, after) != "" { // it says what was rolled
			return s.makeMove(ctx, m)
		}
	}
	s.Screen.say("chance: %s", s.Screen.Words.Text(s.Game.FormatMove(before, m)))
	return s.makeMove(ctx, m)
}

// sitDown makes the agents.
func (s *Session) sitDown() (err error) {
	s.asker = asker{game: s.Game, screen: s.Screen, in: s.In, when: playing}
	s.table = &arena.Table{Game: s.Game, Agents: make([]agent.Agent, len(s.Seats)), Clock: s.Clock}
	s.asker.left, s.asker.kept = s.table.Left, s.keptNames
	for seat, spec := range s.Seats {
		if spec.Interactive() {
			continue
		}
		if s.table.Agents[seat], err = s.agent(seat); err != nil {
			return err
		}
	}
	return nil
}

// keptNames are those of the games that can be loaded here.
func (s *Session) keptNames() (names []string) {
	entries, _, _ := s.Kept.List() // what cannot be read is not offered
	for _, e := range entries {
		if e.Record.Game == s.Game.Info().ID {
			names = append(names, e.ID)
		}
	}
	if names != nil {
		names = append(names, kept.Last)
	}
	return names
}

func (s *Session) present() game.State { return s.table.State() }

// name is what a player is called on the screen.
func (s *Session) name(p game.Player) string {
	name := s.Screen.player(s.Game, p)
	if s.isPerson(p) {
		return name
	}
	return name + " (" + s.Seats[p].String() + ")"
}

// plainName is what a player is called on a line that may be cut.
func (s *Session) plainName(p game.Player) string {
	return s.Screen.Words.Text(s.Game.Info().Roles[p]) + " (" + s.Seats[p].String() + ")"
}

// record is the game so far.
func (s *Session) record() arena.Record {
	r := arena.Record{Game: s.Game.Info().ID, Seed: s.Seed}
	s.table.Record(&r, s.from.Opening)
	r.Names, r.Event = s.from.Names, s.from.Event
	r.Simulations, r.Nodes = nil, nil // what a part of the game took tells nothing
	if r.Clock == "" {
		r.Seconds = nil
	}
	if position := s.Game.FormatPosition(s.Start); position != s.Game.FormatPosition(s.Game.New()) {
		r.Position = position
	}
	for seat, spec := range s.Seats {
		r.Agents, r.Seats = append(r.Agents, spec.String()), append(r.Seats, seat)
	}
	return r
}
