package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"

	"gambito/agent"
	"gambito/agents"
	"gambito/arena"
	"gambito/game"
	"gambito/gamefile"
	"gambito/games/backgammon"
	"gambito/play"
	"gambito/review"
	"gambito/shell"
	"gambito/terminal"
)

type playCmd struct {
	loadFlags
	Vs    string  `xor:"opponent" help:"Agent to play against, or human (default: level ${middle})."`
	Level *int    `xor:"opponent" placeholder:"N" help:"Play against a level, from 1 to ${levels}, see gambito levels."`
	As    string  `enum:",first,second,third,fourth,fifth,sixth" default:"" help:"Which seat you have: first, who moves first, second, or as far as the game has players (default: first)."`
	Hint  string  `help:"Agent that hint asks (default: ${judge})."`
	Load  string  `xor:"position,moves" placeholder:"FILE" complete:"gamefile" help:"Go on with a game: its players, sides and seed. A file, or a name that gambito saved lists, or last."`
	All   bool    `name:"show-all" help:"Show everything in a game in which players do not see everything."`
	Clock string  `help:"Time for all moves of each side and what each move adds, such as 5m+3s. Who runs out of it loses."`
	Seed  *uint64 `help:"Seed of all randomness (default: another every time at a terminal, else 1)."`
	langFlag
	jsonFlag
	Jobs int `hidden:""`
}

// Help is shown by --help.
func (playCmd) Help() string {
	return `Type moves when asked; help lists what else there is: moves, hint, value, history,
undo, save, load, new, resign, quit. Tab completes, and the arrow keys bring back
what was typed. Ctrl-C while an agent thinks makes it play the best move so far.
After the end come review, rematch, undo and save. Moves can also come from a pipe: the game is left at the end
of input, and a mistake ends it with exit code 2. With --json the conversation
goes to standard error and the record of the game to standard output.

Examples:

  gambito play connect4
  gambito play othello --level 2 --as second
  gambito play tictactoe:5x5 --vs human
  gambito play backgammon:match=5 --vs td
  gambito play battleship --level 7
  gambito play othello --clock 5m+3s --lang es
  printf '4\n4\n3\n' | gambito play connect4 --seed 1`
}

// Validate is called by the command-line parser.
func (c playCmd) Validate() error {
	if n := c.Level; n != nil && (*n < 1 || *n > agents.Levels) {
		return fmt.Errorf("--level %d: it must be from 1 to %d", *n, agents.Levels)
	}
	return nil
}

// Run plays.
func (c playCmd) Run(s *session) error {
	t, err := c.table(s)
	if err != nil {
		return err
	}
	record, err := t.Run(s.ctx)
	id := ""
	if s.in.Terminal { // what a script plays is not kept
		id = t.Keeper.ID()
	}
	switch {
	case s.ctx.Err() != nil:
		if id == "" && t.Secret() {
			return failure{errors.New(t.Screen.Words.Say("play stopped"))}
		}
		return failure{errors.New(t.Screen.Words.Say("play stopped; to go on: %s", c.resume(s, record, id)))}
	case errors.As(err, new(*terminal.InputError)):
		return err
	case err != nil:
		return failure{err}
	}
	if record.Reason == arena.Unfinished && (id != "" || !game.OfSecrets(t.Rules)) {
		fmt.Fprintln(os.Stderr, "gambito:", t.Screen.Words.Say("to go on: %s", c.resume(s, record, id)))
	}
	if c.JSON {
		return s.printJSON(record)
	}
	return nil
}

// table is where the game is played that the flags choose, or that goes on.
func (c playCmd) table(s *session) (*terminal.Session, error) {
	at, loaded, err := c.chooseOrLoad(s, c.Load)
	if err != nil {
		return nil, err
	}
	t := &terminal.Session{
		Game: &play.Game{
			Rules: at.game, Start: at.start, Moves: at.moves, Seed: c.seed(s.in),
			Agents: s.agents, Kept: s.kept, Keeper: s.kept.Begin(at.game),
		},
		Screen: s.stdout, In: s.in, Interrupts: s.interrupts, Review: s.reviewRecord,
	}
	if _, plain := at.game.(*backgammon.Game); plain {
		if t.Accept = fitsPlain; fitsPlain(c.Position) != nil {
			return nil, fitsPlain(c.Position)
		}
	}
	if t.Seats, err = c.players(s, at.game, loaded); err != nil {
		return nil, err
	}
	if t.Hint, err = c.adviser(s, at.game); err != nil {
		return nil, err
	}
	if t.Clock, err = parseClock(c.Clock); err != nil {
		return nil, err
	}
	if c.All {
		everything := game.Nobody
		t.Eyes = &everything
	}
	if c.JSON {
		t.Screen = terminal.NewScreen(os.Stderr)
	}
	if t.Screen.Words, err = c.words(); err != nil || loaded == nil {
		return t, err
	}
	err = t.Resume(loaded.Game, loaded.file)
	t.Keeper = loaded.keeper
	return t, err
}

