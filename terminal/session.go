package terminal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"gambito/agent"
	"gambito/arena"
	"gambito/game"
)

// Session is one game at the terminal, between people and agents.
type Session struct {
	Game   game.Game
	Seats  []agent.Spec // who plays, by seat; the interactive ones are people
	Start  game.State
	Moves  []game.Move // played from the start so far
	Seed   uint64
	Hint   agent.Spec // whom "hint" asks
	Agents *agent.Registry
	Accept func(position string) error // may refuse what "edit" is given; nil takes all that the game reads
	Screen *Screen
	In     *Input

	asker
	table *arena.Table
	shown game.State // what was drawn last
	file  string     // saved to or loaded from
}

// What a turn may come to instead of a move.
var (
	errRestart = errors.New("the position has changed")
	errLeft    = errors.New("the person has left")
)

// Run plays until the game is over or the person leaves, and returns the
// record. An InputError is a mistake in a script; any other error means that
// an agent or a file failed.
func (s *Session) Run(ctx context.Context) (arena.Record, error) {
	if err := s.sitDown(); err != nil {
		return arena.Record{}, err
	}
	defer func() { s.table.Leave() }()
	if err := s.restart(ctx); err != nil {
		return s.record(), err
	}
	for !s.table.Over() {
		player, err := s.turn(ctx)
		switch {
		case errors.Is(err, errRestart):
			err = s.restart(ctx)
		case errors.Is(err, agent.ErrResigned):
			err = s.resign(ctx, player)
		}
		switch {
		case err == nil:
		case errors.Is(err, errLeft):
			s.Screen.printf("The game is left unfinished after %s.\n", s.length())
			return s.record(), nil
		default:
			return s.record(), err
		}
	}
	return s.finish(), nil
}

// turn lets every player who has to move choose, and makes the move. Where
// players move together people are asked first and all choices told after.
// With an error comes the player who caused it.
func (s *Session) turn(ctx context.Context) (game.Player, error) {
	present := s.present()
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
			if err != nil {
				return p, err
			}
		}
	}
	together := present.Turn() == game.Together
	for p := range game.Player(len(s.Seats)) {
		// What a person types at a terminal is on the screen already.
		if game.ToMove(present, p) && (together || !s.isPerson(p) || !s.In.Terminal) {
			s.Screen.printf("%s plays %s\n", s.name(p), game.FormatMoveFor(s.Game, present, p, chosen[p]))
		}
	}
	return game.Over, s.makeMove(ctx, s.table.Join(chosen))
}

// makeMove makes a move and says what came of it.
func (s *Session) makeMove(ctx context.Context, m game.Move) error {
	before := s.present().Clone()
	if err := s.table.Play(ctx, m); err != nil {
		return err
	}
	s.Moves = s.table.Moves()
	s.narrate(before)
	return nil
}

// narrate says what has come of a move, where the game has words for it.
func (s *Session) narrate(before game.State) {
	if narrated, ok := s.Game.(game.Narrated); ok {
		if news := narrated.Tell(before, s.present()); news != "" {
			s.Screen.printf("%s\n", news)
		}
	}
}

// restart sets the position up that follows from the start and the moves. Agents
// who watch begin anew and see all of them.
func (s *Session) restart(ctx context.Context) error {
	for seat, a := range s.table.Agents {
		if w, ok := a.(agent.Watcher); ok {
			if err := arena.NewGame(w, game.Player(seat), s.seedOf(seat)); err != nil {
				return s.failed(seat, err)
			}
		}
	}
	if err := s.table.Begin(ctx, s.Start, slices.Clone(s.Moves)); err != nil {
		return err
	}
	s.Moves, s.shown = s.table.Moves(), nil
	return nil
}

// isPerson reports whether a person plays for p.
func (s *Session) isPerson(p game.Player) bool { return s.table.Agents[p] == nil }

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
	s.Screen.printf("chance: %s\n", s.Game.FormatMove(s.present(), m))
	return s.makeMove(ctx, m)
}

