package ggp

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"gambito/agent"
	"gambito/agents"
	"gambito/game"
	"gambito/games"
	"gambito/gdl"
	"gambito/spec"
)

// Entry is the agent for unknown games: the one of package agents or, with the
// option url, a player somewhere else.
func Entry() agent.Entry {
	entry := agents.GeneralPlayerEntry()
	local := entry.Make
	entry.About += " With url: a player elsewhere, for rulesheets."
	entry.Options = append(entry.Options,
		spec.Option{Name: "url", Type: spec.Text, Help: "where a remote player listens, such as http://127.0.0.1:9147; it plays rulesheets, one game at a time (default: none, play here)"},
		spec.Option{Name: "startclock", Type: spec.Int, Default: "10", Min: 1, Max: maxClock.Seconds(), Help: "seconds that a remote player has before a game"},
		spec.Option{Name: "playclock", Type: spec.Int, Default: "5", Min: 1, Max: maxClock.Seconds(), Help: "seconds that a remote player has for a move"},
	)
	remote := func(v spec.Values) bool { return v.Has("url") }
	entry.Make.OneGame, entry.Make.Outside = remote, remote
	entry.Make.Resolve = func(g game.Game, v spec.Values) (spec.Values, error) {
		if !v.Has("url") {
			if v.AnyGiven("startclock", "playclock") {
				return v, errors.New("startclock and playclock go with url")
			}
			return local.Resolve(g, v.Without("startclock", "playclock"))
		}
		if game.OfSecrets(g) {
			return v, fmt.Errorf("%s has secrets, of which gambito ggp server tells players elsewhere no more than what they see: play it there", g.Info().ID)
		}
		for _, o := range agents.GeneralPlayerEntry().Options {
			v = v.Without(o.Name) // the player elsewhere has its own
		}
		return v, nil
	}
	entry.Make.New = func(o agent.Order) (agent.Agent, error) {
		if !o.Values.Has("url") {
			return local.New(o)
		}
		return newRemote(o.Game, o.Values)
	}
	return entry
}

// remote is a player somewhere else. Its faults are those of any agent: an
// illegal or late move costs it the game.
type remote struct {
	game       *gdl.Game
	at         Address
	startClock time.Duration
	playClock  time.Duration
	seat       game.Player

	match string           // "" while none is played
	last  []gdl.Expression // moves of the last step
	asked bool             // it has been asked for its move at this step
}

var matches atomic.Uint64 // that this process has begun

func newRemote(g game.Game, v spec.Values) (agent.Agent, error) {
	sheet, ok := g.(*gdl.Game)
	if !ok {
		return nil, fmt.Errorf("a remote player needs a rulesheet, such as %s", games.SheetOf(g.Info().ID))
	}
	at, err := ParseAddress(v.Text("url"))
	if err != nil {
		return nil, err
	}
	return &remote{
		game: sheet, at: at,
		startClock: time.Duration(v.Int("startclock")) * time.Second,
		playClock:  time.Duration(v.Int("playclock")) * time.Second,
	}, nil
}

// NewGame implements agent.Agent.
func (r *remote) NewGame(seat game.Player, _ uint64) {
	r.Leave()
	r.seat, r.last, r.asked = seat, nil, false
}

// Leave implements agent.Watcher: it gives up the match that is played, if any.
func (r *remote) Leave() {
	if r.match != "" {
		r.at.Ask(context.Background(), Message{Kind: Abort, Match: r.match}, shortTime)
		r.match = ""
	}
}

// begin starts the match if it is not under way.
func (r *remote) begin(ctx context.Context, s game.State) error {
	if r.match != "" {
		return nil
	}
	if s.Hash() != r.game.New().Hash() {
		return fmt.Errorf("%w: %s can only begin at the start of a game", agent.ErrQuit, r.at)
	}
	r.match = MatchID(r.game)
	rules := expressions([]string{r.game.Rules()})
	answer, err := r.at.Ask(ctx, Message{
		Kind: Start, Match: r.match, Role: r.game.Info().Roles[r.seat], Rules: rules, StartClock: r.startClock, PlayClock: r.playClock,
	}, r.startClock)
	switch {
	case err != nil:
		r.Leave()
		return fmt.Errorf("%w: %s does not answer START: %w", agent.ErrQuit, r.at, err)
	case !strings.EqualFold(answer, Ready):
		r.match = ""
		return fmt.Errorf("%w: %s answers START with %.60q", agent.ErrQuit, r.at, answer)
	}
	return nil
}

// MatchID makes a name for a match of a game, one that nobody else has.
func MatchID(g *gdl.Game) string {
	word := strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '-' {
			return r
		}
		return '.'
	}, g.Info().Name)
	return fmt.Sprintf("%s.%d.%d", strings.Trim(word, "."), time.Now().UnixMilli(), matches.Add(1))
}

// ask asks for the move of this step.
func (r *remote) ask(ctx context.Context) (string, error) {
	r.asked = true
	return r.at.Ask(ctx, Message{Kind: Play, Match: r.match, Moves: r.last}, r.playClock+playGrace)
}

// Choose implements agent.Agent.
func (r *remote) Choose(ctx context.Context, s game.State, _ agent.Limits) (game.Move, agent.Info, error) {
	m, err := r.choose(ctx, s)
	return m, agent.Info{}, err
}

func (r *remote) choose(ctx context.Context, s game.State) (game.Move, error) {
	if err := r.begin(ctx, s); err != nil {
		return 0, err
	}
	answer, err := r.ask(ctx)
	switch {
	case late(err):
		return 0, fmt.Errorf("%s does not answer within %s", r.at, r.playClock)
	case err != nil:
		return 0, fmt.Errorf("%s does not answer: %w", r.at, err)
	}
	m, err := game.ParseMoveFor(r.game, s, r.seat, answer)
	if err != nil {
		return 0, fmt.Errorf("%s answers %w", r.at, err)
	}
	return m, nil
}

// Watch implements agent.Watcher: players are asked at every step, also if they
// have no choice, and told when the game is over.
func (r *remote) Watch(ctx context.Context, s game.State, m game.Move) error {
	if err := r.begin(ctx, s); err != nil {
		return err
	}
	moves, complete := r.game.Complete(s, m)
	if !complete {
		return nil
	}
	if !r.asked {
		if _, err := r.ask(ctx); err != nil {
			return fmt.Errorf("%w: %s does not answer: %w", agent.ErrQuit, r.at, err)
		}
	}
	r.last, r.asked = expressions(moves), false
	after := s.Clone()
	if after.Play(m); after.Turn() == game.Over {
		r.at.Ask(ctx, Message{Kind: Stop, Match: r.match, Moves: r.last}, r.playClock)
		r.match = ""
	}
	return nil
}