// players are those whom the flags name, or of a game that goes on, and fit the game.
func (c playCmd) players(s *session, g game.Game, loaded *loaded) ([]agent.Spec, error) {
	opposed := c.Vs != "" || c.Level != nil || c.As != ""
	if loaded != nil && c.As == "" && !loaded.byPeople() {
		c.As = ordinals[max(0, slices.Index(loaded.Record.Agents, gamefile.Person))]
	}
	if loaded != nil && (opposed && !loaded.byPeople() && !loaded.hasOutsiders(s) || c.Seed != nil) {
		return nil, errors.New("--load goes on with the players, sides and seed of its file: leave out --vs, --level, --as and --seed")
	}
	seats, err := c.seats(s, g)
	if loaded != nil {
		seats, err = loaded.take(s, seats, opposed)
	}
	if err != nil {
		return nil, err
	}
	for _, seat := range seats {
		if seat.Interactive() {
			continue
		}
		if _, err := seat.New(g); err != nil { // it does not fit the game
			return nil, err
		}
	}
	return seats, nil
}

// seed is the one given. A person wants other dice every time, a script the same.
func (c playCmd) seed(in *terminal.Input) uint64 {
	switch {
	case c.Seed != nil:
		return *c.Seed
	case in.Terminal:
		return uint64(rand.Uint32())
	}
	return 1
}

// ordinals are the seats as --as names them.
var ordinals = []string{"first", "second", "third", "fourth", "fifth", "sixth"}

// seats puts the person on one chair and the agent on all others.
func (c playCmd) seats(s *session, g game.Game) ([]agent.Spec, error) {
	players := g.Info().Players()
	person := max(0, slices.Index(ordinals, c.As))
	if person >= players {
		return nil, fmt.Errorf("--as %s: that seat is not in the game, which is for %d", c.As, players)
	}
	human, err := s.agents.Parse("human")
	if err != nil {
		return nil, err
	}
	other, err := c.opponent(s)
	if err != nil {
		return nil, err
	}
	seats := make([]agent.Spec, players)
	for i := range seats {
		if seats[i] = other; i == person {
			seats[i] = human
		}
	}
	return seats, nil
}

// opponent is the agent that a flag names, or one of middling strength.
func (c playCmd) opponent(s *session) (agent.Spec, error) {
	switch {
	case c.Vs != "":
		return s.agents.Parse(c.Vs)
	case c.Level != nil:
		return agents.Level(s.agents, *c.Level)
	}
	return agents.Level(s.agents, agents.MiddleLevel)
}

// adviser gives hints.
func (c playCmd) adviser(s *session, g game.Game) (agent.Spec, error) {
	if c.Hint != "" {
		return s.agents.Parse(c.Hint)
	}
	return review.DefaultJudge(s.agents, g)
}

// resume is the command that goes on with an unfinished game, which may be kept.
func (c playCmd) resume(s *session, r arena.Record, id string) string {
	if id != "" {
		command := "gambito play --load " + id
		for _, text := range r.Agents {
			if spec, err := s.agents.Parse(text); err == nil && spec.Outside() {
				return command + " --vs " + shell.Quote(text)
			}
		}
		return command
	}
	command := "gambito play " + r.Game
	if len(r.Agents) > 1 {
		vs, as := r.Agents[1], max(0, slices.Index(r.Agents, "human"))
		if as > 0 {
			vs = r.Agents[0]
		}
		command += fmt.Sprintf(" --vs %s --as %s", shell.Quote(vs), ordinals[as])
	}
	command += fmt.Sprintf(" --seed %d", r.Seed)
	if r.Position != "" {
		command += fmt.Sprintf(" --position '%s'", r.Position)
	}
	if r.Moves != "" {
		command += fmt.Sprintf(" --moves '%s'", r.Moves)
	}
	return command
}