// askAgent returns an agent's move. One that fails is made anew and asked once
// more, so that its fault does not cost the person the game.
func (s *Session) askAgent(ctx context.Context, p game.Player) (game.Move, error) {
	for again := false; ; again = true {
		m, fault, err := s.table.Ask(ctx, p)
		switch {
		case err != nil:
			return 0, fmt.Errorf("agent %q: %w", s.Seats[p], err)
		case fault.Reason == "":
			return m, nil
		case fault.Reason == arena.Resignation:
			return 0, agent.ErrResigned
		case again:
			return 0, s.failed(int(p), errors.New(fault.Detail))
		}
		s.Screen.printf("%s fails (%s) and is asked again.\n", s.name(p), fault.Detail)
		if err := s.replace(ctx, p); err != nil {
			return 0, err
		}
	}
}

func (s *Session) failed(seat int, err error) error {
	return fmt.Errorf("agent %q: %w", s.Seats[seat], err)
}

// replace puts another agent of the same kind on a seat.
func (s *Session) replace(ctx context.Context, p game.Player) error {
	a, err := s.agent(int(p))
	if err != nil {
		return err
	}
	return s.table.Seat(ctx, int(p), a)
}

// agent makes the one of a seat, ready to play.
func (s *Session) agent(seat int) (agent.Agent, error) {
	a, err := s.Seats[seat].New(s.Game)
	if err != nil {
		return nil, err
	}
	if err := arena.NewGame(a, game.Player(seat), s.seedOf(seat)); err != nil {
		return nil, s.failed(seat, err)
	}
	return a, nil
}

// askPerson shows the board and carries out commands until one is a move.
func (s *Session) askPerson(ctx context.Context, p game.Player) (game.Move, error) {
	present := s.present()
	s.show(present, s.shown)
	s.shown, s.made = present.Clone(), nil
	for {
		c, err := s.ask(ctx, present, p)
		switch {
		case errors.Is(err, io.EOF):
			return 0, errLeft
		case err != nil:
			return 0, err
		case c.verb == "move":
			return c.move, nil
		}
		if err := s.obey(ctx, p, c); err != nil {
			return 0, err
		}
	}
}

