package arena

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"gambito/agent"
	"gambito/game"
)

// Table is where one game is played, whoever plays it: it knows who is to act,
// asks agents and rolls for chance, makes moves, keeps the clocks and writes the
// record. At seats without an agent others choose: people, or players elsewhere.
// An agent is shown what its seat may see, see game.View. A table is not for
// several goroutines.
type Table struct {
	Game     game.Game
	Agents   []agent.Agent // by seat, nil where somebody else chooses
	Limits   agent.Limits
	Resign   Resign
	Clock    Clock // how long players may think in all
	MaxPlies int   // a game that is not over then is a draw; 0 for no end
	Dice     *Dice // what decides for chance

	// Replace, if not nil, returns another agent for one that has failed while
	// a match goes on. Nobody knows what state the first one is in.
	Replace func(seat int) (agent.Agent, error)

	start  game.State
	state  game.State
	moves  []game.Move
	faults []Fault
	ended  Reason  // other than by the rules, or ""
	clocks []clock // by seat
	chosen []game.Move
	legal  []game.Move // buffer
}

// clock is what an agent has used.
type clock struct {
	simulations, nodes int
	seconds            float64
	left               time.Duration // by Table.Clock
	hopeless           int           // moves in a row that it has found lost
	value              float64       // that it put on its position last
	judged             bool          // it did once
	judgedNow          bool          // it did when it was asked last
}

// Begin sets up a position, which stays the caller's, and makes moves that nobody
// chooses, such as an opening or those of a game that goes on. Agents who watch
// are told of these.
func (t *Table) Begin(ctx context.Context, start game.State, moves []game.Move) error {
	if t.start == nil {
		t.start, t.state = start.Clone(), start.Clone()
	}
	seats := len(t.Agents)
	t.start.CopyFrom(start)
	t.state.CopyFrom(start)
	t.moves, t.faults, t.ended = t.moves[:0], nil, ""
	t.clocks = append(t.clocks[:0], make([]clock, seats)...)
	for seat := range t.clocks {
		t.clocks[seat].left = t.Clock.Time
	}
	t.chosen = append(t.chosen[:0], make([]game.Move, seats)...)
	for _, m := range moves {
		if err := t.Play(ctx, m); err != nil {
			return t.blamed(ctx, err)
		}
	}
	return nil
}

// State is the present position, which is the table's own.
func (t *Table) State() game.State { return t.state }

// Moves are those made so far, the table's own.
func (t *Table) Moves() []game.Move { return t.moves }

// Before is a position as it was before the move of that number, from 0.
func (t *Table) Before(number int) game.State {
	s := t.start.Clone()
	for _, m := range t.moves[:number] {
		s.Play(m)
	}
	return s
}

// Over reports whether the game has ended, by the rules or otherwise.
func (t *Table) Over() bool { return t.ended != "" || t.state.Turn() == game.Over }

// Play makes a move, a joint one where players move at once, and tells agents who
// watch of it before.
func (t *Table) Play(ctx context.Context, m game.Move) error {
	for seat, a := range t.Agents {
		if w, ok := a.(agent.Watcher); ok && tells(t.state, game.Player(seat)) {
			if err := tellMove(ctx, w, game.View(t.state, game.Player(seat)), m); err != nil {
				return watchError{seat, err}
			}
		}
	}
	t.state.Play(m)
	t.moves = append(t.moves, m)
	return nil
}

// tells reports whether who watches for a seat is told of the move to be made: of a game with
// secrets only of that seat's own.
func tells(s game.State, seat game.Player) bool {
	_, veiled := s.(game.Veiled)
	return !veiled || s.Turn() == seat
}

// watchError is what an agent said that was told of a move.
type watchError struct {
	seat int
	error
}

func (e watchError) Unwrap() error { return e.error }

func tellMove(ctx context.Context, w agent.Watcher, s game.State, m game.Move) (err error) {
	defer recovered(&err)
	return w.Watch(ctx, s, m)
}

// blamed makes the failure of an agent to watch its fault, which costs it
// everything: it cannot go on. Other errors stay.
func (t *Table) blamed(ctx context.Context, err error) error {
	if err == nil {
		return nil // of most moves, and costs nothing
	}
	var failed watchError
	if !errors.As(err, &failed) || ctx.Err() != nil || errors.Is(err, agent.ErrQuit) {
		return err
	}
	t.restore()
	t.faults = append(t.faults, Fault{Seat: failed.seat, Reason: AgentError, Detail: failed.Error(), Times: t.Price(failed.seat)})
	t.ended = AgentError
	return nil
}

// Leave tells the agents who watch that the game has ended, for whatever reason.
func (t *Table) Leave() {
	for _, a := range t.Agents {
		leave(a)
	}
}

// leave tells one agent. What it does wrong no longer matters.
func leave(a agent.Agent) {
	if w, ok := a.(agent.Watcher); ok {
		var err error
		defer recovered(&err)
		w.Leave()
	}
}

