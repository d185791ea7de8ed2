package engine

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gambito/agent"
	"gambito/game"
	"gambito/spec"
)

// Dialogue is what a protocol has to say to a program that plays a game. It is for
// one program at a time. Errors are the program's fault and cost it the game, unless
// they are agent.ErrQuit.
type Dialogue interface {
	// Begin greets a program that was just started and sets up a position.
	Begin(p *Process, start game.State) error

	// Tell tells it a move that is made in s; own says that it is the one that the
	// program has chosen there itself.
	Tell(p *Process, s game.State, m game.Move, own bool) error

	// Ask asks for a move in s, for which it has so long, or as long as it likes if
	// that is zero. A move that is not legal is agent.ErrIllegal.
	Ask(p *Process, s game.State, budget time.Duration) (game.Move, agent.Info, error)

	// Bye is the line that asks the program to end.
	Bye() string
}

// Options are those of an agent that runs a program, which Player reads.
func Options() []spec.Option {
	return []spec.Option{
		{Name: "cmd", Type: spec.Text, Help: "the program and its arguments, separated by blanks; in quotes if there are commas"},
		{Name: "timeout", Type: spec.Duration, Default: "1m", Min: 0.001, Max: 86400, Help: "how long to wait for a move, then it has lost the game"},
		{Name: "start", Type: spec.Duration, Default: "10s", Min: 0.001, Max: 86400, Help: "how long it may take to start, then it has lost the game"},
	}
}

// Grace is the time that a program has beyond what it is told, for starting and
// stopping the clock and the way between.
const Grace = 2 * time.Second

// Check reports what is wrong with the values of Options.
func Check(v spec.Values) error {
	if !v.Has("cmd") {
		return errors.New("option cmd is missing: the program to run, such as cmd=gtp-rhino")
	}
	words, err := Words(v.Text("cmd"))
	if err == nil {
		_, err = Find(words[0])
	}
	if err != nil {
		return fmt.Errorf("option cmd=%s: %w", v.Text("cmd"), err)
	}
	return nil
}

// Player is an agent that has a program play. Each game is played by a program of
// its own, which is started when it is first needed and ended with the game, so that
// no game depends on those before.
type Player struct {
	dialogue Dialogue
	words    []string
	start    time.Duration // it may take to start
	timeout  time.Duration // it may take for a move
	time     time.Duration // it is told to take for a move

	process *Process
	failed  error       // of this game
	begun   game.State  // where the game began, nil if it has not
	moves   []game.Move // made since then
	at      uint64      // hash of the position that they lead to
	chosen  game.Move   // by the program in that position, if it has chosen
	chose   bool
}

// NewPlayer returns one for checked values, which is told to take so long for a move,
// or as long as it likes if that is zero.
func NewPlayer(v spec.Values, d Dialogue, budget time.Duration) (*Player, error) {
	words, err := Words(v.Text("cmd"))
	return &Player{dialogue: d, words: words, start: v.Duration("start"), timeout: v.Duration("timeout"), time: budget}, err
}

// NewGame implements agent.Agent.
func (p *Player) NewGame(game.Player, uint64) {
	p.Leave()
	p.failed, p.begun, p.moves, p.chose = nil, nil, p.moves[:0], false
}

// Leave implements agent.Watcher: the program ends.
func (p *Player) Leave() {
	if p.process == nil {
		return
	}
	if p.process.Send(p.dialogue.Bye()) == nil {
		p.process.Quit(time.Second)
	}
	p.process = nil
}

// talk has a conversation with the program in a position. After an error there is no
// other, unless it was ctx that ended: then there may be another program.
func (p *Player) talk(ctx context.Context, s game.State, limit time.Duration, say func() error) (err error) {
	if p.failed != nil {
		return p.failed
	}
	defer func() {
		if err == nil || errors.Is(err, agent.ErrResigned) {
			return
		}
		if ctx.Err() == nil {
			p.failed = err
		}
		if p.process != nil {
			p.process.Wait()
			p.process = nil
		}
	}()
	if p.begun == nil {
		p.begun, p.at = s.Clone(), s.Hash()
	}
	if s.Hash() != p.at {
		return fmt.Errorf("%w: the program was not told how the position has come about", agent.ErrQuit)
	}
	if p.process == nil {
		if err := p.begin(ctx); err != nil {
			return err
		}
	}
	return p.process.Within(ctx, limit, say)
}

// begin starts the program and tells it the game so far.
func (p *Player) begin(ctx context.Context) (err error) {
	if p.process, err = Start(p.words); err != nil {
		return err
	}
	err = p.process.Within(ctx, p.start, func() error {
		if err := p.dialogue.Begin(p.process, p.begun); err != nil {
			return err
		}
		s := p.begun.Clone()
		for _, m := range p.moves {
			if err := p.dialogue.Tell(p.process, s, m, false); err != nil {
				return err
			}
			s.Play(m)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("at its start %w", err)
	}
	return nil
}

// Watch implements agent.Watcher.
func (p *Player) Watch(ctx context.Context, s game.State, m game.Move) error {
	err := p.talk(ctx, s, p.timeout, func() error {
		return p.dialogue.Tell(p.process, s, m, p.chose && m == p.chosen)
	})
	if err == nil {
		after := s.Clone()
		after.Play(m)
		p.moves, p.at, p.chose = append(p.moves, m), after.Hash(), false
	}
	return err
}

// Choose implements agent.Agent.
func (p *Player) Choose(ctx context.Context, s game.State, limits agent.Limits) (m game.Move, info agent.Info, err error) {
	budget, timeout := p.time, p.timeout
	if limits.Time > 0 && (budget == 0 || limits.Time < budget) {
		budget, timeout = limits.Time, min(timeout, limits.Time+Grace)
	}
	begin := time.Now()
	err = p.talk(ctx, s, timeout, func() (err error) {
		m, info, err = p.dialogue.Ask(p.process, s, budget)
		return err
	})
	p.chosen, p.chose = m, err == nil
	info.Time = time.Since(begin)
	return m, info, err
}