// sitDown makes the agents.
func (s *Session) sitDown() (err error) {
	s.asker = asker{game: s.Game, screen: s.Screen, in: s.In}
	s.table = &arena.Table{Game: s.Game, Agents: make([]agent.Agent, len(s.Seats))}
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

func (s *Session) present() game.State { return s.table.State() }

// obey carries out a command other than a move for the person who plays for p.
func (s *Session) obey(ctx context.Context, p game.Player, c command) error {
	switch c.verb {
	case "quit":
		return errLeft
	case "resign":
		return agent.ErrResigned
	case "undo":
		if err := s.undo(); err != nil {
			return s.mistake(err)
		}
		return errRestart
	case "dice":
		if err := s.setDice(c.arg); err != nil {
			return s.mistake(err)
		}
		return errRestart
	case "edit":
		start, err := s.Game.ParsePosition(c.arg)
		if err == nil && s.Accept != nil {
			err = s.Accept(c.arg)
		}
		if err != nil {
			return s.mistake(err)
		}
		s.Start, s.Moves = start, nil
		return errRestart
	case "hint":
		text, err := s.hint(ctx, p, c.arg)
		if err != nil {
			return s.mistake(err)
		}
		s.Screen.printf("%s\n", text)
	case "position":
		s.Screen.printf("%s\n", s.Game.FormatPosition(s.present()))
	case "save":
		if err := s.save(c.arg); err != nil {
			if !s.In.Terminal {
				return err
			}
			s.Screen.printf("%v\n", err)
			return nil
		}
		s.Screen.printf("saved to %s\n", c.arg)
	case "load":
		if err := s.Load(c.arg); err != nil {
			return s.mistake(err)
		}
		s.Screen.printf("loaded %s\n", c.arg)
		return errRestart
	}
	return nil
}

// setDice replaces the roll that the person is to move with, or rolls if the
// person may.
func (s *Session) setDice(text string) error {
	if thrower, ok := s.present().(game.Thrower); ok {
		if throw, ok := thrower.Throw(); ok {
			thrown := s.present().Clone()
			thrown.Play(throw)
			m, err := s.Game.ParseMove(thrown, text)
			if err == nil {
				s.Moves = append(s.Moves, throw, m)
			}
			return err
		}
	}
	last := len(s.Moves) - 1
	if last < 0 || s.table.Before(last).Turn() != game.Chance {
		return errors.New("no dice were rolled for this move")
	}
	m, err := s.Game.ParseMove(s.table.Before(last), text)
	if err != nil {
		return err
	}
	s.Moves = append(s.Moves[:last], m)
	return nil
}

// undo goes back to the latest position before this one in which a person was
// to move.
func (s *Session) undo() error {
	for i := len(s.Moves) - 1; i >= 0; i-- {
		if turn := s.table.Before(i).Turn(); turn == game.Together || turn >= 0 && s.isPerson(turn) {
			s.Moves = s.Moves[:i]
			return nil
		}
	}
	return errors.New("there is no move of yours to take back")
}

// hint asks an agent, made anew for every hint, what it would play for p.
func (s *Session) hint(ctx context.Context, p game.Player, text string) (string, error) {
	spec := s.Hint
	if text != "" {
		var err error
		if spec, err = s.Agents.Parse(text); err != nil {
			return "", err
		}
	}
	if spec.Interactive() {
		return "", fmt.Errorf("a hint must come from an agent, not from %s", spec)
	}
	a, err := spec.New(s.Game)
	if err != nil {
		return "", err
	}
	present := s.present()
	err = arena.NewGame(a, p, arena.AgentSeed(s.Seed, s.Game.Info().ID, 0, len(s.Moves), len(s.Seats)))
	var m game.Move
	if err == nil {
		m, _, err = arena.Choose(ctx, a, present.Clone(), p, agent.Limits{})
	}
	if err != nil {
		return "", fmt.Errorf("agent %q: %w", spec, err)
	}
	return fmt.Sprintf("%s would play %s", spec, game.FormatMoveFor(s.Game, present, p, m)), nil
}

// name is what a player is called on the screen.
func (s *Session) name(p game.Player) string {
	role := s.Screen.role(s.Game, p, s.present())
	if s.isPerson(p) {
		return role
	}
	return fmt.Sprintf("%s (%s)", role, s.Seats[p])
}

// record is the game so far.
func (s *Session) record() arena.Record {
	r := arena.Record{Game: s.Game.Info().ID, Seed: s.Seed}
	s.table.Record(&r, 0)
	r.Simulations, r.Nodes, r.Seconds = nil, nil, nil // what a part of the game took tells nothing
	if position := s.Game.FormatPosition(s.Start); position != s.Game.FormatPosition(s.Game.New()) {
		r.Position = position
	}
	for seat, spec := range s.Seats {
		r.Agents, r.Seats = append(r.Agents, spec.String()), append(r.Seats, seat)
	}
	return r
}

func (s *Session) finish() arena.Record {
	r := s.record()
	if r.Reason == arena.ByTheRules {
		s.show(s.present(), s.shown)
	}
	s.announce(r)
	return r
}

// resign has a player give up the game, or that of a match which is being played.
func (s *Session) resign(ctx context.Context, loser game.Player) error {
	before, name := s.present().Clone(), s.name(loser)
	err := s.table.Forfeit(ctx, arena.Fault{Seat: int(loser), Reason: arena.Resignation})
	s.Moves = s.table.Moves()
	if s.table.Over() {
		s.Screen.printf("%s resigns. ", name)
		return err
	}
	s.Screen.printf("%s resigns.\n", name)
	s.narrate(before)
	return err
}

// announce tells the result.
func (s *Session) announce(r arena.Record) {
	if s.Game.Info().GeneralSum {
		var scores []string
		for p, score := range r.Result {
			scores = append(scores, fmt.Sprintf("%s %+.2f", s.Game.Info().Roles[p], score))
		}
		s.Screen.printf("The game is over after %s: %s.\n", s.length(), strings.Join(scores, ", "))
		return
	}
	best := slices.Max(r.Result)
	if best <= 0 {
		s.Screen.printf("The game is a draw after %s.\n", s.length())
		return
	}
	winner := game.Player(slices.Index(r.Result, best))
	points := ""
	if best > 1 {
		points = fmt.Sprintf(" %g points", best)
	}
	s.Screen.printf("%s wins%s after %s.\n", s.name(winner), points, s.length())
}

// length is how many moves players have made; what chance decided is none of
// theirs.
func (s *Session) length() string {
	moves := 0
	for i := range s.Moves {
		if s.table.Before(i).Turn() != game.Chance {
			moves++
		}
	}
	if moves == 1 {
		return "1 move"
	}
	return fmt.Sprintf("%d moves", moves)
}