// Seat puts another agent on a seat, who is told what has happened so far; the one
// that sat there leaves.
func (t *Table) Seat(ctx context.Context, seat int, a agent.Agent) error {
	leave(t.Agents[seat])
	t.Agents[seat] = a
	w, ok := a.(agent.Watcher)
	for i, m := range t.moves {
		if !ok {
			break
		}
		before := t.Before(i)
		if !tells(before, game.Player(seat)) {
			continue
		}
		if err := tellMove(ctx, w, game.View(before, game.Player(seat)), m); err != nil {
			return watchError{seat, err}
		}
	}
	return nil
}

// Roll is what chance decides. Precondition: it is chance's turn.
func (t *Table) Roll() game.Move { return t.Dice.Roll(t.state) }

// ErrNoMove is what Ask says of an agent that was to stop thinking and knew no move
// yet.
var ErrNoMove = errors.New("it has found no move yet")

// Ask has the agent at a seat choose. Whatever it does wrong, a panic included,
// is a Fault. The error is that of ctx, or agent.ErrQuit.
func (t *Table) Ask(ctx context.Context, p game.Player) (game.Move, Fault, error) {
	return t.AskUntil(ctx, ctx, p)
}

// AskUntil is Ask of an agent that stops thinking when until ends, which is made
// from ctx: it makes the best move it has found, or the error is ErrNoMove.
func (t *Table) AskUntil(ctx, until context.Context, p game.Player) (game.Move, Fault, error) {
	begin := time.Now()
	within, cancel, limits := t.timed(until, p)
	m, info, err := Choose(within, t.Agents[p], t.state, p, limits)
	cancel()
	if err != nil && errors.As(err, new(errPanic)) {
		t.restore() // it may have left the position anyhow
	}
	late := t.Charge(p, time.Since(begin))
	c := &t.clocks[p]
	c.simulations += info.Simulations
	c.nodes += info.Nodes
	if c.judgedNow = info.Value.Known; c.judgedNow {
		c.value, c.judged = info.Value.Score, true
	}
	switch {
	case ctx.Err() != nil:
		return 0, Fault{}, ctx.Err()
	case errors.Is(err, agent.ErrQuit):
		return 0, Fault{}, err
	case late.Reason != "":
		return 0, late, nil
	case errors.Is(err, agent.ErrResigned):
		return 0, Fault{Seat: int(p), Reason: Resignation}, nil
	case errors.Is(err, agent.ErrIllegal):
		return 0, Fault{Seat: int(p), Reason: IllegalMove, Detail: err.Error()}, nil
	case err != nil && until.Err() != nil:
		return 0, Fault{}, ErrNoMove
	case err != nil:
		return 0, Fault{Seat: int(p), Reason: AgentError, Detail: err.Error()}, nil
	case !t.Legal(p, m):
		return 0, Fault{Seat: int(p), Reason: IllegalMove, Detail: fmt.Sprintf("move number %d is not legal in %s", m, t.Game.FormatPosition(t.state))}, nil
	}
	c.left += t.Clock.Increment
	return m, t.givesUp(p), nil
}

// Choose asks an agent that plays for p, whose panic is an error like any other.
// After one nobody knows what has become of s.
func Choose(ctx context.Context, a agent.Agent, s game.State, p game.Player, limits agent.Limits) (m game.Move, info agent.Info, err error) {
	defer recovered(&err)
	return a.Choose(ctx, game.View(s, p), limits)
}

// Legal reports whether a player may make a move, for that player alone.
func (t *Table) Legal(p game.Player, m game.Move) bool {
	t.legal = game.MovesFor(t.state, p, t.legal[:0])
	return slices.Contains(t.legal, m)
}

// Join is the move that comes of the choices of all players, of whom only those
// who are to move count.
func (t *Table) Join(chosen []game.Move) game.Move {
	if t.state.Turn() == game.Together {
		return t.state.(game.Simultaneous).Join(chosen)
	}
	return chosen[t.state.Turn()]
}

// Forfeit has players lose by what they have done, and at the price of that: where
// a match goes on, the first of them the game that is played, else everything.
func (t *Table) Forfeit(ctx context.Context, faults ...Fault) error {
	for i := range faults {
		if faults[i].Times == 0 {
			faults[i].Times = t.Price(faults[i].Seat)
		}
	}
	f := &faults[0]
	c, ok := t.state.(game.Conceder)
	f.Continued = ok && c.OfMatch() && int(t.state.Turn()) == f.Seat && f.Reason != OutOfTime // the clock is that of the match
	if t.faults = append(t.faults, faults...); f.Continued {
		return t.goOn(ctx, *f, c.Concede(max(f.Times, 1)))
	}
	t.ended = f.Reason
	return nil
}

// goOn ends one game of a match and begins the next.
func (t *Table) goOn(ctx context.Context, f Fault, concession game.Move) error {
	if f.Reason == AgentError && t.Replace != nil {
		a, err := t.Replace(f.Seat)
		if err != nil {
			return err
		}
		if err := t.Seat(ctx, f.Seat, a); err != nil {
			return t.blamed(ctx, err)
		}
	}
	t.clocks[f.Seat].hopeless = 0
	return t.blamed(ctx, t.Play(ctx, concession))
}

// restore makes the position that follows from the moves.
func (t *Table) restore() {
	t.state.CopyFrom(t.start)
	for _, m := range t.moves {
		t.state.Play(m)
	}
}

// Record writes what has happened into a record.
func (t *Table) Record(r *Record, opening int) {
	seats := len(t.Agents)
	r.Opening, r.Faults, r.Clock = opening, t.faults, t.Clock.String()
	r.Moves = game.FormatLine(t.Game, t.start, t.moves)
	r.Simulations, r.Nodes, r.Seconds = make([]int, seats), make([]int, seats), make([]float64, seats)
	for seat, c := range t.clocks {
		r.Simulations[seat], r.Nodes[seat], r.Seconds[seat] = c.simulations, c.nodes, c.seconds
	}
	r.dropZeros()
	switch {
	case t.ended == TooLong:
		r.Reason, r.Result = TooLong, make([]float64, seats)
	case t.ended != "":
		r.Reason, r.Result = t.ended, Forfeited(t.state, seats, t.faults)
	case t.state.Turn() == game.Over:
		r.Reason, r.Result = ByTheRules, Scores(t.state, seats)
		if game.CutOff(t.Game, t.state) {
			r.Reason = TooLong
		}
	default:
		r.Reason = Unfinished
	}
}

// Finish plays until the game is over, with agents at all seats.
func (t *Table) Finish(ctx context.Context) error {
	for !t.Over() {
		if t.MaxPlies > 0 && len(t.moves) >= t.MaxPlies {
			t.ended = TooLong
			return nil
		}
		m, faults, err := t.turn(ctx)
		switch {
		case err != nil:
		case faults != nil:
			err = t.Forfeit(ctx, faults...)
		default:
			err = t.blamed(ctx, t.Play(ctx, m))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// turn is the move of whoever is to act: chance, a player, or all of them, each of
// whom sees the position before anybody has moved.
func (t *Table) turn(ctx context.Context) (game.Move, []Fault, error) {
	if t.state.Turn() == game.Chance {
		return t.Roll(), nil, nil
	}
	var faults []Fault
	for p := range game.Player(len(t.Agents)) {
		if !game.ToMove(t.state, p) {
			continue
		}
		m, f, err := t.Ask(ctx, p)
		if err != nil {
			return 0, nil, err
		}
		if t.chosen[p] = m; f.Reason != "" {
			faults = append(faults, f)
		}
	}
	if faults != nil {
		return 0, faults, nil
	}
	return t.Join(t.chosen), nil, nil
}

// Scores are what a finished game gives the players.
func Scores(final game.State, players int) []float64 {
	scores := make([]float64, players)
	for p := range scores {
		scores[p] = final.Score(game.Player(p))
	}
	return scores
}

// Forfeited is what a game gives the players when some of them have lost it in a
// position by what they did: what they lose goes to the others, if there are any.
func Forfeited(s game.State, players int, faults []Fault) []float64 {
	scores, lost := make([]float64, players), 0.0
	for _, f := range faults {
		if f.Continued {
			continue // its price is among the moves
		}
		price := float64(max(f.Times, 1))
		if c, ok := s.(game.Conceder); ok && f.Times > 0 {
			_, stake := c.Concession(game.Player(f.Seat))
			if price *= stake; c.OfMatch() { // which counts one
				price = 1
			}
		}
		scores[f.Seat] = -price
		lost += price
	}
	losers := 0
	for _, score := range scores {
		if score < 0 {
			losers++
		}
	}
	for p := range scores {
		if scores[p] == 0 {
			scores[p] = lost / float64(max(players-losers, 1))
		}
	}
	return scores
}

// dropZeros forgets counts that no agent told.
func (r *Record) dropZeros() {
	for _, counts := range []*[]int{&r.Simulations, &r.Nodes} {
		if !slices.ContainsFunc(*counts, func(n int) bool { return n != 0 }) {
			*counts = nil
		}
	}
}

// errPanic is what an agent returns, as it were, when it panics.
type errPanic struct{ value any }

func (e errPanic) Error() string { return fmt.Sprintf("panic: %v", e.value) }

func recovered(err *error) {
	if v := recover(); v != nil {
		*err = errPanic{v}
	}
}

// NewGame prepares an agent for a game. Its panic is an error: it costs the agent
// the game, not everybody the experiment.
func NewGame(a agent.Agent, seat game.Player, seed uint64) (err error) {
	defer recovered(&err)
	a.NewGame(seat, seed)
	return nil
}
